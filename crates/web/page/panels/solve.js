// @ts-check
// The answer: whether there is a mate, how long, the line, the variations, and the proof.

import { html } from "../vendor/preact.js";
import { Refusal } from "../api.js";
import { entry, legal, said } from "../state.js";
import { certifiedHere, currentProblem, isActive, jobHere, resultHere, saveFile, start } from "../jobs.js";
import { duration, number, t } from "../text.js";
import { Failure, Progress } from "./progress.js";
import { Check, Limits, limits, set, settings } from "./settings.js";
import { Moves } from "./moves.js";
import { Tree } from "./tree.js";

/** Starts a job about the position on the board, and shows a refusal. @param {string} kind @param {Record<string, unknown>} options */
export async function startHere(kind, options) {
  try {
    said.value = "";
    await start(kind, { problem: currentProblem(), options });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    said.value = error.message;
  }
}

export const solve = () => startHere("solve", { ...limits(), quick: settings.value.quick, explain: !settings.value.quick });

/** Whether a job may be started. */
export const canStart = () => legal.value?.ready && legal.value.of === entry.value.sfen;

export function SolvePanel() {
  const job = jobHere("solve");
  const tree = jobHere("tree");
  const solved = resultHere("solve");
  const certified = certifiedHere();
  const unfolded = resultHere("tree");
  const running = job && isActive(job);
  return html`<section class="panel" aria-label=${t("solve")}>
    <div class="settings">
      <button type="button" class="primary" disabled=${!canStart() || running} onClick=${solve}>${t("solve")} <kbd>Enter</kbd></button>
      <${Limits} />
      <${Check} label=${t("quick")} value=${settings.value.quick} onChange=${(/** @type {boolean} */ quick) => set({ quick })} />
    </div>
    <${Progress} job=${job} /><${Failure} job=${job} />
    ${solved ? html`<${Answer} job=${solved} />` : !job && html`<p class="quiet">${t("solveIntro")}</p>`}
    ${solved && solved.result.document.verdict !== "unknown" && html`<div class="after">
      <button type="button" class="tool" disabled=${tree && isActive(tree)} onClick=${() => startHere("tree", limits())}>
        ${solved.result.document.verdict === "mate" ? t("showTree") : t("showRefutation")}</button>
      ${certified?.certificate
        ? html`<button type="button" class="tool" onClick=${() => saveCertificate(certified)}>${t("saveCertificate", { size: size(certified.certificate.bytes) })}</button>
          <span class="quiet">${certified.result?.sentences[0]}</span>`
        : html`<button type="button" class="tool" disabled=${certified && isActive(certified)} title=${t("certificateHelp")}
            onClick=${() => startHere("solve", { ...limits(), futile: undefined, quick: settings.value.quick, certificate: true })}>${t("makeCertificate")}</button>`}
    </div>`}
    <${Progress} job=${certified} /><${Failure} job=${certified} />
    <${Progress} job=${tree} /><${Failure} job=${tree} />
    ${unfolded && html`<${Tree} result=${unfolded.result} />`}
  </section>`;
}

/** @param {number} bytes */
const size = (bytes) => (bytes < 10_000 ? `${number(bytes)} B` : `${number(Math.round(bytes / 1000))} kB`);

/** @param {import("../jobs.js").Job} job */
const saveCertificate = (job) => saveFile(job.id, "certificate", "kemuri.cert", (sentence) => (said.value = sentence));

/** @param {{job: import("../jobs.js").Job}} props */
function Answer({ job }) {
  const { document: found, sentences, japanese, best_try: closest } = job.result;
  const moves = found.moves ?? [];
  const proof = found.verdict === "nomate" ? t("proven") : found.exact ? t("provenShortest") : "";
  /** @type {Map<number, any[]>} */
  const futile = new Map();
  for (const drop of job.result.futile ?? []) futile.set(drop.after, [...(futile.get(drop.after) ?? []), drop]);
  return html`<div class=${`answer ${found.verdict}`}>
    <h2 aria-live="polite">${sentences[0]} ${proof && html`<small class="proof">${proof}</small>`}</h2>
    ${sentences.slice(1).map((/** @type {string} */ sentence) => html`<p key=${sentence}>${sentence}</p>`)}
    ${moves.length > 0 && html`<p class="solution"><${Moves} kind="solution" moves=${moves} japanese=${japanese}
      note=${(/** @type {number} */ at) => futile.has(at + 1) && html`<sup class="futile-mark" title=${t("futileAfter", { ply: at + 1, count: /** @type {any} */ (futile.get(at + 1)).length })}>${t("futileMark")}</sup>`} /></p>`}
    ${closest && html`<p class="solution">${t(closest.is_best ? "closestTry" : "aTry")} <${Moves} kind="try" moves=${closest.moves} japanese=${closest.japanese} /></p>`}
    ${[...futile].map(([after, drops]) => html`<details class="futile" key=${after} open=${futile.size < 4}>
      <summary>${t("futileAfter", { ply: after, count: drops.length })}</summary>
      <ul>${drops.map((drop) => html`<li key=${drop.moves.join()}>
        <${Moves} kind="solution" from=${moves.slice(0, after)} moves=${drop.moves} japanese=${drop.japanese ?? []} /></li>`)}</ul>
    </details>`)}
    <p class="cost">${t("cost", { count: number(found.nodes) })} · ${duration(found.time_ms)}${found.nodes > 0 && found.time_ms > 20 ? ` · ${t("perSecond", { count: number(Math.round(found.nodes / found.time_ms) * 1000) })}` : ""}</p>
  </div>`;
}
