// @ts-check
// The rounds of an explanation: the board before each, the highlighted cells, and a short form of the outcome.

import { hasFigure, tints } from "../play/figure.js";
import { newGame, withAllMarks, withFinding } from "../play/game.js";
import { candidatesOf } from "../play/hints.js";
import { SYMBOLS } from "../play/layout.js";
import { nameOf } from "./gestures.js";

const FEW = 3; // the houses that a round looks at are shaded when they are no more than this
const SHOWN = 3; // of the digits that a round places or takes away, in the list

/**
 * @typedef {import("../play/game.js").Game} Game
 * @typedef {import("../play/layout.js").Layout} Layout
 * @typedef {import("../play/data.js").Finding} Finding
 * @typedef {import("../play/data.js").Round} Round
 */

/**
 * The game before each round, and after the last one.
 * @param {Layout} layout
 * @param {number[]} clues
 * @param {Round[]} rounds
 */
export function gamesOfRounds(layout, clues, rounds) {
  let game = withAllMarks(layout, newGame(clues));
  const games = [game];
  for (const { findings } of rounds) {
    game = findings.reduce((before, finding) => withFinding(layout, clues, before, finding, true), game);
    games.push(game);
  }
  return games;
}

/**
 * The scene of a round: what the board shows. Without a round, it shows the game alone.
 * @param {Layout} layout
 * @param {number[]} clues
 * @param {Round | undefined} round
 * @param {Game} game before the round
 * @returns {import("../play/board.js").Scene}
 */
export function sceneOfRound(layout, clues, round, game) {
  const findings = round?.findings ?? [];
  const figure = figureOf(findings, layout, game);
  const sets = figure ? tints(figure.finding) : cellsOf(findings);
  return { clues, game: shownGame(findings, game), sets, effects: effectsOf(findings), figure };
}

/**
 * The game to show: without marks if the round places digits.
 * @param {Finding[]} findings
 * @param {Game} game
 */
function shownGame(findings, game) {
  const places = findings.some((finding) => finding.placed.length && !hasFigure(finding));
  return places ? { ...game, centre: game.digits.map(() => "") } : game;
}

/**
 * The figure of a round with a single finding; null if highlighted cells are enough.
 * @param {Finding[]} findings
 * @param {Layout} layout
 * @param {Game} game
 */
function figureOf(findings, layout, game) {
  const [finding] = findings;
  if (findings.length !== 1 || !hasFigure(finding)) return null;
  return { finding: { ...finding, parts: finding.parts ?? [] }, candidates: candidatesOf(layout, game) };
}

/**
 * The cells to highlight, and those of the houses to look at, if they are few.
 * @param {Finding[]} findings
 */
function cellsOf(findings) {
  const houses = findings.flatMap((finding) => finding.houses);
  const different = new Set(houses.map(String));
  return {
    look: new Set(different.size <= FEW ? houses.flat() : []),
    focus: new Set(findings.flatMap((finding) => finding.cells)),
  };
}

/** @param {Finding[]} findings */
function effectsOf(findings) {
  return { placed: findings.flatMap(({ placed }) => placed), removed: findings.flatMap(({ removed }) => removed) };
}

/**
 * The placements of a round, or else its eliminations, shortened: `r2c7=3`, `r1c2≠5`.
 * @param {Round} round
 * @param {number} size of the board
 */
export function outcomeOfRound({ findings }, size) {
  const { placed, removed } = effectsOf(findings);
  const [sign, effects] = placed.length ? ["=", placed] : ["≠", removed];
  const written = new Set(effects.map(([cell, digit]) => `${nameOf(cell, size)}${sign}${SYMBOLS[digit - 1]}`));
  return [...written].slice(0, SHOWN).join(" ") + (written.size > SHOWN ? " …" : "");
}
