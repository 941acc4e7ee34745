import assert from "node:assert/strict";
import { test } from "node:test";

import { entryOf } from "../../cpgen/web/static/studio/entry.js";
import { withCell } from "../../cpgen/web/static/studio/marks.js";
import { firstPlan } from "../../cpgen/web/static/studio/plan.js";
import { fileOf, newProject, readFile, readPlan } from "../../cpgen/web/static/studio/project.js";
import { CHOICES } from "./choices.js";

const PLAN = { ...firstPlan(CHOICES), symmetry: "none" };
const PUZZLE = "1...............";
const OLD = { ...entryOf({ puzzle: PUZZLE, layout: "2x2" }), title: "old" };
const BEFORE = { plan: PLAN, puzzles: new Map([["k", OLD]]) };

test("a plan is read as it was stored, with the boards and ladders of today", () => {
  const stored = JSON.parse(JSON.stringify({ ...withCell(PLAN, 0, true), grade: "hard", ladder: CHOICES.ladders[1] }));
  const { plan, whole } = readPlan(stored, CHOICES);
  assert.ok(whole);
  assert.deepEqual([plan.marks[0], plan.grade], ["x", "hard"]);
  assert.equal(plan.board, CHOICES.layouts[0]);
  assert.equal(plan.ladder, CHOICES.ladders[1]);
  const gone = readPlan({ ...stored, ladder: { name: "gone" } }, CHOICES).plan;
  assert.deepEqual([gone.ladder, gone.grade], [null, "intermediate"]);
});

test("fields that an earlier version did not have get their first values", () => {
  const { inOrder: _inOrder, mix: _mix, ...older } = JSON.parse(JSON.stringify(PLAN));
  assert.deepEqual(readPlan(older, CHOICES), { plan: PLAN, whole: true });
});

test("a damaged plan is replaced by the first one", () => {
  const first = firstPlan(CHOICES);
  const bad = [
    undefined,
    null,
    {},
    { ...PLAN, marks: ["x"] },
    { ...PLAN, marks: 7 },
    { ...PLAN, marks: PLAN.marks.with(0, "q") },
    { ...PLAN, needs: [1] },
    { ...PLAN, symmetry: "unknown" },
    { ...PLAN, board: { ...PLAN.board, size: 4 } },
    { ...PLAN, board: { ...PLAN.board, grades: [] } },
    { ...PLAN, grade: null },
  ];
  for (const record of bad) assert.deepEqual(readPlan(record, CHOICES), { plan: first, whole: false });
});

test("regions that do not fit the board are not read", () => {
  const drawing = Array.from({ length: 81 }, (_, cell) => cell % 9);
  assert.deepEqual(readPlan({ ...PLAN, drawing }, CHOICES).plan.drawing, drawing);
  assert.equal(readPlan({ ...PLAN, drawing: drawing.slice(1) }, CHOICES).plan.drawing, null);
  assert.equal(readPlan({ ...PLAN, drawing: drawing.fill(9) }, CHOICES).plan.drawing, null);
});

test("a project in a file is read as it was written", () => {
  const project = newProject("Mine", PLAN, "best");
  const file = fileOf(project, BEFORE);
  const { name, order, plan, entries, damaged } = readFile(file, CHOICES);
  assert.deepEqual([name, order, damaged], ["Mine", "best", 0]);
  assert.deepEqual(plan, PLAN);
  assert.deepEqual(
    entries.map(({ puzzle, title }) => [puzzle, title]),
    [[PUZZLE, "old"]],
  );
});

test("damaged parts of a file are counted, and the others are read", () => {
  const data = { kind: "cpgen project", plan: null, puzzles: [{ puzzle: PUZZLE, layout: "2x2" }, 7, {}] };
  const { name, entries, damaged } = readFile(JSON.stringify(data), CHOICES);
  assert.deepEqual([name, entries.length, damaged], ["", 1, 3]);
});

test("other files hold no project", () => {
  for (const text of ["", "{", "null", "[]", '{"kind": "cpgen project"}', '{"kind": "other", "puzzles": []}'])
    assert.equal(readFile(text, CHOICES), null);
});
