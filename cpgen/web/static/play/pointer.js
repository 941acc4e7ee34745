// @ts-check
// The cells that a mouse or a finger passes over.

const FINENESS = 4; // points that are looked at along the width of a cell
const MOMENT = 400; // milliseconds between two presses that belong together

/**
 * @template T
 * @typedef {object} Hearers
 * @property {(cell: number, event: PointerEvent) => T} begin hears of the cell where a stroke begins
 * @property {(cell: number, answer: T) => void} touch hears of every cell of the stroke, the first among them, and of
 *   the answer of `begin`
 */

/**
 * The listeners of a grid of cells on which a pointer draws strokes.
 * @template T
 * @param {Hearers<T>} hearers
 */
export function strokes({ begin, touch }) {
  /** @type {{answer: T, at: number, x: number, y: number, fine: number} | null} */
  let stroke = null;
  /** @param {number} cell */
  const pass = (cell) => {
    if (!stroke || cell < 0 || cell === stroke.at) return;
    stroke.at = cell;
    touch(cell, stroke.answer);
  };
  const end = () => {
    stroke = null;
  };
  return {
    /** @param {PointerEvent & {currentTarget: Element}} event */
    onPointerDown(event) {
      const { clientX: x, clientY: y, currentTarget: grid, target } = event;
      const element = cellAt(grid, x, y);
      if (!element || event.button > 0) return;
      event.preventDefault();
      if (target instanceof Element) target.releasePointerCapture?.(event.pointerId); // or a finger stays with its cell
      const cell = numberOf(element);
      stroke = { answer: begin(cell, event), at: -1, x, y, fine: (element.clientWidth || 1) / FINENESS };
      pass(cell);
      element.focus({ preventScroll: true });
    },
    /** @param {PointerEvent & {currentTarget: Element}} event */
    onPointerMove({ clientX: x, clientY: y, buttons, currentTarget: grid }) {
      if (!stroke || !buttons) return;
      for (const [px, py] of pointsBetween([stroke.x, stroke.y], [x, y], stroke.fine))
        pass(numberOf(cellAt(grid, px, py)));
      Object.assign(stroke, { x, y });
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}

/**
 * Points between two others, at most `fine` apart; browsers report only few points of a quick stroke.
 * @param {number[]} from
 * @param {number[]} to
 * @param {number} fine the largest distance of two points
 * @returns {number[][]} without the first
 */
export function pointsBetween([fromX, fromY], [x, y], fine) {
  const steps = Math.ceil(Math.hypot(x - fromX, y - fromY) / fine);
  return Array.from({ length: steps }, (_, k) => {
    const share = (k + 1) / steps;
    return [fromX + (x - fromX) * share, fromY + (y - fromY) * share];
  });
}

/**
 * The cell of a grid at a point of the screen.
 * @param {Element} grid
 * @param {number} x
 * @param {number} y
 * @returns {HTMLElement | null}
 */
function cellAt(grid, x, y) {
  const element = /** @type {HTMLElement | null} */ (document.elementFromPoint(x, y)?.closest(".cell") ?? null);
  return grid.contains(element) ? element : null;
}

/** @param {HTMLElement | null} element */
function numberOf(element) {
  return element ? Number(element.dataset.cell) : -1;
}

/** Returns a function that detects double presses: it returns true for the second press of a cell. */
export function doublePress() {
  let last = { cell: -1, time: 0 };
  /** @param {number} cell @param {{timeStamp: number}} event */
  return (cell, { timeStamp: time }) => {
    const again = cell === last.cell && time - last.time < MOMENT;
    last = { cell: again ? -1 : cell, time };
    return again;
  };
}
