import assert from "node:assert/strict";
import { test } from "node:test";

import { addressOf, addressOfDrawing, askedFor } from "../../cpgen/web/static/studio/address.js";

const PUZZLE = "1...............";

globalThis.location = { pathname: "/" };

test("an address without a puzzle asks for the page that makes puzzles", () => {
  for (const fragment of ["", "#", "#x", "#puzzle=1...", "#layout=2x2&puzzle=12", "#exercise=0", "#exercise=x"])
    assert.deepEqual(askedFor(fragment), { name: "make" }, fragment);
});

test("an address asks for a puzzle to play or to explain, with its texts", () => {
  const fragment = `#layout=2x2&puzzle=${PUZZLE}&title=First&grade=easy`;
  const names = { title: "First", grade: "easy" };
  assert.deepEqual(askedFor(fragment), { name: "play", puzzle: PUZZLE, layout: "2x2", names, shared: null });
  assert.equal(askedFor(`${fragment}&view=explain`).name, "explain");
});

test("an address may hold what a player has entered", () => {
  const { shared } = askedFor(`#layout=2x2&puzzle=${PUZZLE}&filled=12..............&seconds=7`);
  assert.deepEqual([shared.game.digits.slice(0, 3), shared.seconds], [[1, 2, 0], 7]);
});

test("an address asks for an exercise by its number", () => {
  assert.deepEqual(askedFor("#exercise=3"), { name: "practise", number: 3 });
});

test("views are asked for by their own addresses", () => {
  const names = { title: "A & B" };
  for (const name of ["play", "explain"]) {
    const view = { name, puzzle: PUZZLE, layout: "AABB/AABB/CCDD/CCDD+cage 5: r1c1 r1c2" };
    const asked = askedFor(addressOf({ ...view, ...names }));
    assert.deepEqual(asked, { ...view, names, shared: null });
  }
  assert.deepEqual(askedFor(addressOf({ name: "practise", number: 2 })), { name: "practise", number: 2 });
  assert.equal(addressOf({ name: "make" }), "/");
});

test("an address may hold a drawing with open values", () => {
  const constraints = ["cage ?: r1c1 r1c2", "dot?: r3c1 r3c2"];
  const own = { cosmetics: "box at=0.5,0.5 fill=#8ab8e6", fog: "r1c1" };
  const plan = { board: { spec: "2x2" }, constraints, marks: [..."x..1"], rules: "Mine & yours.", ...own };
  const layout = "2x2+cage ?: r1c1 r1c2+dot?: r3c1 r3c2";
  const drawing = { layout, puzzle: "x..1", instructions: "Mine & yours.", ...own };
  assert.deepEqual(askedFor(addressOfDrawing(plan)), { name: "make", drawing });
});
