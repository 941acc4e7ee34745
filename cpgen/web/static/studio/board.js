// @ts-check
// A board that is drawn on.

import { html, useRef } from "../html.js";
import { BoardView, focusCell } from "../play/board.js";

/**
 * @typedef {import("../play/board.js").BoardProps} BoardProps
 * @typedef {PointerEvent & {currentTarget: HTMLElement}} Pointed
 */

/**
 * A board of cells with the properties of `BoardView`. `onKey` handles key presses and returns true for keys with a
 * meaning. A `pen`, if there is one, receives the pointer's positions on the board and around it instead of strokes.
 * @param {BoardProps & {onKey?: (event: KeyboardEvent) => boolean, pen?: import("./pen.js").Pen | null}} props
 */
export function Board({ onKey, pen, ...board }) {
  const frame = useRef(/** @type {HTMLElement | null} */ (null));
  const { layout, scene } = board;
  /**
   * The point of an event, as row and column from the upper left corner of the board, in cells.
   * @param {PointerEvent} event
   * @returns {[row: number, column: number]}
   */
  const pointOf = ({ clientX, clientY }) => {
    const cells = /** @type {Element} */ (frame.current?.querySelector(".cells"));
    const { left, top, width, height } = cells.getBoundingClientRect();
    return [((clientY - top) / height) * layout.size, ((clientX - left) / width) * layout.size];
  };
  /**
   * Passes a press to the pen instead of the cells, and captures the pointer until it is released.
   * @param {Pointed} event
   */
  const press = (event) => {
    if (!pen || event.button > 0 || !event.isPrimary) return;
    event.preventDefault();
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    // First, because a field that is left may change its constraint.
    focusCell(event.currentTarget, Math.max(0, scene.cursor ?? 0));
    pen.press(pointOf(event), event);
  };
  const pass = (/** @type {Pointed} */ event) => {
    if (!pen || !event.isPrimary) return;
    const passed = event.getCoalescedEvents?.() ?? [];
    for (const one of passed.length ? passed : [event]) pen.pass(pointOf(one));
  };
  const release = (/** @type {Pointed} */ event) => event.isPrimary && pen?.release(pointOf(event));
  return html`<div
    ref=${frame}
    class=${pen ? "frame drawn-on" : "frame"}
    onKeyDown=${(/** @type {KeyboardEvent} */ event) => onKey?.(event) && event.preventDefault()}
    onPointerDownCapture=${press}
    onPointerMove=${pass}
    onPointerUp=${release}
    onPointerCancel=${() => pen?.abandon()}
  >
    <div><${BoardView} ...${board} /></div>
  </div>`;
}
