// @ts-check
// Projects: opened, kept at every change, the same in all tabs, copied, renamed, put away and brought back.

import { readJobs } from "./jobs.js";
import { firstPlan } from "./plan.js";
import { fileOf, isSound, newProject, readEntry, readFile, readPlan } from "./project.js";
import { save } from "./server.js";

const LAST = "cpgen.project"; // the id of the project that was open last
const UNWRITTEN = "cpgen.unwritten"; // changes and jobs given up that a page could not write before it went
const OLD_TRAY = "cpgen.tray"; // where earlier versions kept their puzzles

export class Projects {
  /** @param {import("./studio.js").Studio} studio */
  constructor(studio) {
    this.studio = studio;
    this.storage = studio.storage;
    this.writing = Promise.resolve();
    this.unwritten = [];
    window.addEventListener("pagehide", () => this.unwritten.length && remember(UNWRITTEN, JSON.stringify(this.unwritten)));
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
      this.studio.say({ text: this.studio.texts("nothing-kept"), kind: "warn" });
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
    if (bad.length) await this.storage.setAside("projects", bad, bad.map(({ id }) => id));
    return { known: all.filter((one) => !one.deleted && !bad.includes(one)), bad };
  }

  /** Writes what a page left unwritten when it went. */
  async #writeRest() {
    const left = listIn(remembered(UNWRITTEN)) ?? [];
    forget(UNWRITTEN);
    for (const one of left) if (typeof one?.id === "string" && (one.change || one.job)) await this.#save(one);
  }

  /** Opens a project; what of it cannot be read is set aside. */
  async open(id) {
    const { studio, storage } = this;
    await this.writing;
    const record = await storage.project(id);
    const { entries, bad } = await this.#entries(id);
    const { plan, whole } = readPlan(record.plan, studio.choices);
    if (bad.length) await storage.setAside("puzzles", bad, bad.map(({ key }) => [id, key]));
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
      entries.push(...records.filter(isSound).map(readEntry));
      bad.push(...records.filter((one) => !isSound(one)));
    }
    return { entries, bad };
  }

  #tellDamage(count) {
    const { studio } = this;
    studio.say({ text: studio.texts("set-aside", { count }), kind: "warn", aside: true });
  }

  #show(record, entries) {
    const { studio } = this;
    const { plan, jobs, ...project } = record;
    studio.jobs.close();
    remember(LAST, project.id);
    const puzzles = new Map(entries.map((entry) => [entry.key, entry]));
    studio.set({ project, plan, puzzles, jobs: {}, past: [], future: [], chosen: new Set(), sought: "", message: null, dialog: null });
    for (const [key, kept] of Object.entries(jobs)) studio.jobs.join(key, kept);
    studio.jobs.advance();
    studio.checks.look();
  }

  /** Puts the puzzles that an earlier version kept into the project that is open. */
  async #takeOldTray() {
    const text = remembered(OLD_TRAY);
    if (text === null) return;
    const all = listIn(text);
    const sound = all?.filter(isSound) ?? [];
    const bad = all ? all.filter((one) => !isSound(one)) : [text];
    if (sound.length) this.studio.edit({ puzzles: sound.reverse().map(readEntry).map((entry) => [entry.key, entry]) });
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

  /** Removes a job of the open project, and notifies the other tabs. */
  forgetJob(job) {
    const { id } = this.studio.state.project;
    this.tabs.postMessage({ project: id, job: { key: job, kept: null } });
    this.#writeSurely({ id, job });
  }

  /** Writes what the next page does, should this one go first. */
  #writeSurely(one) {
    this.unwritten.push(one);
    this.#write(async () => {
      await this.#save(one);
      this.unwritten = this.unwritten.filter((other) => other !== one);
    });
  }

  #save({ id, change, job }) {
    return change ? this.storage.save(id, change) : this.storage.keepJob(id, job, null);
  }

  /** Stores a job of a project, and notifies the other tabs. */
  async keepJob(key, kept, project = this.studio.state.project.id) {
    await this.#write(() => this.storage.keepJob(project, key, kept));
    this.tabs.postMessage({ project, job: { key, kept } });
  }

  /** Resolves to true if this tab may start a waiting job. */
  async takeUp(project, key) {
    if (!this.storage) return true;
    let taken = false;
    await this.#write(async () => (taken = await this.storage.takeUp(project, key)));
    return taken;
  }

  /** Keeps what a job has made; what another tab has kept already is not among what comes back. */
  async arrive(id, key, kept, made) {
    if (!this.storage) return made;
    let fresh = made; // where nothing can be written, everything is
    await this.#write(async () => (fresh = await this.storage.arrive(id, key, kept, made)));
    if (fresh.length) this.tabs.postMessage({ project: id, change: { puzzles: fresh.map(({ entry }) => [entry.key, entry]) } });
    return fresh;
  }

  /** Writes in order, and reports failures. */
  #write(act) {
    if (!this.storage) return this.writing;
    const failed = (error) => this.studio.say({ text: this.studio.texts("not-kept", { reason: error.message }), kind: "bad" });
    return (this.writing = this.writing.then(act).catch(failed));
  }

  /** Applies a change by another tab. */
  #hear({ project, change, job, fields }) {
    const { studio } = this;
    if (fields && studio.state.dialog?.name === "projects") this.list();
    if (project !== studio.state.project?.id) return;
    if (change) studio.take(change);
    if (job) studio.jobs.join(job.key, job.kept);
    if (fields) studio.set({ project: { ...studio.state.project, ...fields } });
  }

  // All projects

  /** Shows the list of projects. */
  async list() {
    await this.writing;
    const records = this.storage ? await this.storage.projects() : [this.studio.state.project];
    const counts = await Promise.all(records.map(({ id }) => this.storage?.count(id) ?? this.studio.state.puzzles.size));
    const all = records.map(({ id, name, changed, deleted }, k) => ({ id, name, changed: Number(changed) || 0, deleted, count: counts[k] }));
    this.studio.set({ dialog: { name: "projects", all } });
  }

  /** Begins a project. */
  async create(name, plan = firstPlan(this.studio.choices), entries = []) {
    const project = newProject(name, plan);
    await this.#write(() => this.storage.add(project, entries));
    this.#show(project, entries);
  }

  /** Copies a project, and opens the copy. */
  async duplicate(id) {
    const { storage, studio } = this;
    await this.writing;
    const record = await storage.project(id);
    const { entries } = await this.#entries(id);
    await this.create(studio.texts("project-copy", { name: record.name }), readPlan(record.plan, studio.choices).plan, entries);
  }

  /** Changes a project's name, or when it was put away (0 brings it back). */
  async describe(id, fields) {
    const { studio } = this;
    if (studio.state.project.id === id) studio.set({ project: { ...studio.state.project, ...fields } });
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
    studio.set({ dialog: null, message: { text: studio.texts("put-away", { name }), back } });
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
    save(new Blob([text], { type: "application/json" }), `${record.name.replace(/[\\/:*?"<>|]/g, "-")}.cpgen.json`);
  }

  /** Opens the project in a file as a new one. */
  async importFile(file) {
    const { studio } = this;
    const found = readFile(await file.text(), studio.choices);
    if (!found) throw new Error(studio.texts("no-project", { name: file.name }));
    await this.create(found.name || file.name, found.plan, found.puzzles);
    if (found.damaged) studio.say({ text: studio.texts("left-out", { count: found.damaged }), kind: "warn" });
  }

  /** Saves what was set aside as a file. */
  async exportDamaged() {
    const text = JSON.stringify(await this.storage.damaged(), null, 1);
    save(new Blob([text], { type: "application/json" }), "cpgen-damaged.json");
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
