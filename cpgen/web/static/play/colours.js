// @ts-check
// The colours with which a player marks cells.

import { range, SYMBOLS } from "./layout.js";

/** The number of colours, one for each key in a row. */
export const COLOURS = 9;

/**
 * The numbers of a cell's colours, from 1.
 * @param {string} marks
 */
export function coloursOf(marks) {
  return [...marks].map((mark) => SYMBOLS.indexOf(mark) + 1);
}

/**
 * The colours of the cells as shapes of a drawing: those of one cell side by side.
 * @param {number} size
 * @param {string[]} cells
 */
export function colourShapes(size, cells) {
  return range(cells.length).flatMap((cell) => bands(coloursOf(cells[cell]), cell % size, Math.floor(cell / size)));
}

/**
 * @param {number[]} colours
 * @param {number} left
 * @param {number} y
 */
function bands(colours, left, y) {
  const width = 1 / colours.length;
  /** @type {(colour: number, k: number) => import("./svg.js").Shape} */
  const band = (colour, k) => ["rect", { class: `colour-${colour}`, x: left + k * width, y, width, height: 1 }];
  return colours.map(band);
}
