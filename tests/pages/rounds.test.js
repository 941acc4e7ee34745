import assert from "node:assert/strict";
import { test } from "node:test";

import { digitsOf, layoutOf } from "../../cpgen/web/static/play/layout.js";
import { gamesOfRounds, outcomeOfRound, sceneOfRound } from "../../cpgen/web/static/studio/rounds.js";

const LAYOUT = layoutOf("2x2");
const CLUES = digitsOf("12..............");
const finding = (parts) => ({ cells: [], houses: [], placed: [], removed: [], look: {}, sentence: {}, ...parts });
const PAIR = { findings: [finding({ removed: [[5, 3]], cells: [4, 5], houses: [[4, 5, 6, 7]] })] };
const SINGLE = { findings: [finding({ placed: [[2, 3]], cells: [2] })] };

test("the boards of an explanation begin with all candidates and follow the rounds", () => {
  const games = gamesOfRounds(LAYOUT, CLUES, [PAIR, SINGLE]);
  assert.deepEqual(
    games.map(({ centre, digits }) => [centre[5], centre[3], digits[2]]),
    [
      ["34", "34", 0],
      ["4", "34", 0],
      ["4", "4", 3],
    ],
  );
});

test("a round shows its cells and houses, and what it removes", () => {
  const [game] = gamesOfRounds(LAYOUT, CLUES, []);
  const { sets, effects, figure, game: shown } = sceneOfRound(LAYOUT, CLUES, PAIR, game);
  assert.deepEqual(
    [[...sets.focus], [...sets.look]],
    [
      [4, 5],
      [4, 5, 6, 7],
    ],
  );
  assert.deepEqual([effects.placed, effects.removed, figure], [[], [[5, 3]], null]);
  assert.equal(shown, game);
});

test("a round that places digits is seen without marks", () => {
  const [game] = gamesOfRounds(LAYOUT, CLUES, []);
  assert.ok(sceneOfRound(LAYOUT, CLUES, SINGLE, game).game.centre.every((marks) => marks === ""));
});

test("more than three houses are not shaded", () => {
  const [game] = gamesOfRounds(LAYOUT, CLUES, []);
  const houses = LAYOUT.houses.slice(0, 4).map(({ cells }) => cells);
  assert.equal(sceneOfRound(LAYOUT, CLUES, { findings: [finding({ houses })] }, game).sets.look.size, 0);
});

test("without rounds, the board alone is shown", () => {
  const [game] = gamesOfRounds(LAYOUT, CLUES, []);
  const { sets, effects } = sceneOfRound(LAYOUT, CLUES, undefined, game);
  assert.deepEqual([sets.focus.size, sets.look.size, effects], [0, 0, { placed: [], removed: [] }]);
});

test("what a round does is written in short, each once", () => {
  assert.equal(outcomeOfRound(SINGLE, 4), "r1c3=3");
  const removed = [0, 1, 2, 3, 3].map((cell) => [cell, 4]);
  assert.equal(outcomeOfRound({ findings: [finding({ removed })] }, 4), "r1c1≠4 r1c2≠4 r1c3≠4 …");
});
