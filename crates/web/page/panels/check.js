// @ts-check
// What is wrong with a problem, in order of weight, each with a proof that plays on the board.

import { html } from "../vendor/preact.js";
import { url } from "../api.js";
import { change, legal, said } from "../state.js";
import { isActive, jobHere, resultHere, saveFile } from "../jobs.js";
import { t } from "../text.js";
import { SmallBoard, SmallHand } from "../board/piece.js";
import { Failure, Progress } from "./progress.js";
import { about, Check, Limits, limits, Select, set, settings } from "./settings.js";
import { Moves } from "./moves.js";
import { canStart, startHere } from "./solve.js";

/** How much more an undecided question gets when the user says "go on". */
const MORE = 5;

/** @param {{times?: number, suggest?: boolean}} [more] */
const check = ({ times = 1, suggest = false } = {}) => {
  const { profile, tries } = settings.value;
  const { time_ms, ...others } = limits();
  return startHere("check", { ...others, time_ms: time_ms && time_ms * times, profile: profile || undefined, suggest, tries });
};

export function CheckPanel() {
  const job = jobHere("check");
  const running = job && isActive(job);
  const done = resultHere("check");
  const profiles = (about.value?.profiles ?? []).map((/** @type {any} */ { name, sentence }) => [name, sentence ?? name]);
  const { profile, tries } = settings.value;
  return html`<section class="panel" aria-label=${t("check")}>
    <div class="settings">
      <button type="button" class="primary" disabled=${!canStart() || running} onClick=${() => check()}>${t("check")}</button>
      ${profiles.length > 0 && html`<${Select} label=${t("profile")} value=${profile || profiles[0][0]} options=${profiles} onChange=${(/** @type {string} */ to) => set({ profile: to })} />`}
      <${Limits} />
      <${Check} label=${t("tries")} value=${tries} onChange=${(/** @type {boolean} */ to) => set({ tries: to })} />
    </div>
    <${Progress} job=${job} /><${Failure} job=${job} />
    ${done ? html`<${Report} job=${done} busy=${running} />` : !job && html`<p class="quiet">${t("checkIntro")}</p>`}
  </section>`;
}

/** @param {{job: import("../jobs.js").Job, busy: boolean | undefined}} props */
function Report({ job, busy }) {
  const { document: found, sentences, japanese, facts = [], repairs = [], tries = [], tries_heading, main_line_name } = job.result;
  const main = found.main_line ?? [];
  const decided = facts.filter((/** @type {any} */ fact) => !fact.undecided && fact.severity !== "ignored");
  const ignored = facts.filter((/** @type {any} */ fact) => fact.severity === "ignored");
  const open = facts.filter((/** @type {any} */ fact) => fact.undecided && fact.severity !== "ignored");
  const profiles = about.value?.profiles ?? [];
  const profile = profiles.find((/** @type {any} */ one) => one.name === job.options?.profile) ?? profiles[0];
  /** @param {string} kind */
  const save = (kind) => saveFile(job.id, `report.${kind}`, `kemuri.${kind}`, (sentence) => (said.value = sentence));
  return html`<div class=${`answer soundness ${found.verdict}`}>
    <h2 aria-live="polite">${sentences[0]}${profile && html` <small class="proof">${profile.sentence}</small>`}</h2>
    ${sentences.slice(1).map((/** @type {string} */ sentence) => html`<p key=${sentence}>${sentence}</p>`)}
    ${main.length > 0 && html`<p class="solution"><span class="line-kind">${main_line_name}</span> <${Moves} kind=${found.by_author ? "author" : "solution"} moves=${main} japanese=${japanese} /></p>`}
    ${decided.length > 0 && html`<ul class="facts">${decided.map((/** @type {any} */ fact) => html`<${Fact} key=${fact.index} fact=${fact} />`)}</ul>`}
    ${ignored.length > 0 && html`<details class="ignored"><summary>${t("ignoredFacts", { count: ignored.length })}</summary>
      <ul class="facts">${ignored.map((/** @type {any} */ fact) => html`<${Fact} key=${fact.index} fact=${fact} />`)}</ul></details>`}
    ${open.length > 0 &&
    html`<h3>${t("undecidedFacts", { count: open.length })} <button type="button" class="tool" disabled=${busy} onClick=${() => check({ times: MORE })}>${t("goOn", { times: MORE })}</button></h3>
      <ul class="facts">${open.map((/** @type {any} */ fact) => html`<${Fact} key=${fact.index} fact=${fact} />`)}</ul>`}
    ${tries.length > 0 && html`<h3>${tries_heading}</h3><ul class="tries">${tries.map((/** @type {string} */ one) => html`<li key=${one}>${one}</li>`)}</ul>`}
    ${repairs.length > 0 &&
    html`<h3>${t("repairs")}</h3><ul class="repairs">${repairs.map(
      (/** @type {any} */ repair) => html`<li key=${repair.sfen}><button type="button" class="repair" onClick=${() => change(repair.sfen, "repair", { attacker: repair.attacker ?? legal.value?.attacker })}>
        <${SmallBoard} sfen=${repair.sfen} /><${SmallHand} sfen=${repair.sfen} attacker=${repair.attacker} /><span>${repair.sentence}</span></button></li>`,
    )}</ul>`}
    <div class="after">${!job.options?.suggest && decided.length > 0 && html`<button type="button" class="tool" disabled=${busy} onClick=${() => check({ suggest: true })}>${t("suggest")}</button>`}<a class="tool" target="_blank" href=${url(`jobs/${job.id}/print.html`)}>${t("printReport")}</a>${["html", "kif", "md"].map((kind) => html`<button type="button" class="tool" key=${kind} onClick=${() => save(kind)}>${t("saveReport", { kind: kind.toUpperCase() })}</button>`)}</div>
  </div>`;
}

/** @param {{fact: any}} props */
function Fact({ fact }) {
  const { before = [], line = [] } = fact;
  return html`<li class=${`fact ${fact.severity} ${fact.undecided ? "undecided" : ""}`}>
    <span class="fact-sentence">${fact.severity_name && html`<b class="severity">${fact.severity_name}</b>`} ${fact.sentence}</span>
    ${line.length > 0 && html`<${Moves} kind="fact" from=${before} moves=${line} japanese=${fact.line_japanese} />`}
  </li>`;
}
