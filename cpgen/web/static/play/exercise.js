// Exercises: boards on which a technique is to be found, and whether a move on one is what is sought.

import { newGame } from "./game.js";
import { candidatesOf, whatIsWrong } from "./hints.js";
import { digitsOf } from "./layout.js";

/** The game that a walkthrough begins with: its clues, or the board of an exercise with its candidates as marks. */
export function firstGame({ puzzle, start }) {
  const game = newGame(digitsOf(start?.digits ?? puzzle));
  return start ? { ...game, centre: [...start.marks] } : game;
}

/** The kind of marks or digits that solving a walkthrough begins with. */
export function firstMode({ sought }) {
  return sought?.findings[0].removed.length ? "centre" : "digit";
}

/** The step to find in an exercise, as a hint; mistakes on the board come first. */
export async function soughtHint({ walkthrough, game }) {
  const { digits, sought } = walkthrough;
  return whatIsWrong(game, digits) ?? { kind: "finding", round: sought, finding: sought.findings[0] };
}

/**
 * The result of a move in an exercise: something `wrong`, all of a finding that is sought (`found`), `part` of
 * one, something `other`, or `nothing`.
 * @returns {{kind: string, cells?: number[], finding?: import("./hints.js").Finding}}
 */
export function judged(layout, walkthrough, game) {
  const wrong = whatIsWrong(game, walkthrough.digits);
  if (wrong) return { kind: "wrong", cells: wrong.cells };
  const left = candidatesOf(layout, game);
  const isPlaced = ([cell, digit]) => game.digits[cell] === digit;
  const isGone = ([cell, digit]) => (game.digits[cell] ? game.digits[cell] !== digit : !left[cell].includes(digit));
  const { findings } = walkthrough.sought;
  const finding = findings.find(({ placed, removed }) => placed.every(isPlaced) && removed.every(isGone));
  if (finding) return { kind: "found", finding };
  if (findings.some(({ placed, removed }) => placed.some(isPlaced) || removed.some(isGone))) return { kind: "part" };
  const first = firstGame(walkthrough);
  const same = ["digits", "centre"].every((part) => String(game[part]) === String(first[part]));
  return { kind: same ? "nothing" : "other" };
}
