// @ts-check
// The pattern of a plan: a mark for each cell, and the order of digits along a run. Text stays as it was typed.

import { SYMBOLS } from "../play/layout.js";
import { orbit } from "./symmetry.js";

/** @typedef {import("./plan.js").Plan} Plan */

/** The grade of every puzzle, and the run of any name. */
export const ANY = "any";

/** @param {Plan["board"]} board */
export function emptyMarks({ size }) {
  return Array.from({ length: size ** 2 }, () => ".");
}

/**
 * The plan with a cell and its symmetric cells chosen or not. Cells that are no longer chosen lose their fixed digits.
 * @param {Plan} plan
 * @param {number} cell
 * @param {boolean} chosen
 */
export function withCell(plan, cell, chosen) {
  const cells = new Set(orbit(plan.board.size, plan.symmetry, cell));
  const changed = (/** @type {string} */ mark) => (!chosen ? "." : mark === "." ? "x" : mark);
  return withMarks(
    plan,
    plan.marks.map((mark, place) => (cells.has(place) ? changed(mark) : mark)),
  );
}

/**
 * The plan with a digit fixed in a cell, or, where it is fixed already, left open again.
 * @param {Plan} plan
 * @param {number} cell
 * @param {number} digit
 */
export function withFixed(plan, cell, digit) {
  const symbol = SYMBOLS[digit - 1];
  const fixed = plan.marks[cell] === symbol ? "x" : symbol;
  const { marks } = withCell(plan, cell, true);
  return withMarks(
    plan,
    marks.map((mark, place) => (place === cell ? fixed : mark)),
  );
}

/**
 * The plan with other marks in some cells alone, whatever the symmetry is.
 * @param {Plan} plan
 * @param {[cell: number, mark: string][]} pairs each mark is a digit that is fixed, or x for an open one
 */
export function withDigits(plan, pairs) {
  const changed = new Map(pairs);
  return withMarks(
    plan,
    plan.marks.map((mark, cell) => changed.get(cell) ?? mark),
  );
}

/**
 * Returns true if marks fill a board, each a dot, an x, or a digit of the board.
 * @param {string[]} marks
 * @param {number} size of the board
 */
export function isPattern(marks, size) {
  const known = [".", "x", "X", ...SYMBOLS.slice(0, size)];
  return marks.length === size ** 2 && marks.every((mark) => known.includes(mark));
}

/**
 * The plan with a whole pattern.
 * @param {Plan} plan
 * @param {string} line a mark for each cell
 */
export function withPattern(plan, line) {
  return withMarks(
    plan,
    [...line].map((mark) => (mark === "X" ? "x" : mark)),
  );
}

/**
 * The plan without a pattern: every puzzle gets a random one.
 * @param {Plan} plan
 */
export function withoutPattern(plan) {
  return withMarks(plan, emptyMarks(plan.board));
}

/**
 * The plan with these marks, and without a named run, which belonged to the earlier marks.
 * @param {Plan} plan
 * @param {string[]} marks
 * @returns {Plan}
 */
export function withMarks(plan, marks) {
  return { ...plan, marks, along: [] };
}

/**
 * The plan with digits in order along a run.
 * @param {Plan} plan
 * @param {string} run its name, "any" or "" for none
 * @returns {Plan}
 */
export function withOrder(plan, run) {
  return { ...plan, inOrder: run === ANY, along: run && run !== ANY ? [run] : [] };
}

/**
 * The run that digits follow: its name, "any" or "".
 * @param {Plan} plan
 */
export function orderOf({ along, inOrder }) {
  return along[0] ?? (inOrder ? ANY : "");
}

/**
 * The number of chosen cells.
 * @param {Plan} plan
 */
export function clueCount(plan) {
  return plan.marks.filter((mark) => mark !== ".").length;
}

/**
 * The number of clues of a random pattern: the number chosen, else a third of a 9×9 board.
 * @param {Plan} plan
 */
export function randomClues({ clues, board: { size } }) {
  return clues || Math.round((0.3 + 0.0105 * Math.max(0, size - 6)) * size * size);
}
