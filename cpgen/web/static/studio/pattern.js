// Drawing a pattern on the board with mouse, finger or keys; every stroke keeps the symmetry.

import { button, choice, el, svg } from "../dom.js";
import { BoardView } from "../play/board.js";
import { newGame } from "../play/game.js";
import { step } from "../play/keyboard.js";
import { digitsOf, layoutOf, range, SYMBOLS } from "../play/layout.js";
import { strokes } from "../play/pointer.js";
import { digitTyped } from "../play/symbols.js";
import { orderOf, withCell, withFixed, withOrder, withoutPattern, withPattern } from "./plan.js";
import { ask, send } from "./server.js";

/** The editor of the pattern, with what can be chosen below it. */
export class PatternEditor {
  constructor({ store, choices, texts, attempt }) {
    Object.assign(this, { store, choices, texts, attempt });
    this.cursor = 0;
    this.brush = 0; // the digit that a press fixes; 0 chooses the cell, or leaves it
    this.frame = el("div", { class: "frame" });
    this.count = el("p", { class: "count" });
    this.tools = el("div", { class: "row" });
    this.order = el("div", { class: "row" });
    this.runs = []; // of the pattern that was asked about
    this.frame.addEventListener("keydown", (event) => this.#onKey(event) && event.preventDefault());
    this.element = el(
      "section",
      { class: "panel pattern", "aria-labelledby": "pattern-title" },
      el("div", { class: "heading" }, el("h2", { id: "pattern-title" }, texts("pattern")), this.count),
      el("p", { class: "about-part" }, texts("pattern-about")),
      this.frame,
      this.tools,
      this.order,
    );
    store.on(["plan"], () => this.#show());
  }

  get plan() {
    return this.store.state.plan;
  }

  set plan(plan) {
    this.store.set({ plan });
  }

  #show() {
    const { plan, texts } = this;
    if (this.spec !== plan.board.spec) this.#build();
    const clues = digitsOf(plan.marks.join("").replaceAll("x", "."));
    const picked = new Set(range(clues.length).filter((cell) => plan.marks[cell] !== "."));
    this.board.show({ clues, game: newGame(clues), cursor: this.cursor, sets: { picked } });
    if (this.asked !== this.#question()) this.#forget();
    this.path.replaceChildren(...this.#drawn());
    this.count.textContent = picked.size ? texts("clues-chosen", { count: picked.size }) : texts("clues-random");
  }

  #build() {
    const { spec, size } = this.plan.board;
    const label = this.texts("pattern-label", { size });
    const describe = (cell) => [this.#described(this.plan.marks[cell])];
    this.spec = spec;
    this.cursor = 0;
    this.board = new BoardView(layoutOf(spec), { label, symbols: "digits", texts: this.texts, describe });
    strokes(this.board, {
      begin: (cell) => this.plan.marks[cell] === ".",
      touch: (cell, on) => (this.brush ? this.#fix(cell, this.brush) : this.#paint(cell, on)),
    });
    this.path = svg("svg", { class: "run", viewBox: `0 0 ${size} ${size}`, "aria-hidden": "true" });
    this.board.element.append(this.path);
    this.frame.replaceChildren(this.board.element);
    this.tools.replaceChildren(...this.#tools());
  }

  #described(mark) {
    if (mark === ".") return this.texts("cell-none");
    return mark === "x" ? this.texts("cell-clue") : this.texts("cell-fixed", { digit: mark });
  }

  #paint(cell, on) {
    this.cursor = cell;
    this.plan = withCell(this.plan, cell, on);
  }

  #fix(cell, digit) {
    this.cursor = cell;
    this.plan = withFixed(this.plan, cell, digit);
  }

  #onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const moved = step(event.key, this.cursor, this.plan.board.size);
    if (moved >= 0) this.#move(moved);
    else this.#write(event.key);
    return moved >= 0 || event.key === " ";
  }

  #move(cell) {
    this.cursor = cell;
    this.#show();
    this.board.focus(cell);
  }

  #write(key) {
    const { plan, cursor } = this;
    const digit = digitTyped("digits", plan.board.size, key);
    if (digit) this.#fix(cursor, digit);
    else if (key === " " || key === "Enter") this.#paint(cursor, plan.marks[cursor] === ".");
    else if (key === "Backspace" || key === "Delete") this.#paint(cursor, false);
  }

  #tools() {
    const { texts, choices } = this;
    const names = choices.symmetries.map((name) => [name, texts(`symmetry-${name}`)]);
    const keep = (symmetry) => (this.plan = { ...this.plan, symmetry });
    return [
      choice(texts("symmetry"), names, this.plan.symmetry, keep),
      this.#brushes(),
      ...this.#readyMade(),
      this.#clueField(),
      button(
        texts("pattern-random"),
        this.attempt(() => this.#random()),
        { picture: "dice" },
      ),
      button(texts("pattern-clear"), () => (this.plan = withoutPattern(this.plan)), { picture: "erase" }),
    ];
  }

  /** What a press on a cell does: for those without a keyboard. */
  #brushes() {
    this.brush = 0;
    const digits = range(this.plan.board.size).map((k) => [
      String(k + 1),
      this.texts("brush-fix", { digit: SYMBOLS[k] }),
    ]);
    const options = [["0", this.texts("brush-clue")], ...digits];
    return choice(this.texts("brush"), options, "0", (digit) => (this.brush = Number(digit)));
  }

  /** The chooser of the shipped patterns that fit the board, if there are any. */
  #readyMade() {
    const fitting = this.choices.patterns.filter(({ size }) => size === this.plan.board.size);
    const named = fitting.map(({ name, clues }) => [name, `${name} (${clues})`]);
    const lines = Object.fromEntries(fitting.map(({ name, line }) => [name, line]));
    const take = (name) => name && (this.plan = withPattern(this.plan, lines[name]));
    const options = [["", this.texts("pattern-choose")], ...named];
    return fitting.length ? [choice(this.texts("pattern-shipped"), options, "", take)] : [];
  }

  #clueField() {
    const change = () => (this.plan = { ...this.plan, clues: Math.max(0, Math.floor(Number(field.value)) || 0) });
    const field = el("input", { type: "number", min: 0, max: 1296, value: this.#clues(), on: { change } });
    return el("label", { class: "field narrow" }, el("span", {}, this.texts("clues")), field);
  }

  /** How many clues a random pattern gets: the number chosen, else a third of a 9×9 board. */
  #clues() {
    const { size } = this.plan.board;
    return this.plan.clues || Math.round((0.3 + 0.0105 * Math.max(0, size - 6)) * size * size);
  }

  async #random() {
    const { board, symmetry } = this.plan;
    const { line } = await ask("pattern/random", { size: board.size, clues: this.#clues(), symmetry });
    this.plan = withPattern(this.plan, line);
  }

  /** What the runs depend on. */
  #question() {
    return `${this.plan.board.spec} ${this.plan.marks.join("")}`;
  }

  /** Offers what is known of any pattern, and to look for the runs of the one that is drawn now. */
  #forget() {
    this.asked = this.#question();
    this.runs = [];
    const find = button(
      this.texts("order-find"),
      this.attempt(() => this.#findRuns()),
    );
    const random = this.plan.marks.every((mark) => mark === ".");
    this.order.replaceChildren(this.#orders(), ...(random ? [] : [find]));
  }

  async #findRuns() {
    const asked = this.#question();
    const { board, marks } = this.plan;
    const { runs } = await send("pattern/runs", { layout: board.spec, pattern: marks.join("") });
    if (asked !== this.#question()) return;
    this.runs = runs.filter(({ against }) => !against);
    this.order.replaceChildren(this.#orders());
  }

  /** The choice of the run along which digits are in order. */
  #orders() {
    const { texts } = this;
    const known = this.runs.map(({ run, cells }) => [run, texts("order-run", { run, count: cells.length })]);
    const options = [["", texts("order-none")], ["any", texts("order-any")], ...known];
    return choice(texts("order"), options, orderOf(this.plan), (run) => (this.plan = withOrder(this.plan, run)));
  }

  /** The run that is chosen, as a line through its cells with a dot at its beginning. */
  #drawn() {
    const { size } = this.plan.board;
    const cells = this.runs.find(({ run }) => run === orderOf(this.plan))?.cells ?? [];
    const points = cells.map((cell) => [(cell % size) + 0.5, Math.floor(cell / size) + 0.5]);
    if (!points.length) return [];
    const [[cx, cy]] = points;
    return [svg("polyline", { points: points.join(" ") }), svg("circle", { cx, cy, r: 0.16 })];
  }
}
