// @ts-check
// A list of problems: solved and checked together, filtered, opened one by one.

import { computed, effect, html, signal, useMemo, useRef } from "./vendor/preact.js";
import { Refusal, url } from "./api.js";
import { change } from "./state.js";
import { batchId, cancel, isActive, jobs, problemKey, resultKey, saveFile, standing, start } from "./jobs.js";
import { lang, number, plies, t } from "./text.js";
import { loadLarge, saveLarge } from "./storage.js";
import { view } from "./view.js";
import { SmallBoard, SmallHand } from "./board/piece.js";
import { Failure } from "./panels/progress.js";
import { isByRule, Limits, limits, settings } from "./panels/settings.js";
import { ReadFaults, readFiles } from "./panels/record.js";

/** @typedef {{id: string, title: string, author: string, sfen: string, attacker: string | null, author_line: string[], expected: any}} Problem */

/** @type {import("./vendor/preact.js").Signal<Problem[]>} */
export const collection = signal([]);
const filter = signal({ text: "", verdict: "", length: "" });
const scroll = signal(0);
let loaded = false;
loadLarge("collection").then((kept) => {
  if (Array.isArray(kept) && collection.value.length === 0) collection.value = kept;
  loaded = true;
});
effect(() => {
  const all = collection.value;
  if (loaded) saveLarge("collection", all);
});

/** @param {any[]} entries As `read` gives them. */
export function addToCollection(entries) {
  loaded = true;
  const added = entries.map(({ id, title, author, sfen, attacker, author_line, expected }) => ({
    id: id ?? "", title: title ?? "", author: author ?? "", sfen, attacker: attacker ?? null, author_line: author_line ?? [], expected: expected ?? null,
  }));
  const known = new Set(collection.value.map((one) => `${one.id} ${problemKey(one)}`));
  collection.value = [...collection.value, ...added.filter((one) => !known.has(`${one.id} ${problemKey(one)}`))];
  view.value = "collection";
}

/** What batches found, by kind and problem: what says most, and of that the newest. */
const results = computed(() => {
  /** @type {Map<string, any>} */
  const all = new Map();
  const batches = Object.values(jobs.value).filter((job) => job.kind === "batch" && isByRule(job)).sort((a, b) => a.created_ms - b.created_ms);
  for (const job of batches) {
    const kind = job.options?.check ? "check" : "solve";
    for (const item of job.items) {
      const { author_line, author_length } = item.document;
      const key = resultKey(kind, { ...item, author_line, author_length });
      const before = all.get(key)?.document;
      // What was stopped does not hide what is known; another profile judges otherwise.
      const says = !before || before.profile !== item.document.profile || standing(item.document) >= standing(before);
      if (says) all.set(key, item);
    }
  }
  return all;
});

/** @param {Problem} problem */
const resultOf = (problem) => {
  const asked = { ...problem, author_length: problem.expected?.length };
  return { solve: results.value.get(resultKey("solve", asked)), check: results.value.get(resultKey("check", asked)) };
};
/** @param {Problem} problem */
const verdictOf = (problem) => {
  const { solve, check } = resultOf(problem);
  return check?.document.verdict ?? solve?.document.verdict ?? "";
};

/** The length that was found, or else the one that the source states. @param {Problem} problem @returns {number | undefined} */
const lengthOf = (problem) => {
  const { solve, check } = resultOf(problem);
  return check?.document.length ?? solve?.document.length ?? problem.expected?.length;
};

const visible = computed(() => {
  const { text, verdict, length } = filter.value;
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return collection.value.filter((problem) => {
    if (verdict && verdictOf(problem) !== (verdict === "none" ? "" : verdict)) return false;
    if (length && lengthOf(problem) !== Number(length)) return false;
    const hay = `${problem.id} ${problem.title} ${problem.author} ${problem.sfen}`.toLowerCase();
    return words.every((word) => hay.includes(word));
  });
});

const newest = computed(() => jobs.value[batchId.value]);
const running = computed(() => (newest.value && isActive(newest.value) ? newest.value : undefined));
const refused = signal("");

/** @param {boolean} check */
async function run(check) {
  const problems = visible.value.map(({ id, title, author, sfen, attacker, author_line, expected }) => ({
    id, title: title || undefined, author: author || undefined, sfen, attacker: attacker ?? undefined, author_line: author_line.length ? author_line : undefined,
    author_length: expected?.length ?? undefined,
  }));
  const { profile } = settings.value;
  refused.value = "";
  try {
    batchId.value = await start("batch", { problems, options: { ...limits(), check, profile: check && profile ? profile : undefined } });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    refused.value = error.message;
  }
}

/** The list that was emptied last: it can be had again. @type {import("./vendor/preact.js").Signal<Problem[]>} */
const emptied = signal([]);

function empty() {
  emptied.value = collection.value;
  collection.value = [];
  filter.value = { text: "", verdict: "", length: "" };
}

/** Stops the batch; what it found stays. */
export const stopBatch = () => running.value && cancel(running.value.id);

/** @param {string} kind */
const report = (kind) => saveFile(newest.value.id, `report.${kind}`, `kemuri.${kind}`, (sentence) => (refused.value = sentence));

export function Collection() {
  /** @param {Event} event */
  const onFiles = async (event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    await readFiles([...(input.files ?? [])]);
    input.value = "";
  };
  const all = collection.value.length;
  const done = newest.value?.items.length ?? 0;
  const verdicts = ["mate", "nomate", "complete", "flawed", "unsound", "undecided", "unknown"];
  return html`<main class="collection">
    <div class="settings">
      <label class="tool primary file">${t("openFiles")}<input type="file" multiple onChange=${onFiles} /></label>
      <label class="tool file">${t("openFolder")}<input type="file" multiple webkitdirectory onChange=${onFiles} /></label>
      ${all > 0 && html`<button type="button" class="tool" disabled=${!visible.value.length || !!running.value} onClick=${() => run(false)}>${t("solveAll")}</button>
      <button type="button" class="tool" disabled=${!visible.value.length || !!running.value} onClick=${() => run(true)}>${t("checkAll")}</button>
      <${Limits} />`}
    </div>
    ${all > 0 && html`<div class="settings">
      <label class="setting">${t("filter")}<input type="search" value=${filter.value.text} onInput=${(/** @type {any} */ event) => (filter.value = { ...filter.value, text: event.target.value })} /></label>
      <label class="setting">${t("verdict")}<select value=${filter.value.verdict} onChange=${(/** @type {any} */ event) => (filter.value = { ...filter.value, verdict: event.target.value })}>
        <option value="">${t("all")}</option><option value="none">${t("notYet")}</option>
        ${verdicts.map((one) => html`<option key=${one} value=${one}>${t(/** @type {any} */ (`verdict_${one}`))}</option>`)}
      </select></label>
      <label class="setting">${t("length")}<input class="short" type="number" min="1" step="2" value=${filter.value.length} onInput=${(/** @type {any} */ event) => (filter.value = { ...filter.value, length: event.target.value })} /></label>
      <span class="count-note" role="status">${t("problems", { shown: number(visible.value.length), all: number(all) })}</span>
      ${newest.value?.options?.check && !running.value && done > 0 && html`<a class="tool" target="_blank" href=${url(`jobs/${newest.value.id}/print.html`)}>${t("printReport")}</a>
        ${["html", "kif"].map((kind) => html`<button type="button" class="tool" key=${kind} onClick=${() => report(kind)}>${t("saveReport", { kind: kind.toUpperCase() })}</button>`)}`}
      <button type="button" class="tool" onClick=${empty}>${t("emptyList")}</button>
    </div>`}
    ${refused.value && html`<p class="warning" role="alert">${refused.value}</p>`}
    <${ReadFaults} />
    ${running.value && html`<div class="batch" role="status"><progress max=${running.value.total || 1} value=${done}></progress>
      <span>${t("batchDone", { done: number(done), all: number(running.value.total) })}</span>
      <button type="button" class="tool" onClick=${stopBatch}>${t("stop")} <kbd>Esc</kbd></button></div>`}
    <${Failure} job=${newest.value} />
    ${all === 0 ? html`<div class="empty"><p>${t("collectionEmpty")}</p>
      ${emptied.value.length > 0 && html`<button type="button" class="tool" onClick=${() => (collection.value = emptied.value)}>${t("restoreList", { count: number(emptied.value.length) })}</button>`}</div>` : html`<${List} />`}
  </main>`;
}

/** Pixels of a row. */
const ROW = 84;

/** Only the rows that are seen are made. */
function List() {
  const box = /** @type {{current: HTMLElement | null}} */ (useRef(null));
  const rows = visible.value;
  const height = box.current?.clientHeight ?? 700;
  const first = Math.max(0, Math.floor(scroll.value / ROW) - 3);
  const last = Math.min(rows.length, first + Math.ceil(height / ROW) + 8);
  return html`<div class="list" ref=${box} role="list" tabindex="0" aria-label=${t("collection")} onScroll=${(/** @type {any} */ event) => (scroll.value = event.target.scrollTop)}>
    <div class="list-space" style=${`height:${rows.length * ROW}px`}>
      ${rows.slice(first, last).map((problem, at) => html`<${Row} key=${first + at} problem=${problem} top=${(first + at) * ROW} number=${first + at + 1} />`)}
    </div>
  </div>`;
}

/** @param {{problem: Problem, top: number, number: number}} props */
function Row({ problem, top, number: at }) {
  const { solve, check } = resultOf(problem);
  const found = check?.document.length ? check.document : solve?.document;
  const length = found?.length ? plies(found.length, found.exact) : "";
  const words = check ? [check.verdict_name, check.classes].filter(Boolean).join(t("comma")) : (solve?.sentences?.[0] ?? "");
  const verdict = verdictOf(problem);
  // While the list scrolls, a row that was drawn stays as it is.
  return useMemo(() => rowOf(problem, top, at, length, words, verdict), [problem, top, length, words, verdict, lang.value]);
}

/** @param {Problem} problem @param {number} top @param {number} at @param {string} length @param {string} words @param {string} verdict */
function rowOf(problem, top, at, length, words, verdict) {
  const open = () => {
    change(problem.sfen, "collection", {
      attacker: /** @type {any} */ (problem.attacker),
      meta: { title: problem.title || problem.id, author: problem.author, source: "" },
      line: problem.author_line,
      stated: problem.expected?.length ?? null,
    });
    view.value = "board";
  };
  return html`<div role="listitem" class="row-item" style=${`top:${top}px`}>
    <button type="button" class="open" onClick=${open}>
      <span class="row-number">${at}</span>
      <${SmallBoard} sfen=${problem.sfen} />
      <span class="row-title"><b>${problem.title || problem.id}</b><small>${problem.author}</small><${SmallHand} sfen=${problem.sfen} attacker=${problem.attacker} /></span>
      <span class="row-length">${length || (problem.expected?.length ? html`<span class="quiet">${plies(problem.expected.length)}</span>` : "")}</span>
      <span class=${`row-verdict ${verdict}`} title=${words || undefined}>${words || t("notYet")}</span>
    </button>
  </div>`;
}
