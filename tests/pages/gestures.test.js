import assert from "node:assert/strict";
import { test } from "node:test";

import {
  cellAt,
  cellFields,
  firstValues,
  objectOf,
  placeNear,
  placesOf,
  squareAt,
  textOf,
  valueOf,
  withPoint,
} from "../../cpgen/web/static/studio/gestures.js";
import { KINDS } from "./kinds.js";

const { arrow, cage, clone, leaps, quad, sandwich, thermo, white } = KINDS;

/** The cells of a stroke through points. */
function strokeThrough(kind, start, ...points) {
  return points.reduce((cells, point) => withPoint(kind, cells, point, 9), [start]);
}

const placeOf = (drawn, size, ...cells) =>
  placesOf({ drawn }, size).find((place) => String(place.cells) === String(cells));

test("a tap has a place for each cell, edge, corner, and end of a line", () => {
  const counts = { cell: 16, edge: 24, corner: 9, outside: 16, diagonal: 28, line: 0, cells: 0, board: 0 };
  for (const [drawn, count] of Object.entries(counts)) assert.equal(placesOf({ drawn }, 4).length, count, drawn);
});

test("places are where the constraint is drawn", () => {
  assert.deepEqual(placeOf("cell", 4, 5).at, [1.5, 1.5]);
  assert.deepEqual(placeOf("edge", 4, 0, 1).at, [0.5, 1]);
  assert.deepEqual(placeOf("edge", 4, 0, 4).at, [1, 0.5]);
  assert.deepEqual(placeOf("corner", 4, 0, 1, 4, 5).at, [1, 1]);
});

test("a row outside the board is read from where its place is", () => {
  assert.deepEqual(placeOf("outside", 4, 0, 1, 2, 3).at, [0.5, -0.55]);
  assert.deepEqual(placeOf("outside", 4, 3, 2, 1, 0).at, [0.5, 4.55]);
  assert.deepEqual(placeOf("outside", 4, 12, 8, 4, 0).at, [4.55, 0.5]);
});

test("a diagonal enters the board at its first cell", () => {
  const { at } = placeOf("diagonal", 4, 1, 6, 11);
  assert.deepEqual(at, [-0.55, 0.75]);
  assert.deepEqual(placeOf("diagonal", 4, 0, 5, 10, 15).at, [-0.55, -0.55]);
  assert.ok(placeOf("diagonal", 4, 3));
});

test("places outside the board go round it clockwise", () => {
  for (const drawn of ["outside", "diagonal"]) {
    const angles = placesOf({ drawn }, 4).map(({ at: [row, column] }) => Math.atan2(row - 2, column - 2));
    const turns = angles.map((angle, k) => (angle - angles.at(k - 1) + 2 * Math.PI) % (2 * Math.PI));
    const whole = turns.reduce((sum, turn) => sum + turn, 0);
    assert.ok(Math.abs(whole - 2 * Math.PI) < 1e-9, `${drawn}: ${whole}`);
  }
});

test("a tap chooses the nearest place within reach", () => {
  const places = placesOf({ drawn: "edge" }, 4);
  assert.deepEqual(places[placeNear(places, [0.5, 1.1])].cells, [0, 1]);
  assert.equal(placeNear(places, [-2, 1]), -1);
});

test("a point is in a cell or outside the board", () => {
  assert.equal(cellAt([0.1, 8.9], 9), 8);
  assert.equal(cellAt([8.9, 0], 9), 72);
  assert.equal(cellAt([9, 0], 9), -1);
  assert.equal(cellAt([0, -0.1], 9), -1);
});

test("the square at a cell stays on the board", () => {
  assert.deepEqual(squareAt(0, 9), [0, 1, 9, 10]);
  assert.deepEqual(squareAt(80, 9), [70, 71, 79, 80]);
});

test("a line takes in cells that it passes near the centre", () => {
  assert.deepEqual(strokeThrough(thermo, 0, [0.5, 1.5]), [0, 1]);
  assert.deepEqual(strokeThrough(thermo, 0, [0.95, 1.05]), [0]);
  assert.deepEqual(strokeThrough(thermo, 0, [0.9, 0.9], [1.5, 1.5]), [0, 10]);
});

test("a line that skips cells takes in those between", () => {
  assert.deepEqual(strokeThrough(thermo, 0, [0.5, 3.5]), [0, 1, 2, 3]);
  assert.deepEqual(strokeThrough(thermo, 0, [3.5, 3.5]), [0, 10, 20, 30]);
});

test("a line that goes back loses its last cell", () => {
  assert.deepEqual(strokeThrough(thermo, 0, [0.5, 1.5], [0.5, 2.5], [0.5, 1.5]), [0, 1]);
});

test("a stroke for cells in any order takes in what it touches", () => {
  assert.deepEqual(strokeThrough(cage, 0, [0.05, 1.05]), [0, 1]);
  assert.deepEqual(strokeThrough(cage, 0, [0.5, 1.5], [0.5, 0.5]), [1, 0]);
});

test("a stroke stays the same list where nothing changes", () => {
  const cells = [0];
  for (const point of [
    [0.4, 0.4],
    [-1, 0.5],
  ])
    assert.equal(withPoint(cage, cells, point, 9), cells);
});

test("strokes become the object of a constraint", () => {
  assert.deepEqual(objectOf(cage, [[0, 1]], { total: 5 }, 9), { kind: "cage", total: 5, cells: ["r1c1", "r1c2"] });
  assert.deepEqual(objectOf(arrow, [[0, 1, 2]], {}, 9), { kind: "arrow", circle: ["r1c1"], cells: ["r1c2", "r1c3"] });
  assert.deepEqual(objectOf(clone, [[0], [80]], {}, 9), { kind: "clone", groups: [["r1c1"], ["r9c9"]] });
  assert.deepEqual(objectOf(leaps, [], { pieces: ["king"] }, 9), { kind: "leaps", pieces: ["king"] });
});

test("the first of two fields holds the first cells", () => {
  const names = ["r1c1", "r1c2", "r1c3"];
  assert.deepEqual(cellFields(arrow, names, 2), { circle: ["r1c1", "r1c2"], cells: ["r1c3"] });
  assert.deepEqual(cellFields(cage, names, 1), { cells: names });
});

test("the first values of a kind are the usual ones, or open", () => {
  assert.deepEqual(firstValues(thermo, {}), {});
  assert.deepEqual(firstValues(white, {}), { difference: 1 });
  assert.deepEqual(firstValues(sandwich, {}), { total: "?" });
  assert.deepEqual(firstValues(leaps, {}), { pieces: ["king"] });
  assert.deepEqual(firstValues(KINDS.indexing, {}), { axis: "column" });
  assert.deepEqual(firstValues(KINDS.allowed, {}), { digits: [1] });
  assert.deepEqual(firstValues(KINDS["look-and-say"], {}), { clue: "11" });
});

test("a new constraint keeps values of the one before, but no sums", () => {
  assert.deepEqual(firstValues(sandwich, { total: 15 }), { total: "?" });
  assert.deepEqual(firstValues(leaps, { pieces: ["knight"] }), { pieces: ["knight"] });
});

test("a typed value is a number, digits, a text, open or none", () => {
  const [total] = sandwich.values;
  const [digits] = quad.values;
  assert.equal(valueOf(total, " 15 ", 9), 15);
  assert.equal(valueOf(total, "１５", 9), 15);
  assert.equal(valueOf(total, "?", 9), "?");
  assert.equal(valueOf(total, "", 9), "?");
  assert.equal(valueOf(total, "x", 9), "x"); // for the server to refuse
  assert.equal(valueOf(cage.values[0], "", 9), null);
  assert.equal(valueOf(KINDS["non-consecutive"].values[0], "", 9), 1);
  assert.equal(valueOf(KINDS["look-and-say"].values[0], "12", 9), "12");
  assert.deepEqual(valueOf(digits, "125", 9), [1, 2, 5]);
  assert.deepEqual(valueOf(digits, "1, 12", 16), [1, 12]);
  assert.deepEqual(valueOf(digits, "12", 16), [12]);
});

test("a value is shown as it is typed", () => {
  assert.equal(textOf([1, 2]), "1 2");
  assert.equal(textOf(15), "15");
  assert.equal(textOf(undefined), "");
});
