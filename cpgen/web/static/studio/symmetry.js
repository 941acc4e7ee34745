// @ts-check
// The cells that a symmetry maps to each other.

const HALF_TURN = (n, r, c) => [n - 1 - r, n - 1 - c];
const QUARTER_TURN = (n, r, c) => [c, n - 1 - r];
const LEFT_RIGHT = (n, r, c) => [r, n - 1 - c];
const TOP_BOTTOM = (n, r, c) => [n - 1 - r, c];
const DIAGONAL = (_n, r, c) => [c, r];
const ANTIDIAGONAL = (n, r, c) => [n - 1 - c, n - 1 - r];

const MOVES = {
  full: [QUARTER_TURN, LEFT_RIGHT],
  rot90: [QUARTER_TURN],
  mirrors: [LEFT_RIGHT, TOP_BOTTOM],
  diagonals: [DIAGONAL, ANTIDIAGONAL],
  rot180: [HALF_TURN],
  "left-right": [LEFT_RIGHT],
  "top-bottom": [TOP_BOTTOM],
  diagonal: [DIAGONAL],
  antidiagonal: [ANTIDIAGONAL],
  none: [],
};

/** The cells that a symmetry (a name of cpgen's) carries a cell to, itself among them. */
export function orbit(size, symmetry, cell) {
  const reached = [cell];
  for (const place of reached) {
    for (const move of MOVES[symmetry]) {
      const [row, column] = move(size, Math.floor(place / size), place % size);
      if (!reached.includes(row * size + column)) reached.push(row * size + column);
    }
  }
  return reached;
}
