import assert from "node:assert/strict";
import { test } from "node:test";

import {
  asKind,
  canJoin,
  halves,
  isAlike,
  joined,
  moved,
  reordered,
  WAYS,
} from "../../cpgen/web/static/studio/arranging.js";
import { branches, snapshotsOf, withSnapshot } from "../../cpgen/web/static/studio/snapshots.js";
import { images } from "../../cpgen/web/static/studio/symmetry.js";
import { KINDS } from "./kinds.js";

const CAGE = { kind: "cage", total: 10, cells: ["r1c1", "r1c2", "r2c2"] };

test("a constraint moves as far as the board reaches", () => {
  assert.deepEqual(moved(KINDS.cage, CAGE, WAYS.right, 9).cells, ["r1c2", "r1c3", "r2c3"]);
  assert.equal(moved(KINDS.cage, CAGE, WAYS.up, 9), null);
});

test("a constraint turns and is mirrored on the whole board", () => {
  assert.deepEqual(moved(KINDS.cage, CAGE, WAYS.turn, 9).cells, ["r1c9", "r2c9", "r2c8"]);
  assert.deepEqual(moved(KINDS.cage, CAGE, WAYS.mirror, 9).cells, ["r1c9", "r1c8", "r2c8"]);
});

test("joined cages have the sum of their totals", () => {
  const other = { kind: "cage", total: 5, cells: ["r2c3", "r2c4"] };
  assert.ok(canJoin([KINDS.cage, KINDS.cage]));
  assert.ok(!canJoin([KINDS.cage]));
  assert.deepEqual(joined(KINDS.cage, [CAGE, other]), { ...CAGE, total: 15, cells: [...CAGE.cells, ...other.cells] });
  assert.equal(joined(KINDS.cage, [CAGE, { ...other, total: "?" }]).total, "?");
});

test("halves of a cage are made of neighbours, with open totals", () => {
  const [one, other] = halves(KINDS.cage, { ...CAGE, cells: ["r2c2", "r1c1", "r1c2", "r2c1"] }, 9);
  assert.deepEqual([one.cells, other.cells, one.total], [["r1c1", "r1c2"], ["r2c2", "r2c1"], "?"]);
});

test("a constraint becomes one of a kind that is drawn the same way", () => {
  assert.ok(isAlike(KINDS.thermo, KINDS.arrow));
  assert.ok(!isAlike(KINDS.thermo, KINDS.cage));
  const line = { kind: "thermo", cells: ["r1c1", "r1c2", "r1c3"] };
  assert.deepEqual(asKind(KINDS.thermo, line, KINDS.arrow), {
    kind: "arrow",
    circle: ["r1c1"],
    cells: ["r1c2", "r1c3"],
  });
});

test("items move earlier and later past the others", () => {
  assert.deepEqual(reordered(["a", "b", "c", "d"], new Set([2, 3]), -1), ["a", "c", "d", "b"]);
  assert.deepEqual(reordered(["a", "b", "c"], new Set([2]), 1), ["a", "b", "c"]);
});

test("a stroke has an image for each symmetry, but not itself again", () => {
  assert.deepEqual(images(4, "rot180", [0, 1]), [
    [0, 1],
    [15, 14],
  ]);
  assert.equal(images(4, "full", [0, 1]).length, 8);
  assert.equal(images(3, "rot180", [3, 4, 5]).length, 1);
});

test("going back to a snapshot begins a branch", () => {
  let plan = {
    board: { spec: "2x2" },
    constraints: [],
    marks: [..."x..1"],
    rules: "",
    aside: [],
    snapshots: ["damaged"],
  };
  const ids = [];
  for (const from of [0, 1, 1, 2]) {
    const taken = withSnapshot(plan, "one", ids[from - 1] ?? "");
    plan = taken.plan;
    ids.push(taken.id);
  }
  const tree = branches(snapshotsOf(plan)).map(({ one, depth }) => [ids.indexOf(one.id), depth]);
  assert.deepEqual(tree, [
    [0, 0],
    [1, 0],
    [3, 0],
    [2, 1],
  ]);
});
