// @ts-check
// Drawings without a meaning as text, one per line, as cpgen/cosmetics.py reads it, and what each tool draws.

import { cellAt, centreOf } from "./gestures.js";

/**
 * A drawing; points are [row, column] in cells from the upper left corner of the board. Colours are as in `#ffd966`.
 * @typedef {object} Cosmetic
 * @property {"line" | "arrow" | "box" | "round" | "cage"} form
 * @property {[row: number, column: number][]} at
 * @property {[height: number, width: number]} [size]
 * @property {string} [fill]
 * @property {string} [pen]
 * @property {string} [ink]
 * @property {number} [width]
 * @property {number} [angle]
 * @property {number} [high]
 * @property {boolean} [over]
 * @property {string} [text]
 */

/** @typedef {{colour: string, width: number, text: string}} Ink in which drawings are made */

const VALUES = /** @type {const} */ (["fill", "pen", "ink", "width", "angle", "high"]);
const NUMBERS = { width: 0, angle: 0, high: 0 };
const FORMS = ["line", "arrow", "box", "round", "cage"];
const [PAINT, TEXT, RING, CAGE, ARROW] = ["paint", "text", "ring", "cage", "arrow"].map((name) => `cosmetic-${name}`);
const TEXT_HEIGHT = 0.6; // cells
/** @type {[number, number]} */
const RING_SIZE = [0.8, 0.8];
/** Widths of lines, in cells. */
export const WIDTHS = { thin: 0.05, middle: 0.12, thick: 0.3 };
/** @type {Ink} */
export const FIRST_INK = { colour: "#8ab8e6", width: WIDTHS.middle, text: "" };

/**
 * The line of a drawing.
 * @param {Cosmetic} cosmetic
 */
export function lineOfCosmetic({ form, at, size, over, text, ...own }) {
  const parts = [form, `at=${at.map((point) => point.map(shortened).join(",")).join(";")}`];
  if (size) parts.push(`size=${size.map(shortened).join(",")}`);
  for (const name of VALUES) if (own[name]) parts.push(`${name}=${shortened(own[name])}`);
  if (over) parts.push("over");
  if (text) parts.push(`text=${text.trim().replace(/\s+/g, " ")}`);
  return parts.join(" ");
}

/**
 * The drawing of a line; null if it is none.
 * @param {string} line
 * @returns {Cosmetic | null}
 */
export function cosmeticOf(line) {
  const [head, text] = line.trim().split(/ text=(.*)/s);
  const [form, ...words] = head.split(/\s+/);
  const named = Object.fromEntries(words.map((word) => word.split("=")));
  const at = pointsIn(named.at ?? "");
  if (!FORMS.includes(form) || !at.length || at.flat().some((part) => !Number.isFinite(part))) return null;
  /** @type {any} */
  const one = { form, at };
  for (const name of VALUES) if (named[name]) one[name] = name in NUMBERS ? Number(named[name]) : named[name];
  if (named.size) one.size = pointsIn(named.size)[0];
  if ("over" in named) one.over = true;
  if (text) one.text = text;
  return one;
}

/** @param {string} text */
function pointsIn(text) {
  const pairs = text.split(";").map((pair) => pair.split(","));
  return pairs.filter(({ length }) => length === 2).map(([row, column]) => [Number(row), Number(column)]);
}

/**
 * What a tool draws on cells: one drawing on all of them, or, for colours, one on each.
 * @param {string} tool
 * @param {number[]} cells
 * @param {Ink} ink
 * @param {number} size of the board
 * @returns {Cosmetic[]}
 */
export function cosmeticsOn(tool, cells, { colour, width, text }, size) {
  const at = cells.map((cell) => centreOf(cell, size));
  if (tool === PAINT) return at.map((centre) => ({ form: "box", at: [centre], fill: colour }));
  if (tool === TEXT) return [{ form: "box", at, ink: colour, high: TEXT_HEIGHT, over: true, text: text || "A" }];
  if (tool === RING) return [{ form: "round", at, size: RING_SIZE, pen: colour }];
  if (tool === CAGE) return [{ form: "cage", at, pen: colour, ink: colour, text }];
  return [{ form: tool === ARROW ? "arrow" : "line", at, pen: colour, width }];
}

/**
 * A drawing in another ink.
 * @param {Cosmetic} one
 * @param {Ink} ink
 * @returns {Cosmetic}
 */
export function inked(one, { colour, width, text }) {
  const colours = /** @type {const} */ (["fill", "pen", "ink"]).filter((name) => one[name]);
  const dyed = Object.fromEntries((colours.length ? colours : ["pen"]).map((name) => [name, colour]));
  const isPath = one.form === "line" || one.form === "arrow";
  return { ...one, ...dyed, ...(isPath && { width }), ...(canHoldText(one) && { text }) };
}

/**
 * Returns true if a drawing may have a text.
 * @param {Cosmetic} one
 */
export function canHoldText({ form, fill }) {
  return form === "cage" || (form === "box" && !fill);
}

/**
 * A text of drawings with others, each in the place of the one of its sort on the same points. What is there already is
 * taken away instead.
 * @param {string} text
 * @param {Cosmetic[]} drawn
 */
export function withCosmetics(text, drawn) {
  const before = linesOfCosmetics(text);
  const lines = drawn.map(lineOfCosmetic);
  const slots = new Set(drawn.map(slotOf));
  const left = before.filter((line) => !slots.has(slotOf(cosmeticOf(line))));
  return (lines.every((line) => before.includes(line)) ? left : [...left, ...lines]).join("\n");
}

/**
 * The sort and the points of a drawing, of which a board has one.
 * @param {Cosmetic | null} one
 */
function slotOf(one) {
  return one && JSON.stringify([one.form, Boolean(one.fill), one.at.map((point) => point.map(shortened))]);
}

/**
 * A text of drawings with others in the place of the one with a number.
 * @param {string} text
 * @param {number} number
 * @param {Cosmetic[]} others
 */
export function withCosmeticsAt(text, number, ...others) {
  return linesOfCosmetics(text)
    .toSpliced(number, 1, ...others.map(lineOfCosmetic))
    .join("\n");
}

/**
 * The cells that a drawing touches with its points.
 * @param {Cosmetic} one
 * @param {number} size of the board
 */
export function cellsOfCosmetic({ at }, size) {
  return [...new Set(at.map((point) => cellAt(point, size)).filter((cell) => cell >= 0))];
}

/** The lines of a text of drawings. @param {string} text */
export function linesOfCosmetics(text) {
  return text.split("\n").filter((line) => line.trim());
}

/** A number with few digits, or a text as it is. @param {number | string | undefined} value */
function shortened(value) {
  return typeof value === "number" ? String(Number(value.toFixed(3))) : String(value);
}
