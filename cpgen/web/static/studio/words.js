// @ts-check
// Sentences and titles in the reader's language that depend on what the studio knows.

import { titleOf } from "../play/about.js";
import { firstLine, textOfMessage } from "./messages.js";

/**
 * @typedef {import("./studio.js").Studio} Studio
 */

/**
 * The server's statement in the reader's language; in English if it has no key.
 * @param {Studio} studio
 * @param {Partial<import("./messages.js").Stated>} stated
 */
export function sentenceOf(studio, { sentence = "", key = "", values = {} }) {
  const texts = studio.words.errors[studio.texts.language];
  if (!(key in texts)) return firstLine(sentence);
  return firstLine(textOfMessage({ key, values }, texts, (kind, name) => titleOfName(studio, kind, name)));
}

/**
 * The title of a name in a message; `kind` says what it names.
 * @param {Studio} studio
 * @param {string} kind
 * @param {string} name
 */
function titleOfName(studio, kind, name) {
  const { texts } = studio;
  const ownText = (/** @type {string} */ key) => (texts.has(key) ? texts(key) : name);
  if (kind === "rule" || kind === "rules" || kind === "technique") return techniqueTitle(studio, name);
  if (kind === "formats") return studio.choices.formats.find((one) => one.name === name)?.title[texts.language] ?? name;
  if (kind === "name") return ownText(`field-${name}`);
  if (kind === "grade") return ownText(`grade-${name}`);
  if (kind === "symmetry") return ownText(`symmetry-${name}`);
  return kind === "run" || kind === "runs" ? runTitle(studio, name) : name;
}

/**
 * The title of a technique by its name in requests.
 * @param {Studio} studio
 * @param {string} name
 */
function techniqueTitle({ choices, texts }, name) {
  const known = choices.families.flatMap(({ techniques }) => techniques).find((one) => one.name === name);
  return known?.title[texts.language] ?? name;
}

/**
 * The title of a run of clues by its name in requests, such as `row 5` or `diagonal r1c1`.
 * @param {Studio} studio
 * @param {string} name
 */
export function runTitle({ texts }, name) {
  const [kind, which] = name.split(" ");
  return texts.has(`run-${kind}`) ? texts(`run-${kind}`, { which }) : name;
}

/**
 * The title of a view of a puzzle.
 * @param {Studio} studio
 * @param {import("./views.js").PuzzleView} view
 */
export function viewTitle({ playTexts }, { walkthrough, number }) {
  return titleOf(walkthrough, playTexts, number ? playTexts("title", { number }) : "");
}
