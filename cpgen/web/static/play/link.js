// @ts-check
// A puzzle and the player's progress in the fragment of an address.

import { MARKS } from "./game.js";
import { digitsOf, layoutOf, lineOf, sizeOf, SYMBOLS } from "./layout.js";

const LONGEST = 20000; // characters of a layout's spec
/** The texts about a puzzle, and how many characters each has at most. @type {Record<keyof Names, number>} */
const NAMES = {
  title: 200,
  author: 200,
  grade: 200,
  ladder: 200,
  instructions: 20000,
  cosmetics: 200000,
  fog: 20000,
  message: 20000,
  symbols: 400,
};
const LONG = 359999; // seconds, 99 hours and more

/**
 * @typedef {import("./game.js").Game} Game
 * @typedef {{title?: string, author?: string, grade?: string, ladder?: string, instructions?: string,
 *   cosmetics?: string, fog?: string, message?: string, symbols?: string}} Names
 * texts about a puzzle; its instructions are the author's rules
 * @typedef {{layout: string, puzzle: string, names: Names, game: Game, seconds: number,
 *   damaged: boolean}} Shared a game in a link; `damaged` if what is written cannot be read
 */

/**
 * The texts about a puzzle that are not empty; the ladder of a walkthrough is no text.
 * @param {{[name in keyof Names]: unknown}} about
 * @returns {Names}
 */
export function namesOf(about) {
  const texts = Object.entries(NAMES).flatMap(([name, longest]) => {
    const text = about[/** @type {keyof Names} */ (name)];
    return text && typeof text === "string" ? [[name, text.slice(0, longest)]] : [];
  });
  return Object.fromEntries(texts);
}

/**
 * The fragment that carries a puzzle, what the player has written, and the time.
 * @param {{layout: string, puzzle: string} & {[name in keyof Names]?: unknown}} walkthrough
 * @param {Game} game
 * @param {number} seconds
 */
export function fragmentOf(walkthrough, game, seconds) {
  /** @type {Record<string, string>} */
  const fields = { layout: walkthrough.layout, puzzle: walkthrough.puzzle, ...namesOf(walkthrough) };
  if (lineOf(game.digits) !== walkthrough.puzzle) fields.filled = lineOf(game.digits);
  for (const kind of MARKS) if (game[kind].some(Boolean)) fields[kind] = game[kind].join(",");
  if (seconds) fields.seconds = String(seconds);
  return new URLSearchParams(fields).toString();
}

/**
 * The contents of a fragment, or null if it has no puzzle.
 * @param {string} fragment
 * @returns {Shared | null}
 */
export function readFragment(fragment) {
  const fields = new URLSearchParams(fragment.replace(/^#/, ""));
  const [spec, puzzle] = [fields.get("layout"), fields.get("puzzle")];
  if (!spec || !puzzle) return null;
  const layout = readLayout(spec, puzzle.length);
  if (!layout || !isLine(puzzle, layout.size)) return null;
  const count = puzzle.length;
  const filled = fields.get("filled") ?? puzzle;
  const fits = filled.length === count && isLine(filled, layout.size);
  const clues = digitsOf(puzzle);
  const digits = (fits ? digitsOf(filled) : clues).map((digit, cell) => clues[cell] || digit);
  const kinds = MARKS.map((kind) => marksIn(fields.get(kind) ?? "", count));
  const isRead = fits && MARKS.every((kind, k) => !fields.get(kind) || kinds[k].some(Boolean));
  const [corner, centre, colour] = kinds;
  const names = namesOf(Object.fromEntries(fields));
  const seconds = Math.min(LONG, Math.max(0, Math.floor(Number(fields.get("seconds")) || 0)));
  return { layout: spec, puzzle, names, game: { digits, corner, centre, colour }, seconds, damaged: !isRead };
}

/**
 * An address may hold any text: null unless it is a layout with this number of cells.
 * @param {string} spec
 * @param {number} count
 */
function readLayout(spec, count) {
  const size = sizeOf(spec);
  if (size < 2 || size > SYMBOLS.length || size * size !== count || spec.length > LONGEST) return null;
  const layout = layoutOf(spec);
  const { regions, houses, extras } = layout;
  const right = houses.every(({ cells }) => cells.length === size) && extras.flat().every((cell) => cell < count);
  return right && (!regions.length || regions.length === count) ? layout : null;
}

/** @param {string} line @param {number} size */
function isLine(line, size) {
  return [...line].every((symbol) => symbol === "." || SYMBOLS.slice(0, size).includes(symbol));
}

/** @param {string} field @param {number} count */
function marksIn(field, count) {
  const cells = field.split(",");
  const fits = cells.length === count && cells.every((text) => [...text].every((symbol) => SYMBOLS.includes(symbol)));
  return fits ? cells : /** @type {string[]} */ (Array(count).fill(""));
}
