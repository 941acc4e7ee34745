// @ts-check
// The cells that a symmetry maps to each other.

/** @typedef {(size: number, row: number, column: number) => [row: number, column: number]} Move */

/** @type {Record<string, Move>} */
const MOVES = {
  halfTurn: (n, r, c) => [n - 1 - r, n - 1 - c],
  quarterTurn: (n, r, c) => [c, n - 1 - r],
  leftRight: (n, r, c) => [r, n - 1 - c],
  topBottom: (n, r, c) => [n - 1 - r, c],
  diagonal: (_n, r, c) => [c, r],
  antidiagonal: (n, r, c) => [n - 1 - c, n - 1 - r],
};

/** @type {Record<string, Move[]>} */
const MOVES_OF = {
  full: [MOVES.quarterTurn, MOVES.leftRight],
  rot90: [MOVES.quarterTurn],
  mirrors: [MOVES.leftRight, MOVES.topBottom],
  diagonals: [MOVES.diagonal, MOVES.antidiagonal],
  rot180: [MOVES.halfTurn],
  "left-right": [MOVES.leftRight],
  "top-bottom": [MOVES.topBottom],
  diagonal: [MOVES.diagonal],
  antidiagonal: [MOVES.antidiagonal],
  none: [],
};

/**
 * The cells that a symmetry carries a cell to, itself among them.
 * @param {number} size of the board
 * @param {string} symmetry its name in requests
 * @param {number} cell
 */
export function orbit(size, symmetry, cell) {
  const reached = [cell];
  for (const place of reached) {
    for (const move of MOVES_OF[symmetry]) {
      const [row, column] = move(size, Math.floor(place / size), place % size);
      if (!reached.includes(row * size + column)) reached.push(row * size + column);
    }
  }
  return reached;
}
