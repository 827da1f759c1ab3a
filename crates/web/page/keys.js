// @ts-check
// Keys that mean the same wherever the focus is; the board has its own.

import { cancel, certifiedHere, isActive, jobHere } from "./jobs.js";
import { stopBatch } from "./collection.js";
import { line, mode, redo, step, undo } from "./state.js";
import { choice, picked } from "./board/choice.js";
import { canStart, solve } from "./panels/solve.js";
import { read, readFiles } from "./panels/record.js";
import { panel, view } from "./view.js";

/** @param {EventTarget | null} target */
const isText = (target) =>
  target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && target.type !== "checkbox");

/** Whether Enter means nothing else there. @param {EventTarget | null} target */
const isFree = (target) => target === document.body || (target instanceof HTMLElement && target.dataset.square !== undefined);

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
  if (key === "Escape" && view.value === "collection") stopBatch();
  if (event.altKey || view.value !== "board") return;
  if (key === "Escape" && (picked.value || choice.value)) {
    picked.value = null;
    choice.value = null;
  } else if (key === "Escape") {
    for (const job of [...["solve", "tree", "check", "compose"].map(jobHere), certifiedHere()]) {
      if (job && isActive(job)) cancel(job.id);
    }
  } else if (key === "Enter" && isFree(event.target)) {
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
  read(text);
}

/** @param {DragEvent} event */
async function onDrop(event) {
  const { dataTransfer } = event;
  if (!dataTransfer) return;
  const text = dataTransfer.getData("text/plain");
  const files = [...dataTransfer.files];
  // A folder is among the items only, and only until this function waits.
  const entries = [...dataTransfer.items].map((item) => item.webkitGetAsEntry?.()).filter((entry) => !!entry);
  const inFolders = entries.some((entry) => entry.isDirectory) ? (await Promise.all(entries.map(filesIn))).flat() : null;
  const dropped = inFolders ?? files;
  if (dropped.length) await readFiles(dropped);
  else if (text) await read(text);
}

/** The files of a folder and of the folders in it. @param {FileSystemEntry} entry @returns {Promise<File[]>} */
async function filesIn(entry) {
  if (entry.isFile) {
    const file = new Promise((resolve, reject) => /** @type {FileSystemFileEntry} */ (entry).file(resolve, reject));
    return [/** @type {File} */ (await file)];
  }
  const reader = /** @type {FileSystemDirectoryEntry} */ (entry).createReader();
  const all = [];
  for (;;) {
    // It gives a hundred at a time.
    const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (!some.length) break;
    all.push(...some);
  }
  all.sort((a, b) => a.name.localeCompare(b.name));
  return (await Promise.all(all.map(filesIn))).flat();
}

export function listen() {
  addEventListener("keydown", onKey);
  addEventListener("paste", onPaste);
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    void onDrop(event);
  });
}
