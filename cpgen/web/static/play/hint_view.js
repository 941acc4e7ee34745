// @ts-check
// The sentence of the shown hint, and its marks on the board.

import { hasFigure, tints } from "./figure.js";
import { candidatesOf, STAGES } from "./hints.js";
import { symbolText } from "./symbols.js";

/**
 * @typedef {import("./data.js").Finding} Finding
 * @typedef {import("./data.js").ShownHint} ShownHint
 */

/**
 * A sentence whose digits, which are in braces, are replaced by the chosen symbols.
 * @param {string} sentence
 * @param {string} symbols
 */
export function spelled(sentence, symbols) {
  return sentence.replace(/\{(\d+)\}/g, (_, digit) => symbolText(symbols, Number(digit)));
}

/**
 * The finding of a hint if it is shown up to this stage, else null.
 * @param {ShownHint | null} shown
 * @param {number} stage
 * @returns {Finding | null}
 */
function findingOf(shown, stage) {
  return shown?.hint.kind === "finding" && shown.stage >= stage ? shown.hint.finding : null;
}

/**
 * The sets of cells that the shown hint marks on the board.
 * @param {ShownHint | null} shown
 * @returns {Record<string, Set<number>>}
 */
export function hintSets(shown) {
  const [begun, whole] = [findingOf(shown, STAGES.where), findingOf(shown, STAGES.step)];
  const figure = tints(whole);
  if (whole && hasFigure(whole)) return figure;
  return { ...figure, look: new Set(begun?.houses.flat()), focus: new Set(whole?.cells) };
}

/**
 * The figure of the shown hint with the board's candidates, for the board to draw; null when there is none.
 * @param {import("./session.js").Session} session
 * @returns {import("./board.js").Scene["figure"]}
 */
export function hintFigure({ layout, game, state: { shown, explained } }) {
  const finding = findingOf(shown, STAGES.step);
  if (!finding?.parts || !hasFigure(finding)) return null;
  return { finding: { ...finding, parts: finding.parts }, candidates: candidatesOf(layout, game, explained) };
}

/**
 * The cells that the shown hint is about, the most important last.
 * @param {ShownHint | null} shown
 */
export function hintCells(shown) {
  const { cells = [], placed = [] } = findingOf(shown, STAGES.step) ?? {};
  return [...cells, ...placed.map(([cell]) => cell)];
}

/**
 * The placements and eliminations of the shown hint, for the board.
 * @param {ShownHint | null} shown
 * @returns {import("./data.js").Effects}
 */
export function hintEffects(shown) {
  return findingOf(shown, STAGES.step) ?? { placed: [], removed: [] };
}
