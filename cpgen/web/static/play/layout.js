// @ts-check
// The shape of a board and which cells see each other. Layouts are written as cpgen writes them (`Layout.spec`).

export const SYMBOLS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ@";

const BASE = /^(?:(\d+)x(\d+)|latin-(\d+))$/;

/**
 * @typedef {{kind: string, number: number, cells: number[]}} House a row, column, region or extra house
 * @typedef {Pick<import("./data.js").BoardConstraints, "under" | "over" | "unit" | "reach">} Picture
 * @typedef {Picture & Partial<import("./data.js").BoardConstraints>} Constraints with rules where known
 * @typedef {object} Layout
 * @property {number} size
 * @property {number[]} regions the number of each cell's region; empty for a board without
 * @property {number[][]} extras the cells of extra houses
 * @property {House[]} houses
 * @property {number[][]} peers the cells that each cell sees
 * @property {Constraints} [constraints]
 */

/**
 * The layout of a spec: `3x3`, `latin-5`, drawn rows, each with `+diagonals` or `+` drawn extra houses,
 * and constraints, which are left out.
 * @param {string} spec
 * @returns {Layout}
 */
export function layoutOf(spec) {
  const [base, ...additions] = partsOf(spec);
  const size = sizeOf(spec);
  const regions = regionsOf(base, size);
  const extras = additions.flatMap((text) => (text === "diagonals" ? diagonals(size) : drawnHouses(text)));
  const houses = housesOf(size, regions, extras);
  return { size, regions, extras, houses, peers: peersOf(size * size, houses) };
}

/**
 * The layout of a walkthrough, with the drawing of its constraints and the cells that see each other through them.
 * @param {Pick<import("./data.js").Walkthrough, "layout" | "constraints">} walkthrough
 * @returns {Layout}
 */
export function boardOf({ layout: spec, constraints }) {
  const layout = layoutOf(spec);
  if (!constraints) return layout;
  const peers = layout.peers.map((others) => [...others]);
  for (const [cell, other] of constraints.sight) {
    peers[cell].push(other);
    peers[other].push(cell);
  }
  return { ...layout, peers, constraints };
}

/**
 * The parts of a spec, which plus signs separate, except within quotes.
 * @param {string} spec
 */
export function partsOf(spec) {
  /** @type {string[]} */
  const parts = [];
  for (const piece of spec.split("+")) {
    const last = parts.length - 1;
    if (last >= 0 && parts[last].split('"').length % 2 === 0) parts[last] += `+${piece}`;
    else parts.push(piece);
  }
  return parts;
}

/** Whether an addition is drawn extra houses: rows of symbols, and nothing else. */
const isDrawn = (/** @type {string} */ text) => text.includes("/") && !text.includes(" ");

/**
 * The side of the board in a spec, without building the board.
 * @param {string} spec
 */
export function sizeOf(spec) {
  const [base] = spec.split("+");
  const [, height, width, side] = BASE.exec(base) ?? [];
  if (side) return Number(side);
  return height ? Number(height) * Number(width) : base.split("/").length;
}

/** @param {string} base @param {number} size */
function regionsOf(base, size) {
  const [form, height, width] = BASE.exec(base) ?? [];
  if (!form) return numbered([...base.replaceAll("/", "")]);
  return width ? range(size * size).map((cell) => boxOf(cell, size, Number(height), Number(width))) : [];
}

/** @param {number} cell @param {number} size @param {number} height @param {number} width */
function boxOf(cell, size, height, width) {
  return Math.floor(Math.floor(cell / size) / height) * height + Math.floor((cell % size) / width);
}

/**
 * Returns true if a spec has constraints, which a page cannot derive from the spec alone.
 * @param {string} spec
 */
export function hasConstraints(spec) {
  const isHouses = (/** @type {string} */ text) => text === "diagonals" || isDrawn(text);
  return !partsOf(spec).slice(1).every(isHouses);
}

/**
 * Extra houses that are drawn row by row; other additions are constraints, which are no houses.
 * @param {string} text
 * @returns {number[][]}
 */
function drawnHouses(text) {
  if (!isDrawn(text)) return [];
  const symbols = [...text.replaceAll("/", "")];
  const letters = [...new Set(symbols)].filter((symbol) => symbol !== ".");
  return letters.map((letter) => range(symbols.length).filter((cell) => symbols[cell] === letter));
}

/** @param {number} size */
function diagonals(size) {
  return [range(size).map((k) => k * (size + 1)), range(size).map((k) => (k + 1) * (size - 1))];
}

/**
 * @param {number} size
 * @param {number[]} regions
 * @param {number[][]} extras
 * @returns {House[]}
 */
function housesOf(size, regions, extras) {
  const lines = range(size);
  const cells = range(size * size);
  /** @type {(kind: string) => (members: number[], k: number) => House} */
  const house = (kind) => (members, k) => ({ kind, number: k + 1, cells: members });
  return [
    ...lines.map((row) => lines.map((column) => row * size + column)).map(house("row")),
    ...lines.map((column) => lines.map((row) => row * size + column)).map(house("column")),
    ...(regions.length ? lines.map((k) => cells.filter((cell) => regions[cell] === k)) : []).map(house("region")),
    ...extras.map(house("extra")),
  ];
}

/** @param {number} count @param {House[]} houses */
function peersOf(count, houses) {
  const seen = range(count).map(() => /** @type {Set<number>} */ (new Set()));
  for (const { cells } of houses) for (const cell of cells) for (const other of cells) seen[cell].add(other);
  seen.forEach((others, cell) => others.delete(cell));
  return seen.map((others) => [...others]);
}

/**
 * The number of each mark, from 0 in order of first appearance.
 * @param {string[]} marks
 */
function numbered(marks) {
  const order = [...new Set(marks)];
  return marks.map((mark) => order.indexOf(mark));
}

/**
 * Returns true if an extra house is one of the two main diagonals.
 * @param {number} size
 * @param {number[]} cells
 */
export function isDiagonal(size, cells) {
  return diagonals(size).some((line) => line.every((cell, k) => cell === cells[k]));
}

/**
 * The numbers 0 to count − 1.
 * @param {number} count
 */
export function range(count) {
  return Array.from({ length: count }, (_, k) => k);
}

/**
 * The digits of a line of symbols, 0 for an open cell.
 * @param {string} line
 */
export function digitsOf(line) {
  return [...line].map((symbol) => SYMBOLS.indexOf(symbol) + 1);
}

/**
 * The line of symbols of digits, a dot for 0.
 * @param {number[]} digits
 */
export function lineOf(digits) {
  return digits.map((digit) => (digit ? SYMBOLS[digit - 1] : ".")).join("");
}

/**
 * The name of a cell, as in `r1c2`.
 * @param {{size: number}} layout
 * @param {number} cell
 */
export function cellName({ size }, cell) {
  return `r${Math.floor(cell / size) + 1}c${(cell % size) + 1}`;
}
