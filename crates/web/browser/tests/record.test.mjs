// Records in and out, names, pictures, links, certificates.

import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { scratch } from "../harness.mjs";
import { at, CORNER, CORNER_LINE, EMPTY, group, plain } from "../person.mjs";

const path = group();

/** The corner with names and a line, as a program of players writes it. */
const KIF = `作品名：試作
作者：煙
後手の持駒：飛二 角二 金三 銀二 桂四 香三 歩十八
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・ ・ ・ ・ ・v玉|一
| ・ ・ ・ ・ ・ ・ 金 ・ ・|二
| ・ ・ ・ ・ ・ ・ ・ ・ ・|三
| ・ ・ ・ ・ ・ ・ ・ ・v香|四
${["五", "六", "七", "八", "九"].map((rank) => `| ・ ・ ・ ・ ・ ・ ・ ・ ・|${rank}`).join("\n")}
+---------------------------+
先手の持駒：銀二
手数----指手---------消費時間--
1 ２二銀打
2 １二玉(11)
3 １三銀打
4 ２三玉(12)
5 ３三金(32)
`;
path("a record is pasted, kept with its names, and written again", {}, async ({ page, say, see }) => {
  await see.tab("recordTab");
  await page.getByLabel(say("pasteHere")).fill(KIF);
  await see.button("readText").click();
  await see.waitForSfen(CORNER);
  assert.equal(await page.getByLabel(say("title"), { exact: true }).inputValue(), "試作");
  assert.equal(await page.getByLabel(say("author"), { exact: true }).inputValue(), "煙");
  await page.getByText(say("hasAuthorLine", { count: 5 })).waitFor();
  await page.getByLabel(say("source"), { exact: true }).fill("手帳");
  await page.waitForFunction(() => decodeURIComponent(location.hash).includes("source=手帳"));
  await page.getByRole("button", { name: "KIF", exact: true }).click();
  await page.waitForFunction(() => /試作[^]*手帳/.test(document.querySelector(".written")?.value));
  // Nothing readable: a sentence, the text stays, and so does the board.
  await page.getByLabel(say("pasteHere")).fill("これは棋譜ではない");
  await see.button("readText").click();
  await page.locator(".panel .warning").first().waitFor();
  assert.equal(await page.getByLabel(say("pasteHere")).inputValue(), "これは棋譜ではない");
  assert.equal(await see.sfen(), plain(CORNER));
});

path("every format goes out and comes in again, by paste and by drop", { hash: at(CORNER, `&moves=${CORNER_LINE.join("_")}`) }, async ({ page, see }) => {
  await see.tab("recordTab");
  for (const format of ["SFEN", "USI", "KIF", "KI2", "CSA", "JKF", "BOD"]) {
    const old = await page.locator(".written").inputValue();
    await page.getByRole("button", { name: format, exact: true }).click();
    await page.waitForFunction((old) => ![old, ""].includes(document.querySelector(".written").value), format === "KIF" ? "" : old);
    const text = await page.locator(".written").inputValue();
    for (const bring of [() => see.paste(text), () => see.drop({ name: `corner.${format.toLowerCase()}`, bytes: Buffer.from(text) })]) {
      await page.locator('[data-name="5i"]').waitFor();
      await see.button("modeEdit").click();
      await see.button("clear").click();
      await see.waitForSfen(EMPTY);
      await bring();
      await see.waitForSfen(CORNER);
      if (["KIF", "KI2", "CSA", "JKF", "USI"].includes(format)) {
        await page.waitForFunction((moves) => location.hash.includes(`moves=${moves}`), CORNER_LINE.join("_"));
      }
      // The list of the history leads back to the problem with its line.
      await page.locator(".history li button").nth(1).click();
      await page.waitForFunction((moves) => location.hash.includes(`moves=${moves}`), CORNER_LINE.join("_"));
    }
  }
});

path("a file in Shift_JIS is opened, and one that is none is told", { hash: at(EMPTY) }, async ({ page, see, say, t }) => {
  const folder = await scratch(t);
  const file = join(folder, "shift-jis.kif");
  await writeFile(file, encodeShiftJis(KIF));
  await see.tab("recordTab");
  await page.locator('.panel input[type="file"]').setInputFiles(file);
  await see.waitForSfen(CORNER);
  assert.equal(await page.getByLabel(say("title"), { exact: true }).inputValue(), "試作");
  await see.tab("solveTab");
  await see.drop({ name: "picture.jpg", bytes: [0xff, 0xd8, 0xff, 0, 1, 2] });
  // Whatever panel is open.
  await page.locator(".status .warning", { hasText: "picture.jpg" }).waitFor();
  assert.equal(await see.sfen(), plain(CORNER));
});

path("the diagram is saved as books print it", { hash: at(CORNER, "&title=%E8%A9%A6%E4%BD%9C") }, async ({ page, see, say, t }) => {
  await see.tab("recordTab");
  await page.waitForFunction(() => /** @type {HTMLImageElement} */ (document.querySelector(".preview"))?.naturalWidth > 0);
  const folder = await scratch(t);
  for (const [kind, isRight] of [["SVG", /<svg[^]*試作/], ["PNG", /^.PNG/]]) {
    const download = page.waitForEvent("download");
    await see.button("savePicture", { kind }).click();
    const saved = await download;
    assert.equal(saved.suggestedFilename(), `試作.${kind.toLowerCase()}`);
    await saved.saveAs(join(folder, kind));
    assert.match(await readFile(join(folder, kind), kind === "SVG" ? "utf8" : "latin1"), isRight);
  }
});

path("a line is played, becomes the author's, and is in the address", { hash: at(CORNER) }, async ({ page, see, say }) => {
  await see.button("modePlay").click();
  for (const [ply, move] of CORNER_LINE.entries()) {
    await see.waitForPly(ply);
    await see.play(move);
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
  // The check judges it.
  await see.tab("checkTab");
  await see.button("check").click();
  await page.locator(".soundness .line-kind", { hasText: say("author") === "Author" ? /author/i : /作意/ }).waitFor();
});

path("a certificate is saved, and verified when it is dropped", { hash: at(CORNER) }, async ({ page, see, say, t }) => {
  // The server may have it from somebody else.
  const save = page.getByRole("button", { name: say("saveCertificate", { size: "" }).slice(0, 5) });
  await see.button("makeCertificate").or(save).first().waitFor();
  if (await see.button("makeCertificate").count()) await see.button("makeCertificate").click();
  const download = page.waitForEvent("download");
  await save.click();
  const file = join(await scratch(t), "kemuri.cert");
  await (await download).saveAs(file);
  const bytes = await readFile(file);
  await see.tab("solveTab");
  await see.drop({ name: "kemuri.cert", bytes });
  await page.locator(".verified p").first().waitFor();
  assert.match(await page.locator(".verified p").first().innerText(), /5/);
  // One that was changed proves nothing.
  bytes[Math.floor(bytes.length / 2)] ^= 0xff;
  await see.drop({ name: "changed.cert", bytes });
  await page.locator(".verified .warning").first().waitFor();
  await see.button("showPosition").first().click();
  await see.waitForSfen(CORNER);
});

/** The characters of {@link KIF} in Shift_JIS, by the decoder that every runtime has. */
function encodeShiftJis(text) {
  const decoder = new TextDecoder("shift_jis");
  const codes = new Map();
  for (let lead = 0x81; lead <= 0x9f; lead++) addRow(lead);
  for (let lead = 0xe0; lead <= 0xea; lead++) addRow(lead);
  function addRow(lead) {
    for (let trail = 0x40; trail <= 0xfc; trail++) codes.set(decoder.decode(new Uint8Array([lead, trail])), [lead, trail]);
  }
  return Buffer.from([...text].flatMap((letter) => (letter < "\x80" ? [letter.charCodeAt(0)] : codes.get(letter))));
}
