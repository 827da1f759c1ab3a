// @ts-check
// Keys that mean the same wherever the focus is; the board has its own.

import { cancel, certifiedHere, isActive, jobHere } from "./jobs.js";
import { line, mode, redo, step, undo } from "./state.js";
import { choice, picked } from "./board/choice.js";
import { canStart, solve } from "./panels/solve.js";
import { read, readFile } from "./panels/record.js";
import { panel, view } from "./view.js";

/** @param {EventTarget | null} target */
const isText = (target) =>
  target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && target.type !== "checkbox");

/** @param {KeyboardEvent} event */
function onKey(event) {
  if (isText(event.target) || event.isComposing) return;
  const { key } = event;
  if (event.ctrlKey || event.metaKey) {
    if (key === "z" || key === "Z") (event.shiftKey ? redo : undo)();
    else if (key === "y") redo();
    else return;
    event.preventDefault();
    return;
  }
  if (event.altKey || view.value !== "board") return;
  if (key === "Escape") {
    picked.value = null;
    choice.value = null;
    for (const job of [...["solve", "tree", "check", "compose"].map(jobHere), certifiedHere()]) {
      if (job && isActive(job)) cancel(job.id);
    }
  } else if (key === "Enter" && !(event.target instanceof HTMLButtonElement && !event.target.dataset.square)) {
    if (!canStart()) return;
    panel.value = "solve";
    solve();
  } else if (key === "ArrowLeft" && mode.value === "play") step(line.value.ply - 1);
  else if (key === "ArrowRight" && mode.value === "play") step(line.value.ply + 1);
  else if (key === "Home" && mode.value === "play") step(0);
  else if (key === "End" && mode.value === "play") step(line.value.moves.length);
  else return;
  event.preventDefault();
}

/** @param {ClipboardEvent} event */
function onPaste(event) {
  if (isText(event.target)) return;
  const text = event.clipboardData?.getData("text/plain");
  if (!text?.trim()) return;
  event.preventDefault();
  read({ text });
}

/** @param {DragEvent} event */
async function onDrop(event) {
  event.preventDefault();
  const text = event.dataTransfer?.getData("text/plain");
  const files = [...(event.dataTransfer?.files ?? [])];
  for (const file of files) await readFile(file);
  if (!files.length && text) read({ text });
}

export function listen() {
  addEventListener("keydown", onKey);
  addEventListener("paste", onPaste);
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", onDrop);
}
