// @ts-check
// Sentences of the server in the reader's language, made from the key and the values that come with them.

import { counted, PLACEHOLDER } from "../play/texts.js";

/**
 * @typedef {{key: string, values: Record<string, unknown>}} Message
 * the key of a text, and its values: numbers, texts, messages, or lists of these
 * @typedef {{sentence: string} & Partial<Message>} Stated an answer with a sentence in English, and mostly its message
 */

/** An error with a statement that can be shown in the reader's language. */
export class StatedError extends Error {
  /** @param {Stated} stated */
  constructor(stated) {
    super(stated.sentence);
    this.stated = stated;
  }
}

/**
 * The statement of a failed request or of any other error.
 * @param {unknown} error
 * @returns {Stated}
 */
export function statedBy(error) {
  if (error instanceof StatedError) return error.stated;
  return { sentence: error instanceof Error ? error.message : String(error) };
}

/**
 * The sentence of a message.
 * @param {Message} message
 * @param {Record<string, string>} texts the texts of a language by key
 * @param {(kind: string, name: string) => string} titleOf the title of a name, such as a technique's; `kind` is the
 *   placeholder that holds it
 */
export function textOfMessage({ key, values }, texts, titleOf) {
  /** @type {(name: string, value: unknown, form?: string) => string} */
  const written = (name, value, form = "") => {
    if (Array.isArray(value)) {
      const parts = value.map((part) => written(name, part));
      return listed(parts, texts, form || "comma");
    }
    if (isMessage(value)) return textOfMessage(value, texts, titleOf);
    return form && !(`list-${form}` in texts) ? counted(value, form) : titleOf(name, String(value));
  };
  return texts[key].replace(PLACEHOLDER, (_, name, form) => written(name, values[name], form));
}

/**
 * @param {any} value
 * @returns {value is Message}
 */
function isMessage(value) {
  return Boolean(value?.key);
}

/**
 * @param {string[]} parts
 * @param {Record<string, string>} texts
 * @param {string} form how the last part is joined, as in `and`
 */
function listed(parts, texts, form) {
  const last = parts.length > 1 ? texts[`list-${form}`] : "";
  return parts.slice(0, -1).join(texts["list-comma"]) + last + (parts.at(-1) ?? "");
}

/**
 * The first line of a sentence: a drawing of the board may follow it.
 * @param {string} sentence
 */
export function firstLine(sentence) {
  return sentence.split("\n")[0];
}
