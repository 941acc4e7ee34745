import assert from "node:assert/strict";
import { test } from "node:test";

import {
  conflicts,
  erased,
  isSolved,
  mistakes,
  newGame,
  remaining,
  withAllMarks,
  withDigit,
  withFinding,
  withMark,
  withoutColours,
} from "../../cpgen/web/static/play/game.js";
import { boardOf, digitsOf } from "../../cpgen/web/static/play/layout.js";
import { CAGED, digits, findingOf, layout, SMALL } from "./boards.js";

const clues = digitsOf(SMALL.puzzle);
const solution = digitsOf(SMALL.solution);
const fresh = newGame(clues);
const withDigitIn = (game, cells, digit, tidy = true) => withDigit(layout, clues, game, cells, digit, tidy);

test("a digit is written in open cells only, and goes where all have it", () => {
  const written = withDigitIn(fresh, [0, 6], 2);
  assert.deepEqual([written.digits[0], written.digits[6]], [2, 3]);
  assert.equal(withDigitIn(written, [0], 2).digits[0], 0);
  assert.equal(withDigitIn(written, [0, 1], 2).digits[0], 2);
  assert.equal(fresh.digits[0], 0);
});

test("a digit removes the marks that it rules out, if that is wanted", () => {
  const marked = withMark(withMark(fresh, "corner", [1], 2), "centre", [4], 2);
  assert.deepEqual([marked.corner[1], marked.centre[4]], ["2", "2"]);
  const [tidy, loose] = [true, false].map((wanted) => withDigitIn(marked, [0], 2, wanted));
  assert.deepEqual([tidy.corner[1], tidy.centre[4]], ["", ""]);
  assert.deepEqual([loose.corner[1], loose.centre[4]], ["2", "2"]);
});

test("marks are sorted, and go where all cells have them; only colours are for cells with digits", () => {
  const marked = withMark(withMark(fresh, "centre", [0, 6], 3), "centre", [0], 1);
  assert.deepEqual([marked.centre[0], marked.centre[6]], ["13", ""]);
  assert.equal(withMark(marked, "centre", [0, 1], 1).centre[0], "13");
  assert.equal(withMark(marked, "centre", [0], 1).centre[0], "3");
  const coloured = withMark(fresh, "colour", [0, 6], 5);
  assert.deepEqual([coloured.colour[0], coloured.colour[6]], ["5", "5"]);
  assert.deepEqual(withoutColours(coloured, [6]).colour[6], "");
});

test("erasing takes digits first, then marks, and leaves clues", () => {
  const marked = withMark(withDigitIn(fresh, [0], 2), "centre", [1], 4);
  const empty = erased(clues, marked, [0, 1, 6]);
  assert.deepEqual([empty.digits[0], empty.centre[1], empty.digits[6]], [0, "", 3]);
});

test("all marks are the digits that no seen cell shows, without those that are not left", () => {
  assert.equal(withAllMarks(layout, fresh).centre[0], "124");
  assert.equal(withAllMarks(layout, fresh).centre[6], "");
  assert.equal(withAllMarks(layout, fresh, (cell, digit) => digit !== 4).centre[0], "12");
  const caged = boardOf(CAGED);
  assert.equal(withAllMarks(caged, newGame(digits("....", "....", ".3..", "...."))).centre[14], "124");
});

test("a finding places its digits and removes its candidates from centre marks", () => {
  const marked = withAllMarks(layout, fresh);
  const done = withFinding(layout, clues, marked, findingOf({ placed: [[0, 2]], removed: [[3, 4]] }), true);
  assert.equal(done.digits[0], 2);
  assert.ok(!done.centre[3].includes("4") && !done.centre[1].includes("2"));
  const again = withFinding(layout, clues, done, findingOf({ placed: [[0, 2]] }), true);
  assert.equal(again.digits[0], 2, "a digit that is there stays");
});

test("conflicts are digits that see each other, mistakes those that are not the solution's", () => {
  assert.deepEqual([...conflicts(layout, digits("1..1", "....", "...2", ".1.2"))], [0, 3, 11, 15]);
  assert.deepEqual([...conflicts(boardOf(CAGED), digits("....", "....", ".3..", "..3."))], [9, 14]);
  assert.deepEqual([...mistakes(digits("21..", "....", "....", "...."), solution)], [1]);
});

test("a game is solved when it is full and right, or free of conflicts where nothing is known", () => {
  assert.ok(isSolved(layout, solution, solution));
  assert.ok(isSolved(layout, solution, null));
  assert.ok(!isSolved(layout, clues, null));
  assert.ok(!isSolved(layout, [...solution.slice(0, 15), 1], null));
});

test("the digits that remain are counted", () => {
  assert.deepEqual(remaining(4, clues), [3, 3, 2, 4]);
});
