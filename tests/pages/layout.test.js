import assert from "node:assert/strict";
import { test } from "node:test";

import { digitsOf, hasConstraints, isDiagonal, layoutOf, lineOf, sizeOf } from "../../cpgen/web/static/play/layout.js";

const JIGSAW = "AABB/AABB/CCDD/CCDD";

const kindsOf = ({ houses }) => [...new Set(houses.map(({ kind }) => kind))];

test("the side of a board is read from its spec", () => {
  const sizes = { "3x3": 9, "2x3": 6, "latin-5": 5, [JIGSAW]: 4, "3x3+diagonals": 9, "4x4+cage 5: r1c1 r1c2": 16 };
  for (const [spec, size] of Object.entries(sizes)) assert.equal(sizeOf(spec), size, spec);
});

test("boxes are as high and as wide as the spec says", () => {
  const { regions } = layoutOf("2x3");
  assert.deepEqual(regions.slice(0, 6), [0, 0, 0, 1, 1, 1]);
  assert.deepEqual(regions.slice(6, 12), [0, 0, 0, 1, 1, 1]);
  assert.equal(regions[12], 2);
});

test("drawn regions are numbered as they appear", () => {
  assert.deepEqual(layoutOf("BBAA/BBAA/CCDD/CCDD").regions, [0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3]);
});

test("a Latin square has rows and columns alone", () => {
  const layout = layoutOf("latin-5");
  assert.deepEqual([layout.regions, kindsOf(layout)], [[], ["row", "column"]]);
});

test("a rule in quotes is one constraint, whatever signs it has", () => {
  const spec = '2x2+rule "a + b / 2 == 5" neighbours: r1c1 r1c2+diagonals';
  assert.deepEqual([layoutOf(spec).extras.length, hasConstraints(spec)], [2, true]);
  assert.equal(hasConstraints("2x2+A..A/..../..../A..A"), false);
});

test("diagonals and drawn additions are extra houses", () => {
  const layout = layoutOf(`2x2+diagonals+A..A/..../..../A..A`);
  assert.deepEqual(layout.extras, [
    [0, 5, 10, 15],
    [3, 6, 9, 12],
    [0, 3, 12, 15],
  ]);
  assert.deepEqual(
    layout.extras.map((cells) => isDiagonal(4, cells)),
    [true, true, false],
  );
});

test("constraints are no houses", () => {
  const layout = layoutOf("2x2+cage 5: r1c1 r1c2");
  assert.deepEqual([layout.extras, kindsOf(layout)], [[], ["row", "column", "region"]]);
  assert.ok(hasConstraints("2x2+cage 5: r1c1 r1c2"));
  assert.ok(!hasConstraints(`${JIGSAW}+diagonals+A..A/..../..../A..A`));
});

test("cells see those that share a house with them", () => {
  const { peers } = layoutOf("3x3");
  assert.equal(peers[0].length, 20);
  assert.ok(peers[0].includes(10) && peers[0].includes(8) && !peers[0].includes(30));
  assert.equal(layoutOf("3x3+diagonals").peers[40].length, 32);
});

test("symbols stand for digits up to 36", () => {
  assert.deepEqual(digitsOf(".19AZ@"), [0, 1, 9, 10, 35, 36]);
  assert.equal(lineOf([0, 1, 9, 10, 35, 36]), ".19AZ@");
});
