// @ts-check
// What the board shows of a pattern and of what follows from it.

import { newGame } from "../play/game.js";
import { digitsOf, range } from "../play/layout.js";

/** @typedef {import("./outlook.js").Prospect} Prospect */

const KNOWN = 4; // most candidates that are shown in a cell

/**
 * The pattern on its board: the digits that are fixed, in grey what follows from them, and cells that are `moving`.
 * @param {string[]} marks
 * @param {number} cursor
 * @param {Prospect | null} outlook
 * @param {Set<number>} moving
 */
export function sceneOf(marks, cursor, outlook, moving) {
  const clues = digitsOf(marks.join("").replaceAll("x", "."));
  const picked = new Set(range(clues.length).filter((cell) => marks[cell] !== "."));
  const fits = outlook?.clues === clues.filter(Boolean).length && outlook.placed.length === clues.length;
  const [conflict, blamed] = [new Set(fits ? outlook.conflict : []), new Set(fits ? outlook.blamed : [])];
  const sets = { picked, moving, conflict, blamed, follows: new Set() };
  // Nothing follows from clues that contradict each other.
  if (!fits || conflict.size) return { clues, game: newGame(clues), cursor, sets };
  const placed = digitsOf(outlook.placed);
  const game = newGame(clues.map((clue, cell) => clue || placed[cell]));
  const most = outlook.isWhole ? outlook.marks.length ** 0.5 - 1 : KNOWN; // all digits say nothing
  game.centre = outlook.marks.map((marks, cell) => (game.digits[cell] || marks.length > most ? "" : marks));
  const follows = new Set(range(clues.length).filter((cell) => !clues[cell] && (placed[cell] || game.centre[cell])));
  return { clues, game, cursor, sets: { ...sets, follows } };
}
