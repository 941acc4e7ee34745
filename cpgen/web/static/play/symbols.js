// @ts-check
// How digits are shown: as digits, letters, kana, shapes in colours, or the symbols of the puzzle's author. A set of
// symbols is a name, or, for those of an author, the symbols themselves with blanks between.

import { SYMBOLS } from "./layout.js";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const KANA = "あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめも";
/** @type {Record<string, string>} */
const WRITTEN = { digits: SYMBOLS, letters: LETTERS, kana: KANA };
const SHAPES = [
  ["●", "M12 2.5a9.5 9.5 0 1 0 .01 0z"],
  ["▲", "M12 2.5 22.5 20.5h-21z"],
  ["■", "M3.5 3.5h17v17h-17z"],
  ["✚", "M8.5 2.5h7v6h6v7h-6v6h-7v-6h-6v-7h6z"],
  ["★", "M12 1.5l3.2 7 7.6.8-5.7 5.1 1.6 7.5L12 18.1l-6.7 3.8 1.6-7.5L1.2 9.3l7.6-.8z"],
  ["◆", "M12 1.5 20.5 12 12 22.5 3.5 12z"],
  ["☾", "M16.5 2.5a10 10 0 1 0 5 14A8.5 8.5 0 0 1 16.5 2.5z"],
  ["♥", "M12 21.5C4 15.5 1.5 11.5 1.5 8a5.5 5.5 0 0 1 10.5-2.2A5.5 5.5 0 0 1 22.5 8c0 3.5-2.5 7.5-10.5 13.5z"],
  ["⬢", "M12 1.5l9.3 5.2v10.6L12 22.5l-9.3-5.2V6.7z"],
  ["▼", "M12 21.5 22.5 3.5h-21z"],
];

/**
 * The sets that have a symbol for each digit of a board of this side, by name.
 * @param {number} size
 */
export function setsFor(size) {
  const lengths = { digits: SYMBOLS.length, letters: LETTERS.length, kana: KANA.length, shapes: SHAPES.length };
  return Object.entries(lengths).flatMap(([name, length]) => (size <= length ? [name] : []));
}

/**
 * The symbol of a digit as a text inside a sentence.
 * @param {string} set
 * @param {number} digit
 */
export function symbolText(set, digit) {
  if (isOwn(set)) return set.split(" ")[digit - 1];
  return WRITTEN[set]?.[digit - 1] ?? SHAPES[digit - 1][0];
}

/**
 * Returns true if a set consists of an author's symbols.
 * @param {string} set
 */
export function isOwn(set) {
  return set.includes(" ");
}

/**
 * The set of symbols on a board: the reader's, or the author's or digits if the reader wants digits or symbols that are
 * too few.
 * @param {string} set that the reader has chosen
 * @param {string | undefined} own symbols of the author, with blanks between
 * @param {number} size of the board
 */
export function setOn(set, own, size) {
  if (set !== "digits" && setsFor(size).includes(set)) return set;
  return ownSet(own, size);
}

/**
 * The author's symbols as a set; digits if there are none, or not one for each digit.
 * @param {string | undefined} own
 * @param {number} size
 */
export function ownSet(own, size) {
  const signs = [...new Set((own ?? "").trim().split(/\s+/))].join(" ");
  return signs.split(" ").length === size && isOwn(signs) ? signs : "digits";
}

/**
 * The symbol as it is read aloud.
 * @param {string} set
 * @param {number} digit
 * @param {import("./data.js").TextFunction} texts
 */
export function symbolName(set, digit, texts) {
  return set === "shapes" ? texts(`shape-${digit}`) : symbolText(set, digit);
}

/**
 * The path data of the shape of a digit, in a square of 24.
 * @param {number} digit
 */
export function shapePath(digit) {
  return SHAPES[digit - 1][1];
}

/**
 * The digit that a typed character means on a board of this side, 0 for none.
 * @param {string} set
 * @param {number} size
 * @param {string} character
 */
export function digitTyped(set, size, character) {
  if (character.length !== 1) return 0; // the name of a key
  const typed = character.toUpperCase();
  const signs = set === "digits" ? [] : Array.from({ length: size }, (_, k) => symbolText(set, k + 1));
  const own = signs.indexOf(character) + 1 || signs.findIndex((sign) => sign.toUpperCase() === typed) + 1;
  const digit = own || SYMBOLS.indexOf(typed) + 1;
  return digit <= size ? digit : 0;
}
