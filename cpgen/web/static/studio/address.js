// @ts-check
// The view in the address of the page, so that Back and Forward move between views.

import { namesOf, readFragment } from "../play/link.js";

/**
 * @typedef {{name: "make"} | {name: "play" | "explain", puzzle: string, layout: string, names: any, shared: any} | {name: "practise", number: number}} Asked
 */

/**
 * The view that an address asks for.
 * @returns {Asked}
 */
export function askedFor(fragment) {
  const fields = new URLSearchParams(fragment.replace(/^#/, ""));
  const number = Number(fields.get("exercise"));
  if (Number.isInteger(number) && number > 0) return { name: "practise", number };
  const shared = readFragment(fragment);
  if (!shared) return { name: "make" };
  const begun = ["filled", "corner", "centre"].some((name) => fields.has(name));
  const name = fields.get("view") === "explain" ? "explain" : "play";
  const { puzzle, layout, names } = shared;
  return { name, puzzle, layout, names, shared: begun ? shared : null };
}

/** The address of a view. */
export function addressOf({ name, number, puzzle, layout, ...more }) {
  if (name === "make") return location.pathname;
  const shown = name === "explain" ? { view: name } : {};
  const fields = name === "practise" ? { exercise: number } : { layout, puzzle, ...namesOf(more), ...shown };
  return `#${new URLSearchParams(fields)}`;
}
