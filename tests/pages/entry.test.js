import assert from "node:assert/strict";
import { test } from "node:test";

import { entryOf, isSoundEntry, readEntry } from "../../cpgen/web/static/studio/entry.js";
import { nextMoment } from "../../cpgen/web/static/studio/ids.js";

const PUZZLE = "1...............";

test("equal puzzles have equal keys, and exercises keys of their own", () => {
  const start = { digits: PUZZLE, marks: ["1", "23"] };
  const made = { puzzle: PUZZLE, layout: "2x2" };
  assert.equal(entryOf(made).key, entryOf({ ...made, title: "A" }).key);
  const keys = [entryOf(made), entryOf(made, "exercises"), entryOf({ ...made, start }, "exercises")].map(
    ({ key }) => key,
  );
  assert.equal(new Set(keys).size, 3);
  assert.equal(entryOf(made).clues, 1);
});

test("an entry needs a board and a puzzle of its size", () => {
  const isSound = (record) => isSoundEntry(record);
  assert.ok(isSound({ puzzle: PUZZLE, layout: "2x2" }));
  assert.ok(isSound({ puzzle: PUZZLE, layout: "AABB/AABB/CCDD/CCDD+diagonals+cage 5: r1c1 r1c2" }));
  assert.ok(isSound({ puzzle: PUZZLE, layout: "2x2", list: "exercises", sought: {} }));
  const bad = [
    null,
    7,
    {},
    { puzzle: PUZZLE },
    { puzzle: `5${PUZZLE.slice(1)}`, layout: "2x2" },
    { puzzle: `${PUZZLE}.`, layout: "2x2" },
    { puzzle: PUZZLE, layout: "3x3" },
    { puzzle: PUZZLE, layout: "AABB/AABB/CCDD/CCD" },
    { puzzle: PUZZLE, layout: "2x2", list: "exercises" },
  ];
  for (const record of bad) assert.ok(!isSound(record), JSON.stringify(record));
});

test("an entry is read with whatever fits of its own parts", () => {
  const damaged = {
    puzzle: PUZZLE,
    layout: "2x2",
    title: 3,
    author: "Ann",
    stars: 99,
    added: "x",
    place: null,
    grade: 1,
  };
  const { title, author, note, stars, added, place, grade } = readEntry(damaged);
  assert.deepEqual([title, author, note, stars, place, grade], ["", "Ann", "", 5, undefined, null]);
  assert.ok(Number.isFinite(added));
  const { stars: none } = readEntry({ ...damaged, stars: -1 });
  assert.equal(none, 0);
});

test("moments only grow", () => {
  const moments = Array.from({ length: 100 }, nextMoment);
  assert.deepEqual(
    moments,
    [...new Set(moments)].sort((one, other) => one - other),
  );
});
