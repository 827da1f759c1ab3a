// @ts-check
// Records in and out, pictures, and certificates.

import { effect, html, signal } from "../vendor/preact.js";
import { base64, download, post, postForFile, Refusal } from "../api.js";
import { attacker, change, describe, entry, legal, mode, said } from "../state.js";
import { isActive, jobs, start } from "../jobs.js";
import { keyOf } from "../sfen.js";
import { lang, t } from "../text.js";
import { load, save } from "../storage.js";
import { addToCollection } from "../collection.js";
import { Failure, Progress } from "./progress.js";

/** @typedef {{sentence: string, line?: number}} ReadFault */

/** What reading brought up. @type {import("../vendor/preact.js").Signal<{faults: ReadFault[], notes: string[]}>} */
const readResult = signal({ faults: [], notes: [] });
const format = signal(load("format") ?? "kif");
effect(() => save("format", format.value));
/** The record of the position on the board. @type {import("../vendor/preact.js").Signal<any>} */
const written = signal(null);
/** The pasted text, until it is read. */
const draft = signal(load("draft") ?? "");
effect(() => save("draft", draft.value));

/** Reads a text or a file and puts it on the board, or into the collection if there are many. @param {{text?: string, base64?: string, name?: string}} source */
export async function read(source) {
  try {
    const { entries, faults } = await post("read", source);
    const notes = entries.length === 1 ? entries[0].sentences : [];
    readResult.value = { faults, notes };
    if (entries.length === 1) {
      const [one] = entries;
      const source = headerOf(one.record, ["発表誌", "出典", "作品集", "source"]);
      change(one.sfen, "read", {
        attacker: one.attacker ?? null,
        meta: { title: one.title ?? "", author: one.author ?? "", source },
        line: one.author_line ?? [],
      });
      if (one.author_line?.length) mode.value = "play";
    } else if (entries.length > 1) {
      addToCollection(entries);
    }
    return entries.length;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    readResult.value = { faults: [{ sentence: error.message }], notes: [] };
    return 0;
  }
}

/** @param {any} record @param {string[]} names */
function headerOf(record, names) {
  const header = record?.headers?.find((/** @type {any} */ one) => names.includes(one.name ?? one.key));
  return header?.value ?? "";
}

/** @param {File} file */
export async function readFile(file) {
  const bytes = await file.arrayBuffer();
  if (isCertificate(file, bytes)) return verify(bytes);
  return read({ base64: base64(bytes), name: file.name });
}

/** @param {File} file @param {ArrayBuffer} bytes */
const isCertificate = (file, bytes) =>
  file.name.endsWith(".cert") || new TextDecoder("latin1").decode(bytes.slice(0, 6)).startsWith("KEMURI");

/** @param {ArrayBuffer} bytes */
async function verify(bytes) {
  try {
    await start("verify", { certificate: base64(bytes) });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    said.value = error.message;
  }
  return 1;
}

/** The problem as `write` and `diagram` want it. */
const problem = () => ({ sfen: entry.value.sfen, moves: entry.value.line, ...entry.value.meta });

effect(() => {
  const body = { ...problem(), format: format.value };
  void lang.value;
  if (!legal.value?.ready || keyOf(legal.value.of) !== keyOf(body.sfen)) {
    written.value = null;
    return;
  }
  post("write", body).then(
    (answer) => (written.value = { ...answer, of: body.sfen }),
    (error) => (written.value = { text: "", losses: [error.message] }),
  );
});

export function RecordPanel() {
  return html`<section class="panel" aria-label=${t("record")}>
    <${Describe} /><${Reader} /><${Writer} /><${Pictures} /><${Certificates} />
  </section>`;
}

function Describe() {
  const { meta, line } = entry.value;
  /** @param {"title" | "author" | "source"} key */
  const field = (key) =>
    html`<label class="field">${t(key)}<input type="text" value=${meta[key]} onInput=${(/** @type {any} */ event) => describe({ meta: { ...entry.value.meta, [key]: event.target.value } })} /></label>`;
  return html`<h3>${t("aboutProblem")}</h3>
    <div class="fields">${field("title")}${field("author")}${field("source")}</div>
    <p class="quiet">${line.length ? t("hasAuthorLine", { count: line.length }) : t("noAuthorLine")}</p>`;
}

function Reader() {
  const { faults, notes } = readResult.value;
  /** @param {Event} event */
  const onFile = async (event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    for (const file of input.files ?? []) await readFile(file);
    input.value = "";
  };
  return html`<h3>${t("readIn")}</h3>
    <p class="quiet">${t("readHelp")}</p>
    <textarea class="paste" rows="4" spellcheck="false" aria-label=${t("pasteHere")} placeholder=${t("pasteHere")} value=${draft.value}
      onInput=${(/** @type {any} */ event) => (draft.value = event.target.value)}></textarea>
    <div class="settings">
      <button type="button" class="primary" disabled=${!draft.value.trim()} onClick=${async () => {
        if (await read({ text: draft.value })) draft.value = "";
      }}>${t("readText")}</button>
      <label class="tool file">${t("openFile")}<input type="file" multiple onChange=${onFile} /></label>
    </div>
    ${faults.map((fault, at) => html`<p class="warning" role="alert" key=${at}>${fault.sentence}</p>`)}
    ${notes.map((note) => html`<p class="quiet" key=${note}>${note}</p>`)}`;
}

const FORMATS = ["sfen", "usi", "kif", "ki2", "csa", "jkf", "bod"];

function Writer() {
  const text = written.value?.text ?? "";
  const name = `${entry.value.meta.title || "kemuri"}.${written.value?.extension ?? format.value}`;
  return html`<h3>${t("writeOut")}</h3>
    <div class="formats" role="group" aria-label=${t("format")}>${FORMATS.map(
      (one) => html`<button type="button" key=${one} aria-pressed=${format.value === one} onClick=${() => (format.value = one)}>${one.toUpperCase()}</button>`,
    )}</div>
    <textarea class="written" rows="8" readonly spellcheck="false" aria-label=${t("writeOut")} value=${text}></textarea>
    ${(written.value?.losses ?? []).map((/** @type {string} */ loss) => html`<p class="quiet" key=${loss}>${loss}</p>`)}
    <div class="settings">
      <button type="button" class="tool" disabled=${!text} onClick=${() => navigator.clipboard?.writeText(text)}>${t("copy")}</button>
      <button type="button" class="tool" disabled=${!text} onClick=${() => download(new Blob([text], { type: "text/plain" }), name)}>${t("saveFile")}</button>
      <button type="button" class="tool" onClick=${() => navigator.clipboard?.writeText(location.href)}>${t("copyLink")}</button>
    </div>`;
}

function Pictures() {
  /** @param {"svg" | "png"} kind */
  const picture = async (kind) => {
    const { meta, sfen } = entry.value;
    try {
      const file = await postForFile("diagram", { sfen, title: meta.title || undefined, author: meta.author || undefined, format: kind, size: kind === "png" ? 1200 : 600 });
      download(file, `${meta.title || "kemuri"}.${kind}`);
    } catch (error) {
      said.value = /** @type {Error} */ (error).message;
    }
  };
  return html`<h3>${t("pictures")}</h3><div class="settings">
    <button type="button" class="tool" onClick=${() => picture("svg")}>${t("savePicture", { kind: "SVG" })}</button>
    <button type="button" class="tool" onClick=${() => picture("png")}>${t("savePicture", { kind: "PNG" })}</button></div>`;
}

function Certificates() {
  const all = Object.values(jobs.value).filter((job) => job.kind === "verify").sort((a, b) => b.created_ms - a.created_ms);
  return html`<h3>${t("certificates")}</h3><p class="quiet">${t("certificateHelp")}</p>
    ${all.slice(0, 5).map((job) => html`<div class="verified" key=${job.id}>
      <${Progress} job=${job} /><${Failure} job=${job} />
      ${job.result?.sentences.map((/** @type {string} */ sentence) => html`<p key=${sentence}>${sentence}</p>`)}
      ${job.result?.document?.sfen && html`<button type="button" class="tool" onClick=${() => change(job.result.document.sfen, "read", { attacker: job.result.document.attacker ?? attacker.value })}>${t("showPosition")}</button>`}
      ${!isActive(job) && html`<span class="quiet">${new Date(job.created_ms).toLocaleTimeString(lang.value)}</span>`}
    </div>`)}`;
}
