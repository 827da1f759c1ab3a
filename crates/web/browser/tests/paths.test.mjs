// A person's path through the page, for everything it offers, in both languages.

import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { openPage, scratch, startBrowser, startServer } from "../harness.mjs";
import { en } from "../../page/text/en.js";
import { ja } from "../../page/text/ja.js";

const CORNER = "8k/6G2/9/8l/9/9/9/9/9 b 2S2r2b3g2s4n3l18p 1";
const CORNER_LINE = ["S*2b", "1a1b", "S*1c", "1b2c", "3b3c"];
const COOKED = "9/8k/6+PP1/9/8+P/9/9/9/9 b R15p 1";
const NO_MATE = "4k4/9/9/9/9/9/9/9/9 b G 1";
/** Futile interpositions after the first move. */
const FUTILE = "9/9/9/8k/8B/8+R/9/9/9 b rb4g4s4n4l18p 1";
/** Takes much longer than a test. */
const LONG = "4k4/9/9/9/9/9/9/9/9 b 2B4G4S2Nrr2n4l17p 1";

let server;
let browser;
before(async () => {
  [server, browser] = await Promise.all([startServer("--jobs", "2", "--hash", "64M"), startBrowser()]);
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** The fragment of the address for a position. */
const at = (sfen, more = "") => `#sfen=${sfen.split(" ").slice(0, 3).join("_").replaceAll("+", "%2B")}${more}`;

/** Runs a path in both languages; errors of the page fail it. */
function path(name, options, by) {
  for (const [lang, texts] of Object.entries({ ja, en })) {
    test(`${name} (${lang})`, { timeout: 60_000 }, async (t) => {
      const { page, context, faults } = await openPage(browser, server.address, { lang, ...options });
      t.after(() => context.close());
      const say = (key, values = {}) => texts[key].replace(/\{(\w+)\}/g, (_, word) => String(values[word]));
      await by({ page, say, lang, t, see: see(page, say) });
      assert.deepEqual(faults, []);
    });
  }
}

/** What tests look for on a page. */
const see = (page, say) => ({
  square: (name) => page.locator(`[data-name="${name}"]`),
  sfen: async () => decodeURIComponent(new URL(page.url()).hash.split("sfen=")[1].split("&")[0]).replaceAll("_", " "),
  waitForSfen: (sfen) =>
    page.waitForFunction((want) => decodeURIComponent(location.hash).includes(`sfen=${want}`), sfen.split(" ").slice(0, 3).join("_")),
  tab: (key) => page.getByRole("tab", { name: say(key) }).click(),
  button: (key, values) => page.getByRole("button", { name: say(key, values), exact: true }),
  brush: (side, piece) => page.locator(".brush").and(page.getByRole("button", { name: `${say(side)} ${piece}`, exact: true })),
});

path("a problem is set up by hand, with the rest to the defender", { hash: at("9/9/9/9/9/9/9/9/9 b -") }, async ({ page, say, see }) => {
  await see.brush("defender", "玉").click();
  await see.square("1a").click();
  // A brush places many.
  await see.brush("attacker", "金").click();
  await see.square("3b").click();
  await see.square("5e").click();
  await see.waitForSfen("8k/6G2/9/9/4G4/9/9/9/9 b -");
  await page.keyboard.press("Escape");
  // Undo and redo.
  await page.keyboard.press("Control+z");
  await see.waitForSfen("8k/6G2/9/9/9/9/9/9/9 b -");
  await page.keyboard.press("Control+y");
  await page.keyboard.press("Control+z");
  await see.brush("defender", "香").click();
  await see.square("1d").click();
  await page.keyboard.press("Escape");
  // A hand by its buttons, and by drag.
  await page.locator('[data-side="black"]').getByRole("button", { name: say("oneMore", { piece: "銀" }) }).click();
  await see.brush("attacker", "銀").dragTo(page.locator('[data-side="black"]').locator('[data-kind="S"]'));
  await see.waitForSfen("8k/6G2/9/8l/9/9/9/9/9 b 2S");
  await see.button("rest").click();
  await see.waitForSfen(CORNER);
  // Solved while it is edited.
  await page.locator(".status .verdict.mate").waitFor();
  assert.match(await page.locator(".status .verdict").innerText(), /5/);
  // A reload loses nothing.
  await page.reload();
  await page.locator(".status .verdict.mate").waitFor();
  assert.equal(await see.sfen(), CORNER.split(" ").slice(0, 3).join(" "));
});

path("pieces move by drag, turn over, and leave the board", { hash: at("4k4/9/4P4/9/9/9/9/9/9 b G") }, async ({ page, see }) => {
  await see.square("5c").dragTo(see.square("4c"));
  await see.waitForSfen("4k4/9/5P3/9/9/9/9/9/9 b G");
  await see.square("4c").click({ button: "right" });
  await see.waitForSfen("4k4/9/5+P3/9/9/9/9/9/9 b G");
  await see.square("4c").click({ button: "right" });
  await see.waitForSfen("4k4/9/5p3/9/9/9/9/9/9 b G");
  // To a hand by two clicks, from a hand to the board.
  await see.square("4c").click();
  await page.locator('[data-side="black"] .hand-name').click();
  await see.waitForSfen("4k4/9/9/9/9/9/9/9/9 b GP");
  await page.locator('[data-side="black"] [data-kind="G"]').click();
  await see.square("5b").click();
  await see.waitForSfen("4k4/4G4/9/9/9/9/9/9/9 b P");
  // Mirror, shift, clear, and back.
  await see.button("mirror").click();
  await see.button("shiftRight").click();
  await see.waitForSfen("5k3/5G3/9/9/9/9/9/9/9 b P");
  await see.button("clear").click();
  await see.waitForSfen("9/9/9/9/9/9/9/9/9 b -");
  await see.button("undo").click();
  await see.waitForSfen("5k3/5G3/9/9/9/9/9/9/9 b P");
});

path("the keyboard sets up a position and solves it", { hash: at("9/9/9/9/9/9/9/9/9 b -") }, async ({ page, see }) => {
  await see.square("5a").focus();
  await page.keyboard.press("k");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Shift+P");
  await see.waitForSfen("4k4/9/4P4/9/9/9/9/9/9 b -");
  await page.keyboard.press("x");
  await see.waitForSfen("4k4/9/4p4/9/9/9/9/9/9 b -");
  await page.keyboard.press("x");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Shift+G");
  await page.keyboard.press("h");
  await see.waitForSfen("4k4/9/4P4/9/9/9/9/9/9 b G");
  await page.locator(".status .quiet, .status .verdict").waitFor();
  await page.keyboard.press("Enter");
  await page.locator(".answer.mate h2").waitFor();
});

path("what is wrong with a position is said beside its square", { hash: at("4k4/9/4P4/9/4P4/9/9/9/9 b G") }, async ({ page, see, lang }) => {
  await page.locator(".bubble").waitFor();
  assert.match(await page.locator(".bubble").innerText(), lang === "ja" ? /二歩/ : /pawn/);
  assert.ok(await see.square("5c").evaluate((square) => square.classList.contains("fault")));
  assert.ok(await see.square("5e").evaluate((square) => square.classList.contains("fault")));
});

path("a record is pasted, kept with its names, and written again", {}, async ({ page, say, see, t }) => {
  const kif = "作品名：試作\n作者：煙\n後手の持駒：飛二 角二 金三 銀二 桂四 香三 歩十八\n手数----指手---------消費時間--\n1 ２二銀打\n2 １二玉(11)\n3 １三銀打\n4 ２三玉(12)\n5 ３三金(32)\n";
  const board = ["| ・ ・ ・ ・ ・ ・ ・ ・v玉|一", "| ・ ・ ・ ・ ・ ・ 金 ・ ・|二", "| ・ ・ ・ ・ ・ ・ ・ ・ ・|三", "| ・ ・ ・ ・ ・ ・ ・ ・v香|四",
    ...["五", "六", "七", "八", "九"].map((rank) => `| ・ ・ ・ ・ ・ ・ ・ ・ ・|${rank}`)].join("\n");
  const text = kif.replace("手数----", `  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n${board}\n+---------------------------+\n先手の持駒：銀二\n手数----`);
  await see.tab("recordTab");
  await page.getByLabel(say("pasteHere")).fill(text);
  await see.button("readText").click();
  await see.waitForSfen(CORNER);
  assert.equal(await page.getByLabel(say("title"), { exact: true }).inputValue(), "試作");
  assert.equal(await page.getByLabel(say("author"), { exact: true }).inputValue(), "煙");
  await page.getByText(say("hasAuthorLine", { count: 5 })).waitFor();
  for (const format of ["CSA", "KI2", "SFEN", "KIF"]) await page.getByRole("button", { name: format, exact: true }).click();
  await page.waitForFunction((title) => document.querySelector(".written")?.value.includes(title), "試作");
  // Files: Shift_JIS, too; the picture as books print it.
  const folder = await scratch(t);
  const download = page.waitForEvent("download");
  await see.button("savePicture", { kind: "SVG" }).click();
  const svg = join(folder, "diagram.svg");
  await (await download).saveAs(svg);
  assert.match(await readFile(svg, "utf8"), /<svg/);
  // Nothing readable: a sentence, and the text stays.
  await page.getByLabel(say("pasteHere")).fill("これは棋譜ではない");
  await see.button("readText").click();
  await page.locator(".panel .warning").first().waitFor();
  assert.equal(await page.getByLabel(say("pasteHere")).inputValue(), "これは棋譜ではない");
});

path("a line is played, becomes the author's, and is in the address", { hash: at(CORNER) }, async ({ page, see, say }) => {
  await see.button("modePlay").click();
  for (const move of CORNER_LINE) {
    const from = move[1] === "*" ? page.locator(`[data-side="black"] [data-kind="${move[0]}"]`) : see.square(move.slice(0, 2));
    await page.waitForFunction((ply) => document.querySelector(".ply")?.textContent?.startsWith(`${ply} `), CORNER_LINE.indexOf(move));
    await from.click();
    await page.locator(`[data-name="${move.slice(2, 4)}"].goal`).click();
  }
  await see.button("makeAuthorLine").click();
  await page.waitForFunction((moves) => location.hash.includes(`moves=${moves}`), CORNER_LINE.join("_"));
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Home");
  assert.equal(await page.locator(".ply").innerText(), "0 / 5");
  // The link opens the same problem for somebody else.
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.getByRole("grid").waitFor();
  await other.getByRole("tab", { name: say("recordTab") }).click();
  await other.getByText(say("hasAuthorLine", { count: 5 })).waitFor();
});

path("the answer is shown, stepped through, and its variations unfolded", { hash: at(CORNER) }, async ({ page, see, say }) => {
  await see.tab("solveTab");
  await page.getByRole("button", { name: `${say("solve")} Enter` }).click();
  await page.locator(".answer.mate .move").nth(4).waitFor();
  await page.locator(".answer.mate .move").nth(1).click();
  assert.equal(await page.locator(".ply").innerText(), "2 / 5");
  await page.locator('[data-name="1b"] .piece').waitFor();
  await see.button("showTree").click();
  await page.locator(".tree .branch").first().waitFor();
});

path("futile interpositions are explained where they happen", { hash: at(FUTILE) }, async ({ page, say }) => {
  await page.getByRole("button", { name: `${say("solve")} Enter` }).click();
  await page.locator(".futile summary").click();
  await page.locator(".futile .move").first().click();
  assert.equal(await page.locator(".ply").innerText(), "2 / 3");
});

path("a no-mate shows what refutes it", { hash: at(NO_MATE) }, async ({ page, see, say }) => {
  await page.getByRole("button", { name: `${say("solve")} Enter` }).click();
  await page.locator(".answer.nomate h2").waitFor();
  await see.button("showRefutation").click();
  await page.locator(".tree .move").first().waitFor();
});

path("a long search shows its numbers, survives a reload, and stops", { hash: at(LONG) }, async ({ page, see, say }) => {
  await page.locator(".status .quiet").waitFor();
  await page.getByRole("button", { name: `${say("solve")} Enter` }).click();
  await page.locator(".progress .numbers dd").nth(1).waitFor();
  await page.reload();
  await page.locator(".progress .numbers").waitFor();
  await page.keyboard.press("Escape");
  await page.locator(".progress").waitFor({ state: "detached" });
  await page.locator(".answer h2").waitFor();
});

path("a check names the cooks with lines that play, and a repair is tried and undone", { hash: at(COOKED) }, async ({ page, see, say }) => {
  await see.button("rest").click();
  await see.tab("checkTab");
  await see.button("check").click();
  await page.locator(".soundness.unsound h2").waitFor();
  await page.locator(".fact.fatal .move").first().click();
  await see.button("suggest").click();
  await page.waitForFunction(() => !document.querySelector(".ply")?.textContent?.startsWith("0"));
  const repair = page.locator(".repair").first();
  if (await repair.count()) {
    const hash = page.url();
    await repair.click();
    await page.waitForFunction((old) => location.href !== old, hash);
    await page.keyboard.press("Control+z");
    await page.waitForFunction((old) => location.href === old, hash);
    await page.locator(".soundness.unsound h2").waitFor();
  }
});

path("the user attacks, Kemuri defends", { hash: at(CORNER) }, async ({ page, see, say }) => {
  await see.tab("playTab");
  await see.button("playBegin").click();
  await see.button("hint").click();
  await page.locator(".answer .move").first().waitFor();
  for (const move of ["S*2b", "S*1c", "3b3c"]) {
    const from = move[1] === "*" ? page.locator(`[data-side="black"] [data-kind="${move[0]}"]`) : see.square(move.slice(0, 2));
    await page.locator(".answer h2", { hasText: say("yourMove") }).waitFor();
    await from.click();
    await page.locator(`[data-name="${move.slice(2, 4)}"].goal`).click();
  }
  await page.locator(".answer h2", { hasText: say("youMated", { count: 5 }) }).waitFor();
  // A move that does not mate is refuted, and taken back.
  await see.button("playAgain").click();
  await page.locator(".answer h2", { hasText: say("yourMove") }).waitFor();
  await page.locator('[data-side="black"] [data-kind="S"]').click();
  await page.locator(".square.goal").last().waitFor();
});

path("longer problems that end in the position are found, taken, and left again", { hash: at("9/8k/6+PP1/9/8+P/9/9/9/9 b 15p") }, async ({ page, see }) => {
  await see.tab("composeTab");
  await see.button("composeRun").click();
  await page.locator(".found").first().waitFor();
  const hash = page.url();
  await page.locator(".found").first().click();
  await page.waitForFunction((old) => location.href !== old, hash);
  await page.keyboard.press("Control+z");
  await page.locator(".found").first().waitFor();
});

path("a collection is opened, solved, filtered, and one of it opened", {}, async ({ page, see, say, t }) => {
  const folder = await scratch(t);
  const file = join(folder, "problems.tsv");
  await writeFile(file, `corner\t${CORNER}\t5\nlone gold\t${NO_MATE}\tnomate\n`);
  await page.getByRole("button", { name: say("collection") }).click();
  await page.locator('input[type="file"]').first().setInputFiles(file);
  await page.locator(".row-item").nth(1).waitFor();
  await see.button("solveAll").click();
  await page.locator(".row-verdict.nomate").waitFor();
  await page.getByLabel(say("filter")).fill("corner");
  await page.waitForFunction(() => document.querySelectorAll(".row-item").length === 1);
  await page.reload();
  await page.locator(".row-item").nth(1).waitFor();
  await page.locator(".row-item .open").first().click();
  await see.waitForSfen(CORNER);
});

path("a certificate is saved and verified", { hash: at(CORNER) }, async ({ page, see, say, t }) => {
  await see.button("makeCertificate").click();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: say("saveCertificate", { size: "" }).slice(0, 5) }).click();
  const file = join(await scratch(t), "kemuri.cert");
  await (await download).saveAs(file);
  await see.tab("recordTab");
  await page.locator('.panel input[type="file"]').setInputFiles(file);
  await page.locator(".verified p").first().waitFor();
  assert.match(await page.locator(".verified p").first().innerText(), /5/);
});

path("a phone's width shows everything, and nothing is wider than the screen", { width: 390, height: 844, hash: at(CORNER) }, async ({ page, see }) => {
  for (const tab of ["solveTab", "checkTab", "playTab", "composeTab", "recordTab"]) {
    await see.tab(tab);
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wider <= 0, `${tab}: ${wider} pixels too wide`);
  }
  await see.square("3b").tap();
  await see.square("4b").tap();
  await see.waitForSfen("8k/5G3/9/8l/9/9/9/9/9 b 2S2r2b3g2s4n3l18p");
});

path("two windows do not disturb each other", { hash: at(CORNER) }, async ({ page, see, say }) => {
  await page.locator(".status .verdict.mate").waitFor();
  const other = await page.context().newPage();
  await other.goto(new URL("/", page.url()).href + at(NO_MATE));
  await other.locator(".status .verdict.nomate").waitFor();
  await page.reload();
  await page.locator(".status .verdict.mate").waitFor();
  assert.equal(await see.sfen(), CORNER.split(" ").slice(0, 3).join(" "));
});

path("light and dark, and the other language, are a click away", { hash: at(CORNER) }, async ({ page, lang }) => {
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await paper();
  await page.locator(".theme").click();
  await page.locator(".theme").click();
  assert.notEqual(await paper(), light);
  await page.getByRole("button", { name: lang === "ja" ? "English" : "日本語" }).click();
  assert.equal(await page.evaluate(() => document.documentElement.lang), lang === "ja" ? "en" : "ja");
  await page.getByRole("tab", { name: lang === "ja" ? "Check" : "検討" }).waitFor();
});
