// @ts-check
// Titles of grades, ladders and cells in the reader's language.

/** The name of a grade; of one that a ladder or a board brings along, as it is written there. */
export function gradeTitle({ choices, texts, state }, name) {
  if (texts.has(`grade-${name}`)) return texts(`grade-${name}`);
  const known = [...choices.ladders, ...choices.layouts, state.plan.board];
  const grade = known.flatMap(({ grades }) => grades).find((one) => one.name === name);
  const title = texts.language === "ja" ? grade?.japanese : "";
  return title || name.slice(0, 1).toUpperCase() + name.slice(1);
}

/** The name of a ladder. */
export function ladderTitle(texts, name) {
  return texts.has(`ladder-${name}`) ? texts(`ladder-${name}`) : name;
}

/** The name of a kind of board, such as `jigsaw+cage`: how it is divided, and what it has besides. */
export function kindTitle({ choices, texts }, kind) {
  const titleOf = (name) => choices.constraints.find((one) => one.kind === name)?.title[texts.language] ?? name;
  const parts = kind.split("+").map((name) => (texts.has(`kind-${name}`) ? texts(`kind-${name}`) : titleOf(name)));
  return parts.join(" + ");
}

/** The name of a cell. */
export function cellTitle(texts, cell, size) {
  return texts("cell", placeOf(cell, size));
}

/** The row and column of a cell, from 1. */
export function placeOf(cell, size) {
  return { row: Math.floor(cell / size) + 1, column: (cell % size) + 1 };
}
