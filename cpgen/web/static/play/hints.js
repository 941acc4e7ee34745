// @ts-check
// The next hint for the current game: mistakes first, then what the rules find on the board.

import { mistakes } from "./game.js";
import { SYMBOLS } from "./layout.js";
import { Board, firstOf, RULES } from "./rules.js";
import { aboutOf, ELIMINATING_SINGLES, lookedAt, Narrator } from "./sentences.js";

/**
 * @typedef {import("./data.js").Effect} Effect
 * @typedef {import("./data.js").Hint} Hint
 * @typedef {Exclude<Hint, {kind: "failed"}>} Found
 * @typedef {Extract<Hint, {kind: "finding"}>} FindingHint
 * @typedef {import("./data.js").Walkthrough} Walkthrough
 * @typedef {import("./game.js").Game} Game
 * @typedef {import("./layout.js").Layout} Layout
 */

/** How much of a hint is shown. */
export const STAGES = { where: 1, technique: 2, step: 3 };

/**
 * The stage after one: only findings have a technique to name.
 * @param {import("./data.js").ShownHint} shown
 */
export function stageAfter({ hint, stage }) {
  return hint.kind === "finding" ? stage + 1 : STAGES.step;
}

/**
 * A request for a hint; `explained` contains the keys of candidates that earlier hints have eliminated.
 * @typedef {object} Asked
 * @property {Layout} layout
 * @property {Walkthrough} walkthrough
 * @property {number[]} solution
 * @property {Game} game
 * @property {Set<string>} explained
 * @property {string} language
 * @property {string} ladder
 */

/**
 * The candidates of each cell: those marked in its centre that sight leaves, or all that it leaves; not those explained
 * away.
 * @param {Layout} layout
 * @param {Pick<Game, "digits" | "centre">} game
 * @param {Set<string>} explained
 * @returns {number[][]}
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

/**
 * The key under which a game remembers that a candidate was eliminated by a hint.
 * @param {number} cell
 * @param {number} digit
 */
export function keyOf(cell, digit) {
  return `${cell}-${digit}`;
}

/**
 * The cells with a wrong digit, else those whose centre marks lack the right one; null if there are none.
 * @param {Game} game
 * @param {number[]} solution
 * @returns {Extract<Hint, {kind: "mistake"}> | null}
 */
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
 * @param {import("./texts.js").Words} texts
 * @returns {(asked: Asked) => Promise<Hint>}
 */
export function ownHints(texts) {
  return async ({ layout, walkthrough, solution, game, explained }) => {
    const wrong = whatIsWrong(game, solution);
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
 * @param {[rule: string, complexity: number][]} ladder
 * @param {FindingHint | null} next
 * @returns {[rule: string, complexity: number | null][]}
 */
function rulesFor(ladder, next) {
  const known = ladder.filter(([rule]) => RULES.includes(rule));
  const { rule = "", complexity } = next?.round ?? {};
  if (next && !RULES.includes(rule)) return known.filter(([, other]) => other < (complexity ?? 0));
  const others = RULES.filter((name) => known.every(([other]) => other !== name));
  return [...known, ...others.map((name) => /** @type {[string, null]} */ ([name, null]))];
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

/**
 * A finding as a hint.
 * @param {Layout} layout
 * @param {import("./rules.js").Found} found
 * @param {number | null} complexity
 * @param {import("./texts.js").Words} texts
 * @returns {FindingHint}
 */
function described(layout, found, complexity, texts) {
  const narrators = Object.entries(texts).map(
    ([language, own]) => /** @type {const} */ ([language, new Narrator(own, layout)]),
  );
  /** @type {(tell: (narrator: Narrator) => string) => Record<string, string>} */
  const each = (tell) => Object.fromEntries(narrators.map(([language, narrator]) => [language, tell(narrator)]));
  const about = aboutOf(found);
  const finding = {
    ...found,
    cells: about.cells,
    houses: lookedAt(layout, { ...about, parts: found.parts }).map(({ cells }) => cells),
    where: each((narrator) => narrator.where(found)),
    look: each((narrator) => narrator.look(found)),
    sentence: each((narrator) => narrator.sentence(found)),
  };
  const title = each((narrator) => narrator.title(found));
  return { kind: "finding", round: { rule: found.rule, title, complexity }, finding };
}

/**
 * The first finding of the walkthrough that still does something, which follows from the board since all before it are
 * done: its ladder may have rules that are not here, such as those of constraints.
 * @param {Walkthrough} walkthrough
 * @param {Board} board
 * @returns {FindingHint | null}
 */
function replayed({ rounds = [] }, board) {
  for (const round of rounds) {
    /** @param {Effect} effect */
    const isLeft = ([cell, digit]) => !board.digits[cell] && board.may(cell, digit);
    const finding = round.findings.find(({ placed, removed }) => [...placed, ...removed].some(isLeft));
    if (finding) return { kind: "finding", round, finding };
  }
  return null;
}
