import assert from "node:assert/strict";
import { test } from "node:test";

import { newGame, withMark } from "../../cpgen/web/static/play/game.js";
import { digitsOf, lineOf } from "../../cpgen/web/static/play/layout.js";
import { fragmentOf, namesOf, readFragment } from "../../cpgen/web/static/play/link.js";
import { SMALL } from "./boards.js";

const game = newGame(digitsOf(SMALL.puzzle));

test("a link carries a puzzle with its names, what is written, and the time", () => {
  const marks = withMark(withMark(withMark(game, "corner", [1], 3), "centre", [2, 3], 4), "colour", [0], 9);
  const written = { ...marks, digits: marks.digits.with(0, 2) };
  const named = { ...SMALL, title: "Four & more", author: "作者", ladder: [["x", 1]] };
  const read = readFragment(`#${fragmentOf(named, written, 75)}`);
  assert.deepEqual(read, {
    layout: "2x2",
    puzzle: SMALL.puzzle,
    names: { title: "Four & more", author: "作者" },
    game: written,
    seconds: 75,
    damaged: false,
  });
});

test("a bare puzzle is a new game", () => {
  assert.deepEqual(readFragment(`layout=2x2&puzzle=${SMALL.puzzle}`)?.game, game);
  assert.equal(fragmentOf(SMALL, game, 0), `layout=2x2&puzzle=${SMALL.puzzle}`);
});

test("what is no puzzle is refused", () => {
  const bad = [
    "#nonsense",
    "#%",
    "#layout=99x99&puzzle=12",
    "#layout=2x2&puzzle=5...............",
    "#layout=2x2&puzzle=...",
    "#layout=AB/CD%2B..&puzzle=1...",
    `#layout=${"A".repeat(20001)}&puzzle=1`,
  ];
  for (const fragment of bad) assert.equal(readFragment(fragment), null, fragment.slice(0, 40));
});

test("damaged parts of a game are left out and reported; clues stay", () => {
  const base = `layout=2x2&puzzle=${SMALL.puzzle}`;
  for (const part of ["filled=12", "filled=9999999999999999", "centre=1,2", `colour=${",x".repeat(15)}`]) {
    const read = readFragment(`${base}&${part}`);
    assert.deepEqual([read?.damaged, read?.game], [true, game], part);
  }
  const other = readFragment(`${base}&filled=1111111111111111`);
  assert.equal(lineOf(other?.game.digits ?? []), "1111113231111111");
});

test("times are whole seconds below a hundred hours", () => {
  const seconds = (text) => readFragment(`layout=2x2&puzzle=${SMALL.puzzle}&seconds=${text}`)?.seconds;
  assert.deepEqual(["7.9", "-5", "x", "1e9"].map(seconds), [7, 0, 0, 359999]);
});

test("names are texts of some length", () => {
  const names = namesOf({ title: "t".repeat(300), author: "", grade: null, ladder: [["x", 1]] });
  assert.deepEqual(names, { title: "t".repeat(200) });
});

test("drawings, fog and the author's message travel with a link", () => {
  const looks = { cosmetics: "box at=0.5,0.5 fill=#ff0000", fog: "r1c1", message: "Well done" };
  const { names } = readFragment(fragmentOf({ ...SMALL, ...looks }, newGame(digitsOf(SMALL.puzzle)), 0));
  assert.deepEqual(names, looks);
});
