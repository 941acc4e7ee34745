// @ts-check
// Jobs that the server works on: they wait in line, are followed in any number of tabs, joined again after a reload, and
// stopped. Of each kind the server gets one at a time; the others wait here, where they survive the server as well.

import { isFilling, withPattern } from "./plan.js";
import { changedFields, entryOf, newId, nextMoment } from "./project.js";
import { statedBy } from "./messages.js";
import { askServer, endOnServer, sendToServer } from "./server.js";

/** The kinds of jobs: where each is asked for, and the list for what it makes, or none if it fills the board. Each kind
 * has a line of its own. */
export const WORK = {
  make: { path: "jobs", list: "tray" },
  fill: { path: "jobs", list: "" },
  practise: { path: "practice", list: "exercises" },
};

const PAUSE = 150; // milliseconds between two looks at what has arrived
const AT_ONCE = 250; // entries that are taken in at a look
const PATIENCE = 4000; // milliseconds until a server that did not answer, or has too much to do, is asked again
const [SILENT, BUSY, UNKNOWN] = [0, 429, 404]; // how a server answers that is gone, full, or has forgotten a job

/**
 * @typedef {{kind: string, request: Record<string, any>, since: number, taken: number, id: string, heard: number,
 *   end: {outcome: string, sentence: string} | null}} Kept
 * what a project remembers of a job: since when it waits, when a tab took it up, its id once the server has it, and the
 * number of the last event
 * @typedef {Kept & {key: string, state: "waiting" | "working" | "lost" | "ended", progress: any, preparing: any}} Job
 * `preparing` says since when the server compiles, and how much it had compiled then
 */

/** The jobs of the project that is open. */
export class Jobs {
  /** @param {import("./studio.js").Studio} studio */
  constructor(studio) {
    this.studio = studio;
    /** @type {Record<string, Follower>} */
    this.followers = {};
    this.beginning = new Set(); // the keys of jobs that the server is asked for
    setInterval(() => this.advance(), PATIENCE);
  }

  /** Queue requests for puzzles or exercises; clear the finished jobs of this kind. */
  async add(kind, requests) {
    const { studio } = this;
    for (const { key, state } of jobsOf(studio, [kind])) if (state === "ended") this.forget(key);
    for (const request of requests) {
      const [key, kept] = [newId(), { kind, request, since: nextMoment(), taken: 0, id: "", heard: 0, end: null }];
      this.showJob(key, { ...kept, state: "waiting", progress: null });
      await studio.projects.keepJob(key, kept);
    }
    this.advance();
  }

  /** Queues what an ended job did not make, without its seed, which would make the first puzzles again. */
  addRest(key) {
    const { kind, request, heard } = this.studio.state.jobs[key];
    const { seed: _seed, ...rest } = request;
    return this.add(kind, [{ ...rest, count: request.count - heard }]);
  }

  /** Shows a job as another tab or an earlier page has left it. */
  join(key, kept) {
    if (!kept) return this.#hide(key);
    if (kept.id && !kept.end) return this.#follow(key, kept);
    this.showJob(key, { ...kept, state: kept.end ? "ended" : "waiting", progress: null });
    if (kept.end) this.advance();
  }

  /** Starts the first job of each line that has not begun. */
  advance() {
    for (const kind of Object.keys(WORK)) {
      const first = jobsOf(this.studio, [kind]).find(({ state }) => state !== "ended");
      if (first && !first.id && !this.beginning.has(first.key)) this.#begin(first);
    }
  }

  /** Asks the server for a job that waits, unless another tab does. */
  async #begin({ key, state: _state, progress: _progress, ...kept }) {
    const { projects, state } = this.studio;
    const project = state.project.id;
    this.beginning.add(key);
    if (await projects.takeUp(project, key)) {
      const begun = await sendToServer(WORK[kept.kind].path, kept.request).catch((refusal) => refusal);
      const waits = [SILENT, BUSY].includes(begun.status);
      const end = begun.id || waits ? null : { outcome: "error", ...statedBy(begun) };
      await this.#begun(project, key, { ...kept, id: begun.id ?? "", end });
      if (begun.status === SILENT) this.#show(key, { state: "lost" });
    }
    this.beginning.delete(key);
  }

  /** Goes on with a job that the server has begun, or has not. */
  async #begun(project, key, kept) {
    const { projects, state } = this.studio;
    const isOpen = state.project.id === project;
    if (isOpen && !state.jobs[key]) return kept.id && endOnServer(`jobs/${kept.id}`).catch(() => undefined); // it was stopped
    await projects.keepJob(key, kept, project);
    if (isOpen) this.join(key, kept);
  }

  /** Listens to a job from the last event that was heard. */
  #follow(key, kept) {
    this.followers[key]?.close();
    this.followers[key] = new Follower(this.studio, key, kept);
  }

  /** Stops a job; what it has found still comes. One that waits is no more. */
  async stop(key) {
    const { id } = this.studio.state.jobs[key];
    if (!id) return this.forget(key);
    await endOnServer(`jobs/${id}`).catch(() => this.followers[key]?.lose());
  }

  /** Asks a server that did not answer once more. */
  retry(key) {
    if (this.followers[key]) this.followers[key].lose();
    else this.advance();
  }

  /** Leaves a job alone, and shows it no more. */
  forget(key) {
    this.#hide(key);
    this.studio.projects.forgetJob(key);
    this.advance();
  }

  #hide(key) {
    this.followers[key]?.close();
    delete this.followers[key];
    this.showJob(key, null);
  }

  #show(key, changes) {
    const job = this.studio.state.jobs[key];
    if (job) this.showJob(key, { ...job, ...changes });
  }

  /**
   * Shows how far a job is, or, without one, nothing of it any more.
   * @param {string} key
   * @param {any} job
   */
  showJob(key, job) {
    const { [key]: _before, ...others } = this.studio.state.jobs;
    this.studio.setState({ jobs: job ? { ...others, [key]: job } : others });
  }

  /**
   * Takes in what a job of a project has made, each puzzle once.
   * @param {string} project
   * @param {string} key
   * @param {Kept} kept
   * @param {{number: number, entry: import("./project.js").Entry}[]} made
   */
  async takeIn(project, key, kept, made) {
    const { edits, projects, state } = this.studio;
    const fresh = await projects.arrive(project, key, kept, made);
    if (fresh.length && state.project.id === project)
      edits.applyChange({ puzzles: fresh.map(({ entry }) => [entry.key, entry]) });
  }

  /**
   * Fills the board with the digits that a job found for it; for a board that has changed since, they are a result.
   * @param {any} found
   */
  fillBoard(found) {
    const { edits, state, texts } = this.studio;
    const { plan } = state;
    if (isFilling(plan, found)) {
      const back = edits.makeChange({ plan: changedFields(plan, withPattern(plan, found.puzzle)) });
      this.studio.showMessage({ text: texts("filled"), kind: "good", back });
    } else {
      const entry = entryOf(found);
      edits.makeChange({ puzzles: [[entry.key, entry]] });
    }
  }

  /** Stops listening, as another project is opened. */
  close() {
    for (const follower of Object.values(this.followers)) follower.close();
    this.followers = {};
  }
}

/**
 * The jobs of these kinds, the first asked for first.
 * @returns {Job[]}
 */
export function jobsOf({ state }, kinds) {
  const all = Object.entries(state.jobs).map(([key, job]) => ({ key, ...job }));
  return all.filter(({ kind }) => kinds.includes(kind)).sort((one, other) => one.since - other.since);
}

/** Whoever listens to one job: its events are taken in a few at a time. */
class Follower {
  /**
   * @param {import("./studio.js").Studio} studio
   * @param {string} key
   * @param {Kept} kept
   */
  constructor(studio, key, kept) {
    this.studio = studio;
    this.project = studio.state.project.id;
    this.key = key;
    this.kept = kept;
    /** @type {{number: number, data: any}[]} */
    this.made = []; // what has arrived since the last look
    this.progress = null;
    this.preparing = null;
    this.ending = null;
    this.closed = false;
    this.looking = setInterval(() => this.look(), PAUSE);
    this.listen();
  }

  listen() {
    clearTimeout(this.waiting);
    this.source?.close();
    this.source = new EventSource(`api/jobs/${this.kept.id}/events?after=${this.heard}`);
    const on = (kind, act) =>
      this.source.addEventListener(kind, (event) => act(JSON.parse(event.data), Number(event.lastEventId)));
    on("progress", (data) => {
      this.progress = data;
      if (data.to_compile) this.preparing ??= { since: Date.now(), from: data.compiling };
    });
    on("puzzle", (data, number) => this.made.push({ number, data }));
    on("end", (data) => {
      this.ending = data;
      this.source.close();
    });
    this.source.onerror = () => this.lose();
    this.show({ state: "working" });
  }

  /** The number of the last event, taken in or not. */
  get heard() {
    return this.made.at(-1)?.number ?? this.kept.heard;
  }

  /** Sees whether the server has gone, or has only forgotten the job. */
  async lose() {
    this.source.close();
    if (this.closed || this.ending) return;
    try {
      await askServer(`jobs/${this.kept.id}`);
      this.waiting = setTimeout(() => this.listen(), PAUSE);
    } catch (refusal) {
      const { status } = refusal;
      if (status === UNKNOWN) this.ending = { outcome: "gone", ...statedBy(refusal) };
      else this.show({ state: "lost" });
      if (status !== UNKNOWN) this.waiting = setTimeout(() => this.lose(), PATIENCE);
    }
  }

  /** Takes in what has arrived since the last look. */
  async look() {
    if (this.busy || this.closed) return;
    const some = this.made.splice(0, AT_ONCE);
    const end = this.made.length ? null : this.ending;
    if (!some.length && !end) return this.progress !== this.shown && this.show({});
    this.busy = true;
    const list = WORK[this.kept.kind].list;
    this.kept = { ...this.kept, heard: some.at(-1)?.number ?? this.kept.heard, end };
    const arrived = list ? some.map(({ number, data }) => ({ number, entry: entryOf(data, list) })) : [];
    await this.studio.jobs.takeIn(this.project, this.key, this.kept, arrived);
    if (!list && !this.closed) some.forEach(({ data }) => this.studio.jobs.fillBoard(data));
    this.busy = false;
    this.show(end ? { state: "ended" } : {});
    if (!end) return;
    this.close();
    this.studio.jobs.advance();
  }

  show(changes) {
    if (this.closed) return;
    this.shown = this.progress;
    const before = this.studio.state.jobs[this.key];
    const { progress, preparing } = this;
    this.studio.jobs.showJob(this.key, { ...before, ...this.kept, progress, preparing, ...changes });
  }

  close() {
    this.closed = true;
    clearInterval(this.looking);
    clearTimeout(this.waiting);
    this.source.close();
  }
}

/** The jobs of a record that can be read. */
export function readJobs(jobs) {
  return Object.fromEntries(Object.entries(jobs ?? {}).filter(([, one]) => isJob(one)));
}

function isJob(one) {
  if (!(one?.kind in WORK) || typeof one.id !== "string") return false;
  const { grade, technique, count } = one.request ?? {};
  return (
    [grade, technique].some((name) => typeof name === "string") &&
    [count, one.since, one.taken, one.heard].every(Number.isFinite)
  );
}
