// The texts of the pages in the reader's language.

/**
 * A function that gives the text of a key with values put in; `language` is its own. `{steps:step}` is a number with
 * its noun, as in `1 step` or `34 steps`.
 * @param {Record<string, Record<string, string>>} words the texts by key, for each language
 * @param {string} language
 */
export function textsOf(words, language) {
  const chosen = language in words ? language : Object.keys(words)[0];
  const table = words[chosen];
  const texts = (key, values = {}) =>
    table[key].replace(/\{(\w+)(?::(\w+))?\}/g, (_, name, noun) => counted(String(values[name]), noun));
  texts.language = chosen;
  texts.has = (key) => key in table;
  return texts;
}

/** The languages of the texts, each with its own name for itself. */
export function languagesIn(words) {
  return Object.entries(words).map(([code, { language }]) => ({ code, language }));
}

/** The language of the texts that the browser prefers, else the first. */
export function preferred(words) {
  const codes = Object.keys(words);
  return codes.find((code) => navigator.language.startsWith(code)) ?? codes[0];
}

function counted(number, noun) {
  if (!noun) return number;
  return number === "1" ? `${number} ${noun}` : `${number} ${noun}s`;
}
