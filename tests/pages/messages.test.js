// Sentences made from keys and values.

import assert from "node:assert/strict";
import { test } from "node:test";

import { textOfMessage } from "../../cpgen/web/static/studio/messages.js";

const texts = { cells: "{count:open cell}", boxes: "{count:box|boxes}", cages: "{count:look-and-say cage}" };
const counted = (/** @type {string} */ key, /** @type {number} */ count) =>
  textOfMessage({ key, values: { count } }, texts, (_, name) => name);

test("a number agrees with its noun", () => {
  assert.equal(counted("cells", 1), "1 open cell");
  assert.equal(counted("cells", 2), "2 open cells");
  assert.equal(counted("cages", 2), "2 look-and-say cages");
});

test("a noun may give its plural", () => {
  assert.equal(counted("boxes", 1), "1 box");
  assert.equal(counted("boxes", 0), "0 boxes");
});
