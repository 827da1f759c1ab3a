// The page as a whole: its weight, its widths, its languages, keyboard and screen reader.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { startServer } from "../harness.mjs";
import { at, CORNER, COOKED, group, NO_MATE, plain } from "../person.mjs";

const path = group();
const TABS = ["solveTab", "checkTab", "playTab", "composeTab", "recordTab"];
/** What the browser may load before images, in bytes. */
const MOST_BYTES = 300_000;
/** Milliseconds until the board stands there. */
const FIRST_VIEW = 1000;
/** CSS pixels that a finger needs. */
const FINGER = 40;

path("the page is light, and there at once", {}, async ({ page, server }) => {
  const kinds = {};
  page.on("response", async (response) => {
    const kind = response.request().resourceType();
    const body = await response.body().catch(() => Buffer.alloc(0));
    kinds[kind] = (kinds[kind] ?? 0) + body.length;
  });
  // The best of ten: others may be at work on this machine.
  const times = [];
  for (let i = 0; i < 10 && !times.some((time) => time < FIRST_VIEW); i++) {
    await page.goto("about:blank");
    await page.goto(server.address);
    await page.locator(".square").nth(80).waitFor();
    times.push(await page.evaluate(() => performance.now()));
    if (i > 0) continue;
    await page.waitForLoadState("networkidle");
    const bytes = ["document", "stylesheet", "script"].reduce((sum, kind) => sum + (kinds[kind] ?? 0), 0);
    console.log(`the page: ${Math.round(bytes / 1000)} kB before images (${Object.entries(kinds).map(([kind, size]) => `${kind} ${Math.round(size / 1000)}`).join(", ")})`);
    assert.ok(bytes > 10_000 && bytes < MOST_BYTES, `${bytes} bytes`);
    // Every module is asked for by the page itself, none only when another one names it.
    const [loaded, preloaded] = await page.evaluate(() => [
      performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname).filter((path) => path.endsWith(".js") && path !== "/app.js").toSorted(),
      [...document.querySelectorAll('link[rel="modulepreload"]')].map((link) => link.getAttribute("href")).toSorted(),
    ]);
    assert.deepEqual([...new Set(loaded)], preloaded);
  }
  console.log(`the first view: ${times.map((time) => `${Math.round(time)} ms`).join(", ")}`);
  assert.ok(Math.min(...times) < FIRST_VIEW, times.join());
});

path("nothing is wider than a phone, and a finger finds everything", { width: 390, height: 844, hash: at(CORNER) }, async ({ page, see }) => {
  const look = async (where) => {
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wider <= 0, `${where}: ${wider} pixels too wide`);
    const small = await page.evaluate((least) => {
      const found = [];
      for (const one of document.querySelectorAll("button, select, input, summary, a[href]")) {
        // A label is pressed as what it names, a hand's place as its piece.
        const area = one.type === "checkbox" || one.type === "file" ? one.closest("label") : one.matches(".hand-piece") ? one.closest(".slot") : one;
        const box = area.getBoundingClientRect();
        // Half a pixel is a matter of rounding.
        if (box.width && (box.height < least - 0.5 || box.width < least - 8)) found.push(`${one.className || one.tagName} ${one.textContent?.trim().slice(0, 12)} ${box.width.toFixed(1)}×${box.height.toFixed(1)}`);
      }
      return [...new Set(found)];
    }, FINGER);
    assert.deepEqual(small, [], where);
  };
  // The board takes the whole width.
  assert.ok((await page.locator(".board").boundingBox()).width > 350);
  await see.tab("editTab");
  await look("editTab");
  for (const tab of TABS) {
    await see.tab(tab);
    // The panel begins on the first screen.
    assert.ok((await page.locator(".tabs").boundingBox()).y < 700, tab);
    await look(tab);
  }
  await see.tab("solveTab");
  await see.button("solve").tap();
  await page.locator(".answer .move").nth(4).tap();
  await page.locator(".player .tool").first().waitFor();
  // The board is seen again.
  assert.ok((await page.locator(".board").boundingBox()).y >= 0);
  await see.button("showTree").tap();
  await page.locator(".tree .move").first().waitFor();
  await look("answer");
  await see.tab("checkTab");
  await see.button("check").tap();
  await page.locator(".soundness h2").waitFor();
  await look("report");
  for (const view of ["collection", "help"]) {
    await see.button(view).tap();
    await look(view);
  }
});

for (const [width, height] of [[820, 1180], [1000, 700], [1366, 768], [1920, 1080]]) {
  path(`nothing overlaps on a screen of ${width} × ${height}`, { width, height, hash: at(CORNER) }, async ({ page, see }) => {
    const look = async (where) => {
      const bad = await page.evaluate(() => {
        const found = [];
        if (document.documentElement.scrollWidth > innerWidth) found.push("the page is too wide");
        const box = (one) => one.getBoundingClientRect();
        const board = box(document.querySelector(".board"));
        for (const hand of document.querySelectorAll(".hand")) {
          const slots = [...hand.querySelectorAll(".slot")];
          if (box(slots.at(-1)).right > board.right + 1) found.push(`${hand.dataset.side}: beyond the board`);
          if (slots.some((slot, i) => i && box(slot).left < box(slots[i - 1]).right - 1)) found.push(`${hand.dataset.side}: slots overlap`);
          if (box(hand.querySelector(".hand-name")).right > box(slots[0]).left + 1) found.push(`${hand.dataset.side}: its name overlaps`);
        }
        for (const tab of document.querySelectorAll('[role="tab"]')) {
          if (box(tab).right > box(document.querySelector(".panels")).right) found.push(`${tab.textContent}: cut off`);
        }
        return found;
      });
      assert.deepEqual(bad, [], where);
    };
    await look("setting up");
    await see.button("modePlay").click();
    await look("playing");
  });
}

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
for (const dark of [false, true]) {
  path(`axe finds nothing in the ${dark ? "dark" : "light"}`, { dark, hash: at(COOKED.replace("R15p", "Rr2b4g4s4n4l15p")) }, async ({ page, see }) => {
    await page.evaluate(await readFile(axe, "utf8"));
    const look = async (where) => {
      const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
      const told = violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => `${node.html.slice(0, 120)} ${node.any[0]?.message ?? ""}`).join(" | ")}`);
      assert.deepEqual(told, [], where);
    };
    await page.locator(".status .verdict").waitFor();
    await see.solve();
    await page.locator(".answer .move").first().waitFor();
    await see.button("showTree").click();
    await page.locator(".tree .move").first().click();
    await look("solve");
    await see.tab("checkTab");
    await see.button("check").click();
    await page.locator(".fact .move").first().waitFor();
    await look("check");
    for (const tab of ["playTab", "composeTab", "recordTab"]) {
      await see.tab(tab);
      await look(tab);
    }
    await see.button("modeEdit").click();
    await see.drop({ name: "two.sfen", bytes: Buffer.from(`${CORNER}\n${NO_MATE}\n`) });
    await page.locator(".row-item").nth(1).waitFor();
    await look("collection");
    await see.button("help").click();
    await look("help");
  });
}

path("the focus is seen wherever the keyboard goes", { hash: at(CORNER) }, async ({ page }) => {
  await page.locator(".status .verdict.mate").waitFor();
  const unseen = new Set();
  const seen = new Set();
  for (let i = 0; i < 90; i++) {
    await page.keyboard.press("Tab");
    const at = await page.evaluate(() => {
      const one = document.activeElement;
      if (!one || one === document.body) return null;
      const shown = one.matches('input[type="file"]') ? one.closest("label") : one;
      const { outlineStyle, outlineWidth } = getComputedStyle(shown);
      return { name: `${one.className} ${one.textContent?.trim().slice(0, 10)}`, ring: outlineStyle !== "none" && outlineWidth !== "0px" };
    });
    if (!at) break;
    seen.add(at.name);
    if (!at.ring) unseen.add(at.name);
  }
  assert.ok(seen.size > 30, `${seen.size}`);
  assert.deepEqual([...unseen], []);
});

path("help fits on one screen", {}, async ({ page, see }) => {
  await see.button("help").click();
  const below = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
  assert.ok(below <= 0, `${below} pixels below the screen`);
});

path("two windows do not disturb each other", { hash: at(CORNER) }, async ({ page, see }) => {
  await page.locator(".status .verdict.mate").waitFor();
  const other = await page.context().newPage();
  await other.goto(new URL("/", page.url()).href + at(NO_MATE));
  await other.locator(".status .verdict.nomate").waitFor();
  await page.reload();
  await page.locator(".status .verdict.mate").waitFor();
  assert.equal(await see.sfen(), plain(CORNER));
});

path("light and dark, and the other language, are a click away", { hash: at(CORNER) }, async ({ page, lang }) => {
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await paper();
  await page.locator(".theme").click();
  await page.locator(".theme").click();
  assert.notEqual(await paper(), light);
  await page.locator(".status .verdict").waitFor();
  await page.getByRole("button", { name: lang === "ja" ? "English" : "日本語" }).click();
  assert.equal(await page.evaluate(() => document.documentElement.lang), lang === "ja" ? "en" : "ja");
  await page.getByRole("tab", { name: lang === "ja" ? "Check" : "検討" }).waitFor();
  // What was found is told in the other language, too.
  await page.locator(".status .verdict", { hasText: lang === "ja" ? /mate/i : /手詰/ }).waitFor();
});

path("a server that was killed is missed, and what was set up is still there", {}, async ({ page, see, say, faults, t }) => {
  const own = await startServer("--token", "0123456789abcdef0123456789abcdef");
  t.after(() => own.stop("SIGKILL"));
  await page.goto(own.address + at(NO_MATE));
  await page.locator(".status .verdict.nomate").waitFor();
  await own.stop("SIGKILL");
  await see.square("5a").dragTo(see.square("4a"));
  await page.locator(".status .warning", { hasText: say("serverGone") }).waitFor();
  await see.waitForSfen("5k3/9/9/9/9/9/9/9/9 b G");
  const again = await startServer("--token", "0123456789abcdef0123456789abcdef", "--port", new URL(own.address).port);
  t.after(() => again.stop());
  // It is found again by itself; whom it does not know it tells what to open.
  await page.locator(".status .warning", { hasText: "kemuri web" }).filter({ hasNotText: say("serverGone") }).waitFor();
  await page.goto(again.address);
  await page.locator(".status .verdict.nomate").waitFor();
  assert.equal(await see.sfen(), "5k3/9/9/9/9/9/9/9/9 b G");
  // The browser tells of each request that found nobody.
  const other = faults.filter((fault) => !/ERR_CONNECTION|net::|Failed to load/.test(fault));
  assert.deepEqual(other, []);
  faults.length = 0;
});
