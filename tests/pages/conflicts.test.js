import assert from "node:assert/strict";
import { test } from "node:test";

import { brokenConstraints } from "../../cpgen/web/static/play/conflicts.js";
import { boardOf } from "../../cpgen/web/static/play/layout.js";
import { CAGED, digits, layout } from "./boards.js";

/** A board of 2×2 with one condition. */
function boardWith(...primitives) {
  return { ...layout, constraints: { ...CAGED.constraints, conditions: [{ name: { en: "it" }, primitives }] } };
}

const broken = (board, ...rows) => brokenConstraints(board, digits(...rows)).map(({ cells }) => cells);

test("a cage is broken by equal digits, by too much, and by too little that can still come", () => {
  const caged = boardOf(CAGED);
  assert.deepEqual(broken(caged, "....", "....", ".2..", "..3."), []);
  assert.deepEqual(broken(caged, "....", "....", ".2..", "..2."), [[9, 14]]);
  assert.deepEqual(broken(caged, "....", "....", ".2..", "...."), []);
  assert.deepEqual(broken(caged, "....", "....", ".4..", "..2."), [[9, 14]]);
  assert.deepEqual(broken(boardWith(["linear", [0, 1], [1, 1], "=", 8]), "3...", "....", "....", "...."), [[0]]);
});

test("alternatives are broken when too few are left", () => {
  const options = [[["domain", [0], 0b10]], [["linear", [1, 2], [1, 1], "=", 5]], [["different", [3, 4]]]];
  const board = (least) => boardWith(["alternatives", [0, 1, 2, 3, 4], options, least]);
  assert.deepEqual(broken(board(1), "1143", "....", "....", "...."), []);
  assert.deepEqual(broken(board(1), "1144", "4...", "....", "...."), []);
  assert.deepEqual(broken(board(1), "1134", "4...", "....", "...."), [[0, 1, 2, 3, 4]]);
  assert.deepEqual(broken(board(2), "1144", "4...", "....", "...."), [[0, 1, 2, 3, 4]]);
});

test("a sum may be a bound", () => {
  const [least, most] = [">=", "<="].map((relation) => boardWith(["linear", [0, 1], [1, -1], relation, 2]));
  assert.deepEqual(broken(least, "21..", "....", "....", "...."), [[0, 1]]);
  assert.deepEqual(broken(most, "21..", "....", "....", "...."), []);
  assert.deepEqual(broken(most, "41..", "....", "....", "...."), [[0, 1]]);
});

test("masks of digits allow cells and pairs", () => {
  const even = boardWith(["domain", [0], 0b1010]);
  assert.deepEqual(broken(even, "3...", "....", "....", "...."), [[0]]);
  assert.deepEqual(broken(even, "2...", "....", "....", "...."), []);
  const doubled = boardWith(["pair", [0, 1], [0b10, 0b1001, 0, 0b10]]);
  assert.deepEqual(broken(doubled, "2...", "....", "....", "...."), []);
  assert.deepEqual(broken(doubled, "3...", "....", "....", "...."), [[0]]);
  assert.deepEqual(broken(doubled, "23..", "....", "....", "...."), [[0, 1]]);
});

test("an automaton is broken when no digits in open cells lead to its end", () => {
  // The digits rise: state k accepts digits above k; the last digit is 4.
  const rising = [0, 1, 2, 3, 4].map((state) => [1, 2, 3, 4].map((digit) => (digit > state ? digit : -1)));
  const board = boardWith(["automaton", [0, 1, 2], rising, [4]]);
  assert.deepEqual(broken(board, "1.4.", "....", "....", "...."), []);
  assert.deepEqual(broken(board, "3.4.", "....", "....", "...."), [[0, 2]]);
  assert.deepEqual(broken(board, "..3.", "....", "....", "...."), [[2]]);
});

test("a board without constraints has none that are broken", () => {
  assert.deepEqual(broken(layout, "1111", "....", "....", "...."), []);
});
