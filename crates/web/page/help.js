// @ts-check
// What one needs to know, on one screen.

import { html } from "./vendor/preact.js";
import { t } from "./text.js";

/** @type {[string, Parameters<typeof t>[0]][]} */
const KEYS = [
  ["← → ↑ ↓", "helpArrows"],
  ["⇧ ← → ↑ ↓ Space", "helpPick"],
  ["p l n s g b r k", "helpPieces"],
  ["⇧ P L N S …", "helpShift"],
  ["+ x 0 h", "helpPlus"],
  ["Enter Esc", "helpEnter"],
  ["← →", "helpPlay"],
  ["Ctrl-Z Ctrl-Y", "helpUndo"],
  ["Ctrl-V", "helpPaste"],
];

export function Help() {
  return html`<main class="help">
    <section><h2>${t("helpStart")}</h2><ol>${(/** @type {const} */ (["help1", "help2", "help3", "help4", "help5"])).map((key) => html`<li key=${key}>${t(key)}</li>`)}</ol></section>
    <section><h2>${t("helpKeys")}</h2><dl class="keys">${KEYS.map(([keys, key]) => html`<div key=${key}><dt>${keys.split(" ").map((one) => html`<kbd key=${one}>${one}</kbd>`)}</dt><dd>${t(key)}</dd></div>`)}</dl></section>
    <section><h2>${t("helpWords")}</h2><dl>
      ${(/** @type {const} */ ([["helpMate", "helpMateText"], ["helpNoMate", "helpNoMateText"], ["helpOpen", "helpOpenText"], ["helpLink", "helpLinkText"], ["helpCertificate", "helpCertificateText"]])).map(
        ([term, text]) => html`<div key=${term}><dt>${t(term)}</dt><dd>${t(text)}</dd></div>`,
      )}</dl></section>
  </main>`;
}
