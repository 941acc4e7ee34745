// @ts-check
// Sorting and filtering the results, and their manual order. Pure data.

import { partsOf, sizeOf } from "../play/layout.js";

/** The manual order. */
export const MANUAL = "manual";

/** The filter that shows everything: spans of levels and clues as texts such as `3..5`, a side, a kind of board. */
export const EVERYTHING = Object.freeze({ level: "", clues: "", size: "", kind: "" });

const PENTOMINO = 5; // the side of boards whose drawn regions are pentominoes

/**
 * @typedef {import("./entry.js").Entry} Entry
 * @typedef {typeof EVERYTHING} Filter
 */

const levelOf = (/** @type {Entry} */ { level = 0, steps = 0 }) => level * 1000 + steps;

/**
 * The sort orders: a number or a text for each puzzle, the least first.
 * @type {Record<string, (entry: Entry) => number | string>}
 */
export const ORDERS = {
  newest: ({ added }) => -added,
  oldest: ({ added }) => added,
  [MANUAL]: placeByHand,
  easiest: levelOf,
  hardest: (entry) => -levelOf(entry),
  fewest: ({ clues }) => clues,
  best: ({ stars }) => -stars,
  title: ({ title }) => title || "\uffff",
};

/** @param {Entry} entry */
function placeByHand({ added, place }) {
  return place ?? added;
}

/**
 * Puzzles sorted by an order. Ties are broken by age: the newest first or, in the manual order, the oldest first.
 * @param {Entry[]} puzzles
 * @param {string} order
 */
export function ordered(puzzles, order) {
  const value = ORDERS[order];
  const sign = order === MANUAL ? 1 : -1;
  return [...puzzles].sort((one, other) => {
    const [mine, others] = [value(one), value(other)];
    if (mine === others) return sign * (one.added - other.added);
    return mine < others ? -1 : 1;
  });
}

/**
 * The puzzles whose places change when one is moved in the manual order: the moved one, and those between its old and
 * its new place.
 * @param {Entry[]} puzzles in order
 * @param {number} from
 * @param {number} to
 */
export function changesOfMove(puzzles, from, to) {
  const [least, most] = [Math.min(from, to), Math.max(from, to)];
  const places = puzzles.slice(least, most + 1).map(placeByHand);
  const after = [...puzzles];
  after.splice(to, 0, ...after.splice(from, 1));
  return after.slice(least, most + 1).map((entry, k) => Object.freeze({ ...entry, place: places[k] }));
}

/**
 * The bounds of a span such as `3`, `3..5`, `3..` or `..5`; null if the text is no span.
 * @param {string} text
 * @returns {[least: number, most: number] | null}
 */
export function boundsOf(text) {
  const [, only, least, most] = /^(?:(\d+)|(\d*)\.\.(\d*))?$/.exec(text.replaceAll(" ", "")) ?? [];
  if (only === undefined && least === undefined && text.trim()) return null;
  return [Number(only ?? least ?? 0), (only ?? most) ? Number(only ?? most) : Infinity];
}

/**
 * A function that returns true for the puzzles that a filter shows; a text that is no span shows everything.
 * @param {Filter} filter
 * @returns {(entry: Entry) => boolean}
 */
export function filterOf({ level, clues, size, kind }) {
  const [levels, counts] = [boundsOf(level), boundsOf(clues)];
  return (entry) =>
    (!level || isWithin(levels, entry.level)) &&
    (!clues || isWithin(counts, entry.clues)) &&
    (!size || String(sizeOf(entry.layout)) === size) &&
    (!kind || kindOf(entry.layout) === kind);
}

/** @param {[least: number, most: number] | null} bounds @param {number | undefined} value */
function isWithin(bounds, value = NaN) {
  return !bounds || (value >= bounds[0] && value <= bounds[1]);
}

/** @type {Map<string, string>} */
const KINDS = new Map();

/**
 * The kind of a board by its spec: how it is divided, and what it has besides, as in `jigsaw+diagonals+cage`.
 * @param {string} spec
 */
export function kindOf(spec) {
  const kind = KINDS.get(spec) ?? kindIn(spec);
  KINDS.set(spec, kind);
  return kind;
}

/** @param {string} spec */
function kindIn(spec) {
  const [base, ...additions] = partsOf(spec);
  const drawn = sizeOf(spec) === PENTOMINO ? "pentomino" : "jigsaw";
  const division = base.startsWith("latin") ? "latin" : base.includes("/") ? drawn : "boxes";
  const names = additions.map((text) => /^[\w-]+\??(?![\w/.])/.exec(text)?.[0] ?? "extra");
  return [division, ...new Set(names.sort())].join("+");
}
