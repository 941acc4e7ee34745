// @ts-check
// Writing to the storage: one thing after the other. A change that cannot be written, because the storage is full or
// the page goes, is remembered and written with the next one, or by the next page.

import { forgetText, listInText, rememberedText, rememberText } from "../memory.js";
import { joinedChanges } from "./steps.js";

const UNWRITTEN = "cpgen.unwritten"; // changes and jobs given up that a page could not write before it went
const FULL = "QuotaExceededError"; // the name of the error of a storage that is full

/**
 * @typedef {object} Unwritten what is to be written of a project
 * @property {string} id the project's
 * @property {import("./project.js").ProjectRecord} [project] its record if it is new
 * @property {import("./steps.js").Change} [change]
 * @property {string} [job] the key of a job that was given up
 */

export class Writer {
  /** @type {Promise<boolean>} */
  #writing = Promise.resolve(true);
  /** @type {Unwritten[]} */
  #unwritten = [];
  #working = 0; // how many pieces of work are under way whose results would be lost with the page

  /** @param {import("./studio.js").Studio} studio */
  constructor(studio) {
    this.studio = studio;
    window.addEventListener("beforeunload", (event) => {
      if (this.#unwritten.length || this.#working) event.preventDefault();
    });
    window.addEventListener("pagehide", () => {
      if (this.#unwritten.length) rememberText(UNWRITTEN, JSON.stringify(this.#unwritten));
    });
  }

  /** Resolves when all writes so far have finished or failed. */
  settled() {
    return this.#writing;
  }

  /**
   * Queues a write and reports its failure; resolves to true on success, or if the browser has no storage.
   * @param {(storage: import("./storage.js").Storage) => Promise<unknown>} act
   */
  write(act) {
    const { storage } = this.studio;
    if (!storage) return this.#writing;
    this.#writing = this.#writing
      .then(() => act(storage))
      .then(
        () => true,
        (error) => this.#tellFailure(error),
      );
    return this.#writing;
  }

  /**
   * Writes a change together with those that failed before. Until it is written, leaving the page asks for
   * confirmation.
   * @param {Unwritten} change
   */
  async writeChange(change) {
    if (!this.studio.storage) return false;
    this.addUnwritten(change);
    return this.write(async (storage) => {
      const all = [...this.#unwritten];
      await saveChanges(storage, all);
      this.#unwritten = this.#unwritten.filter((other) => !all.includes(other));
      if (this.studio.state.message?.unstored) this.studio.showMessage(null);
    });
  }

  /**
   * Adds a change to those that are written with the next one.
   * @param {Unwritten} change
   */
  addUnwritten(change) {
    this.#unwritten.push(change);
  }

  /**
   * Writes the changes that an earlier page could not write before it was closed.
   * @param {import("./storage.js").Storage} storage
   */
  async writeRest(storage) {
    const left = listInText(rememberedText(UNWRITTEN)) ?? [];
    forgetText(UNWRITTEN);
    await saveChanges(
      storage,
      left.filter((change) => typeof change?.id === "string"),
    );
  }

  /**
   * Waits for work. Until it is done, leaving the page asks for confirmation.
   * @template T
   * @param {Promise<T>} work
   */
  async guard(work) {
    this.#working += 1;
    return work.finally(() => (this.#working -= 1));
  }

  /** @param {Error} error */
  #tellFailure({ name, message }) {
    const { texts } = this.studio;
    const text = name === FULL ? texts("storage-full") : texts("not-kept", { reason: message });
    this.studio.showMessage({ text, kind: "bad", unstored: true });
    return false;
  }
}

/**
 * Writes changes, those of one project together.
 * @param {import("./storage.js").Storage} storage
 * @param {Unwritten[]} all
 */
async function saveChanges(storage, all) {
  for (const id of new Set(all.map((change) => change.id))) {
    const its = all.filter((change) => change.id === id);
    const change = its.map((one) => one.change ?? {}).reduce(joinedChanges, {});
    const project = its.find((one) => one.project)?.project;
    await storage.save(id, { ...change, project, jobs: its.flatMap(({ job = [] }) => job) });
  }
}
