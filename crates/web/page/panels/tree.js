// @ts-check
// The variations of a mate, or the replies that refute: lines that leave other lines.

import { html, useMemo } from "../vendor/preact.js";
import { t } from "../text.js";
import { Moves } from "./moves.js";

/** @typedef {{line: number, leaves: {line: number, ply: number} | null, moves: any[], end: string, same_as: any}} TreeLine */

/** Variations that are shown unfolded below the main line. */
const UNFOLDED = 1;

/** @param {{document: any}} props */
export function Tree({ document: found }) {
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
      (/** @type {TreeLine} */ line) => html`<${Branch} key=${line.line} line=${line} all=${tree.lines} children=${children} depth=${0} />`,
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

/** @param {{line: TreeLine, all: TreeLine[], children: Map<number, TreeLine[]>, depth: number}} props */
function Branch({ line, all, children, depth }) {
  const from = before(all, line);
  const leaving = children.get(line.line) ?? [];
  const first = line.moves[0];
  const own = html`<${Moves} kind="tree" from=${from} moves=${line.moves.map((move) => move.move)} japanese=${line.moves.map((move) => move.japanese)} />
    <span class="tree-end">${ending(line)}</span>`;
  const below = leaving.length > 0 && html`<ul>${[...leaving].sort((a, b) => (a.leaves?.ply ?? 0) - (b.leaves?.ply ?? 0)).map(
    (child) => html`<li key=${child.line}><${Branch} line=${child} all=${all} children=${children} depth=${depth + 1} /></li>`,
  )}</ul>`;
  if (depth === 0) return html`<div class="branch main">${own}${below}</div>`;
  if (!below) return html`<div class="branch">${length(first)}${own}</div>`;
  return html`<details class="branch" open=${depth <= UNFOLDED && leaving.length < 4}>
    <summary>${length(first)}${own}</summary>${below}
  </details>`;
}

/** How long a variation takes. @param {any} first Its first move. */
const length = (first) =>
  first?.length === undefined ? null : html`<span class="tree-length">${t("plies", { count: first.length + 1 })}</span>`;

/** @param {TreeLine} line */
function ending(line) {
  switch (line.end) {
    case "mate": {
      const left = line.moves.at(-1)?.hand_left;
      return left && left !== "-" ? t("piecesLeft") : "";
    }
    case "same":
      return t("sameAs", { ply: line.same_as?.ply ?? 0 });
    case "no-check":
      return t("noCheck");
    case "several-replies":
      return t("severalReplies");
    case "repetition":
      return t("repetition");
    case "undecided":
      return t("undecided");
    default:
      return "…";
  }
}
