import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";

import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";

import { firstPlan } from "../../cpgen/web/static/studio/plan.js";
import { Projects } from "../../cpgen/web/static/studio/projects.js";
import { openStorage } from "../../cpgen/web/static/studio/storage.js";
import { CHOICES } from "./choices.js";

let storage;
let tabs;

globalThis.window = { addEventListener: () => {} };

beforeEach(async () => {
  const remembered = new Map();
  globalThis.localStorage = {
    getItem: (name) => remembered.get(name) ?? null,
    setItem: (name, text) => void remembered.set(name, text),
  };
  globalThis.indexedDB = new IDBFactory();
  storage = await openStorage();
  tabs = [];
});

afterEach(() => tabs.forEach(({ channel }) => channel.close()));

/** A tab of the studio that keeps its projects in the storage. */
class Tab {
  state = { plan: firstPlan(CHOICES) };
  choices = CHOICES;
  texts = (key) => key;
  jobs = { close() {}, join() {}, advance() {} };
  edits = { applyChange: ({ plan }) => this.setState({ plan: { ...this.state.plan, ...plan } }) };

  constructor(kept = storage) {
    this.storage = kept;
    this.projects = new Projects(this);
    this.channel = this.projects.tabs;
    tabs.push(this);
  }

  setState(fields) {
    this.state = { ...this.state, ...fields };
  }

  followPlan() {}

  change(seed) {
    this.edits.applyChange({ plan: { seed } });
    return this.projects.keep({ plan: { seed } });
  }
}

/** The storage, which stops before it gives the puzzles of a project until `go` is called. */
function slowStorage() {
  const slow = Object.create(storage);
  slow.project = (id) => storage.project(id);
  const reading = new Promise((isReading) => {
    const waiting = new Promise((go) => (slow.go = go));
    slow.puzzles = async function* (id) {
      isReading();
      await waiting;
      yield* storage.puzzles(id);
    };
  });
  slow.reading = reading;
  for (const name of ["projects", "save"]) slow[name] = (...all) => storage[name](...all);
  return slow;
}

test("two tabs that open the studio for the first time share one project", async () => {
  const [one, other] = [new Tab(), new Tab()];
  await Promise.all([one.projects.openLast(), other.projects.openLast()]);
  assert.equal(one.state.project.id, other.state.project.id);
  assert.equal((await storage.projects()).length, 1);
});

test("a change that another tab makes while a project is read is not lost", async () => {
  const one = new Tab();
  await one.projects.openLast();
  const slow = slowStorage();
  const other = new Tab(slow);
  const opening = other.projects.openLast();
  await slow.reading;
  await one.change("12");
  while (!other.projects.opening.heard.length) await new Promise((go) => setTimeout(go));
  slow.go();
  await opening;
  assert.equal(other.state.plan.seed, "12");
});

test("a change is stored when the other tabs hear of it", async () => {
  const one = new Tab();
  await one.projects.openLast();
  const { id } = one.state.project;
  const listener = new BroadcastChannel("cpgen");
  const heard = new Promise((hear) => (listener.onmessage = async () => hear((await storage.project(id)).plan.seed)));
  one.change("7");
  assert.equal(await heard, "7");
  listener.close();
});
