// @ts-check
// The texts of the pages in the reader's language.

/**
 * Texts by key, for each language.
 * @typedef {Record<string, Record<string, string>>} Words
 * @typedef {Record<string, unknown>} Values
 * A function that gives the text of a key with values put in. `{steps:step}` is a number with its noun, as in `1 step`
 * or `34 steps`.
 * @typedef {{(key: string, values?: Values): string, language: string, has: (key: string) => boolean}} TextFunction
 */

/** @type {WeakMap<Words, Map<string, TextFunction>>} */
const made = new WeakMap();

/**
 * The texts in a language, or in the first one if there are none in it; cached by language.
 * @param {Words} words
 * @param {string} language
 * @returns {TextFunction}
 */
export function textsOf(words, language) {
  const chosen = language in words ? language : Object.keys(words)[0];
  const known = made.get(words) ?? new Map();
  made.set(words, known);
  if (!known.has(chosen)) known.set(chosen, textsIn(words[chosen], chosen));
  return known.get(chosen);
}

/** A value in a text: its name, and after a colon its noun, or another form in which it is written */
export const PLACEHOLDER = /\{(\w+)(?::([^}]+))?\}/g;

/**
 * @param {Record<string, string>} table
 * @param {string} language
 */
function textsIn(table, language) {
  /** @param {string} key @param {Values} values */
  const texts = (key, values = {}) =>
    table[key].replace(PLACEHOLDER, (_, name, noun) => (noun ? counted(values[name], noun) : String(values[name])));
  return Object.assign(texts, { language, has: (/** @type {string} */ key) => key in table });
}

/**
 * The languages of the texts, each with its name in that language.
 * @param {Words} words
 */
export function languagesIn(words) {
  return Object.entries(words).map(([code, { language }]) => ({ code, language }));
}

/**
 * The language of the texts that the browser prefers, else the first.
 * @param {Words} words
 */
export function preferred(words) {
  const codes = Object.keys(words);
  return codes.find((code) => navigator.language.startsWith(code)) ?? codes[0];
}

/**
 * A number with its noun, whose plural follows a bar unless it ends in s alone: `box|boxes`.
 * @param {unknown} number
 * @param {string} noun
 */
export function counted(number, noun) {
  const [singular, plural = `${singular}s`] = noun.split("|");
  return `${number} ${String(number) === "1" ? singular : plural}`;
}
