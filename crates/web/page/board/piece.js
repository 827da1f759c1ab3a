// @ts-check
// Pieces as the diagrams of Kemuri draw them.

import { html, useMemo } from "../vendor/preact.js";
import { HAND_KINDS, parse, pieceId } from "../sfen.js";
import { t } from "../text.js";

const SPRITE = "/api/v1/pieces.svg";

/** A piece, turned if it is the side's that sits above. @param {{piece: import("../sfen.js").Piece, flip?: boolean}} props */
export function PieceImage({ piece, flip = false }) {
  const turned = (piece.side === "white") !== flip;
  return html`<svg class=${`piece ${turned ? "turned" : ""}`} viewBox="0 0 100 100" aria-hidden="true">
    <use width="100" height="100" href=${`${SPRITE}#${pieceId(piece)}`} />
  </svg>`;
}

const NAMES = /** @type {Record<string, string>} */ ({ K: "玉", R: "飛", B: "角", G: "金", S: "銀", N: "桂", L: "香", P: "歩" });
const PROMOTED = /** @type {Record<string, string>} */ ({ R: "龍", B: "馬", S: "成銀", N: "成桂", L: "成香", P: "と" });

/** @param {{kind: string, promoted?: boolean}} piece */
export const pieceName = ({ kind, promoted }) => (promoted ? PROMOTED : NAMES)[kind];

/** What a hand holds, in the order of a diagram: 飛二. @param {import("../sfen.js").Hand} hand */
function handWords(hand) {
  const held = HAND_KINDS.filter((kind) => hand[kind]).map((kind) => pieceName({ kind }) + (hand[kind] > 1 ? kanji(hand[kind]) : ""));
  return held.join(" ") || t("nothingInHand");
}

/** @param {number} count Up to 18. */
const kanji = (count) => (count > 9 ? "十" : "") + (count === 10 ? "" : "〇一二三四五六七八九"[count % 10]);

/** The attacker's hand of a small diagram. @param {{sfen: string, attacker?: string | null}} props */
export function SmallHand({ sfen, attacker }) {
  const { hands, turn } = parse(sfen);
  const side = attacker === "black" || attacker === "white" ? attacker : turn;
  return html`<span class="small-hand">${t("inHand", { pieces: handWords(hands[side]) })}</span>`;
}

/** A small diagram. @param {{sfen: string}} props */
export function SmallBoard({ sfen }) {
  return useMemo(() => smallBoard(parse(sfen)), [sfen]);
}

/** @param {import("../sfen.js").Position} position */
function smallBoard(position) {
  const lines = [];
  for (let at = 1; at < 9; at++) lines.push(`M0 ${at * 100}H900M${at * 100} 0V900`);
  return html`<svg class="small-board" viewBox="-12 -12 924 924" aria-hidden="true">
    <rect x="0" y="0" width="900" height="900" class="frame" />
    <path d=${lines.join("")} class="lines" />
    ${position.board.map((piece, at) => {
      if (!piece) return null;
      const x = (at % 9) * 100;
      const y = Math.floor(at / 9) * 100;
      const turn = piece.side === "white" ? `rotate(180 ${x + 50} ${y + 50})` : undefined;
      return html`<use key=${at} href=${`${SPRITE}#${pieceId(piece)}`} x=${x + 4} y=${y + 4} width="92" height="92" transform=${turn} />`;
    })}
  </svg>`;
}
