// @ts-check
// The server, as `API.md` describes it.

import { lang, t } from "./text.js";

/** A refusal of the server, with its sentence. */
export class Refusal extends Error {
  /** @param {number} status @param {{code: string, sentence: string}} error */
  constructor(status, error) {
    super(error.sentence);
    this.status = status;
    this.code = error.code;
  }
}

/** @param {string} path */
export const url = (path) =>
  `/api/v1/${path}${path.includes("?") ? "&" : "?"}lang=${lang.value}`;

/** @param {string} path @param {RequestInit} init */
async function call(path, init) {
  const answer = await fetch(url(path), init).catch((error) => {
    if (error.name === "AbortError") throw error;
    throw new Refusal(0, { code: "network", sentence: t("serverGone") });
  });
  if (!answer.ok) {
    const body = await answer.json().catch(() => null);
    throw new Refusal(answer.status, body?.error ?? { code: "http", sentence: `HTTP ${answer.status}` });
  }
  return answer;
}

/** @param {string} path @param {AbortSignal} [signal] @returns {Promise<any>} */
export const get = async (path, signal) => (await call(path, { signal })).json();

/** @param {string} path @param {unknown} body @param {AbortSignal} [signal] */
const send = (path, body, signal) =>
  call(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    signal,
  });

/** @param {string} path @param {unknown} body @param {AbortSignal} [signal] @returns {Promise<any>} */
export const post = async (path, body, signal) => (await send(path, body, signal)).json();

/** @param {string} path @param {unknown} body */
export const postForFile = async (path, body) => (await send(path, body)).blob();

/** @param {string} path */
export const getFile = async (path) => (await call(path, {})).blob();

/** @param {string} path */
export const remove = (path) => call(path, { method: "DELETE" });

/** @param {ArrayBuffer} bytes */
export function base64(bytes) {
  let text = "";
  const view = new Uint8Array(bytes);
  for (let at = 0; at < view.length; at += 0x8000) {
    text += String.fromCharCode(...view.subarray(at, at + 0x8000));
  }
  return btoa(text);
}

/**
 * Offers a file to the user.
 * @param {Blob} blob @param {string} name
 */
export function download(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
