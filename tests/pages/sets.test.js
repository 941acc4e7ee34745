import assert from "node:assert/strict";
import { test } from "node:test";

import { boundsOf, changesOfMove, EVERYTHING, filterOf, kindOf, ordered } from "../../cpgen/web/static/studio/sets.js";

const FOUR = ["a", "b", "c", "d"].map((key, k) => ({ key, added: k + 1 }));

const keysOf = (puzzles) => puzzles.map(({ key }) => key).join("");

/** The puzzles after one is moved to another place in the manual order. */
function afterMove(puzzles, from, to) {
  const changed = new Map(changesOfMove(ordered(puzzles, "manual"), from, to).map((one) => [one.key, one]));
  return puzzles.map((one) => changed.get(one.key) ?? one);
}

test("puzzles are ordered by their facts", () => {
  const puzzles = [
    { key: "a", added: 1, level: 2, steps: 30, clues: 24, stars: 0, title: "" },
    { key: "b", added: 2, level: 1, steps: 17, clues: 30, stars: 5, title: "Zebra" },
    { key: "c", added: 3, level: 2, steps: 35, clues: 22, stars: 5, title: "Ant" },
  ];
  const orders = {
    newest: "cba",
    oldest: "abc",
    easiest: "bac",
    hardest: "cab",
    fewest: "cab",
    best: "cba",
    title: "cba",
  };
  for (const [order, keys] of Object.entries(orders)) assert.equal(keysOf(ordered(puzzles, order)), keys, order);
});

test("moving a puzzle exchanges the places of those between", () => {
  const changed = changesOfMove(FOUR, 0, 2);
  assert.deepEqual(
    changed.map(({ key, place }) => [key, place]),
    [
      ["b", 1],
      ["c", 2],
      ["a", 3],
    ],
  );
  const once = afterMove(FOUR, 0, 2);
  assert.equal(keysOf(ordered(once, "manual")), "bcad");
  assert.equal(keysOf(ordered(afterMove(once, 3, 0), "manual")), "dbca");
});

test("a span has one or two bounds, or none", () => {
  const spans = { "": [0, Infinity], 3: [3, 3], "3..5": [3, 5], "3..": [3, Infinity], "..5": [0, 5], "3 .. 5": [3, 5] };
  for (const [text, bounds] of Object.entries(spans)) assert.deepEqual(boundsOf(text), bounds, text);
  assert.equal(boundsOf("x"), null);
});

test("a kind of board says how it is divided and what it has besides", () => {
  const kinds = {
    "3x3": "boxes",
    "latin-5": "latin",
    "AABB/AABB/CCDD/CCDD+diagonals": "jigsaw+diagonals",
    "AAAAA/BBBBB/CCCCC/DDDDD/EEEEE": "pentomino",
    "3x3+cage 15: r1c1 r1c2+thermo: r9c4 r8c4+cage ?: r5c5": "boxes+cage+thermo",
    '3x3+rule "a / b + 1 == 3" neighbours: r1c1 r1c2+A..A/..../..../A..A': "boxes+extra+rule",
  };
  for (const [spec, kind] of Object.entries(kinds)) assert.equal(kindOf(spec), kind);
});

test("a filter shows puzzles within all of its bounds", () => {
  const puzzle = { layout: "3x3", level: 3, clues: 20 };
  assert.ok(filterOf(EVERYTHING)(puzzle));
  assert.ok(filterOf({ ...EVERYTHING, level: "2..3", size: "9", kind: "boxes" })(puzzle));
  assert.ok(!filterOf({ ...EVERYTHING, level: "2..3", clues: "21.." })(puzzle));
  assert.ok(!filterOf({ ...EVERYTHING, size: "4" })(puzzle));
  assert.ok(!filterOf({ ...EVERYTHING, kind: "latin" })(puzzle));
});

test("a bound that is no span shows everything", () => {
  assert.ok(filterOf({ ...EVERYTHING, level: "x" })({ layout: "3x3", level: 3, clues: 20 }));
});
