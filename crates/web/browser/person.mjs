// What the tests of the page share: positions, and a person who sees and does things.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openPage, startBrowser, startServer } from "./harness.mjs";
import { en } from "../page/text/en.js";
import { ja } from "../page/text/ja.js";

export const CORNER = "8k/6G2/9/8l/9/9/9/9/9 b 2S2r2b3g2s4n3l18p 1";
export const CORNER_LINE = ["S*2b", "1a1b", "S*1c", "1b2c", "3b3c"];
export const COOKED = "9/8k/6+PP1/9/8+P/9/9/9/9 b R15p 1";
export const NO_MATE = "4k4/9/9/9/9/9/9/9/9 b G 1";
/** Futile interpositions after the first move. */
export const FUTILE = "9/9/9/8k/8B/8+R/9/9/9 b rb4g4s4n4l18p 1";
/** 13 plies, with many interpositions. */
export const BRANCHED = "1p4g+b1/3l2gks/4sn2s/3pn1S1g/2pn1pl1l/2n1p1p2/R6g1/KR7/B6L1 b 12p 1";
/** Takes much longer than a test. */
export const LONG = "4k4/9/9/9/9/9/9/9/9 b 2B4G4S2Nrr2n4l17p 1";
export const EMPTY = "9/9/9/9/9/9/9/9/9 b - 1";

/** An SFEN without the number of the move. */
export const plain = (sfen) => sfen.split(" ").slice(0, 3).join(" ");
/** The fragment of the address for a position. */
export const at = (sfen, more = "") => `#sfen=${plain(sfen).replaceAll(" ", "_").replaceAll("+", "%2B")}${more}`;

/**
 * Starts a server and a browser for the tests of a file, and returns how to run a path in both languages. Errors of the
 * page fail it.
 */
export function group(...args) {
  let server;
  let browser;
  before(async () => {
    [server, browser] = await Promise.all([startServer("--jobs", "2", "--hash", "64M", ...args), startBrowser()]);
  });
  after(async () => {
    await browser?.close();
    await server?.stop();
  });
  return function path(name, options, by) {
    for (const [lang, texts] of Object.entries({ ja, en })) {
      test(`${name} (${lang})`, { timeout: 90_000 }, async (t) => {
        const { page, context, faults } = await openPage(browser, server.address, { lang, ...options });
        t.after(() => context.close());
        const say = (key, values = {}) => texts[key].replace(/\{(\w+)\}/g, (_, word) => String(values[word]));
        await by({ page, say, lang, t, faults, server, see: see(page, say) });
        assert.deepEqual(faults, []);
      });
    }
  };
}

/** What a person looks for on a page, and does there. */
const see = (page, say) => ({
  square: (name) => page.locator(`[data-name="${name}"]`),
  hand: (side, kind) => page.locator(`[data-side="${side}"] [data-kind="${kind}"]`),
  sfen: async () => decodeURIComponent(new URL(page.url()).hash.split("sfen=")[1].split("&")[0]).replaceAll("_", " "),
  waitForSfen: (sfen) =>
    page.waitForFunction((want) => decodeURIComponent(location.hash).includes(`sfen=${want}`), plain(sfen).replaceAll(" ", "_")),
  tab: (key) => page.getByRole("tab", { name: say(key), exact: true }).click(),
  button: (key, values) => page.getByRole("button", { name: say(key, values), exact: true }),
  solve: () => page.getByRole("button", { name: `${say("solve")} Enter` }).click(),
  brush: (side, piece) => page.locator(".brush").and(page.getByRole("button", { name: `${say(side)} ${piece}`, exact: true })),
  waitForPly: (ply) => page.waitForFunction((want) => document.querySelector(".ply")?.textContent?.startsWith(`${want} /`), ply),
  /** Plays a move by two clicks. */
  async play(move) {
    const from = move[1] === "*" ? this.hand("black", move[0]) : this.square(move.slice(0, 2));
    await from.click();
    await page.locator(`[data-name="${move.slice(2, 4)}"].goal`).click();
  },
  /** Drops files on the page, each with a name and its bytes. */
  async drop(...files) {
    const data = files.map(({ name, bytes }) => ({ name, bytes: [...bytes] }));
    await page.evaluate((data) => {
      const transfer = new DataTransfer();
      for (const { name, bytes } of data) transfer.items.add(new File([new Uint8Array(bytes)], name));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
    }, data);
  },
  /** Pastes a text on the page, outside of any field. */
  async paste(text) {
    await page.evaluate((text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", text);
      document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }, text);
  },
});
