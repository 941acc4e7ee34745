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
      const image = carried(size, move, place);
      if (!reached.includes(image)) reached.push(image);
    }
  }
  return reached;
}

/**
 * Lists of cells that a symmetry carries a list to, itself first; lists with the same cells count once.
 * @param {number} size of the board
 * @param {string} symmetry its name in requests
 * @param {number[]} cells
 */
export function images(size, symmetry, cells) {
  const keyOf = (/** @type {number[]} */ list) => [...list].sort((one, other) => one - other).join();
  const reached = new Map([[keyOf(cells), cells]]);
  for (const list of reached.values()) {
    for (const move of MOVES_OF[symmetry]) {
      const image = list.map((cell) => carried(size, move, cell));
      if (!reached.has(keyOf(image))) reached.set(keyOf(image), image);
    }
  }
  return [...reached.values()];
}

/** @param {number} size @param {Move} move @param {number} cell */
function carried(size, move, cell) {
  const [row, column] = move(size, Math.floor(cell / size), cell % size);
  return row * size + column;
}
