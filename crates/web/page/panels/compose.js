// @ts-check
// What can stand before this position: problems that end in it.

import { html } from "../vendor/preact.js";
import { change } from "../state.js";
import { isActive, jobHere } from "../jobs.js";
import { plies, t } from "../text.js";
import { SmallBoard, SmallHand } from "../board/piece.js";
import { Failure, Progress } from "./progress.js";
import { Check, Limits, limits, Select, set, settings } from "./settings.js";
import { canStart, startHere } from "./solve.js";

/** Diagrams that are shown at once. */
const SHOWN = 200;

export function ComposePanel() {
  const job = jobHere("compose");
  const { steps, rejected } = settings.value;
  const sound = job?.items.filter((item) => item.sound) ?? [];
  const rejectedOnes = job?.items.filter((item) => !item.sound && !item.undecided) ?? [];
  const open = job?.items.filter((item) => item.undecided) ?? [];
  const { complete, undecided } = job?.result ?? {};
  const run = () => startHere("compose", { ...limits(), steps, rejected });
  return html`<section class="panel" aria-label=${t("compose")}>
    <p class="quiet">${t("composeIntro")}</p>
    <div class="settings">
      <button type="button" class="primary" disabled=${!canStart() || (job && isActive(job))} onClick=${run}>${t("composeRun")}</button>
      <${Select} label=${t("steps")} value=${steps} options=${[1, 2, 3, 4].map((count) => [count, plies(count * 2)])} onChange=${(/** @type {number} */ to) => set({ steps: to })} />
      <${Limits} />
      <${Check} label=${t("withRejected")} value=${rejected} onChange=${(/** @type {boolean} */ to) => set({ rejected: to })} />
    </div>
    <${Progress} job=${job} /><${Failure} job=${job} />
    ${job?.result?.sentences?.map((/** @type {string} */ sentence) => html`<p key=${sentence}>${sentence}</p>`)}
    ${complete && undecided === 0 && sound.length === 0 && job && job.items.length >= job.found && html`<p>${t("nothingComposed")}</p>`}
    ${sound.length > 0 && html`<h3 aria-live="polite">${t("soundOnes", { count: sound.length })}</h3><${Gallery} items=${sound} />`}
    ${rejectedOnes.length > 0 && html`<details><summary>${t("rejectedOnes", { count: rejectedOnes.length })}</summary><${Gallery} items=${rejectedOnes} /></details>`}
    ${open.length > 0 && html`<details><summary>${t("undecidedOnes", { count: open.length })}</summary><${Gallery} items=${open} /></details>`}
  </section>`;
}

/** @param {{items: any[]}} props */
function Gallery({ items }) {
  const byLength = [...items].sort((a, b) => (b.length ?? 0) - (a.length ?? 0));
  return html`<ul class="gallery">${byLength.slice(0, SHOWN).map(
    (item) => html`<li key=${item.sfen}><button type="button" class="found" title=${(item.japanese ?? []).join(" ")}
      onClick=${() => change(item.sfen, "composed", { attacker: item.attacker, line: item.moves ?? [] })}>
      <${SmallBoard} sfen=${item.sfen} /><${SmallHand} sfen=${item.sfen} attacker=${item.attacker} />
      <span class="found-words">${item.length ? html`<b>${t("mateIn", { count: item.length })}</b>` : ""} ${(item.sentences ?? []).join(" ")}</span></button></li>`,
  )}</ul>${items.length > SHOWN && html`<p class="quiet">${t("more", { count: items.length - SHOWN })}</p>`}`;
}
