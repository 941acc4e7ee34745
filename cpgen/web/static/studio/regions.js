// Drawing regions: choose one and paint its cells; the server says whether the board is valid.

import { button, el } from "../dom.js";
import { BoardView } from "../play/board.js";
import { newGame } from "../play/game.js";
import { step } from "../play/keyboard.js";
import { range, SYMBOLS } from "../play/layout.js";
import { strokes } from "../play/pointer.js";
import { withBoard } from "./plan.js";
import { ask } from "./server.js";

const TINTS = 6;

/** The drawing of regions, in the place of the pattern as long as it lasts. */
export class RegionsEditor {
  constructor({ store, texts, attempt }) {
    Object.assign(this, { store, texts, size: store.state.plan.board.size, region: 0, cursor: 0 });
    this.frame = el("div", { class: "frame" });
    this.palette = el("div", { class: "palette", role: "group", "aria-label": texts("regions") });
    this.frame.addEventListener("keydown", (event) => this.#onKey(event.key) && event.preventDefault());
    const use = button(
      texts("regions-use"),
      attempt(() => this.#use()),
      { class: "primary", picture: "check" },
    );
    const cancel = button(texts("regions-cancel"), () => store.set({ drawing: null }));
    this.element = el(
      "section",
      { class: "panel pattern", "aria-labelledby": "regions-title" },
      el("h2", { id: "regions-title" }, texts("regions")),
      el("p", { class: "about-part" }, texts("regions-about", { size: this.size })),
      this.palette,
      this.frame,
      el("div", { class: "row" }, use, cancel),
    );
    store.on(["drawing"], () => this.#show());
  }

  /** The region of each cell, null when the drawing has ended. */
  get drawing() {
    return this.store.state.drawing;
  }

  #show() {
    if (!this.drawing) return;
    this.board ??= this.#newBoard();
    this.board.divide(this.#layout());
    const clues = this.drawing.map(() => 0);
    const game = { ...newGame(clues), corner: this.drawing.map((number) => SYMBOLS[number]) };
    this.board.show({ clues, game, cursor: this.cursor, sets: tints(this.drawing) });
    if (this.frame.contains(document.activeElement)) this.board.focus(this.cursor);
    this.palette.replaceChildren(...range(this.size).map((number) => this.#swatch(number)));
  }

  #layout() {
    return { size: this.size, regions: this.drawing, extras: [], houses: [], peers: [] };
  }

  #newBoard() {
    const { texts } = this;
    const describe = (cell) => [texts("cell-region", { number: this.drawing[cell] + 1 })];
    const board = new BoardView(this.#layout(), { label: texts("regions"), symbols: "digits", texts, describe });
    strokes(board, { begin: () => this.region, touch: (cell) => this.#paint(cell) });
    this.frame.replaceChildren(board.element);
    return board;
  }

  #swatch(number) {
    const { texts, size } = this;
    const count = this.drawing.filter((one) => one === number).length;
    const label = texts("region-number", { number: number + 1, count, size });
    return button(SYMBOLS[number], () => this.#choose(number), {
      class: `swatch tint-${number % TINTS}`,
      "aria-pressed": String(number === this.region),
      "aria-label": label,
      "data-full": String(count === size),
      title: label,
    });
  }

  #choose(number) {
    this.region = number;
    this.#show();
    this.palette.children[number].focus();
  }

  #paint(cell) {
    this.cursor = cell;
    this.store.set({ drawing: this.drawing.map((old, place) => (place === cell ? this.region : old)) });
  }

  #onKey(key) {
    const moved = step(key, this.cursor, this.size);
    if (moved >= 0) {
      this.cursor = moved;
      this.#show();
    } else if (key === " " || key === "Enter") this.#paint(this.cursor);
    else return false;
    return true;
  }

  async #use() {
    const { size } = this;
    const letters = this.drawing.map(letter).join("");
    const rows = range(size).map((row) => letters.slice(row * size, (row + 1) * size));
    const board = await ask("layout", { spec: rows.join("/") });
    this.store.set({ plan: withBoard(this.store.state.plan, board), drawing: null });
  }
}

/** The cells of each tint, by the name of its style. */
function tints(drawing) {
  const cells = range(drawing.length);
  const tinted = (tint) => new Set(cells.filter((cell) => drawing[cell] % TINTS === tint));
  return Object.fromEntries(range(TINTS).map((tint) => [`tint-${tint}`, tinted(tint)]));
}

function letter(number) {
  return String.fromCharCode(number < 26 ? 65 + number : 71 + number);
}
