import assert from "node:assert/strict";
import { test } from "node:test";

import { newGame, withAllMarks } from "../../cpgen/web/static/play/game.js";
import { withDecidedDigit } from "../../cpgen/web/static/play/hints.js";
import { readFragment } from "../../cpgen/web/static/play/link.js";

const SOLUTION = [1, 2, 3, 4];

/** A hint of a rule that eliminates candidates of a cell. */
function hintOf(rule) {
  const finding = { cells: [2], houses: [], placed: [], removed: [[2, 1]], look: {}, sentence: {} };
  return { kind: "finding", round: { rule, title: {}, complexity: 1 }, finding };
}

test("hints that decide a cell write its digit, others only eliminate", () => {
  for (const rule of ["naked-single", "hidden-single-line"])
    assert.deepEqual(withDecidedDigit(hintOf(rule), SOLUTION).finding.placed, [[2, 3]], rule);
  assert.deepEqual(withDecidedDigit(hintOf("naked-pair"), SOLUTION).finding.placed, []);
  assert.deepEqual(withDecidedDigit({ kind: "stuck" }, SOLUTION), { kind: "stuck" });
});

test("all marks leave out candidates that hints have eliminated", () => {
  const layout = { size: 4, peers: [[1], [0], [], []] };
  const isLeft = (cell, digit) => cell !== 1 || digit !== 4;
  assert.deepEqual(withAllMarks(layout, newGame([1, 0, 0, 4]), isLeft).centre, ["", "23", "1234", ""]);
});

test("a link is damaged if what is written does not fit the board", () => {
  const link = "layout=2x2&puzzle=1...............";
  const fields = ["", "&filled=12..............", "&corner=,3,,,,,,,,,,,,,,", "&filled=12", "&corner=3", "&centre=,z"];
  assert.deepEqual(
    fields.map((field) => readFragment(link + field).damaged),
    [false, false, false, true, true, true],
  );
});
