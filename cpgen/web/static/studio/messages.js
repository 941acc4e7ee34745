// @ts-check
// Sentences of the server in the reader's language, made from the key and the values that come with them.

/**
 * @typedef {{key: string, values: Record<string, any>}} Message
 * the key of a text, and its values: numbers, texts, messages, or lists of these
 * @typedef {{sentence: string} & Partial<Message>} Stated an answer with a sentence in English, and mostly its message
 */

/**
 * The sentence of a message.
 * @param {Message} message
 * @param {Record<string, string>} texts the texts of a language by key
 * @param {(kind: string, name: string) => string} titleOf the title of a name, such as a technique's; `kind` is the
 *   placeholder that holds it
 */
export function textOfMessage({ key, values }, texts, titleOf) {
  const written = (name, value, form = "") => {
    if (Array.isArray(value))
      return listed(
        value.map((part) => written(name, part)),
        texts,
        form || "comma",
      );
    if (value?.key) return textOfMessage(value, texts, titleOf);
    return form ? counted(value, form) : titleOf(name, String(value));
  };
  return texts[key].replace(/\{(\w+)(?::([^}]+))?\}/g, (_, name, form) => written(name, values[name], form));
}

/** The first line of a sentence: a drawing of the board may follow it. */
export function firstLine(sentence) {
  return sentence.split("\n")[0];
}

/** The statement of a failed request or of any other error. */
export function statedBy(error) {
  return error.stated ?? { sentence: error.message };
}

function listed(parts, texts, form) {
  const last = parts.length > 1 ? texts[`list-${form}`] : "";
  return parts.slice(0, -1).join(texts["list-comma"]) + last + (parts.at(-1) ?? "");
}

function counted(number, noun) {
  const [singular, plural = `${singular}s`] = noun.split("|");
  return `${number} ${number === 1 ? singular : plural}`;
}
