// The colours with which a player marks cells.

import { range, SYMBOLS } from "./layout.js";

/** The number of colours, one for each key in a row. */
export const COLOURS = 9;

/** The numbers of a cell's colours, from 1. */
export function coloursOf(marks) {
  return [...marks].map((mark) => SYMBOLS.indexOf(mark) + 1);
}

/** The colours of the cells as shapes of a drawing: those of one cell side by side. */
export function colourShapes(size, cells) {
  return range(cells.length).flatMap((cell) => bands(coloursOf(cells[cell]), cell % size, Math.floor(cell / size)));
}

function bands(colours, left, y) {
  const width = 1 / colours.length;
  const band = (colour, k) => ["rect", { class: `colour-${colour}`, x: left + k * width, y, width, height: 1 }];
  return colours.map(band);
}
