// @ts-check
// The positions that the current one came from, as a tree that is kept.

import { html } from "./vendor/preact.js";
import { history, visit } from "./state.js";
import { jobs, problemKey, standing } from "./jobs.js";
import { isByRule } from "./panels/settings.js";
import { plies, t } from "./text.js";

/** Entries that are listed; the newest are. */
const LISTED = 60;

export function History() {
  const { entries, current } = history.value;
  const all = Object.values(entries);
  /** @type {Map<number | null, typeof all>} */
  const children = new Map();
  for (const one of all) {
    const parent = one.parent !== null && entries[one.parent] ? one.parent : null;
    children.set(parent, [...(children.get(parent) ?? []), one]);
  }
  /** A row for each entry: a chain stays in its column, a branch is indented. @type {{one: any, depth: number}[]} */
  const rows = [];
  const stack = (children.get(null) ?? []).map((one) => ({ one, depth: 0 })).reverse();
  while (stack.length) {
    const { one, depth } = /** @type {{one: any, depth: number}} */ (stack.pop());
    rows.push({ one, depth });
    const next = children.get(one.id) ?? [];
    const deeper = next.length > 1 ? depth + 1 : depth;
    for (const child of [...next].reverse()) stack.push({ one: child, depth: child === next[0] ? depth : deeper });
  }
  // Small edits between two results are folded into one row.
  const results = resultsByKey();
  const kept = rows.filter(
    ({ one }) => one.id === current || one.label !== "edit" || (children.get(one.id) ?? []).length !== 1 || results.has(keyOfEntry(one)),
  );
  return html`<nav class="history" aria-label=${t("history")}>
    <h2>${t("history")}</h2>
    <ol>${kept.slice(-LISTED).map(({ one, depth }) => {
      const result = results.get(keyOfEntry(one));
      return html`<li key=${one.id} style=${`--depth:${Math.min(depth, 6)}`}>
        <button type="button" class=${one.id === current ? "now" : ""} aria-current=${one.id === current ? "true" : undefined} onClick=${() => visit(one.id)}>
          <span>${one.meta.title || t(one.label)}</span><small>${result ?? ""}</small></button></li>`;
    })}</ol>
  </nav>`;
}

/** @param {any} one */
const keyOfEntry = (one) => problemKey({ sfen: one.sfen, attacker: null }).trim();

/** What was found of a position, in a word. */
function resultsByKey() {
  /** @type {Map<string, string>} */
  const all = new Map();
  const known = Object.values(jobs.value).sort((a, b) => standing(a.result?.document) - standing(b.result?.document));
  for (const job of known) {
    const { kind, problem, result } = job;
    const found = result?.document;
    if (kind !== "solve" || !isByRule(job) || !problem || !found || found.verdict === "unknown") continue;
    const words = found.verdict === "mate" ? plies(found.length, found.exact) : t("verdict_nomate");
    all.set(problemKey({ sfen: problem.sfen, attacker: null }).trim(), words);
  }
  return all;
}
