import assert from "node:assert/strict";
import { test } from "node:test";

import { foggedCells, litPath } from "../../cpgen/web/static/play/fog.js";
import { digitsOf } from "../../cpgen/web/static/play/layout.js";
import { SMALL } from "./boards.js";

const clues = digitsOf(SMALL.puzzle);
const solution = digitsOf(SMALL.solution);
const fogged = (digits) => [...foggedCells("r1c1", 4, clues, digits, solution)];

test("a lamp lights the cells around it", () => {
  assert.deepEqual(fogged(clues), [2, 3, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
});

test("a right digit lights the cells around it, a wrong one does not", () => {
  const written = (cell, digit) => clues.map((own, place) => (place === cell ? digit : own));
  assert.deepEqual(fogged(written(15, solution[15])), [2, 3, 6, 7, 8, 9, 12, 13]);
  assert.deepEqual(fogged(written(15, (solution[15] % 4) + 1)), fogged(clues));
});

test("there is no fog without lamps or without a known solution", () => {
  assert.equal(foggedCells("", 4, clues, clues, solution).size, 0);
  assert.equal(foggedCells("r1c1", 4, clues, clues, null).size, 0);
  assert.equal(litPath(4, new Set()), "");
});
