// A puzzle and the player's progress in the fragment of an address.

import { MARKS } from "./game.js";
import { digitsOf, layoutOf, lineOf, sizeOf, SYMBOLS } from "./layout.js";

const LONGEST = 20000; // characters of a layout's spec
const NAMES = ["title", "author", "grade", "ladder"]; // texts about a puzzle
const LONGEST_NAME = 200; // characters of such a text
const LONG = 359999; // seconds, 99 hours and more

/** The texts about a puzzle that are not empty; the ladder of a walkthrough is no text. */
export function namesOf(one) {
  const texts = NAMES.filter((name) => one[name] && typeof one[name] === "string");
  return Object.fromEntries(texts.map((name) => [name, one[name].slice(0, LONGEST_NAME)]));
}

/** The fragment that carries a puzzle, what the player has written, and the time. */
export function fragmentOf(walkthrough, game, seconds) {
  const fields = { layout: walkthrough.layout, puzzle: walkthrough.puzzle, ...namesOf(walkthrough) };
  if (lineOf(game.digits) !== walkthrough.puzzle) fields.filled = lineOf(game.digits);
  for (const kind of MARKS) if (game[kind].some(Boolean)) fields[kind] = game[kind].join(",");
  if (seconds) fields.seconds = String(seconds);
  return new URLSearchParams(fields).toString();
}

/**
 * The contents of a fragment ({layout, puzzle, names, game, seconds}), or null if it has no puzzle; `damaged` if what
 * is written cannot be read.
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
  const kinds = Object.fromEntries(MARKS.map((kind) => [kind, marks(fields, kind, count)]));
  const game = { digits, ...kinds };
  const isRead = fits && MARKS.every((kind) => !fields.get(kind) || kinds[kind].some(Boolean));
  return {
    damaged: !isRead,
    layout: spec,
    puzzle,
    names: namesOf(Object.fromEntries(fields)),
    game,
    seconds: Math.min(LONG, Math.max(0, Math.floor(Number(fields.get("seconds")) || 0))),
  };
}

/** An address may hold any text: null unless it is a layout with this number of cells. */
function readLayout(spec, count) {
  const size = sizeOf(spec);
  if (size < 2 || size > SYMBOLS.length || size * size !== count || spec.length > LONGEST) return null;
  const layout = layoutOf(spec);
  const { regions, houses, extras } = layout;
  const right = houses.every(({ cells }) => cells.length === size) && extras.flat().every((cell) => cell < count);
  return right && (!regions.length || regions.length === count) ? layout : null;
}

function isLine(line, size) {
  return [...line].every((symbol) => symbol === "." || SYMBOLS.slice(0, size).includes(symbol));
}

function marks(fields, kind, count) {
  const cells = (fields.get(kind) ?? "").split(",");
  const fits = cells.length === count && cells.every((text) => [...text].every((symbol) => SYMBOLS.includes(symbol)));
  return fits ? cells : Array(count).fill("");
}
