import assert from "node:assert/strict";
import { test } from "node:test";

import { entryOf } from "../../cpgen/web/static/studio/entry.js";
import { withCell } from "../../cpgen/web/static/studio/marks.js";
import { firstPlan, withBoard } from "../../cpgen/web/static/studio/plan.js";
import { changedFields, joinedChanges, stepOf, undoingChange, workAfter } from "../../cpgen/web/static/studio/steps.js";
import { CHOICES } from "./choices.js";

const PLAN = { ...firstPlan(CHOICES), symmetry: "none" };
const OLD = { ...entryOf({ puzzle: "1...............", layout: "2x2" }), title: "old" };
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
