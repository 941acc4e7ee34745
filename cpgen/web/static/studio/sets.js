// @ts-check
// The results as a set: in an order of their facts or by hand, and those among them that a filter shows. Pure data.

import { sizeOf } from "../play/layout.js";

/** The order by hand. */
export const MANUAL = "manual";

/** The filter that shows everything: spans of levels and clues as texts such as `3..5`, a side, a kind of board. */
export const EVERYTHING = Object.freeze({ level: "", clues: "", size: "", kind: "" });

const PENTOMINO = 5; // the side of boards whose drawn regions are pentominoes

/**
 * @typedef {import("./project.js").Entry} Entry
 * @typedef {typeof EVERYTHING} Filter
 */

/** The sort orders: a number or a text for each puzzle, the least first. */
export const ORDERS = {
  newest: (one) => -one.added,
  oldest: (one) => one.added,
  [MANUAL]: (one) => one.place ?? one.added,
  easiest: (one) => one.level * 1000 + one.steps,
  hardest: (one) => -(one.level * 1000 + one.steps),
  fewest: (one) => one.clues,
  best: (one) => -one.stars,
  title: (one) => one.title || "\uffff",
};

/**
 * Puzzles in an order.
 * @param {Entry[]} puzzles
 */
export function ordered(puzzles, order) {
  const value = ORDERS[order];
  const later = order === MANUAL ? (one, other) => one.added - other.added : (one, other) => other.added - one.added;
  const compare = (one, other) => (value(one) < value(other) ? -1 : value(one) > value(other) ? 1 : later(one, other));
  return [...puzzles].sort(compare);
}

/**
 * The puzzles that change when one of an order by hand moves to another place: those between take each other's places,
 * so that all others stay as they are.
 * @param {Entry[]} puzzles in order
 */
export function moved(puzzles, from, to) {
  const [least, most] = [Math.min(from, to), Math.max(from, to)];
  const places = puzzles.slice(least, most + 1).map(ORDERS[MANUAL]);
  const after = [...puzzles];
  after.splice(to, 0, ...after.splice(from, 1));
  return after.slice(least, most + 1).map((one, k) => Object.freeze({ ...one, place: places[k] }));
}

/** The bounds of a span such as `3`, `3..5`, `3..` or `..5`; null for a text that is none. */
export function boundsOf(text) {
  const [, only, least, most] = /^(?:(\d+)|(\d*)\.\.(\d*))?$/.exec(text.replaceAll(" ", "")) ?? [null];
  if (only === undefined && least === undefined && text.trim()) return null;
  return [Number(only ?? least ?? 0), (only ?? most) ? Number(only ?? most) : Infinity];
}

/**
 * Returns true if a filter shows a puzzle.
 * @param {Filter} filter
 * @param {Entry} one
 */
export function isShown({ level, clues, size, kind }, one) {
  const within = (value, text) => {
    const [least, most] = boundsOf(text) ?? [];
    return !text || least === undefined || (value >= least && value <= most);
  };
  const sized = !size || String(sizeOf(one.layout)) === size;
  return sized && (!kind || kindOf(one.layout) === kind) && within(one.level, level) && within(one.clues, clues);
}

/** The kind of a board by its spec: how it is divided, and what it has besides, as in `jigsaw+diagonals+cage`. */
export function kindOf(spec) {
  if (!KINDS.has(spec)) KINDS.set(spec, kindIn(spec));
  return KINDS.get(spec);
}

const KINDS = new Map();

function kindIn(spec) {
  const [base, ...additions] = spec.split("+");
  const drawn = sizeOf(spec) === PENTOMINO ? "pentomino" : "jigsaw";
  const division = base.startsWith("latin") ? "latin" : base.includes("/") ? drawn : "boxes";
  const names = additions.map((text) => (text.includes("/") ? "extra" : (/^[\w-]+\??/.exec(text)?.[0] ?? "extra")));
  return [division, ...new Set(names.sort())].join("+");
}
