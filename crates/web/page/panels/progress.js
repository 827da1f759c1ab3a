// @ts-check
// A job that is under way: numbers that stand still while they change.

import { html, useEffect, useState } from "../vendor/preact.js";
import { cancel, isActive } from "../jobs.js";
import { duration, number, t } from "../text.js";

/** Nothing moves on the page before a job has run this long. */
const QUIET_MS = 200;

/** @param {{job: import("../jobs.js").Job | undefined}} props */
export function Progress({ job }) {
  const [late, setLate] = useState(false);
  const active = !!job && isActive(job);
  useEffect(() => {
    setLate(false);
    if (!active) return;
    const wait = setTimeout(() => setLate(true), QUIET_MS);
    return () => clearTimeout(wait);
  }, [job?.id, active]);
  if (!job || !active || !late) return null;
  const { progress } = job;
  const row = (/** @type {string} */ name, /** @type {any} */ value) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
  return html`<div class="progress" aria-busy="true">
    <div class="progress-head">
      <span class="spinner" aria-hidden="true"></span>
      <span class="phase">${job.state === "queued" ? t("queued") : progress?.sentence || t("running")}</span>
      <button type="button" class="tool" onClick=${() => cancel(job.id)}>${t("stop")} <kbd>Esc</kbd></button>
    </div>
    ${progress &&
    html`<dl class="numbers">
      ${row(t("time"), duration(progress.elapsed_ms ?? 0))}
      ${row(t("nodes"), number(progress.nodes ?? 0))}
      ${row(t("speed"), t("perSecond", { count: number(progress.speed ?? 0) }))}
      ${row(t("proofNumber"), proofNumber(progress.root_pn))}
      ${row(t("disproofNumber"), proofNumber(progress.root_dn))}
      ${row(t("depth"), number(progress.max_depth ?? 0))}
      ${row(t("table"), `${((progress.hash_permille ?? 0) / 10).toFixed(1)} %`)}
      ${progress.total ? row(t("done"), `${number(progress.done)} / ${number(progress.total)}`) : ""}
    </dl>
    <p class="current-line">${(progress.line_japanese ?? []).slice(0, 24).join(" ")}</p>`}
  </div>`;
}

/** @param {number | null | undefined} value */
const proofNumber = (value) => (value === null || value === undefined ? "–" : number(value));

/** Why a job failed, in the server's words. @param {{job: import("../jobs.js").Job | undefined}} props */
export const Failure = ({ job }) => (job?.failure ? html`<p class="warning" role="alert">${job.failure.sentence}</p>` : null);
