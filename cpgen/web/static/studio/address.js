// @ts-check
// The view in the address of the page, so that Back and Forward move between views.

import { namesOf, readFragment } from "../play/link.js";
import { authored, boardText } from "./plan.js";

/**
 * @typedef {import("../play/link.js").Names} Names
 * @typedef {import("../play/link.js").Shared} Shared
 * @typedef {{layout: string, puzzle: string} & Names} LinkedDrawing a board with constraints, a mark for each cell,
 *   and what the author added
 *
 * @typedef {{name: "make", drawing?: LinkedDrawing} | {name: "practise", number: number}
 *   | {name: "play" | "explain", puzzle: string, layout: string, names: Names, shared: Shared | null}} Asked
 * a view that an address asks for, with the texts about its puzzle, and a game of it that was begun
 */

/**
 * The view that an address asks for.
 * @param {string} fragment
 * @returns {Asked}
 */
export function askedFor(fragment) {
  const fields = new URLSearchParams(fragment.replace(/^#/, ""));
  const number = Number(fields.get("exercise"));
  if (Number.isInteger(number) && number > 0) return { name: "practise", number };
  const [layout, marks] = [fields.get("layout"), fields.get("drawing")];
  const names = namesOf(Object.fromEntries(fields));
  if (layout && marks) return { name: "make", drawing: { ...names, layout, puzzle: marks } };
  const shared = readFragment(fragment);
  if (!shared) return { name: "make" };
  const begun = ["filled", "corner", "centre"].some((name) => fields.has(name));
  const name = fields.get("view") === "explain" ? "explain" : "play";
  const { puzzle } = shared;
  return { name, puzzle, layout: shared.layout, names: shared.names, shared: begun ? shared : null };
}

/**
 * The address of a view.
 * @param {{name: Asked["name"], number?: number, puzzle?: string, layout?: string, [more: string]: unknown}} view
 */
export function addressOf({ name, number, puzzle, layout, ...more }) {
  if (name === "make") return location.pathname;
  const shown = name === "explain" ? { view: name } : {};
  /** @type {Record<string, any>} */
  const fields = name === "practise" ? { exercise: number } : { layout, puzzle, ...namesOf(more), ...shown };
  return `#${new URLSearchParams(fields)}`;
}

/**
 * The address of a drawing, whose values and digits may be open.
 * @param {import("./plan.js").Plan} plan
 */
export function addressOfDrawing(plan) {
  const names = namesOf(authored(plan));
  return `#${new URLSearchParams({ layout: boardText(plan), drawing: plan.marks.join(""), ...names })}`;
}
