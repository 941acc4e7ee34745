// @ts-check
// Projects: opened, kept at every change, the same in all tabs, copied, renamed, put away and brought back.

import { readJobs } from "./jobs.js";
import { NOTHING_HELD } from "./pen.js";
import { firstPlan } from "./plan.js";
import { fileOf, isSoundEntry, joinedChanges, newProject, readEntry, readFile, readPlan } from "./project.js";
import { saveFile } from "./server.js";
import { EVERYTHING } from "./sets.js";

const LAST = "cpgen.project"; // the id of the project that was open last
const UNWRITTEN = "cpgen.unwritten"; // changes and jobs given up that a page could not write before it went
const FULL = "QuotaExceededError"; // the name of the error of a storage that is full
const OLD_TRAY = "cpgen.tray"; // where earlier versions kept their puzzles

/**
 * @typedef {{id: string, name: string, changed: number, deleted: number, count: number, exercises: number}} Summary
 * of a project, with the numbers of its puzzles and exercises
 * @typedef {{id: string, project?: any, change?: import("./project.js").Change, job?: string}} Unwritten
 * of the project with this id: its record if it is new, a change, or the key of a job that was given up
 */

export class Projects {
  /** @param {import("./studio.js").Studio} studio */
  constructor(studio) {
    this.studio = studio;
    this.storage = studio.storage;
    this.writing = Promise.resolve(true);
    /** @type {Unwritten[]} */
    this.unwritten = [];
    this.working = 0; // how many pieces of work are under way whose results would be lost with the page
    const hold = (event) => (this.unwritten.length || this.working) && event.preventDefault();
    window.addEventListener("beforeunload", hold);
    window.addEventListener(
      "pagehide",
      () => this.unwritten.length && remember(UNWRITTEN, JSON.stringify(this.unwritten)),
    );
    this.tabs = new BroadcastChannel("cpgen");
    this.tabs.onmessage = ({ data }) => this.#hear(data);
  }

  // Opening

  /** Opens the project that was open last, or the one that was changed last, or a new one. */
  async openLast() {
    try {
      await this.#openKept();
    } catch {
      this.storage = null; // the browser keeps nothing, or does not give it back
      this.#show(newProject(this.studio.texts("project-first"), this.studio.state.plan), []);
      this.studio.showMessage({ text: this.studio.texts("nothing-kept"), kind: "warn" });
    }
  }

  async #openKept() {
    await this.#writeRest();
    const { known, bad } = await this.#known();
    const last = known.find(({ id }) => id === remembered(LAST)) ?? known[0];
    await (last ? this.open(last.id) : this.create(this.studio.texts("project-first")));
    if (bad.length) this.#tellDamage(bad.length);
    await this.#takeOldTray();
  }

  /** The projects that are not put away, and records of projects that cannot be read, which are set aside. */
  async #known() {
    const all = await this.storage.projects();
    const bad = all.filter(({ name }) => typeof name !== "string");
    if (bad.length)
      await this.storage.setAside(
        "projects",
        bad,
        bad.map(({ id }) => id),
      );
    return { known: all.filter((one) => !one.deleted && !bad.includes(one)), bad };
  }

  /** Writes what a page left unwritten when it went. */
  async #writeRest() {
    const left = listIn(remembered(UNWRITTEN)) ?? [];
    forget(UNWRITTEN);
    await this.#save(left.filter((one) => typeof one?.id === "string"));
  }

  /** Opens a project; what of it cannot be read is set aside. */
  async open(id) {
    const { studio, storage } = this;
    await this.writing;
    const record = await storage.project(id);
    const { entries, bad } = await this.#entries(id);
    const { plan, whole } = readPlan(record.plan, studio.choices);
    if (bad.length)
      await storage.setAside(
        "puzzles",
        bad,
        bad.map(({ key }) => [id, key]),
      );
    if (!whole) await storage.setAside("projects", [record], []).then(() => storage.describe(id, { plan }));
    const jobs = readJobs(record.jobs);
    this.#show({ ...record, plan, jobs }, entries);
    const count = bad.length + (whole ? 0 : 1);
    if (count) this.#tellDamage(count);
  }

  /** The entries of a project, and the records that are none; read some at a time, so that the page stays awake. */
  async #entries(id) {
    const [entries, bad] = [[], []];
    for await (const records of this.storage.puzzles(id)) {
      entries.push(...records.filter(isSoundEntry).map(readEntry));
      bad.push(...records.filter((one) => !isSoundEntry(one)));
    }
    return { entries, bad };
  }

  #tellDamage(count) {
    const { studio } = this;
    studio.showMessage({ text: studio.texts("set-aside", { count }), kind: "warn", aside: true });
  }

  #show(record, entries) {
    const { studio } = this;
    const { plan, jobs, ...project } = record;
    studio.jobs.close();
    remember(LAST, project.id);
    const puzzles = new Map(entries.map((entry) => [entry.key, entry]));
    const seen = { chosen: new Set(), sought: "", filter: EVERYTHING, message: null, dialog: null, held: NOTHING_HELD };
    studio.setState({ project, plan, puzzles, jobs: {}, past: [], future: [], ...seen });
    for (const [key, kept] of Object.entries(jobs)) studio.jobs.join(key, kept);
    studio.jobs.advance();
    studio.followPlan();
  }

  /** Puts the puzzles that an earlier version kept into the project that is open. */
  async #takeOldTray() {
    const text = remembered(OLD_TRAY);
    if (text === null) return;
    const all = listIn(text);
    const sound = all?.filter(isSoundEntry) ?? [];
    const bad = all ? all.filter((one) => !isSoundEntry(one)) : [text];
    if (sound.length)
      this.studio.edits.makeChange({
        puzzles: sound
          .reverse()
          .map(readEntry)
          .map((entry) => [entry.key, entry]),
      });
    if (bad.length) await this.storage.setAside("projects", bad, []);
    forget(OLD_TRAY);
    if (bad.length) this.#tellDamage(bad.length);
  }

  // Keeping

  /** Stores a change of the open project, and notifies the other tabs. */
  keep(change) {
    const { id } = this.studio.state.project;
    this.tabs.postMessage({ project: id, change });
    this.#writeSurely({ id, change });
  }

  /** Waits for work; until it is done, the page asks before it goes. */
  async guard(work) {
    this.working += 1;
    return work.finally(() => (this.working -= 1));
  }

  /** Removes a job of the open project, and notifies the other tabs. */
  forgetJob(job) {
    const { id } = this.studio.state.project;
    this.tabs.postMessage({ project: id, job: { key: job, kept: null } });
    this.#writeSurely({ id, job });
  }

  /** Writes a change, with those that could not be written before; until then, the page asks before it goes. */
  async #writeSurely(one) {
    if (!this.storage) return false;
    this.unwritten.push(one);
    return this.#write(async () => {
      const all = [...this.unwritten];
      await this.#save(all);
      this.unwritten = this.unwritten.filter((other) => !all.includes(other));
      if (this.studio.state.message?.unstored) this.studio.showMessage(null);
    });
  }

  /**
   * Writes changes, those of one project together.
   * @param {Unwritten[]} all
   */
  async #save(all) {
    for (const id of new Set(all.map((one) => one.id))) {
      const its = all.filter((one) => one.id === id);
      const change = its.reduce((before, one) => joinedChanges(before, one.change ?? {}), {});
      const project = its.find((one) => one.project)?.project;
      await this.storage.save(id, { ...change, project, jobs: its.flatMap(({ job = [] }) => job) });
    }
  }

  /** Stores a job of a project, and notifies the other tabs. */
  async keepJob(key, kept, project = this.studio.state.project.id) {
    await this.#write(() => this.storage.keepJob(project, key, kept));
    this.tabs.postMessage({ project, job: { key, kept } });
  }

  /** Resolves to true if this tab may start a waiting job. */
  async takeUp(project, key) {
    if (!this.storage) return true;
    let taken = true; // where nothing can be written
    await this.#write(async () => (taken = await this.storage.takeUp(project, key)));
    return taken;
  }

  /** Keeps what a job has made; what another tab has kept already is not among what comes back. */
  async arrive(id, key, kept, made) {
    if (!this.storage) return made;
    let fresh = made; // where nothing can be written, everything is
    const isKept = await this.#write(async () => (fresh = await this.storage.arrive(id, key, kept, made)));
    const change = { puzzles: fresh.map(({ entry }) => [entry.key, entry]) };
    if (!isKept && fresh.length) this.unwritten.push({ id, change });
    if (fresh.length) this.tabs.postMessage({ project: id, change });
    return fresh;
  }

  /** Writes in order, and reports failures; resolves to true if it is written. */
  #write(act) {
    if (!this.storage) return this.writing;
    return (this.writing = this.writing.then(act).then(
      () => true,
      (error) => this.#tellFailure(error),
    ));
  }

  #tellFailure({ name, message }) {
    const { texts } = this.studio;
    const text = name === FULL ? texts("storage-full") : texts("not-kept", { reason: message });
    this.studio.showMessage({ text, kind: "bad", unstored: true });
    return false;
  }

  /** Applies a change by another tab. */
  #hear({ project, change, job, fields, removed }) {
    const { studio } = this;
    if (fields && studio.state.dialog?.name === "projects") this.list();
    if (project !== studio.state.project?.id) return;
    if (removed) this.openLast();
    if (change) studio.edits.applyChange(change);
    if (job) studio.jobs.join(job.key, job.kept);
    if (fields) studio.setState({ project: { ...studio.state.project, ...fields } });
  }

  // All projects

  /** Shows the list of projects. */
  async list() {
    await this.writing;
    const records = this.storage ? await this.storage.projects() : [this.studio.state.project];
    const { tray, exercises } = this.studio;
    const here = { count: tray.length, exercises: exercises.length };
    const counts = await Promise.all(records.map(({ id }) => this.storage?.counts(id) ?? here));
    const about = ({ id, name, changed, deleted }) => ({ id, name, changed: Number(changed) || 0, deleted });
    const all = records.map((record, k) => ({ ...about(record), ...counts[k] }));
    this.studio.setState({ dialog: { name: "projects", all } });
  }

  /** Begins a project; resolves to true if it is stored. */
  create(name, plan = firstPlan(this.studio.choices), entries = [], order = undefined) {
    const project = newProject(name, plan, order);
    this.#show(project, entries);
    const change = { puzzles: entries.map((entry) => [entry.key, entry]) };
    return this.#writeSurely({ id: project.id, project, change });
  }

  /** Copies a project, and opens the copy. */
  async duplicate(id) {
    const { storage, studio } = this;
    await this.writing;
    const record = await storage.project(id);
    const { entries } = await this.#entries(id);
    const { plan } = readPlan(record.plan, studio.choices);
    await this.create(studio.texts("project-copy", { name: record.name }), plan, entries, record.order);
  }

  /** Changes a project's name, or when it was put away (0 brings it back). */
  async describe(id, fields) {
    const { studio } = this;
    if (studio.state.project.id === id) studio.setState({ project: { ...studio.state.project, ...fields } });
    await this.#write(() => this.storage.describe(id, fields));
    this.tabs.postMessage({ project: id, fields });
    if (studio.state.dialog?.name === "projects") await this.list();
  }

  /** Puts a project away, from where it can be brought back. */
  async putAway(id) {
    const { studio, storage } = this;
    const [other] = (await storage.projects()).filter((one) => one.id !== id && !one.deleted);
    if (studio.state.project.id === id) await this.open(other.id);
    await this.describe(id, { deleted: Date.now() });
    const back = () => this.describe(id, { deleted: 0 }).then(() => this.open(id));
    const { name } = await storage.project(id);
    studio.setState({ dialog: null, message: { text: studio.texts("put-away", { name }), back } });
  }

  /** Deletes a project and its puzzles; the undo writes them again. */
  async remove(id) {
    const { studio, storage } = this;
    const record = await storage.project(id);
    const { entries } = await this.#entries(id);
    if (!(await this.#write(() => storage.remove(id)))) return;
    this.tabs.postMessage({ project: id, removed: true });
    const change = { puzzles: entries.map((entry) => [entry.key, entry]) };
    const back = () => this.#writeSurely({ id, project: record, change }).then(() => this.list());
    studio.setState({ dialog: null, message: { text: studio.texts("project-removed", record), back } });
  }

  // Files

  /** Saves a project as a file. */
  async exportFile(id) {
    const { studio, storage } = this;
    await this.writing;
    const open = studio.state.project.id === id;
    const record = open ? { ...studio.state.project, plan: studio.state.plan } : await storage.project(id);
    const entries = open ? [...studio.state.puzzles.values()] : (await this.#entries(id)).entries;
    const text = fileOf(record, { plan: record.plan, puzzles: new Map(entries.map((entry) => [entry.key, entry])) });
    saveFile(new Blob([text], { type: "application/json" }), `${record.name.replace(/[\\/:*?"<>|]/g, "-")}.cpgen.json`);
  }

  /** Opens the project in a file as a new one. */
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
    const text = JSON.stringify(await this.storage.damaged(), null, 1);
    saveFile(new Blob([text], { type: "application/json" }), "cpgen-damaged.json");
  }
}

function listIn(text) {
  try {
    const data = JSON.parse(text);
    return Array.isArray(data) ? data : null;
  } catch {
    return null;
  }
}

function remember(name, text) {
  try {
    localStorage.setItem(name, text);
  } catch {
    // storage is forbidden or full: the project lives as long as the page
  }
}

function remembered(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null; // storage is forbidden
  }
}

function forget(name) {
  try {
    localStorage.removeItem(name);
  } catch {
    // storage is forbidden
  }
}
