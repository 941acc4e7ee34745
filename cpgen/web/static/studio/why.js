// @ts-check
// Why a cell cannot hold a digit, or holds it: what the explanation says of that, and where.

import { SYMBOLS } from "../play/layout.js";
import { placeOf } from "./names.js";

/**
 * @typedef {{kind: "given" | "seen" | "placed" | "other" | "elsewhere" | "removed" | "open", round: number, cell: number, digit: number}} Reason
 * `round` is the first that settles it, −1 where the clues do, or nothing does; `cell` holds what settles it
 */

/**
 * The reason why a cell holds a digit or not.
 * @param {{layout: any, clues: number[], rounds: any[]}} explained
 * @returns {Reason}
 */
export function reasonFor({ layout, clues, rounds }, cell, digit) {
  if (clues[cell]) return { kind: "given", round: -1, cell, digit: clues[cell] };
  const seen = layout.peers[cell].find((peer) => clues[peer] === digit);
  if (seen !== undefined) return { kind: "seen", round: -1, cell: seen, digit };
  for (const [round, { findings }] of rounds.entries()) {
    const reason = findings.map((finding) => settled(finding, layout, cell, digit)).find(Boolean);
    if (reason) return { ...reason, round };
  }
  return { kind: "open", round: -1, cell, digit };
}

/** The reason in a finding against a digit in a cell, or null. */
function settled({ placed, removed }, layout, cell, digit) {
  const here = placed.find(([place]) => place === cell);
  if (here) return { kind: here[1] === digit ? "placed" : "other", cell, digit: here[1] };
  if (removed.some(([place, gone]) => place === cell && gone === digit)) return { kind: "removed", cell, digit };
  const beside = placed.find(([place, put]) => put === digit && layout.peers[cell].includes(place));
  return beside ? { kind: "elsewhere", cell: beside[0], digit } : null;
}

/** The reason in a sentence. */
export function worded(reason, asked, { rounds, layout: { size } }, texts) {
  const title = rounds[reason.round]?.title[texts.language] ?? "";
  return texts(`why-${reason.kind}`, {
    digit: SYMBOLS[asked - 1],
    other: SYMBOLS[reason.digit - 1],
    place: texts("place", placeOf(reason.cell, size)),
    number: reason.round + 1,
    title,
  });
}
