// The next hint for a game as it is: what is wrong first, then what the rules find on the board.

import { mistakes } from "./game.js";
import { SYMBOLS } from "./layout.js";
import { Board, firstOf, RULES } from "./rules.js";
import { aboutOf, ELIMINATING_SINGLES, lookedAt, Narrator } from "./sentences.js";

/**
 * Texts by language; `parts` are there where they say more than houses, cells and digits.
 * @typedef {Record<string, string>} Texts
 * @typedef {import("./rules.js").Part} Part
 * @typedef {{cells: number[], houses: number[][], placed: number[][], removed: number[][]}} Marked
 * @typedef {Marked & {look: Texts, sentence: Texts, parts?: Part[]}} Finding
 * @typedef {{rule?: string, title: Texts, complexity: number | null}} Round
 * @typedef {{kind: "mistake", cells: number[], missing: boolean}} Mistake
 * @typedef {Mistake | {kind: "finding", round: Round, finding: Finding} | {kind: "none" | "stuck"}} Found
 * @typedef {Found | {kind: "failed", text: string}} Hint
 */

/**
 * The candidates of each cell: those marked in its centre that sight leaves, or all that it leaves; not those explained
 * away.
 */
export function candidatesOf(layout, game, explained = new Set()) {
  return game.digits.map((digit, cell) => {
    if (digit) return [];
    const seen = new Set(layout.peers[cell].map((peer) => game.digits[peer]));
    const marks = game.centre[cell] || SYMBOLS.slice(0, layout.size);
    const left = [...marks].map((mark) => SYMBOLS.indexOf(mark) + 1).sort((one, other) => one - other);
    return left.filter((one) => !seen.has(one) && !explained.has(keyOf(cell, one)));
  });
}

/** The key under which a game remembers that a candidate was eliminated by a hint. */
export function keyOf(cell, digit) {
  return `${cell}-${digit}`;
}

/** The cells whose digit is wrong, else those whose centre marks lack it; null when all is right. */
export function whatIsWrong(game, solution) {
  const wrong = mistakes(game.digits, solution);
  if (wrong.size) return { kind: "mistake", cells: [...wrong], missing: false };
  const lacking = game.centre.flatMap((marks, cell) =>
    marks && !game.digits[cell] && !marks.includes(SYMBOLS[solution[cell] - 1]) ? [cell] : [],
  );
  return lacking.length ? { kind: "mistake", cells: lacking, missing: true } : null;
}

/**
 * Hints that a page finds by itself, as a function of a game; `texts` are those of cpgen's sentences by language.
 * @param {Record<string, Texts>} texts
 * @returns {(asked: {layout: any, walkthrough: any, game: any, explained: Set<string>}) => Promise<Hint>}
 */
export function ownHints(texts) {
  return async ({ layout, walkthrough, game, explained }) => {
    const wrong = whatIsWrong(game, walkthrough.digits);
    if (wrong) return wrong;
    const board = new Board(layout, game.digits, candidatesOf(layout, game, explained));
    const next = replayed(walkthrough, board);
    for (const [rule, complexity] of rulesFor(walkthrough.ladder ?? [], next)) {
      const found = firstOf(rule, board);
      if (found) return described(layout, found, complexity, texts);
    }
    return next ?? { kind: game.digits.includes(0) ? "stuck" : "none" };
  };
}

/**
 * The rules to search, with their complexities, before the walkthrough's next round: those of its ladder that are not
 * more complex if the page does not know the round's own rule, else all that the page knows.
 */
function rulesFor(ladder, next) {
  const known = ladder.filter(([rule]) => RULES.includes(rule));
  const { rule, complexity } = next?.round ?? {};
  if (next && !RULES.includes(rule)) return known.filter(([, other]) => other < complexity);
  return [...known, ...RULES.filter((one) => known.every(([other]) => other !== one)).map((one) => [one, null])];
}

/**
 * A hint that writes the digit of the cell that it decides, as a person does: ladders may only eliminate candidates.
 * @param {Hint} hint
 * @param {number[]} solution
 * @returns {Hint}
 */
export function withDecidedDigit(hint, solution) {
  if (hint.kind !== "finding") return hint;
  const { round, finding } = hint;
  if (finding.placed.length || !ELIMINATING_SINGLES.includes(round.rule ?? "")) return hint;
  return { ...hint, finding: { ...finding, placed: finding.cells.map((cell) => [cell, solution[cell]]) } };
}

/** A finding as a hint. */
function described(layout, found, complexity, texts) {
  const narrators = Object.entries(texts).map(([language, own]) => [language, new Narrator(own, layout)]);
  const each = (tell) => Object.fromEntries(narrators.map(([language, narrator]) => [language, tell(narrator)]));
  const about = aboutOf(found);
  const finding = {
    ...found,
    cells: about.cells,
    houses: lookedAt(layout, { ...about, parts: found.parts }).map(({ cells }) => cells),
    look: each((narrator) => narrator.look(found)),
    sentence: each((narrator) => narrator.sentence(found)),
  };
  return {
    kind: "finding",
    round: { rule: found.rule, title: each((narrator) => narrator.title(found)), complexity },
    finding,
  };
}

/**
 * The first finding of the walkthrough that still does something, which follows from the board since all before it are
 * done: its ladder may have rules that are not here, such as those of constraints.
 */
function replayed({ rounds }, board) {
  for (const round of rounds) {
    const isLeft = ([cell, digit]) => !board.digits[cell] && board.may(cell, digit);
    const finding = round.findings.find(({ placed, removed }) => [...placed, ...removed].some(isLeft));
    if (finding) return { kind: "finding", round, finding };
  }
  return null;
}
