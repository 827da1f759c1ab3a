// @ts-check
// What an editor of diagrams does: each function takes a position and returns another one.

import { canPromote, other } from "./sfen.js";

/** @typedef {import("./sfen.js").Position} Position */
/** @typedef {import("./sfen.js").Piece} Piece */
/** @typedef {import("./sfen.js").Side} Side */

/**
 * Where a piece is taken from, or goes to: a square, a hand, or the box of the pieces that are
 * nowhere.
 * @typedef {{square: number} | {hand: Side, kind?: string} | {box: Piece | true}} Place
 */

/** @param {Position} position @returns {Position} */
const copy = ({ board, hands, turn }) => ({
  board: board.slice(),
  hands: { black: { ...hands.black }, white: { ...hands.white } },
  turn,
});

/**
 * Moves a piece from one place to another. What stood there goes to the box.
 * @param {Position} position @param {Place} from @param {Place} to
 * @returns {Position}
 */
export function move(position, from, to) {
  if ("square" in from && "square" in to && from.square === to.square) return position;
  const next = copy(position);
  const piece = take(next, from);
  if (!piece || !put(next, piece, to)) return position;
  return next;
}

/** @param {Position} position @param {Place} from @returns {Piece | null} */
function take(position, from) {
  if ("square" in from) {
    const piece = position.board[from.square];
    position.board[from.square] = null;
    return piece;
  }
  if ("hand" in from) {
    const { hand, kind = "" } = from;
    if (!position.hands[hand][kind]) return null;
    position.hands[hand][kind]--;
    return { kind, side: hand, promoted: false };
  }
  return from.box === true ? null : from.box;
}

/** @param {Position} position @param {Piece} piece @param {Place} to */
function put(position, piece, to) {
  if ("square" in to) {
    position.board[to.square] = piece;
  } else if ("hand" in to) {
    if (piece.kind === "K") return false;
    position.hands[to.hand][piece.kind]++;
  }
  return true;
}

/**
 * The next form of the piece on a square: promoted, then the other side's, promoted again.
 * @param {Position} position @param {number} square
 */
export function turnPiece(position, square) {
  return change(position, square, (piece) => {
    if (!piece.promoted && canPromote(piece.kind)) return { ...piece, promoted: true };
    return { ...piece, promoted: false, side: other(piece.side) };
  });
}

/** @param {Position} position @param {number} square */
export const promote = (position, square) =>
  change(position, square, (piece) =>
    canPromote(piece.kind) ? { ...piece, promoted: !piece.promoted } : piece,
  );

/** @param {Position} position @param {number} square */
export const flipSide = (position, square) =>
  change(position, square, (piece) => ({ ...piece, side: other(piece.side) }));

/** @param {Position} position @param {number} square @param {(piece: Piece) => Piece} by */
function change(position, square, by) {
  const piece = position.board[square];
  if (!piece) return position;
  const next = copy(position);
  next.board[square] = by(piece);
  return next;
}

/** The mirror image: file 1 becomes file 9. @param {Position} position */
export function mirror(position) {
  const next = copy(position);
  next.board = position.board.map((_, at) => position.board[at - (at % 9) + 8 - (at % 9)]);
  return next;
}

/** The board turned, and the sides exchanged. @param {Position} position @returns {Position} */
export function rotate(position) {
  const next = copy(position);
  next.board = position.board
    .map((piece) => piece && { ...piece, side: other(piece.side) })
    .reverse();
  next.hands = { black: { ...position.hands.white }, white: { ...position.hands.black } };
  next.turn = other(position.turn);
  return next;
}

/**
 * Every piece moved by so many columns and rows, or the same position if one would leave the board.
 * @param {Position} position @param {number} columns @param {number} rows
 */
export function shift(position, columns, rows) {
  const next = copy(position);
  next.board.fill(null);
  for (const [at, piece] of position.board.entries()) {
    if (!piece) continue;
    const column = (at % 9) + columns;
    const row = Math.floor(at / 9) + rows;
    if (column < 0 || column > 8 || row < 0 || row > 8) return position;
    next.board[row * 9 + column] = piece;
  }
  return next;
}

/** @param {Position} position @returns {Position} */
export const changeTurn = (position) => ({ ...copy(position), turn: other(position.turn) });

/**
 * Gives a hand everything that `rest` names.
 * @param {Position} position @param {Side} side @param {Record<string, number>} rest
 */
export function giveRest(position, side, rest) {
  const next = copy(position);
  for (const [kind, count] of Object.entries(rest)) next.hands[side][kind] += count;
  return next;
}

/** Changes a count in a hand by one; never below zero. @param {Position} position @param {Side} side @param {string} kind @param {number} by */
export function count(position, side, kind, by) {
  const next = copy(position);
  next.hands[side][kind] = Math.max(0, next.hands[side][kind] + by);
  return next;
}
