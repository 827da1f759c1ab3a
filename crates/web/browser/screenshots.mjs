// Makes the pictures of the guide: `npm run screenshots [folder]`. VIEWS, WIDTHS, DARK and LANGS
// in the environment choose others, to look at: VIEWS=all WIDTHS=1440,390 DARK=1 FULL=1.

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { openPage, PROGRAM, startBrowser, startServer } from "./harness.mjs";

const folder = process.argv[2] ?? fileURLToPath(new URL("../../../docs/src/guide/pictures/web/", import.meta.url));
const chosen = (process.env.VIEWS ?? "solve,check,compose,collection").split(",");
const widths = (process.env.WIDTHS ?? "1280").split(",").map(Number);
const langs = (process.env.LANGS ?? "ja,en").split(",");
/** A problem of 13 plies with an interposition of each kind. */
const PROBLEM = "1p4g%2Bb1/3l2gks/4sn2s/3pn1S1g/2pn1pl1l/2n1p1p2/R6g1/KR7/B6L1_b_12p";
const CORNER = "8k/6G2/9/8l/9/9/9/9/9_b_2S2r2b3g2s4n3l18p";
const COOKED = "9/8k/6%2BPP1/9/8%2BP/9/9/9/9_b_Rr2b4g4s4n4l15p";
const BACKWARDS = "9/8k/6%2BPP1/9/8%2BP/9/9/9/9_b_15p";
const FUTILE = "9/9/9/8k/8B/8%2BR/9/9/9_b_rb4g4s4n4l18p";
const NO_MATE = "4k4/9/9/9/9/9/9/9/9_b_G2r2b3g4s4n4l18p";
const LONG = "4k4/9/9/9/9/9/9/9/9_b_2B4G4S2Nrr2n4l17p";
const FAULTS = "4k4/9/4P4/9/4P4/9/9/9/N8_b_G";

/**
 * @typedef {{page: import("playwright-core").Page, tab: (ja: string, en: string) => Promise<void>, button: (ja: string, en: string) => import("playwright-core").Locator,
 *   say: (ja: string, en: string) => string}} Person
 */
const solve = async ({ page, tab }) => {
  await tab("解く", "Solve");
  await page.locator(".panel .primary").click();
  await page.locator(".answer h2").waitFor();
};
/** Each view: the position it shows, and what a person does there. @type {Record<string, [string, (person: Person) => Promise<unknown>]>} */
const views = {
  first: ["", async () => {}],
  solve: [PROBLEM, async (person) => {
    await solve(person);
    await person.page.locator(".answer .move").nth(4).click();
  }],
  tree: [PROBLEM, async (person) => {
    await solve(person);
    await person.button("変化を全部見る", "Show all variations").click();
    await person.page.locator(".tree .branch").first().waitFor();
  }],
  futile: [FUTILE, async (person) => {
    await solve(person);
    await person.page.locator(".futile summary").first().click();
  }],
  nomate: [NO_MATE, async (person) => {
    await solve(person);
    await person.button("不詰の手順を見る", "Show why there is no mate").click();
    await person.page.locator(".tree .branch").first().waitFor();
  }],
  long: [LONG, async ({ page, tab }) => {
    await page.waitForTimeout(600);
    await tab("解く", "Solve");
    // Another picture may have begun it.
    const solve = page.locator(".panel .primary");
    if (await solve.isEnabled()) await solve.click();
    await page.locator(".progress .numbers dd").nth(3).waitFor();
    await page.waitForTimeout(700);
  }],
  check: [COOKED, async ({ page, tab, button }) => {
    await tab("検討", "Check");
    await button("検討する", "Check").click();
    await page.locator(".soundness h2").waitFor();
    await button("修正案を探す", "Suggest repairs").click();
    await page.locator(".repair").first().waitFor({ timeout: 60_000 }).catch(() => {});
    await page.locator(".fact .move").first().click();
  }],
  play: [CORNER, async ({ page, tab, button }) => {
    await tab("対局", "Play");
    await button("始める", "Begin").click();
    await page.waitForTimeout(800);
    await button("ヒント", "Hint").click();
  }],
  compose: [BACKWARDS, async ({ page, tab, button }) => {
    await button("残りを玉方へ", "Rest to the defender").click();
    await tab("逆算", "Compose");
    await button("逆算する", "Go backwards").click();
    await page.locator(".found").first().waitFor();
    await page.locator(".progress").waitFor({ state: "detached" });
    await page.waitForTimeout(700);
  }],
  record: [CORNER, async ({ tab }) => tab("棋譜", "Record")],
  faults: [FAULTS, async () => {}],
  empty: ["9/9/9/9/9/9/9/9/9_b_-", async () => {}],
  nocollection: ["", async ({ button }) => button("作品集", "Collection").click()],
  collection: ["", async ({ page, button, say }) => {
    await button("作品集", "Collection").click();
    const lines = [["一 one", CORNER, "5"], ["二 two", COOKED, "3"], ["三 three", PROBLEM, "13"], ["四 four", NO_MATE, "nomate"], ["五 five", FUTILE, "3"]]
      .map(([names, ...rest]) => [say(.../** @type {[string, string]} */ (names.split(" "))), ...rest])
      .map(([id, sfen, length]) => `${id}\t${decodeURIComponent(sfen).replaceAll("_", " ")} 1\t${length}\n`);
    await page.locator('input[type="file"]').first().setInputFiles({ name: "sample.tsv", mimeType: "text/plain", buffer: Buffer.from(lines.join("")) });
    await page.locator(".row-item").nth(4).waitFor();
    await button("全部検討する", "Check all").click();
    await page.waitForFunction(() => document.querySelectorAll(".row-verdict.complete, .row-verdict.unsound, .row-verdict.nomate, .row-verdict.flawed").length >= 5, null, { timeout: 90_000 });
    await page.locator(".batch").waitFor({ state: "detached", timeout: 90_000 });
    await page.waitForTimeout(500);
  }],
  help: ["", async ({ button }) => button("使い方", "Help").click()],
};

await mkdir(folder, { recursive: true });
const server = await startServer();
const browser = await startBrowser();
/** A problem with a cook, as `kemuri check` reports it. @param {string} lang */
const shootReport = async (lang) => {
  const report = join(tmpdir(), `kemuri-report-${process.pid}.html`);
  const problem = `${lang === "ja" ? "例題" : "example"}\t7k1/9/5+PP+P1/9/9/9/9/9/9 b 2r2b4g4s4n4l15p 1`;
  spawnSync(PROGRAM, ["check", problem, "--lang", lang, "--report", report]);
  const page = await browser.newPage({ viewport: { width: 760, height: 400 } });
  await page.goto(`file://${report}`);
  await page.screenshot({ path: join(folder, `report-${lang}.png`), fullPage: true });
  await page.close();
};
try {
  for (const lang of langs) {
    for (const width of widths) {
      const height = width < 600 ? 844 : Math.round(width * 0.625);
      for (const dark of process.env.DARK ? [false, true] : [false]) {
        for (const [view, [sfen, go]] of Object.entries(views)) {
          if (!chosen.includes(view) && !chosen.includes("all")) continue;
          const hash = sfen && `#sfen=${sfen}`;
          const { page, context } = await openPage(browser, server.address, { lang, width, height, dark, hash });
          const say = (ja, en) => (lang === "ja" ? ja : en);
          const button = (ja, en) => page.getByRole("button", { name: say(ja, en), exact: true });
          await page.waitForTimeout(300);
          try {
            await go({ page, button, say, tab: (ja, en) => page.getByRole("tab", { name: say(ja, en) }).click() });
          } catch (error) {
            console.error(`${view} ${lang} ${width}: ${error}`);
            process.exitCode = 1;
          }
          await page.mouse.move(0, 0);
          await page.waitForTimeout(300);
          const name = [view, lang, widths.length > 1 && String(width), dark && "dark"].filter(Boolean).join("-");
          await page.screenshot({ path: join(folder, `${name}.png`), fullPage: !!process.env.FULL });
          await context.close();
        }
      }
    }
    await shootReport(lang);
  }
} finally {
  await browser.close();
  await server.stop();
}
