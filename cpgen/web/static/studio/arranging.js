// @ts-check
// Constraints from constraints, as objects: moved, turned, mirrored, joined, divided, and changed to another kind.

import { cellFields, cellOfName, firstValues, hasGroups, isOutside, nameOf } from "./gestures.js";

/**
 * @typedef {import("./gestures.js").Kind} Kind
 * @typedef {Record<string, any>} Given a constraint as an object
 * @typedef {(row: number, column: number, size: number) => [row: number, column: number]} Way where a cell goes
 */

/** @type {Record<string, Way>} */
export const WAYS = {
  up: (row, column) => [row - 1, column],
  down: (row, column) => [row + 1, column],
  left: (row, column) => [row, column - 1],
  right: (row, column) => [row, column + 1],
  turn: (row, column, size) => [column, size - 1 - row],
  mirror: (row, column, size) => [row, size - 1 - column],
};

/**
 * A constraint whose cells go another way; null if one of them leaves the board.
 * @param {Kind} kind
 * @param {Given} given
 * @param {Way} way
 * @param {number} size
 * @returns {Given | null}
 */
export function moved(kind, given, way, size) {
  const carried = (/** @type {string} */ name) => {
    const cell = cellOfName(name, size);
    const [row, column] = way(Math.floor(cell / size), cell % size, size);
    const isInside = [row, column].every((part) => part >= 0 && part < size);
    return isInside ? nameOf(row * size + column, size) : "";
  };
  const fields = kind.cells.map((field) => [
    field,
    given[field].map((/** @type {any} */ one) => (Array.isArray(one) ? one.map(carried) : carried(one))),
  ]);
  const isWhole = fields.every(([, names]) => names.flat().every(Boolean));
  return isWhole ? { ...given, ...Object.fromEntries(fields) } : null;
}

/**
 * Returns true if constraints can become one: several of a kind on cells in any order, or lines.
 * @param {(Kind | undefined)[]} kinds of the constraints
 */
export function canJoin(kinds) {
  const [first, ...others] = kinds;
  return others.length > 0 && isDivisible(first) && others.every((kind) => kind === first);
}

/**
 * Returns true if a constraint of a kind can be divided.
 * @param {Kind | undefined} kind
 */
export function isDivisible(kind) {
  return Boolean(kind) && (kind?.drawn === "cells" || kind?.drawn === "line") && kind.cells.join() === "cells";
}

/**
 * One constraint on the cells of several; numbers are added up, other values are those of the first.
 * @param {Kind} kind
 * @param {Given[]} all
 * @returns {Given}
 */
export function joined(kind, all) {
  const [first] = all;
  const cells = [...new Set(all.flatMap(({ cells: names }) => names))];
  return { ...first, ...summed(kind, all), cells };
}

/** @param {Kind} kind @param {Given[]} all @returns {Given} */
function summed({ values }, all) {
  const total = values.find(({ name, open }) => name === "total" && open);
  if (!total) return {};
  const numbers = all.map((given) => given.total);
  const isKnown = numbers.every((number) => typeof number === "number");
  return { total: isKnown ? numbers.reduce((sum, number) => sum + number, 0) : "?" };
}

/**
 * A constraint in two halves, whose open values are open; neighbours stay together as far as possible.
 * @param {Kind} kind
 * @param {Given} given
 * @param {number} size
 * @returns {Given[]} the constraint itself if it is too short
 */
export function halves(kind, given, size) {
  const cells = kind.drawn === "line" ? given.cells : nearestFirst(given.cells, size);
  const middle = Math.ceil(cells.length / 2);
  if (cells.length - middle < Math.max(1, kind.least)) return [given];
  const open = Object.fromEntries(kind.values.filter((value) => value.open).map(({ name }) => [name, "?"]));
  return [cells.slice(0, middle), cells.slice(middle)].map((half) => ({ ...given, ...open, cells: half }));
}

/**
 * Names of cells in the order in which they are reached from the first, a neighbour at a time.
 * @param {string[]} names
 * @param {number} size
 */
function nearestFirst(names, size) {
  const cells = names.map((name) => cellOfName(name, size)).sort((one, other) => one - other);
  const reached = cells.slice(0, 1);
  for (let left = cells.slice(1); left.length;) {
    const next = left.find((cell) => isNeighbour(cell, /** @type {number} */ (reached.at(-1)), size)) ?? left[0];
    reached.push(next);
    left = left.filter((cell) => cell !== next);
  }
  return reached.map((cell) => nameOf(cell, size));
}

/** @param {number} one @param {number} other @param {number} size */
function isNeighbour(one, other, size) {
  const rows = Math.abs(Math.floor(one / size) - Math.floor(other / size));
  return rows + Math.abs((one % size) - (other % size)) === 1;
}

/**
 * Returns true if a constraint of one kind can become one of another: both are drawn the same way.
 * @param {Kind | undefined} kind
 * @param {Kind | undefined} other
 */
export function isAlike(kind, other) {
  if (!kind || !other || hasGroups(kind) !== hasGroups(other) || !kind.cells.length) return false;
  const sort = (/** @type {Kind} */ { drawn }) => (isOutside(drawn) ? drawn : drawn === "cell" ? "cells" : drawn);
  return sort(kind) === sort(other);
}

/**
 * A constraint of another kind on the same cells; values of the same name stay.
 * @param {Kind} kind
 * @param {Given} given
 * @param {Kind} other
 * @returns {Given}
 */
export function asKind(kind, given, other) {
  const known = Object.fromEntries(
    other.values.filter(({ name }) => name in given).map(({ name }) => [name, given[name]]),
  );
  const values = { ...firstValues(other, {}), ...known };
  if (hasGroups(kind)) return { kind: other.kind, ...values, groups: given.groups };
  const names = kind.cells.flatMap((field) => given[field]);
  return { kind: other.kind, ...values, ...cellFields(other, names, 1) };
}

/**
 * A list with some of its items a place earlier or later.
 * @template T
 * @param {T[]} list
 * @param {Set<number>} places of the items
 * @param {-1 | 1} step
 */
export function reordered(list, places, step) {
  const order = [...list.keys()];
  const from = step < 0 ? order : [...order].reverse();
  for (const place of from) {
    const at = order.indexOf(place);
    const other = order[at + step];
    if (places.has(place) && other !== undefined && !places.has(other)) {
      order[at] = other;
      order[at + step] = place;
    }
  }
  return order.map((place) => list[place]);
}
