import assert from "node:assert/strict";
import { test } from "node:test";

import { digitTyped, ownSet, setOn, symbolText } from "../../cpgen/web/static/play/symbols.js";

test("an author's symbols are shown instead of digits", () => {
  assert.equal(setOn("digits", "0 1 2 x", 4), "0 1 2 x");
  assert.equal(symbolText("0 1 2 x", 4), "x");
  assert.equal(setOn("letters", "0 1 2 x", 4), "letters");
});

test("symbols that are too few or not different are not used", () => {
  for (const wrong of ["", undefined, "A B C", "A A B C", "ABCD"]) assert.equal(ownSet(wrong, 4), "digits");
});

test("a key means the digit whose symbol it is", () => {
  assert.deepEqual(
    [..."012xX"].map((key) => digitTyped("0 1 2 x", 4, key)),
    [1, 2, 3, 4, 4],
  );
});
