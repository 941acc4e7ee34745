// @ts-check
// Hints of the server for a game as it is.

import { candidatesOf } from "../play/hints.js";
import { digitsOf, lineOf, range, SYMBOLS } from "../play/layout.js";
import { lookedAt } from "../play/sentences.js";
import { sendToServer } from "./server.js";

const WIDE = "hodoku"; // the ladder that continues where the layout's own ends

/** The server's hint for a game. */
export async function serverHint(asked) {
  const { layout, language, ladder } = asked;
  const request = { ...requestOf(asked), ladder };
  const answer = await sendToServer("hint", request);
  if (answer.mistakes.length) return mistaken(layout, answer.mistakes);
  if (answer.findings) return hintOf(layout, answer, language);
  if (answer.state !== "open") return { kind: "none" };
  if (ladder === WIDE) return { kind: "stuck" };
  const further = await sendToServer("hint", { ...request, ladder: WIDE });
  return further.findings ? hintOf(layout, { ...further, complexity: null }, language) : { kind: "stuck" };
}

/** A game as the server takes it; what was explained away is not among the marks. */
function requestOf({ layout, walkthrough, game, explained, language }) {
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

function symbolsOf(digits) {
  return digits.map((digit) => SYMBOLS[digit - 1]).join("");
}

function mistaken(layout, mistakes) {
  const wrong = mistakes.filter(({ placed }) => placed);
  const cells = (wrong.length ? wrong : mistakes).map(({ cell }) => cellOf(layout, cell));
  return { kind: "mistake", cells, missing: wrong.length === 0 };
}

/** The first finding of the server's round. */
function hintOf(layout, { title, complexity, findings: [first] }, language) {
  const effects = (pairs) => pairs.map(([cell, symbol]) => [cellOf(layout, cell), ...digitsOf(symbol)]);
  const cells = first.cells.map((cell) => cellOf(layout, cell));
  const houses = first.houses.map((name) => houseOf(layout, name));
  const parts = (first.parts ?? []).map((part) => ({
    ...part,
    house: part.house && houseOf(layout, part.house),
    cells: part.cells.map((cell) => cellOf(layout, cell)),
    digits: part.digits.flatMap(digitsOf),
  }));
  const finding = {
    cells,
    houses: lookedAt(layout, { houses, cells, parts }).map((house) => house.cells),
    placed: effects(first.placed),
    removed: effects(first.removed),
    look: { [language]: first.look },
    sentence: { [language]: first.sentence },
    parts,
  };
  return { kind: "finding", round: { title: { [language]: title }, complexity }, finding };
}

/** The cell of a name such as r1c2. */
function cellOf({ size }, name) {
  const [row, column] = /^r(\d+)c(\d+)$/.exec(name).slice(1).map(Number);
  return (row - 1) * size + column - 1;
}

/** The house of a name such as `row 3` or `extra house 1`. */
function houseOf({ houses }, name) {
  const [, kind, number] = /^(\w+) (?:house )?(\d+)$/.exec(name);
  return houses.find((house) => house.kind === kind && house.number === Number(number));
}
