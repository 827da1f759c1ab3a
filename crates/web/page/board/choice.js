// @ts-check
// What is picked up on the board, and what a click, a drag or a key does with it.

import { computed, signal } from "../vendor/preact.js";
import * as edit from "../edit.js";
import { attacker, change, legal, line, mode, play, position, shown } from "../state.js";
import { other, squareName, squareNumber } from "../sfen.js";

/** @typedef {import("../edit.js").Place} Place */
/** @typedef {import("../sfen.js").Side} Side */

/** What is picked up: a piece on a square, in a hand, or a brush from the box. @type {import("../vendor/preact.js").Signal<Place | null>} */
export const picked = signal(null);
/** The square that the keyboard is at. */
export const cursor = signal(40);
/** A move that may promote and waits for the choice. @type {import("../vendor/preact.js").Signal<{square: number, moves: string[]} | null>} */
export const choice = signal(null);

/** A move that is shown on the board as advice. @type {import("../vendor/preact.js").Signal<string>} */
export const advice = signal("");

/** The moves that are legal now, by where they start (`7g`, `P*`) and where they end. */
const targets = computed(() => {
  /** @type {Map<string, Map<number, string[]>>} */
  const all = new Map();
  if (mode.value !== "play" || legal.value?.at !== line.value.ply) return all;
  for (const { move } of legal.value.legal) {
    const from = move.slice(0, 2);
    const to = squareNumber(move.slice(2, 4));
    const ends = all.get(from) ?? new Map();
    ends.set(to, [...(ends.get(to) ?? []), move]);
    all.set(from, ends);
  }
  return all;
});

/** The name of a place in USI, as the start of a move. @param {Place | null} place */
function usiOf(place) {
  if (!place || "box" in place) return "";
  if ("square" in place) return squareName(place.square);
  return `${place.kind}*`;
}

/** The squares that what is picked up can go to. */
export const goals = computed(() => targets.value.get(usiOf(picked.value)) ?? new Map());

/** @param {Place} from */
export const canPick = (from) => {
  if (mode.value === "edit") {
    if ("square" in from) return !!position.value.board[from.square];
    if ("hand" in from) return position.value.hands[from.hand][from.kind ?? ""] > 0;
    return true;
  }
  if ("hand" in from && from.hand !== shown.value.turn) return false;
  return targets.value.has(usiOf(from));
};

/** Whether two places are the same. @param {Place | null} a @param {Place | null} b */
export const isSame = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** Brings what is picked up, or `from`, to a place. @param {Place} to @param {Place | null} [from] */
export function bring(to, from = picked.value) {
  if (!from) return;
  if (mode.value === "edit") {
    change(edit.move(position.value, from, to));
    // A brush stays in the hand: one piece, many squares.
    if (!("box" in from)) picked.value = null;
    return;
  }
  if (!("square" in to)) return;
  const moves = targets.value.get(usiOf(from))?.get(to.square) ?? [];
  picked.value = null;
  if (moves.length === 1) play(moves[0]);
  else if (moves.length > 1) choice.value = { square: to.square, moves };
}

/** A click on a square. @param {number} square */
export function clickSquare(square) {
  cursor.value = square;
  choice.value = null;
  const here = { square };
  const from = picked.value;
  if (!from) {
    if (canPick(here)) picked.value = here;
    return;
  }
  if ("square" in from && from.square === square) {
    // A second click on a piece turns it over while editing.
    if (mode.value === "edit") change(edit.turnPiece(position.value, square));
    picked.value = null;
    return;
  }
  if (mode.value === "play" && !goals.value.has(square)) {
    picked.value = canPick(here) ? here : null;
    return;
  }
  if ("box" in from && from.box === true) {
    change(edit.move(position.value, here, { box: true }));
    return;
  }
  bring(here);
}

/** A click on a piece in a hand. @param {Side} side @param {string} kind */
export function clickHand(side, kind) {
  choice.value = null;
  const here = { hand: side, kind };
  const from = picked.value;
  if (mode.value === "edit" && from && !("hand" in from) && !isBrushOff(from)) {
    bring({ hand: side });
    return;
  }
  picked.value = isSame(from, here) || !canPick(here) ? null : here;
}

/** @param {Place} from */
const isBrushOff = (from) => "box" in from && from.box === true;

/** A click on the box: a brush, or what is picked up is put back. @param {import("../sfen.js").Piece | true} piece */
export function clickBox(piece) {
  const here = /** @type {Place} */ ({ box: piece });
  picked.value = isSame(picked.value, here) ? null : here;
}

/** Turns over a piece on a square: the right button. @param {number} square */
export function turnOver(square) {
  if (mode.value === "edit" && position.value.board[square]) change(edit.turnPiece(position.value, square));
}

const KEY_KINDS = "plnsgbrk";

/**
 * A key on the board. Returns whether it meant something.
 * @param {KeyboardEvent} event
 */
export function boardKey(event) {
  const { key } = event;
  const at = cursor.value;
  const column = at % 9;
  const row = Math.floor(at / 9);
  const arrows = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] });
  if (mode.value === "edit" || event.altKey || event.shiftKey) {
    const by = arrows[key];
    if (by) {
      cursor.value = Math.max(0, Math.min(8, row + by[1])) * 9 + Math.max(0, Math.min(8, column + by[0]));
      return true;
    }
  }
  if (key === " ") {
    clickSquare(at);
    return true;
  }
  if (mode.value !== "edit") return false;
  const kind = key.toLowerCase();
  if (KEY_KINDS.includes(kind) && key.length === 1) {
    const side = event.shiftKey ? attacker.value : other(attacker.value);
    change(edit.move(position.value, { box: { kind: kind.toUpperCase(), side, promoted: false } }, { square: at }));
    return true;
  }
  switch (kind) {
    case "+":
      change(edit.promote(position.value, at));
      return true;
    case "x":
      change(edit.flipSide(position.value, at));
      return true;
    case "0":
    case "delete":
    case "backspace":
      change(edit.move(position.value, { square: at }, { box: true }));
      return true;
    case "h": {
      const piece = position.value.board[at];
      const side = event.shiftKey ? other(attacker.value) : attacker.value;
      if (piece) change(edit.move(position.value, { square: at }, { hand: side }));
      return true;
    }
    default:
      return false;
  }
}

/** The squares of a move. @param {string | undefined} move */
export function squaresOf(move) {
  if (!move) return [];
  const to = squareNumber(move.slice(2, 4));
  return move[1] === "*" ? [to] : [squareNumber(move.slice(0, 2)), to];
}
