import assert from "node:assert/strict";
import { test } from "node:test";

import { textsOf } from "../../cpgen/web/static/play/texts.js";
import { cellTitle, gradeTitle, kindTitle, ladderTitle } from "../../cpgen/web/static/studio/names.js";
import { CHOICES } from "./choices.js";
import { KINDS } from "./kinds.js";

const WORDS = {
  en: {
    "grade-any": "Any grade",
    "ladder-hodoku": "HoDoKu's ladder",
    "kind-jigsaw": "Jigsaw",
    cell: "row {row}, column {column}",
  },
  ja: { "grade-any": "すべて", cell: "{row}行{column}列" },
};
const hard = { name: "hard", japanese: "難しい", default: true };
const own = { name: "devilish", japanese: "", default: false };
const choices = {
  ...CHOICES,
  ladders: [{ ...CHOICES.ladders[0], grades: [hard] }],
  constraints: [{ ...KINDS.cage, title: { en: "Cage", ja: "ケージ" } }],
};
const studioIn = (language) => ({
  choices,
  texts: textsOf(WORDS, language),
  planned: { board: { ...CHOICES.layouts[0], grades: [own] } },
});

test("a grade is named by a text, by its ladder, or as it is written", () => {
  const titles = (language) =>
    ["any", "hard", "devilish", "unknown"].map((name) => gradeTitle(studioIn(language), name));
  assert.deepEqual(titles("en"), ["Any grade", "Hard", "Devilish", "Unknown"]);
  assert.deepEqual(titles("ja"), ["すべて", "難しい", "Devilish", "Unknown"]);
});

test("a ladder without a text has its own name", () => {
  const { texts } = studioIn("en");
  assert.deepEqual([ladderTitle(texts, "hodoku"), ladderTitle(texts, "mine")], ["HoDoKu's ladder", "mine"]);
});

test("a kind of board is named with what it has besides", () => {
  assert.equal(kindTitle(studioIn("en"), "jigsaw+cage+other"), "Jigsaw + Cage + other");
});

test("a cell is named by its row and column", () => {
  assert.equal(cellTitle(studioIn("en").texts, 13, 9), "row 2, column 5");
  assert.equal(cellTitle(studioIn("ja").texts, 13, 9), "2行5列");
});
