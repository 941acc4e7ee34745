// @ts-check
// What the server says, in the reader's language: the English sentence is looked up among the texts, by its pattern.

/**
 * A function that gives a sentence of the server in a language, or as it is when the texts do not have it.
 * @param {Record<string, Record<string, string>>} table the sentences by key, for each language
 * @param {string} language
 */
export function sentencesOf(table, language) {
  const known = Object.entries(table.en).map(([key, text]) => ({ ...patternOf(text), told: table[language][key] }));
  const said = (sentence) => {
    for (const { pattern, names, told } of known) {
      const found = pattern.exec(sentence);
      if (found) return filled(told, Object.fromEntries(names.map((name, k) => [name, said(found[k + 1] ?? "")])));
    }
    return sentence;
  };
  return language === "en" ? (sentence) => sentence : said;
}

/** The pattern of a text with placeholders such as {count}, and their names in order. */
function patternOf(text) {
  const names = [];
  const parts = text.split(/\{(\w+)\}/).map((part, k) => {
    if (k % 2 === 0) return part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    names.push(part);
    return "(.+?)";
  });
  return { pattern: new RegExp(`^${parts.join("")}$`, "s"), names };
}

function filled(text, values) {
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}
