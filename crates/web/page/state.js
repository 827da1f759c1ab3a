// @ts-check
// What the page is about: a position, the tree of positions it came from, and a line on it.

import { batch, computed, effect, signal } from "./vendor/preact.js";
import { post, Refusal } from "./api.js";
import { lang, t } from "./text.js";
import { load, save } from "./storage.js";
import { EMPTY, format, keyOf, parse } from "./sfen.js";

/** @typedef {import("./sfen.js").Side} Side */
/** @typedef {{title: string, author: string, source: string}} Meta */
/**
 * A problem in the history. `line` is the author's line, `stated` the length that the source states, `label` how it came
 * to be.
 * @typedef {{id: number, parent: number | null, last: number | null, sfen: string,
 *   attacker: Side | null, meta: Meta, line: string[], stated?: number | null, label: Label}} Entry
 */
/** @typedef {"start" | "edit" | "read" | "repair" | "composed" | "collection" | "link"} Label */
/** @typedef {{entries: Record<number, Entry>, current: number, next: number}} History */
/**
 * A line on the board: where it comes from, its moves, and how many of them are played.
 * @typedef {{kind: "own" | "author" | "solution" | "fact" | "tree" | "try", moves: string[], ply: number}} Line
 */

/** A problem to begin with: three checks in the corner. */
const FIRST = "8k/6G2/9/8l/9/9/9/9/9 b 2S2r2b3g2s4n3l18p 1";
const NO_META = { title: "", author: "", source: "" };
/** Milliseconds after which a server that does not answer is asked again. */
const RETRY_MS = 2000;
/** Entries that are kept; the oldest leaves go first. */
const MOST_ENTRIES = 500;

/** @returns {History} */
function freshHistory() {
  const first = { id: 0, parent: null, last: null, sfen: FIRST, attacker: null, meta: NO_META, line: [], label: /** @type {Label} */ ("start") };
  return { entries: { 0: first }, current: 0, next: 1 };
}

/** The history of an earlier visit, if it is whole. @returns {History | null} */
function keptHistory() {
  const kept = load("history");
  const now = kept?.entries?.[kept.current];
  const isWhole = typeof now?.sfen === "string" && Array.isArray(now.line) && now.meta;
  return isWhole && Object.values(kept.entries).every((one) => isSfen(one.sfen)) ? kept : null;
}

/** @param {string} text */
function isSfen(text) {
  try {
    return !!parse(text);
  } catch {
    return false;
  }
}

/** @type {import("./vendor/preact.js").Signal<History>} */
export const history = signal(keptHistory() ?? freshHistory());
export const entry = computed(() => history.value.entries[history.value.current]);
export const position = computed(() => parse(entry.value.sfen));
/** @type {import("./vendor/preact.js").Signal<"edit" | "play">} */
export const mode = signal(load("mode") ?? "edit");
/** @type {import("./vendor/preact.js").Signal<Line>} */
export const line = signal({ kind: "own", moves: [], ply: 0 });
/** Whether the board is seen from White's side. */
export const flipped = signal(false);
/** What happened to the last thing that was asked for, if it went wrong. */
export const said = signal("");

effect(() => save("history", history.value));
effect(() => save("mode", mode.value));

/** What the server says of the position and the line: the answer of `position`. */
export const legal = signal(/** @type {any} */ (null));
/** Why the server could not say it. */
export const refusal = signal(/** @type {string | null} */ (null));
/** The moves of the line that are on the board. */
export const played = computed(() => line.value.moves.slice(0, line.value.ply));
/** The position on the board: the start, or after the moves of the line. */
export const shown = computed(() => {
  const { ply } = line.value;
  const moves = answersLine.value ? legal.value.moves : [];
  return ply > 0 && moves[ply - 1] ? parse(moves[ply - 1].sfen) : position.value;
});
/** Whether `legal` is about the line on the board. */
const answersLine = computed(() => {
  const known = legal.value;
  return known && known.of === entry.value.sfen && known.line === line.value.moves.join(" ");
});

let asking = new AbortController();
effect(() => {
  const { sfen, attacker } = entry.value;
  const { moves, ply } = line.value;
  void lang.value;
  asking.abort();
  asking = new AbortController();
  ask(sfen, attacker, moves, ply, asking.signal);
});

/** @param {string} sfen @param {Side | null} attacker @param {string[]} moves @param {number} ply @param {AbortSignal} stop */
async function ask(sfen, attacker, moves, ply, stop) {
  const body = { sfen, attacker: attacker ?? undefined };
  try {
    // The whole line gives the positions to step through, the part on the board the moves that are legal there.
    const [all, here] = await Promise.all([
      post("position", { ...body, moves }, stop),
      ply < moves.length ? post("position", { ...body, moves: moves.slice(0, ply) }, stop) : null,
    ]);
    if (stop.aborted) return;
    const at = here ?? all;
    batch(() => {
      refusal.value = null;
      legal.value = { ...all, of: sfen, line: moves.join(" "), at: ply, here: at, legal: at.legal, mated: at.mated };
    });
  } catch (error) {
    if (stop.aborted) return;
    refusal.value = error instanceof Refusal ? error.message : String(error);
    // A server that is started again is found again.
    if (error instanceof Refusal && error.code === "network") {
      setTimeout(() => stop.aborted || ask(sfen, attacker, moves, ply, stop), RETRY_MS);
    }
  }
}

/** The side that attacks: as the user said, as the server decided, or the side to move. */
export const attacker = computed(
  () => entry.value.attacker ?? legal.value?.attacker ?? position.value.turn,
);

/**
 * Changes the position: a new entry after the current one. A change that is the same as one that
 * was tried before goes there again.
 * @param {import("./sfen.js").Position | string} next @param {Label} [label]
 * @param {Partial<Entry>} [more]
 */
export function change(next, label = "edit", more = {}) {
  const sfen = typeof next === "string" ? next : format(next);
  const now = entry.value;
  const attacker = more.attacker === undefined ? now.attacker : more.attacker;
  const isSame = keyOf(sfen) === keyOf(now.sfen) && attacker === now.attacker;
  if (isSame && !more.meta && !more.line) return;
  const { entries } = history.value;
  const before = Object.values(entries).find(
    (known) => known.parent === now.id && keyOf(known.sfen) === keyOf(sfen) && known.attacker === attacker,
  );
  if (before && !more.meta && !more.line) {
    visit(before.id);
    return;
  }
  const id = history.value.next;
  const added = { id, parent: now.id, last: null, sfen, attacker, meta: now.meta, line: [], stated: null, label, ...more };
  const all = { ...entries, [now.id]: { ...now, last: id }, [id]: added };
  history.value = prune({ entries: all, current: id, next: id + 1 });
  resetLine();
}

/** Drops the oldest leaves of a history that has grown too large. @param {History} grown @returns {History} */
function prune(grown) {
  const entries = { ...grown.entries };
  while (Object.keys(entries).length > MOST_ENTRIES) {
    const parents = new Set(Object.values(entries).map(({ parent }) => parent));
    const oldest = Object.values(entries).find(({ id }) => !parents.has(id) && id !== grown.current);
    if (oldest) {
      delete entries[oldest.id];
      continue;
    }
    // A single chain: its first entry goes.
    const first = Object.values(entries).find(({ parent }) => parent === null);
    if (!first) break;
    delete entries[first.id];
    for (const one of Object.values(entries)) {
      if (one.parent === first.id) entries[one.id] = { ...one, parent: null };
    }
  }
  return { ...grown, entries };
}

/** Goes to an entry of the history. @param {number} id */
export function visit(id) {
  const { entries, next } = history.value;
  const { parent } = entries[id];
  const all = parent === null || !entries[parent] ? entries : { ...entries, [parent]: { ...entries[parent], last: id } };
  history.value = { entries: all, current: id, next };
  resetLine();
}

export const canUndo = computed(() => entry.value.parent !== null);
export const canRedo = computed(() => entry.value.last !== null && !!history.value.entries[entry.value.last]);
export const undo = () => canUndo.value && visit(/** @type {number} */ (entry.value.parent));
export const redo = () => canRedo.value && visit(/** @type {number} */ (entry.value.last));

/** Changes title, author, source or the author's line of the problem. @param {Partial<Entry>} change */
export function describe(change) {
  const { entries, current, next } = history.value;
  history.value = { entries: { ...entries, [current]: { ...entries[current], ...change } }, current, next };
}

function resetLine() {
  said.value = "";
  const { line: moves } = entry.value;
  line.value = { kind: moves.length ? "author" : "own", moves, ply: 0 };
}

/**
 * Puts a line on the board.
 * @param {Line["kind"]} kind @param {string[]} moves @param {number} [ply]
 */
export function showLine(kind, moves, ply = moves.length) {
  batch(() => {
    mode.value = "play";
    line.value = { kind, moves, ply };
  });
}

/** Goes to a ply of the line. @param {number} ply */
export function step(ply) {
  const to = Math.max(0, Math.min(line.value.moves.length, ply));
  if (to !== line.value.ply) line.value = { ...line.value, ply: to };
}

/** Plays a move on the board: the next one of the line, or one that leaves it. @param {string} move */
export function play(move) {
  const { moves, ply, kind } = line.value;
  if (moves[ply] === move) {
    step(ply + 1);
  } else {
    const leaves = kind === "own" || ply === 0 ? "own" : "try";
    line.value = { kind: leaves, moves: [...moves.slice(0, ply), move], ply: ply + 1 };
  }
}

/** The position after the moves on the board becomes the problem. */
export const takeShown = () => change(shown.value, "edit");

// The address: a link is a problem.

/** The fragment of the address for a problem. */
export function link() {
  const { sfen, attacker, line: moves, meta } = entry.value;
  const parts = [`sfen=${keyOf(sfen).replaceAll(" ", "_")}`];
  if (attacker) parts.push(`attacker=${attacker}`);
  if (moves.length) parts.push(`moves=${moves.join("_")}`);
  for (const key of /** @type {const} */ (["title", "author", "source"])) {
    if (meta[key]) parts.push(`${key}=${encodeURIComponent(meta[key])}`);
  }
  return `#${parts.join("&")}`;
}

/** Reads the address, if it names another problem than the current one. */
function readLink() {
  const parts = new URLSearchParams(location.hash.slice(1).replaceAll("+", "%2B"));
  const sfen = parts.get("sfen")?.replaceAll("_", " ");
  if (sfen === undefined || location.hash === link()) return;
  const attacker = /** @type {Side | null} */ (parts.get("attacker"));
  if (!isSfen(sfen) || !["black", "white", null].includes(attacker)) {
    said.value = t("badLink");
    globalThis.history.replaceState(null, "", link());
    return;
  }
  const known = Object.values(history.value.entries).find((one) => keyOf(one.sfen) === keyOf(sfen) && one.attacker === attacker);
  const line = parts.get("moves")?.split("_") ?? [];
  const meta = { title: parts.get("title") ?? "", author: parts.get("author") ?? "", source: parts.get("source") ?? "" };
  const isNamed = !!(meta.title || meta.author || meta.source);
  const hasNames = known && known.meta.title === meta.title && known.meta.author === meta.author && known.meta.source === meta.source;
  if (known && (!line.length || line.join() === known.line.join()) && (!isNamed || hasNames)) {
    visit(known.id);
    return;
  }
  change(format(parse(sfen)), "link", { attacker, meta, line });
}

readLink();
addEventListener("hashchange", readLink);
effect(() => {
  const now = link();
  if (location.hash !== now) globalThis.history.replaceState(null, "", now);
});

export { EMPTY };
