// Problems are solved, checked, played and extended.

import assert from "node:assert/strict";
import { at, BRANCHED, COOKED, CORNER, FUTILE, group, LONG, NO_MATE } from "../person.mjs";

const path = group();

path("the answer is shown and stepped through", { hash: at(CORNER) }, async ({ page, see, say }) => {
  await see.tab("solveTab");
  await see.solve();
  await page.locator(".answer.mate .move").nth(4).waitFor();
  await page.getByText(say("provenShortest")).waitFor();
  await page.locator(".answer.mate .move").nth(1).click();
  assert.equal(await page.locator(".ply").innerText(), "2 / 5");
  await page.locator('[data-name="1b"] .piece').waitFor();
  await page.keyboard.press("End");
  await see.waitForPly(5);
  await see.button("back").click();
  await see.waitForPly(4);
});

path("variations are folded, and unfolded where one looks", { hash: at(BRANCHED) }, async ({ page, see }) => {
  await see.solve();
  await see.button("showTree").click();
  await page.locator(".tree details").first().waitFor();
  // The replies to the main line are seen with their lengths, what is below them is folded.
  const lengths = page.locator(".tree > .branch > ul > li > .branch > summary .tree-length, .tree > .branch > ul > li > .branch > .tree-length");
  assert.ok((await lengths.count()) > 5);
  const hidden = page.locator(".tree details li .move").first();
  assert.equal(await hidden.isVisible(), false);
  // A line that runs into another one leads there.
  await page.locator(".tree .joins").first().click();
  const joined = await page.evaluate(() => document.activeElement?.closest("[data-line]")?.getAttribute("data-line"));
  assert.match(await page.locator(".tree .joins").first().innerText(), new RegExp(`\\[${joined}\\]`));
  await see.button("unfoldAll").click();
  await hidden.waitFor();
  await hidden.click();
  await page.waitForFunction(() => Number.parseInt(document.querySelector(".ply").textContent) > 1);
});

path("futile interpositions are explained where they happen", { hash: at(FUTILE) }, async ({ page, see, say }) => {
  await see.solve();
  await page.locator(".solution .futile-mark", { hasText: say("futileMark") }).waitFor();
  await page.locator(".futile .move").first().click();
  assert.equal(await page.locator(".ply").innerText(), "2 / 3");
});

path("a no-mate shows its closest try and what refutes each check", { hash: at(NO_MATE) }, async ({ page, see, say }) => {
  await see.button("rest").click();
  await see.solve();
  await page.locator(".answer.nomate h2").waitFor();
  await page.locator(".solution", { hasText: say("closestTry") }).locator(".move").first().click();
  await see.waitForPly(1);
  await see.button("showRefutation").click();
  await page.locator(".tree .branch .move").nth(4).waitFor();
});

path("a long search shows its numbers, survives a reload, and stops", { hash: at(LONG) }, async ({ page, see }) => {
  await page.locator(".status .quiet, .status .verdict").first().waitFor();
  await see.solve();
  await page.locator(".progress .numbers dd").nth(6).waitFor();
  await page.reload();
  await page.locator(".progress .numbers").waitFor();
  // Numbers that change move nothing.
  const heights = new Set();
  for (let i = 0; i < 10; i++) {
    heights.add((await page.locator(".progress").boundingBox()).height);
    await page.waitForTimeout(100);
  }
  assert.equal(heights.size, 1, [...heights].join());
  await page.keyboard.press("Escape");
  await page.locator(".progress").waitFor({ state: "detached" });
  await page.locator(".answer h2").waitFor();
});

path("a search keeps to the limits and the rule that were chosen", { hash: at(FUTILE) }, async ({ page, see, say }) => {
  await page.locator(".more-settings summary").click();
  // Every interposition counts: the mate is longer.
  await page.locator(".status .verdict", { hasText: /1/ }).waitFor();
  const rule = page.getByLabel(say("futile"));
  const values = await rule.locator("option").evaluateAll((all) => all.map((one) => one.value));
  assert.ok(values.includes("none"), values.join());
  await rule.selectOption("none");
  await page.locator(".status .verdict", { hasText: /3/ }).waitFor();
  await see.solve();
  await page.locator(".answer .move").nth(2).waitFor();
  // A result belongs to its rule.
  await rule.selectOption("standard");
  await page.locator(".status .verdict", { hasText: /1/ }).waitFor();
  await page.locator(".history li", { hasText: /1/ }).last().waitFor();
  await page.goto(page.url().split("#")[0] + at(LONG));
  await page.getByLabel(say("nodes")).selectOption({ index: 1 });
  await page.getByLabel(say("timeLimit")).selectOption("0");
  await see.solve();
  await page.locator(".progress").waitFor();
  await page.locator(".progress").waitFor({ state: "detached" });
  await page.locator(".answer h2").waitFor();
});

path("a check names the cooks with lines that play, and a repair is tried and undone", { hash: at(COOKED) }, async ({ page, see, say }) => {
  await see.button("rest").click();
  await see.tab("checkTab");
  await see.button("check").click();
  await page.locator(".soundness.unsound h2").waitFor();
  await page.locator(".fact.fatal .move").first().click();
  await see.waitForPly(1);
  // The gravest first; what the profile does not count is folded.
  const weights = await page.locator(".soundness > .facts .fact").evaluateAll((all) => all.map((one) => (one.classList.contains("fatal") ? 0 : 1)));
  assert.deepEqual(weights, weights.toSorted());
  assert.ok(await page.locator(".ignored .fact").count());
  await see.button("suggest").click();
  await page.locator(".repair").first().waitFor({ timeout: 60_000 });
  const hash = page.url();
  await page.locator(".repair").first().click();
  await page.waitForFunction((old) => location.href !== old, hash);
  await page.locator(".status .verdict.mate").waitFor();
  await page.keyboard.press("Control+z");
  await page.waitForFunction((old) => location.href === old, hash);
  await page.locator(".soundness.unsound h2").waitFor();
  await page.locator(".repair").first().waitFor();
  // Another profile judges otherwise.
  const words = await page.locator(".soundness h2").innerText();
  await page.getByLabel(say("profile")).selectOption({ index: 1 });
  await see.button("check").click();
  await page.waitForFunction((old) => document.querySelector(".soundness h2").textContent !== old, words);
});

path("what is undecided stands apart, and goes on with more time", { hash: at(LONG) }, async ({ page, see, say }) => {
  await see.button("rest").click();
  await see.tab("checkTab");
  await page.getByLabel(say("timeLimit")).selectOption({ index: 0 });
  await see.button("check").click();
  await page.locator(".soundness.undecided h2").waitFor();
  await page.locator(".fact.undecided").first().waitFor();
  await see.button("goOn", { times: 5 }).click();
  await page.locator(".progress").waitFor();
  // What is known stays while it goes on.
  await page.locator(".fact.undecided").first().waitFor();
  await page.keyboard.press("Escape");
  await page.locator(".progress").waitFor({ state: "detached" });
});

path("the user attacks, Kemuri defends as long as it can", { hash: at(CORNER) }, async ({ page, see, say }) => {
  const turn = () => page.locator(".answer h2", { hasText: say("yourMove") }).waitFor();
  await see.tab("playTab");
  await see.button("playBegin").click();
  await see.button("hint").click();
  await page.locator(".answer .move").first().waitFor();
  // The hint is on the board, too: the piece in hand and its square.
  await page.locator('[data-name="2b"].advised.for-attacker').waitFor();
  await page.locator('[data-side="black"] .slot.advised [data-kind="S"]').waitFor();
  for (const move of ["S*2b", "S*1c", "3b3c"]) {
    await turn();
    await see.play(move);
  }
  await page.locator(".answer h2", { hasText: say("youMated", { count: 5 }) }).waitFor();
});

path("a move that fails is refuted in words, taken back, and another defence chosen", { hash: at(BRANCHED) }, async ({ page, see, say }) => {
  const turn = () => page.locator(".answer h2", { hasText: say("yourMove") }).waitFor();
  await see.tab("playTab");
  await see.button("playBegin").click();
  await turn();
  await page.waitForTimeout(200);
  await see.square("3d").click();
  await page.locator(".goal").first().click();
  if (await page.locator(".promotion").count()) await page.locator(".promotion button").first().click();
  await page.locator(".panel .warning").waitFor();
  await see.button("takeBack").click();
  await see.waitForPly(0);
  await turn();
  // The right move: the longest defence is played, the others can be chosen.
  await page.waitForTimeout(200);
  await see.play("8h8g");
  await see.waitForPly(2);
  const replies = page.locator(".replies li");
  await replies.nth(1).waitFor();
  const [first, other] = [await page.locator(".answer ~ .solution .move").nth(1).innerText(), replies.nth(2).locator(".move")];
  await other.click();
  await page.waitForFunction((old) => document.querySelectorAll(".solution .move")[1]?.innerText !== old, first);
  await turn();
  await replies.nth(1).waitFor();
});

path("longer problems that end in the position are found, taken, and left again", { hash: at("9/8k/6+PP1/9/8+P/9/9/9/9 b 15p") }, async ({ page, see, say }) => {
  await see.tab("composeTab");
  await page.getByLabel(say("withRejected")).check();
  await see.button("composeRun").click();
  await page.locator("details .found").first().waitFor({ state: "attached" });
  await page.locator(".progress").waitFor({ state: "detached", timeout: 60_000 });
  // Sound ones with hand and length, rejected ones on demand with the reason.
  await page.locator(".found .small-hand").first().waitFor();
  assert.match(await page.locator(".found .found-words").first().innerText(), /5/);
  await page.locator("details summary").last().click();
  await page.locator("details .found").first().waitFor();
  assert.ok((await page.locator("details .found .found-words").first().innerText()).trim());
  const hash = page.url();
  await page.locator(".found").first().click();
  await page.waitForFunction((old) => location.href !== old, hash);
  // The history is a tree that is kept: on from here, and back.
  const rows = await page.locator(".history li").count();
  await page.reload();
  assert.equal(await page.locator(".history li").count(), rows);
  await page.keyboard.press("Control+z");
  await page.locator(".found").first().waitFor();
});
