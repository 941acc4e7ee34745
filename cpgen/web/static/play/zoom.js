// A large board on a small screen: enlarged, it is seen in part, and a finger moves it.

import { button, el } from "../dom.js";

const LARGE = 9; // sides above it may be enlarged

/** The viewport of a board, which remembers whether the board is enlarged. */
export class Zoom {
  #on = false;

  /** @param {() => number} cursor gives the cell to keep in sight */
  constructor(cursor) {
    this.cursor = cursor;
  }

  /** Puts a board into the view, and makes the button that enlarges it. */
  hold(board, texts) {
    this.board = board;
    this.view = el("div", { class: "view" }, board.element);
    const attributes = { picture: "zoom", quiet: true, class: "ghost zoom", hidden: board.layout.size <= LARGE };
    this.button = button(texts("zoom"), () => this.#turn(), attributes);
    this.#show();
  }

  #turn() {
    this.#on = !this.#on;
    this.#show();
    this.follow();
  }

  #show() {
    this.view.classList.toggle("enlarged", this.#on);
    this.button.setAttribute("aria-pressed", String(this.#on));
  }

  /** Moves the board until the cursor is in sight. */
  follow() {
    const [cell, view] = [this.board.cells[this.cursor()].getBoundingClientRect(), this.view.getBoundingClientRect()];
    const beyond = (start, end, from, to) => Math.min(0, start - from) + Math.max(0, end - to);
    this.view.scrollBy(
      beyond(cell.left, cell.right, view.left, view.right),
      beyond(cell.top, cell.bottom, view.top, view.bottom),
    );
  }
}
