import assert from "node:assert/strict";
import { test } from "node:test";

import { jobsOf, readJobs } from "../../cpgen/web/static/studio/jobs.js";

const JOB = { kind: "make", request: { grade: "any", count: 3 }, since: 1, taken: 0, id: "7", heard: 2, end: null };

test("stored jobs are read, and damaged ones left out", () => {
  const exercise = { ...JOB, kind: "practise", request: { technique: "x-wing", count: 3 } };
  const bad = [
    null,
    7,
    {},
    { ...JOB, kind: "unknown" },
    { ...JOB, kind: "toString" },
    { ...JOB, id: 7 },
    { ...JOB, request: {} },
    { ...JOB, request: { grade: "any", count: "x" } },
    { ...JOB, heard: null },
  ];
  const stored = Object.fromEntries([JOB, exercise, ...bad].map((job, k) => [`job ${k}`, job]));
  assert.deepEqual(readJobs(stored), { "job 0": JOB, "job 1": exercise });
  assert.deepEqual(readJobs(undefined), {});
});

test("jobs of some kinds are listed as they were asked for", () => {
  const jobs = {
    c: { ...JOB, since: 3 },
    a: { ...JOB, since: 1, kind: "fill" },
    b: { ...JOB, since: 2 },
    d: { ...JOB, since: 0, kind: "practise" },
  };
  const keys = (kinds) => jobsOf({ state: { jobs } }, kinds).map(({ key }) => key);
  assert.deepEqual(keys(["make", "fill"]), ["a", "b", "c"]);
  assert.deepEqual(keys(["practise"]), ["d"]);
});
