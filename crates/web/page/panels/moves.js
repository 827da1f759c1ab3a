// @ts-check
// A line as buttons: each puts the board after its move.

import { html } from "../vendor/preact.js";
import { line, showLine } from "../state.js";
import { narrow } from "../view.js";

/**
 * @param {{kind: import("../state.js").Line["kind"], moves: string[], japanese: string[], from?: string[], note?: (at: number) => any}} props
 *   `from` are the moves before the line.
 */
export function Moves({ kind, moves, japanese, from = [], note }) {
  const all = [...from, ...moves];
  const shown = line.value.moves.slice(0, line.value.ply).join();
  return html`<span class="moves">${moves.map((move, at) => {
    const ply = from.length + at + 1;
    const now = shown === all.slice(0, ply).join();
    return html`<button type="button" key=${at} class=${`move ${now ? "now" : ""}`} aria-current=${now ? "step" : undefined}
      onClick=${() => {
        showLine(kind, all, ply);
        // On a phone the board may be above the screen.
        if (narrow.value) document.querySelector(".board-area")?.scrollIntoView({ block: "nearest" });
      }}><span class="number">${ply}</span>${japanese[at] ?? move}${note?.(at)}</button>`;
  })}</span>`;
}
