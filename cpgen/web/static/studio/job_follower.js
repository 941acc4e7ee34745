// @ts-check
// Follows a job of the server: processes its events in small batches, from the last received one on.

import { statedBy } from "./messages.js";
import { askServer, Refusal } from "./server.js";

const PAUSE = 150; // milliseconds between two looks at what has arrived
const AT_ONCE = 250; // events that are taken in at a look
const PATIENCE = 4000; // milliseconds until a server that did not answer is asked again
const UNKNOWN = 404; // the status of a server that has forgotten a job

/**
 * @typedef {import("./jobs.js").KeptJob} KeptJob
 * @typedef {import("../records.js").Progress} Progress
 * @typedef {{number: number, data: any}} JobEvent a puzzle or an exercise that the job made
 * @typedef {{since: number, from: number}} Preparing since when the server compiles, and how much it had compiled then
 */

export class JobFollower {
  /** @type {JobEvent[]} what has arrived since the last look */
  #made = [];
  /** @type {Progress | null} */
  #progress = null;
  /** @type {Progress | null} that is shown */
  #shown = null;
  /** @type {Preparing | null} */
  #preparing = null;
  /** @type {KeptJob["end"]} that has arrived, after all puzzles */
  #ending = null;
  #isClosed = false;
  #isBusy = false;
  /** @type {EventSource | undefined} */
  #source;
  /** @type {ReturnType<typeof setInterval>} */
  #looking;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #waiting;

  /**
   * @param {import("./jobs.js").Jobs} jobs
   * @param {string} key of the job in the project that is open
   * @param {KeptJob} kept
   */
  constructor(jobs, key, kept) {
    this.jobs = jobs;
    this.project = jobs.studio.state.project.id;
    this.key = key;
    this.kept = kept;
    this.#looking = setInterval(() => this.#look(), PAUSE);
    this.#listen();
  }

  /** Listens to the job's events after the last received one. */
  #listen() {
    this.#source?.close();
    const heard = this.#made.at(-1)?.number ?? this.kept.heard;
    const source = new EventSource(`api/jobs/${this.kept.id}/events?after=${heard}`);
    /** @type {(kind: string, act: (data: any, number: number) => void) => void} */
    const on = (kind, act) =>
      source.addEventListener(kind, (event) => act(JSON.parse(event.data), Number(event.lastEventId)));
    on("progress", (progress) => this.#hearProgress(progress));
    on("puzzle", (data, number) => this.#made.push({ number, data }));
    on("end", (end) => {
      this.#ending = end;
      source.close();
    });
    source.onerror = () => this.askAgain();
    this.#source = source;
    this.#show({ state: "working" });
  }

  /** @param {Progress} progress */
  #hearProgress(progress) {
    this.#progress = progress;
    if (progress.to_compile) this.#preparing ??= { since: Date.now(), from: progress.compiling };
  }

  /** Asks whether the server has gone, or has only forgotten the job, and listens again if it has not. */
  async askAgain() {
    this.#source?.close();
    clearTimeout(this.#waiting);
    if (this.#isClosed || this.#ending) return;
    try {
      await askServer(`jobs/${this.kept.id}`);
      this.#wait(() => this.#listen(), PAUSE);
    } catch (error) {
      if (error instanceof Refusal && error.status === UNKNOWN) this.#ending = { outcome: "gone", ...statedBy(error) };
      else {
        this.#show({ state: "lost" });
        this.#wait(() => this.askAgain(), PATIENCE);
      }
    }
  }

  /**
   * @param {() => void} act
   * @param {number} milliseconds
   */
  #wait(act, milliseconds) {
    clearTimeout(this.#waiting);
    if (!this.#isClosed) this.#waiting = setTimeout(act, milliseconds);
  }

  /** Processes the events that have arrived since the last call. */
  async #look() {
    if (this.#isBusy || this.#isClosed) return;
    const events = this.#made.splice(0, AT_ONCE);
    const end = this.#made.length ? null : this.#ending;
    if (events.length || end) await this.#takeIn(events, end);
    else if (this.#progress !== this.#shown) this.#show({});
  }

  /**
   * @param {JobEvent[]} events
   * @param {KeptJob["end"]} end
   */
  async #takeIn(events, end) {
    this.#isBusy = true;
    this.kept = { ...this.kept, heard: events.at(-1)?.number ?? this.kept.heard, end };
    await this.jobs.takeIn(this, events);
    this.#isBusy = false;
    this.#show(end ? { state: "ended" } : {});
    if (!end) return;
    this.close();
    this.jobs.advance();
  }

  /** @param {Partial<import("./jobs.js").Job>} changes */
  #show(changes) {
    if (this.#isClosed) return;
    this.#shown = this.#progress;
    const before = this.jobs.studio.state.jobs[this.key];
    const [progress, preparing] = [this.#progress, this.#preparing];
    this.jobs.showJob(this.key, { ...before, ...this.kept, progress, preparing, ...changes });
  }

  close() {
    this.#isClosed = true;
    clearInterval(this.#looking);
    clearTimeout(this.#waiting);
    this.#source?.close();
  }
}
