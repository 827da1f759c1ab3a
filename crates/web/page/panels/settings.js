// @ts-check
// What the user chose for searches, kept over reloads.

import { effect, html, signal } from "../vendor/preact.js";
import { get } from "../api.js";
import { lang, number, t } from "../text.js";
import { load, save } from "../storage.js";

const DEFAULTS = { time: 60, nodes: 0, threads: 1, futile: "standard", quick: false, profile: "", tries: false, steps: 1, rejected: false };
/** @type {import("../vendor/preact.js").Signal<typeof DEFAULTS>} */
export const settings = signal({ ...DEFAULTS, ...load("settings") });
effect(() => save("settings", settings.value));

/** Whether a job counted interpositions by the rule that is chosen now. @param {{options: any}} job */
export const isByRule = (job) => (job.options?.futile ?? DEFAULTS.futile) === settings.value.futile;

/** What the server offers: limits, profiles, formats. @type {import("../vendor/preact.js").Signal<any>} */
export const about = signal(null);
effect(() => {
  void lang.value;
  get("about").then((answer) => (about.value = answer), () => {});
});

/** @param {Partial<typeof DEFAULTS>} change */
export const set = (change) => (settings.value = { ...settings.value, ...change });

/** The limits of a search as a job wants them. */
export const limits = () => {
  const { time, nodes, threads, futile } = settings.value;
  return { time_ms: time > 0 ? time * 1000 : undefined, nodes: nodes > 0 ? nodes : undefined, threads, futile };
};

/** @param {{label: string, value: any, options: [any, string][], onChange: (value: any) => void}} props */
export function Select({ label, value, options, onChange }) {
  return html`<label class="setting">${label}
    <select value=${String(value)} onChange=${(/** @type {any} */ event) => onChange(options.find(([one]) => String(one) === event.target.value)?.[0])}>
      ${options.map(([one, name]) => html`<option key=${String(one)} value=${String(one)}>${name}</option>`)}
    </select></label>`;
}

/** @param {{label: string, value: boolean, onChange: (value: boolean) => void}} props */
export function Check({ label, value, onChange }) {
  return html`<label class="setting check"><input type="checkbox" checked=${value} onChange=${(/** @type {any} */ event) => onChange(event.target.checked)} /> ${label}</label>`;
}

/** Whether the settings that are rarely changed are shown. */
const moreSettings = signal(load("moreSettings") ?? false);
effect(() => save("moreSettings", moreSettings.value));

/** Seconds that a search may take; 0 for no limit. */
const TIMES = [5, 10, 60, 600, 3600, 0];

/** Nodes that a search may take; 0 for no limit. */
const NODES = [0, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000];

/** @param {number} seconds */
function timeName(seconds) {
  if (seconds === 0) return t("noLimit");
  return seconds < 60 ? t("seconds", { count: seconds }) : t("minutes", { count: seconds / 60 });
}

/** Time; nodes, threads and the rule of futile interpositions behind it. */
export function Limits() {
  const { time, nodes, threads, futile } = settings.value;
  const most = about.value?.limits.threads ?? 1;
  const counts = Array.from({ length: most }, (_, at) => /** @type {[number, string]} */ ([at + 1, String(at + 1)]));
  const rules = (about.value?.futile ?? [{ name: futile, sentence: futile }]).map(
    (/** @type {any} */ rule) => [rule.name, rule.sentence],
  );
  return html`<${Select} label=${t("timeLimit")} value=${time} onChange=${(/** @type {number} */ to) => set({ time: to })}
      options=${TIMES.map((seconds) => [seconds, timeName(seconds)])} />
    <details class="more-settings" open=${moreSettings.value} onToggle=${(/** @type {any} */ event) => (moreSettings.value = event.target.open)}>
      <summary>${t("moreSettings")}</summary>
      <div class="settings">
    <${Select} label=${t("futile")} value=${futile} options=${rules} onChange=${(/** @type {string} */ to) => set({ futile: to })} />
    <${Select} label=${t("nodes")} value=${nodes} onChange=${(/** @type {number} */ to) => set({ nodes: to })}
      options=${NODES.map((count) => [count, count ? number(count) : t("noLimit")])} />
    ${most > 1 && html`<${Select} label=${t("threads")} value=${threads} options=${counts} onChange=${(/** @type {number} */ to) => set({ threads: to })} />`}
      </div>
    </details>`;
}
