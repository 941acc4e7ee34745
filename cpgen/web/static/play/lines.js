// The lines of a board as SVG paths: borders of regions, between cells, diagonals, shaded houses.

import { isDiagonal, range } from "./layout.js";

/** The path data of the thin and the thick lines inside the board, each line as long as can be. */
export function inner(layout) {
  return { thin: runs(layout, false), thick: runs(layout, true) };
}

function runs({ size, regions }, thick) {
  const differ = (one, other) => regions.length > 0 && regions[one] !== regions[other];
  const down = (x) => (y) => differ(y * size + x - 1, y * size + x) === thick;
  const across = (y) => (x) => differ((y - 1) * size + x, y * size + x) === thick;
  const lines = range(size).slice(1);
  return [
    ...lines.flatMap((x) => stretches(size, down(x)).map(([from, to]) => `M${x} ${from}V${to}`)),
    ...lines.flatMap((y) => stretches(size, across(y)).map(([from, to]) => `M${from} ${y}H${to}`)),
  ].join("");
}

/** The stretches [from, to] of numbers below size for which a test holds. */
function stretches(size, test) {
  const found = [];
  for (const k of range(size).filter(test)) {
    if (found.length && found.at(-1)[1] === k) found.at(-1)[1] = k + 1;
    else found.push([k, k + 1]);
  }
  return found;
}

/** The path data of the diagonals that are houses. */
export function diagonals({ size, extras }) {
  const drawn = extras.filter((cells) => isDiagonal(size, cells));
  return drawn.map(([first]) => (first === 0 ? `M0 0L${size} ${size}` : `M${size} 0L0 ${size}`)).join("");
}

/** The cells of the extra houses that are shaded; houses that fill the board, as disjoint groups do, are not. */
export function shaded({ size, extras }) {
  const cells = new Set(extras.filter((house) => !isDiagonal(size, house)).flat());
  return cells.size < size * size ? cells : new Set();
}
