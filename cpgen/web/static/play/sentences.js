// @ts-check
// Findings in sentences, from the texts of cpgen's own sentences.

import { cellName, isDiagonal, range } from "./layout.js";

const ABOUT = ["figure", "cells", "fin", "start", "strong", "weak", "set"];
const HOUSES = ["figure", "cover"];
/** Rules that decide a cell by eliminating its other candidates. */
export const ELIMINATING_SINGLES = ["hidden-single-line", "naked-single"];
const BOXES = range(81).map((cell) => Math.floor(cell / 27) * 3 + Math.floor((cell % 9) / 3));

/**
 * @typedef {import("./data.js").Effect} Effect
 * @typedef {import("./layout.js").House} House
 * @typedef {import("./layout.js").Layout} Layout
 * @typedef {import("./rules.js").Found} Found
 * @typedef {import("./data.js").Part<House>} Part
 */

/**
 * The subject of a finding: the houses in which it is seen, its cells and digits.
 * @param {{parts: Part[]}} finding
 */
export function aboutOf({ parts }) {
  const about = parts.filter(({ role }) => ABOUT.includes(role));
  return {
    houses: parts.flatMap(({ role, house }) => (house && HOUSES.includes(role) ? [house] : [])),
    cells: sorted(about.flatMap(({ cells }) => cells)),
    digits: sorted(about.flatMap(({ digits }) => digits)),
  };
}

/**
 * The houses to look at: those that contain the finding's cells rather than those with eliminations, or the row of each
 * cell if it needs no house. For constraints, also their cells.
 * @template {{cells: number[]}} H
 * @param {Layout} layout
 * @param {{houses: H[], cells: number[], parts: import("./data.js").Part<H>[]}} about
 */
export function lookedAt(layout, { houses, cells, parts }) {
  const clues = parts.filter((part) => part.role === "clue" && part.cells.length);
  if (clues.length) return [...houses, ...clues];
  const cleared = parts.flatMap(({ role, house }) => (house && role === "cover" ? [house] : []));
  const kept = houses.filter((house) => !cleared.includes(house));
  const seen = kept.length ? kept : houses;
  if (seen.length) return cells.every((cell) => seen[0].cells.includes(cell)) ? seen.slice(0, 1) : seen;
  return cells.map((cell) => layout.houses[Math.floor(cell / layout.size)]);
}

/** Tells findings in a language; digits are in braces, as in `{4}`. */
export class Narrator {
  /**
   * @param {Record<string, string>} texts the texts of houses, lists, findings and rules by their keys
   * @param {Layout} layout
   */
  constructor(texts, layout) {
    this.texts = texts;
    this.layout = layout;
  }

  /** @param {Found} finding */
  title(finding) {
    return this.texts[`rules.${finding.rule}.title`];
  }

  /**
   * Where to look for a finding, and nothing else.
   * @param {Found} finding
   */
  where(finding) {
    return this.filled("findings.where", { place: this.#places(finding) });
  }

  /** @param {Found} finding */
  #places(finding) {
    const about = { ...aboutOf(finding), parts: finding.parts };
    const names = new Set(lookedAt(this.layout, about).map((house) => this.house(house)));
    return this.#listed([...names], "houses-");
  }

  /**
   * The houses to look at for a finding, in a sentence that does not give it away.
   * @param {Found} finding
   */
  look(finding) {
    return this.filled(`rules.${finding.rule}.look`, { houses: this.#places(finding) });
  }

  /** @param {Found} finding */
  sentence(finding) {
    const seen = this.filled(`rules.${finding.rule}.sees`, this.#values(finding));
    if (finding.placed.length) return this.filled("findings.placed", { seen });
    if (ELIMINATING_SINGLES.includes(finding.rule)) {
      const { cells, digits } = aboutOf(finding);
      return this.filled("findings.decided", { seen, cell: this.#cells(cells), digit: this.#digits(digits) });
    }
    return this.filled("findings.removed", { seen, effects: this.#effects(finding.removed) });
  }

  /**
   * The text of a key with its values put in.
   * @param {string} key
   * @param {Record<string, string | number>} values
   */
  filled(key, values) {
    return this.texts[key].replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
  }

  /** @param {string[]} items */
  #listed(items, kind = "") {
    const last = items.at(-1);
    if (items.length < 2) return last ?? "";
    return items.slice(0, -1).join(this.texts[`lists.${kind}comma`]) + this.texts[`lists.${kind}and`] + last;
  }

  /** The name of a house, or of the cells of a constraint. @param {{cells: number[]} & Partial<House>} house */
  house({ kind = "", number = 0, cells }) {
    const { regions, size } = this.layout;
    const named = kind === "region" && regions.length === 81 && BOXES.every((box, cell) => box === regions[cell]);
    if (named) return this.texts[`houses.block-${number}`];
    if (kind === "extra" && isDiagonal(size, cells)) return this.texts[`houses.diagonal-${cells[0] ? "up" : "down"}`];
    return this.filled(`houses.${kind}`, { number, cell: this.cell(cells[0]) });
  }

  /** @param {number} cell */
  cell(cell) {
    return cellName(this.layout, cell);
  }

  /** @param {number[]} cells */
  #cells(cells) {
    return this.#listed(sorted(cells).map((cell) => this.cell(cell)));
  }

  /** @param {number[]} digits */
  #digits(digits) {
    return this.#listed(sorted(digits).map((digit) => `{${digit}}`));
  }

  /** @param {Found} finding */
  #values(finding) {
    const { houses, cells, digits } = aboutOf(finding);
    const [house, other] = houses.map((one) => this.house(one));
    const withRole = (/** @type {string} */ role) => finding.parts.filter((part) => part.role === role);
    const cellsOf = (/** @type {string} */ role) => this.#cells(withRole(role).flatMap((part) => part.cells));
    const digitsOf = (/** @type {string} */ role) => this.#digits(withRole(role).flatMap((part) => part.digits));
    /** @param {string} role */
    const named = (role) => {
      const names = withRole(role).flatMap(({ house: own }) => (own ? [this.house(own)] : []));
      return this.#listed(names, "houses-");
    };
    return {
      house,
      other,
      digits: this.#digits(digits),
      cells: this.#cells(cells),
      all: this.texts[`findings.${cells.length === 2 ? "both" : "all"}`],
      covers: houses.length ? this.#covers(houses[0], cells) : "",
      bases: named("figure"),
      across: named("cover"),
      fins: cellsOf("fin"),
      others: cellsOf("cells"),
      figure: cellsOf("figure"),
      common: digitsOf("common"),
      digit: digitsOf("figure"),
    };
  }

  /**
   * The columns in which rows are crossed at the cells, or the rows in which columns are.
   * @param {House} house
   * @param {number[]} cells
   */
  #covers({ kind }, cells) {
    const across = kind === "row" ? "column" : "row";
    const lines = this.layout.houses.filter((house) => house.kind === across);
    const names = lines
      .filter((line) => line.cells.some((cell) => cells.includes(cell)))
      .map((line) => this.house(line));
    return this.#listed(names, "houses-");
  }

  /** @param {Effect[]} removed */
  #effects(removed) {
    const groups = grouped(removed);
    const effects = groups.map(({ digits, cells }, k) =>
      this.filled(`findings.effect${k < groups.length - 1 ? "-first" : ""}`, {
        digits: this.#digits(digits),
        cells: this.#cells(cells),
      }),
    );
    return this.#listed(effects, "effects-");
  }
}

/**
 * Removed candidates as few groups of digits and cells, put together by digit or by cell.
 * @param {Effect[]} removed
 */
function grouped(removed) {
  const byDigit = joined(removed.map(([cell, digit]) => /** @type {const} */ ([digit, cell])));
  const byCell = joined(removed);
  if (byDigit.length <= byCell.length) return byDigit.map(([digits, cells]) => ({ digits, cells }));
  return byCell.map(([cells, digits]) => ({ digits, cells }));
}

/**
 * Pairs of a key and a value with the keys put together that have the same values.
 * @param {(readonly [key: number, value: number])[]} pairs
 */
function joined(pairs) {
  /** @type {Map<number, number[]>} */
  const values = new Map();
  for (const [key, value] of pairs) values.set(key, [...(values.get(key) ?? []), value]);
  /** @type {Map<string, {shared: number[], keys: number[]}>} */
  const keys = new Map();
  for (const key of sorted(values.keys())) {
    const shared = sorted(values.get(key) ?? []);
    keys.set(String(shared), { shared, keys: [...(keys.get(String(shared))?.keys ?? []), key] });
  }
  return [...keys.values()].map(({ keys: group, shared }) => /** @type {const} */ ([group, shared]));
}

/** @param {Iterable<number>} numbers */
function sorted(numbers) {
  return [...new Set(numbers)].sort((one, other) => one - other);
}
