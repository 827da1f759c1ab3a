// @ts-check
// The line under the board: its moves, and the buttons to step through them.

import { html, useEffect, useRef } from "../vendor/preact.js";
import { describe, entry, flipped, legal, line, mode, showLine, step, takeShown } from "../state.js";
import { t } from "../text.js";
import { narrow, panel } from "../view.js";

export function Player() {
  const { moves, ply } = line.value;
  /** @param {string} sign @param {string} label @param {number} to @param {boolean} off */
  const button = (sign, label, to, off) =>
    html`<button type="button" class="transport" aria-label=${label} title=${label} disabled=${off} onClick=${() => step(to)}>${sign}</button>`;
  return html`<div class="transports">
    <${ModeSwitch} />
    ${button("|◀", t("toStart"), 0, ply === 0)}${button("◀", t("back"), ply - 1, ply === 0)}
    <span class="ply" aria-live="polite">${ply} / ${moves.length}</span>
    ${button("▶", t("forward"), ply + 1, ply === moves.length)}${button("▶|", t("toEnd"), moves.length, ply === moves.length)}
    <button type="button" class="transport flip" aria-label=${t("flip")} title=${t("flip")} aria-pressed=${flipped.value} onClick=${() => (flipped.value = !flipped.value)}>⇅</button>
  </div>`;
}

/** The moves of the line, and what can be done with it. */
export function LineMoves() {
  const { moves, ply, kind } = line.value;
  const names = legal.value?.line === moves.join(" ") ? legal.value.moves : [];
  const author = entry.value.line;
  const isAuthors = author.length > 0 && author.join() === moves.join();
  const list = /** @type {{current: HTMLElement | null}} */ (useRef(null));
  useEffect(() => {
    // Where the line is longer than its row, its current move stays in sight.
    const row = list.current;
    const now = /** @type {HTMLElement | null | undefined} */ (row?.querySelector(".now"));
    if (row && now) row.scrollTo({ left: now.offsetLeft - row.clientWidth / 2, top: now.offsetTop - row.clientHeight / 2 });
  }, [ply, moves]);
  return html`<div class="player">
    ${moves.length > 0 &&
    html`<div class="line-moves" ref=${list}><span class="line-kind">${t(kind)}</span>
      ${moves.map(
        (move, at) => html`<button type="button" key=${at} class=${`move ${at + 1 === ply ? "now" : ""}`}
          aria-current=${at + 1 === ply ? "step" : undefined} onClick=${() => {
            mode.value = "play";
            step(at + 1);
          }}>${names[at]?.japanese ?? move}</button>`,
      )}</div>`}
    ${legal.value?.illegal && html`<p class="warning">${legal.value.illegal.sentence}</p>`}
    ${mode.value === "play" &&
    html`<div class="line-tools">
      ${moves.length > 0 && !isAuthors && html`<button type="button" class="tool" onClick=${() => describe({ line: moves.slice(0, ply || moves.length), stated: null })}>${t("makeAuthorLine")}</button>`}
      ${author.length > 0 && html`<button type="button" class="tool" disabled=${isAuthors} onClick=${() => showLine("author", author, 0)}>${t("showAuthorLine", { count: author.length })}</button>
        <button type="button" class="tool" onClick=${() => describe({ line: [], stated: null })}>${t("dropAuthorLine")}</button>`}
      ${ply > 0 && html`<button type="button" class="tool" onClick=${takeShown}>${t("takeShown")}</button>`}
      ${moves.length > 0 && html`<button type="button" class="tool" onClick=${() => showLine("own", [])}>${t("clearLine")}</button>`}
    </div>`}
  </div>`;
}

function ModeSwitch() {
  /** @param {"edit" | "play"} to */
  const use = (to) => {
    mode.value = to;
    if (narrow.value && to === "edit") panel.value = "edit";
  };
  /** @param {"edit" | "play"} to */
  const choice = (to) =>
    html`<button type="button" aria-pressed=${mode.value === to} onClick=${() => use(to)}>${t(to === "edit" ? "modeEdit" : "modePlay")}</button>`;
  return html`<span class="switch" role="group" aria-label=${t("mode")}>${choice("edit")}${choice("play")}</span>`;
}
