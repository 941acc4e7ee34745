import assert from "node:assert/strict";
import { test } from "node:test";

import { layoutOf } from "../../cpgen/web/static/play/layout.js";
import { sceneOfRegions, specOfRegions } from "../../cpgen/web/static/studio/drawn_regions.js";

test("drawn regions are written as a board that has them", () => {
  const drawing = [0, 0, 1, 1, 0, 2, 1, 3, 0, 2, 1, 3, 2, 2, 3, 3];
  assert.equal(specOfRegions(drawing, 4), "AABB/ACBD/ACBD/CCDD");
  assert.deepEqual(layoutOf(specOfRegions(drawing, 4)).regions, drawing);
});

test("up to 36 regions have letters of their own", () => {
  const drawing = Array.from({ length: 36 * 36 }, (_, cell) => Math.floor(cell / 36));
  const spec = specOfRegions(drawing, 36);
  assert.equal(new Set(spec.replaceAll("/", "")).size, 36);
  assert.deepEqual(layoutOf(spec).regions, drawing);
});

test("each cell shows the symbol and the tint of its region", () => {
  const { game, sets } = sceneOfRegions([0, 1, 6, 7], 2);
  assert.deepEqual(game.corner, ["1", "2", "7", "8"]);
  assert.deepEqual([[...sets["tint-0"]], [...sets["tint-1"]], [...sets["tint-2"]]], [[0, 2], [1, 3], []]);
});
