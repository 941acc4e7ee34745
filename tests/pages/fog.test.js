import assert from "node:assert/strict";
import { test } from "node:test";

import { foggedCells, litPath } from "../../cpgen/web/static/play/fog.js";
import { digitsOf } from "../../cpgen/web/static/play/layout.js";
import { withFog } from "../../cpgen/web/static/studio/fog.js";
import { SMALL } from "./boards.js";

const clues = digitsOf(SMALL.puzzle);
const solution = digitsOf(SMALL.solution);
const fogged = (digits) => [...foggedCells("r1c1", 4, clues, digits, solution)];

const written = (cell, digit) => clues.map((own, place) => (place === cell ? digit : own));

test("a lamp lights the cells around it", () => {
  assert.deepEqual(fogged(clues), [2, 3, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
});

test("a right digit lights the cells around it, a wrong one does not", () => {
  assert.deepEqual(fogged(written(15, solution[15])), [2, 3, 6, 7, 8, 9, 12, 13]);
  assert.deepEqual(fogged(written(15, (solution[15] % 4) + 1)), fogged(clues));
});

test("there is no fog without lamps or without a known solution", () => {
  assert.equal(foggedCells("", 4, clues, clues, solution).size, 0);
  assert.equal(foggedCells("r1c1", 4, clues, clues, null).size, 0);
  assert.equal(litPath(4, new Set()), "");
});

test("a right digit may light other cells than those around it", () => {
  const lit = foggedCells("r4c4>r1c4,r2c4", 4, clues, written(15, solution[15]), solution);
  assert.deepEqual(
    [...foggedCells("r4c4>r1c4,r2c4", 4, clues, clues, solution)].filter((cell) => !lit.has(cell)),
    [3, 7],
  );
});

test("several lights of one cell are joined", () => {
  const lit = (/** @type {string} */ text) => foggedCells(text, 4, clues, written(15, solution[15]), solution);
  assert.deepEqual(lit("r4c4>r1c4 r4c4>r2c4"), lit("r4c4>r1c4,r2c4"));
});

test("drawing a lamp once more takes it away", () => {
  assert.equal(withFog("", "fog-lamp", [[0], [15]], 4), "r1c1 r4c4");
  assert.equal(withFog("r1c1 r4c4", "fog-lamp", [[15]], 4), "r1c1");
});

test("a light goes from its first cell, which takes it away alone", () => {
  assert.equal(withFog("r1c1", "fog-light", [[5, 6, 7]], 4), "r1c1 r2c2>r2c2,r2c3,r2c4");
  assert.equal(withFog("r1c1 r2c2>r2c3", "fog-light", [[5]], 4), "r1c1");
});
