// @ts-check
// The reason why a cell holds or cannot hold a digit, found in the rounds of the explanation.

import { symbolText } from "../play/symbols.js";
import { placeOf } from "./names.js";

/**
 * @typedef {import("../play/data.js").Round} Round
 * @typedef {import("../play/data.js").Finding} Finding
 * @typedef {import("../play/layout.js").Layout} Layout
 * @typedef {{layout: Layout, clues: number[], rounds: Round[]}} Explained a puzzle and the rounds that solve it
 *
 * @typedef {object} Settled
 * @property {"given" | "seen" | "placed" | "other" | "elsewhere" | "removed" | "open"} kind
 * @property {number} cell that holds what settles it
 * @property {number} digit
 *
 * @typedef {Settled & {round: number}} Reason
 * `round` is the first that settles it, −1 where the clues do, or nothing does
 */

/**
 * The reason why a cell holds a digit or not.
 * @param {Explained} explained
 * @param {number} cell
 * @param {number} digit
 * @returns {Reason}
 */
export function reasonFor({ layout, clues, rounds }, cell, digit) {
  if (clues[cell]) return { kind: "given", round: -1, cell, digit: clues[cell] };
  const seen = layout.peers[cell].find((peer) => clues[peer] === digit);
  if (seen !== undefined) return { kind: "seen", round: -1, cell: seen, digit };
  for (const [round, { findings }] of rounds.entries()) {
    const reason = findings.map((finding) => settledBy(finding, layout, cell, digit)).find((one) => one !== null);
    if (reason) return { ...reason, round };
  }
  return { kind: "open", round: -1, cell, digit };
}

/**
 * The reason in a finding for or against a digit in a cell, or null.
 * @param {Finding} finding
 * @param {Layout} layout
 * @param {number} cell
 * @param {number} digit
 * @returns {Settled | null}
 */
function settledBy({ placed, removed }, layout, cell, digit) {
  const here = placed.find(([place]) => place === cell);
  if (here) return { kind: here[1] === digit ? "placed" : "other", cell, digit: here[1] };
  if (removed.some(([place, gone]) => place === cell && gone === digit)) return { kind: "removed", cell, digit };
  const beside = placed.find(([place, put]) => put === digit && layout.peers[cell].includes(place));
  return beside ? { kind: "elsewhere", cell: beside[0], digit } : null;
}

/**
 * The reason in a sentence.
 * @param {Reason} reason
 * @param {number} asked the digit that was asked about
 * @param {Explained} explained
 * @param {import("../play/texts.js").TextFunction} texts
 * @param {string} [symbols] of the digits
 */
export function reasonText(reason, asked, { rounds, layout: { size } }, texts, symbols = "digits") {
  const title = rounds[reason.round]?.title[texts.language] ?? "";
  return texts(`why-${reason.kind}`, {
    digit: symbolText(symbols, asked),
    other: reason.digit > 0 ? symbolText(symbols, reason.digit) : "",
    place: texts("place", placeOf(reason.cell, size)),
    number: reason.round + 1,
    title,
  });
}
