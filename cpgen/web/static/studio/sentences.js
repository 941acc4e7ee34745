// @ts-check
// What the server says, in the reader's language: the English sentence is looked up among the texts, by its pattern.

/**
 * A function that gives a sentence of the server in a language, or as it is when the texts do not have it.
 * @param {Record<string, Record<string, string>>} table the sentences by key, for each language
 * @param {Map<string, string>} names what else the server names, such as techniques, and how that is called
 * @param {string} language
 */
export function sentencesOf(table, names, language) {
  const known = Object.entries(table.en)
    .sort(([, one], [, other]) => fixed(other).length - fixed(one).length)
    .map(([key, text]) => ({ ...patternOf(text), told: table[language][key] }));
  const said = (sentence) => {
    for (const { pattern, places, told } of known) {
      const found = pattern.exec(sentence);
      if (found) return filled(told, Object.fromEntries(places.map((place, k) => [place, said(found[k + 1])])));
    }
    return names.get(sentence) ?? sentence;
  };
  return language === "en" ? (sentence) => sentence : said;
}

/** What a text says whatever its placeholders stand for: the text with most of that knows most of a sentence. */
function fixed(text) {
  return text.replace(/\{\w+\}/g, "");
}

/** The pattern of a text with placeholders such as {target}, and their names in order; {count} and {number} are
 * a single word each. */
function patternOf(text) {
  const places = [];
  const parts = text.split(/\{(\w+)\}/).map((part, k) => {
    if (k % 2 === 0) return part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    places.push(part);
    return part === "count" || part === "number" ? "(\\S+?)" : "(.+?)";
  });
  return { pattern: new RegExp(`^${parts.join("")}$`, "is"), places };
}

function filled(text, values) {
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}
