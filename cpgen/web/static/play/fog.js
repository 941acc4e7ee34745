// @ts-check
// Fog of war: what the fog covers until right digits light it up.

import { range } from "./layout.js";

/**
 * @typedef {object} Fog
 * @property {Set<number>} lamps the cells with a lamp
 * @property {Map<number, number[]>} lights the cells that the right digit of a cell lights, if not those around it
 */

/**
 * The cells under fog. Lamps and right digits of the player light a cell and those around it, or cells of its own.
 * @param {string} text cells with a lamp, and cells with those that they light, as in `r1c1 r5c5>r8c8,r9c9`; empty for
 *   a board without fog
 * @param {number} size
 * @param {number[]} clues
 * @param {number[]} digits
 * @param {number[] | null} solution without one, there is no fog
 * @returns {Set<number>}
 */
export function foggedCells(text, size, clues, digits, solution) {
  if (!text || !solution) return new Set();
  const fog = fogOf(text, size);
  const lit = new Set([...fog.lamps].flatMap((cell) => around(cell, size)));
  for (const [cell, digit] of digits.entries())
    if (digit && !clues[cell] && digit === solution[cell])
      for (const near of fog.lights.get(cell) ?? around(cell, size)) lit.add(near);
  return new Set(range(size * size).filter((cell) => !lit.has(cell)));
}

/**
 * The fog that a text describes.
 * @param {string} text
 * @param {number} size
 * @returns {Fog}
 */
export function fogOf(text, size) {
  const words = text.split(/\s+/).map((word) => word.split(">").map((names) => cellsIn(names, size)));
  const alone = words.filter(({ length }) => length === 1);
  /** @type {Map<number, number[]>} */
  const lights = new Map();
  for (const [[cell], lit] of words)
    if (lit && cell !== undefined) lights.set(cell, [...(lights.get(cell) ?? []), ...lit]);
  return { lamps: new Set(alone.flat(2)), lights };
}

/** @param {string} names @param {number} size */
function cellsIn(names, size) {
  const cells = [...names.matchAll(/r(\d+)c(\d+)/g)].map(([, row, column]) => [Number(row) - 1, Number(column) - 1]);
  return cells.flatMap(([row, column]) => (row < size && column < size ? [row * size + column] : []));
}

/** A cell and those around it. @param {number} cell @param {number} size */
function around(cell, size) {
  const [row, column] = [Math.floor(cell / size), cell % size];
  const near = (/** @type {number} */ one) => [one - 1, one, one + 1].filter((k) => k >= 0 && k < size);
  return near(row).flatMap((r) => near(column).map((c) => r * size + c));
}

/**
 * The outline of all that is not under fog, the surroundings of the board included; empty without fog.
 * @param {number} size
 * @param {Set<number>} fogged
 */
export function litPath(size, fogged) {
  if (!fogged.size) return "";
  const wide = 3 * size;
  const box = (/** @type {number[]} */ [x, y, w, h]) => `M${x} ${y}h${w}v${h}h${-w}z`;
  const beside = [
    [-size, -size, wide, size],
    [-size, size, wide, size],
    [-size, 0, size, size],
    [size, 0, size, size],
  ];
  const lit = range(size * size).filter((cell) => !fogged.has(cell));
  return [...beside, ...lit.map((cell) => [cell % size, Math.floor(cell / size), 1, 1])].map(box).join("");
}
