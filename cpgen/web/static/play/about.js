// The heading above a board: the puzzle's name and how hard it is.

import { el } from "../dom.js";

/** The name of a grade in the language of the texts. */
export function gradeName(grade, texts) {
  return texts.has(`grade-${grade}`) ? texts(`grade-${grade}`) : grade;
}

/** A heading with how hard the puzzle of a walkthrough is. */
export function about(title, { level, steps, puzzle, outcome }, texts) {
  const clues = [...puzzle].filter((symbol) => symbol !== ".").length;
  const key = { solved: "rating", stuck: "rating-stuck" }[outcome] ?? "rating-unknown";
  return el("div", { class: "about" }, el("h1", {}, title), el("p", {}, texts(key, { level, steps, clues })));
}
