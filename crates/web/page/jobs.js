// @ts-check
// Long work of the server: started here, watched, and found again after a reload.

import { effect, signal } from "./vendor/preact.js";
import { get, post, remove, Refusal, url } from "./api.js";
import { lang } from "./text.js";
import { attacker, entry } from "./state.js";
import { keyOf } from "./sfen.js";
import { isByRule } from "./panels/settings.js";

/**
 * A job as the page knows it.
 * @typedef {{id: string, kind: string, key: string, state: string, problem: any, options: any,
 *   created_ms: number, progress: any, result: any, failure: any, items: any[], certificate: any,
 *   total: number}} Job `items` are those found of a batch or a composition, `total` the problems of a batch.
 */

/** All jobs by their id. @type {import("./vendor/preact.js").Signal<Record<string, Job>>} */
export const jobs = signal({});
/** Whether the jobs that were there before are known. */
export const loaded = signal(false);
/** @type {Map<string, EventSource>} */
const streams = new Map();

/** @param {string} id @param {(job: Job) => Partial<Job>} by */
function update(id, by) {
  const job = jobs.value[id];
  if (job) jobs.value = { ...jobs.value, [id]: { ...job, ...by(job) } };
}

/** What a result belongs to. @param {{sfen: string, attacker?: string | null}} problem */
export const problemKey = ({ sfen, attacker: side }) => `${keyOf(sfen)} ${side ?? ""}`;

/**
 * What a result of a kind belongs to: a check judges what the author says as well.
 * @param {string} kind
 * @param {{sfen: string, attacker?: string | null, author_line?: string[] | null, author_length?: number | null}} problem
 */
export const resultKey = (kind, problem) => {
  const key = `${kind} ${problemKey(problem)}`;
  return kind === "check" ? `${key} ${(problem.author_line ?? []).join(" ")} ${problem.author_length ?? ""}` : key;
};

/** @param {any} body The job as the server gives it. */
function add(body) {
  const { id, kind, state, problem, problems, options, created_ms, progress, result, failure, certificate } = body;
  const items = jobs.value[id]?.items ?? [];
  const key = problem ? resultKey(kind, problem) : "";
  jobs.value = {
    ...jobs.value,
    [id]: { id, kind, key, state, problem, options, created_ms, progress, result, failure, certificate, items, total: problems ?? 0 },
  };
}

/** Follows a job to its end. @param {string} id */
function watch(id) {
  streams.get(id)?.close();
  const stream = new EventSource(url(`jobs/${id}/events`));
  streams.set(id, stream);
  /** @param {string} name @param {(data: any) => void} by */
  const on = (name, by) =>
    stream.addEventListener(name, (event) => by(JSON.parse(/** @type {MessageEvent} */ (event).data)));
  const end = () => {
    stream.close();
    streams.delete(id);
  };
  // What was found comes again from the beginning; it is shown when a frame is drawn.
  /** @type {any[]} */
  let items = [];
  let waits = false;
  const showItems = () => {
    waits = false;
    update(id, () => ({ items: items.slice() }));
  };
  on("job", (job) => update(id, () => ({ state: job.state, certificate: job.certificate })));
  on("progress", (progress) => update(id, () => ({ progress })));
  on("found", (item) => {
    items.push(item);
    if (!waits) {
      waits = true;
      setTimeout(showItems, 100);
    }
  });
  on("result", (result) => {
    if (items.length) showItems();
    update(id, () => ({ result, state: "done" }));
    end();
    get(`jobs/${id}`).then((job) => update(id, () => ({ certificate: job.certificate })), () => {});
  });
  on("failure", (failure) => {
    if (items.length) showItems();
    update(id, () => ({ failure, state: "failed" }));
    end();
  });
  stream.addEventListener("error", () => {
    // The browser tries again by itself, unless the server refused.
    if (stream.readyState === EventSource.CLOSED) {
      streams.delete(id);
      get(`jobs/${id}`).then(add, () => forget(id));
    }
  });
}

/**
 * Starts a job.
 * @param {string} kind @param {Record<string, unknown>} body @returns {Promise<string>} its id
 */
export async function start(kind, body) {
  const job = await post("jobs", { kind, ...body });
  add(job);
  watch(job.id);
  return job.id;
}

/** Cancels a job and keeps what is known. @param {string} id */
export async function cancel(id) {
  try {
    await remove(`jobs/${id}`);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

/** @param {string} id */
function forget(id) {
  const { [id]: _, ...others } = jobs.value;
  jobs.value = others;
}

/** @param {Job} job */
export const isActive = (job) => job.state === "queued" || job.state === "running";

/** The problem on the board, as a job wants it. */
export function currentProblem() {
  const { sfen, line, meta, stated } = entry.value;
  return {
    sfen,
    attacker: attacker.value,
    author_line: line.length ? line : undefined,
    author_length: stated ?? undefined,
    title: meta.title || undefined,
    author: meta.author || undefined,
  };
}

/**
 * The jobs of a kind about the problem on the board by the rule that is chosen, the newest first. The short ones that the page starts by itself
 * count only where the user has started none.
 * @param {string} kind
 */
function jobsHere(kind) {
  const key = resultKey(kind, currentProblem());
  const all = Object.values(jobs.value)
    .filter((job) => job.kind === kind && job.key === key && isByRule(job) && !job.options?.certificate)
    .sort((a, b) => b.created_ms - a.created_ms);
  const asked = all.filter((job) => !job.options?.glance);
  return asked.length ? asked : all.filter((job) => job.state === "done");
}

/** The newest search whose proof is kept: of the length with every interposition counted. */
export const certifiedHere = () =>
  Object.values(jobs.value)
    .filter((job) => job.options?.certificate && job.key === resultKey("solve", currentProblem()))
    .sort((a, b) => b.created_ms - a.created_ms)[0];

/** The newest job of a kind about the problem on the board. @param {string} kind @returns {Job | undefined} */
export const jobHere = (kind) => jobsHere(kind)[0];

/** The newest one with a result: it stays while another is under way. @param {string} kind @returns {Job | undefined} */
export const resultHere = (kind) => jobsHere(kind).find((job) => job.result);

// Jobs that were there before the page was loaded, and all of them again in another language.
effect(() => {
  void lang.value;
  get("jobs").then(
    ({ jobs: known }) => {
      for (const job of known) {
        add(job);
        watch(job.id);
      }
      loaded.value = true;
    },
    () => {},
  );
});
