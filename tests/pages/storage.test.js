import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";

import { firstPlan } from "../../cpgen/web/static/studio/plan.js";
import { entryOf } from "../../cpgen/web/static/studio/entry.js";
import { newProject } from "../../cpgen/web/static/studio/project.js";
import { openStorage } from "../../cpgen/web/static/studio/storage.js";
import { CHOICES } from "./choices.js";

const PLAN = firstPlan(CHOICES);
const JOB = { kind: "make", request: {}, since: 1, taken: 0, id: "", heard: 0, end: null };

let storage;

beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory();
  storage = await openStorage();
});

/** A project with entries as it is stored; returns its id. */
async function stored(name = "Mine", entries = []) {
  const project = newProject(name, PLAN);
  await storage.save(project.id, { project, puzzles: entries.map((entry) => [entry.key, entry]) });
  return project.id;
}

/** Entries of different puzzles. */
function entries(count, list = "tray") {
  const digits = (number) => String(1000 + number).replace(/[05-9]/g, ".");
  return Array.from({ length: count }, (_, number) => ({
    ...entryOf({ puzzle: digits(number).padEnd(16, "."), layout: "2x2" }, list),
    key: `${list === "tray" ? "" : `${list} `}2x2 ${number}`,
  }));
}

async function kept(id) {
  const all = [];
  for await (const records of storage.puzzles(id)) all.push(...records);
  return all;
}

test("a new project is stored with its puzzles", async () => {
  const id = await stored("Mine", entries(2));
  const record = await storage.project(id);
  assert.deepEqual([record.name, record.plan.grade, record.jobs], ["Mine", "intermediate", {}]);
  assert.equal((await kept(id)).length, 2);
});

test("a change is written on top of what is there", async () => {
  const id = await stored("Mine", entries(2));
  const [first, second] = entries(2);
  await storage.save(id, { plan: { seed: "7" } });
  await storage.save(id, {
    plan: { count: "5" },
    puzzles: [
      [first.key, null],
      [second.key, { ...second, title: "B" }],
    ],
  });
  const { plan } = await storage.project(id);
  assert.deepEqual([plan.seed, plan.count, plan.grade], ["7", "5", "intermediate"]);
  assert.deepEqual(
    (await kept(id)).map(({ title }) => title),
    ["B"],
  );
});

test("a change of a project that another tab has deleted writes nothing", async () => {
  const id = await stored();
  await storage.remove(id);
  await storage.save(id, { plan: { seed: "7" }, puzzles: entries(1).map((entry) => [entry.key, entry]) });
  assert.equal(await storage.project(id), undefined);
  assert.deepEqual(await kept(id), []);
});

test("a change is written whole or not at all", async () => {
  const id = await stored();
  const [entry] = entries(1);
  const bad = { ...entry, key: "bad", note: () => undefined }; // a function cannot be stored
  await assert.rejects(
    storage.save(id, {
      plan: { seed: "7" },
      puzzles: [
        [entry.key, entry],
        ["bad", bad],
      ],
    }),
  );
  assert.equal((await storage.project(id)).plan.seed, "");
  assert.deepEqual(await kept(id), []);
});

test("many puzzles are read in parts, each once", async () => {
  const id = await stored("Mine", entries(1200));
  await stored("Other", entries(3));
  assert.equal(new Set((await kept(id)).map(({ key }) => key)).size, 1200);
});

test("puzzles and exercises of a project are counted", async () => {
  const id = await stored("Mine", [...entries(3), ...entries(2, "exercises")]);
  await stored("Other", entries(5));
  assert.deepEqual(await storage.counts(id), { count: 3, exercises: 2 });
});

test("projects are listed, the last changed first", async () => {
  const first = await stored("First");
  const second = await stored("Second");
  await storage.describe(second, { changed: 1 });
  await storage.describe(first, { changed: 2, name: "Renamed" });
  assert.deepEqual(
    (await storage.projects()).map(({ name }) => name),
    ["Renamed", "Second"],
  );
});

test("a deleted project takes its puzzles along, and no others", async () => {
  const [id, other] = [await stored("Mine", entries(2)), await stored("Other", entries(2))];
  await storage.remove(id);
  assert.deepEqual(await kept(id), []);
  assert.equal((await kept(other)).length, 2);
});

test("a waiting job is claimed by one tab", async () => {
  const id = await stored();
  await storage.keepJob(id, "job", JOB);
  assert.equal(await storage.takeUp(id, "job"), true);
  assert.equal(await storage.takeUp(id, "job"), false);
  assert.equal(await storage.takeUp(id, "other"), false);
});

test("a job that has begun or ended is not claimed", async () => {
  const id = await stored();
  await storage.keepJob(id, "begun", { ...JOB, id: "7" });
  await storage.keepJob(id, "ended", { ...JOB, end: { outcome: "done", sentence: "" } });
  for (const key of ["begun", "ended"]) assert.equal(await storage.takeUp(id, key), false, key);
});

test("what two tabs hear of a job is written once", async () => {
  const id = await stored();
  const job = { ...JOB, id: "7" };
  await storage.keepJob(id, "job", job);
  const made = entries(3).map((entry, k) => ({ number: k + 1, entry }));
  const first = await storage.arrive(id, "job", { ...job, heard: 2 }, made.slice(0, 2));
  const second = await storage.arrive(id, "job", { ...job, heard: 3 }, made);
  assert.deepEqual(
    [first, second].map((fresh) => fresh.map(({ number }) => number)),
    [[1, 2], [3]],
  );
  assert.equal((await kept(id)).length, 3);
  assert.equal((await storage.project(id)).jobs.job.heard, 3);
});

test("what arrives late of a job that was given up is not written", async () => {
  const id = await stored();
  await storage.keepJob(id, "job", { ...JOB, id: "7" });
  await storage.save(id, { jobs: ["job"] });
  const made = entries(1).map((entry) => ({ number: 1, entry }));
  assert.deepEqual(await storage.arrive(id, "job", { ...JOB, id: "7", heard: 1 }, made), []);
  assert.deepEqual(await kept(id), []);
});

test("damaged records are set aside, and can be saved from there", async () => {
  const id = await stored("Mine", entries(2));
  const [bad] = await kept(id);
  await storage.setAside("puzzles", [bad], [[id, bad.key]]);
  assert.equal((await kept(id)).length, 1);
  assert.deepEqual(
    (await storage.damaged()).map(({ store, record }) => [store, record.key]),
    [["puzzles", bad.key]],
  );
});

test("a browser that keeps nothing has no storage", async () => {
  globalThis.indexedDB = undefined;
  assert.equal(await openStorage(), null);
});
