// @ts-check
// The lines of a board as SVG paths: borders of regions, between cells, diagonals, shaded houses.

import { isDiagonal, range } from "./layout.js";

/** @typedef {import("./layout.js").Layout} Layout */

/**
 * The path data of the thin and the thick lines inside the board, with adjoining segments joined.
 * @param {Pick<Layout, "size" | "regions">} layout
 */
export function inner(layout) {
  return { thin: runs(layout, false), thick: runs(layout, true) };
}

/** @param {Pick<Layout, "size" | "regions">} layout @param {boolean} thick */
function runs({ size, regions }, thick) {
  /** @type {(one: number, other: number) => boolean} */
  const differ = (one, other) => regions.length > 0 && regions[one] !== regions[other];
  /** @type {(x: number) => (y: number) => boolean} */
  const down = (x) => (y) => differ(y * size + x - 1, y * size + x) === thick;
  /** @type {(y: number) => (x: number) => boolean} */
  const across = (y) => (x) => differ((y - 1) * size + x, y * size + x) === thick;
  const lines = range(size).slice(1);
  return [
    ...lines.flatMap((x) => stretches(size, down(x)).map(([from, to]) => `M${x} ${from}V${to}`)),
    ...lines.flatMap((y) => stretches(size, across(y)).map(([from, to]) => `M${from} ${y}H${to}`)),
  ].join("");
}

/**
 * The stretches [from, to] of numbers below size for which a test holds.
 * @param {number} size
 * @param {(number: number) => boolean} test
 */
function stretches(size, test) {
  /** @type {[from: number, to: number][]} */
  const found = [];
  for (const k of range(size).filter(test)) {
    const last = found.at(-1);
    if (last?.[1] === k) last[1] = k + 1;
    else found.push([k, k + 1]);
  }
  return found;
}

/**
 * The path data of the diagonals that are houses.
 * @param {Pick<Layout, "size" | "extras">} layout
 */
export function diagonals({ size, extras }) {
  const drawn = extras.filter((cells) => isDiagonal(size, cells));
  return drawn.map(([first]) => (first === 0 ? `M0 0L${size} ${size}` : `M${size} 0L0 ${size}`)).join("");
}

/**
 * The cells of the extra houses that are shaded; houses that fill the board, as disjoint groups do, are not.
 * @param {Pick<Layout, "size" | "extras">} layout
 * @returns {Set<number>}
 */
export function shaded({ size, extras }) {
  const cells = new Set(extras.filter((house) => !isDiagonal(size, house)).flat());
  return cells.size < size * size ? cells : new Set();
}
