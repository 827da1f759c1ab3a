// @ts-check
// The box of pieces, and the tools of the editor.

import { html } from "../vendor/preact.js";
import * as edit from "../edit.js";
import { HAND_KINDS, canPromote, format, other, parse, parseHands } from "../sfen.js";
import { attacker, canRedo, canUndo, change, entry, EMPTY, flipped, legal, position, redo, undo } from "../state.js";
import { t } from "../text.js";
import { clickBox, isSame, picked } from "./choice.js";
import { press } from "./drag.js";
import { PieceImage, pieceName } from "./piece.js";
import { sideName } from "./board.js";

const KINDS = ["K", ...HAND_KINDS];

/** The pieces that are neither on the board nor in a hand, as the server counts them. */
const unaccounted = () => {
  const text = legal.value?.unaccounted;
  return text && text !== "-" ? parseHands(text).black : null;
};

/** A brush for each piece: pick one, place many. */
export function Palette() {
  const rest = unaccounted();
  return html`<div class="palette" data-target=${JSON.stringify({ box: true })} role="group" aria-label=${t("box")}>
    ${[attacker.value, other(attacker.value)].map(
      (side) => html`<div class="brushes" key=${side}>
        <span class="brushes-name">${sideName(side)}</span>
        ${KINDS.flatMap((kind) => [
          html`<${Brush} key=${kind} piece=${{ kind, side, promoted: false }} />`,
          canPromote(kind) && html`<${Brush} key=${`+${kind}`} piece=${{ kind, side, promoted: true }} />`,
        ])}
      </div>`,
    )}
    <button type="button" class=${`eraser ${isSame(picked.value, { box: true }) ? "picked" : ""}`}
      aria-pressed=${isSame(picked.value, { box: true })} onClick=${() => clickBox(true)}>${t("erase")}</button>
    <span class="rest-note">${rest ? html`${t("inBox")} ${restPieces(rest)}` : t("boxEmpty")}</span>
  </div>`;
}

/** @param {Record<string, number>} rest */
const restPieces = (rest) =>
  HAND_KINDS.filter((kind) => rest[kind]).map((kind) => html`<span class="rest-piece" key=${kind}>${pieceName({ kind })}${rest[kind] > 1 ? rest[kind] : ""}</span>`);

/** @param {{piece: import("../sfen.js").Piece}} props */
function Brush({ piece }) {
  const place = { box: piece };
  const isPicked = isSame(picked.value, place);
  return html`<button type="button" class=${`brush ${isPicked ? "picked" : ""}`} aria-pressed=${isPicked}
    aria-label=${`${sideName(piece.side)} ${pieceName(piece)}`} onClick=${() => clickBox(piece)}
    onPointerDown=${(/** @type {PointerEvent} */ event) => press(event, place)}>
    <${PieceImage} piece=${piece} flip=${flipped.value} />
  </button>`;
}

/** Everything that changes the whole diagram. */
export function Tools() {
  const rest = unaccounted();
  const now = position.value;
  const giveRest = () => rest && change(edit.giveRest(now, other(attacker.value), rest));
  /** @param {string} name @param {() => void} onClick @param {{disabled?: boolean, title?: string}} [more] */
  const tool = (name, onClick, { disabled = false, title } = {}) =>
    html`<button type="button" class="tool" onClick=${onClick} disabled=${disabled} title=${title}>${name}</button>`;
  /** @param {number} columns @param {number} rows */
  const shift = (columns, rows) => edit.shift(now, flipped.value ? -columns : columns, flipped.value ? -rows : rows);
  /** @param {string} arrow @param {string} label @param {number} columns @param {number} rows */
  const arrow = (arrow, label, columns, rows) =>
    html`<button type="button" class="tool arrow" aria-label=${label} title=${label} disabled=${shift(columns, rows) === now}
      onClick=${() => change(shift(columns, rows))}>${arrow}</button>`;
  return html`<div class="tools" role="toolbar" aria-label=${t("tools")}>
    ${tool(t("undo"), undo, { disabled: !canUndo.value, title: "Ctrl-Z" })}
    ${tool(t("redo"), redo, { disabled: !canRedo.value, title: "Ctrl-Y" })}
    <button type="button" class="tool primary" disabled=${!rest} onClick=${giveRest}>${t("rest")}</button>
    ${tool(t("changeTurn", { side: sideName(now.turn) }), () => change(edit.changeTurn(now)))}
    <${AttackerChoice} />
    ${tool(t("mirror"), () => change(edit.mirror(now)))}
    <span class="arrows" role="group" aria-label=${t("shift")}>
      ${arrow("←", t("shiftLeft"), -1, 0)}${arrow("↑", t("shiftUp"), 0, -1)}${arrow("↓", t("shiftDown"), 0, 1)}${arrow("→", t("shiftRight"), 1, 0)}
    </span>
    ${tool(t("rotate"), () => change(edit.rotate(now)), { title: t("rotateHelp") })}
    ${tool(t("clear"), () => change({ ...parse(EMPTY), turn: now.turn }), { disabled: format(now) === format({ ...parse(EMPTY), turn: now.turn }) })}
  </div>`;
}

/** Who attacks: decided by the position, or said. */
function AttackerChoice() {
  const chosen = entry.value.attacker ?? "";
  /** @param {Event} event */
  const onChange = (event) => {
    const { value } = /** @type {HTMLSelectElement} */ (event.target);
    change(position.value, "edit", { attacker: value === "" ? null : /** @type {any} */ (value) });
  };
  return html`<label class="tool-label">${t("attackerIs")}
    <select value=${chosen} onChange=${onChange}>
      <option value="">${t("automatic")}</option>
      <option value="black">☗ ${t("blackSide")}</option>
      <option value="white">☖ ${t("whiteSide")}</option>
    </select>
  </label>`;
}
