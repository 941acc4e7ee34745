// @ts-check
// The results on the page: searched, filtered and sorted, and the chosen ones among them.

import { otherScale } from "../play/about.js";
import { sizeOf } from "../play/layout.js";
import { computed } from "../html.js";
import { gradeTitle } from "./names.js";
import { changesOfMove, filterOf, kindOf, MANUAL, ordered } from "./sets.js";

const ANY = "any"; // the grade of a puzzle that was wanted with any
const AT_ONCE = 200; // texts that are prepared before the page gets a turn

/**
 * @typedef {import("./studio.js").Studio} Studio
 * @typedef {import("./entry.js").Entry} Entry
 */

export class Results {
  #sorted;
  #shown;
  #picked;
  #numbers;
  #boards;

  /** @param {Studio} studio */
  constructor(studio) {
    this.studio = studio;
    /** @type {Record<string, WeakMap<Entry, string>>} texts that puzzles are found by, for each language */
    this.texts = {};
    this.#sorted = computed(() => ordered(studio.tray, studio.order));
    this.#shown = computed(() => this.#sought(this.#sorted.value));
    this.#picked = computed(() => this.shown.filter(({ key }) => studio.state.chosen.has(key)));
    this.#numbers = computed(() => this.#numbersByHand());
    this.#boards = computed(() => [...new Set(studio.tray.map(({ layout }) => layout))]);
  }

  /** The puzzles that are shown, in order. */
  get shown() {
    return this.#shown.value;
  }

  /** The puzzles that are shown and chosen. */
  get picked() {
    return this.#picked.value;
  }

  /** The place of each puzzle by its key, from 0; null if the order is not manual. */
  get numbers() {
    return this.#numbers.value;
  }

  /** The sides of the boards, as texts. */
  get sizes() {
    const sizes = new Set(this.#boards.value.map((layout) => sizeOf(layout)));
    return [...sizes].sort((one, other) => one - other).map(String);
  }

  /** The kinds of the boards. */
  get kinds() {
    return [...new Set(this.#boards.value.map(kindOf))].sort();
  }

  /**
   * Adds puzzles to the chosen ones, or removes them.
   * @param {Entry[]} puzzles
   * @param {boolean} on
   */
  choose(puzzles, on) {
    const chosen = new Set(this.studio.state.chosen);
    for (const { key } of puzzles) chosen[on ? "add" : "delete"](key);
    this.studio.setState({ chosen });
  }

  /**
   * Moves a puzzle to another place in the manual order.
   * @param {number} from
   * @param {number} to
   */
  movePuzzle(from, to) {
    const changed = changesOfMove(ordered(this.studio.tray, MANUAL), from, to);
    this.studio.edits.makeChange({ puzzles: changed.map((entry) => [entry.key, entry]) });
  }

  /** Prepares the searchable texts in small batches, so that the first search does not block the page. */
  async prepareSearch() {
    for (const [k, entry] of this.studio.tray.entries()) {
      this.#textOf(entry);
      if (k % AT_ONCE === AT_ONCE - 1) await new Promise((resolve) => setTimeout(resolve));
    }
  }

  /** @param {Entry[]} puzzles */
  #sought(puzzles) {
    const { filter, sought } = this.studio.state;
    const words = sought.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = filterOf(filter);
    if (!words.length) return puzzles.filter(fits);
    return puzzles.filter((entry) => fits(entry) && words.every((word) => this.#textOf(entry).includes(word)));
  }

  /**
   * The searchable text of a puzzle in the reader's language, cached.
   * @param {Entry} entry
   */
  #textOf(entry) {
    const { studio } = this;
    const known = (this.texts[studio.texts.language] ??= new WeakMap());
    let text = known.get(entry);
    if (text === undefined) {
      const { title, author, note, puzzle } = entry;
      const parts = [title, author, note, entryTitle(studio, entry), ...factsOf(studio, entry), puzzle];
      text = parts.join(" ").toLowerCase();
      known.set(entry, text);
    }
    return text;
  }

  #numbersByHand() {
    if (this.studio.order !== MANUAL) return null;
    return new Map(this.#sorted.value.map(({ key }, number) => [key, number]));
  }
}

/**
 * Returns true if a puzzle has no solution or several.
 * @param {Entry} entry
 */
export function isBroken({ solutions }) {
  return solutions === "many" || solutions === "none";
}

/**
 * The grade of a puzzle, or what keeps it from having one.
 * @param {Studio} studio
 * @param {Entry} entry
 */
export function entryTitle(studio, entry) {
  if (isBroken(entry)) return studio.texts(`solutions-${entry.solutions}`);
  if (entry.grade === ANY) return studio.texts("result-any");
  return entry.grade ? gradeTitle(studio, entry.grade) : studio.texts("result-stuck");
}

/**
 * The facts about a puzzle: level, score, clues, and how typical it is of its grade.
 * @param {Studio} studio
 * @param {Entry} entry
 * @returns {string[]}
 */
export function factsOf({ texts, playTexts }, entry) {
  const clues = texts("result-clues", entry);
  if (isBroken(entry)) return [clues];
  const { appropriateness, grade, score } = entry;
  const level = grade ? [texts("result-level", entry)] : [];
  const scores = score ? [texts("result-score", entry)] : [];
  const isTypical = typeof appropriateness === "number" && grade !== ANY;
  const typical = isTypical ? [texts("result-typical", { value: (100 * appropriateness).toFixed(0) })] : [];
  return [...level, ...scores, clues, ...otherScale(entry, playTexts), ...typical];
}
