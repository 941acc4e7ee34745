// @ts-check
// Titles of grades, ladders and cells in the reader's language.

/**
 * @typedef {import("../play/texts.js").TextFunction} TextFunction
 * @typedef {import("./plan.js").Choices} Choices
 * @typedef {{choices: Choices, texts: TextFunction}} Known what can be chosen, and the texts in the reader's language
 */

/**
 * The name of a grade; of one that a ladder or a board brings along, as it is written there.
 * @param {Known & {planned: Pick<import("./plan.js").Plan, "board">}} studio
 * @param {string} name
 */
export function gradeTitle({ choices, planned, texts }, name) {
  if (texts.has(`grade-${name}`)) return texts(`grade-${name}`);
  const known = [...choices.ladders, ...choices.layouts, planned.board];
  const grade = known.flatMap(({ grades }) => grades).find((one) => one.name === name);
  const title = texts.language === "ja" ? grade?.japanese : "";
  return title || name.slice(0, 1).toUpperCase() + name.slice(1);
}

/**
 * The text of a key, or the name itself where there is none.
 * @param {TextFunction} texts
 * @param {string} key
 * @param {string} name
 */
export function ownText(texts, key, name) {
  return texts.has(key) ? texts(key) : name;
}

/**
 * The name of a ladder.
 * @param {TextFunction} texts
 * @param {string} name
 */
export function ladderTitle(texts, name) {
  return texts.has(`ladder-${name}`) ? texts(`ladder-${name}`) : name;
}

/**
 * The name of a kind of board, such as `jigsaw+cage`: how it is divided, and what it has besides.
 * @param {Known} studio
 * @param {string} kind
 */
export function kindTitle({ choices, texts }, kind) {
  const titleOf = (/** @type {string} */ name) => {
    const known = choices.constraints.find((one) => one.kind === name);
    return texts.has(`kind-${name}`) ? texts(`kind-${name}`) : (known?.title[texts.language] ?? name);
  };
  return kind.split("+").map(titleOf).join(" + ");
}

/**
 * The name of a cell.
 * @param {TextFunction} texts
 * @param {number} cell
 * @param {number} size of the board
 */
export function cellTitle(texts, cell, size) {
  return texts("cell", placeOf(cell, size));
}

/**
 * The row and column of a cell, from 1.
 * @param {number} cell
 * @param {number} size of the board
 */
export function placeOf(cell, size) {
  return { row: Math.floor(cell / size) + 1, column: (cell % size) + 1 };
}
