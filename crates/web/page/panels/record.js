// @ts-check
// Records in and out, pictures, and certificates.

import { effect, html, signal } from "../vendor/preact.js";
import { base64, download, post, postForFile, Refusal } from "../api.js";
import { attacker, change, describe, entry, flipped, legal, mode, said } from "../state.js";
import { isActive, jobs, start } from "../jobs.js";
import { keyOf } from "../sfen.js";
import { lang, t } from "../text.js";
import { load, save } from "../storage.js";
import { addToCollection } from "../collection.js";
import { panel, view } from "../view.js";
import { Failure, Progress } from "./progress.js";

/** @typedef {{sentence: string, line?: number}} ReadFault */

/** What reading brought up. @type {import("../vendor/preact.js").Signal<{faults: ReadFault[], notes: string[]}>} */
const readResult = signal({ faults: [], notes: [] });
/** Pixels of the picture on the page. */
const PREVIEW_WIDTH = 260;
/** Sentences of a reading that are shown. */
const MOST_NOTES = 5;
const format = signal(load("format") ?? "kif");
effect(() => save("format", format.value));
/** The record of the position on the board. @type {import("../vendor/preact.js").Signal<any>} */
const written = signal(null);
/** The pasted text, until it is read. */
const draft = signal(load("draft") ?? "");
effect(() => save("draft", draft.value));

/**
 * Reads a text or a file. What cannot be read is told, and nothing is changed.
 * @param {{text?: string, base64?: string, name?: string}} source @returns {Promise<any[]>} its problems
 */
async function entriesOf(source) {
  try {
    const { entries, faults } = await post("read", source);
    const name = source.name ? `${source.name}: ` : "";
    const told = faults.map((/** @type {ReadFault} */ fault) => ({ sentence: name + fault.sentence }));
    readResult.value = {
      faults: [...readResult.value.faults, ...told],
      notes: [...readResult.value.notes, ...entries.flatMap((/** @type {any} */ one) => one.sentences)],
    };
    return entries;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    readResult.value = { ...readResult.value, faults: [...readResult.value.faults, { sentence: error.message }] };
    return [];
  }
}

/**
 * Puts problems on the board if there is one, into the collection if there are many, or if it is what one looks at.
 * @param {any[]} entries
 */
function take(entries) {
  const [one, second] = entries;
  if (!one) {
    said.value = readResult.value.faults[0]?.sentence ?? "";
  } else if (second || view.value === "collection") {
    addToCollection(entries);
  } else {
    view.value = "board";
    change(one.sfen, "read", {
      attacker: one.attacker ?? null,
      meta: { title: one.title ?? "", author: one.author ?? "", source: headerOf(one.record, ["発表誌", "出典", "作品集", "source"]) },
      line: one.author_line ?? [],
      stated: one.expected?.length ?? null,
    });
    if (one.author_line?.length) mode.value = "play";
    if (one.author_line_error) said.value = one.author_line_error;
  }
}

/** Reads a text. @param {string} text @returns {Promise<boolean>} Whether it held a problem. */
export async function read(text) {
  readResult.value = { faults: [], notes: [] };
  const entries = await entriesOf({ text });
  take(entries);
  return entries.length > 0;
}

/** Reads files: problems, and certificates. @param {Iterable<File>} files */
export async function readFiles(files) {
  readResult.value = { faults: [], notes: [] };
  const entries = [];
  let certificates = 0;
  let count = 0;
  for (const file of files) {
    count++;
    const bytes = await file.arrayBuffer();
    if (isCertificate(file, bytes)) {
      certificates++;
      await verify(bytes);
    } else {
      entries.push(...(await entriesOf({ base64: base64(bytes), name: file.name })));
    }
  }
  if (count > certificates) take(entries);
  if (certificates) {
    view.value = "board";
    panel.value = "record";
  }
}

/** @param {any} record @param {string[]} names */
function headerOf(record, names) {
  const header = record?.headers?.find((/** @type {any} */ one) => names.includes(one.name ?? one.key));
  return header?.value ?? "";
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
  const { notes } = readResult.value;
  /** @param {Event} event */
  const onFile = async (event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    await readFiles([...(input.files ?? [])]);
    input.value = "";
  };
  return html`<h3>${t("readIn")}</h3>
    <p class="quiet">${t("readHelp")}</p>
    <textarea class="paste" rows="4" spellcheck="false" aria-label=${t("pasteHere")} placeholder=${t("pasteHere")} value=${draft.value}
      onInput=${(/** @type {any} */ event) => (draft.value = event.target.value)}></textarea>
    <div class="settings">
      <button type="button" class="primary" disabled=${!draft.value.trim()} onClick=${async () => {
        if (await read(draft.value)) draft.value = "";
      }}>${t("readText")}</button>
      <label class="tool file">${t("openFile")}<input type="file" multiple onChange=${onFile} /></label>
    </div>
    <${ReadFaults} />
    ${notes.slice(0, MOST_NOTES).map((note, at) => html`<p class="quiet" key=${at}>${note}</p>`)}`;
}

/** What could not be read. */
export function ReadFaults() {
  const { faults } = readResult.value;
  const more = faults.length - MOST_NOTES;
  return html`${faults.slice(0, MOST_NOTES).map((fault, at) => html`<p class="warning" role="alert" key=${at}>${fault.sentence}</p>`)}
    ${more > 0 && html`<p class="warning">${t("moreFaults", { count: more })}</p>`}`;
}

/** What was copied a moment ago. @type {import("../vendor/preact.js").Signal<"" | "text" | "link">} */
const copied = signal("");

/** @param {"text" | "link"} what @param {string} text */
async function copy(what, text) {
  try {
    await navigator.clipboard.writeText(text);
    copied.value = what;
    setTimeout(() => (copied.value = ""), 1500);
  } catch {
    said.value = t("cannotCopy");
  }
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
      <button type="button" class="tool" disabled=${!text} onClick=${() => copy("text", text)}>${t(copied.value === "text" ? "copied" : "copy")}</button>
      <button type="button" class="tool" disabled=${!text} onClick=${() => download(new Blob([text], { type: "text/plain" }), name)}>${t("saveFile")}</button>
      <button type="button" class="tool" onClick=${() => copy("link", location.href)}>${t(copied.value === "link" ? "copied" : "copyLink")}</button>
    </div>`;
}

/** The picture of the position, as books print it. @param {"svg" | "png"} kind @param {number} size */
function picture(kind, size) {
  const { meta, sfen, attacker } = entry.value;
  const names = { title: meta.title || undefined, author: meta.author || undefined };
  return postForFile("diagram", { sfen, attacker: attacker ?? undefined, ...names, format: kind, size, flip: flipped.value });
}

/** The newest picture, as an address. */
const preview = signal("");
let drawing = 0;
effect(() => {
  const now = ++drawing;
  void lang.value;
  if (panel.value !== "record" || !legal.value?.ready || legal.value.of !== entry.value.sfen) return;
  picture("svg", PREVIEW_WIDTH).then(
    (file) => {
      if (now !== drawing) return;
      URL.revokeObjectURL(preview.peek());
      preview.value = URL.createObjectURL(file);
    },
    () => {},
  );
});

function Pictures() {
  /** @param {"svg" | "png"} kind */
  const keep = async (kind) => {
    try {
      download(await picture(kind, kind === "png" ? 1200 : 600), `${entry.value.meta.title || "kemuri"}.${kind}`);
    } catch (error) {
      said.value = /** @type {Error} */ (error).message;
    }
  };
  return html`<h3>${t("pictures")}</h3>
    ${preview.value && html`<img class="preview" src=${preview.value} width=${PREVIEW_WIDTH} alt=${t("preview")} />`}
    <div class="settings">
    <button type="button" class="tool" onClick=${() => keep("svg")}>${t("savePicture", { kind: "SVG" })}</button>
    <button type="button" class="tool" onClick=${() => keep("png")}>${t("savePicture", { kind: "PNG" })}</button></div>`;
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
