// @ts-check
// The shapes over the board while constraints are drawn, as pairs of an SVG tag and its attributes, in cells.

import { cellsOfCosmetic, cosmeticOf, linesOfCosmetics } from "./cosmetics.js";
import { fogShapes } from "./fog.js";
import { stepsBetween } from "./pen.js";

/**
 * @typedef {[tag: string, attributes: Record<string, string | number>]} Shape
 * @typedef {import("./pen.js").Pen} Pen
 */

/**
 * The middles of cells, as pairs of x and y.
 * @param {number[]} cells
 * @param {number} size of the board
 */
export function pointsOf(cells, size) {
  return cells.map((cell) => [(cell % size) + 0.5, Math.floor(cell / size) + 0.5]);
}

/**
 * The shapes of a pen's work: places to tap, the stroke so far, the chosen constraint, and wrong constraints.
 * @param {Pen} pen
 * @returns {Shape[]}
 */
export function sketchShapes(pen) {
  const { held, kind, size, drawn } = pen;
  /** @type {(cells: number[], name: string) => Shape[]} */
  const squares = (cells, name) => cells.map((cell) => square(cell, size, name));
  const wrong = drawn.filter(({ problem }) => problem).flatMap(({ cells }) => squares(cells, "wrong"));
  // The culprits of a contradiction, or constraints that can be left out.
  const reasons = pen.reasons;
  const role = reasons && "together" in reasons ? "spare" : "wrong";
  const blamed = (reasons?.constraints ?? []).flatMap(({ cells }) => squares(cells, role));
  const chosen = pen.selected.flatMap((number) => outlineOf(drawn[number].cells, size));
  const { cosmetics, fog } = pen.studio.planned;
  const look = linesOfCosmetics(cosmetics)[held.look];
  const looks = outlineOf(look ? cellsOfCosmetic(/** @type {any} */ (cosmeticOf(look)), size) : [], size);
  const strokes = [...held.groups, held.cells].filter(({ length }) => length);
  const taken = strokes.flatMap((cells) => squares(cells, "taken"));
  const lines = kind?.drawn === "line" ? strokes.map((cells) => line(cells, size)) : [];
  const places = pen.targets.map(({ at: [cy, cx] }, k) => place(cx, cy, k === held.place));
  return [
    ...fogShapes(fog, size, pen.isFog),
    ...wrong,
    ...blamed,
    ...chosen,
    ...looks,
    ...taken,
    ...lines,
    ...places,
    ...dragShapes(pen),
  ];
}

/**
 * The outline of a chosen constraint; none for one that is about all cells.
 * @param {number[]} cells
 * @param {number} size
 */
function outlineOf(cells, size) {
  return cells.length && cells.length < size * size ? [outline(cells, size, "chosen")] : [];
}

/**
 * Where a drag would move the chosen constraints, or its frame.
 * @param {Pen} pen
 * @returns {Shape[]}
 */
function dragShapes(pen) {
  const { drag } = pen.held;
  if (!drag) return [];
  const number = pen.grabbed(drag.from);
  const [[row, column], [toRow, toColumn]] = [drag.from, drag.to];
  if (number < 0) {
    const [x, y] = [Math.min(column, toColumn), Math.min(row, toRow)];
    return [["rect", { class: "frame-of", x, y, width: Math.abs(toColumn - column), height: Math.abs(toRow - row) }]];
  }
  const [down, right] = stepsBetween(drag.from, drag.to);
  const numbers = pen.selected.includes(number) ? pen.selected : [number];
  const shapes = numbers.flatMap((one) => outlineOf(pen.drawn[one].cells, pen.size));
  return shapes.map(([tag, attributes]) => [
    tag,
    { ...attributes, class: "chosen going", transform: `translate(${right} ${down})` },
  ]);
}

/**
 * @param {number} cell
 * @param {number} size
 * @param {string} name
 * @returns {Shape}
 */
function square(cell, size, name) {
  const [x, y] = [(cell % size) + 0.05, Math.floor(cell / size) + 0.05];
  return ["rect", { class: name, x, y, width: 0.9, height: 0.9, rx: 0.1 }];
}

/**
 * One outline around cells: the sides that each has in common with no other.
 * @param {number[]} cells
 * @param {number} size
 * @param {string} name
 * @returns {Shape}
 */
export function outline(cells, size, name) {
  const inside = new Set(cells);
  const sides = [...inside].flatMap((cell) => {
    const [x, y] = [cell % size, Math.floor(cell / size)];
    const isOpen = (/** @type {boolean} */ isEdge, /** @type {number} */ next) => isEdge || !inside.has(next);
    return [
      isOpen(y === 0, cell - size) && `M${x} ${y}h1`,
      isOpen(y === size - 1, cell + size) && `M${x} ${y + 1}h1`,
      isOpen(x === 0, cell - 1) && `M${x} ${y}v1`,
      isOpen(x === size - 1, cell + 1) && `M${x + 1} ${y}v1`,
    ].filter(Boolean);
  });
  return ["path", { class: name, d: sides.join("") }];
}

/**
 * @param {number[]} cells
 * @param {number} size
 * @returns {Shape}
 */
function line(cells, size) {
  return ["polyline", { class: "stroke", points: pointsOf(cells, size).join(" ") }];
}

/**
 * @param {number} cx
 * @param {number} cy
 * @param {boolean} isHere under the pointer or the cursor
 * @returns {Shape}
 */
function place(cx, cy, isHere) {
  return ["circle", { class: isHere ? "place here" : "place", cx, cy, r: isHere ? 0.16 : 0.07 }];
}
