// @ts-check
// How constraints are drawn: places that a tap chooses, strokes through cells, and the objects that they become.

import { range } from "../play/layout.js";

/**
 * @typedef {{name: string, type: string, choices: string[], open: boolean, optional: boolean, default?: any}} Value
 * @typedef {Record<string, string>} InWords
 * @typedef {{kind: string, title: InWords, drawn: string, cells: string[], least: number, values: Value[]}} Kind
 * as the server describes it (see `ConstraintKind` in its document)
 * @typedef {[number, number]} Point row and column, in cells from the upper left corner of the board
 * @typedef {{at: Point, cells: number[]}} Place where a tap draws a constraint on these cells
 */

const NEAR = 0.42; // cells from the centre of a cell, within which a stroke passes through it
const REACH = 0.7; // cells from a place, within which a tap chooses it
const OUT = 0.55; // cells between the board and the centre of a place outside
const ASIDE = 0.25; // cells between the middle of a row or column and the place of its diagonal

/** Returns true if a kind is drawn by strokes through cells. */
export function hasStrokes({ drawn }) {
  return drawn === "cells" || drawn === "line";
}

/** Returns true if constraints of a kind are groups of cells, each of which is a stroke. */
export function hasGroups({ cells }) {
  return cells[0] === "groups";
}

/** The places of a kind that is drawn by a tap. */
export function placesOf({ drawn }, size) {
  return PLACES[drawn]?.(size) ?? [];
}

const PLACES = { cell: middles, edge: edges, corner: corners, outside: ends, diagonal: diagonalEnds };

/** @returns {Place[]} the middles of cells */
function middles(size) {
  return range(size * size).map((cell) => ({ at: centreOf(cell, size), cells: [cell] }));
}

/** @returns {Place[]} the edges between two neighbours */
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

/** @returns {Place[]} the corners where four cells meet */
function corners(size) {
  const inner = range(size - 1);
  /** @returns {Place} */
  const corner = (row, column) => ({ at: [row + 1, column + 1], cells: squareAt(row * size + column, size) });
  return inner.flatMap((row) => inner.map((column) => corner(row, column)));
}

/** The four cells around the lower right corner of a cell, or of its neighbour at the border. */
export function squareAt(cell, size) {
  const [row, column] = [Math.min(Math.floor(cell / size), size - 2), Math.min(cell % size, size - 2)];
  const first = row * size + column;
  return [first, first + 1, first + size, first + size + 1];
}

/** @returns {Place[]} the ends of rows and columns, clockwise from the upper left, with their cells from there on */
function ends(size) {
  const lines = range(size);
  const column = (c) => lines.map((r) => r * size + c);
  const row = (r) => lines.map((c) => r * size + c);
  /** @returns {Place} */
  const place = (y, x, cells) => ({ at: [y, x], cells });
  return [
    ...lines.map((c) => place(-OUT, c + 0.5, column(c))),
    ...lines.map((r) => place(r + 0.5, size + OUT, row(r).reverse())),
    ...lines.map((c) => place(size + OUT, c + 0.5, column(c).reverse())).reverse(),
    ...lines.map((r) => place(r + 0.5, -OUT, row(r))).reverse(),
  ];
}

/** @returns {Place[]} the ends of diagonals; a place is to the side of its row or column to which the diagonal goes */
function diagonalEnds(size) {
  /** @type {Place[]} */
  const found = [];
  for (const [down, right] of [
    [1, 1],
    [1, -1],
    [-1, -1],
    [-1, 1],
  ]) {
    for (const cell of range(size * size)) {
      const [row, column] = [Math.floor(cell / size), cell % size];
      const [before, beside] = [row - down, column - right];
      const isInside = (k) => k >= 0 && k < size;
      if (isInside(before) && isInside(beside)) continue;
      const end = (k, step) => (isInside(k) ? k + 0.5 + step * ASIDE : k < 0 ? -OUT : size + OUT);
      found.push({ at: [end(before, down), end(beside, right)], cells: diagonalFrom(row, column, down, right, size) });
    }
  }
  return found.sort((one, other) => angle(one, size) - angle(other, size));
}

function diagonalFrom(row, column, down, right, size) {
  const vertical = down > 0 ? size - row : row + 1;
  const horizontal = right > 0 ? size - column : column + 1;
  return range(Math.min(vertical, horizontal)).map((k) => (row + k * down) * size + column + k * right);
}

/** The direction of a place from the middle of the board, clockwise from the upper left. */
function angle({ at: [row, column] }, size) {
  const turned = Math.atan2(row - size / 2, column - size / 2) + 0.75 * Math.PI;
  return (turned + 2 * Math.PI) % (2 * Math.PI);
}

/** The number of the place nearest to a point, or −1 if none is near. */
export function placeNear(places, point) {
  const far = places.map(({ at }) => distance(at, point));
  const least = Math.min(...far);
  return least <= REACH ? far.indexOf(least) : -1;
}

export function distance([row, column], [otherRow, otherColumn]) {
  return Math.hypot(row - otherRow, column - otherColumn);
}

/** The cell at a point, or −1 outside the board. */
export function cellAt([row, column], size) {
  const isInside = [row, column].every((part) => part >= 0 && part < size);
  return isInside ? Math.floor(row) * size + Math.floor(column) : -1;
}

/**
 * The cells of a stroke that goes on to a point. Back over the last but one cell, the stroke loses its last one; where
 * a path leaves a gap, the cells between are added.
 */
export function withPoint({ drawn }, cells, point, size) {
  const cell = cellAt(point, size);
  if (cell < 0 || cell === cells.at(-1)) return cells;
  if (drawn !== "line") {
    const passed = between(cells.at(-1), cell, size);
    return [...cells.filter((one) => !passed.includes(one)), ...passed]; // the order means nothing
  }
  if (distance(centreOf(cell, size), point) > NEAR) return cells;
  if (cell === cells.at(-2)) return cells.slice(0, -1);
  return [...cells, ...between(cells.at(-1), cell, size).filter((one) => !cells.includes(one))];
}

export function centreOf(cell, size) {
  return /** @type {Point} */ ([Math.floor(cell / size) + 0.5, (cell % size) + 0.5]);
}

/** The cells on the way from one cell to another, without the first. */
function between(from, to, size) {
  const [[row, column], [toRow, toColumn]] = [centreOf(from, size), centreOf(to, size)];
  const steps = Math.max(Math.abs(toRow - row), Math.abs(toColumn - column));
  return range(steps).map((k) => {
    const share = (k + 1) / steps;
    return Math.floor(row + (toRow - row) * share) * size + Math.floor(column + (toColumn - column) * share);
  });
}

/** The name of a cell, as in r1c2. */
export function nameOf(cell, size) {
  return `r${Math.floor(cell / size) + 1}c${(cell % size) + 1}`;
}

/** A new constraint on cells (or, for a kind with groups, on groups of cells), with values by name. */
export function objectOf(kind, cells, values, size) {
  const named = (some) => some.map((cell) => nameOf(cell, size));
  if (!kind.cells.length) return { kind: kind.kind, ...values };
  if (hasGroups(kind)) return { kind: kind.kind, ...values, groups: cells.map(named) };
  return { kind: kind.kind, ...values, ...cellFields(kind, named(cells), 1) };
}

/** Names of cells as the fields of a kind; of two fields, the first holds the first cells, as an arrow's circle. */
export function cellFields({ cells: fields }, names, heads) {
  const [first, second] = fields;
  return second ? { [first]: names.slice(0, heads), [second]: names.slice(heads) } : { [first]: names };
}

/** The values of a new constraint: those of the one before, where they are not its own. */
export function firstValues({ values }, before) {
  const first = (value) => (!value.open && value.name in before ? before[value.name] : firstValue(value));
  const own = values.map((value) => [value.name, first(value)]);
  return Object.fromEntries(own.filter(([, value]) => value !== null && value !== ""));
}

const SOME = { digits: [1], text: "11", number: 1 }; // values that nothing says anything about

function firstValue({ type, choices, open, default: usual }) {
  if (usual !== undefined) return usual;
  if (open) return "?";
  return type === "word" ? choices[0] : type === "words" ? [choices[0]] : SOME[type];
}

/** The value that a text stands for; null for none. */
export function valueOf({ type, open, optional, default: usual }, text, size) {
  const plain = text.normalize("NFKC").trim();
  if (plain === "?" || (!plain && open && !optional)) return "?";
  if (!plain) return optional ? null : (usual ?? "");
  if (type === "text") return plain;
  const isSplit = /\D/.test(plain) || size > 9;
  if (type === "digits") return (isSplit ? plain.split(/\D+/).filter(Boolean) : [...plain]).map(Number);
  return /^\d+$/.test(plain) ? Number(plain) : plain;
}

/** The text of a value. */
export function textOf(value) {
  return Array.isArray(value) ? value.join(" ") : String(value ?? "");
}
