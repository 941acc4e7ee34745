// @ts-check
// Drawing constraints with mouse, finger or keys: the current tool and the stroke so far.

import {
  cellAt,
  cellFields,
  centreOf,
  distanceBetween,
  firstValues,
  hasGroups,
  hasStrokes,
  isOutside,
  nameOf,
  objectOf,
  placeNear,
  placesOf,
  squareAt,
  withPoint,
} from "./gestures.js";
import { moved } from "./arranging.js";
import { cosmeticsOn, linesOfCosmetics, withCosmetics } from "./cosmetics.js";
import { withFog } from "./fog.js";
import { AT_PLACE, NOTHING_HELD, sameCells, Selection, toggled } from "./selection.js";
import { withRecent } from "./recent.js";
import { showSheet } from "./sheets.js";
import { images } from "./symmetry.js";

export const PICK = "pick"; // the tool that chooses constraints

const TEXT = "cosmetic-text"; // the tool whose drawings are texts

/**
 * @typedef {import("./gestures.js").Kind} Kind
 * @typedef {import("./gestures.js").Place} Place
 * @typedef {import("./gestures.js").Point} Point
 * @typedef {import("../records.js").DrawnConstraint} DrawnConstraint
 */

export class Pen extends Selection {
  /** @param {import("./studio.js").Studio} studio */
  constructor(studio) {
    super(studio);
    this.down = false;
    this.moved = false; // whether the stroke has passed another cell
    this.adds = false; // whether the stroke adds to the chosen constraint
    /** @type {{key: string, all: Place[]}} */
    this.places = { key: "", all: [] }; // of the kind that was asked about last
  }

  /** The kind of the current tool; undefined if the tool is not a kind. */
  get kind() {
    return this.kindOf(this.held.tool);
  }

  /** Returns true if the current tool draws fog. */
  get isFog() {
    return this.studio.choices.fog.some(({ kind }) => kind === this.held.tool);
  }

  /** Returns true if the current tool makes drawings without a meaning. */
  get isCosmetic() {
    return this.studio.choices.cosmetics.some(({ kind }) => kind === this.held.tool);
  }

  /** The places of the current kind. */
  get targets() {
    const { kind, size } = this;
    if (!kind) return [];
    const key = `${kind.drawn} ${size}`;
    if (this.places.key !== key) this.places = { key, all: placesOf(kind, size) };
    return this.places.all;
  }

  /**
   * Selects a tool, or deselects it if it is selected; a kind for the whole board is drawn immediately.
   * @param {string} tool
   */
  take(tool) {
    const kind = this.kindOf(tool);
    if (kind) this.studio.setState({ recent: withRecent(this.studio.state.recent, tool) });
    if (kind?.drawn === "board") {
      const there = this.numberOf(tool);
      if (there < 0) this.#draw(kind, []);
      else this.choose(there);
    } else this.hold({ ...NOTHING_HELD, tool: tool === this.held.tool ? "" : tool });
  }

  // Pointer

  /**
   * Handles a press at a point.
   * @param {Point} point
   * @param {{shiftKey: boolean, ctrlKey: boolean, metaKey: boolean}} event
   */
  press(point, { shiftKey, ctrlKey, metaKey }) {
    const { kind, size } = this;
    this.down = true;
    this.moved = false;
    this.adds = this.held.extending || shiftKey || ctrlKey || metaKey;
    const cell = cellAt(point, size);
    if (kind && hasStrokes(kind) && cell >= 0) this.hold({ cells: [cell] });
    else if (!kind) this.hold({ drag: { from: point, to: point } });
  }

  /**
   * Handles a move of the pointer to a point, pressed or not.
   * @param {Point} point
   */
  pass(point) {
    const { kind, held } = this;
    if (!kind) {
      if (this.down && held.drag) this.hold({ drag: { ...held.drag, to: point } });
      return;
    }
    if (hasStrokes(kind)) return this.#continueStroke(kind, point);
    const place = placeNear(this.targets, point);
    if (place !== held.place) this.hold({ place });
  }

  /**
   * @param {Kind} kind
   * @param {Point} point
   */
  #continueStroke(kind, point) {
    const { cells } = this.held;
    if (!this.down || !cells.length) return;
    const longer = withPoint(kind, cells, point, this.size);
    if (longer === cells) return;
    this.moved = true;
    this.hold({ cells: longer });
  }

  /**
   * Handles the release of the pointer at a point.
   * @param {Point} point
   */
  release(point) {
    if (!this.down) return;
    this.down = false;
    const { kind } = this;
    const { cells } = this.held;
    if (!kind) this.#endDrag(point);
    else if (!hasStrokes(kind)) this.#drawAt(kind, this.targets[placeNear(this.targets, point)]);
    else if (this.moved || this.adds) this.#finishStroke(cells);
    else if (cells.length) this.#tap(kind, cells);
  }

  /** Abandons the stroke when the pointer is lost. */
  abandon() {
    this.down = false;
    this.hold({ cells: [], drag: null });
  }

  /**
   * The constraint that a drag began on; −1 if it draws a frame around constraints.
   * @param {Point} from
   */
  grabbed(from) {
    const near = this.near(from);
    return near.find((number) => this.selected.includes(number)) ?? near[0] ?? -1;
  }

  /**
   * Ends a press of the tool that chooses: a tap chooses, a drag moves what it began on, and elsewhere it chooses what
   * is inside its frame.
   * @param {Point} to
   */
  #endDrag(to) {
    const { drag } = this.held;
    this.hold({ drag: null });
    if (!drag || distanceBetween(drag.from, to) < AT_PLACE) return this.#pick(to);
    const number = this.grabbed(drag.from);
    if (number < 0) {
      const inside = cellsBetween(drag.from, to, this.size);
      const caught = [...this.drawn.keys()].filter((one) => {
        const { cells, given } = this.drawn[one];
        return this.kindOf(given.kind)?.cells.length && cells.every((cell) => inside.has(cell));
      });
      return this.chooseAll(this.adds ? [...new Set([...this.selected, ...caught])] : caught);
    }
    if (!this.selected.includes(number)) this.choose(number);
    const [down, right] = stepsBetween(drag.from, to);
    this.arrange((kind, given) => {
      const after = moved(kind, given, (row, column) => [row + down, column + right], this.size);
      return after ? [after] : null;
    });
  }

  /**
   * Handles a tap on a cell: chooses the constraint of the current kind on it, or draws one on this cell alone.
   * @param {Kind} kind
   * @param {number[]} cells
   */
  #tap(kind, cells) {
    const here = this.drawn.findLastIndex(
      ({ given, cells: its }) => given.kind === kind.kind && its.includes(cells[0]),
    );
    if (here >= 0 && !this.held.groups.length) this.choose(here);
    else if (kind.least > 1 && !hasGroups(kind) && !this.isFog) this.hold({ cells: [], chosen: -1 });
    else this.#finishStroke(cells);
  }

  /**
   * Chooses the constraint nearest to a point; another press on the same place chooses the next one.
   * @param {Point} point
   */
  #pick(point) {
    const near = this.near(point);
    const next = near[(near.indexOf(this.held.chosen) + 1) % near.length];
    if (this.adds && near.length) this.chooseAlso(near[0]);
    else this.choose(near.length ? next : -1);
  }

  // Keys

  /**
   * Handles a key at a cell; returns true if the key has a meaning.
   * @param {string} key
   * @param {number} cell
   */
  key(key, cell) {
    const { held, kind } = this;
    if (!held.tool) return false;
    if (kind && this.#isTyped(key)) this.hold({ typed: held.typed + key });
    else if (key === "Escape") this.#escape();
    else if (key === "Delete" || (key === "Backspace" && !held.cells.length)) this.removeChosen();
    else if (key === "Backspace") this.hold({ cells: held.cells.slice(0, -1) });
    else if (key !== " " && key !== "Enter") return this.#move(key);
    else if (!kind) this.#pick(centreOf(cell, this.size));
    else this.#enter(kind, key, cell);
    return true;
  }

  /**
   * Returns true if a key is part of the value of what is drawn: a digit, or any sign of a text.
   * @param {string} key
   */
  #isTyped(key) {
    const { look, tool } = this.held;
    return /^[\d?]$/.test(key) ? !this.isCosmetic || look >= 0 : tool === TEXT && look >= 0 && /^\S$/u.test(key);
  }

  /** Discards the stroke or, if there is none, the choice or else the tool. */
  #escape() {
    const { cells, groups, chosen, look } = this.held;
    if (cells.length || groups.length) this.hold({ cells: [], groups: [] });
    else if (chosen >= 0 || look >= 0) this.choose(-1);
    else this.hold({ tool: "", place: -1 });
  }

  /**
   * Draws at a cell, or at the place that the arrow keys have reached.
   * @param {Kind} kind
   * @param {string} key
   * @param {number} cell
   */
  #enter(kind, key, cell) {
    if (hasStrokes(kind)) this.#enterStroke(key, cell);
    else if (kind.drawn === "edge") this.#enterEdge(kind, cell);
    else if (kind.drawn === "cell") this.#drawOrChoose(kind, [cell]);
    else if (kind.drawn === "corner") this.#drawOrChoose(kind, squareAt(cell, this.size));
    else this.#drawAt(kind, this.targets[this.held.place]);
  }

  /**
   * Adds a cell to the stroke or takes it away; Enter on a cell of the stroke finishes it.
   * @param {string} key
   * @param {number} cell
   */
  #enterStroke(key, cell) {
    const { cells } = this.held;
    if (key === "Enter" && cells.includes(cell)) this.#finishStroke(cells);
    else this.hold({ cells: toggled(cells, [cell]) });
  }

  /**
   * Chooses the first cell of an edge, or draws the edge between that and another.
   * @param {Kind} kind
   * @param {number} cell
   */
  #enterEdge(kind, cell) {
    const [first] = this.held.cells;
    const edge = this.targets.find(({ cells }) => cells.includes(first) && cells.includes(cell) && first !== cell);
    if (edge) this.#drawAt(kind, edge);
    else this.hold({ cells: cell === first ? [] : [cell] });
  }

  /**
   * Moves to the next place outside the board.
   * @param {string} key
   */
  #move(key) {
    const { kind, held, targets } = this;
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[key];
    if (!step || !kind || !isOutside(kind.drawn)) return false;
    const from = held.place < 0 && step < 0 ? 0 : held.place;
    this.hold({ place: (from + step + targets.length) % targets.length });
    return true;
  }

  /** Finishes what was drawn so far. */
  finish() {
    this.#finishStroke(this.held.cells);
  }

  // Edits

  /**
   * Draws a constraint on the cells of a stroke, or adds them to the chosen constraint or to the groups so far.
   * @param {number[]} cells
   */
  #finishStroke(cells) {
    const { kind, held } = this;
    if (!kind || !cells.length) return;
    const chosen = this.drawn[held.chosen]?.given;
    const groups = [...held.groups, cells];
    if (this.adds && chosen?.kind === kind.kind) this.#extend(kind, chosen, cells);
    else if (!hasGroups(kind)) this.#draw(kind, [cells]);
    else if (groups.length < kind.least) this.hold({ groups, cells: [], chosen: -1 });
    else this.#draw(kind, groups);
  }

  /**
   * Adds cells to the chosen constraint: as a group, at the end of a line, or in any order. Cells in any order that it
   * has already are taken away.
   * @param {Kind} kind
   * @param {Record<string, any>} given
   * @param {number[]} cells
   */
  #extend(kind, given, cells) {
    const names = cells.map((cell) => nameOf(cell, this.size));
    this.change(this.held.chosen, { ...given, ...extendedFields(kind, given, names) });
  }

  /**
   * @param {Kind} kind
   * @param {Place | undefined} place
   */
  #drawAt(kind, place) {
    if (place) this.#drawOrChoose(kind, place.cells);
  }

  /**
   * Draws a constraint on cells, or chooses the existing one of this kind.
   * @param {Kind} kind
   * @param {number[]} cells
   */
  #drawOrChoose(kind, cells) {
    const isHere = (/** @type {DrawnConstraint} */ { given, cells: its }) =>
      given.kind === kind.kind && sameCells(cells, its, kind.drawn);
    const here = this.drawn.findLastIndex(isHere);
    if (here >= 0) this.choose(here);
    else this.#draw(kind, [cells]);
  }

  /**
   * Draws a constraint and chooses it.
   * @param {Kind} kind
   * @param {number[][]} strokes
   */
  async #draw(kind, strokes) {
    const values = firstValues(kind, this.before[kind.kind] ?? {});
    const { symmetric, plan } = this.studio.state;
    const isAlone = !symmetric || hasGroups(kind) || !strokes.length;
    const all = isAlone ? [strokes] : images(this.size, plan.symmetry, strokes[0]).map((cells) => [cells]);
    const made = all.map((each) => objectOf(kind, each, values, this.size)).reverse();
    this.hold({ cells: [], groups: [] });
    if (this.isFog || this.isCosmetic) return this.#drawLooks(all.map(([cells]) => cells));
    const isDrawn = await this.studio.constraints.edit((lines) => [...lines, ...made]);
    if (isDrawn) this.choose(this.studio.state.plan.constraints.length - 1);
  }

  /**
   * Draws fog or drawings without a meaning.
   * @param {number[][]} strokes
   */
  #drawLooks(strokes) {
    const { edits, state } = this.studio;
    const { plan } = state;
    if (!this.isFog) return this.#drawCosmetics(strokes);
    edits.changePlan({ ...plan, fog: withFog(plan.fog, this.held.tool, strokes, this.size) });
  }

  /**
   * Makes drawings without a meaning, and chooses the first if it is one that can be changed.
   * @param {number[][]} strokes
   */
  #drawCosmetics(strokes) {
    const { edits, state } = this.studio;
    const { plan, ink } = state;
    const made = strokes.map((cells) => cosmeticsOn(this.held.tool, cells, ink, this.size)).reverse();
    const cosmetics = withCosmetics(plan.cosmetics, made.flat());
    const before = linesOfCosmetics(plan.cosmetics).length;
    edits.changePlan({ ...plan, cosmetics });
    const after = linesOfCosmetics(cosmetics).length;
    this.chooseLook(made[0].length === 1 && after > before ? after - 1 : -1);
    showSheet(this.studio, "draw"); // where its colour is changed
  }
}

/**
 * The fields for cells of a constraint that gets further ones.
 * @param {Kind} kind
 * @param {Record<string, any>} given
 * @param {string[]} names of the cells
 */
function extendedFields(kind, given, names) {
  if (hasGroups(kind)) return { groups: [...given.groups, names] };
  const before = kind.cells.flatMap((field) => given[field]);
  const after = kind.drawn === "line" ? [...new Set([...before, ...names])] : toggled(before, names);
  return cellFields(kind, after, given[kind.cells[0]].length);
}

/**
 * The rows and columns that a drag goes.
 * @param {Point} from
 * @param {Point} to
 */
export function stepsBetween([row, column], [toRow, toColumn]) {
  return [Math.round(toRow - row), Math.round(toColumn - column)];
}

/**
 * The cells in the frame between two points.
 * @param {Point} from
 * @param {Point} to
 * @param {number} size
 */
export function cellsBetween([row, column], [toRow, toColumn], size) {
  const isIn = (/** @type {number} */ at, /** @type {number} */ one, /** @type {number} */ other) =>
    at >= Math.floor(Math.min(one, other)) && at <= Math.floor(Math.max(one, other));
  const cells = [...Array(size * size).keys()];
  return new Set(cells.filter((k) => isIn(Math.floor(k / size), row, toRow) && isIn(k % size, column, toColumn)));
}
