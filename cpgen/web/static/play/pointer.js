// @ts-check
// The cells that a mouse or a finger passes over.

const FINENESS = 4; // points that are looked at along the width of a cell
const MOMENT = 400; // milliseconds between two presses that belong together

/**
 * Lets a pointer draw strokes on a board: `begin` hears of the cell where one begins, and its answer goes to `touch`
 * with every cell of the stroke, the first among them.
 */
export function strokes(board, { begin, touch }) {
  let stroke = null;
  const go = (cell) => {
    if (cell < 0 || cell === stroke.at) return;
    stroke.at = cell;
    touch(cell, stroke.does);
  };
  /** All cells between the last point and this one: a browser reports few points of a quick stroke. */
  const draw = ({ clientX: x, clientY: y }) => {
    const { x: fromX, y: fromY } = stroke;
    const steps = Math.ceil(Math.hypot(x - fromX, y - fromY) / (board.cellWidth() / FINENESS));
    for (let k = 1; k <= steps; k++) {
      const share = k / steps;
      go(board.cellAt(fromX + (x - fromX) * share, fromY + (y - fromY) * share));
    }
    Object.assign(stroke, { x, y });
  };
  board.grid.addEventListener("pointerdown", (event) => {
    const cell = board.cellAt(event.clientX, event.clientY);
    if (cell < 0 || event.button > 0) return;
    event.preventDefault();
    event.target.releasePointerCapture?.(event.pointerId); // or a finger would stay with its first cell
    stroke = { does: begin(cell, event), at: -1, x: event.clientX, y: event.clientY };
    go(cell);
    board.focus(cell);
  });
  board.grid.addEventListener("pointermove", (event) => {
    if (stroke && event.buttons) draw(event);
  });
  for (const name of ["pointerup", "pointercancel"]) board.grid.addEventListener(name, () => (stroke = null));
}

/** A function of a cell and the event that presses it: whether this is the second press of a double one. */
export function doublePress() {
  let last = { cell: -1, time: 0 };
  return (cell, { timeStamp: time }) => {
    const again = cell === last.cell && time - last.time < MOMENT;
    last = { cell: again ? -1 : cell, time };
    return again;
  };
}
