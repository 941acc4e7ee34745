// @ts-check
// The heading above a board: the puzzle's name and difficulty, or the technique to find.

import { html } from "../html.js";

/**
 * @typedef {import("./data.js").TextFunction} TextFunction
 * @typedef {import("./data.js").Walkthrough} Walkthrough
 */

/**
 * The name of a grade in the language of the texts.
 * @param {string} grade
 * @param {TextFunction} texts
 */
function gradeName(grade, texts) {
  return texts.has(`grade-${grade}`) ? texts(`grade-${grade}`) : grade.slice(0, 1).toUpperCase() + grade.slice(1);
}

/**
 * The rating of a puzzle on the other scale, as in `HoDoKu: Easy, 322`; an empty list if it has none.
 * @param {Pick<Walkthrough, "also">} rated
 * @param {TextFunction} texts
 */
export function otherScale({ also }, texts) {
  if (!also) return [];
  const scale = texts.has(`scale-${also.model}`) ? also.model : "own";
  if (!also.grade) return [texts(`scale-${scale}-stuck`)];
  return [texts(`scale-${scale}`, { ...also, grade: gradeName(also.grade, texts) })];
}

/**
 * The title of a walkthrough: its own, or else its name, if it has one, with its technique or grade.
 * @param {Pick<Walkthrough, "grade" | "sought" | "title">} walkthrough
 * @param {TextFunction} texts
 */
export function titleOf({ grade, sought, title }, texts, name = "") {
  const kind = sought?.title[texts.language] ?? (grade ? gradeName(grade, texts) : "");
  return [title || name, kind].filter(Boolean).join(" · ") || texts("title-one");
}

/**
 * A heading with the author of a walkthrough's puzzle and how hard it is, or what is to be found on its board.
 * @param {{title: string, walkthrough: Walkthrough, texts: TextFunction}} props
 */
export function About({ title, walkthrough, texts }) {
  const { author, sought } = walkthrough;
  const facts = [author && texts("by-author", { author }), described(walkthrough, texts)];
  const text = facts.filter(Boolean).join(" · ");
  const kind = sought ? "about task" : "about"; // a small screen shows the whole of a task
  return html`<div class=${kind}>
    <h1>${title}</h1>
    <p title=${text}>${text}</p>
  </div>`;
}

/** @param {Walkthrough} walkthrough @param {TextFunction} texts */
function described(walkthrough, texts) {
  const { level, steps, puzzle, outcome, sought } = walkthrough;
  if (sought) return texts("exercise-about", { technique: sought.title[texts.language] });
  const clues = [...puzzle].filter((symbol) => symbol !== ".").length;
  const key = outcome === "solved" ? "rating" : outcome === "stuck" ? "rating-stuck" : "rating-unknown";
  return [texts(key, { level, steps, clues }), ...otherScale(walkthrough, texts)].join(" · ");
}
