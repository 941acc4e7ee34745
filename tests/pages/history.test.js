import assert from "node:assert/strict";
import { test } from "node:test";

import { newGame } from "../../cpgen/web/static/play/game.js";
import { areMoves, History } from "../../cpgen/web/static/play/history.js";

const first = newGame([0, 0, 3]);
const withDigit = (game, cell, digit) => ({ ...game, digits: game.digits.with(cell, digit) });
const second = withDigit(first, 0, 1);
const third = { ...second, corner: ["", "12", ""] };

test("moves are taken back and done again", () => {
  const whole = new History(first).with(second).with(third);
  assert.deepEqual([whole.undone().now, whole.undone().undone().now], [second, first]);
  assert.deepEqual(whole.undone().undone().redone().redone().now, third);
  assert.deepEqual(whole.now, third, "it stays as it was");
  assert.deepEqual([whole.canUndo, whole.canRedo, whole.undone().canRedo], [true, false, true]);
});

test("the ends of a history are not passed", () => {
  const history = new History(first);
  assert.equal(history.undone(), history);
  assert.equal(history.redone(), history);
});

test("a move that changes nothing is none, and a new one forgets what was taken back", () => {
  const history = new History(first).with(second);
  assert.equal(history.with({ ...second }), history);
  const other = history.undone().with(third);
  assert.deepEqual([other.canRedo, other.now], [false, third]);
});

test("a move is kept as what it changed, and read again", () => {
  const { moves } = new History(first).with(second).with(third);
  assert.deepEqual(moves.done, [[["digits", 0, 0, 1]], [["corner", 1, "", "12"]]]);
  const kept = JSON.parse(JSON.stringify(moves));
  assert.ok(areMoves(kept, third));
  assert.deepEqual(new History(third, kept).undone().undone().now, first);
});

test("what is no list of moves of this game is refused", () => {
  const change = (...values) => ({ done: [[values]], undone: [] });
  const damaged = [
    undefined,
    3,
    {},
    { done: [["digits", 0]], undone: [] },
    change("digits", 99, 0, 1),
    change("digits", 0, 0, "1"),
    change("digits", 0, 0),
    change("constructor", 0, 0, 1),
    { done: [] },
  ];
  for (const kept of damaged) assert.ok(!areMoves(kept, first), JSON.stringify(kept));
});
