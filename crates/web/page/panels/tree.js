// @ts-check
// The variations of a mate, or the replies that refute: lines that leave other lines.

import { html, useMemo, useRef } from "../vendor/preact.js";
import { t } from "../text.js";
import { Moves } from "./moves.js";

/** @typedef {{line: number, leaves: {line: number, ply: number} | null, moves: any[], end: string, same_as: {line: number, ply: number} | null}} TreeLine */
/**
 * What all branches need: the lines, those that leave each of them, the lines that others run into, and the words of each.
 * @typedef {{lines: TreeLine[], children: Map<number, TreeLine[]>, joined: Set<number>, words: any[], open: boolean}} Whole
 */

/** A tree of so few lines is shown unfolded. */
const UNFOLDED = 8;

/** @param {{result: any}} props `lines` says of each line of the document how it ends. */
export function Tree({ result }) {
  const { document: found, lines: words } = result;
  const tree = found.tree ?? found.refutation;
  const box = /** @type {{current: HTMLElement | null}} */ (useRef(null));
  const whole = useMemo(() => {
    /** @type {TreeLine[]} */
    const lines = tree?.lines ?? [];
    /** @type {Map<number, TreeLine[]>} */
    const children = new Map();
    for (const line of lines) {
      if (line.leaves) children.set(line.leaves.line, [...(children.get(line.leaves.line) ?? []), line]);
    }
    for (const leaving of children.values()) leaving.sort((a, b) => (a.leaves?.ply ?? 0) - (b.leaves?.ply ?? 0));
    const joined = new Set(lines.flatMap(({ same_as: same }) => (same ? [same.line] : [])));
    return { lines, children, joined, words, open: lines.length <= UNFOLDED };
  }, [tree, words]);
  if (!tree) return html`<div class="tree">${(result.sentences ?? []).map((/** @type {string} */ sentence) => html`<p key=${sentence}>${sentence}</p>`)}</div>`;
  /** @param {boolean} open */
  const fold = (open) => {
    for (const one of box.current?.querySelectorAll("details") ?? []) one.open = open;
  };
  const hasFolds = whole.lines.some(({ leaves, line }) => leaves && whole.children.has(line));
  return html`<div class="tree" ref=${box}>
    <h3>${found.tree ? t("variations") : t("refutation")} <small>${t("positions", { count: tree.positions })}</small>
      ${hasFolds && html`<span class="folds"><button type="button" class="tool" onClick=${() => fold(true)}>${t("unfoldAll")}</button><button type="button" class="tool" onClick=${() => fold(false)}>${t("foldAll")}</button></span>`}</h3>
    ${whole.lines.filter(({ leaves }) => !leaves).map((line) => html`<${Branch} key=${line.line} line=${line} whole=${whole} depth=${0} />`)}
    ${tree.cut && html`<p class="quiet">${t("treeCut")}</p>`}
  </div>`;
}

/** The moves before a line. @param {TreeLine[]} all @param {TreeLine} line @returns {string[]} */
function before(all, line) {
  if (!line.leaves) return [];
  const parent = all[line.leaves.line];
  const path = [...before(all, parent), ...parent.moves.map((move) => move.move)];
  return path.slice(0, line.leaves.ply - 1);
}

/** Shows the line that another one runs into. @param {Event} event @param {number} line */
function reveal(event, line) {
  const tree = /** @type {Element} */ (event.currentTarget).closest(".tree");
  const branch = /** @type {HTMLElement | null} */ (tree?.querySelector(`[data-line="${line}"]`));
  for (let at = branch?.parentElement; at && at !== tree; at = at.parentElement) {
    if (at instanceof HTMLDetailsElement) at.open = true;
  }
  branch?.scrollIntoView({ block: "nearest" });
  branch?.querySelector("button")?.focus();
}

/** @param {{line: TreeLine, whole: Whole, depth: number}} props */
function Branch({ line, whole, depth }) {
  const leaving = whole.children.get(line.line) ?? [];
  const { summary, ending } = whole.words[line.line] ?? {};
  const end = ending && (line.same_as
    ? html`<button type="button" class="tree-end joins" onClick=${(/** @type {Event} */ event) => reveal(event, /** @type {any} */ (line.same_as).line)}>${ending}</button>`
    : html`<span class="tree-end">${ending}</span>`);
  const own = html`${whole.joined.has(line.line) && html`<span class="tree-name">[${line.line}]</span>`}
    <${Moves} kind="tree" from=${before(whole.lines, line)} moves=${line.moves.map((move) => move.move)} japanese=${line.moves.map((move) => move.japanese)} />
    ${end} ${depth > 0 && summary && html`<span class="tree-length">${summary}</span>`}`;
  const below = leaving.length > 0 && html`<ul>${leaving.map((child) => html`<li key=${child.line}><${Branch} line=${child} whole=${whole} depth=${depth + 1} /></li>`)}</ul>`;
  if (depth === 0 || !below) return html`<div class=${`branch ${depth === 0 ? "main" : ""}`} data-line=${line.line}>${own}${below}</div>`;
  return html`<details class="branch" data-line=${line.line} open=${whole.open}>
    <summary>${own} <span class="tree-more">${t("moreVariations", { count: leaving.length })}</span></summary>${below}
  </details>`;
}
