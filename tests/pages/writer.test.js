import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { Writer } from "../../cpgen/web/static/studio/writer.js";

/** The listeners of the window, by the name of the event. */
let listeners;
let remembered;
let studio;
let writer;

globalThis.window = { addEventListener: (name, act) => void (listeners[name] = act) };
globalThis.localStorage = {
  getItem: (name) => remembered.get(name) ?? null,
  setItem: (name, text) => void remembered.set(name, text),
  removeItem: (name) => void remembered.delete(name),
};

beforeEach(() => {
  listeners = {};
  remembered = new Map();
  const texts = Object.assign((key) => key, { has: () => true, language: "en" });
  studio = {
    state: { message: null },
    texts,
    storage: new Memory(),
    showMessage: (message) => (studio.state = { message }),
  };
  writer = new Writer(studio);
});

/** A storage that keeps what is saved, and can be full. */
class Memory {
  saved = [];
  isFull = false;

  async save(id, change) {
    if (this.isFull) throw new DOMException("no room", "QuotaExceededError");
    this.saved.push([id, change]);
  }
}

const planChange = (seed) => ({ id: "project", change: { plan: { seed } } });

/** Returns true if the page asks before it goes. */
function asks() {
  let isHeld = false;
  listeners.beforeunload({ preventDefault: () => (isHeld = true) });
  return isHeld;
}

test("changes are written in order, and the page asks until they are", async () => {
  const writing = [writer.writeChange(planChange("1")), writer.writeChange(planChange("2"))];
  assert.ok(asks());
  assert.deepEqual(await Promise.all(writing), [true, true]);
  assert.deepEqual(studio.storage.saved.at(-1)[1].plan, { seed: "2" });
  assert.ok(!asks());
});

test("a change without room is told, and written with the next one", async () => {
  studio.storage.isFull = true;
  assert.equal(await writer.writeChange(planChange("1")), false);
  assert.deepEqual(studio.state.message, { text: "storage-full", kind: "bad", unstored: true });
  assert.ok(asks());
  studio.storage.isFull = false;
  await writer.writeChange({ id: "project", change: { plan: { count: "5" } } });
  assert.deepEqual(studio.storage.saved[0][1].plan, { seed: "1", count: "5" });
  assert.equal(studio.state.message, null);
  assert.ok(!asks());
});

test("what a page could not write before it went is written by the next one", async () => {
  studio.storage.isFull = true;
  await writer.writeChange(planChange("1"));
  await writer.writeChange({ id: "project", job: "key" });
  listeners.pagehide();
  const next = new Memory();
  await new Writer(studio).writeRest(next);
  assert.deepEqual(next.saved, [["project", { plan: { seed: "1" }, project: undefined, jobs: ["key"] }]]);
  assert.equal(remembered.size, 0);
});

test("damaged remains of an earlier page are ignored", async () => {
  for (const text of ["{", "7", "[null, {}]"]) {
    remembered.set("cpgen.unwritten", text);
    await writer.writeRest(studio.storage);
  }
  assert.deepEqual(studio.storage.saved, []);
});

test("a failure does not keep later changes from being written", async () => {
  await writer.write(async () => {
    throw new Error("broken");
  });
  assert.equal(studio.state.message.text, "not-kept");
  assert.equal(await writer.write(async () => undefined), true);
});

test("the page asks while work is under way", async () => {
  const work = writer.guard(Promise.resolve(7));
  assert.ok(asks());
  assert.equal(await work, 7);
  assert.ok(!asks());
});

test("nothing is written where the browser keeps nothing", async () => {
  studio.storage = null;
  assert.equal(await writer.writeChange(planChange("1")), false);
  assert.ok(!asks());
});
