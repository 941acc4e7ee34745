// The texts of the pages in the reader's language.

/**
 * A function that gives the text of a key with values put in; `language` is its own.
 * @param {Record<string, Record<string, string>>} words the texts by key, for each language
 * @param {string} language
 */
export function textsOf(words, language) {
  const chosen = language in words ? language : Object.keys(words)[0];
  const table = words[chosen];
  const texts = (key, values = {}) => table[key].replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
  texts.language = chosen;
  texts.has = (key) => key in table;
  return texts;
}
