import assert from "node:assert/strict";
import { test } from "node:test";

import { digitsOf, layoutOf } from "../../cpgen/web/static/play/layout.js";
import { textsOf } from "../../cpgen/web/static/play/texts.js";
import { reasonFor, reasonText } from "../../cpgen/web/static/studio/why.js";

const ROUNDS = [
  { title: { en: "Pair" }, findings: [{ placed: [], removed: [[5, 3]] }] },
  { title: { en: "Single" }, findings: [{ placed: [[1, 2]], removed: [] }] },
];
const EXPLAINED = { layout: layoutOf("2x2"), clues: digitsOf("1..............."), rounds: ROUNDS };
const TEXTS = textsOf(
  { en: { place: "r{row}c{column}", "why-removed": "{digit}: {title} ({number}) at {place}" } },
  "en",
);

const reason = (cell, digit) => reasonFor(EXPLAINED, cell, digit);

test("a clue is given", () => {
  assert.deepEqual(reason(0, 4), { kind: "given", round: -1, cell: 0, digit: 1 });
});

test("a clue that a cell sees keeps its digit out", () => {
  assert.deepEqual(reason(3, 1), { kind: "seen", round: -1, cell: 0, digit: 1 });
});

test("the first round that settles a digit is the reason", () => {
  assert.deepEqual(reason(5, 3), { kind: "removed", round: 0, cell: 5, digit: 3 });
  assert.deepEqual(reason(1, 2), { kind: "placed", round: 1, cell: 1, digit: 2 });
  assert.deepEqual(reason(1, 3), { kind: "other", round: 1, cell: 1, digit: 2 });
  assert.deepEqual(reason(3, 2), { kind: "elsewhere", round: 1, cell: 1, digit: 2 });
});

test("a digit may stay open", () => {
  assert.deepEqual(reason(15, 4), { kind: "open", round: -1, cell: 15, digit: 4 });
});

test("a reason is told with its round", () => {
  assert.equal(reasonText(reason(5, 3), 3, EXPLAINED, TEXTS), "3: Pair (1) at r2c2");
});
