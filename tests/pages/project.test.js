import assert from "node:assert/strict";
import { test } from "node:test";

import { stepOf, undoingChange, workAfter } from "../../cpgen/web/static/studio/project.js";

const board = { spec: "2x2", size: 4, grades: [{ name: "any", default: true }, { name: "hard" }] };
const plan = { board, marks: marksOf(), mix: {}, ladder: null, grade: "any", seed: "", needs: [] };
const before = { plan, puzzles: new Map([["k", { key: "k", title: "old" }]]) };

function marksOf(...cells) {
  return Array.from({ length: 16 }, (_, cell) => (cells.includes(cell) ? "x" : "."));
}

/** The work after a change of this tab and one of another, when the first is undone. */
function undone(mine, others = {}) {
  const step = stepOf(before, mine, null);
  const now = workAfter(workAfter(before, mine), others);
  return workAfter(now, undoingChange(now, step));
}

test("undoing takes back what a step changed", () => {
  assert.deepEqual(undone({ plan: { marks: marksOf(0) } }).plan.marks, marksOf());
  assert.equal(undone({ plan: { grade: "hard" } }).plan.grade, "any");
  assert.equal(undone({ puzzles: [["k", null]] }).puzzles.get("k").title, "old");
});

test("undoing keeps the cells that another tab has marked since", () => {
  const { plan } = undone({ plan: { marks: marksOf(0) } }, { plan: { marks: marksOf(0, 5) } });
  assert.deepEqual(plan.marks, marksOf(5));
});

test("undoing keeps other fields that another tab has changed since", () => {
  const { plan } = undone({ plan: { grade: "hard" } }, { plan: { grade: "any", needs: ["x-wing"] } });
  assert.deepEqual([plan.grade, plan.needs], ["any", ["x-wing"]]);
});

test("undoing keeps a puzzle that another tab has written since", () => {
  const { puzzles } = undone({ puzzles: [["k", null]] }, { puzzles: [["k", { key: "k", title: "new" }]] });
  assert.equal(puzzles.get("k").title, "new");
});
