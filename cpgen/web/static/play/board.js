// Drawing a board: a grid of cells that screen readers can read, with the board's lines over it.

import { dress, el, svg } from "../dom.js";
import { clueShapes } from "./clues.js";
import { colourShapes, coloursOf } from "./colours.js";
import { figureShapes } from "./figure.js";
import { range, SYMBOLS } from "./layout.js";
import { diagonals, inner, shaded } from "./lines.js";
import { glyph, symbolName } from "./symbols.js";

const SPREAD = 8; // corner marks with a place of their own
const AIR = 0.12; // around clues outside the board, in cells

/**
 * `places` gives each centre mark a place of its own; `describe` describes a cell in words in another way than a game
 * does.
 * @typedef {{label: string, symbols: string, texts: Function, readOnly?: boolean, places?: boolean,
 *   describe?: Function}} Look
 * @typedef {{placed: number[][], removed: number[][]}} Effects
 * @typedef {{clues: number[], game: import("./game.js").Game, cursor?: number, sets?: Record<string, Set<number>>,
 *   effects?: Effects, figure?: {finding: any, candidates: number[][]} | null}} Shown
 */

/** The view of a board; `show` draws a state on it. */
export class BoardView {
  /**
   * @param {import("./layout.js").Layout} layout
   * @param {Look} look
   */
  constructor(layout, look) {
    this.layout = layout;
    this.look = look;
    const shades = shaded(layout);
    this.cells = range(layout.size ** 2).map((cell) => this.#cell(cell, shades.has(cell)));
    const role = look.readOnly ? { role: "img" } : { role: "grid", "aria-multiselectable": "true" };
    this.grid = el("div", { class: "cells", ...role, "aria-label": look.label }, ...this.#rows());
    this.lines = this.#lines();
    this.under = svg("g");
    this.over = this.#drawing("clues");
    this.figure = this.#drawing("figure");
    this.element = el("div", { class: "board" }, this.#backdrop(), this.grid, this.lines, this.over, this.figure);
    this.element.style.setProperty("--n", layout.size);
    if (layout.constraints) this.drawClues(layout);
  }

  /** Draws the constraints of a board of the same size. */
  drawClues(layout) {
    this.layout = layout;
    this.under.replaceChildren(...clueShapes(layout, "under"));
    this.over.replaceChildren(...clueShapes(layout, "over"));
    this.#fit(layout);
  }

  /** Draws the lines of other regions on a board of the same size. */
  divide(layout) {
    this.layout = layout;
    const lines = this.#lines();
    this.lines.replaceWith(lines);
    this.lines = lines;
  }

  /** Leaves room for clues outside the board, in a square as large as the board would be. */
  #fit({ size, constraints }) {
    const reach = constraints?.reach ?? [0, 0, 0, 0];
    const [left, top, right, bottom] = reach.map((cells) => cells && cells + AIR);
    const side = size + Math.max(left + right, top + bottom);
    const share = (cells) => `${(100 * cells) / side}%`;
    const [beside, above] = [(side - size - left - right) / 2 + left, (side - size - top - bottom) / 2 + top];
    this.element.classList.toggle("with-clues", Boolean(constraints));
    this.element.style.width = share(size);
    const margins = [above, side - size - beside, side - size - above, beside];
    this.element.style.margin = margins.map(share).join(" ");
  }

  #rows() {
    const { size } = this.layout;
    if (this.look.readOnly) return this.cells;
    return range(size).map((row) =>
      el("div", { role: "row", "aria-rowindex": row + 1 }, ...this.cells.slice(row * size, (row + 1) * size)),
    );
  }

  #cell(cell, shade) {
    const role = this.look.readOnly ? {} : { role: "gridcell", tabindex: "-1" };
    return el("div", { class: shade ? "cell shaded" : "cell", ...role, "data-cell": cell });
  }

  #backdrop() {
    this.colours = svg("g");
    const diagonal = svg("path", { class: "diagonal", d: diagonals(this.layout) });
    const drawing = this.#drawing("backdrop", this.colours, diagonal, this.under);
    drawing.classList.add("clues");
    return drawing;
  }

  #lines() {
    const { thin, thick } = inner(this.layout);
    const { size } = this.layout;
    const frame = svg("rect", { class: "thick", x: 0, y: 0, width: size, height: size, rx: 0.04 });
    return this.#drawing(
      "lines",
      svg("path", { class: "thin", d: thin }),
      svg("path", { class: "thick", d: thick }),
      frame,
    );
  }

  #drawing(name, ...shapes) {
    const { size } = this.layout;
    return svg(
      "svg",
      { class: name, viewBox: `0 0 ${size} ${size}`, "aria-hidden": "true", focusable: "false" },
      ...shapes,
    );
  }

  /** The cell at a point of the screen, or −1. */
  cellAt(x, y) {
    const element = document.elementFromPoint(x, y)?.closest?.(".cell");
    return this.cells.indexOf(element);
  }

  /** The width of a cell on the screen, in pixels. */
  cellWidth() {
    return this.grid.clientWidth / this.layout.size || 1;
  }

  /** The keyboard's place on the board. */
  focus(cell) {
    this.cells[cell].focus({ preventScroll: true });
  }

  /**
   * Draws a state: the clues, a game, and sets of cells by the name of how they are marked.
   * @param {Shown} state
   * `figure` is drawn with its own candidates in place of all marks
   */
  show(state) {
    const { layout, look } = this;
    const scene = state.figure ? { layout, digits: state.game.digits, symbols: look.symbols, ...state.figure } : null;
    this.figure.replaceChildren(...(scene ? figureShapes(scene) : []));
    this.element.classList.toggle("with-figure", scene !== null);
    this.colours.replaceChildren(...colourShapes(layout.size, state.game.colour));
    this.element.classList.toggle("with-colours", state.game.colour.some(Boolean));
    this.cells.forEach((element, cell) => this.#showCell(element, cell, state));
  }

  #showCell(element, cell, { clues, game, cursor = -1, sets = {}, effects = { placed: [], removed: [] } }) {
    const digit = game.digits[cell];
    const going = effects.removed.filter(([place]) => place === cell).map(([, gone]) => gone);
    const coming = effects.placed.find(([place]) => place === cell && !digit)?.[1] ?? 0;
    const content = JSON.stringify([digit, coming, game.corner[cell], game.centre[cell], going]);
    if (element.dataset.content !== content) {
      element.dataset.content = content;
      element.replaceChildren(...this.#content(digit || coming, game.corner[cell], game.centre[cell], going));
    }
    element.classList.toggle("clue", clues[cell] > 0);
    element.classList.toggle("coming", coming > 0);
    element.classList.toggle("coloured", Boolean(game.colour[cell]));
    for (const [name, cells] of Object.entries(sets)) element.classList.toggle(name, cells.has(cell));
    if (!this.look.readOnly) this.#describe(element, cell, { clues, game, cursor, sets });
  }

  #content(digit, corner, centre, going) {
    if (digit) return [el("span", { class: "value" }, glyph(this.look.symbols, digit))];
    const placed = this.look.places && !corner; // corner marks take the places at the edges
    return [this.#corner(corner), this.#centre(centre, going, placed)].filter(Boolean);
  }

  #corner(marks) {
    if (!marks) return null;
    const spread = marks.length <= SPREAD;
    const signs = [...marks].map((mark, k) => el("span", { class: spread ? `at-${k}` : "" }, this.#glyph(mark)));
    return el("span", { class: spread ? "corner spread" : "corner" }, ...signs);
  }

  #centre(marks, going, placed) {
    const shown = [...new Set([...marks, ...going.map((digit) => SYMBOLS[digit - 1])])];
    if (!shown.length) return null;
    const ordered = shown.sort((one, other) => SYMBOLS.indexOf(one) - SYMBOLS.indexOf(other));
    const gone = new Set(going.map((digit) => SYMBOLS[digit - 1]));
    const signs = ordered.map((mark) => el("span", { class: gone.has(mark) ? "going" : "" }, this.#glyph(mark)));
    if (placed) return this.#inPlaces(ordered, signs);
    return el("span", { class: `centre many-${Math.min(4, Math.ceil(ordered.length / 3))}` }, ...signs);
  }

  /** Centre marks row by row in a square, each digit in its own place. */
  #inPlaces(marks, signs) {
    const wide = Math.ceil(Math.sqrt(this.layout.size));
    marks.forEach((mark, k) => {
      const at = SYMBOLS.indexOf(mark);
      signs[k].style.gridArea = `${Math.floor(at / wide) + 1} / ${(at % wide) + 1}`;
    });
    const square = el("span", { class: "centre placed" }, ...signs);
    square.style.setProperty("--wide", String(wide));
    square.style.setProperty("--deep", String(Math.ceil(this.layout.size / wide)));
    return square;
  }

  #glyph(mark) {
    return glyph(this.look.symbols, SYMBOLS.indexOf(mark) + 1);
  }

  #describe(element, cell, state) {
    const { size } = this.layout;
    const place = this.look.texts("cell", { row: Math.floor(cell / size) + 1, column: (cell % size) + 1 });
    const words = this.look.describe?.(cell) ?? this.#described(cell, state);
    dress(element, {
      "aria-label": [place, ...words].join(this.look.texts("pause")),
      "aria-colindex": (cell % size) + 1,
      "aria-selected": String(state.sets.selected?.has(cell) ?? false),
      tabindex: cell === state.cursor ? "0" : "-1",
    });
  }

  /** The content of a cell of a game, in words. */
  #described(cell, { clues, game, sets }) {
    const { texts, symbols } = this.look;
    const name = (digit) => symbolName(symbols, digit, texts);
    const marks = (text) => [...text].map((mark) => name(SYMBOLS.indexOf(mark) + 1)).join(" ");
    const parts = [];
    if (game.digits[cell])
      parts.push(texts(clues[cell] ? "cell-clue" : "cell-digit", { digit: name(game.digits[cell]) }));
    else parts.push(texts("cell-empty"));
    for (const kind of ["corner", "centre"]) {
      if (game[kind][cell]) parts.push(texts(`cell-${kind}`, { marks: marks(game[kind][cell]) }));
    }
    const colours = coloursOf(game.colour[cell]).map((colour) => texts(`colour-${colour}`));
    if (colours.length) parts.push(texts("cell-colour", { colours: colours.join(" ") }));
    if (sets.conflict?.has(cell)) parts.push(texts("cell-conflict"));
    if (sets.wrong?.has(cell)) parts.push(texts("cell-wrong"));
    return parts;
  }
}
