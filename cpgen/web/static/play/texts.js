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

function counted(number, noun) {
  if (!noun) return number;
  return number === "1" ? `${number} ${noun}` : `${number} ${noun}s`;
}
