import assert from "node:assert/strict";
import { test } from "node:test";

import { doublePress, pointsBetween } from "../../cpgen/web/static/play/pointer.js";

test("points of a stroke are close together, and end where it is", () => {
  const points = pointsBetween([0, 0], [30, 40], 10);
  assert.equal(points.length, 5);
  assert.deepEqual(
    [points[0], points.at(-1)],
    [
      [6, 8],
      [30, 40],
    ],
  );
  assert.deepEqual(pointsBetween([3, 3], [3, 3], 10), []);
  assert.deepEqual(pointsBetween([0, 0], [1, 0], 10), [[1, 0]]);
});

test("two presses of a cell within a moment are one double press; a third begins anew", () => {
  const isDouble = doublePress();
  const presses = [
    [5, 0],
    [5, 300],
    [5, 500],
    [6, 600],
    [5, 700],
    [5, 1200],
  ];
  const found = presses.map(([cell, timeStamp]) => isDouble(cell, { timeStamp }));
  assert.deepEqual(found, [false, true, false, false, false, false]);
});
