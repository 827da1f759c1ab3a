// Positions are set up: by click, drag, keyboard and finger; faults are told; nothing is lost.

import assert from "node:assert/strict";
import { at, CORNER, EMPTY, group, plain } from "../person.mjs";

const path = group();

path("a problem is set up by hand, with the rest to the defender", { hash: at(EMPTY) }, async ({ page, say, see }) => {
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
  await see.brush("attacker", "銀").dragTo(see.hand("black", "S"));
  await see.waitForSfen("8k/6G2/9/8l/9/9/9/9/9 b 2S");
  await see.button("rest").click();
  await see.waitForSfen(CORNER);
  // Solved while it is edited.
  await page.locator(".status .verdict.mate").waitFor();
  assert.match(await page.locator(".status .verdict").innerText(), /5/);
  // A reload loses nothing.
  await page.reload();
  await page.locator(".status .verdict.mate").waitFor();
  assert.equal(await see.sfen(), plain(CORNER));
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
  await see.hand("black", "G").click();
  await see.square("5b").click();
  await see.waitForSfen("4k4/4G4/9/9/9/9/9/9/9 b P");
  // Off the board.
  await see.square("5b").dragTo(page.locator(".status"));
  await see.waitForSfen("4k4/9/9/9/9/9/9/9/9 b P");
  await see.button("undo").click();
  await see.waitForSfen("4k4/4G4/9/9/9/9/9/9/9 b P");
});

path("tools change the whole diagram, and every change can be undone", { hash: at("5k3/5G3/9/9/9/9/9/9/9 b P") }, async ({ page, say, see }) => {
  const steps = [
    ["mirror", "3k5/3G5/9/9/9/9/9/9/9 b P"],
    ["shiftRight", "4k4/4G4/9/9/9/9/9/9/9 b P"],
    ["shiftDown", "9/4k4/4G4/9/9/9/9/9/9 b P"],
    ["rotate", "9/9/9/9/9/9/4g4/4K4/9 w p"],
    ["clear", "9/9/9/9/9/9/9/9/9 w -"],
  ];
  for (const [tool, sfen] of steps) {
    await see.button(tool).click();
    await see.waitForSfen(sfen);
  }
  for (const [, sfen] of steps.toReversed().slice(1)) {
    await see.button("undo").click();
    await see.waitForSfen(sfen);
  }
  await page.getByRole("button", { name: say("changeTurn", { side: "" }).trim() }).click();
  await see.waitForSfen("3k5/3G5/9/9/9/9/9/9/9 w P");
  // From White's side the same squares are named.
  await see.button("flip").click();
  const first = await page.locator(".square").first().getAttribute("data-name");
  assert.equal(first, "1i");
});

path("the keyboard sets up a position, solves it, and plays", { hash: at(EMPTY) }, async ({ page, see }) => {
  await see.square("5a").focus();
  await page.keyboard.press("k");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Shift+P");
  await see.waitForSfen("4k4/9/4P4/9/9/9/9/9/9 b -");
  await page.keyboard.press("x");
  await see.waitForSfen("4k4/9/4p4/9/9/9/9/9/9 b -");
  await page.keyboard.press("x");
  await page.keyboard.press("+");
  await see.waitForSfen("4k4/9/4+P4/9/9/9/9/9/9 b -");
  await page.keyboard.press("+");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Shift+G");
  await page.keyboard.press("h");
  await see.waitForSfen("4k4/9/4P4/9/9/9/9/9/9 b G");
  await page.keyboard.press("Shift+S");
  await page.keyboard.press("0");
  await see.waitForSfen("4k4/9/4P4/9/9/9/9/9/9 b G");
  await page.locator(".status .quiet, .status .verdict").first().waitFor();
  await page.keyboard.press("Enter");
  await page.locator(".answer.mate h2").waitFor();
  // The moves of the line by the arrows; a move by Space.
  await see.button("modePlay").focus();
  await page.keyboard.press("Enter");
  await see.hand("black", "G").focus();
  await page.keyboard.press("Enter");
  await see.square("5c").focus();
  await page.keyboard.press("Shift+ArrowUp");
  await page.locator('[data-name="5b"].goal:focus').waitFor();
  await page.keyboard.press("Space");
  await see.waitForPly(1);
  await page.keyboard.press("ArrowLeft");
  await see.waitForPly(0);
  await page.keyboard.press("ArrowRight");
  await see.waitForPly(1);
});

path("a finger taps and drags", { width: 390, height: 844, hash: at(EMPTY) }, async ({ page, see }) => {
  await see.brush("defender", "玉").tap();
  await see.square("1a").tap();
  await see.brush("attacker", "金").tap();
  await see.square("3b").tap();
  await see.hand("black", "G").tap();
  await see.waitForSfen("8k/6G2/9/9/9/9/9/9/9 b G");
  await see.brush("attacker", "金").tap();
  // A drag, as the browser hears it from a screen.
  const touch = await page.context().newCDPSession(page);
  const middle = async (place) => {
    const { x, y, width, height } = await place.boundingBox();
    return { x: x + width / 2, y: y + height / 2 };
  };
  const drag = async (from, to) => {
    const [start, end] = [await middle(from), await middle(to)];
    await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [start] });
    // At the speed of a finger: a browser takes a flick for something else.
    for (let part = 0.1; part < 1.01; part += 0.1) {
      await page.waitForTimeout(16);
      const point = { x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part };
      await touch.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [point] });
    }
    await page.waitForTimeout(100);
    await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  };
  await drag(see.square("3b"), see.square("4b"));
  await see.waitForSfen("8k/5G3/9/9/9/9/9/9/9 b G");
  await drag(see.hand("black", "G"), see.square("5e"));
  await see.waitForSfen("8k/5G3/9/9/4G4/9/9/9/9 b -");
  // A second tap on a picked piece turns it over; a tap on the hand takes it.
  await see.square("5e").tap();
  await page.locator('[data-name="5e"].picked').waitFor();
  await see.square("5e").tap();
  await see.waitForSfen("8k/5G3/9/9/4g4/9/9/9/9 b -");
  await see.square("5e").tap();
  await see.hand("black", "R").tap();
  await see.waitForSfen("8k/5G3/9/9/9/9/9/9/9 b G");
});

path("what is wrong with a position is said beside its square", { hash: at("4k4/9/4P4/9/4P4/9/9/9/9 b G") }, async ({ page, see, lang }) => {
  await page.locator(".bubble").waitFor();
  assert.match(await page.locator(".bubble").innerText(), lang === "ja" ? /二歩/ : /pawn/);
  for (const square of ["5c", "5e"]) {
    assert.ok(await see.square(square).evaluate((square) => square.classList.contains("fault")));
    // A screen reader hears it, too.
    assert.match(await see.square(square).getAttribute("aria-label"), lang === "ja" ? /二歩/ : /pawn/);
  }
  // Beside the square, and on the screen.
  const [bubble, square] = [await page.locator(".bubble").boundingBox(), await see.square("5c").boundingBox()];
  assert.ok(Math.abs(bubble.y - square.y - square.height) < 12, `${bubble.y} ${square.y}`);
  // The king in check of its own move, without squares: below the board.
  await see.square("5e").dragTo(page.locator(".status"));
  await page.locator(".bubble").waitFor({ state: "detached" });
});

path("every position that was left is found again with its result", { hash: at(CORNER) }, async ({ page, see }) => {
  await page.locator(".status .verdict.mate").waitFor();
  await see.square("3b").dragTo(see.square("8h"));
  await see.waitForSfen("8k/9/9/8l/9/9/9/1G7/9 b 2S2r2b3g2s4n3l18p");
  await page.locator(".status .verdict.nomate").waitFor();
  await page.locator(".history li button").nth(-2).click();
  await see.waitForSfen(CORNER);
  await page.locator(".status .verdict.mate").waitFor();
  await see.square("3b").dragTo(see.square("2b"));
  // Two branches, and the one they left.
  await page.waitForFunction(() => document.querySelectorAll(".history li").length >= 3);
});
