// Makes the pictures of the guide: `npm run screenshots [folder]`. VIEWS, WIDTHS, DARK and HASH
// in the environment choose others, to look at: VIEWS=all WIDTHS=1440,390 DARK=1.

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { openPage, PROGRAM, startBrowser, startServer } from "./harness.mjs";

const folder = process.argv[2] ?? new URL("../../../docs/src/guide/pictures/web/", import.meta.url).pathname;
const chosen = (process.env.VIEWS ?? "solve,check").split(",");
const widths = (process.env.WIDTHS ?? "1280").split(",").map(Number);
/** A problem of 13 plies with an interposition of each kind. */
const PROBLEM = "#sfen=1p4g%2Bb1/3l2gks/4sn2s/3pn1S1g/2pn1pl1l/2n1p1p2/R6g1/KR7/B6L1_b_12p";

await mkdir(folder, { recursive: true });
const server = await startServer();
const browser = await startBrowser();
/** @param {import("playwright-core").Page} page @param {string} name */
const shoot = (page, name) => page.screenshot({ path: join(folder, `${name}.png`) });
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
const views = {
  solve: async (page, t) => {
    await page.getByRole("tab", { name: t("解く", "Solve") }).click();
    await page.getByRole("button", { name: t("解く Enter", "Solve Enter") }).click();
    await page.locator(".answer h2").waitFor();
    await page.locator(".answer .move").nth(4).click();
  },
  check: async (page, t) => {
    await page.getByRole("tab", { name: t("検討", "Check") }).click();
    await page.getByRole("button", { name: t("検討する", "Check"), exact: true }).click();
    await page.locator(".soundness h2").waitFor();
  },
  record: async (page, t) => page.getByRole("tab", { name: t("棋譜", "Record") }).click(),
  play: async (page, t) => page.getByRole("tab", { name: t("対局", "Play") }).click(),
  compose: async (page, t) => page.getByRole("tab", { name: t("逆算", "Compose") }).click(),
  help: async (page, t) => page.getByRole("button", { name: t("使い方", "Help") }).click(),
};
try {
  for (const lang of ["ja", "en"]) {
    for (const width of widths) {
      const height = width < 600 ? 844 : Math.round(width * 0.625);
      for (const dark of process.env.DARK ? [false, true] : [false]) {
        const { page, context } = await openPage(browser, server.address, { lang, width, height, dark, hash: process.env.HASH ?? PROBLEM });
        for (const [name, go] of Object.entries(views)) {
          if (!chosen.includes(name) && !chosen.includes("all")) continue;
          await go(page, (ja, en) => (lang === "ja" ? ja : en));
          await page.waitForTimeout(300);
          await shoot(page, [name, lang, widths.length > 1 && String(width), dark && "dark"].filter(Boolean).join("-"));
        }
        await context.close();
      }
    }
    await shootReport(lang);
  }
} finally {
  await browser.close();
  await server.stop();
}
