// @ts-check
// How constraints are drawn: places that a tap chooses, strokes through cells, and the objects that they become.

import { range } from "../play/layout.js";

/**
 * @typedef {import("../records.js").ConstraintKind} Kind
 * @typedef {import("../records.js").ConstraintValue} Value
 * @typedef {number | string | number[] | string[]} Given a value of a constraint; open if it is a question mark
 * @typedef {[row: number, column: number]} Point in cells from the upper left corner of the board
 * @typedef {{at: Point, cells: number[]}} Place where a tap draws a constraint on these cells
 */

const NEAR = 0.42; // cells from the centre of a cell, within which a stroke passes through it
const REACH = 0.7; // cells from a place, within which a tap chooses it
const OUT = 0.55; // cells between the board and the centre of a place outside
const ASIDE = 0.25; // cells between the middle of a row or column and the place of its diagonal

/**
 * Returns true if a kind is drawn by strokes through cells.
 * @param {Kind} kind
 */
export function hasStrokes({ drawn }) {
  return drawn === "cells" || drawn === "line";
}

/**
 * Returns true if constraints of a kind are groups of cells, each of which is a stroke.
 * @param {Kind} kind
 */
export function hasGroups({ cells }) {
  return cells[0] === "groups";
}

/**
 * Returns true if a constraint is drawn outside the board. The order of its cells then matters: the two ends of a row
 * are different places.
 * @param {Kind["drawn"]} drawn
 */
export function isOutside(drawn) {
  return drawn === "outside" || drawn === "diagonal";
}

// Places

/** @type {Partial<Record<Kind["drawn"], (size: number) => Place[]>>} */
const PLACES = { cell: middles, edge: edges, corner: corners, outside: ends, diagonal: diagonalEnds };

/**
 * The places of a kind that is drawn by a tap; none for other kinds.
 * @param {Kind} kind
 * @param {number} size of the board
 */
export function placesOf({ drawn }, size) {
  return PLACES[drawn]?.(size) ?? [];
}

/**
 * The middles of cells.
 * @param {number} size
 * @returns {Place[]}
 */
function middles(size) {
  return range(size * size).map((cell) => ({ at: centreOf(cell, size), cells: [cell] }));
}

/**
 * The edges between two neighbours.
 * @param {number} size
 */
function edges(size) {
  return range(size * size).flatMap((cell) => {
    const [row, column] = [Math.floor(cell / size), cell % size];
    /** @type {Place[]} */
    const found = [];
    if (column + 1 < size) found.push({ at: [row + 0.5, column + 1], cells: [cell, cell + 1] });
    if (row + 1 < size) found.push({ at: [row + 1, column + 0.5], cells: [cell, cell + size] });
    return found;
  });
}

/**
 * The corners where four cells meet.
 * @param {number} size
 */
function corners(size) {
  const inner = range(size - 1);
  /** @type {(row: number, column: number) => Place} */
  const corner = (row, column) => ({ at: [row + 1, column + 1], cells: squareAt(row * size + column, size) });
  return inner.flatMap((row) => inner.map((column) => corner(row, column)));
}

/**
 * The four cells around the lower right corner of a cell, or of its neighbour at the border.
 * @param {number} cell
 * @param {number} size
 */
export function squareAt(cell, size) {
  const [row, column] = [Math.min(Math.floor(cell / size), size - 2), Math.min(cell % size, size - 2)];
  const first = row * size + column;
  return [first, first + 1, first + size, first + size + 1];
}

/**
 * The ends of rows and columns, clockwise from the upper left, with their cells from there on.
 * @param {number} size
 * @returns {Place[]}
 */
function ends(size) {
  const lines = range(size);
  const column = (/** @type {number} */ c) => lines.map((r) => r * size + c);
  const row = (/** @type {number} */ r) => lines.map((c) => r * size + c);
  /** @type {(y: number, x: number, cells: number[]) => Place} */
  const place = (y, x, cells) => ({ at: [y, x], cells });
  const above = lines.map((c) => place(-OUT, c + 0.5, column(c)));
  const right = lines.map((r) => place(r + 0.5, size + OUT, row(r).reverse()));
  const below = lines.map((c) => place(size + OUT, c + 0.5, column(c).reverse()));
  const left = lines.map((r) => place(r + 0.5, -OUT, row(r)));
  return [...above, ...right, ...below.reverse(), ...left.reverse()];
}

/** @type {[down: number, right: number][]} */
const DIRECTIONS = [
  [1, 1],
  [1, -1],
  [-1, -1],
  [-1, 1],
];

/**
 * The ends of diagonals, clockwise from the upper left, with their cells from there on. A place is to the side of its
 * row or column to which the diagonal goes.
 * @param {number} size
 */
function diagonalEnds(size) {
  const found = DIRECTIONS.flatMap(([down, right]) =>
    range(size * size).flatMap((cell) => diagonalEnd(cell, down, right, size)),
  );
  return found.sort((one, other) => angleOf(one, size) - angleOf(other, size));
}

/**
 * The place of the diagonal that enters the board at a cell; none if there is a cell before it.
 * @param {number} cell
 * @param {number} down 1, or −1 for up
 * @param {number} right 1, or −1 for left
 * @param {number} size
 * @returns {Place[]}
 */
function diagonalEnd(cell, down, right, size) {
  const [row, column] = [Math.floor(cell / size), cell % size];
  const [before, beside] = [row - down, column - right];
  const isInside = (/** @type {number} */ k) => k >= 0 && k < size;
  if (isInside(before) && isInside(beside)) return [];
  const end = (/** @type {number} */ k, /** @type {number} */ step) =>
    isInside(k) ? k + 0.5 + step * ASIDE : k < 0 ? -OUT : size + OUT;
  return [{ at: [end(before, down), end(beside, right)], cells: diagonalFrom(row, column, down, right, size) }];
}

/**
 * @param {number} row
 * @param {number} column
 * @param {number} down
 * @param {number} right
 * @param {number} size
 */
function diagonalFrom(row, column, down, right, size) {
  const vertical = down > 0 ? size - row : row + 1;
  const horizontal = right > 0 ? size - column : column + 1;
  return range(Math.min(vertical, horizontal)).map((k) => (row + k * down) * size + column + k * right);
}

/**
 * The direction of a place from the middle of the board, clockwise from the upper left.
 * @param {Place} place
 * @param {number} size
 */
function angleOf({ at: [row, column] }, size) {
  const turned = Math.atan2(row - size / 2, column - size / 2) + 0.75 * Math.PI;
  return (turned + 2 * Math.PI) % (2 * Math.PI);
}

/**
 * The number of the place nearest to a point, or −1 if none is near.
 * @param {Place[]} places
 * @param {Point} point
 */
export function placeNear(places, point) {
  const distances = places.map(({ at }) => distanceBetween(at, point));
  const least = Math.min(...distances);
  return least <= REACH ? distances.indexOf(least) : -1;
}

/**
 * @param {Point} point
 * @param {Point} other
 */
export function distanceBetween([row, column], [otherRow, otherColumn]) {
  return Math.hypot(row - otherRow, column - otherColumn);
}

// Cells and strokes

/**
 * The cell at a point, or −1 outside the board.
 * @param {Point} point
 * @param {number} size
 */
export function cellAt([row, column], size) {
  const isInside = [row, column].every((part) => part >= 0 && part < size);
  return isInside ? Math.floor(row) * size + Math.floor(column) : -1;
}

/**
 * @param {number} cell
 * @param {number} size
 * @returns {Point}
 */
export function centreOf(cell, size) {
  return [Math.floor(cell / size) + 0.5, (cell % size) + 0.5];
}

/**
 * The cells of a stroke that goes on to a point, or the same list if it stays where it is. A stroke for cells in any
 * order takes in each cell that it touches. A line takes in the cells that it passes near their centres, and loses its
 * last cell when it goes back to the one before. Where a stroke leaves a gap, the cells between are added.
 * @param {Kind} kind
 * @param {number[]} cells
 * @param {Point} point
 * @param {number} size
 */
export function withPoint({ drawn }, cells, point, size) {
  const cell = cellAt(point, size);
  const last = cells[cells.length - 1];
  if (cell < 0 || cell === last) return cells;
  const passed = between(last, cell, size);
  if (drawn !== "line") return [...cells.filter((one) => !passed.includes(one)), ...passed];
  if (distanceBetween(centreOf(cell, size), point) > NEAR) return cells;
  if (cell === cells.at(-2)) return cells.slice(0, -1);
  return [...cells, ...passed.filter((one) => !cells.includes(one))];
}

/**
 * The cells on the way from one cell to another, without the first.
 * @param {number} from
 * @param {number} to
 * @param {number} size
 */
function between(from, to, size) {
  const [[row, column], [toRow, toColumn]] = [centreOf(from, size), centreOf(to, size)];
  const steps = Math.max(Math.abs(toRow - row), Math.abs(toColumn - column));
  return range(steps).map((k) => {
    const share = (k + 1) / steps;
    return Math.floor(row + (toRow - row) * share) * size + Math.floor(column + (toColumn - column) * share);
  });
}

/**
 * The name of a cell, as in r1c2.
 * @param {number} cell
 * @param {number} size
 */
export function nameOf(cell, size) {
  return `r${Math.floor(cell / size) + 1}c${(cell % size) + 1}`;
}

/**
 * The cell of a name such as r1c2.
 * @param {string} name
 * @param {number} size
 */
export function cellOfName(name, size) {
  const [, row, column] = /^r(\d+)c(\d+)$/.exec(name) ?? [];
  return (Number(row) - 1) * size + Number(column) - 1;
}

// Constraints as objects

/**
 * A new constraint on strokes: on the cells of one, or, for a kind with groups, with a group for each.
 * @param {Kind} kind
 * @param {number[][]} strokes
 * @param {Record<string, Given>} values by name
 * @param {number} size
 * @returns {Record<string, any>}
 */
export function objectOf(kind, strokes, values, size) {
  const groups = strokes.map((cells) => cells.map((cell) => nameOf(cell, size)));
  if (!kind.cells.length) return { kind: kind.kind, ...values };
  if (hasGroups(kind)) return { kind: kind.kind, ...values, groups };
  return { kind: kind.kind, ...values, ...cellFields(kind, groups[0], 1) };
}

/**
 * Names of cells as the fields of a kind; of two fields, the first holds the first cells, as an arrow's circle.
 * @param {Kind} kind
 * @param {string[]} names
 * @param {number} heads how many cells the first of two fields holds
 */
export function cellFields({ cells: fields }, names, heads) {
  const [first, second] = fields;
  return second ? { [first]: names.slice(0, heads), [second]: names.slice(heads) } : { [first]: names };
}

/**
 * The values of a new constraint: those of the one before, except for values that are open, such as sums.
 * @param {Kind} kind
 * @param {Record<string, Given>} before the values of the last constraint of this kind
 */
export function firstValues({ values }, before) {
  /** @type {Record<string, Given>} */
  const found = {};
  for (const value of values) {
    const isKept = !value.open && value.name in before;
    const first = isKept ? before[value.name] : firstValue(value);
    if (first !== null && first !== "") found[value.name] = first;
  }
  return found;
}

/**
 * @param {Value} value
 * @returns {Given | null}
 */
function firstValue({ type, choices, open, default: usual }) {
  if (usual !== undefined) return usual;
  if (open) return "?";
  // Nothing says anything about the others.
  return { word: choices[0], words: choices.slice(0, 1), digits: [1], text: "11", number: 1 }[type];
}

/**
 * The value that a text stands for; null for none.
 * @param {Value} value
 * @param {string} text as it is typed
 * @param {number} size
 * @returns {Given | null}
 */
export function valueOf({ type, open, optional, default: usual }, text, size) {
  const plain = text.normalize("NFKC").trim();
  if (plain === "?" || (!plain && open && !optional)) return "?";
  if (!plain) return optional ? null : (usual ?? "");
  if (type === "text") return plain;
  const isSplit = /\D/.test(plain) || size > 9;
  if (type === "digits") return (isSplit ? plain.split(/\D+/).filter(Boolean) : [...plain]).map(Number);
  return /^\d+$/.test(plain) ? Number(plain) : plain;
}

/**
 * The text of a value.
 * @param {Given | null | undefined} value
 */
export function textOf(value) {
  return Array.isArray(value) ? value.join(" ") : String(value ?? "");
}
