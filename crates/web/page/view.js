// @ts-check
// Which view and which panel is open, and how the page looks.

import { effect, signal } from "./vendor/preact.js";
import { load, save } from "./storage.js";

/** @type {import("./vendor/preact.js").Signal<"board" | "collection" | "help">} */
export const view = signal(load("view") ?? "board");
/** @type {import("./vendor/preact.js").Signal<"solve" | "check" | "play" | "compose" | "record">} */
export const panel = signal(load("panel") ?? "solve");
/** @type {import("./vendor/preact.js").Signal<"auto" | "light" | "dark">} */
export const theme = signal(load("theme") ?? "auto");

effect(() => save("view", view.value));
effect(() => save("panel", panel.value));
effect(() => {
  save("theme", theme.value);
  document.documentElement.dataset.theme = theme.value;
});
