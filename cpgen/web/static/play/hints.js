// The next hint: the first finding of the rater's rounds that the player has not made yet.

import { mistakes } from "./game.js";
import { SYMBOLS } from "./layout.js";

/**
 * @typedef {{cells: number[], houses: number[][], placed: number[][], removed: number[][], look: Record<string, string>, sentence: Record<string, string>}} Finding
 * @typedef {{kind: "mistake", cells: number[]} | {kind: "finding", round: any, finding: Finding, key: string} | {kind: "none" | "stuck"}} Hint
 */

/**
 * The next hint; `explained` holds the keys of findings that were explained already.
 * @param {any} walkthrough
 * @param {import("./game.js").Game} game
 * @param {Set<string>} explained
 * @returns {Hint}
 */
export function nextHint(walkthrough, game, explained) {
  const wrong = mistakes(game.digits, walkthrough.digits);
  if (wrong.size) return { kind: "mistake", cells: [...wrong] };
  for (const [number, round] of walkthrough.rounds.entries()) {
    const k = round.findings.findIndex((finding, place) => !isDone(finding, game, explained.has(`${number}.${place}`)));
    if (k >= 0) return { kind: "finding", round, finding: round.findings[k], key: `${number}.${k}` };
  }
  return { kind: game.digits.includes(0) ? "stuck" : "none" };
}

/** A digit is found when it is placed; a removal also when the marks say so, or when it was explained. */
function isDone(finding, game, wasExplained) {
  const placed = finding.placed.every(([cell, digit]) => game.digits[cell] === digit);
  return placed && (wasExplained || finding.removed.every(([cell, digit]) => isRuledOut(game, cell, digit)));
}

function isRuledOut(game, cell, digit) {
  const marks = game.centre[cell];
  return game.digits[cell] > 0 || (marks !== "" && !marks.includes(SYMBOLS[digit - 1]));
}
