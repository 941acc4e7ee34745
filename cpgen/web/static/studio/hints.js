// @ts-check
// Hints of the server for the current game.

import { candidatesOf } from "../play/hints.js";
import { cellName, digitsOf, lineOf, range, SYMBOLS } from "../play/layout.js";
import { lookedAt } from "../play/sentences.js";
import { sendToServer } from "./server.js";

const WIDE = "hodoku"; // the ladder that continues where the layout's own ends

/**
 * @typedef {import("../play/layout.js").Layout} Layout
 * @typedef {import("../play/hints.js").Found} Found
 * @typedef {import("../records.js").Hint} Answer
 * @typedef {import("../records.js").Mistake} Mistake
 * @typedef {import("../records.js").Finding} Finding
 */

/**
 * @typedef {object} Asked
 * @property {Layout} layout
 * @property {{puzzle: string, layout: string}} walkthrough
 * @property {import("../play/game.js").Game} game
 * @property {Set<string>} explained candidates that hints have eliminated, as keys of cell and digit
 * @property {string} language
 * @property {string} ladder
 */

/**
 * The server's hint for a game.
 * @param {Asked} asked
 * @returns {Promise<Found>}
 */
export async function serverHint(asked) {
  const { layout, language } = asked;
  const ladder = layout.constraints ? "" : asked.ladder; // only the puzzle's own has techniques for constraints
  const request = { ...requestOf(asked), ladder };
  const answer = await sendToServer("hint", request);
  if (answer.mistakes.length) return mistaken(layout, answer.mistakes);
  if (answer.findings) return hintOf(layout, answer, answer.complexity ?? null, language);
  if (answer.state !== "open") return { kind: "none" };
  if (ladder === WIDE) return { kind: "stuck" };
  const further = await sendToServer("hint", { ...request, ladder: WIDE });
  return further.findings ? hintOf(layout, further, null, language) : { kind: "stuck" };
}

/**
 * The server's answer why a cell cannot hold a digit.
 * @param {Asked & {cell: number, digit: number}} asked
 * @returns {Promise<import("../play/data.js").Refutation>}
 */
export async function serverRefutation(asked) {
  const { layout, cell, digit } = asked;
  const ladder = layout.constraints ? "" : asked.ladder;
  const about = { cell: cellName(layout, cell), digit: SYMBOLS[digit - 1] };
  const { sentences, contradiction } = await sendToServer("refute", { ...requestOf(asked), ...about, ladder });
  return { sentences, cells: contradiction.map((name) => cellOf(layout, name)) };
}

/**
 * A game as the server takes it; what was explained away is not among the marks.
 * @param {Asked} asked
 */
function requestOf({ layout, walkthrough, game, explained, language }) {
  /** @type {number[][]} */
  const left = candidatesOf(layout, game, explained);
  const isExplained = new Set([...explained].map((key) => Number(key.split("-")[0])));
  const marks = left.map((digits, cell) => {
    const noted = game.centre[cell] || isExplained.has(cell);
    return noted && !game.digits[cell] ? symbolsOf(digits) || game.centre[cell] : "";
  });
  const symbols = range(layout.size)
    .map((k) => `{${k + 1}}`)
    .join(" ");
  const { puzzle, layout: spec } = walkthrough;
  return { puzzle, layout: spec, digits: lineOf(game.digits), marks, lang: language, symbols };
}

/** @param {number[]} digits */
function symbolsOf(digits) {
  return digits.map((digit) => SYMBOLS[digit - 1]).join("");
}

/**
 * @param {Layout} layout
 * @param {Mistake[]} mistakes
 * @returns {Found}
 */
function mistaken(layout, mistakes) {
  const wrong = mistakes.filter(({ placed }) => placed);
  const cells = (wrong.length ? wrong : mistakes).map(({ cell }) => cellOf(layout, cell));
  return { kind: "mistake", cells, missing: wrong.length === 0 };
}

/**
 * The first finding of the server's round.
 * @param {Layout} layout
 * @param {Answer} answer
 * @param {number | null} complexity
 * @param {string} language
 * @returns {Found}
 */
function hintOf(layout, { rule, title = "", findings = [] }, complexity, language) {
  const [first] = findings;
  const cells = first.cells.map((cell) => cellOf(layout, cell));
  const houses = first.houses.map((name) => houseOf(layout, name));
  const parts = partsOf(layout, first);
  const finding = {
    cells,
    houses: lookedAt(layout, { houses, cells, parts }).map((house) => house.cells),
    placed: effectsOf(layout, first.placed),
    removed: effectsOf(layout, first.removed),
    where: { [language]: first.where ?? "" },
    look: { [language]: first.look ?? "" },
    sentence: { [language]: first.sentence },
    parts,
  };
  return { kind: "finding", round: { rule, title: { [language]: title }, complexity }, finding };
}

/**
 * @param {Layout} layout
 * @param {[cell: string, digit: string][]} pairs
 * @returns {import("../play/data.js").Effect[]}
 */
function effectsOf(layout, pairs) {
  return pairs.map(([cell, symbol]) => [cellOf(layout, cell), digitsOf(symbol)[0]]);
}

/**
 * @param {Layout} layout
 * @param {Finding} finding
 */
function partsOf(layout, { parts = [] }) {
  return parts.map((part) => ({
    ...part,
    house: part.house ? houseOf(layout, part.house) : null,
    cells: part.cells.map((cell) => cellOf(layout, cell)),
    digits: part.digits.flatMap(digitsOf),
  }));
}

/**
 * The cell of a name such as r1c2.
 * @param {Layout} layout
 * @param {string} name
 */
function cellOf({ size }, name) {
  const [, row, column] = /^r(\d+)c(\d+)$/.exec(name) ?? [];
  return (Number(row) - 1) * size + Number(column) - 1;
}

/**
 * The house of a name such as `row 3` or `extra house 1`.
 * @param {Layout} layout
 * @param {string} name
 */
function houseOf({ houses }, name) {
  const [, kind, number] = /^(\w+) (?:house )?(\d+)$/.exec(name) ?? [];
  const house = houses.find((one) => one.kind === kind && one.number === Number(number));
  if (!house) throw new Error(`no house is named ${name}`);
  return house;
}
