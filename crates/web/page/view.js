// @ts-check
// Which view and which panel is open, and how the page looks.

import { effect, signal } from "./vendor/preact.js";
import { load, save } from "./storage.js";

/** @type {import("./vendor/preact.js").Signal<"board" | "collection" | "help">} */
export const view = signal(load("view") ?? "board");
/** Whether the panels stand below the board, and the tools to set up are one of them: a phone. */
const phone = matchMedia("(max-width: 800px)");
export const narrow = signal(phone.matches);
phone.addEventListener("change", () => (narrow.value = phone.matches));

/** @typedef {"edit" | "solve" | "check" | "play" | "compose" | "record"} Panel */
/** @type {import("./vendor/preact.js").Signal<Panel>} */
export const panel = signal(load("panel") ?? (phone.matches ? "edit" : "solve"));
effect(() => {
  if (!narrow.value && panel.value === "edit") panel.value = "solve";
});
/** @type {import("./vendor/preact.js").Signal<"auto" | "light" | "dark">} */
export const theme = signal(load("theme") ?? "auto");

effect(() => save("view", view.value));
effect(() => save("panel", panel.value));
effect(() => {
  save("theme", theme.value);
  document.documentElement.dataset.theme = theme.value;
});
