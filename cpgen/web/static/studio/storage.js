// @ts-check
// The data in the browser's storage (IndexedDB): projects, their puzzles, and records that cannot be read. Every change
// is written by itself, on top of what is there: so tabs never overwrite each other.

import { openDB } from "idb";

const [NAME, VERSION] = ["cpgen", 1];
const TAKEN = 15000; // milliseconds after which a job that a tab took up, and has not begun, is free again
const AT_ONCE = 500; // records that are read or written in one go, so that the page stays awake
const WHOLE = (id) => IDBKeyRange.bound([id], [id, []]);
const EXERCISES = (id) => IDBKeyRange.bound([id, "exercises "], [id, "exercises!"]); // as `entryOf` begins their keys

/** The storage, or null where the browser keeps nothing. */
export async function openStorage() {
  try {
    const database = await openDB(NAME, VERSION, { upgrade: prepare, blocking: () => database.close() });
    return new Storage(database);
  } catch {
    return null;
  }
}

function prepare(database) {
  database.createObjectStore("projects", { keyPath: "id" });
  database.createObjectStore("puzzles", { keyPath: ["project", "key"] });
  database.createObjectStore("damaged", { autoIncrement: true });
}

/** The projects of this browser. */
class Storage {
  /** @param {any} database of idb */
  constructor(database) {
    this.database = database;
  }

  /** All projects, the last changed first. */
  async projects() {
    const all = await this.database.getAll("projects");
    return all.sort((one, other) => other.changed - one.changed);
  }

  /** The record of a project; undefined when there is none. */
  project(id) {
    return this.database.get("projects", id);
  }

  /** The records of a project's puzzles, some at a time. */
  async *puzzles(id) {
    let range = WHOLE(id);
    for (;;) {
      const part = await this.database.getAll("puzzles", range, AT_ONCE);
      yield part;
      if (part.length < AT_ONCE) return;
      range = IDBKeyRange.bound([id, part.at(-1).key], [id, []], true);
    }
  }

  /** The numbers of puzzles and of exercises in a project. */
  async counts(id) {
    const counting = [WHOLE(id), EXERCISES(id)].map((range) => this.database.count("puzzles", range));
    const [all, exercises] = await Promise.all(counting);
    return { count: all - exercises, exercises };
  }

  /** Deletes a project and all that is in it. */
  async remove(id) {
    const writing = this.#writing(["projects", "puzzles"]);
    const gone = [writing.objectStore("projects").delete(id), writing.objectStore("puzzles").delete(WHOLE(id))];
    await Promise.all([...gone, writing.done]);
  }

  /** Changes fields of a project's record. */
  async describe(id, fields) {
    const writing = this.#writing("projects");
    const record = await writing.store.get(id);
    await Promise.all([record && writing.store.put({ ...record, ...fields }), writing.done]);
  }

  /**
   * Writes a change of a project, whole or not at all; `project` is the record of one that is new, `jobs` are the keys
   * of those given up.
   */
  async save(id, change) {
    const writing = this.#writing(["projects", "puzzles"]);
    try {
      await this.#saveIn(writing, id, change);
    } catch (error) {
      if (!writing.error) writing.abort(); // a failure outside of the transaction
      throw error;
    }
    await writing.done;
  }

  /** Writes the puzzles a few at a time, so that the page stays awake. */
  async #saveIn(writing, id, { project = null, plan = {}, puzzles = [], jobs = [] }) {
    const projects = writing.objectStore("projects");
    const record = (await projects.get(id)) ?? project;
    if (!record) return; // deleted by another tab
    const others = Object.fromEntries(Object.entries(record.jobs ?? {}).filter(([key]) => !jobs.includes(key)));
    await projects.put({ ...record, plan: { ...record.plan, ...plan }, jobs: others, changed: Date.now() });
    for (let from = 0; from < puzzles.length; from += AT_ONCE) {
      const some = puzzles.slice(from, from + AT_ONCE);
      await Promise.all(some.map(([key, entry]) => write(writing, id, key, entry)));
    }
  }

  /** Writes a job of a project. */
  async keepJob(id, key, kept) {
    await this.#changeJobs(id, (jobs) => ({ ...jobs, [key]: kept }));
  }

  /** Claims a waiting job for this tab; resolves to false if another tab has claimed it. */
  async takeUp(id, key) {
    let free = false;
    await this.#changeJobs(id, (jobs) => {
      const job = jobs[key];
      const now = Date.now();
      free = Boolean(job) && !job.id && !job.end && now - job.taken > TAKEN;
      return free ? { ...jobs, [key]: { ...job, taken: now } } : jobs;
    });
    return free;
  }

  async #changeJobs(id, change) {
    const writing = this.#writing("projects");
    const record = await writing.store.get(id);
    await Promise.all([record && writing.store.put({ ...record, jobs: change(record.jobs ?? {}) }), writing.done]);
  }

  /**
   * Writes what a job made, but for what a tab has written before, and how far that is; returns what is new.
   * @param {string} id the project's
   * @param {string} key of the job in the project
   * @param {{id: string, heard: number, end: any}} job with the number of its last event
   * @param {{number: number, entry: import("./project.js").Entry}[]} made
   */
  async arrive(id, key, job, made) {
    const writing = this.#writing(["projects", "puzzles"]);
    const projects = writing.objectStore("projects");
    const record = await projects.get(id);
    const known = record?.jobs?.[key];
    const fresh = known?.id === job.id ? made.filter(({ number }) => number > known.heard) : [];
    const all = fresh.map(({ entry }) => write(writing, id, entry.key, entry));
    if (known?.id === job.id) {
      const jobs = {
        ...record.jobs,
        [key]: { ...job, heard: Math.max(known.heard, job.heard), end: job.end ?? known.end },
      };
      all.push(projects.put({ ...record, jobs, changed: Date.now() }));
    }
    await Promise.all([...all, writing.done]);
    return fresh;
  }

  /** Moves records that cannot be read out of the way; `keys` are those of a store. */
  async setAside(store, records, keys) {
    const writing = this.#writing([store, "damaged"]);
    const put = (record) => writing.objectStore("damaged").put({ store, record, since: Date.now() });
    const taken = keys.map((key) => writing.objectStore(store).delete(key));
    await Promise.all([...records.map(put), ...taken, writing.done]);
  }

  /** A writing transaction; its failure rejects the promises of its parts. */
  #writing(stores) {
    const writing = this.database.transaction(stores, "readwrite");
    writing.done.catch(() => undefined);
    return writing;
  }

  /** All that was set aside. */
  damaged() {
    return this.database.getAll("damaged");
  }
}

function write(writing, id, key, entry) {
  const puzzles = writing.objectStore("puzzles");
  return entry ? puzzles.put({ ...entry, project: id }) : puzzles.delete([id, key]);
}
