import assert from "node:assert/strict";
import { test } from "node:test";

import { firstGame, firstMode, judged, soughtHint } from "../../cpgen/web/static/play/exercise.js";
import { withAllMarks, withDigit } from "../../cpgen/web/static/play/game.js";
import { digitsOf } from "../../cpgen/web/static/play/layout.js";
import { findingOf, layout, SMALL } from "./boards.js";

const solution = digitsOf(SMALL.solution);
const start = { digits: SMALL.puzzle, marks: withAllMarks(layout, firstGame(SMALL)).centre };
const first = findingOf({
  removed: [
    [0, 4],
    [1, 2],
  ],
});
const second = findingOf({ removed: [[3, 4]] });
const exercise = { ...SMALL, start, sought: { title: { en: "W-Wing" }, complexity: null, findings: [first, second] } };
const begun = firstGame(exercise);

/** A game without some marks. */
function without(...candidates) {
  const centre = [...begun.centre];
  for (const [cell, digit] of candidates) centre[cell] = centre[cell].replace(String(digit), "");
  return { ...begun, centre };
}

const kindOf = (game) => judged(layout, exercise, game, solution).kind;

test("an exercise begins with its digits and marks, and with marks where candidates are to go", () => {
  assert.deepEqual(begun.centre, start.marks);
  assert.equal(firstMode(exercise), "centre");
  assert.equal(firstMode(SMALL), "digit");
  const placing = { ...exercise, sought: { ...exercise.sought, findings: [findingOf({ placed: [[0, 2]] })] } };
  assert.equal(firstMode(placing), "digit");
});

test("moves are judged by all findings that are sought", () => {
  assert.equal(kindOf(begun), "nothing");
  assert.equal(kindOf(without([0, 4])), "part");
  assert.deepEqual(judged(layout, exercise, without([0, 4], [1, 2]), solution), { kind: "found", finding: first });
  assert.deepEqual(judged(layout, exercise, without([3, 4]), solution), { kind: "found", finding: second });
  assert.equal(kindOf(without([0, 1])), "other");
});

test("what is wrong comes first", () => {
  const wrong = without([0, solution[0]]);
  assert.deepEqual(judged(layout, exercise, wrong, solution), { kind: "wrong", cells: [0] });
  assert.deepEqual(soughtHint(wrong, solution, exercise.sought), { kind: "mistake", cells: [0], missing: true });
  const put = withDigit(layout, digitsOf(SMALL.puzzle), begun, [1], 1, false);
  assert.deepEqual(soughtHint(put, solution, exercise.sought), { kind: "mistake", cells: [1], missing: false });
});

test("a written digit removes candidates, those of the cells that see it, too", () => {
  const put = withDigit(layout, digitsOf(SMALL.puzzle), begun, [0], solution[0], false);
  assert.equal(kindOf(put), "found");
});

test("the hint is the step that is sought", () => {
  const hint = soughtHint(begun, solution, exercise.sought);
  assert.deepEqual(hint, { kind: "finding", round: exercise.sought, finding: first });
});
