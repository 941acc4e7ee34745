// @ts-check
// Puzzles and exercises as they are stored, with the fields of the server and those of their maker.

import { layoutOf, sizeOf, SYMBOLS } from "../play/layout.js";
import { nextMoment } from "./ids.js";
import { looksOf, NO_LOOKS } from "./plan.js";

/** The most stars for a puzzle. */
export const MOST_STARS = 5;

const LONGEST = 20000; // characters of a layout's spec

/**
 * @typedef {import("../records.js").Rated} Rated
 * @typedef {import("../records.js").Exercise} Exercise
 */

/**
 * @typedef {import("./plan.js").Looks & Said} Own what the maker says of a puzzle
 *
 * @typedef {object} Said
 * @property {string} title
 * @property {string} author
 * @property {string} instructions the author's rules text; empty for the rules of the board
 * @property {string} note
 * @property {number} stars
 *
 * @typedef {object} Kept
 * @property {string} key equal puzzles have equal keys
 * @property {"tray" | "exercises"} list
 * @property {number} added the time, to sort by
 * @property {number} [place] in the order by hand, if it was moved there
 * @property {string} puzzle
 * @property {string} layout
 * @property {number} clues
 *
 * @typedef {object} Checked
 * @property {"one" | "many" | "none"} [solutions] of a puzzle that the ladder does not solve
 *
 * @typedef {Pick<Rated, "solution" | "level" | "steps" | "score" | "ladder" | "outcome"
 *   | "appropriateness" | "also">} Rating
 * @typedef {Partial<Rating> & Partial<Omit<Exercise, "solution">> & Checked & {grade?: string | null}} Facts
 * what the server says of it
 * @typedef {Facts & Kept & Own} Entry a puzzle or an exercise as it is stored
 */

/**
 * The entry of a puzzle that the server made or read. Equal puzzles have equal keys.
 * @param {Facts & {puzzle: string, layout: string} & Partial<Own>} made
 * @param {Entry["list"]} list
 * @returns {Entry}
 */
export function entryOf(made, list = "tray") {
  const { puzzle, layout, start } = made;
  const begun = start ? ` ${start.digits} ${start.marks.join(",")}` : "";
  const key = `${list === "tray" ? "" : `${list} `}${layout} ${puzzle}${begun}`;
  const clues = [...puzzle].filter((symbol) => symbol !== ".").length;
  const own = { title: "", author: "", instructions: "", ...NO_LOOKS, note: "", stars: 0 };
  return Object.freeze({ ...own, ...made, clues, key, list, added: nextMoment() });
}

/**
 * Entries as pairs with their keys.
 * @param {Entry[]} entries
 * @returns {[key: string, entry: Entry][]}
 */
export function keyedEntries(entries) {
  return entries.map((entry) => [entry.key, entry]);
}

/**
 * Returns true if a record can be shown as an entry.
 * @param {any} record whatever is stored
 */
export function isSoundEntry(record) {
  if (typeof record?.puzzle !== "string" || typeof record.layout !== "string") return false;
  const size = soundSize(record.layout);
  const symbols = `.${SYMBOLS.slice(0, size)}`;
  const isWhole = size > 0 && record.puzzle.length === size * size;
  const fits = isWhole && [...record.puzzle].every((symbol) => symbols.includes(symbol));
  return fits && (record.list !== "exercises" || Boolean(record.sought));
}

/**
 * The side of the board in a spec, 0 if it has none; cached by spec.
 * @param {string} spec
 */
export function soundSize(spec) {
  const size = SIZES.get(spec) ?? sizeWhenSound(spec);
  SIZES.set(spec, size);
  return size;
}

/** @type {Map<string, number>} */
const SIZES = new Map();

/** @param {string} spec */
function sizeWhenSound(spec) {
  const size = spec.length > LONGEST ? 0 : sizeOf(spec);
  if (!Number.isInteger(size) || size < 2 || size > SYMBOLS.length) return 0;
  const { regions, houses } = layoutOf(spec);
  const isDivided = !regions.length || regions.length === size * size;
  return isDivided && houses.every(({ cells }) => cells.length === size) ? size : 0;
}

/**
 * An entry whose own parts are of the right kind, whatever a sound record holds besides.
 * @param {any} record
 * @returns {Entry}
 */
export function readEntry(record) {
  const text = (/** @type {unknown} */ value) => (typeof value === "string" ? value : "");
  const stars = Math.min(MOST_STARS, Math.max(0, Math.floor(record.stars) || 0));
  const [title, author, instructions, note] = [record.title, record.author, record.instructions, record.note].map(text);
  const grade = text(record.grade) || null;
  const added = Number.isFinite(record.added) ? record.added : nextMoment();
  const place = Number.isFinite(record.place) ? record.place : undefined;
  const own = { title, author, instructions, ...looksOf(record), note, stars };
  return Object.freeze({ ...entryOf(record, record.list), added, place, grade, ...own });
}
