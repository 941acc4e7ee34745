// The cells that a mouse or a finger passes over.

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
  board.grid.addEventListener("pointerdown", (event) => {
    const cell = board.cellAt(event.clientX, event.clientY);
    if (cell < 0 || event.button > 0) return;
    event.preventDefault();
    event.target.releasePointerCapture?.(event.pointerId); // or a finger would stay with its first cell
    stroke = { does: begin(cell, event), at: -1 };
    go(cell);
    board.focus(cell);
  });
  board.grid.addEventListener("pointermove", (event) => {
    if (stroke && event.buttons) go(board.cellAt(event.clientX, event.clientY));
  });
  for (const name of ["pointerup", "pointercancel"]) board.grid.addEventListener(name, () => (stroke = null));
}
