// @ts-check
// The player's digits and marks, and their consequences. Games are immutable: every move makes a new one.

import { range, SYMBOLS } from "./layout.js";

/** The kinds of marks. @type {("corner" | "centre" | "colour")[]} */
export const MARKS = ["corner", "centre", "colour"];

/**
 * @typedef {import("./layout.js").Layout} Layout
 * @typedef {"corner" | "centre" | "colour"} MarkKind
 * Digits (clues included, 0 for an open cell) and the kinds of marks, the symbols of a cell's marks in a text.
 * @typedef {{digits: number[], corner: string[], centre: string[], colour: string[]}} Game
 */

/**
 * The game that begins with these clues.
 * @param {number[]} clues
 * @returns {Game}
 */
export function newGame(clues) {
  const empty = () => clues.map(() => "");
  return { digits: [...clues], corner: empty(), centre: empty(), colour: empty() };
}

/**
 * The digit in all cells; where all have it already, it goes. `tidy` takes the marks away that it rules out.
 * @param {Layout} layout
 * @param {number[]} clues
 * @param {Game} game
 * @param {number[]} cells
 * @param {number} digit
 * @param {boolean} tidy
 * @returns {Game}
 */
export function withDigit(layout, clues, game, cells, digit, tidy) {
  const open = cells.filter((cell) => !clues[cell]);
  const put = open.every((cell) => game.digits[cell] === digit) ? 0 : digit;
  const digits = changed(game.digits, open, () => put);
  const cleared = { ...game, digits, ...emptied(game, open) };
  const peers = open.flatMap((cell) => layout.peers[cell]);
  return tidy && put ? withoutMarks(cleared, peers, put) : cleared;
}

/**
 * Marks of digits without those of some cells.
 * @param {Game} game
 * @param {number[]} cells
 */
function emptied({ corner, centre }, cells) {
  const empty = () => "";
  return { corner: changed(corner, cells, empty), centre: changed(centre, cells, empty) };
}

/**
 * @param {Game} game
 * @param {number[]} cells
 * @param {number} digit
 * @returns {Game}
 */
function withoutMarks(game, cells, digit) {
  const without = (/** @type {string} */ marks) => marks.replace(SYMBOLS[digit - 1], "");
  return { ...game, corner: changed(game.corner, cells, without), centre: changed(game.centre, cells, without) };
}

/**
 * The mark of a kind in all cells that can have it; where all have it already, it goes.
 * @param {Game} game
 * @param {MarkKind} kind
 * @param {number[]} cells
 * @param {number} digit
 * @returns {Game}
 */
export function withMark(game, kind, cells, digit) {
  const marked = cells.filter((cell) => kind === "colour" || !game.digits[cell]);
  const symbol = SYMBOLS[digit - 1];
  const present = marked.every((cell) => game[kind][cell].includes(symbol));
  const flip = (/** @type {string} */ marks) =>
    present ? marks.replace(symbol, "") : marks.includes(symbol) ? marks : sorted(marks + symbol);
  return { ...game, [kind]: changed(game[kind], marked, flip) };
}

/**
 * The cells without their colours.
 * @param {Game} game
 * @param {number[]} cells
 * @returns {Game}
 */
export function withoutColours(game, cells) {
  return { ...game, colour: changed(game.colour, cells, () => "") };
}

/**
 * The cells emptied: their digits, or their marks where there is no digit.
 * @param {number[]} clues
 * @param {Game} game
 * @param {number[]} cells
 * @returns {Game}
 */
export function erased(clues, game, cells) {
  const open = cells.filter((cell) => !clues[cell]);
  const marked = open.filter((cell) => !game.digits[cell]);
  return { ...game, digits: changed(game.digits, open, () => 0), ...emptied(game, marked) };
}

/**
 * Centre marks in every open cell: the digits that no cell it sees shows, and that are left.
 * @param {Layout} layout
 * @param {Game} game
 * @param {(cell: number, digit: number) => boolean} isLeft
 * @returns {Game}
 */
export function withAllMarks(layout, game, isLeft = () => true) {
  const all = [...SYMBOLS.slice(0, layout.size)];
  const marks = game.digits.map((digit, cell) => {
    if (digit) return "";
    const shown = new Set(layout.peers[cell].map((peer) => game.digits[peer]));
    return all.filter((_, k) => !shown.has(k + 1) && isLeft(cell, k + 1)).join("");
  });
  return { ...game, centre: marks };
}

/**
 * Applies a finding: places its digits, or removes its candidates from the centre marks.
 * @param {Layout} layout
 * @param {number[]} clues
 * @param {Game} game
 * @param {import("./data.js").Effects} finding
 * @param {boolean} tidy
 */
export function withFinding(layout, clues, game, finding, tidy) {
  const missing = finding.placed.filter(([cell, digit]) => game.digits[cell] !== digit);
  const placed = missing.reduce((now, [cell, digit]) => withDigit(layout, clues, now, [cell], digit, tidy), game);
  return finding.removed.reduce((now, [cell, digit]) => withoutMarks(now, [cell], digit), placed);
}

/**
 * The cells whose digit is seen by the same digit.
 * @param {Layout} layout
 * @param {number[]} digits
 */
export function conflicts(layout, digits) {
  return cellsWhere(digits, (digit, cell) => digit > 0 && layout.peers[cell].some((peer) => digits[peer] === digit));
}

/**
 * The cells whose digit is not the solution's.
 * @param {number[]} digits
 * @param {number[]} solution
 */
export function mistakes(digits, solution) {
  return cellsWhere(digits, (digit, cell) => digit > 0 && digit !== solution[cell]);
}

/**
 * Returns true if the board is full and correct; without a known solution, if it has no conflicts.
 * @param {Layout} layout
 * @param {number[]} digits
 * @param {number[] | null} solution
 */
export function isSolved(layout, digits, solution) {
  if (digits.includes(0)) return false;
  return (solution ? mistakes(digits, solution) : conflicts(layout, digits)).size === 0;
}

/**
 * The number of each digit (from 1) still to be placed.
 * @param {number} size
 * @param {number[]} digits
 * @returns {number[]}
 */
export function remaining(size, digits) {
  const left = Array(size).fill(size);
  for (const digit of digits) if (digit) left[digit - 1] -= 1;
  return left;
}

/**
 * The cells whose content passes a test, which also gets the cell.
 * @template T
 * @param {T[]} contents
 * @param {(content: T, cell: number) => boolean} test
 */
export function cellsWhere(contents, test) {
  return new Set(range(contents.length).filter((cell) => test(contents[cell], cell)));
}

/**
 * @template T
 * @param {T[]} values
 * @param {number[]} cells
 * @param {(value: T) => T} change
 */
function changed(values, cells, change) {
  const copy = [...values];
  for (const cell of cells) copy[cell] = change(copy[cell]);
  return copy;
}

/** @param {string} marks */
function sorted(marks) {
  return [...marks].sort((one, other) => SYMBOLS.indexOf(one) - SYMBOLS.indexOf(other)).join("");
}
