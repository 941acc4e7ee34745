import assert from "node:assert/strict";
import { test } from "node:test";

import { curve, headOf } from "../../cpgen/web/static/play/arrows.js";

const distance = ([x, y], [ox, oy]) => Math.hypot(x - ox, y - oy);

test("an arrow without obstacles is straight, and away from both ends", () => {
  const points = curve([1.5, 1.5], [7.5, 1.5], 0.2, [], 9);
  assert.ok(points.every(([, y]) => Math.abs(y - 1.5) < 1e-9));
  assert.ok(distance(points[0], [1.5, 1.5]) >= 0.2 && distance(points[points.length - 1], [7.5, 1.5]) >= 0.2);
});

test("an arrow keeps clear of what is drawn between its ends, and stays on the board", () => {
  const obstacles = [3, 4.5, 6].map((x) => ({ x, y: 0.5, reach: 0.3 }));
  const points = curve([1.5, 0.5], [7.5, 0.5], 0.2, obstacles, 9);
  for (const { x, y, reach } of obstacles) assert.ok(points.every((point) => distance(point, [x, y]) > reach));
  assert.ok(points.flat().every((value) => value > 0 && value < 9));
});

test("the head of an arrow ends where its curve does, and is as wide on both sides", () => {
  const [tip, left, right] = headOf(
    [
      [0, 0],
      [1, 0],
      [2, 0],
    ],
    0.5,
  );
  assert.deepEqual(tip, [2, 0]);
  assert.deepEqual(
    [left, right].map(([x, y]) => [x, Math.abs(y)]),
    [
      [1.5, 0.21],
      [1.5, 0.21],
    ],
  );
});
