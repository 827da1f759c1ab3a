// @ts-check
// The variations of a mate, or the replies that refute: lines that leave other lines.

import { html, useMemo } from "../vendor/preact.js";
import { t } from "../text.js";
import { Moves } from "./moves.js";

/** @typedef {{line: number, leaves: {line: number, ply: number} | null, moves: any[], end: string, same_as: any}} TreeLine */

/** Variations that are shown unfolded below the main line. */
const UNFOLDED = 1;

/** @param {{result: any}} props `lines` says of each line of the document how it ends. */
export function Tree({ result }) {
  const { document: found, lines } = result;
  const tree = found.tree ?? found.refutation;
  const children = useMemo(() => {
    /** @type {Map<number, TreeLine[]>} */
    const all = new Map();
    for (const line of tree?.lines ?? []) {
      if (line.leaves) all.set(line.leaves.line, [...(all.get(line.leaves.line) ?? []), line]);
    }
    return all;
  }, [tree]);
  if (!tree) return null;
  return html`<div class="tree">
    <h3>${found.tree ? t("variations") : t("refutation")} <small>${t("positions", { count: tree.positions })}</small></h3>
    ${tree.lines.filter((/** @type {TreeLine} */ line) => !line.leaves).map(
      (/** @type {TreeLine} */ line) => html`<${Branch} key=${line.line} line=${line} all=${tree.lines} children=${children} words=${lines} depth=${0} />`,
    )}
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

/** @param {{line: TreeLine, all: TreeLine[], children: Map<number, TreeLine[]>, words: any[], depth: number}} props */
function Branch({ line, all, children, words, depth }) {
  const from = before(all, line);
  const leaving = children.get(line.line) ?? [];
  const { summary, ending } = words[line.line] ?? {};
  const length = summary && html`<span class="tree-length">${summary}</span>`;
  const own = html`<${Moves} kind="tree" from=${from} moves=${line.moves.map((move) => move.move)} japanese=${line.moves.map((move) => move.japanese)} />
    <span class="tree-end">${ending ?? ""}</span>`;
  const below = leaving.length > 0 && html`<ul>${[...leaving].sort((a, b) => (a.leaves?.ply ?? 0) - (b.leaves?.ply ?? 0)).map(
    (child) => html`<li key=${child.line}><${Branch} line=${child} all=${all} children=${children} words=${words} depth=${depth + 1} /></li>`,
  )}</ul>`;
  if (depth === 0) return html`<div class="branch main">${own}${below}</div>`;
  if (!below) return html`<div class="branch">${length}${own}</div>`;
  return html`<details class="branch" open=${depth <= UNFOLDED && leaving.length < 4}>
    <summary>${length}${own}</summary>${below}
  </details>`;
}
