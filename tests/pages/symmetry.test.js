import assert from "node:assert/strict";
import { test } from "node:test";

import { orbit } from "../../cpgen/web/static/studio/symmetry.js";

const ORBITS = {
  none: [1],
  rot180: [1, 79],
  rot90: [1, 17, 63, 79],
  "left-right": [1, 7],
  "top-bottom": [1, 73],
  diagonal: [1, 9],
  antidiagonal: [1, 71],
  mirrors: [1, 7, 73, 79],
  diagonals: [1, 9, 71, 79],
  full: [1, 7, 9, 17, 63, 71, 73, 79],
};

for (const [symmetry, cells] of Object.entries(ORBITS)) {
  test(`${symmetry} carries a cell to its images`, () => {
    assert.deepEqual(
      orbit(9, symmetry, 1).sort((a, b) => a - b),
      cells,
    );
  });
}

test("the middle of a board is its own image", () => {
  for (const symmetry of Object.keys(ORBITS)) assert.deepEqual(orbit(5, symmetry, 12), [12]);
});
