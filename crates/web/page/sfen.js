// @ts-check
// Positions as the board shows them: an SFEN taken apart and put together again. What is legal
// is not known here; the server says it.

/** @typedef {"black" | "white"} Side */
/** @typedef {{kind: string, side: Side, promoted: boolean}} Piece */
/** @typedef {Record<string, number>} Hand Counts by the letter of a kind. */
/** @typedef {{board: (Piece | null)[], hands: Record<Side, Hand>, turn: Side}} Position */

/** Kinds that can be in hand, in the order of an SFEN. */
export const HAND_KINDS = ["R", "B", "G", "S", "N", "L", "P"];
/** Kinds that have a promoted form. */
const PROMOTES = new Set(["R", "B", "S", "N", "L", "P"]);
export const EMPTY = "9/9/9/9/9/9/9/9/9 b - 1";

/** @param {string} kind */
export const canPromote = (kind) => PROMOTES.has(kind);
/** @param {Side} side @returns {Side} */
export const other = (side) => (side === "black" ? "white" : "black");

/** @returns {Hand} */
const emptyHand = () => Object.fromEntries(HAND_KINDS.map((kind) => [kind, 0]));

/**
 * The name of a square as USI has it; squares are numbered from ９一 along the rows.
 * @param {number} square
 */
export const squareName = (square) => `${9 - (square % 9)}${"abcdefghi"[Math.floor(square / 9)]}`;

/** The number of a square from its name. @param {string} name */
export const squareNumber = (name) => "abcdefghi".indexOf(name[1]) * 9 + (9 - Number(name[0]));

/** The name of a square as players say it: ５五. @param {number} square */
export const squareWords = (square) =>
  "１２３４５６７８９"[8 - (square % 9)] + "一二三四五六七八九"[Math.floor(square / 9)];

/** What a row consists of. */
const IN_ROW = /[1-9]|\+[RBSNLP]|[KRBGSNLP]/gi;

/**
 * Reads an SFEN: nine rows of nine squares, the turn and the hands.
 * @param {string} sfen
 * @returns {Position}
 * @throws {Error} if it is none; what pieces there may be is not looked at.
 */
export function parse(sfen) {
  const [text, turn, hands] = sfen.trim().split(/\s+/);
  const rows = text.split("/").map(parseRow);
  const isWhole = rows.length === 9 && rows.every((row) => row.length === 9);
  if (!isWhole || !/^[bw]$/.test(turn ?? "") || !/^(-|(([1-9]\d*)?[RBGSNLP])+)$/i.test(hands ?? "")) throw new Error(`no SFEN: ${sfen}`);
  return { board: rows.flat(), hands: parseHands(hands), turn: turn === "w" ? "white" : "black" };
}

/** A row of an SFEN; empty if something in it is unknown. @param {string} text @returns {(Piece | null)[]} */
function parseRow(text) {
  const parts = text.match(IN_ROW) ?? [];
  if (parts.join("") !== text) return [];
  return parts.flatMap((part) => {
    if (part >= "1" && part <= "9") return Array(Number(part)).fill(null);
    const letter = part.at(-1) ?? "";
    const kind = letter.toUpperCase();
    return { kind, side: letter === kind ? "black" : "white", promoted: part.length > 1 };
  });
}

/**
 * The hands of an SFEN, for example `2RGb`.
 * @param {string} text
 * @returns {Record<Side, Hand>}
 */
export function parseHands(text) {
  const hands = { black: emptyHand(), white: emptyHand() };
  for (const [, count, letter] of text.matchAll(/(\d*)([RBGSNLPrbgsnlp])/g)) {
    const kind = letter.toUpperCase();
    hands[letter === kind ? "black" : "white"][kind] += Number(count || 1);
  }
  return hands;
}

/** @param {Hand} hand @param {Side} side */
function formatHand(hand, side) {
  return HAND_KINDS.map((kind) => {
    if (!hand[kind]) return "";
    const letter = side === "black" ? kind : kind.toLowerCase();
    return (hand[kind] > 1 ? hand[kind] : "") + letter;
  }).join("");
}

/**
 * @param {Position} position
 * @returns {string} Its SFEN, with move number 1.
 */
export function format({ board, hands, turn }) {
  const rows = [];
  for (let row = 0; row < 9; row++) {
    let text = "";
    let gap = 0;
    for (const piece of board.slice(row * 9, row * 9 + 9)) {
      if (!piece) {
        gap++;
        continue;
      }
      const letter = piece.side === "black" ? piece.kind : piece.kind.toLowerCase();
      text += (gap || "") + (piece.promoted ? "+" : "") + letter;
      gap = 0;
    }
    rows.push(text + (gap || ""));
  }
  const held = formatHand(hands.black, "black") + formatHand(hands.white, "white");
  return `${rows.join("/")} ${turn === "black" ? "b" : "w"} ${held || "-"} 1`;
}

/** The id of a piece in the sprite of the server. @param {Piece} piece */
export const pieceId = (piece) => (piece.promoted ? "p" : "") + piece.kind;

/** Two SFENs of one position are equal up to the number of the move. @param {string} sfen */
export const keyOf = (sfen) => sfen.trim().split(/\s+/).slice(0, 3).join(" ");
