// @ts-check
// The plan: layout, pattern, grade and the rest, as immutable data. Text stays as it was typed.

import { ANY, emptyMarks, withMarks, withOrder, withoutPattern } from "./marks.js";

const [NARROW, WIDE] = ["nikoli100", "hodoku"]; // the ladder of the boards, and the one for all other techniques
/** Ever harder puzzles, instead of a grade. */
export const HARDEST = "hardest";
/** The least and the greatest number of each field for a whole number, and of a grade's share in a mix. */
const WHOLE = { count: [1, 10000], budget: [1, 600], seed: [0, Number.MAX_SAFE_INTEGER], boards: [1, 100] };
const SHARE = [0, 10000];
/** The fields of a plan that draws nothing at random. */
export const NO_KIND = { kind: "", cages: "", length: "", elements: "" };

/** The looks of a plan that has none. */
export const NO_LOOKS = { cosmetics: "", fog: "", message: "", symbols: "" };

/**
 * @typedef {typeof NO_LOOKS} Looks what an author adds to a board besides constraints
 * @typedef {import("../records.js").Choices} Choices everything that can be chosen
 * @typedef {import("../records.js").Layout} Board
 * @typedef {import("../records.js").LadderChoice} Ladder
 * @typedef {keyof typeof WHOLE} WholeField the name of a field for a whole number
 */

/**
 * @typedef {object} Plan
 * @property {Board} board
 * @property {number[] | null} drawing the region of each cell while regions are drawn
 * @property {string[]} marks of the pattern, one a cell: a dot, an x, or a digit that is fixed
 * @property {string[]} constraints drawn on the board, as lines of text
 * @property {string[]} aside constraints that are set aside: listed, but not in force
 * @property {string[]} snapshots of the work, as texts of JSON (see snapshots.js)
 * @property {string} rules the author's rules text; empty for the sentences about the constraints
 * @property {string} cosmetics drawings without a meaning, one per line
 * @property {string} fog the cells with a lamp on a board under fog
 * @property {string} message of the author for the solved puzzle
 * @property {string} symbols of the digits, with blanks between; empty for digits
 * @property {string} kind of puzzle whose constraints are drawn at random, or nothing
 * @property {string} cages how many cells each drawn cage has, as a range
 * @property {string} length how many cells each drawn line has, as a range
 * @property {string} elements how many lines or signs are drawn, as a range
 * @property {string} symmetry
 * @property {number} clues of a random pattern; 0 for the usual number
 * @property {string[]} along the run that digits follow, if it is named
 * @property {boolean} inOrder whether digits follow any run
 * @property {string} grade
 * @property {Record<string, string>} mix how many puzzles of each grade; empty where one grade alone is wanted
 * @property {Ladder | null} ladder null for the board's own
 * @property {string} level
 * @property {string} steps
 * @property {string} typical
 * @property {string} score
 * @property {string[]} needs techniques
 * @property {string[]} without techniques
 * @property {string} hardest a technique or nothing
 * @property {string} only a technique or nothing
 * @property {string} generation
 * @property {string} replacement
 * @property {string} oracle
 * @property {boolean} paper
 * @property {string} count
 * @property {string} seed
 * @property {string} budget
 * @property {string} technique that is practised
 * @property {string} boards to practise it on, how many
 */

/**
 * The plan that the studio begins with.
 * @param {Choices} choices
 */
export function firstPlan(choices) {
  const { layout, generation, replacement, oracle } = choices.defaults;
  const board = choices.layouts.find(({ name }) => name === layout) ?? choices.layouts[0];
  return chosenGrade({
    board,
    drawing: null,
    marks: emptyMarks(board),
    constraints: [],
    aside: [],
    snapshots: [],
    rules: "",
    ...NO_LOOKS,
    ...NO_KIND,
    symmetry: "rot180",
    clues: 0,
    along: [],
    inOrder: false,
    grade: "",
    mix: {},
    ladder: null,
    level: "",
    steps: "",
    typical: "",
    score: "",
    needs: [],
    without: [],
    hardest: "",
    only: "",
    generation,
    replacement,
    oracle,
    paper: false,
    count: "3",
    seed: "",
    budget: "60",
    technique: "x-wing",
    boards: "5",
  });
}

/**
 * The grades to choose from: those of the ladder, or of the board, and the hardest that there is.
 * @param {Plan} plan
 */
export function gradesOf({ ladder, board }) {
  return [...(ladder ?? board).grades, { name: HARDEST, japanese: "", default: false }];
}

/**
 * Returns true if puzzles of several grades are requested.
 * @param {Plan} plan
 */
export function isMixed({ mix }) {
  return Object.keys(mix).length > 0;
}

/**
 * The plan with a number of puzzles for each grade (at first the number for one grade), or for one grade only.
 * @param {Plan} plan
 * @param {boolean} mixed
 * @returns {Plan}
 */
export function withMix(plan, mixed) {
  return { ...plan, mix: mixed ? mixOf({ ...plan, mix: {} }) : {} };
}

/** @param {Plan} plan */
function mixOf(plan) {
  const named = gradesOf(plan).filter(({ name }) => name !== ANY && name !== HARDEST);
  return Object.fromEntries(named.map(({ name }) => [name, plan.mix[name] ?? plan.count]));
}

/**
 * The plan on another board. It keeps the pattern and constraints if they fit, and the grade if the board has it.
 * @param {Plan} plan
 * @param {Board} board
 */
export function withBoard(plan, board) {
  const fits = plan.marks.length === board.size ** 2;
  const marks = fits ? plan.marks : emptyMarks(board);
  const drawn = fits ? {} : { constraints: [], aside: [], ...NO_LOOKS };
  return chosenGrade({ ...withMarks(plan, marks), board, ...drawn, drawing: null });
}

/**
 * The plan on a ladder, or (null) on the board's own. It keeps the grade if the ladder has it.
 * @param {Plan} plan
 * @param {Ladder | null} ladder
 */
export function withLadder(plan, ladder) {
  return chosenGrade({ ...plan, ladder, score: ladder?.scores ? plan.score : "" });
}

/**
 * The plan with its grade, or with the default grade if the board or ladder has none of that name.
 * @param {Plan} plan
 * @returns {Plan}
 */
export function chosenGrade(plan) {
  const grades = gradesOf(plan);
  const standard = grades.find((grade) => grade.default) ?? grades[0];
  const kept = grades.find((grade) => grade.name === plan.grade);
  return { ...plan, grade: (kept ?? standard).name, mix: isMixed(plan) ? mixOf(plan) : {} };
}

/**
 * The plan with other wishes. If the board's own ladder lacks a technique, the plan uses any grade of the wide ladder.
 * @param {Plan} plan
 * @param {Ladder[]} ladders
 * @param {Partial<Plan>} wishes
 */
export function withWish(plan, ladders, wishes) {
  const wished = { ...plan, ...wishes };
  const { needs, without, hardest, only } = wished;
  const [narrow, wide] = [NARROW, WIDE].map((name) => ladders.find((ladder) => ladder.name === name));
  const named = [...needs, ...without, hardest].filter(Boolean);
  const isNarrow = !only && named.every((name) => narrow?.techniques.includes(name));
  return plan.ladder || isNarrow ? wished : withLadder({ ...wished, grade: ANY }, wide ?? null);
}

/**
 * Returns true if a puzzle has the board of a plan, and clues where the plan wants them, with its fixed digits.
 * @param {Plan} plan
 * @param {{puzzle: string, layout: string}} puzzle
 */
export function isFilling(plan, { puzzle, layout }) {
  const fits = (/** @type {string} */ mark, /** @type {number} */ cell) =>
    mark === "." ? puzzle[cell] === "." : mark === "x" || mark === puzzle[cell];
  return layout === boardText(plan) && plan.marks.every(fits);
}

/**
 * The bounds of a field that does not hold a whole number between them, null for one that does.
 * @param {Plan} plan
 * @param {string} name of a field for a whole number, or of a grade in the mix
 */
export function violatedBounds(plan, name) {
  const field = /** @type {WholeField} */ (name);
  const [text, [least, most]] = name in plan.mix ? [plan.mix[name], SHARE] : [plan[field], WHOLE[field]];
  const fits = /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most;
  return fits || (name === "seed" && text === "") ? null : { least, most };
}

/**
 * The fields that say how many puzzles are wanted: one, or one for each grade of a mix.
 * @param {Plan} plan
 */
export function countsOf(plan) {
  return isMixed(plan) ? Object.keys(plan.mix) : ["count"];
}

/**
 * The plan with another text in a field for a whole number.
 * @param {Plan} plan
 * @param {string} name of the field, or of a grade in the mix
 * @param {string} text
 * @returns {Plan}
 */
export function withWhole(plan, name, text) {
  return name in plan.mix ? { ...plan, mix: { ...plan.mix, [name]: text } } : { ...plan, [name]: text };
}

/**
 * The board of a plan with its constraints, as text.
 * @param {Pick<Plan, "board" | "constraints">} plan
 */
export function boardText({ board, constraints }) {
  return [board.spec, ...constraints].join("+");
}

/**
 * What the author adds to the board of a plan, a puzzle or a snapshot besides constraints, and the rules text.
 * @param {{rules?: string, instructions?: string} & Partial<Looks>} one
 * @returns {Looks & {instructions: string}}
 */
export function authored({ rules = "", instructions = rules, ...one }) {
  return { instructions, ...looksOf(one) };
}

/**
 * The looks of whatever may have some.
 * @param {Record<string, any>} one
 * @returns {Looks}
 */
export function looksOf(one) {
  const names = /** @type {(keyof Looks)[]} */ (Object.keys(NO_LOOKS));
  const text = (/** @type {unknown} */ value) => (typeof value === "string" ? value : "");
  return /** @type {Looks} */ (Object.fromEntries(names.map((name) => [name, text(one[name])])));
}

/**
 * Plans that differ from an impossible one in one respect, each with the key of the text that offers it.
 * @param {Plan} plan
 */
export function nearPlans(plan) {
  const free = { level: "", steps: "", typical: "", score: "", needs: [], without: [], hardest: "", only: "" };
  const near = {
    "offer-grade": chosenGrade({ ...plan, grade: ANY, mix: {} }),
    "offer-free": { ...plan, ...free },
    "offer-order": withOrder(plan, ""),
    "offer-pattern": withoutPattern(plan),
  };
  return Object.entries(near).filter(([, other]) => JSON.stringify(other) !== JSON.stringify(plan));
}

/**
 * The plans with a single grade that make up a plan: one for each requested grade of a mix.
 * @param {Plan} plan
 * @returns {Plan[]}
 */
export function plansByGrade(plan) {
  if (!isMixed(plan)) return [plan];
  const shares = Object.entries(plan.mix).filter(([, count]) => Number(count) > 0);
  return shares.map(([grade, count]) => ({ ...plan, grade, count, mix: {} }));
}
