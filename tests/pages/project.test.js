import assert from "node:assert/strict";
import { test } from "node:test";

import { firstPlan, withBoard, withCell } from "../../cpgen/web/static/studio/plan.js";
import {
  changedFields,
  entryOf,
  fileOf,
  isSoundEntry,
  joinedChanges,
  newProject,
  nextMoment,
  readEntry,
  readFile,
  readPlan,
  stepOf,
  undoingChange,
  workAfter,
} from "../../cpgen/web/static/studio/project.js";
import { CHOICES } from "./choices.js";

const PLAN = { ...firstPlan(CHOICES), symmetry: "none" };
const PUZZLE = "1...............";
const OLD = { ...entryOf({ puzzle: PUZZLE, layout: "2x2" }), title: "old" };
const BEFORE = { plan: PLAN, puzzles: new Map([["k", OLD]]) };

const marksOf = (...cells) => PLAN.marks.map((mark, cell) => (cells.includes(cell) ? "x" : mark));

/** The work after a change of this tab and one of another, when the first is undone. */
function undone(mine, others = {}) {
  const step = stepOf(BEFORE, mine, null);
  const now = workAfter(workAfter(BEFORE, mine), others);
  return workAfter(now, undoingChange(now, step));
}

test("undoing takes back what a step changed", () => {
  assert.deepEqual(undone({ plan: { marks: marksOf(0) } }).plan.marks, marksOf());
  assert.equal(undone({ plan: { grade: "expert" } }).plan.grade, "intermediate");
  assert.equal(undone({ puzzles: [["k", null]] }).puzzles.get("k"), OLD);
});

test("undoing keeps the cells that another tab has marked since", () => {
  const { plan } = undone({ plan: { marks: marksOf(0) } }, { plan: { marks: marksOf(0, 5) } });
  assert.deepEqual(plan.marks, marksOf(5));
});

test("undoing keeps other fields that another tab has changed since", () => {
  const { plan } = undone({ plan: { grade: "expert" } }, { plan: { grade: "any", needs: ["x-wing"] } });
  assert.deepEqual([plan.grade, plan.needs], ["any", ["x-wing"]]);
});

test("undoing keeps a puzzle that another tab has written since", () => {
  const renamed = { ...OLD, title: "new" };
  assert.equal(undone({ puzzles: [["k", null]] }, { puzzles: [["k", renamed]] }).puzzles.get("k"), renamed);
});

test("undoing a step to another board brings all of the board's fields back", () => {
  const marked = withCell(PLAN, 0, true);
  const before = { plan: marked, puzzles: new Map() };
  const change = { plan: changedFields(marked, withBoard(marked, CHOICES.layouts[1])) };
  const step = stepOf(before, change, null);
  const now = workAfter(workAfter(before, change), { plan: { needs: ["x-wing"] } });
  const { plan } = workAfter(now, undoingChange(now, step));
  assert.deepEqual([plan.board.spec, plan.marks, plan.grade], ["3x3", marked.marks, "intermediate"]);
  assert.deepEqual(plan.needs, ["x-wing"]);
});

test("a step that is undone can be done again", () => {
  const change = { plan: { marks: marksOf(3) }, puzzles: [["k", null]] };
  const step = stepOf(BEFORE, change, null);
  const now = workAfter(BEFORE, change);
  const back = undoingChange(now, step);
  const again = stepOf(now, back, null);
  const before = workAfter(now, back);
  assert.deepEqual(workAfter(before, undoingChange(before, again)), now);
});

test("joined changes are one change that does both", () => {
  const [first, then] = [{ plan: { seed: "1", count: "2" } }, { plan: { seed: "3" }, puzzles: [["k", null]] }];
  const joined = joinedChanges(first, then);
  assert.deepEqual(joined, { plan: { seed: "3", count: "2" }, puzzles: [["k", null]] });
  assert.deepEqual(workAfter(BEFORE, joined), workAfter(workAfter(BEFORE, first), then));
});

test("joined changes of a puzzle keep the last one", () => {
  const joined = joinedChanges({ puzzles: [["k", OLD]] }, { puzzles: [["k", null]] });
  assert.deepEqual(joined.puzzles, [["k", null]]);
});

test("moments only grow", () => {
  const moments = Array.from({ length: 100 }, nextMoment);
  assert.deepEqual(
    moments,
    [...new Set(moments)].sort((one, other) => one - other),
  );
});

test("equal puzzles have equal keys, and exercises keys of their own", () => {
  const start = { digits: PUZZLE, marks: ["1", "23"] };
  const made = { puzzle: PUZZLE, layout: "2x2" };
  assert.equal(entryOf(made).key, entryOf({ ...made, title: "A" }).key);
  const keys = [entryOf(made), entryOf(made, "exercises"), entryOf({ ...made, start }, "exercises")].map(
    ({ key }) => key,
  );
  assert.equal(new Set(keys).size, 3);
  assert.equal(entryOf(made).clues, 1);
});

test("an entry needs a board and a puzzle of its size", () => {
  const isSound = (record) => isSoundEntry(record);
  assert.ok(isSound({ puzzle: PUZZLE, layout: "2x2" }));
  assert.ok(isSound({ puzzle: PUZZLE, layout: "AABB/AABB/CCDD/CCDD+diagonals+cage 5: r1c1 r1c2" }));
  assert.ok(isSound({ puzzle: PUZZLE, layout: "2x2", list: "exercises", sought: {} }));
  const bad = [
    null,
    7,
    {},
    { puzzle: PUZZLE },
    { puzzle: `5${PUZZLE.slice(1)}`, layout: "2x2" },
    { puzzle: `${PUZZLE}.`, layout: "2x2" },
    { puzzle: PUZZLE, layout: "3x3" },
    { puzzle: PUZZLE, layout: "AABB/AABB/CCDD/CCD" },
    { puzzle: PUZZLE, layout: "2x2", list: "exercises" },
  ];
  for (const record of bad) assert.ok(!isSound(record), JSON.stringify(record));
});

test("an entry is read with whatever fits of its own parts", () => {
  const damaged = {
    puzzle: PUZZLE,
    layout: "2x2",
    title: 3,
    author: "Ann",
    stars: 99,
    added: "x",
    place: null,
    grade: 1,
  };
  const { title, author, note, stars, added, place, grade } = readEntry(damaged);
  assert.deepEqual([title, author, note, stars, place, grade], ["", "Ann", "", 5, undefined, null]);
  assert.ok(Number.isFinite(added));
  const { stars: none } = readEntry({ ...damaged, stars: -1 });
  assert.equal(none, 0);
});

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
