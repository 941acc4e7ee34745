// @ts-check
// Exercises: boards on which a technique is to be found, and the judgement of moves on them.

import { newGame } from "./game.js";
import { candidatesOf, whatIsWrong } from "./hints.js";
import { digitsOf } from "./layout.js";

/**
 * @typedef {import("./data.js").Walkthrough} Walkthrough
 * @typedef {import("./game.js").Game} Game
 * @typedef {{kind: string, cells?: number[], finding?: import("./data.js").Finding}} Verdict
 */

/**
 * The game that a walkthrough begins with: its clues, or the board of an exercise with its candidates as marks.
 * @param {Pick<Walkthrough, "puzzle" | "start">} walkthrough
 * @returns {Game}
 */
export function firstGame({ puzzle, start }) {
  const game = newGame(digitsOf(start?.digits ?? puzzle));
  return start ? { ...game, centre: [...start.marks] } : game;
}

/**
 * The kind of marks or digits that solving a walkthrough begins with.
 * @param {Pick<Walkthrough, "sought">} walkthrough
 */
export function firstMode({ sought }) {
  return sought?.findings[0]?.removed.length ? "centre" : "digit";
}

/**
 * The step to find in an exercise, as a hint; mistakes on the board come first.
 * @param {Game} game
 * @param {number[]} solution
 * @param {import("./data.js").Round} sought
 * @returns {import("./data.js").Hint}
 */
export function soughtHint(game, solution, sought) {
  return whatIsWrong(game, solution) ?? { kind: "finding", round: sought, finding: sought.findings[0] };
}

/**
 * The result of a move in an exercise: something `wrong`, all of a finding that is sought (`found`), `part` of
 * one, something `other`, or `nothing`.
 * @param {import("./layout.js").Layout} layout
 * @param {Walkthrough & {sought: import("./data.js").Round}} walkthrough
 * @param {Game} game
 * @param {number[]} solution
 * @returns {Verdict}
 */
export function judged(layout, walkthrough, game, solution) {
  const wrong = whatIsWrong(game, solution);
  if (wrong) return { kind: "wrong", cells: wrong.cells };
  const left = candidatesOf(layout, game);
  /** @type {(effect: import("./data.js").Effect) => boolean} */
  const isPlaced = ([cell, digit]) => game.digits[cell] === digit;
  /** @type {(effect: import("./data.js").Effect) => boolean} */
  const isGone = ([cell, digit]) => (game.digits[cell] ? game.digits[cell] !== digit : !left[cell].includes(digit));
  const { findings } = walkthrough.sought;
  const finding = findings.find(({ placed, removed }) => placed.every(isPlaced) && removed.every(isGone));
  if (finding) return { kind: "found", finding };
  if (findings.some(({ placed, removed }) => placed.some(isPlaced) || removed.some(isGone))) return { kind: "part" };
  const first = firstGame(walkthrough);
  const isSame = String(game.digits) === String(first.digits) && String(game.centre) === String(first.centre);
  return { kind: isSame ? "nothing" : "other" };
}
