// @ts-check
// A board that is drawn on: the view of the play pages, kept up to date.

import { BoardView } from "../play/board.js";
import { strokes } from "../play/pointer.js";
import { Component, html } from "./html.js";

/**
 * A board of cells. `scene` is what it shows (see `BoardView.show`), `describe` describes a cell in words, and `begin` and
 * `touch` hear of strokes; `over` is a drawing on top.
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
    if (kind !== this.kind) this.build(kind);
    else if (layout.regions !== this.view.layout.regions) this.view.divide(layout);
    if (scene !== this.scene) this.view.show(scene);
    this.scene = scene;
    if (scene.cursor >= 0 && this.view.grid.contains(document.activeElement)) this.view.focus(scene.cursor);
  }

  build(kind) {
    const { layout, texts, label, readOnly = false, describe = null } = this.props;
    const described = describe && ((cell) => this.props.describe(cell));
    this.kind = kind;
    this.scene = null;
    this.view = new BoardView(layout, { label, symbols: "digits", texts, readOnly, describe: described });
    if (!readOnly) {
      strokes(this.view, {
        begin: (cell) => this.props.begin(cell),
        touch: (cell, stroke) => this.props.touch(cell, stroke),
      });
    }
    this.place.replaceChildren(this.view.element);
  }

  render() {
    const { onKey, over } = this.props;
    const onKeyDown = (event) => onKey?.(event) && event.preventDefault();
    return html`<div class="frame" onKeyDown=${onKeyDown}>
      <div ref=${(place) => (this.place = place)}></div>
      ${over}
    </div>`;
  }
}
