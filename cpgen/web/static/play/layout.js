// The shape of a board and which cells see each other. Layouts are written as cpgen writes them (`Layout.spec`).

export const SYMBOLS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ@";

const BASE = /^(?:(\d+)x(\d+)|latin-(\d+))$/;

/**
 * @typedef {{kind: string, number: number, cells: number[]}} House
 * @typedef {{size: number, regions: number[], extras: number[][], houses: House[], peers: number[][],
 *   constraints?: any}} Layout
 */

/**
 * The layout of a spec: `3x3`, `latin-5`, drawn rows, each with `+diagonals` or `+` drawn extra houses,
 * and constraints, which are left out.
 * @param {string} spec
 * @returns {Layout}
 */
export function layoutOf(spec) {
  const [base, ...additions] = spec.split("+");
  const size = sizeOf(spec);
  const regions = regionsOf(base, size);
  const extras = additions.flatMap((text) => (text === "diagonals" ? diagonals(size) : drawnHouses(text)));
  const houses = housesOf(size, regions, extras);
  return { size, regions, extras, houses, peers: peersOf(size * size, houses) };
}

/** The layout of a walkthrough, with the drawing of its constraints and the cells that see each other through them. */
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

/** The side of the board in a spec, without building the board. */
export function sizeOf(spec) {
  const [base] = spec.split("+");
  const [, height, width, side] = BASE.exec(base) ?? [];
  if (side) return Number(side);
  return height ? height * width : base.split("/").length;
}

function regionsOf(base, size) {
  const [form, height, width] = BASE.exec(base) ?? [];
  if (!form) return numbered([...base.replaceAll("/", "")]);
  return width ? range(size * size).map((cell) => boxOf(cell, size, height, width)) : [];
}

function boxOf(cell, size, height, width) {
  return Math.floor(Math.floor(cell / size) / height) * height + Math.floor((cell % size) / width);
}

/** Returns true if a spec has constraints, which are known by more than their words. */
export function hasConstraints(spec) {
  const isHouses = (text) => text === "diagonals" || text.includes("/");
  return !spec.split("+").slice(1).every(isHouses);
}

/** Extra houses that are drawn row by row; other additions are constraints, which are no houses. */
function drawnHouses(text) {
  if (!text.includes("/")) return [];
  const symbols = [...text.replaceAll("/", "")];
  const letters = [...new Set(symbols)].filter((symbol) => symbol !== ".");
  return letters.map((letter) => range(symbols.length).filter((cell) => symbols[cell] === letter));
}

function diagonals(size) {
  return [range(size).map((k) => k * (size + 1)), range(size).map((k) => (k + 1) * (size - 1))];
}

function housesOf(size, regions, extras) {
  const lines = range(size);
  const cells = range(size * size);
  const house = (kind) => (members, k) => ({ kind, number: k + 1, cells: members });
  return [
    ...lines.map((row) => lines.map((column) => row * size + column)).map(house("row")),
    ...lines.map((column) => lines.map((row) => row * size + column)).map(house("column")),
    ...(regions.length ? lines.map((k) => cells.filter((cell) => regions[cell] === k)) : []).map(house("region")),
    ...extras.map(house("extra")),
  ];
}

function peersOf(count, houses) {
  const seen = range(count).map(() => new Set());
  for (const { cells } of houses) for (const cell of cells) for (const other of cells) seen[cell].add(other);
  seen.forEach((others, cell) => others.delete(cell));
  return seen.map((others) => [...others]);
}

/** Marks numbered from 0 in order of appearance. */
function numbered(marks) {
  const order = [...new Set(marks)];
  return marks.map((mark) => order.indexOf(mark));
}

/** Returns true if an extra house is one of the two main diagonals. */
export function isDiagonal(size, cells) {
  return diagonals(size).some((line) => line.every((cell, k) => cell === cells[k]));
}

/** The numbers 0 to count − 1. */
export function range(count) {
  return Array.from({ length: count }, (_, k) => k);
}

/** The digits of a line of symbols, 0 for an open cell. */
export function digitsOf(line) {
  return [...line].map((symbol) => SYMBOLS.indexOf(symbol) + 1);
}

/** The line of symbols of digits, a dot for 0. */
export function lineOf(digits) {
  return digits.map((digit) => (digit ? SYMBOLS[digit - 1] : ".")).join("");
}
