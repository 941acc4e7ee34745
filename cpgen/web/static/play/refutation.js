// @ts-check
// Why a cell cannot hold a digit, as an exported page finds it: the way of cpgen/rater/refutation.py, with the page's own
// rules. The digit is eliminated by rules, or assumed and followed to a contradiction; of the findings on the way only
// those are kept on which the end relies, and the shorter way is the answer.

import { brokenConstraints } from "./conflicts.js";
import { candidatesOf } from "./hints.js";
import { cellName, range } from "./layout.js";
import { Board, findingsOf, RULES } from "./rules.js";
import { aboutOf, Narrator } from "./sentences.js";

const HIDDEN_SINGLES = ["hidden-single-region", "hidden-single-line"];

/**
 * @typedef {import("./hints.js").Asked & {cell: number, digit: number}} Asked
 * @typedef {import("./data.js").Refutation} Refutation
 * @typedef {import("./data.js").Effect} Effect
 * @typedef {import("./layout.js").House} House
 * @typedef {import("./layout.js").Layout} Layout
 * @typedef {import("./rules.js").Found} Found
 *
 * What is contradictory, with the candidates that had to disappear for it, and the cells to mark.
 * @typedef {{key: string, values: {cell?: number, house?: House, digit?: number, clue?: Record<string, string>},
 *   goals: Effect[] | null, cells: number[]}} Contradiction
 * @typedef {{assumed: boolean, steps: Found[], end: Contradiction | null}} Way
 */

/**
 * Refutations that a page finds by itself; `texts` are those of cpgen's sentences by language.
 * @param {import("./texts.js").Words} texts
 * @returns {(asked: Asked) => Promise<Refutation>}
 */
export function ownRefutations(texts) {
  return async (asked) => {
    const teller = new Teller(asked, texts[asked.language]);
    const { layout, game, cell, digit, solution } = asked;
    const { puzzle } = asked.walkthrough;
    if (puzzle[cell] !== ".") return teller.short("given", { other: `{${game.digits[cell]}}` });
    if (solution[cell] === digit) return teller.short("right");
    const seen = layout.peers[cell].find((peer) => game.digits[peer] === digit);
    if (seen !== undefined) return teller.short("seen", { other: cellName(layout, seen) }, [seen]);
    const ways = waysOf(asked).sort((one, other) => lengthOf(one) - lengthOf(other));
    return ways.length ? teller.whole(ways[0]) : replayed(asked, teller);
  };
}

/** The number of steps of a way; the assumption is one. @param {Way} way */
const lengthOf = ({ steps, assumed }) => steps.length + Number(assumed);

/**
 * The ways to refute a digit: by rules, and by its contradiction.
 * @param {Asked} asked
 * @returns {Way[]}
 */
function waysOf({ layout, game, explained, cell, digit }) {
  const candidates = candidatesOf(layout, game, explained);
  if (!candidates[cell].includes(digit)) candidates[cell] = [...candidates[cell], digit].sort((a, b) => a - b);
  const board = new Board(layout, game.digits, candidates);
  for (const found of RULES.flatMap((rule) => findingsOf(rule, board)))
    if (lostBy(found, layout).some(([place, gone]) => place === cell && gone === digit))
      return [{ assumed: false, steps: [trimmed(found, [[cell, digit]])], end: null }];
  const plain = new Course(layout, game.digits, candidates);
  plain.run((course) => course.causes.has(keyOf([cell, digit])));
  const eliminated = plain.causes.has(keyOf([cell, digit]));
  const first = eliminated ? [{ assumed: false, steps: plain.needed([[cell, digit]]), end: null }] : [];
  return [...first, ...assumption(layout, game.digits, candidates, cell, digit)];
}

/**
 * The shortest contradiction that follows from a digit.
 * @param {Layout} layout
 * @param {number[]} digits
 * @param {number[][]} candidates
 * @param {number} cell
 * @param {number} digit
 * @returns {Way[]}
 */
function assumption(layout, digits, candidates, cell, digit) {
  const assumed = digits.map((own, place) => (place === cell ? digit : own));
  const seen = new Set(layout.peers[cell]);
  const left = candidates.map((own, place) => (seen.has(place) ? own.filter((other) => other !== digit) : own));
  const course = new Course(layout, assumed, left);
  course.run((one) => one.contradictions().length > 0);
  const ways = course.contradictions().map((end) => ({ assumed: true, steps: course.needed(end.goals), end }));
  return ways.sort((one, other) => lengthOf(one) - lengthOf(other)).slice(0, 1);
}

/** The findings on a board in order, and the cause of each candidate that disappears. */
class Course {
  /**
   * @param {Layout} layout
   * @param {number[]} digits
   * @param {number[][]} candidates
   */
  constructor(layout, digits, candidates) {
    this.layout = layout;
    this.digits = [...digits];
    this.left = candidates.map((own, cell) => new Set(digits[cell] ? [] : own));
    /** @type {Found[]} */
    this.findings = [];
    /** @type {Map<string, number>} */
    this.causes = new Map();
  }

  /**
   * Does sweeps of the simplest rule that finds something, until the end is reached or nothing is found.
   * @param {(course: Course) => boolean} isEnd
   */
  run(isEnd) {
    while (!isEnd(this) && this.#sweep());
  }

  /** Applies all findings of the simplest rule; returns false if there are none. */
  #sweep() {
    const lists = this.left.map((own) => [...own]);
    const board = new Board(this.layout, this.digits, lists);
    for (const rule of RULES) {
      const before = this.findings.length;
      for (const found of findingsOf(rule, board)) this.#apply(found);
      if (this.findings.length > before) return true;
    }
    return false;
  }

  /** @param {Found} found */
  #apply(found) {
    const lost = lostBy(found, this.layout).filter(([cell, digit]) => this.left[cell].has(digit));
    const placed = found.placed.filter(([cell]) => !this.digits[cell]);
    if (!lost.length && !placed.length) return;
    for (const effect of lost) {
      this.left[effect[0]].delete(effect[1]);
      if (!this.causes.has(keyOf(effect))) this.causes.set(keyOf(effect), this.findings.length);
    }
    for (const [cell, digit] of placed) this.digits[cell] = digit;
    this.findings.push(found);
  }

  /**
   * The findings from which the elimination of candidates follows, in order; all of them for null.
   * @param {Effect[] | null} goals
   */
  needed(goals) {
    if (!goals) return this.findings;
    /** @type {Map<number, Effect[]>} */
    const effects = new Map();
    const done = new Set();
    const waiting = [...goals];
    for (let lost = waiting.pop(); lost; lost = waiting.pop()) {
      const number = this.causes.get(keyOf(lost));
      if (number === undefined || done.has(keyOf(lost))) continue;
      done.add(keyOf(lost));
      if (!effects.has(number)) {
        const isEarlier = (/** @type {Effect} */ one) => (this.causes.get(keyOf(one)) ?? number) < number;
        waiting.push(...premisesOf(this.findings[number], this.layout).filter(isEarlier));
      }
      effects.set(number, [...(effects.get(number) ?? []), lost]);
    }
    const numbers = [...effects.keys()].sort((one, other) => one - other);
    return numbers.map((number) => trimmed(this.findings[number], effects.get(number) ?? []));
  }

  /** What is contradictory now. @returns {Contradiction[]} */
  contradictions() {
    const { layout, digits, left } = this;
    const every = range(layout.size).map((k) => k + 1);
    /** @type {Contradiction[]} */
    const ends = [];
    for (const cell of range(digits.length))
      if (!digits[cell] && !left[cell].size)
        ends.push({ key: "no-candidate", values: { cell }, goals: inCell(cell, every), cells: [cell] });
    for (const house of layout.houses)
      for (const digit of house.cells.length === layout.size ? every : []) {
        if (house.cells.some((cell) => digits[cell] === digit || left[cell].has(digit))) continue;
        const goals = house.cells.map((cell) => /** @type {Effect} */ ([cell, digit]));
        ends.push({ key: "no-place", values: { house, digit }, goals, cells: house.cells });
      }
    if (ends.length) return ends;
    return brokenConstraints(layout, digits).map(({ name, cells }) => {
      const goals = cells.flatMap((cell) => inCell(cell, every));
      return { key: "violated", values: { clue: name }, goals, cells };
    });
  }
}

/** Words for a refutation, with digits in braces. */
class Teller {
  /**
   * @param {Asked} asked
   * @param {Record<string, string>} texts of a language
   */
  constructor({ layout, language, cell, digit }, texts) {
    this.layout = layout;
    this.language = language;
    this.asked = { cell: cellName(layout, cell), digit: `{${digit}}` };
    this.narrator = new Narrator(texts, layout);
  }

  /**
   * @param {string} reason
   * @param {Record<string, string>} values
   * @param {number[]} cells
   * @returns {Refutation}
   */
  short(reason, values = {}, cells = []) {
    return { sentences: [this.narrator.filled(`refutation.${reason}`, { ...this.asked, ...values })], cells };
  }

  /**
   * @param {Way} way
   * @returns {Refutation}
   */
  whole({ assumed, steps, end }) {
    const told = steps.map((found) => this.narrator.sentence(found));
    const { sentences } = this.short(assumed ? "assumed" : "eliminated");
    const last = end ? [this.#end(end), ...this.short("therefore").sentences] : [];
    return { sentences: [...sentences, ...told, ...last], cells: end?.cells ?? [] };
  }

  /** @param {Contradiction} end */
  #end({ key, values: { cell, house, digit, clue } }) {
    return this.narrator.filled(`refutation.${key}`, {
      cell: cell === undefined ? "" : cellName(this.layout, cell),
      house: house ? this.narrator.house(house) : "",
      digit: `{${digit}}`,
      clue: clue?.[this.language] ?? "",
    });
  }
}

/**
 * The round of the walkthrough that eliminates the digit, where the page's own rules end.
 * @param {Asked} asked
 * @param {Teller} teller
 * @returns {Refutation}
 */
function replayed({ walkthrough: { rounds = [] }, layout, language, cell, digit }, teller) {
  const findings = rounds.flatMap((round) => round.findings);
  const found = findings.find((one) => lostBy(one, layout).some(([place, gone]) => place === cell && gone === digit));
  if (!found) return teller.short("open");
  return { sentences: [...teller.short("eliminated").sentences, found.sentence[language]], cells: found.cells };
}

/** @type {(cell: number, digits: number[]) => Effect[]} */
const inCell = (cell, digits) => digits.map((digit) => [cell, digit]);
/** @param {Effect} effect */
const keyOf = ([cell, digit]) => `${cell}-${digit}`;

/**
 * The candidates that a finding eliminates, by itself or by its assignments.
 * @param {import("./data.js").Effects} found
 * @param {Layout} layout
 * @returns {Effect[]}
 */
function lostBy({ placed, removed }, { size, peers }) {
  const by = placed.flatMap(([cell, digit]) => {
    const others = range(size).flatMap((k) => (k + 1 === digit ? [] : [k + 1]));
    return [...inCell(cell, others), ...peers[cell].map((peer) => /** @type {Effect} */ ([peer, digit]))];
  });
  return [...removed, ...by];
}

/**
 * The candidates on whose absence a finding may rely.
 * @param {Found} found
 * @param {Layout} layout
 * @returns {Effect[]}
 */
function premisesOf(found, { size }) {
  const { houses, cells, digits } = aboutOf(found);
  const inHouses = houses.flatMap((house) => house.cells.flatMap((cell) => inCell(cell, digits)));
  if (HIDDEN_SINGLES.includes(found.rule)) return inHouses;
  const every = range(size).map((k) => k + 1);
  const own = new Set([...cells, ...found.parts.flatMap((part) => part.cells)]);
  return [...inHouses, ...[...own].flatMap((cell) => inCell(cell, every))];
}

/**
 * A finding that eliminates only some candidates.
 * @param {Found} found
 * @param {Effect[]} effects
 * @returns {Found}
 */
function trimmed(found, effects) {
  const keys = new Set(effects.map(keyOf));
  return { ...found, removed: found.removed.filter((effect) => keys.has(keyOf(effect))) };
}
