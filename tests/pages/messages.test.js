import assert from "node:assert/strict";
import { test } from "node:test";

import { firstLine, StatedError, statedBy, textOfMessage } from "../../cpgen/web/static/studio/messages.js";

const TEXTS = {
  "list-comma": ", ",
  "list-and": " and ",
  "list-or": " or ",
  few: "{clues:clue} in {where}, {number}",
  boxes: "{count:box|boxes}",
  cages: "{count:look-and-say cage}",
  part: "row {row}",
  among: "choose {names:and} or {others:or}; not {rest}",
  needs: "{rule} needs {cells:empty cell}",
};
const TITLES = { rule: { "x-wing": "X-Wing" } };

const written = (key, values) => textOfMessage({ key, values }, TEXTS, (kind, name) => TITLES[kind]?.[name] ?? name);

test("a number is written with its noun", () => {
  assert.equal(written("few", { clues: 1, where: "box", number: 7 }), "1 clue in box, 7");
  assert.equal(written("few", { clues: 24, where: "box", number: 7 }), "24 clues in box, 7");
});

test("a noun may give its plural", () => {
  assert.equal(written("boxes", { count: 1 }), "1 box");
  assert.equal(written("boxes", { count: 0 }), "0 boxes");
  assert.equal(written("cages", { count: 2 }), "2 look-and-say cages");
});

test("a value may be a message", () => {
  assert.equal(
    written("few", { clues: 2, where: { key: "part", values: { row: 5 } }, number: 0 }),
    "2 clues in row 5, 0",
  );
});

test("lists are joined as their placeholder says", () => {
  const values = { names: ["a", "b", "c"], others: ["d", "e"], rest: ["f", "g"] };
  assert.equal(written("among", values), "choose a, b and c or d or e; not f, g");
  assert.equal(written("among", { names: ["a"], others: [], rest: [] }), "choose a or ; not ");
});

test("names are written as their titles", () => {
  assert.equal(written("needs", { rule: "x-wing", cells: 4 }), "X-Wing needs 4 empty cells");
});

test("errors state what the server said, or their own message", () => {
  const stated = { sentence: "It is wrong.", key: "few", values: {} };
  assert.equal(statedBy(new StatedError(stated)), stated);
  assert.deepEqual(statedBy(new Error("broken")), { sentence: "broken" });
});

test("a board below a sentence is not shown", () => {
  assert.equal(firstLine("It is wrong.\n12..\n.3.."), "It is wrong.");
});
