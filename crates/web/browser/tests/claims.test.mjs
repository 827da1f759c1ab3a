// The page claims what is proven, of what was asked, and does nothing that nobody wanted.

import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { scratch } from "../harness.mjs";
import { at, CORNER, CORNER_LINE, group, LONG, plain } from "../person.mjs";

const path = group();

/** Starts jobs beside the page, as another window would; returns their ids. */
const startJobs = (page, ...bodies) =>
  page.evaluate(async (bodies) => {
    const post = async (body) => (await fetch("/api/v1/jobs", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) })).json();
    const started = [];
    for (const body of bodies) started.push(await post(body));
    return started.map(({ id }) => id);
  }, bodies);

const forget = (page, ids) =>
  page.evaluate((ids) => Promise.all(ids.map((id) => fetch(`/api/v1/jobs/${id}`, { method: "DELETE" }))), ids);

path("a check belongs to the author's line, and to the length that is stated", { hash: at(CORNER, `&moves=${CORNER_LINE.join("_")}`) }, async ({ page, see, say, t }) => {
  await see.tab("checkTab");
  await see.button("check").click();
  await page.locator(".soundness h2", { hasText: "5" }).waitFor();
  await see.button("modePlay").click();
  await see.button("dropAuthorLine").click();
  await page.locator(".soundness").waitFor({ state: "detached" });
  // A list states another length: all requests say so.
  const file = join(await scratch(t), "problems.tsv");
  await writeFile(file, `corner\t${CORNER}\t7\n`);
  await see.button("collection").click();
  await page.locator('input[type="file"]').first().setInputFiles(file);
  const asked = (kind) => page.waitForRequest((request) => request.method() === "POST" && request.postDataJSON()?.kind === kind);
  const [batch] = await Promise.all([asked("batch"), see.button("checkAll").click()]);
  assert.equal(batch.postDataJSON().problems[0].author_length, 7);
  await page.locator(".row-verdict:not([class$=' '])").waitFor();
  await page.locator(".row-item .open").click();
  const [check] = await Promise.all([asked("check"), see.button("check").click()]);
  assert.equal(check.postDataJSON().problem.author_length, 7);
  await page.locator(".soundness .fact", { hasText: "7" }).first().waitFor();
});

path("a link that is cut short is told, and changes nothing", { hash: at(CORNER) }, async ({ page, say }) => {
  const whole = plain(CORNER).replaceAll(" ", "_");
  for (const broken of [whole.slice(0, 12), whole.split("_")[0], whole.replace("8l", "7l"), whole.replace("6G2", "6Z2"), whole.replace("_b_", "_x_"), `${whole}?`]) {
    await page.evaluate((broken) => (location.hash = `#sfen=${broken}`), broken);
    await page.locator(".status .warning", { hasText: say("badLink") }).waitFor();
    await page.waitForFunction((whole) => location.hash.includes(whole), whole);
    await page.evaluate(() => (location.hash = "#sfen=4k4/9/4P4/9/9/9/9/9/9_b_G"));
    await page.locator(".status .warning", { hasText: say("badLink") }).waitFor({ state: "detached" });
    await page.evaluate((whole) => (location.hash = `#sfen=${whole}`), whole);
    await page.waitForFunction((whole) => location.hash.includes(whole), whole);
  }
});

path("Enter and Esc do one thing only", { hash: at(LONG) }, async ({ page, see }) => {
  await see.tab("checkTab");
  const fold = page.locator(".more-settings summary");
  await fold.focus();
  const wasOpen = await page.locator(".more-settings").evaluate((one) => one.open);
  await page.keyboard.press("Enter");
  await page.waitForFunction((was) => document.querySelector(".more-settings").open !== was, wasOpen);
  await page.locator('.setting input[type="checkbox"]').first().focus();
  await page.keyboard.press("Enter");
  await page.waitForTimeout(300);
  assert.equal(await page.locator(".progress").count(), 0);
  await see.tab("solveTab");
  await see.solve();
  await page.locator(".progress").waitFor();
  await see.brush("attacker", "金").click();
  await page.locator('.brush[aria-pressed="true"]').waitFor();
  await page.keyboard.press("Escape");
  await page.locator('.brush[aria-pressed="true"]').waitFor({ state: "detached" });
  await page.waitForTimeout(300);
  assert.equal(await page.locator(".progress").count(), 1);
  await page.keyboard.press("Escape");
  await page.locator(".progress").waitFor({ state: "detached" });
});

path("a game ends where it is left", { hash: at(CORNER) }, async ({ page, see }) => {
  for (const leave of [() => see.tab("solveTab"), () => see.button("rotate").click()]) {
    await see.tab("playTab");
    await see.button("playBegin").click();
    await see.button("playEnd").waitFor();
    await see.button("modeEdit").click();
    await leave();
    await see.tab("playTab");
    await see.button("playBegin").waitFor();
  }
});

path("many searches leave the page alive, and their results come", { hash: at(CORNER) }, async ({ page, see }) => {
  const long = Array.from({ length: 8 }, (_, at) => ({ kind: "solve", problem: { sfen: LONG.replace("4k4", `${at || ""}k${8 - at}`) }, options: { time_ms: 3_600_000 } }));
  const ids = await startJobs(page, ...long);
  await page.reload();
  await page.locator(".status .verdict.mate").waitFor();
  await page.goto(page.url().split("#")[0] + at("4k4/9/4P4/9/9/9/9/9/9 b G"));
  await page.locator(".status .verdict, .status .quiet").first().waitFor();
  await see.solve();
  await forget(page, ids);
  await page.locator(".answer.mate h2").waitFor();
});

path("a search that found less hides nothing", { hash: at(CORNER) }, async ({ page, see }) => {
  await see.solve();
  await page.locator(".answer.mate .move").nth(4).waitFor();
  await startJobs(page, { kind: "solve", problem: { sfen: plain(CORNER) + " 1", attacker: "black" }, options: { nodes: 1, futile: "standard" } });
  await page.reload();
  await page.locator(".answer.mate .move").nth(4).waitFor();
  await page.waitForTimeout(500);
  assert.equal(await page.locator(".answer.mate").count(), 1);
});

path("a report that cannot be saved is told", { hash: at(CORNER) }, async ({ page, see, say, faults }) => {
  await see.tab("checkTab");
  await see.button("check").click();
  await page.locator(".soundness h2").waitFor();
  await page.route("**/report.md*", (route) => route.abort());
  await see.button("saveReport", { kind: "MD" }).click();
  await page.locator(".status .warning", { hasText: say("serverGone") }).waitFor();
  // The browser says so, too.
  assert.ok(faults.splice(0).every((fault) => fault.includes("ERR_FAILED")));
});
