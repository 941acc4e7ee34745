import assert from "node:assert/strict";
import { test } from "node:test";

import { centreOf } from "../../cpgen/web/static/studio/gestures.js";
import { Pen, PICK } from "../../cpgen/web/static/studio/pen.js";
import { NOTHING_HELD } from "../../cpgen/web/static/studio/selection.js";
import { KINDS } from "./kinds.js";

const SIZE = 9;
const PLAIN = { shiftKey: false, ctrlKey: false, metaKey: false };
const SHIFT = { ...PLAIN, shiftKey: true };

/** A board on which constraints are drawn, without a server: each stays the object that it is drawn as. */
class Board {
  constructor() {
    this.kinds = Object.values(KINDS);
    this.choices = { cosmetics: [], fog: [] };
    this.texts = { language: "en" };
    this.state = {
      held: NOTHING_HELD,
      recent: [],
      symmetric: false,
      plan: { symmetry: "rot180", board: { size: SIZE }, constraints: [] },
      drawn: null,
    };
    this.constraints = this;
    this.pen = new Pen(this);
  }

  setState(changes) {
    this.state = { ...this.state, ...changes };
  }

  async edit(change) {
    const constraints = change(this.state.plan.constraints);
    const drawn = constraints.map((given) => ({
      given,
      cells: cellsOf(given),
      name: { en: given.kind },
      problem: null,
    }));
    this.setState({ plan: { ...this.state.plan, constraints }, drawn: { constraints: drawn } });
    return true;
  }
}

function cellsOf({ circle = [], cells = [], groups = [] }) {
  return [...circle, ...cells, ...groups.flat()].map((name) => {
    const [, row, column] = /r(\d)c(\d)/.exec(name);
    return (row - 1) * SIZE + Number(column) - 1;
  });
}

/** Draws strokes with a tool, one after the other; returns the constraints. */
async function drawn(board, tool, ...strokes) {
  if (board.state.held.tool !== tool) board.pen.take(tool);
  for (const cells of strokes) await stroke(board, cells);
  return board.state.plan.constraints;
}

/** A stroke of the pointer through the centres of cells, or a tap on one. */
async function stroke({ pen }, cells, event = PLAIN) {
  pen.press(centreOf(cells[0], SIZE), event);
  for (const cell of cells.slice(1)) pen.pass(centreOf(cell, SIZE));
  pen.release(centreOf(cells.at(-1), SIZE));
  await Promise.resolve();
  await Promise.resolve();
}

async function keys({ pen }, ...pressed) {
  for (const [key, cell] of pressed) pen.key(key, cell);
  await Promise.resolve();
  await Promise.resolve();
}

test("a stroke draws a constraint of the kind in hand, and chooses it", async () => {
  const board = new Board();
  assert.deepEqual(await drawn(board, "thermo", [0, 1, 2]), [{ kind: "thermo", cells: ["r1c1", "r1c2", "r1c3"] }]);
  assert.equal(board.state.held.chosen, 0);
  assert.deepEqual(board.state.held.cells, []);
});

test("the first cell of an arrow is its circle", async () => {
  const [arrow] = await drawn(new Board(), "arrow", [0, 10, 20]);
  assert.deepEqual(arrow, { kind: "arrow", circle: ["r1c1"], cells: ["r2c2", "r3c3"] });
});

test("a tap draws a kind that has one cell, but no line", async () => {
  assert.deepEqual(await drawn(new Board(), "cage", [4]), [{ kind: "cage", cells: ["r1c5"] }]);
  assert.deepEqual(await drawn(new Board(), "thermo", [4]), []);
});

test("a tap on a constraint of the kind chooses it", async () => {
  const board = new Board();
  const constraints = await drawn(board, "thermo", [0, 1], [9, 10], [1]);
  assert.equal(constraints.length, 2);
  assert.equal(board.state.held.chosen, 0);
});

test("a tap near an edge draws there once", async () => {
  const board = new Board();
  board.pen.take("white");
  const tap = async (point) => {
    board.pen.press(point, PLAIN);
    board.pen.release(point);
    await Promise.resolve();
  };
  await tap([0.5, 1.1]);
  assert.deepEqual(board.state.plan.constraints, [{ kind: "white", difference: 1, cells: ["r1c1", "r1c2"] }]);
  await tap([0.5, 0.9]);
  assert.equal(board.state.plan.constraints.length, 1);
});

test("a kind with groups waits for as many strokes as it needs", async () => {
  const board = new Board();
  assert.deepEqual(await drawn(board, "clone", [0, 1]), []);
  assert.deepEqual(board.state.held.groups, [[0, 1]]);
  const [clone] = await drawn(board, "clone", [9, 10]);
  assert.deepEqual(clone.groups, [
    ["r1c1", "r1c2"],
    ["r2c1", "r2c2"],
  ]);
});

test("a kind about the whole board is drawn when it is taken, and chosen after that", async () => {
  const board = new Board();
  board.pen.take("leaps");
  await Promise.resolve();
  board.pen.take("leaps");
  assert.deepEqual(board.state.plan.constraints, [{ kind: "leaps", pieces: ["king"] }]);
  assert.equal(board.state.held.chosen, 0);
});

test("a stroke with Shift adds to the chosen line, and takes away from a chosen cage", async () => {
  const board = new Board();
  await drawn(board, "thermo", [0, 1]);
  await stroke(board, [1, 2, 3], SHIFT);
  assert.deepEqual(board.state.plan.constraints[0].cells, ["r1c1", "r1c2", "r1c3", "r1c4"]);
  await drawn(board, "cage", [9, 10]);
  await stroke(board, [10, 11], SHIFT);
  assert.deepEqual(board.state.plan.constraints[1].cells, ["r2c1", "r2c3"]);
});

test("values are those of the constraint of this kind that was changed last", async () => {
  const board = new Board();
  await drawn(board, "leaps");
  await board.pen.change(0, { kind: "leaps", pieces: ["knight"] });
  board.pen.remove(0);
  board.pen.take("leaps");
  await Promise.resolve();
  assert.deepEqual(board.state.plan.constraints, [{ kind: "leaps", pieces: ["knight"] }]);
});

test("the tool for choosing goes through the constraints at a point", async () => {
  const board = new Board();
  await drawn(board, "thermo", [0, 1]);
  await drawn(board, "cage", [0, 9]);
  board.pen.take(PICK);
  const chosen = [];
  for (const cell of [0, 0, 0, 80]) {
    await stroke(board, [cell]);
    chosen.push(board.state.held.chosen);
  }
  assert.deepEqual(chosen, [1, 0, 1, -1]);
});

test("a line is drawn by keys: Space adds cells, Enter on the last one finishes", async () => {
  const board = new Board();
  board.pen.take("thermo");
  await keys(board, [" ", 0], [" ", 1], [" ", 2], [" ", 2], [" ", 10], ["Enter", 10]);
  assert.deepEqual(board.state.plan.constraints, [{ kind: "thermo", cells: ["r1c1", "r1c2", "r2c2"] }]);
});

test("an edge is drawn by keys on its two cells", async () => {
  const board = new Board();
  board.pen.take("less?");
  await keys(board, ["Enter", 0], ["Enter", 9]);
  assert.deepEqual(board.state.plan.constraints, [{ kind: "less?", cells: ["r1c1", "r2c1"] }]);
});

test("arrow keys go round the places outside the board", async () => {
  const board = new Board();
  board.pen.take("sandwich");
  await keys(board, ["ArrowRight", 0], ["ArrowRight", 0], ["Enter", 0]);
  const [{ kind, total, cells }] = board.state.plan.constraints;
  assert.deepEqual([kind, total, cells[0], cells.length], ["sandwich", "?", "r1c2", 9]);
  await keys(board, ["ArrowLeft", 0], ["ArrowLeft", 0]);
  assert.equal(board.state.held.place, 4 * SIZE - 1);
});

test("Escape gives up the stroke, then the choice, then the tool", async () => {
  const board = new Board();
  await drawn(board, "thermo", [0, 1]);
  await keys(board, [" ", 5], ["Escape", 5]);
  assert.deepEqual([board.state.held.cells, board.state.held.chosen], [[], 0]);
  await keys(board, ["Escape", 5]);
  assert.deepEqual([board.state.held.chosen, board.state.held.tool], [-1, "thermo"]);
  await keys(board, ["Escape", 5]);
  assert.equal(board.state.held.tool, "");
  assert.ok(!board.pen.key("Escape", 5), "without a tool, keys mean nothing to the pen");
});

test("Delete removes the chosen constraint, Backspace the last cell of a stroke first", async () => {
  const board = new Board();
  await drawn(board, "thermo", [0, 1]);
  await keys(board, [" ", 5], [" ", 6], ["Backspace", 6]);
  assert.deepEqual(board.state.held.cells, [5]);
  await keys(board, ["Escape", 6], ["Delete", 6]);
  assert.deepEqual(board.state.plan.constraints, []);
});

test("digits are kept for the value of the constraint", async () => {
  const board = new Board();
  await drawn(board, "cage", [0, 1]);
  await keys(board, ["1", 0], ["5", 0]);
  assert.equal(board.state.held.typed, "15");
});

test("a stroke that is taken away draws nothing", async () => {
  const board = new Board();
  board.pen.take("thermo");
  board.pen.press(centreOf(0, SIZE), PLAIN);
  board.pen.pass(centreOf(1, SIZE));
  board.pen.abandon();
  board.pen.release(centreOf(1, SIZE));
  assert.deepEqual(board.state.plan.constraints, []);
});

test("the names of the constraints on a cell are known", async () => {
  const board = new Board();
  await drawn(board, "thermo", [0, 1]);
  await drawn(board, "cage", [0, 9]);
  assert.deepEqual(board.pen.namesAt(0), ["thermo", "cage"]);
  assert.deepEqual(board.pen.namesAt(1), ["thermo"]);
});
