// @ts-check
// One line under the board: whether the position is a problem, and what is known of it.

import { html, useEffect } from "../vendor/preact.js";
import { entry, legal, mode, refusal, said } from "../state.js";
import { currentProblem, jobHere, loaded, resultHere, start } from "../jobs.js";
import { t } from "../text.js";
import { settings } from "../panels/settings.js";

/** Milliseconds that a position is tried for while it is edited. */
const GLANCE_MS = 100;

export function Status() {
  const known = legal.value;
  const ready = known?.ready && known.of === entry.value.sfen;
  const solved = resultHere("solve");
  useEffect(() => {
    if (!ready || !loaded.value || jobHere("solve")) return;
    const wait = setTimeout(() => {
      const options = { time_ms: GLANCE_MS, hash: 8 << 20, futile: settings.value.futile, glance: true };
      start("solve", { problem: currentProblem(), options }).catch(() => {});
    }, 150);
    return () => clearTimeout(wait);
  }, [ready, loaded.value, entry.value.sfen, entry.value.attacker, known?.attacker, settings.value.futile]);
  const faults = (known?.faults ?? []).filter((/** @type {any} */ fault) => mode.value !== "edit" || !fault.squares?.length);
  const verdict = solved?.result?.document.verdict;
  return html`<div class="status" role="status">
    ${refusal.value && html`<p class="warning">${refusal.value}</p>`}
    ${said.value && html`<p class="warning">${said.value}</p>`}
    ${faults.map((/** @type {any} */ fault) => html`<p class="warning" key=${fault.sentence}>${fault.sentence}</p>`)}
    ${ready && verdict && verdict !== "unknown" && html`<p class=${`verdict ${verdict}`}>${solved.result.sentences[0]}</p>`}
    ${ready && (!verdict || verdict === "unknown") && html`<p class="quiet">${t("readyToSolve")}</p>`}
  </div>`;
}
