// @ts-check
// The constraints and drawings that are chosen, and what can be done with them.

import { withCosmeticsAt } from "./cosmetics.js";
import { cellAt, distanceBetween, isOutside, placesOf } from "./gestures.js";
import { showSheet } from "./sheets.js";

/** Cells from a constraint's place, within which a press may choose it. */
export const AT_PLACE = 0.5;
const ON_CELLS = 0.3; // what counts as the distance of a constraint to a point on its cells
const PREFERENCE = 0.15; // cells by which a place is preferred to other constraints at the same distance

/**
 * @typedef {import("./gestures.js").Kind} Kind
 * @typedef {import("./gestures.js").Point} Point
 * @typedef {import("../records.js").DrawnConstraint} DrawnConstraint
 */

/**
 * @typedef {object} Held
 * @property {string} tool the kind that is drawn, PICK, or nothing while clues are drawn
 * @property {number[]} cells of the stroke so far
 * @property {number[][]} groups that were drawn before it, of a kind with groups
 * @property {number} place under the pointer or the cursor, of a kind with places; −1 for none
 * @property {number} chosen the number of the constraint that is chosen; −1 for none
 * @property {number[]} also the numbers of others that are chosen with it
 * @property {number} look the number of the drawing without a meaning that is chosen; −1 for none
 * @property {{from: Point, to: Point} | null} drag of the tool that chooses constraints, as far as it has come
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
  also: [],
  look: -1,
  drag: null,
  typed: "",
  extending: false,
});

/** The constraints and the drawing without a meaning that are chosen. */
export class Selection {
  /** @param {import("./studio.js").Studio} studio */
  constructor(studio) {
    this.studio = studio;
    /** @type {Record<string, Record<string, any>>} */
    this.before = {}; // the constraint that was changed last, by kind
  }

  /** @returns {Held} */
  get held() {
    return this.studio.state.held;
  }

  /** The current tool, without a stroke or a chosen constraint. */
  get emptied() {
    return Object.freeze({ ...NOTHING_HELD, tool: this.held.tool });
  }

  /**
   * @param {string} name
   * @returns {Kind | undefined}
   */
  kindOf(name) {
    const { kinds, choices } = this.studio;
    return [...kinds, ...choices.cosmetics, ...choices.fog].find(({ kind }) => kind === name);
  }

  get size() {
    return this.studio.state.plan.board.size;
  }

  /**
   * The constraints as the server describes them.
   * @returns {DrawnConstraint[]}
   */
  get drawn() {
    return this.studio.state.drawn?.constraints ?? [];
  }

  /**
   * The number of the first constraint of a kind, or −1.
   * @param {string} kind
   */
  numberOf(kind) {
    return this.drawn.findIndex(({ given }) => given.kind === kind);
  }

  /**
   * The names of the constraints on a cell.
   * @param {number} cell
   */
  namesAt(cell) {
    return this.drawn.filter(({ cells }) => cells.includes(cell)).map(({ name }) => name[this.studio.texts.language]);
  }

  /** Returns true if a constraint does not fit the board. */
  get isWrong() {
    return this.drawn.some(({ problem }) => problem);
  }

  /**
   * The server's reasons for a contradiction or for several solutions.
   * @returns {import("./outlook.js").Told["found"] | undefined}
   */
  get reasons() {
    return this.studio.state.reasons?.found;
  }

  /** @param {Partial<Held>} changes */
  hold(changes) {
    this.studio.setState({ held: Object.freeze({ ...this.held, ...changes }) });
  }

  /**
   * Chooses a constraint by number, and shows its values.
   * @param {number} chosen
   */
  choose(chosen) {
    this.hold({ chosen, also: [], look: -1, cells: [], groups: [], extending: false });
    if (chosen >= 0) showSheet(this.studio, "draw");
  }

  /**
   * Chooses a drawing without a meaning by number, and shows how it can be changed.
   * @param {number} look
   */
  chooseLook(look) {
    this.choose(-1);
    this.hold({ look });
    if (look >= 0) showSheet(this.studio, "draw");
  }

  /**
   * Chooses several constraints.
   * @param {number[]} numbers
   */
  chooseAll(numbers) {
    this.choose(numbers.at(-1) ?? -1);
    this.hold({ also: numbers.slice(0, -1) });
  }

  /**
   * Adds a constraint to those that are chosen, or takes it away from them.
   * @param {number} number
   */
  chooseAlso(number) {
    this.chooseAll(toggled(this.selected, [number]));
  }

  /** The numbers of all constraints that are chosen. */
  get selected() {
    const { chosen, also } = this.held;
    return [...also, chosen].filter((number) => number >= 0 && number < this.drawn.length);
  }

  /**
   * The constraints near a point, the nearest first.
   * @param {Point} point
   */
  near(point) {
    const distances = this.drawn.map((constraint) => this.#distanceTo(constraint, point));
    const near = [...distances.keys()].filter((number) => distances[number] < AT_PLACE);
    return near.sort((one, other) => distances[one] - distances[other] || other - one);
  }

  /**
   * The distance of a constraint from a point: from its place if it has one, else from its cells.
   * @param {DrawnConstraint} constraint
   * @param {Point} point
   */
  #distanceTo({ given, cells }, point) {
    const kind = this.kindOf(given.kind);
    const place = kind && placesOf(kind, this.size).find((one) => sameCells(one.cells, cells, kind.drawn));
    if (place) return distanceBetween(place.at, point) - PREFERENCE;
    return cells.includes(cellAt(point, this.size)) ? ON_CELLS : Infinity;
  }

  /**
   * Puts other drawings without a meaning in the place of the one with a number.
   * @param {number} number
   * @param {import("./cosmetics.js").Cosmetic[]} others
   * @param {string | null} stroke joins the undo step to the one before that has the same
   */
  changeLook(number, others, stroke = null) {
    const { plan } = this.studio.state;
    if (!others.length) this.hold({ look: -1 });
    this.studio.edits.changePlan({ ...plan, cosmetics: withCosmeticsAt(plan.cosmetics, number, ...others) }, stroke);
  }

  /**
   * Replaces a constraint by another object.
   * @param {number} number
   * @param {Record<string, any>} given
   * @param {string | null} stroke joins the undo step to the one before that has the same
   */
  async change(number, given, stroke = null) {
    this.before[given.kind] = given;
    this.hold({ cells: [] });
    await this.studio.constraints.edit((lines) => lines.map((line, k) => (k === number ? given : line)), stroke);
  }

  /** Removes what is chosen. */
  removeChosen() {
    const { chosen, look } = this.held;
    if (look >= 0) this.changeLook(look, []);
    else this.remove(chosen);
  }

  /**
   * Removes a constraint.
   * @param {number} number
   */
  remove(number) {
    if (number < 0) return;
    const gone = this.selected.includes(number) ? this.selected : [number];
    this.hold({ chosen: -1, also: [], extending: false });
    this.studio.constraints.edit((lines) => lines.filter((_, k) => !gone.includes(k)));
  }

  /**
   * Replaces each chosen constraint by others, which are then chosen; changes none if `change` returns null for one.
   * @param {(kind: Kind, given: Record<string, any>) => Record<string, any>[] | null} change
   * @param {boolean} [isCopy] whether the constraints themselves stay as well
   */
  async arrange(change, isCopy = false) {
    const onCells = this.selected.filter((number) => this.kindOf(this.drawn[number].given.kind)?.cells.length);
    const made = new Map(onCells.map((number) => [number, this.#changed(number, change)]));
    if ([...made.values()].includes(null)) return false;
    /** @type {number[]} */
    const numbers = []; // of what was made, in the list that results
    const isDone = await this.studio.constraints.edit((lines) => {
      /** @type {(string | Record<string, any>)[]} */
      const after = [];
      for (const [k, line] of lines.entries()) {
        const others = made.get(k);
        if (!others || isCopy) after.push(line);
        for (const one of others ?? []) numbers.push(after.push(one) - 1);
      }
      return after;
    });
    if (isDone) this.chooseAll(numbers);
    return isDone;
  }

  /**
   * @param {number} number
   * @param {(kind: Kind, given: Record<string, any>) => Record<string, any>[] | null} change
   */
  #changed(number, change) {
    const { given } = this.drawn[number];
    const kind = this.kindOf(given.kind);
    return kind?.cells.length ? change(kind, given) : null;
  }
}

/**
 * Returns true if cells are the same; outside the board, their order counts.
 * @param {number[]} cells
 * @param {number[]} others
 * @param {Kind["drawn"]} drawn
 */
export function sameCells(cells, others, drawn) {
  const [one, other] = isOutside(drawn)
    ? [cells, others]
    : [cells, others].map((some) => [...some].sort((a, b) => a - b));
  return one.join() === other.join();
}

/**
 * A list without the items that are there already, and with those that are not.
 * @template T
 * @param {T[]} before
 * @param {T[]} items
 */
export function toggled(before, items) {
  const left = before.filter((item) => !items.includes(item));
  return [...left, ...items.filter((item) => !before.includes(item))];
}
