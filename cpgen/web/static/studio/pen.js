// @ts-check
// Drawing constraints with mouse, finger or keys: the tool in hand, the stroke so far, and the chosen constraint.

import {
  cellAt,
  cellFields,
  firstValues,
  hasGroups,
  hasStrokes,
  nameOf,
  objectOf,
  placeNear,
  placesOf,
  squareAt,
  withPoint,
} from "./gestures.js";

export const PICK = "pick"; // the tool that chooses constraints

/**
 * @typedef {object} Held
 * @property {string} tool the kind that is drawn, PICK, or nothing while clues are drawn
 * @property {number[]} cells of the stroke so far
 * @property {number[][]} groups that were drawn before it, of a kind with groups
 * @property {number} place under the pointer or the cursor, of a kind with places; −1 for none
 * @property {number} chosen the number of the constraint that is chosen; −1 for none
 * @property {string} typed digits that were typed on the board, for the value of the constraint that is being drawn
 * @property {boolean} extending whether strokes add to the chosen constraint
 */

/** @type {Held} */
export const NOTHING_HELD = Object.freeze({
  tool: "",
  cells: [],
  groups: [],
  place: -1,
  chosen: -1,
  typed: "",
  extending: false,
});

export class Pen {
  /** @param {import("./studio.js").Studio} studio */
  constructor(studio) {
    this.studio = studio;
    this.before = {}; // the values of the constraint that was drawn or changed last, by kind
    this.down = false;
    this.places = { key: "", all: [] };
  }

  /** @returns {Held} */
  get held() {
    return this.studio.state.held;
  }

  /** The tool in hand, without a stroke or a choice. */
  get emptied() {
    return Object.freeze({ ...NOTHING_HELD, tool: this.held.tool });
  }

  /** The kind in hand; undefined for other tools. */
  get kind() {
    return this.kindOf(this.held.tool);
  }

  /** @returns {import("./gestures.js").Kind | undefined} */
  kindOf(name) {
    return this.studio.choices.constraints.find(({ kind }) => kind === name);
  }

  /** The places of the kind in hand. */
  get targets() {
    const { kind, size } = this;
    if (!kind) return [];
    const key = `${kind.drawn} ${size}`;
    if (this.places.key !== key) this.places = { key, all: placesOf(kind, size) };
    return this.places.all;
  }

  get size() {
    return this.studio.state.plan.board.size;
  }

  /** The constraints as the server describes them. */
  get drawn() {
    return this.studio.state.drawn?.constraints ?? [];
  }

  /** The number of the first constraint of a kind, or −1. */
  numberOf(kind) {
    return this.drawn.findIndex(({ given }) => given.kind === kind);
  }

  /** The names of the constraints on a cell. */
  namesAt(cell) {
    return this.drawn.filter(({ cells }) => cells.includes(cell)).map(({ name }) => name[this.studio.texts.language]);
  }

  /** Whether a constraint does not fit the board. */
  get isWrong() {
    return this.drawn.some(({ problem }) => problem);
  }

  /** What the server said of a contradiction, or of several solutions. */
  get reasons() {
    return this.studio.state.reasons?.found;
  }

  hold(changes) {
    this.studio.set({ held: Object.freeze({ ...this.held, ...changes }) });
  }

  /** Takes a tool in hand, or puts it away; a kind about the whole board is drawn at once. */
  take(tool) {
    const kind = this.kindOf(tool);
    if (kind?.drawn === "board") {
      const there = this.numberOf(tool);
      return there < 0 ? this.#draw(kind, []) : this.choose(there);
    }
    this.hold({ ...NOTHING_HELD, tool: tool === this.held.tool ? "" : tool });
  }

  /** Chooses a constraint by number. */
  choose(chosen) {
    this.hold({ chosen, cells: [], groups: [], extending: false });
  }

  // Pointer

  /** A press at a point. */
  press(point, { shiftKey, ctrlKey, metaKey }) {
    const { kind, size } = this;
    this.down = true;
    this.moved = false;
    this.start = point;
    this.adds = this.held.extending || shiftKey || ctrlKey || metaKey;
    const cell = cellAt(point, size);
    if (kind && hasStrokes(kind) && cell >= 0) this.hold({ cells: [cell] });
  }

  /** The pointer passes a point, pressed or not. */
  pass(point) {
    const { kind, held, size } = this;
    if (!kind) return;
    if (hasStrokes(kind)) {
      if (!this.down || !held.cells.length) return;
      const cells = withPoint(kind, held.cells, point, size);
      this.moved ||= cells !== held.cells;
      if (cells !== held.cells) this.hold({ cells });
    } else {
      const place = placeNear(this.targets, point);
      if (place !== held.place) this.hold({ place });
    }
  }

  /** The pointer is released at a point. */
  release(point) {
    if (!this.down) return;
    this.down = false;
    const { kind, held } = this;
    if (!kind) return this.#pick(point);
    if (!hasStrokes(kind)) {
      const place = this.targets[placeNear(this.targets, point)];
      if (place) this.#drawOrChoose(place.cells);
    } else if (this.moved || this.adds) this.#finishStroke(held.cells);
    else if (held.cells.length) this.#tap(held.cells);
  }

  /** The pointer is taken away from a stroke. */
  abandon() {
    this.down = false;
    this.hold({ cells: [] });
  }

  /** A tap on a cell chooses a constraint of the kind that is there, or draws one of this cell alone. */
  #tap(cells) {
    const { kind, drawn } = this;
    const here = drawn.findLastIndex(({ given, cells: own }) => given.kind === kind.kind && own.includes(cells[0]));
    if (here >= 0 && !this.held.groups.length) this.choose(here);
    else if (kind.least > 1 && !hasGroups(kind)) this.hold({ cells: [], chosen: -1 });
    else this.#finishStroke(cells);
  }

  /** Chooses a constraint at a point; another press on the same place chooses the next one. */
  #pick(point) {
    const cell = cellAt(point, this.size);
    const far = this.drawn.map((one, number) => [this.#distance(one, point, cell), number]);
    const near = far.filter(([cells]) => cells < 0.5);
    near.sort(([one, number], [other, otherNumber]) => one - other || otherNumber - number);
    const order = near.map(([, number]) => number);
    this.choose(order.length ? order[(order.indexOf(this.held.chosen) + 1) % order.length] : -1);
  }

  /** How far a constraint is from a point: its place if it has one, else its cells. */
  #distance({ given, cells }, point, cell) {
    const kind = this.kindOf(given.kind);
    const place = kind && placesOf(kind, this.size).find((one) => sameCells(one.cells, cells, kind.drawn));
    if (place) return Math.hypot(place.at[0] - point[0], place.at[1] - point[1]) - 0.15;
    return cells.includes(cell) ? 0.3 : Infinity;
  }

  // Keys

  /** Does what a key asks for at a cell; returns whether it meant anything. */
  key(key, cell) {
    const { held, kind } = this;
    if (!held.tool) return false;
    if (kind && /^[\d?]$/.test(key)) this.hold({ typed: held.typed + key });
    else if (key === "Escape") this.#escape();
    else if (key === "Delete" || (key === "Backspace" && !held.cells.length)) this.remove(held.chosen);
    else if (key === "Backspace") this.hold({ cells: held.cells.slice(0, -1) });
    else if (key !== " " && key !== "Enter") return this.#move(key);
    else if (!kind) this.#pick([Math.floor(cell / this.size) + 0.5, (cell % this.size) + 0.5]);
    else if (hasStrokes(kind)) this.#enter(key, cell);
    else if (kind.drawn === "cell") this.#drawOrChoose([cell]);
    else if (kind.drawn === "corner") this.#drawOrChoose(squareAt(cell, this.size));
    else if (kind.drawn === "edge") this.#enterEdge(cell);
    else if (this.targets[held.place]) this.#drawOrChoose(this.targets[held.place].cells);
    return true;
  }

  /** Gives up the stroke, then the choice, then the tool. */
  #escape() {
    const { cells, groups, chosen } = this.held;
    if (cells.length || groups.length) this.hold({ cells: [], groups: [] });
    else if (chosen >= 0) this.choose(-1);
    else this.hold({ tool: "", place: -1 });
  }

  /** Adds a cell to the stroke or takes it away; Enter on the last one finishes the stroke. */
  #enter(key, cell) {
    const { cells } = this.held;
    if (key === "Enter" && cells.includes(cell)) this.#finishStroke(cells);
    else this.hold({ cells: cells.includes(cell) ? cells.filter((one) => one !== cell) : [...cells, cell] });
  }

  #enterEdge(cell) {
    const [first] = this.held.cells;
    const edge = this.targets.find(({ cells }) => cells.includes(first) && cells.includes(cell) && first !== cell);
    if (edge) this.#drawOrChoose(edge.cells);
    else this.hold({ cells: cell === first ? [] : [cell] });
  }

  /** Moves to the next place outside the board. */
  #move(key) {
    const { kind, held, targets } = this;
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[key];
    if (!step || !(kind?.drawn === "outside" || kind?.drawn === "diagonal")) return false;
    const from = held.place < 0 && step < 0 ? 0 : held.place;
    this.hold({ place: (from + step + targets.length) % targets.length });
    return true;
  }

  /** Finishes what was drawn so far. */
  finish() {
    this.#finishStroke(this.held.cells);
  }

  // Edits

  /** Makes a constraint of a stroke, or adds the stroke to the chosen one or to its group. */
  #finishStroke(cells) {
    const { kind, held } = this;
    if (!kind || !cells.length) return;
    const chosen = this.drawn[held.chosen]?.given;
    if (this.adds && chosen?.kind === kind.kind) this.#extend(chosen, cells);
    else if (!hasGroups(kind)) this.#draw(kind, cells);
    else if (held.groups.length + 1 < kind.least) this.hold({ groups: [...held.groups, cells], cells: [], chosen: -1 });
    else this.#draw(kind, [...held.groups, cells]);
  }

  /** Adds cells to the chosen constraint: as a group, to its end, or those that it has not; the others go. */
  #extend(given, cells) {
    const { kind, size, held } = this;
    const names = cells.map((cell) => nameOf(cell, size));
    const before = kind.cells.flatMap((field) => given[field]);
    const after = kind.drawn === "line" ? joined(before, names) : toggled(before, names);
    const fields = hasGroups(kind)
      ? { groups: [...given.groups, names] }
      : cellFields(kind, after, given[kind.cells[0]].length);
    this.hold({ cells: [] });
    this.change(held.chosen, { ...given, ...fields });
  }

  #drawOrChoose(cells) {
    const { kind, drawn } = this;
    const here = drawn.findLastIndex((one) => one.given.kind === kind.kind && sameCells(cells, one.cells, kind.drawn));
    if (here >= 0) this.choose(here);
    else this.#draw(kind, cells);
  }

  /**
   * Draws a constraint and chooses it, unless the next stroke has begun; its field for a value gets the keys, but for a
   * finger.
   */
  async #draw(kind, cells) {
    const values = firstValues(kind, this.before[kind.kind] ?? {});
    const made = objectOf(kind, cells, values, this.size);
    this.hold({ cells: [], groups: [] });
    const isDrawn = await this.studio.constraints.edit((lines) => [...lines, made]);
    if (isDrawn && !this.held.cells.length) this.choose(this.studio.state.plan.constraints.length - 1);
  }

  /** Replaces a constraint by another object. */
  async change(number, given) {
    this.before[given.kind] = given;
    await this.studio.constraints.edit((lines) => lines.map((line, k) => (k === number ? given : line)));
  }

  /** Removes a constraint. */
  remove(number) {
    if (number < 0) return;
    this.hold({ chosen: -1, extending: false });
    this.studio.constraints.edit((lines) => lines.filter((_, k) => k !== number));
  }
}

/** Returns true if cells are the same; outside the board, their order counts. */
function sameCells(cells, others, drawn) {
  const ordered = drawn === "outside" || drawn === "diagonal";
  const [one, other] = [cells, others].map((some) => (ordered ? some : [...some].sort((a, b) => a - b)));
  return one.join() === other.join();
}

/** Names of a line that goes on at its end, without a step in place. */
function joined(before, names) {
  return [...before, ...names.filter((name) => !before.includes(name))];
}

/** Names without those that are there already, and with those that are not. */
function toggled(before, names) {
  const left = before.filter((name) => !names.includes(name));
  return [...left, ...names.filter((name) => !before.includes(name))];
}
