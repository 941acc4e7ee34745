// @ts-check
// Drawn regions, as the number of the region of each cell: their look, and the spec of their board.

import { newGame } from "../play/game.js";
import { range, SYMBOLS } from "../play/layout.js";

const TINTS = 6; // classes `tint-0` to `tint-5` in the style of the studio
const [UPPER, LOWER, LETTERS] = [65, 97, 26]; // codes of A and a, and how many letters follow each

/**
 * A layout with the lines of drawn regions alone.
 * @param {number[]} drawing
 * @param {number} size
 * @returns {import("../play/layout.js").Layout}
 */
export function layoutOfRegions(drawing, size) {
  return { size, regions: drawing, extras: [], houses: [], peers: [] };
}

/**
 * The scene of drawn regions: their symbols and tints.
 * @param {number[]} drawing
 * @param {number} cursor
 * @returns {import("../play/board.js").Scene}
 */
export function sceneOfRegions(drawing, cursor) {
  const clues = drawing.map(() => 0);
  const game = { ...newGame(clues), corner: drawing.map((region) => SYMBOLS[region]) };
  return { clues, game, cursor, sets: cellsByTint(drawing) };
}

/**
 * The name of the style of a region.
 * @param {number} region
 */
export function tintOf(region) {
  return `tint-${region % TINTS}`;
}

/** @param {number[]} drawing */
function cellsByTint(drawing) {
  const cells = range(drawing.length);
  const cellsOf = (/** @type {string} */ tint) => new Set(cells.filter((cell) => tintOf(drawing[cell]) === tint));
  return Object.fromEntries(range(TINTS).map((region) => [tintOf(region), cellsOf(tintOf(region))]));
}

/**
 * The spec of a board with drawn regions: a letter for each cell, in rows.
 * @param {number[]} drawing
 * @param {number} size
 */
export function specOfRegions(drawing, size) {
  const letters = drawing.map(letterOf).join("");
  const row = (/** @type {number} */ k) => letters.slice(k * size, (k + 1) * size);
  return range(size).map(row).join("/");
}

/** @param {number} region */
function letterOf(region) {
  return String.fromCharCode(region < LETTERS ? UPPER + region : LOWER + region - LETTERS);
}
