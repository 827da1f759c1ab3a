// @ts-check
// The language of the page. Sentences about positions and results come from the server.

import { computed, effect, signal } from "./vendor/preact.js";
import { en } from "./text/en.js";
import { ja } from "./text/ja.js";
import { load, save } from "./storage.js";

/** @typedef {"ja" | "en"} Lang */

/** @type {import("./vendor/preact.js").Signal<Lang>} */
export const lang = signal(load("lang") ?? (navigator.language.startsWith("ja") ? "ja" : "en"));
effect(() => {
  save("lang", lang.value);
  document.documentElement.lang = lang.value;
});

const texts = computed(() => (lang.value === "ja" ? ja : en));

/**
 * A text of the page; `{name}` stands for a value.
 * @param {keyof typeof en} key @param {Record<string, string | number>} [values]
 */
export function t(key, values = {}) {
  return texts.value[key].replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
}

/** A length, or a bound of one. @param {number} count @param {boolean} [exact] */
export const plies = (count, exact = true) => t(exact ? (count === 1 ? "ply" : "plies") : "pliesWithin", { count });

/** A number with its thousands apart. @param {number} value */
export const number = (value) => value.toLocaleString(lang.value);

/** Seconds, or minutes and seconds. @param {number} ms */
export function duration(ms) {
  const seconds = ms / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
}
