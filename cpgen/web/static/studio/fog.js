// @ts-check
// Fog over the board: what each tool changes, and how lamps and lights are drawn.

import { foggedCells, fogOf } from "../play/fog.js";
import { nameOf } from "./gestures.js";

/**
 * @typedef {import("../play/fog.js").Fog} Fog
 * @typedef {import("./sketch.js").Shape} Shape
 */

const LAMP = "fog-lamp"; // the tool; the other is for lights
const FAR = 0.8; // of the way to the middle of a cell, where the line of its light ends

/**
 * A text of fog after strokes of a tool. Lamps that are all there already are taken away, and so are the lights of a
 * cell on which a stroke begins and ends.
 * @param {string} text
 * @param {string} tool
 * @param {number[][]} strokes
 * @param {number} size of the board
 */
export function withFog(text, tool, strokes, size) {
  const fog = fogOf(text, size);
  const cells = strokes.flat();
  const isThere = cells.every((cell) => fog.lamps.has(cell));
  if (tool === LAMP) for (const cell of cells) fog.lamps[isThere ? "delete" : "add"](cell);
  else for (const lit of strokes) fog.lights.set(lit[0], lit.length > 1 ? lit : []);
  return textOfFog(fog, size);
}

/**
 * The text of fog; lights without cells are left out.
 * @param {Fog} fog
 * @param {number} size
 */
export function textOfFog({ lamps, lights }, size) {
  const names = (/** @type {Iterable<number>} */ cells) => [...cells].map((cell) => nameOf(cell, size));
  const lit = [...lights].filter(([, cells]) => cells.length);
  return [...names(lamps), ...lit.map(([cell, cells]) => `${nameOf(cell, size)}>${names(cells)}`)].join(" ");
}

/**
 * Lamps, lights with lines to what they light, and, while fog is drawn, the cells that are dark at first.
 * @param {string} text
 * @param {number} size
 * @param {boolean} isDrawn whether a tool for fog is in hand
 * @returns {Shape[]}
 */
export function fogShapes(text, size, isDrawn) {
  const { lamps, lights } = fogOf(text, size);
  const nothing = Array(size * size).fill(0);
  const dark = isDrawn ? foggedCells(text, size, nothing, nothing, nothing) : [];
  const middle = (/** @type {number} */ cell) => [(cell % size) + 0.5, Math.floor(cell / size) + 0.5];
  /** @type {(name: string) => (cell: number) => Shape} */
  const round = (name) => (cell) => {
    const [cx, cy] = middle(cell);
    return ["circle", { class: name, cx: cx + 0.3, cy: cy - 0.3, r: 0.12 }];
  };
  /** @type {(from: number, to: number) => Shape} */
  const ray = (from, to) => {
    const [[x1, y1], [x, y]] = [middle(from), middle(to)];
    return ["line", { class: "ray", x1, y1, x2: x1 + (x - x1) * FAR, y2: y1 + (y - y1) * FAR }];
  };
  return [
    ...[...dark].map((cell) => {
      const [x, y] = [cell % size, Math.floor(cell / size)];
      return /** @type {Shape} */ (["rect", { class: "dark", x, y, width: 1, height: 1 }]);
    }),
    ...[...lights].flatMap(([from, cells]) => cells.filter((to) => to !== from).map((to) => ray(from, to))),
    ...[...lamps].map(round("lamp")),
    ...[...lights.keys()].map(round("light")),
  ];
}
