// @ts-check
// The board with both hands.

import { html, useEffect, useRef } from "../vendor/preact.js";
import * as edit from "../edit.js";
import { HAND_KINDS, squareName, squareNumber, squareWords } from "../sfen.js";
import { attacker, change, flipped, legal, mode, play, played, position, shown } from "../state.js";
import { t } from "../text.js";
import { PieceImage, pieceName } from "./piece.js";
import { advice, boardKey, choice, clickHand, clickSquare, cursor, goals, isSame, picked, squaresOf, turnOver } from "./choice.js";
import { dragged, press } from "./drag.js";

/** @typedef {import("../sfen.js").Side} Side */

const FILES = "９８７６５４３２１";
const RANKS = "一二三四五六七八九";

/** The squares in the order in which they are seen. */
const seen = () => Array.from({ length: 81 }, (_, at) => (flipped.value ? 80 - at : at));

/** What a screen reader says of a square. @param {number} square @param {import("../sfen.js").Piece | null} piece */
function squareLabel(square, piece) {
  if (!piece) return `${squareWords(square)} ${t("emptySquare")}`;
  return `${squareWords(square)} ${sideName(piece.side)} ${pieceName(piece)}`;
}

/** @param {Side} side */
export const sideName = (side) => (side === attacker.value ? t("attacker") : t("defender"));

/** The faults that concern a square. */
const faultsBySquare = () => {
  /** @type {Map<number, string[]>} */
  const all = new Map();
  if (mode.value !== "edit") return all;
  for (const { squares = [], sentence } of legal.value?.faults ?? []) {
    for (const name of squares) {
      const square = squareNumber(name);
      all.set(square, [...(all.get(square) ?? []), sentence]);
    }
  }
  return all;
};

export function Board() {
  const faults = faultsBySquare();
  const last = mode.value === "play" ? squaresOf(played.value.at(-1)) : [];
  const advised = mode.value === "play" ? squaresOf(advice.value || undefined) : [];
  const grid = /** @type {{current: HTMLElement | null}} */ (useRef(null));
  const files = flipped.value ? [...FILES].reverse() : [...FILES];
  const ranks = flipped.value ? [...RANKS].reverse() : [...RANKS];
  const focus = cursor.value;
  useEffect(() => {
    // The keyboard moves the focus with the cursor, but does not take it from elsewhere. The cursor may have moved on
    // since this was drawn.
    if (grid.current?.contains(document.activeElement)) {
      /** @type {HTMLElement | null} */ (grid.current.querySelector(`[data-square="${cursor.peek()}"]`))?.focus();
    }
  }, [focus]);

  /** @param {KeyboardEvent} event */
  const onKeyDown = (event) => {
    if (event.ctrlKey || event.metaKey) return;
    if (event.key === "Enter") return;
    if (boardKey(event)) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
  return html`<div class="board-area">
    <${HandRow} side=${flipped.value ? "black" : "white"} />
    <div class="board-frame">
      <div class="files" aria-hidden="true">${files.map((file) => html`<span key=${file}>${file}</span>`)}</div>
      <div class="ranks" aria-hidden="true">${ranks.map((rank) => html`<span key=${rank}>${rank}</span>`)}</div>
      <div class=${`board ${mode.value}`} role="grid" aria-label=${t("board")} ref=${grid} onKeyDown=${onKeyDown}>
        ${rowsOf(seen()).map(
          (row, at) => html`<div role="row" class="row" key=${at}>
            ${row.map(
              (square) => html`<${Square} key=${square} square=${square} piece=${shown.value.board[square]}
                isLast=${last.includes(square)} advised=${advised.includes(square)} faults=${faults.get(square)} />`,
            )}
          </div>`,
        )}
        <span class="dot" style="left:33.33%;top:33.33%"></span><span class="dot" style="left:66.67%;top:33.33%"></span>
        <span class="dot" style="left:33.33%;top:66.67%"></span><span class="dot" style="left:66.67%;top:66.67%"></span>
      </div>
      <${Faults} faults=${faults} />
      <${PromotionChoice} />
    </div>
    <${HandRow} side=${flipped.value ? "white" : "black"} />
    <${Ghost} />
  </div>`;
}

/** @param {number[]} squares */
const rowsOf = (squares) => Array.from({ length: 9 }, (_, row) => squares.slice(row * 9, row * 9 + 9));

/** @param {{square: number, piece: import("../sfen.js").Piece | null, isLast: boolean, advised: boolean, faults?: string[]}} props */
function Square({ square, piece, isLast, advised, faults }) {
  const place = { square };
  const isGoal = goals.value.has(square);
  const from = dragged.value?.from;
  const names = [
    "square",
    !piece && "empty",
    isLast && "last",
    advised && `advised ${shown.value.turn === attacker.value ? "for-attacker" : "for-defender"}`,
    isSame(picked.value, place) && "picked",
    isGoal && (piece ? "goal takes" : "goal"),
    faults && "fault",
    from && "square" in from && from.square === square && "lifted",
  ].filter(Boolean);
  const label = squareLabel(square, piece) + (faults ? `: ${faults.join(" ")}` : "");
  return html`<button type="button" role="gridcell" class=${names.join(" ")} data-square=${square}
    data-name=${squareName(square)} data-target=${JSON.stringify(place)} aria-label=${label}
    aria-selected=${isSame(picked.value, place)} tabindex=${cursor.value === square ? 0 : -1}
    onClick=${() => clickSquare(square)} onFocus=${() => (cursor.value = square)}
    onContextMenu=${(/** @type {Event} */ event) => {
      event.preventDefault();
      turnOver(square);
    }}
    onPointerDown=${(/** @type {PointerEvent} */ event) => press(event, place)}>
    ${piece && html`<${PieceImage} piece=${piece} flip=${flipped.value} />`}
  </button>`;
}

/** What is wrong, in words beside the square. @param {{faults: Map<number, string[]>}} props */
function Faults({ faults }) {
  // One bubble for a sentence, at the first of its squares.
  const seen = new Set();
  const bubbles = [];
  for (const [square, sentences] of faults) {
    const news = sentences.filter((sentence) => !seen.has(sentence));
    for (const sentence of news) seen.add(sentence);
    if (news.length) bubbles.push({ square, text: news.join(" ") });
  }
  return bubbles.slice(0, 3).map(({ square, text }) => {
    const at = flipped.value ? 80 - square : square;
    const column = at % 9;
    const row = Math.floor(at / 9);
    const below = row < 7 ? "below" : "above";
    const side = column < 3 ? "start" : column > 5 ? "end" : "middle";
    return html`<span key=${square} class=${`bubble ${below} at-${side}`}
      style=${`--column:${column};--row:${row}`}>${text}</span>`;
  });
}

/** The choice whether a move promotes, at its square. */
function PromotionChoice() {
  if (!choice.value) return null;
  const { square, moves } = choice.value;
  const at = flipped.value ? 80 - square : square;
  const mover = shown.value.board[squareNumber(moves[0].slice(0, 2))];
  if (!mover) return null;
  return html`<span class="promotion" style=${`--column:${Math.min(7, at % 9)};--row:${Math.floor(at / 9)}`}>
    ${[...moves].sort((a, b) => b.length - a.length).map((move) => {
      const promoted = move.endsWith("+") || mover.promoted;
      const piece = { ...mover, promoted };
      return html`<button type="button" key=${move} aria-label=${pieceName(piece)} onClick=${() => {
        choice.value = null;
        play(move);
      }}><${PieceImage} piece=${piece} flip=${flipped.value} /></button>`;
    })}
  </span>`;
}

/** A hand: every kind has its place, so that nothing moves when a piece comes or goes. @param {{side: Side}} props */
function HandRow({ side }) {
  const hand = shown.value.hands[side];
  const editing = mode.value === "edit";
  const isAttacker = side === attacker.value;
  const turn = shown.value.turn === side;
  /** @param {Event} event */
  const onAreaClick = (event) => {
    const from = picked.value;
    const onButton = /** @type {Element} */ (event.target).closest("button");
    if (editing && from && !onButton && !("hand" in from && from.hand === side)) {
      change(edit.move(position.value, from, { hand: side }));
      picked.value = null;
    }
  };
  return html`<div class=${`hand ${isAttacker ? "attacking" : "defending"}`} data-side=${side}
    data-target=${JSON.stringify({ hand: side })} role="group" aria-label=${t("handOf", { side: sideName(side) })}
    onClick=${onAreaClick}>
    <span class="hand-name">${side === "black" ? "☗" : "☖"} <span class="side-name">${sideName(side)}</span>${turn ? html`<span class="turn" title=${t("toMove")}>●</span>` : ""}</span>
    ${HAND_KINDS.map((kind) => {
      const count = hand[kind];
      const place = { hand: side, kind };
      const isPicked = isSame(picked.value, place);
      const isAdvised = mode.value === "play" && turn && advice.value.startsWith(`${kind}*`);
      return html`<span class=${`slot ${count ? "" : "none"} ${isPicked ? "picked" : ""} ${isAdvised ? `advised ${isAttacker ? "for-attacker" : "for-defender"}` : ""}`} key=${kind}>
        <button type="button" class="hand-piece" data-kind=${kind} aria-label=${`${pieceName({ kind })} ${count}`} aria-pressed=${isPicked}
          disabled=${!editing && !count} onClick=${() => clickHand(side, kind)}
          onContextMenu=${(/** @type {Event} */ event) => {
            event.preventDefault();
            if (editing) change(edit.count(position.value, side, kind, -1));
          }}
          onPointerDown=${(/** @type {PointerEvent} */ event) => press(event, place)}>
          <${PieceImage} piece=${{ kind, side, promoted: false }} flip=${side === "white"} />
        </button>
        <span class="tally">
          ${editing && html`<button type="button" class="step" tabindex="-1" aria-label=${t("oneMore", { piece: pieceName({ kind }) })}
            onClick=${() => change(edit.count(position.value, side, kind, 1))}>+</button>`}
          <span class="count" aria-hidden="true">${count > 1 ? count : ""}</span>
          ${editing && html`<button type="button" class="step" tabindex="-1" disabled=${!count} aria-label=${t("oneLess", { piece: pieceName({ kind }) })}
            onClick=${() => change(edit.count(position.value, side, kind, -1))}>−</button>`}
        </span>
      </span>`;
    })}
  </div>`;
}

/** The piece under the pointer while it is dragged. */
function Ghost() {
  const drag = dragged.value;
  if (!drag) return null;
  const { from, x, y } = drag;
  const piece =
    "square" in from
      ? shown.value.board[from.square]
      : "hand" in from
        ? { kind: from.kind ?? "P", side: from.hand, promoted: false }
        : from.box !== true
          ? from.box
          : null;
  return piece && html`<div class="ghost" style=${`left:${x}px;top:${y}px`}><${PieceImage} piece=${piece} flip=${flipped.value} /></div>`;
}
