// @ts-check
// Projects: opened, stored at every change, synchronized between tabs, copied, renamed, put away and brought back.

import { readJobs } from "./jobs.js";
import { rememberedText, rememberText } from "../memory.js";
import { NOTHING_HELD } from "./selection.js";
import { firstPlan } from "./plan.js";
import { isSoundEntry, keyedEntries, readEntry } from "./entry.js";
import { fileOf, newProject, readFile, readPlan } from "./project.js";
import { saveFile } from "./server.js";
import { EVERYTHING } from "./sets.js";
import { Writer } from "./writer.js";

const LAST = "cpgen.project"; // the id of the project that was open last

/**
 * @typedef {import("./jobs.js").KeptJob} KeptJob
 * @typedef {import("./plan.js").Plan} Plan
 * @typedef {import("./steps.js").Change} Change
 * @typedef {import("./entry.js").Entry} Entry
 * @typedef {import("./project.js").Project} Project
 * @typedef {import("./project.js").ProjectRecord} ProjectRecord
 * @typedef {import("./storage.js").Made} Made
 * @typedef {import("./storage.js").Storage} Storage
 */

/**
 * @typedef {{id: string, name: string, changed: number, deleted: number, count: number, exercises: number}} Summary
 * of a project, with the numbers of its puzzles and exercises
 *
 * @typedef {object} News what a tab tells the others of a project
 * @property {string} project its id
 * @property {Change} [change]
 * @property {{key: string, kept: KeptJob | null}} [job]
 * @property {Partial<Project>} [fields] of its record
 * @property {boolean} [removed]
 */

export class Projects {
  /** @param {import("./studio.js").Studio} studio */
  constructor(studio) {
    this.studio = studio;
    this.writer = new Writer(studio);
    /** @type {{id: string, heard: News[]} | null} the project being opened, with news of it that others send meanwhile */
    this.opening = null;
    this.tabs = new BroadcastChannel("cpgen");
    this.tabs.onmessage = ({ data }) => this.#hear(data);
  }

  /** The storage; null where the browser keeps nothing. */
  get storage() {
    return this.studio.storage;
  }

  // Opening

  /** Opens the project that was open last, or the one that was changed last, or a new one. */
  async openLast() {
    const { studio, storage } = this;
    try {
      if (storage) return await this.#openKept(storage);
    } catch {
      studio.storage = null; // the browser does not give back what it keeps
    }
    this.#show(this.#firstProject(), []);
    studio.showMessage({ text: studio.texts("nothing-kept"), kind: "warn" });
  }

  /** @param {Storage} storage */
  async #openKept(storage) {
    await this.writer.writeRest(storage);
    const { known, bad } = await knownProjects(storage);
    const last = known.find(({ id }) => id === rememberedText(LAST)) ?? known[0];
    await this.open(last ? last.id : await storage.firstProject(this.#firstProject()));
    if (bad.length) this.#tellDamage(bad.length);
  }

  #firstProject() {
    const { studio } = this;
    return newProject(studio.texts("project-first"), firstPlan(studio.choices));
  }

  /**
   * Opens a project, and applies what other tabs changed while it was read.
   * @param {string} id
   */
  async open(id) {
    const opening = { id, heard: /** @type {News[]} */ ([]) };
    this.opening = opening;
    await this.#openStored(id);
    if (this.opening === opening) this.opening = null;
    for (const news of opening.heard) this.#hear(news);
  }

  /**
   * Opens a project; what of it cannot be read is set aside.
   * @param {string} id
   */
  async #openStored(id) {
    const { studio, storage } = this;
    await this.writer.settled();
    const record = await storage?.project(id);
    if (!storage || !record) return;
    const { entries, bad } = await entriesIn(storage, id);
    const { plan, whole } = readPlan(record.plan, studio.choices);
    if (bad.length) await setEntriesAside(storage, id, bad);
    if (!whole) await storage.setAside("projects", [record], []).then(() => storage.describe(id, { plan }));
    this.#show({ ...record, plan, jobs: readJobs(record.jobs) }, entries);
    const count = bad.length + (whole ? 0 : 1);
    if (count) this.#tellDamage(count);
  }

  /** @param {number} count of damaged records */
  #tellDamage(count) {
    const { studio } = this;
    studio.showMessage({ text: studio.texts("set-aside", { count }), kind: "warn", aside: true });
  }

  /**
   * @param {ProjectRecord} record
   * @param {Entry[]} entries
   */
  #show(record, entries) {
    const { studio } = this;
    const { plan, jobs, ...project } = record;
    studio.jobs.close();
    rememberText(LAST, project.id);
    const puzzles = new Map(entries.map((entry) => [entry.key, entry]));
    const seen = { chosen: new Set(), sought: "", filter: EVERYTHING, message: null, dialog: null, held: NOTHING_HELD };
    studio.setState({ project, plan, puzzles, jobs: {}, past: [], future: [], ...seen });
    for (const [key, kept] of Object.entries(jobs)) studio.jobs.join(key, kept);
    studio.jobs.advance();
    studio.followPlan();
  }

  // Keeping

  /**
   * Stores a change of the open project, and then notifies the other tabs: one that is just opening the project reads
   * the change or hears of it.
   * @param {Change} change
   */
  async keep(change) {
    const { id } = this.studio.state.project;
    await this.writer.writeChange({ id, change });
    this.#tell({ project: id, change });
  }

  /**
   * Removes a job of the open project, and notifies the other tabs.
   * @param {string} job its key
   */
  async forgetJob(job) {
    const { id } = this.studio.state.project;
    await this.writer.writeChange({ id, job });
    this.#tell({ project: id, job: { key: job, kept: null } });
  }

  /**
   * Stores a job of a project, and notifies the other tabs.
   * @param {string} key
   * @param {KeptJob} kept
   * @param {string} project
   */
  async keepJob(key, kept, project = this.studio.state.project.id) {
    await this.writer.write((storage) => storage.keepJob(project, key, kept));
    this.#tell({ project, job: { key, kept } });
  }

  /**
   * Resolves to true if this tab may start a waiting job.
   * @param {string} project
   * @param {string} key
   */
  async takeUp(project, key) {
    let isTaken = true; // where nothing can be written
    await this.writer.write(async (storage) => (isTaken = await storage.takeUp(project, key)));
    return isTaken;
  }

  /**
   * Stores the puzzles of a job; resolves to those that no other tab has stored before.
   * @param {string} id the project's
   * @param {string} key
   * @param {KeptJob} kept
   * @param {Made[]} made
   */
  async arrive(id, key, kept, made) {
    let fresh = made; // where nothing can be written, everything is
    const isKept = await this.writer.write(async (storage) => (fresh = await storage.arrive(id, key, kept, made)));
    if (!this.storage || !fresh.length) return fresh;
    const change = { puzzles: keyedEntries(fresh.map(({ entry }) => entry)) };
    if (!isKept) this.writer.addUnwritten({ id, change });
    this.#tell({ project: id, change });
    return fresh;
  }

  /** @param {News} news for the other tabs */
  #tell(news) {
    this.tabs.postMessage(news);
  }

  /**
   * Applies a change by another tab.
   * @param {News} news
   */
  #hear(news) {
    const { studio } = this;
    const { project, change, job, fields, removed } = news;
    if (fields && studio.state.dialog?.name === "projects") this.list();
    if (project === this.opening?.id) this.opening.heard.push(news);
    if (project !== studio.state.project?.id) return;
    if (removed) this.openLast();
    if (change) studio.edits.applyChange(change);
    if (job) studio.jobs.join(job.key, job.kept);
    if (fields) studio.setState({ project: { ...studio.state.project, ...fields } });
  }

  // All projects

  /** Shows the list of projects. */
  async list() {
    const { storage, studio } = this;
    await this.writer.settled();
    const records = storage ? await storage.projects() : [studio.state.project];
    const here = { count: studio.tray.length, exercises: studio.exercises.length };
    const counts = await Promise.all(records.map(({ id }) => storage?.counts(id) ?? here));
    const all = records.map(({ id, name, changed, deleted }, k) => ({
      id,
      name,
      changed: Number(changed) || 0,
      deleted,
      ...counts[k],
    }));
    studio.setState({ dialog: { name: "projects", all } });
  }

  /**
   * Begins a project; resolves to true if it is stored.
   * @param {string} name
   * @param {Plan} plan
   * @param {Entry[]} entries
   * @param {string} [order] of the results
   */
  create(name, plan = firstPlan(this.studio.choices), entries = [], order) {
    const project = newProject(name, plan, order);
    this.#show(project, entries);
    return this.writer.writeChange({ id: project.id, project, change: { puzzles: keyedEntries(entries) } });
  }

  /**
   * Copies a project, and opens the copy.
   * @param {string} id
   */
  async duplicate(id) {
    const { storage, studio } = this;
    await this.writer.settled();
    const record = await storage?.project(id);
    if (!storage || !record) return;
    const { entries } = await entriesIn(storage, id);
    const { plan } = readPlan(record.plan, studio.choices);
    await this.create(studio.texts("project-copy", { name: record.name }), plan, entries, record.order);
  }

  /**
   * Changes a project's name, the order of its results, or when it was put away (0 brings it back).
   * @param {string} id
   * @param {Partial<Project>} fields
   */
  async describe(id, fields) {
    const { studio } = this;
    if (studio.state.project.id === id) studio.setState({ project: { ...studio.state.project, ...fields } });
    await this.writer.write((storage) => storage.describe(id, fields));
    this.#tell({ project: id, fields });
    if (studio.state.dialog?.name === "projects") await this.list();
  }

  /**
   * Puts a project away, from where it can be brought back.
   * @param {string} id
   */
  async putAway(id) {
    const { studio } = this;
    const projects = (await this.storage?.projects()) ?? [];
    const record = projects.find((one) => one.id === id);
    const other = projects.find((one) => one.id !== id && !one.deleted);
    if (!record || !other) return;
    if (studio.state.project.id === id) await this.open(other.id);
    await this.describe(id, { deleted: Date.now() });
    const back = () => this.describe(id, { deleted: 0 }).then(() => this.open(id));
    studio.setState({ dialog: null, message: { text: studio.texts("put-away", { name: record.name }), back } });
  }

  /**
   * Deletes a project and its puzzles; the undo writes them again.
   * @param {string} id
   */
  async remove(id) {
    const { studio, storage } = this;
    const project = await storage?.project(id);
    if (!storage || !project) return;
    const { entries } = await entriesIn(storage, id);
    if (!(await this.writer.write(() => storage.remove(id)))) return;
    this.#tell({ project: id, removed: true });
    const change = { puzzles: keyedEntries(entries) };
    const back = () => this.writer.writeChange({ id, project, change }).then(() => this.list());
    studio.setState({ dialog: null, message: { text: studio.texts("project-removed", { name: project.name }), back } });
  }

  // Files

  /**
   * Saves a project as a file.
   * @param {string} id
   */
  async exportFile(id) {
    await this.writer.settled();
    const found = await this.#projectAndWork(id);
    if (!found) return;
    const { project, work } = found;
    const name = project.name.replace(/[\\/:*?"<>|]/g, "-");
    saveFile(new Blob([fileOf(project, work)], { type: "application/json" }), `${name}.cpgen.json`);
  }

  /**
   * A project and its work, as they are open or stored.
   * @param {string} id
   */
  async #projectAndWork(id) {
    const { storage, studio } = this;
    const { project, plan, puzzles } = studio.state;
    if (project.id === id) return { project, work: { plan, puzzles } };
    const record = await storage?.project(id);
    if (!storage || !record) return null;
    const { entries } = await entriesIn(storage, id);
    return { project: record, work: { plan: record.plan, puzzles: new Map(keyedEntries(entries)) } };
  }

  /**
   * Opens the project in a file as a new one.
   * @param {File} file
   */
  async importFile(file) {
    const { studio } = this;
    const found = readFile(await file.text(), studio.choices);
    if (!found) throw new Error(studio.texts("no-project", { name: file.name }));
    const storing = this.create(found.name || file.name, found.plan, found.entries, found.order);
    if (found.damaged) studio.showMessage({ text: studio.texts("left-out", { count: found.damaged }), kind: "warn" });
    await storing;
  }

  /** Saves what was set aside as a file. */
  async exportDamaged() {
    const text = JSON.stringify((await this.storage?.damaged()) ?? [], null, 1);
    saveFile(new Blob([text], { type: "application/json" }), "cpgen-damaged.json");
  }
}

/**
 * The projects that are not put away, and records of projects that cannot be read, which are set aside.
 * @param {Storage} storage
 */
async function knownProjects(storage) {
  const all = await storage.projects();
  const bad = all.filter(({ name }) => typeof name !== "string");
  const keys = bad.map(({ id }) => id);
  if (bad.length) await storage.setAside("projects", bad, keys);
  return { known: all.filter((record) => !record.deleted && !bad.includes(record)), bad };
}

/**
 * The entries of a project, and the records that are none; read some at a time, so that the page stays awake.
 * @param {Storage} storage
 * @param {string} id
 */
async function entriesIn(storage, id) {
  /** @type {Entry[]} */
  const entries = [];
  /** @type {Entry[]} */
  const bad = [];
  for await (const records of storage.puzzles(id)) {
    entries.push(...records.filter(isSoundEntry).map(readEntry));
    bad.push(...records.filter((record) => !isSoundEntry(record)));
  }
  return { entries, bad };
}

/**
 * @param {Storage} storage
 * @param {string} id the project's
 * @param {Entry[]} bad records
 */
async function setEntriesAside(storage, id, bad) {
  const keys = bad.map(({ key }) => /** @type {[string, string]} */ ([id, key]));
  await storage.setAside("puzzles", bad, keys);
}
