// @ts-check
// Long work of the server: started here, watched, and found again after a reload.

import { batch, computed, effect, signal } from "./vendor/preact.js";
import { download, get, getFile, post, remove, Refusal, url } from "./api.js";
import { lang } from "./text.js";
import { attacker, entry } from "./state.js";
import { keyOf } from "./sfen.js";
import { load, save } from "./storage.js";
import { view } from "./view.js";
import { isByRule } from "./panels/settings.js";

/**
 * A job as the page knows it.
 * @typedef {{id: string, kind: string, key: string, state: string, problem: any, options: any,
 *   created_ms: number, progress: any, result: any, failure: any, items: any[], certificate: any,
 *   total: number, found: number}} Job `items` are those found of a batch or a composition, `found` how many there were when the server
 *   was asked, `total` the problems of a batch.
 */

/** All jobs by their id. @type {import("./vendor/preact.js").Signal<Record<string, Job>>} */
export const jobs = signal({});
/** Whether the jobs that were there before are known. */
export const loaded = signal(false);
/** The batch that was started here last; other windows have their own. @type {import("./vendor/preact.js").Signal<string>} */
export const batchId = signal(load("batch") ?? "");
effect(() => save("batch", batchId.value));

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
  const { id, kind, state, problem, problems, options, created_ms, progress, failure, certificate } = body;
  const items = jobs.value[id]?.items ?? [];
  // A list is without results.
  const result = body.result ?? jobs.value[id]?.result;
  const key = problem ? resultKey(kind, problem) : "";
  jobs.value = {
    ...jobs.value,
    [id]: { id, kind, key, state, problem, options, created_ms, progress, result, failure, certificate, items, total: problems ?? 0, found: body.found ?? 0 },
  };
}

/** Streams that the server refused. @type {Set<string>} */
const unstreamed = new Set();

/** Follows a job to its end; returns how to stop that. @param {string} id */
function watch(id) {
  const stream = new EventSource(url(`jobs/${id}/events`));
  /** @param {string} name @param {(data: any) => void} by */
  const on = (name, by) =>
    stream.addEventListener(name, (event) => by(JSON.parse(/** @type {MessageEvent} */ (event).data)));
  // What was found comes again from the beginning; it is shown when a frame is drawn.
  /** @type {any[]} */
  let items = [];
  let waits = false;
  const showItems = () => {
    waits = false;
    update(id, (job) => (items.length < job.items.length ? {} : { items: items.slice() }));
  };
  on("job", (job) => isActive(job) && update(id, () => ({ state: job.state })));
  on("progress", (progress) => update(id, () => ({ progress })));
  on("found", (item) => {
    items.push(item);
    if (!waits) {
      waits = true;
      setTimeout(showItems, 100);
    }
  });
  on("result", (result) => {
    stream.close();
    if (items.length) showItems();
    update(id, () => ({ result, state: "done" }));
    get(`jobs/${id}`).then((job) => update(id, () => ({ certificate: job.certificate })), () => {});
  });
  on("failure", (failure) => {
    stream.close();
    if (items.length) showItems();
    update(id, () => ({ failure, state: "failed" }));
  });
  stream.addEventListener("error", () => {
    // The browser tries again by itself, unless the server refused.
    if (stream.readyState !== EventSource.CLOSED) return;
    unstreamed.add(id);
    fetchWhole(id);
  });
  return () => stream.close();
}

/** Items that are fetched at once. */
const ITEMS = 1000;
/** What is fetched whole, one after the other: a browser has few connections to a server. */
let fetching = Promise.resolve();
/** @type {Set<string>} */
const toFetch = new Set();

/** Fetches a job with its result and what it found. @param {string} id */
function fetchWhole(id) {
  if (toFetch.has(id)) return;
  toFetch.add(id);
  const work = async () => {
    toFetch.delete(id);
    try {
      const body = await get(`jobs/${id}`);
      /** @type {any[]} */
      const items = [];
      while (items.length < body.found) {
        const page = await get(`jobs/${id}/items?from=${items.length}&count=${ITEMS}`);
        if (!page.items.length) break;
        items.push(...page.items);
      }
      batch(() => {
        add(body);
        if (items.length) update(id, () => ({ items }));
      });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.status === 404) forget(id);
    }
  };
  fetching = fetching.then(work, work);
}

/**
 * Starts a job.
 * @param {string} kind @param {Record<string, unknown>} body @returns {Promise<string>} its id
 */
export async function start(kind, body) {
  const job = await post("jobs", { kind, ...body });
  add(job);
  // It may have ended before the answer was written.
  if (!isActive(job)) fetchWhole(job.id);
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

/**
 * Saves a file of a job, or says why it cannot.
 * @param {string} id @param {string} file @param {string} name @param {(sentence: string) => void} say
 */
export async function saveFile(id, file, name, say) {
  try {
    say("");
    download(await getFile(`jobs/${id}/${file}`), name);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    say(error.message);
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

/** How much a document says: whether something is decided, and whether its length is more than a bound. @param {any} found */
export function standing(found) {
  const { verdict, exact } = found ?? {};
  if (!verdict || verdict === "unknown" || verdict === "undecided") return 0;
  return exact === false ? 1 : 2;
}

/** The jobs of a kind about the problem on the board by the rule that is chosen, the newest first. @param {string} kind */
function jobsHere(kind) {
  const key = resultKey(kind, currentProblem());
  return Object.values(jobs.value)
    .filter((job) => job.kind === kind && job.key === key && isByRule(job) && !job.options?.certificate)
    .sort((a, b) => b.created_ms - a.created_ms);
}

/** The newest search whose proof is kept: of the length with every interposition counted. */
export const certifiedHere = () =>
  Object.values(jobs.value)
    .filter((job) => job.options?.certificate && job.key === resultKey("solve", currentProblem()))
    .sort((a, b) => b.created_ms - a.created_ms)[0];

/**
 * The newest job of a kind about the problem on the board. The short ones that the page starts by itself count only where the user has started none.
 * @param {string} kind @returns {Job | undefined}
 */
export const jobHere = (kind) => {
  const all = jobsHere(kind);
  return all.find((job) => !job.options?.glance) ?? all.find((job) => job.state === "done");
};

/**
 * The result that says most, and of those the newest: it stays while another search is under way, and when that one was stopped.
 * @param {string} kind @returns {Job | undefined}
 */
export function resultHere(kind) {
  const all = jobsHere(kind).filter((job) => job.result);
  // Another profile judges otherwise.
  const ofProfile = all.filter((job) => job.options?.profile === all[0].options?.profile);
  const byWeight = ofProfile.sort((a, b) => Number(!!a.options?.glance) - Number(!!b.options?.glance));
  return byWeight.sort((a, b) => standing(b.result.document) - standing(a.result.document))[0];
}

/** The active job that one looks at: the newest of those about the problem on the board, or the batch of the collection. */
const inSight = computed(() => {
  const all = Object.values(jobs.value).filter((job) => isActive(job) && !unstreamed.has(job.id));
  if (view.value === "collection") return all.find((job) => job.id === batchId.value)?.id;
  const here = all.filter((job) => job.kind === "verify" || (job.problem && job.key === resultKey(job.kind, currentProblem())));
  return here.sort((a, b) => b.created_ms - a.created_ms)[0]?.id;
});

// It alone has a stream: a browser has six connections to a server, for all its windows.
effect(() => {
  const id = inSight.value;
  void lang.value;
  return id ? watch(id) : undefined;
});

/** Milliseconds between two looks at the other jobs. */
const POLL_MS = 1000;
const othersRun = computed(() => Object.values(jobs.value).some((job) => isActive(job) && job.id !== inSight.value));
effect(() => {
  if (!othersRun.value) return;
  const timer = setInterval(poll, POLL_MS);
  return () => clearInterval(timer);
});

/** Looks at the jobs that have no stream. */
async function poll() {
  const others = () => Object.values(jobs.value).filter((job) => isActive(job) && job.id !== inSight.value);
  const asked = others().map(({ id }) => id);
  const answer = await get("jobs").catch(() => null);
  if (!answer) return;
  const known = new Map(answer.jobs.map((/** @type {any} */ job) => [job.id, job]));
  for (const { id } of others()) {
    const job = known.get(id);
    if (job && isActive(job)) update(id, () => ({ state: job.state, progress: job.progress }));
    else if (job || asked.includes(id)) fetchWhole(id);
  }
}

// Jobs that were there before the page was loaded, and all of them again in another language.
effect(() => {
  void lang.value;
  get("jobs").then(
    ({ jobs: known }) => {
      batch(() => known.forEach(add));
      loaded.value = true;
      // The newest first.
      for (const job of known.toReversed()) if (!isActive(job)) fetchWhole(job.id);
    },
    () => {},
  );
});
