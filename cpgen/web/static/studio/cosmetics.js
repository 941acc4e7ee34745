// @ts-check
// Drawings without a meaning as text, one per line, as cpgen/cosmetics.py reads it: for drawing them by hand.

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

const VALUES = /** @type {const} */ (["fill", "pen", "ink", "width", "angle", "high"]);

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
 * A text of drawings with one more.
 * @param {string} text
 * @param {Cosmetic} cosmetic
 */
export function withCosmetic(text, cosmetic) {
  return [...linesOfCosmetics(text), lineOfCosmetic(cosmetic)].join("\n");
}

/**
 * A text of drawings without the one at a place.
 * @param {string} text
 * @param {number} place
 */
export function withoutCosmetic(text, place) {
  return linesOfCosmetics(text).toSpliced(place, 1).join("\n");
}

/** The lines of a text of drawings. @param {string} text */
export function linesOfCosmetics(text) {
  return text.split("\n").filter((line) => line.trim());
}

/** A number with few digits, or a text as it is. @param {number | string | undefined} value */
function shortened(value) {
  return typeof value === "number" ? String(Number(value.toFixed(3))) : String(value);
}
