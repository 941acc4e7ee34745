// @ts-check
// Jobs that the server works on: they wait in line, are followed in any number of tabs, joined again after a reload,
// and stopped. Of each kind the server gets one at a time; the others wait here, where they survive the server as well.

import { JobFollower } from "./job_follower.js";
import { statedBy } from "./messages.js";
import { withPattern } from "./marks.js";
import { authored, isFilling } from "./plan.js";
import { entryOf, keyedEntries } from "./entry.js";
import { newId, nextMoment } from "./ids.js";
import { changedFields } from "./steps.js";
import { endOnServer, Refusal, sendToServer } from "./server.js";

/**
 * The kinds of jobs, each with a line of its own: where each is asked for, and the list for what it makes; none if it
 * fills the board.
 * @type {Record<string, {path: "jobs" | "practice", list: "tray" | "exercises" | null}>}
 */
const WORK = {
  make: { path: "jobs", list: "tray" },
  fill: { path: "jobs", list: null },
  practise: { path: "practice", list: "exercises" },
};
const PATIENCE = 4000; // milliseconds until the server is asked again whether it has room for a job
const IMPOSSIBLE = 422; // how it answers to a request that nothing can satisfy
const [SILENT, BUSY] = [0, 429]; // the status of a server that does not answer, or has too much to do

/**
 * @typedef {import("./messages.js").Stated & {outcome: string}} JobEnd how a job ended
 */

/**
 * @typedef {object} KeptJob what a project remembers of a job
 * @property {string} kind
 * @property {Record<string, any>} request
 * @property {ReturnType<typeof authored>} [own] what the author adds to its puzzles
 * @property {number} since when it was asked for
 * @property {number} taken when a tab took it up
 * @property {string} id the server's; empty until it has begun
 * @property {number} heard the number of the last event
 * @property {JobEnd | null} end
 *
 * @typedef {object} Shown what is known of it besides
 * @property {"waiting" | "working" | "lost" | "ended"} state
 * @property {import("../records.js").Progress | null} progress
 * @property {import("./job_follower.js").Preparing | null} [preparing]
 *
 * @typedef {KeptJob & Shown} Job
 */

/** The jobs of the project that is open. */
export class Jobs {
  /** @param {import("./studio.js").Studio} studio */
  constructor(studio) {
    this.studio = studio;
    /** @type {Record<string, JobFollower>} */
    this.followers = {};
    this.beginning = new Set(); // the keys of jobs that the server is asked for
    setInterval(() => this.advance(), PATIENCE);
  }

  /**
   * Queues requests for puzzles or exercises, and clears the finished jobs of this kind.
   * @param {string} kind
   * @param {Record<string, any>[]} requests
   * @param {ReturnType<typeof authored>} [own] what the author adds to the puzzles
   */
  async add(kind, requests, own = authored(this.studio.state.plan)) {
    const { studio } = this;
    for (const { key, state } of jobsOf(studio, [kind])) if (state === "ended") this.forget(key);
    for (const request of requests) {
      const key = newId();
      const kept = { kind, request, own, since: nextMoment(), taken: 0, id: "", heard: 0, end: null };
      this.showJob(key, { ...kept, state: "waiting", progress: null });
      await studio.projects.keepJob(key, kept);
    }
    this.advance();
  }

  /**
   * Queues the missing puzzles of an ended job; with a seed, they continue its sequence.
   * @param {string} key
   * @param {object} [changes] of its request
   */
  addRest(key, changes = {}) {
    const { kind, request, own, heard } = this.studio.state.jobs[key];
    const rest = { ...request, ...changes, count: request.count - heard };
    return this.add(kind, ["seed" in request ? { ...rest, after: (request.after ?? 0) + heard } : rest], own);
  }

  /**
   * Shows a job as another tab or an earlier page has stored it; removes it if there is none.
   * @param {string} key
   * @param {KeptJob | null} kept
   */
  join(key, kept) {
    if (!kept) this.#hide(key);
    else if (kept.id && !kept.end) this.#follow(key, kept);
    else {
      this.showJob(key, { ...kept, state: kept.end ? "ended" : "waiting", progress: null });
      if (kept.end) this.advance();
    }
  }

  /** Starts the first waiting job of each queue. */
  advance() {
    for (const kind of Object.keys(WORK)) {
      const first = jobsOf(this.studio, [kind]).find(({ state }) => state !== "ended");
      if (first && !first.id && !this.beginning.has(first.key)) this.#begin(first.key, keptOf(first));
    }
  }

  /**
   * Asks the server for a job that waits, unless another tab does.
   * @param {string} key
   * @param {KeptJob} kept
   */
  async #begin(key, kept) {
    const { projects, state } = this.studio;
    const project = state.project.id;
    this.beginning.add(key);
    if (await projects.takeUp(project, key)) {
      const { begun, isSilent } = await askedFor(kept);
      await this.#goOn(project, key, begun);
      if (isSilent) this.#change(key, { state: "lost" });
    }
    this.beginning.delete(key);
  }

  /**
   * Stores and shows a job after the server has started, refused or postponed it.
   * @param {string} project
   * @param {string} key
   * @param {KeptJob} kept
   */
  async #goOn(project, key, kept) {
    const { projects, state } = this.studio;
    const isOpen = state.project.id === project;
    if (isOpen && !state.jobs[key]) {
      if (kept.id) await endOnServer(`jobs/${kept.id}`).catch(() => undefined); // it was stopped in the meantime
      return;
    }
    await projects.keepJob(key, kept, project);
    if (isOpen) this.join(key, kept);
  }

  /**
   * Listens to a job from the last event that was heard.
   * @param {string} key
   * @param {KeptJob} kept
   */
  #follow(key, kept) {
    this.followers[key]?.close();
    this.followers[key] = new JobFollower(this, key, kept);
  }

  /**
   * Adds new puzzles of a job to its list, or fills the board with them. Each puzzle is added once.
   * @param {JobFollower} follower
   * @param {import("./job_follower.js").JobEvent[]} events
   */
  async takeIn(follower, events) {
    const { edits, projects, state } = this.studio;
    const { project, key, kept } = follower;
    const { list } = WORK[kept.kind];
    const entry = (/** @type {any} */ data) => entryOf({ ...data, ...kept.own }, list ?? undefined);
    const made = list ? events.map(({ number, data }) => ({ number, entry: entry(data) })) : [];
    const fresh = await projects.arrive(project, key, kept, made);
    if (fresh.length && state.project.id === project)
      edits.applyChange({ puzzles: keyedEntries(fresh.map(({ entry }) => entry)) });
    if (!list && this.followers[key] === follower) for (const { data } of events) this.#fillBoard(entry(data));
  }

  /**
   * Fills the board with the digits that a job found for it; for a board that has changed since, they are a result.
   * @param {import("./entry.js").Entry} found
   */
  #fillBoard(found) {
    const { edits, state, texts } = this.studio;
    const { plan } = state;
    if (isFilling(plan, found)) {
      const back = edits.makeChange({ plan: changedFields(plan, withPattern(plan, found.puzzle)) });
      this.studio.showMessage({ text: texts("filled"), kind: "good", back });
    } else edits.makeChange({ puzzles: keyedEntries([found]) });
  }

  /**
   * Stops a job, which still delivers the puzzles found so far; removes it if it is waiting.
   * @param {string} key
   */
  async stop(key) {
    const { id } = this.studio.state.jobs[key];
    if (!id) this.forget(key);
    else await endOnServer(`jobs/${id}`).catch(() => this.followers[key]?.askAgain());
  }

  /**
   * Asks the server again after it did not answer.
   * @param {string} key
   */
  retry(key) {
    if (this.followers[key]) this.followers[key].askAgain();
    else this.advance();
  }

  /**
   * Removes a job, and starts the next one in its queue.
   * @param {string} key
   */
  forget(key) {
    this.#hide(key);
    this.studio.projects.forgetJob(key);
    this.advance();
  }

  /** @param {string} key */
  #hide(key) {
    this.followers[key]?.close();
    delete this.followers[key];
    this.showJob(key, null);
  }

  /**
   * @param {string} key
   * @param {Partial<Job>} changes
   */
  #change(key, changes) {
    const job = this.studio.state.jobs[key];
    if (job) this.showJob(key, { ...job, ...changes });
  }

  /**
   * Updates a job in the studio's state, or removes it.
   * @param {string} key
   * @param {Job | null} job
   */
  showJob(key, job) {
    const { [key]: _before, ...others } = this.studio.state.jobs;
    this.studio.setState({ jobs: job ? { ...others, [key]: job } : others });
  }

  /** Stops following the jobs, before another project is opened. */
  close() {
    for (const follower of Object.values(this.followers)) follower.close();
    this.followers = {};
  }
}

/**
 * The jobs of these kinds, the first asked for first, each with its key.
 * @param {{state: {jobs: Record<string, Job>}}} studio
 * @param {string[]} kinds
 */
export function jobsOf({ state }, kinds) {
  const all = Object.entries(state.jobs).map(([key, job]) => ({ key, ...job }));
  return all.filter(({ kind }) => kinds.includes(kind)).sort((one, other) => one.since - other.since);
}

/**
 * The part of a job that a project stores.
 * @param {Job} job
 * @returns {KeptJob}
 */
function keptOf({ kind, request, own, since, taken, id, heard, end }) {
  return { kind, request, own, since, taken, id, heard, end };
}

/**
 * Asks the server for a job: it has an id from then on, an end if it is refused, and neither if it has to wait.
 * @param {KeptJob} kept
 * @returns {Promise<{begun: KeptJob, isSilent: boolean}>}
 */
async function askedFor(kept) {
  try {
    const { id } = await sendToServer(WORK[kept.kind].path, kept.request);
    return { begun: { ...kept, id }, isSilent: false };
  } catch (error) {
    const status = error instanceof Refusal ? error.status : null;
    const waits = status === SILENT || status === BUSY;
    const outcome = status === IMPOSSIBLE ? "impossible" : "error";
    const end = waits ? null : { outcome, ...statedBy(error) };
    return { begun: { ...kept, end }, isSilent: status === SILENT };
  }
}

/**
 * The jobs of a record that can be read.
 * @param {any} jobs whatever is stored
 * @returns {Record<string, KeptJob>}
 */
export function readJobs(jobs) {
  return Object.fromEntries(Object.entries(jobs ?? {}).filter(([, job]) => isJob(job)));
}

/** @param {any} job */
function isJob(job) {
  if (typeof job?.id !== "string" || !Object.hasOwn(WORK, job.kind)) return false;
  const { grade, technique, count } = job.request ?? {};
  const isNamed = [grade, technique].some((name) => typeof name === "string");
  return isNamed && [count, job.since, job.taken, job.heard].every(Number.isFinite);
}
