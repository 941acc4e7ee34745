import assert from "node:assert/strict";
import { test } from "node:test";

import { newGame } from "../../cpgen/web/static/play/game.js";
import { boardOf, digitsOf } from "../../cpgen/web/static/play/layout.js";
import { ownRefutations } from "../../cpgen/web/static/play/refutation.js";
import { CAGED, layout, SMALL } from "./boards.js";

/** Texts that show which of them is used, with its values. */
const TEXTS = new Proxy({}, { get: (_, key) => `${String(key).replace(/^refutation\./, "")} {cell}{digit}{other}` });
const refute = (cell, digit, more = {}) =>
  ownRefutations({ en: TEXTS })({
    layout,
    walkthrough: SMALL,
    solution: digitsOf(SMALL.solution),
    game: newGame(digitsOf(SMALL.puzzle)),
    explained: new Set(),
    language: "en",
    ladder: "",
    cell,
    digit,
    ...more,
  });
const keys = ({ sentences }) => sentences.map((sentence) => sentence.split(" ")[0]);

test("clues, right digits and digits in sight need no steps", async () => {
  assert.deepEqual(keys(await refute(6, 1)), ["given"]);
  assert.deepEqual(keys(await refute(0, 2)), ["right"]);
  assert.deepEqual(await refute(0, 3), { sentences: ["seen r1c1{3}r3c1"], cells: [8] });
});

test("a deduction on the board is one step", async () => {
  const { sentences } = await refute(0, 4);
  assert.deepEqual([sentences.length, sentences[0].startsWith("eliminated")], [2, true]);
});

test("every wrong digit of a board is refuted", async () => {
  const solution = digitsOf(SMALL.solution);
  for (const [cell, right] of solution.entries())
    for (const digit of [1, 2, 3, 4])
      if (SMALL.puzzle[cell] === "." && digit !== right) assert.notDeepEqual(keys(await refute(cell, digit)), ["open"]);
});

test("an assumption ends with its contradiction", async () => {
  const board = boardOf(CAGED);
  const walkthrough = { ...CAGED, puzzle: "................" };
  const solution = digitsOf("1234341221434321");
  const game = newGame(digitsOf("..............3."));
  const answer = await refute(9, 4, { layout: board, walkthrough, solution, game });
  assert.deepEqual(keys(answer), ["assumed", "violated", "therefore"]);
  assert.deepEqual(answer.cells, [9, 14]);
});
