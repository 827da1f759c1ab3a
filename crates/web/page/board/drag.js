// @ts-check
// Dragging with a mouse, a pen or a finger. An element that can be dragged names its place in
// `data-place`, one that takes a piece in `data-target`.

import { signal } from "../vendor/preact.js";
import { bring, canPick, picked } from "./choice.js";
import { mode } from "../state.js";

/** @typedef {import("../edit.js").Place} Place */

/** What is being dragged, and where to. @type {import("../vendor/preact.js").Signal<{from: Place, x: number, y: number} | null>} */
export const dragged = signal(null);

/** Pixels that the pointer moves before a press becomes a drag. */
const SLOP = 5;

/** @param {PointerEvent} event @param {Place} from */
export function press(event, from) {
  if (event.button !== 0 || !canPick(from)) return;
  const { clientX: x0, clientY: y0, pointerId } = event;
  // Otherwise the element that was touched keeps the pointer.
  const element = /** @type {Element} */ (event.target);
  if (element.hasPointerCapture?.(pointerId)) element.releasePointerCapture(pointerId);

  /** @param {PointerEvent} event */
  const move = (event) => {
    if (event.pointerId !== pointerId) return;
    const far = Math.hypot(event.clientX - x0, event.clientY - y0) > SLOP;
    if (!dragged.value && !far) return;
    event.preventDefault();
    if (!dragged.value) picked.value = from;
    dragged.value = { from, x: event.clientX, y: event.clientY };
  };
  /** @param {PointerEvent} event */
  const end = (event) => {
    if (event.pointerId !== pointerId) return;
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", end);
    removeEventListener("pointercancel", end);
    if (!dragged.value) return;
    dragged.value = null;
    suppressClick();
    picked.value = null;
    if (event.type === "pointercancel") return;
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-target]");
    const target = /** @type {HTMLElement | null | undefined} */ (under)?.dataset.target;
    if (target) bring(JSON.parse(target), from);
    else if (mode.value === "edit" && !("box" in from)) bring({ box: true }, from);
  };
  addEventListener("pointermove", move, { passive: false });
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
}

/** The click that a browser sends after a drag means nothing. */
function suppressClick() {
  /** @param {Event} event */
  const stop = (event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  const forget = () => {
    removeEventListener("click", stop, { capture: true });
    removeEventListener("pointerdown", forget, { capture: true });
  };
  addEventListener("click", stop, { capture: true, once: true });
  // The click of the next press means something, however soon it comes.
  addEventListener("pointerdown", forget, { capture: true });
  setTimeout(forget, 50);
}
