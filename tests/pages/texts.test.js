// The texts of the pages: values, and numbers with their nouns.

import assert from "node:assert/strict";
import test from "node:test";
import { textsOf } from "../../cpgen/web/static/play/texts.js";

const texts = textsOf({ en: { steps: "{steps:step} in {name}", boxes: "{count:box|boxes}" } }, "en");

test("a number is followed by its noun", () => {
  assert.equal(texts("steps", { steps: 1, name: "r1c1" }), "1 step in r1c1");
  assert.equal(texts("steps", { steps: 34, name: "r1c1" }), "34 steps in r1c1");
});

test("a noun can give its plural", () => {
  assert.equal(texts("boxes", { count: 1 }), "1 box");
  assert.equal(texts("boxes", { count: 0 }), "0 boxes");
});
