// @ts-check
// Jobs that the server works on: started, followed in any number of tabs, joined again after a reload, and stopped.

import { entryOf } from "./project.js";
import { ask, bare, drop, send } from "./server.js";

/** The jobs that a project can have at a time: where each is asked for, and where what it makes goes. */
export const WORK = {
  make: { path: "jobs", list: "tray" },
  practise: { path: "practice", list: "exercises" },
};

const PAUSE = 150; // milliseconds between two looks at what has arrived
const AT_ONCE = 250; // entries that are taken in at a look
const PATIENCE = 4000; // milliseconds until a server that did not answer is asked again

/**
 * @typedef {{id: string, count: number, heard: number, end: {outcome: string, sentence: string} | null}} Kept
 * what a project remembers of a job: `heard` is the number of the last event
 * @typedef {Kept & {state: "starting" | "working" | "lost" | "ended", progress: any}} Job
 */

/** The jobs of the project that is open. */
export class Jobs {
  /** @param {import("./studio.js").Studio} studio */
  constructor(studio) {
    this.studio = studio;
    /** @type {Record<string, Follower>} */
    this.followers = {};
  }

  /** Asks the server for puzzles or exercises. */
  async start(name, request) {
    const { studio } = this;
    const asked = { state: "starting", count: request.count, heard: 0, progress: null, end: null };
    studio.showJob(name, asked);
    try {
      const { id } = await send(WORK[name].path, request);
      const kept = { id, count: request.count, heard: 0, end: null };
      await studio.keepJob(name, kept);
      this.follow(name, kept);
    } catch (error) {
      studio.showJob(name, { ...asked, state: "ended", end: { outcome: "error", sentence: error.message } });
    }
  }

  /** Listens to a job from the last event that was heard. */
  follow(name, kept) {
    this.followers[name]?.close();
    this.followers[name] = new Follower(this.studio, name, kept);
  }

  /** Stops a job; what it has found still comes. */
  async stop(name) {
    const { id } = this.studio.state.jobs[name];
    await drop(`jobs/${id}`).catch(() => this.followers[name]?.lose());
  }

  /** Asks a server that did not answer once more. */
  retry(name) {
    this.followers[name]?.lose();
  }

  /** Gives up a job of a server that does not answer. */
  forget(name) {
    this.followers[name]?.close();
    const job = this.studio.state.jobs[name];
    const { id, count, heard } = job;
    const end = { outcome: "stopped", sentence: "" };
    this.studio.keepJob(name, { id, count, heard, end });
    this.studio.showJob(name, { ...job, state: "ended", end });
  }

  /** Stops listening, as another project is opened. */
  close() {
    for (const follower of Object.values(this.followers)) follower.close();
    this.followers = {};
  }
}

/** Whoever listens to one job: its events are taken in a few at a time. */
class Follower {
  /**
   * @param {import("./studio.js").Studio} studio
   * @param {string} name
   * @param {Kept} kept
   */
  constructor(studio, name, kept) {
    this.studio = studio;
    this.project = studio.state.project.id;
    this.name = name;
    this.kept = kept;
    /** @type {{number: number, data: any}[]} */
    this.made = []; // what has arrived since the last look
    this.progress = null;
    this.ending = null;
    this.closed = false;
    this.looking = setInterval(() => this.look(), PAUSE);
    this.listen();
  }

  listen() {
    clearTimeout(this.waiting);
    this.source?.close();
    this.source = new EventSource(`api/jobs/${this.kept.id}/events?after=${this.heard}`);
    const on = (kind, act) => this.source.addEventListener(kind, (event) => act(JSON.parse(event.data), Number(event.lastEventId)));
    on("progress", (data) => (this.progress = data));
    on("puzzle", (data, number) => this.made.push({ number, data }));
    on("end", (data) => {
      this.ending = { ...data, sentence: bare(data.sentence) };
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
      await ask(`jobs/${this.kept.id}`);
      this.waiting = setTimeout(() => this.listen(), PAUSE);
    } catch ({ status, message }) {
      if (status === 404) this.ending = { outcome: "gone", sentence: message };
      else this.show({ state: "lost" });
      if (status !== 404) this.waiting = setTimeout(() => this.lose(), PATIENCE);
    }
  }

  /** Takes in what has arrived since the last look. */
  async look() {
    if (this.busy || this.closed) return;
    const some = this.made.splice(0, AT_ONCE);
    const end = this.made.length ? null : this.ending;
    if (!some.length && !end) return this.progress !== this.shown && this.show({});
    this.busy = true;
    const list = WORK[this.name].list;
    this.kept = { ...this.kept, heard: some.at(-1)?.number ?? this.kept.heard, end };
    const arrived = some.map(({ number, data }) => ({ number, entry: entryOf(data, list) }));
    await this.studio.arrive(this.project, this.name, this.kept, arrived);
    this.busy = false;
    this.show(end ? { state: "ended" } : {});
    if (end) this.close();
  }

  show(changes) {
    if (this.closed) return;
    this.shown = this.progress;
    const before = this.studio.state.jobs[this.name];
    this.studio.showJob(this.name, { ...before, ...this.kept, progress: this.progress, ...changes });
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
  const sound = Object.entries(jobs ?? {}).filter(([name, kept]) => name in WORK && typeof kept?.id === "string");
  return Object.fromEntries(sound);
}
