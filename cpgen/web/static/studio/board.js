// @ts-check
// A board that is drawn on: the view of the play pages, kept up to date.

import { svg } from "../dom.js";
import { BoardView } from "../play/board.js";
import { strokes } from "../play/pointer.js";
import { Component, html } from "../html.js";

/**
 * A board of cells. `scene` is what it shows (see `BoardView.show`), `describe` describes a cell in words, and `begin`
 * and `touch` hear of strokes. `sketch` holds shapes on top, in cells, as pairs of a tag and attributes. A `pen` gets the
 * pointer instead of strokes, with points on the board and around it.
 */
export class Board extends Component {
  componentDidMount() {
    this.draw();
  }

  componentDidUpdate() {
    this.draw();
  }

  draw() {
    const { layout, scene, texts, label } = this.props;
    const kind = JSON.stringify([layout.size, layout.extras, texts.language, label]);
    const clues = this.view?.layout.constraints;
    if (kind !== this.kind) this.build(kind);
    else if (layout.regions !== this.view.layout.regions) this.view.divide(layout);
    if (layout.constraints !== clues) this.view.drawClues(layout);
    this.sketch.replaceChildren(...(this.props.sketch ?? []).map(([tag, attributes]) => svg(tag, attributes)));
    if (scene !== this.scene) this.view.show(scene);
    this.scene = scene;
    if (scene.cursor >= 0 && this.view.grid.contains(document.activeElement)) this.view.focus(scene.cursor);
  }

  build(kind) {
    const { layout, texts, label, readOnly = false, describe = null } = this.props;
    const described = describe && ((cell) => this.props.describe(cell));
    this.kind = kind;
    this.scene = null;
    const look = { label, symbols: "digits", texts, readOnly, places: true, describe: described };
    this.view = new BoardView(layout, look);
    if (!readOnly) {
      strokes(this.view, {
        begin: (cell) => this.props.begin(cell),
        touch: (cell, stroke) => this.props.touch(cell, stroke),
      });
    }
    this.sketch = svg("svg", { class: "sketch", viewBox: `0 0 ${layout.size} ${layout.size}`, "aria-hidden": "true" });
    this.view.element.append(this.sketch);
    this.place.replaceChildren(this.view.element);
  }

  /** The point of an event, as row and column from the upper left corner of the board, in cells. */
  pointOf({ clientX, clientY }) {
    const { left, top, width, height } = this.view.grid.getBoundingClientRect();
    const { size } = this.props.layout;
    return [((clientY - top) / height) * size, ((clientX - left) / width) * size];
  }

  /** Gives a press to the pen before the cells hear of it, and the pointer until it is released. */
  press(event) {
    const { pen, scene } = this.props;
    if (!pen || event.button > 0 || !event.isPrimary) return;
    event.preventDefault();
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    this.view.focus(Math.max(0, scene.cursor)); // first, because a field that is left may change its constraint
    pen.press(this.pointOf(event), event);
  }

  pass(event) {
    const { pen } = this.props;
    if (!pen || !event.isPrimary) return;
    const passed = event.getCoalescedEvents?.() ?? [];
    for (const one of passed.length ? passed : [event]) pen.pass(this.pointOf(one));
  }

  release(event) {
    if (event.isPrimary) this.props.pen?.release(this.pointOf(event));
  }

  render() {
    const { onKey, pen } = this.props;
    const onKeyDown = (event) => onKey?.(event) && event.preventDefault();
    return html`<div
      class=${pen ? "frame drawn-on" : "frame"}
      onKeyDown=${onKeyDown}
      onPointerDownCapture=${(event) => this.press(event)}
      onPointerMove=${(event) => this.pass(event)}
      onPointerUp=${(event) => this.release(event)}
      onPointerCancel=${() => pen?.abandon()}
    >
      <div ref=${(place) => (this.place = place)}></div>
    </div>`;
  }
}
