import assert from "node:assert/strict";
import { test } from "node:test";

import {
  clueCount,
  isPattern,
  orderOf,
  randomClues,
  withCell,
  withDigits,
  withFixed,
  withOrder,
  withPattern,
} from "../../cpgen/web/static/studio/marks.js";
import {
  boardText,
  countsOf,
  firstPlan,
  gradesOf,
  isFilling,
  nearPlans,
  plansByGrade,
  violatedBounds,
  withBoard,
  withLadder,
  withMix,
  withWhole,
  withWish,
} from "../../cpgen/web/static/studio/plan.js";
import { jobOf, practiceOf, requestOf } from "../../cpgen/web/static/studio/requests.js";
import { CHOICES } from "./choices.js";

const FIRST = firstPlan(CHOICES);
const [BOARD, SMALL] = CHOICES.layouts;
const HODOKU = CHOICES.ladders[1];
const FREE = { ...FIRST, symmetry: "none" };

/** The marks that are not empty, by cell. */
function marked({ marks }) {
  return Object.fromEntries(Object.entries(marks).filter(([, mark]) => mark !== "."));
}

test("the first plan has the default board, its usual grade and an empty pattern", () => {
  assert.equal(FIRST.board, BOARD);
  assert.equal(FIRST.grade, "intermediate");
  assert.equal(clueCount(FIRST), 0);
  assert.equal(FIRST.marks.length, 81);
});

test("a cell is chosen with its images under the symmetry, and taken away with them", () => {
  const chosen = withCell(FIRST, 0, true);
  assert.deepEqual(marked(chosen), { 0: "x", 80: "x" });
  assert.deepEqual(marked(withCell(chosen, 80, false)), {});
});

test("choosing a cell keeps the digit that is fixed there", () => {
  const fixed = withFixed(FREE, 4, 7);
  assert.deepEqual(marked(withCell(fixed, 4, true)), { 4: "7" });
});

test("a digit is fixed in one cell, and open again when it is entered twice", () => {
  const fixed = withFixed(FIRST, 0, 7);
  assert.deepEqual(marked(fixed), { 0: "7", 80: "x" });
  assert.deepEqual(marked(withFixed(fixed, 0, 7)), { 0: "x", 80: "x" });
  assert.deepEqual(marked(withFixed(fixed, 0, 8)), { 0: "8", 80: "x" });
});

test("digits are entered in some cells whatever the symmetry is", () => {
  assert.deepEqual(marked(withDigits(FIRST, [[3, "5"]])), { 3: "5" });
});

test("a whole pattern may be written with large letters", () => {
  assert.deepEqual(marked(withPattern(FIRST, `X${".".repeat(79)}x`)), { 0: "x", 80: "x" });
});

test("a pattern fills its board with marks that the board has", () => {
  const first = (/** @type {string} */ mark, size = 4) => [mark, ...Array(size ** 2 - 1).fill(".")];
  for (const mark of [".", "x", "X", "1", "4"]) assert.ok(isPattern(first(mark), 4));
  for (const mark of ["", "0", "5", "q", "xx", "\u0661"]) assert.ok(!isPattern(first(mark), 4));
  assert.ok(isPattern(first("@", 36), 36));
  assert.ok(!isPattern(["x"], 4));
});

test("a board of another size empties the pattern and the constraints", () => {
  const drawn = { ...withCell(FREE, 0, true), constraints: ["cage 5: r1c1 r1c2"] };
  const same = withBoard(drawn, { ...BOARD, spec: "3x3+diagonals" });
  assert.deepEqual([clueCount(same), same.constraints.length], [1, 1]);
  const other = withBoard(drawn, SMALL);
  assert.deepEqual([clueCount(other), other.constraints.length, other.marks.length], [0, 0, 16]);
});

test("another board keeps the grade if it has one of its name", () => {
  assert.equal(withBoard({ ...FIRST, grade: "expert" }, SMALL).grade, "any");
  assert.equal(withBoard({ ...FIRST, grade: "any" }, SMALL).grade, "any");
});

test("the grades are those of the ladder, and the hardest", () => {
  const names = (plan) => gradesOf(plan).map(({ name }) => name);
  assert.deepEqual(names(FIRST), ["beginner", "intermediate", "expert", "any", "hardest"]);
  assert.deepEqual(names(withLadder(FIRST, HODOKU)), ["easy", "hard", "any", "hardest"]);
});

test("a score is dropped on a ladder without scores", () => {
  const scored = { ...withLadder(FIRST, HODOKU), score: "1000.." };
  assert.equal(withLadder(scored, HODOKU).score, "1000..");
  assert.equal(withLadder(scored, null).score, "");
});

test("wishes that the board's ladder lacks change to the wide ladder and any grade", () => {
  const narrow = withWish(FIRST, CHOICES.ladders, { needs: ["x-wing"] });
  assert.deepEqual([narrow.ladder, narrow.grade], [null, "intermediate"]);
  const wide = withWish(FIRST, CHOICES.ladders, { needs: ["swordfish"] });
  assert.deepEqual([wide.ladder.name, wide.grade], ["hodoku", "any"]);
  assert.equal(withWish(FIRST, CHOICES.ladders, { only: "x-wing" }).ladder.name, "hodoku");
});

test("a mix has a number for each grade that has a name of its own", () => {
  const mixed = withMix({ ...FIRST, count: "4" }, true);
  assert.deepEqual(mixed.mix, { beginner: "4", intermediate: "4", expert: "4" });
  assert.deepEqual(countsOf(mixed), ["beginner", "intermediate", "expert"]);
  assert.deepEqual(withMix(mixed, false).mix, {});
  assert.deepEqual(countsOf(FIRST), ["count"]);
});

test("a mix is one request for each grade of which puzzles are wanted", () => {
  const mixed = withWhole(withMix(FIRST, true), "beginner", "0");
  const requests = plansByGrade(mixed).map(jobOf);
  assert.deepEqual(
    requests.map(({ grade, count }) => [grade, count]),
    [
      ["intermediate", 3],
      ["expert", 3],
    ],
  );
  assert.deepEqual(plansByGrade(FIRST), [FIRST]);
});

test("a field that holds no whole number within its bounds is refused", () => {
  const boundsOf = (name, text) => violatedBounds(withWhole(FIRST, name, text), name);
  assert.equal(boundsOf("count", "12"), null);
  assert.deepEqual(boundsOf("count", "0"), { least: 1, most: 10000 });
  assert.deepEqual(boundsOf("count", ""), { least: 1, most: 10000 });
  assert.deepEqual(boundsOf("budget", "1.5"), { least: 1, most: 600 });
  assert.equal(boundsOf("seed", ""), null);
  const mixed = withWhole(withMix(FIRST, true), "expert", "x");
  assert.deepEqual(violatedBounds(mixed, "expert"), { least: 0, most: 10000 });
});

test("digits follow a run, any run or none, until the pattern changes", () => {
  assert.equal(orderOf(FIRST), "");
  assert.equal(orderOf(withOrder(FIRST, "any")), "any");
  const along = withOrder(FIRST, "row 5");
  assert.equal(orderOf(along), "row 5");
  assert.equal(orderOf(withCell(along, 3, true)), "");
});

test("a puzzle fills a plan if it has its board, its clues and its fixed digits", () => {
  const plan = withFixed(withBoard(FREE, SMALL), 0, 3);
  const puzzle = `3${".".repeat(15)}`;
  assert.ok(isFilling(plan, { puzzle, layout: "2x2" }));
  assert.ok(!isFilling(plan, { puzzle: puzzle.replace("3", "4"), layout: "2x2" }));
  assert.ok(!isFilling(plan, { puzzle: "34..............", layout: "2x2" }));
  assert.ok(!isFilling(plan, { puzzle, layout: "2x2+diagonals" }));
  assert.ok(isFilling(withCell(plan, 1, true), { puzzle: "34..............", layout: "2x2" }));
});

test("a request without a pattern has the number of clues and the symmetry", () => {
  assert.deepEqual(requestOf(FIRST), { layout: "3x3", symmetry: "rot180", grade: "intermediate" });
  assert.equal(requestOf({ ...FIRST, clues: 24 }).clues, 24);
});

test("a request with a pattern has its marks", () => {
  const request = requestOf(withPattern(FIRST, `7x${".".repeat(79)}`));
  assert.equal(request.pattern, `7x${".".repeat(79)}`);
  assert.ok(!("symmetry" in request));
});

test("a request with constraints draws them, without a random pattern", () => {
  const plan = { ...FIRST, constraints: ["cage ?: r1c1 r1c2", "thermo: r3c3 r3c4"] };
  assert.deepEqual(requestOf(plan), {
    layout: "3x3",
    drawing: "cage ?: r1c1 r1c2\nthermo: r3c3 r3c4",
    grade: "intermediate",
  });
  assert.equal(boardText(plan), "3x3+cage ?: r1c1 r1c2+thermo: r3c3 r3c4");
});

test("a request of a kind has its cages, and neither pattern nor constraints", () => {
  const plan = { ...withCell(FIRST, 0, true), constraints: ["cage ?: r1c1 r1c2"], kind: "killer", cages: "2..4" };
  assert.deepEqual(requestOf(plan), {
    layout: "3x3",
    kind: "killer",
    cages: "2..4",
    symmetry: "rot180",
    grade: "intermediate",
  });
});

test("a request has the target in the server's types", () => {
  const target = { level: "3..5", typical: "0.8", needs: ["x-wing"], hardest: "x-wing", grade: "hardest" };
  const { level, typical, needs, hardest, grade } = requestOf({ ...FIRST, ...target });
  assert.deepEqual([level, typical, needs, hardest], ["3..5", 0.8, ["x-wing"], "x-wing"]);
  assert.equal(grade, "hardest");
  assert.equal(requestOf({ ...FIRST, typical: "much" }).typical, "much");
});

test("a job has a method, a number and a budget, and a seed if there is one", () => {
  const { generation, replacement, oracle, count, budget, ...rest } = jobOf(FIRST);
  assert.deepEqual([generation, replacement, oracle, count, budget], ["sample", "anneal", "cpsat", 3, 60]);
  assert.ok(!("seed" in rest));
  assert.equal(jobOf({ ...FIRST, seed: "7" }).seed, 7);
  const paper = jobOf({ ...FIRST, paper: true });
  assert.deepEqual([paper.method, "generation" in paper], ["paper", false]);
});

test("exercises are asked for on the plan's board", () => {
  assert.deepEqual(practiceOf(FIRST), { technique: "x-wing", count: 5, layout: "3x3", budget: 60 });
});

test("near plans drop one wish each, and only wishes that there are", () => {
  const offers = (plan) => nearPlans(plan).map(([key]) => key);
  assert.deepEqual(offers(FIRST), ["offer-grade"]);
  assert.deepEqual(offers({ ...FIRST, grade: "any" }), []);
  const wished = withOrder(withCell({ ...FIRST, level: "3" }, 0, true), "any");
  assert.deepEqual(offers(wished), ["offer-grade", "offer-free", "offer-order", "offer-pattern"]);
});

test("a random pattern has about a third of the cells, or the chosen number", () => {
  assert.equal(randomClues(FIRST), 27);
  assert.equal(randomClues({ ...FIRST, clues: 30 }), 30);
});
