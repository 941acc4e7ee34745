// @ts-check
// The data in the browser's storage (IndexedDB): projects, their puzzles, and records that cannot be read. Every change
// is written by itself, on top of what is there: so tabs never overwrite each other.

import { openDB } from "idb";

const [NAME, VERSION] = ["cpgen", 1];
const TAKEN = 15000; // milliseconds after which a job that a tab took up, and has not begun, is free again
const AT_ONCE = 500; // records that are read or written in one go, so that the page stays awake

/**
 * @typedef {import("./steps.js").Change} Change
 * @typedef {import("./entry.js").Entry} Entry
 * @typedef {import("./project.js").ProjectRecord} ProjectRecord
 * @typedef {import("./jobs.js").KeptJob} KeptJob
 * @typedef {{number: number, entry: Entry}} Made a puzzle that a job made, with the number of its event
 * @typedef {Change & {project?: ProjectRecord, jobs?: string[]}} Written
 * a change of a project, with its record if it is new, and the keys of jobs that were given up
 */

/**
 * @typedef {object} Stores
 * @property {{key: string, value: ProjectRecord}} projects
 * @property {{key: [project: string, key: string], value: Entry & {project: string}}} puzzles
 * @property {{key: number, value: {store: string, record: unknown, since: number}}} damaged
 *
 * @typedef {import("idb").IDBPDatabase<Stores>} Database
 * @typedef {import("idb").IDBPTransaction<Stores, ("projects" | "puzzles" | "damaged")[], "readwrite">} Writing
 */

/** The storage, or null where the browser keeps nothing. */
export async function openStorage() {
  try {
    /** @type {Database} */
    const database = await openDB(NAME, VERSION, { upgrade: prepare, blocking: () => database.close() });
    return new Storage(database);
  } catch {
    return null;
  }
}

/** @param {Database} database */
function prepare(database) {
  database.createObjectStore("projects", { keyPath: "id" });
  database.createObjectStore("puzzles", { keyPath: ["project", "key"] });
  database.createObjectStore("damaged", { autoIncrement: true });
}

/**
 * The keys of a project's puzzles and exercises, from one of them on.
 * @param {string} id
 * @param {string} [after] the key of an entry
 */
function keysIn(id, after) {
  return after === undefined ? IDBKeyRange.bound([id], [id, []]) : IDBKeyRange.bound([id, after], [id, []], true);
}

/**
 * The keys of a project's exercises, which begin as `entryOf` makes them.
 * @param {string} id
 */
function exercisesIn(id) {
  return IDBKeyRange.bound([id, "exercises "], [id, "exercises!"]);
}

/** The projects of this browser. Records are as they are stored: they may be damaged. */
export class Storage {
  /** @param {Database} database */
  constructor(database) {
    this.database = database;
  }

  /** The projects, the last changed first. */
  async projects() {
    const all = await this.database.getAll("projects");
    return all.sort((one, other) => other.changed - one.changed);
  }

  /**
   * The record of a project; undefined when there is none.
   * @param {string} id
   */
  project(id) {
    return this.database.get("projects", id);
  }

  /**
   * Adds a project unless there is one already; resolves to the id of the one there is. Tabs that begin at once so
   * share one project.
   * @param {ProjectRecord} project
   */
  async firstProject(project) {
    const writing = this.#writing("projects");
    const projects = writing.objectStore("projects");
    const other = (await projects.getAll()).find(({ name, deleted }) => typeof name === "string" && !deleted);
    await Promise.all([other ?? projects.put(project), writing.done]);
    return (other ?? project).id;
  }

  /**
   * The records of a project's puzzles, in batches.
   * @param {string} id
   */
  async *puzzles(id) {
    let keys = keysIn(id);
    for (;;) {
      const part = await this.database.getAll("puzzles", keys, AT_ONCE);
      yield part;
      if (part.length < AT_ONCE) return;
      keys = keysIn(id, part[part.length - 1].key);
    }
  }

  /**
   * The numbers of puzzles and of exercises in a project.
   * @param {string} id
   */
  async counts(id) {
    const counting = [keysIn(id), exercisesIn(id)].map((keys) => this.database.count("puzzles", keys));
    const [all, exercises] = await Promise.all(counting);
    return { count: all - exercises, exercises };
  }

  /**
   * Deletes a project and all that is in it.
   * @param {string} id
   */
  async remove(id) {
    const writing = this.#writing("projects", "puzzles");
    const gone = [writing.objectStore("projects").delete(id), writing.objectStore("puzzles").delete(keysIn(id))];
    await Promise.all([...gone, writing.done]);
  }

  /**
   * Changes fields of a project's record.
   * @param {string} id
   * @param {Partial<ProjectRecord>} fields
   */
  async describe(id, fields) {
    await this.#changeRecord(id, (record) => ({ ...record, ...fields }));
  }

  /**
   * Writes a change of a project in one transaction.
   * @param {string} id
   * @param {Written} change
   */
  async save(id, change) {
    const writing = this.#writing("projects", "puzzles");
    try {
      await this.#saveIn(writing, id, change);
    } catch (error) {
      if (!writing.error) writing.abort(); // a failure outside of the transaction
      throw error;
    }
    await writing.done;
  }

  /**
   * Writes the puzzles in small batches, so that the page stays responsive.
   * @param {Writing} writing
   * @param {string} id
   * @param {Written} change
   */
  async #saveIn(writing, id, { project, plan = {}, puzzles = [], jobs = [] }) {
    const projects = writing.objectStore("projects");
    const record = (await projects.get(id)) ?? project;
    if (!record) return; // deleted by another tab
    const others = Object.fromEntries(Object.entries(record.jobs ?? {}).filter(([key]) => !jobs.includes(key)));
    await projects.put({ ...record, plan: { ...record.plan, ...plan }, jobs: others, changed: Date.now() });
    for (let from = 0; from < puzzles.length; from += AT_ONCE) {
      const some = puzzles.slice(from, from + AT_ONCE);
      await Promise.all(some.map(([key, entry]) => writeEntry(writing, id, key, entry)));
    }
  }

  /**
   * Writes a job of a project.
   * @param {string} id
   * @param {string} key
   * @param {KeptJob} job
   */
  async keepJob(id, key, job) {
    await this.#changeRecord(id, (record) => ({ ...record, jobs: { ...record.jobs, [key]: job } }));
  }

  /**
   * Claims a waiting job for this tab; resolves to false if another tab has claimed it.
   * @param {string} id
   * @param {string} key
   */
  async takeUp(id, key) {
    let isFree = false;
    await this.#changeRecord(id, (record) => {
      const job = record.jobs?.[key];
      const now = Date.now();
      isFree = Boolean(job) && !job.id && !job.end && now - job.taken > TAKEN;
      return isFree ? { ...record, jobs: { ...record.jobs, [key]: { ...job, taken: now } } } : record;
    });
    return isFree;
  }

  /**
   * @param {string} id
   * @param {(record: ProjectRecord) => ProjectRecord} change
   */
  async #changeRecord(id, change) {
    const writing = this.#writing("projects");
    const projects = writing.objectStore("projects");
    const record = await projects.get(id);
    await Promise.all([record && projects.put(change(record)), writing.done]);
  }

  /**
   * Writes the puzzles of a job and the number of its last event; returns those that no other tab has written before.
   * @param {string} id the project's
   * @param {string} key of the job in the project
   * @param {KeptJob} job with the number of its last event
   * @param {Made[]} made
   */
  async arrive(id, key, job, made) {
    const writing = this.#writing("projects", "puzzles");
    const projects = writing.objectStore("projects");
    const record = await projects.get(id);
    const known = record?.jobs?.[key];
    if (!record || known?.id !== job.id) return []; // given up, or begun again, by another tab
    const fresh = made.filter(({ number }) => number > known.heard);
    const kept = { ...job, heard: Math.max(known.heard, job.heard), end: job.end ?? known.end };
    await Promise.all([
      ...fresh.map(({ entry }) => writeEntry(writing, id, entry.key, entry)),
      projects.put({ ...record, jobs: { ...record.jobs, [key]: kept }, changed: Date.now() }),
      writing.done,
    ]);
    return fresh;
  }

  /**
   * Moves unreadable records to the store of damaged ones.
   * @param {"projects" | "puzzles"} store
   * @param {unknown[]} records
   * @param {(string | [project: string, key: string])[]} keys those in the store, which are deleted
   */
  async setAside(store, records, keys) {
    const writing = this.#writing(store, "damaged");
    const put = (/** @type {unknown} */ record) =>
      writing.objectStore("damaged").put({ store, record, since: Date.now() });
    const taken = keys.map((key) => writing.objectStore(store).delete(/** @type {any} */ (key)));
    await Promise.all([...records.map(put), ...taken, writing.done]);
  }

  /** The records that were set aside as damaged. */
  damaged() {
    return this.database.getAll("damaged");
  }

  /**
   * A writing transaction; its failure rejects the promises of its parts.
   * @param {("projects" | "puzzles" | "damaged")[]} stores
   * @returns {Writing}
   */
  #writing(...stores) {
    const writing = this.database.transaction(stores, "readwrite");
    writing.done.catch(() => undefined);
    return writing;
  }
}

/**
 * Writes an entry, or deletes the one with the key if `entry` is null; rejects the promise if the entry cannot be
 * stored.
 * @param {Writing} writing
 * @param {string} id the project's
 * @param {string} key
 * @param {Entry | null} entry
 */
async function writeEntry(writing, id, key, entry) {
  const puzzles = writing.objectStore("puzzles");
  return entry ? puzzles.put({ ...entry, project: id }) : puzzles.delete([id, key]);
}
