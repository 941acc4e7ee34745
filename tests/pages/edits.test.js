import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { Edits } from "../../cpgen/web/static/studio/edits.js";
import { NOTHING_HELD } from "../../cpgen/web/static/studio/selection.js";
import { withCell } from "../../cpgen/web/static/studio/marks.js";
import { firstPlan, withBoard } from "../../cpgen/web/static/studio/plan.js";
import { entryOf } from "../../cpgen/web/static/studio/entry.js";
import { CHOICES } from "./choices.js";

const PUZZLES = ["1...............", "12.............."].map((puzzle) => entryOf({ puzzle, layout: "2x2" }));
const [FIRST, SECOND] = PUZZLES;

globalThis.document = { addEventListener: () => undefined };

/** A studio with edits alone; it remembers what is stored. */
class Studio {
  constructor() {
    const plan = { ...firstPlan(CHOICES), symmetry: "none" };
    const puzzles = new Map(PUZZLES.map((entry) => [entry.key, entry]));
    this.state = { plan, puzzles, past: [], future: [], chosen: new Set(), message: null };
    this.pen = { emptied: NOTHING_HELD };
    this.kept = [];
    this.projects = { keep: (change) => this.kept.push(change) };
    this.edits = new Edits(this);
  }

  setState(changes) {
    Object.assign(this.state, changes);
  }

  followPlan() {}

  /** Chooses cells, each in a step of its own but for those of one stroke. */
  mark(cells, stroke = null) {
    for (const cell of cells) this.edits.changePlan(withCell(this.state.plan, cell, true), stroke);
  }

  get marked() {
    return this.state.plan.marks.flatMap((mark, cell) => (mark === "." ? [] : [cell]));
  }
}

let studio;

beforeEach(() => {
  studio = new Studio();
});

test("changes are undone and redone one by one", () => {
  studio.mark([0, 5]);
  studio.edits.undo();
  assert.deepEqual(studio.marked, [0]);
  studio.edits.undo();
  studio.edits.undo();
  assert.deepEqual(studio.marked, []);
  studio.edits.redo();
  studio.edits.redo();
  assert.deepEqual(studio.marked, [0, 5]);
});

test("a stroke is one step", () => {
  studio.mark([0]);
  studio.mark([1, 2, 3], "stroke 1");
  studio.mark([4], "stroke 2");
  studio.edits.undo();
  assert.deepEqual(studio.marked, [0, 1, 2, 3]);
  studio.edits.undo();
  assert.deepEqual(studio.marked, [0]);
});

test("a change after an undo leaves nothing to redo", () => {
  studio.mark([0]);
  studio.edits.undo();
  studio.mark([7]);
  studio.edits.redo();
  assert.deepEqual(studio.marked, [7]);
});

test("a plan that is the same is no step", () => {
  studio.edits.changePlan({ ...studio.state.plan });
  assert.deepEqual([studio.state.past.length, studio.kept.length], [0, 0]);
});

test("a change can be taken back by itself, whatever was done since", () => {
  const back = studio.edits.makeChange({ puzzles: [[FIRST.key, null]] });
  studio.mark([3]);
  back();
  assert.ok(studio.state.puzzles.has(FIRST.key));
  assert.deepEqual(studio.marked, [3]);
  studio.edits.undo();
  assert.ok(!studio.state.puzzles.has(FIRST.key), "taking back is a step as well");
});

test("the latest change is taken back as an undo", () => {
  const back = studio.edits.makeChange({ puzzles: [[FIRST.key, null]] });
  back();
  assert.deepEqual([studio.state.past.length, studio.state.future.length], [0, 1]);
});

test("another board and its pattern are undone together", () => {
  studio.mark([0]);
  studio.edits.changePlan(withBoard(studio.state.plan, CHOICES.layouts[1]));
  assert.deepEqual([studio.state.plan.marks.length, studio.marked], [16, []]);
  studio.edits.undo();
  assert.deepEqual([studio.state.plan.marks.length, studio.marked], [81, [0]]);
});

test("each change is stored, undone ones as well", () => {
  studio.mark([0]);
  studio.edits.undo();
  assert.deepEqual(
    studio.kept.map(({ plan }) => plan.marks[0]),
    ["x", "."],
  );
});

test("puzzles that go are no longer chosen", () => {
  studio.setState({ chosen: new Set([FIRST.key, SECOND.key]) });
  studio.edits.makeChange({ puzzles: [[FIRST.key, null]] });
  assert.deepEqual([...studio.state.chosen], [SECOND.key]);
});

test("no more than 500 steps are kept", () => {
  for (let round = 0; round < 260; round += 1) {
    studio.edits.changePlan(withCell(studio.state.plan, 0, true));
    studio.edits.changePlan(withCell(studio.state.plan, 0, false));
  }
  assert.equal(studio.state.past.length, 500);
});
