// What is wanted? Layout, pattern, grade and the rest, as data that is never changed.

import { SYMBOLS } from "../play/layout.js";
import { orbit } from "./symmetry.js";

/**
 * @typedef {{spec: string, size: number, regions: number[], extras: number[][], grades: any[]}} Board
 * @typedef {{board: Board, marks: string[], symmetry: string, grade: string, target: Record<string, any>, method: Record<string, any>, clues: number, count: number, seed: string, budget: number}} Plan
 */

/** The plan that the studio begins with. */
export function firstPlan(choices) {
  const board = choices.layouts.find(({ name }) => name === choices.usual.layout);
  const { generation, replacement, oracle } = choices.usual;
  return withBoard(
    {
      symmetry: "rot180",
      target: { level: "", steps: "", typical: "", rules: {} },
      method: { generation, replacement, oracle, paper: false },
      clues: 0,
      count: 3,
      seed: "",
      budget: 60,
    },
    board,
  );
}

/** The plan on another board; the pattern stays when it fits, and the grade when the board has it. */
export function withBoard(plan, board) {
  const marks = plan.marks?.length === board.size ** 2 ? plan.marks : Array(board.size ** 2).fill(".");
  const usual = board.grades.find((grade) => grade.usual) ?? board.grades[0];
  const kept = board.grades.find((grade) => grade.name === plan.grade);
  return { ...plan, board, marks, grade: (kept ?? usual).name };
}

/** The plan with cells (and those that the symmetry adds) chosen or not; a digit that is fixed there goes with them. */
export function withCell(plan, cell, chosen) {
  const cells = new Set(orbit(plan.board.size, plan.symmetry, cell));
  const mark = (old, place) => (!cells.has(place) ? old : chosen ? (old === "." ? "x" : old) : ".");
  return { ...plan, marks: plan.marks.map(mark) };
}

/** The plan with a digit fixed in a cell, or, where it is fixed already, left open again. */
export function withFixed(plan, cell, digit) {
  const symbol = SYMBOLS[digit - 1];
  const fixed = plan.marks[cell] === symbol ? "x" : symbol;
  const { marks } = withCell(plan, cell, true);
  return { ...plan, marks: marks.map((mark, place) => (place === cell ? fixed : mark)) };
}

/** The plan with a whole pattern, drawn in a line. */
export function withPattern(plan, line) {
  return { ...plan, marks: [...line].map((mark) => (mark === "X" ? "x" : mark)) };
}

/** The plan without a pattern: every puzzle gets a random one. */
export function withoutPattern(plan) {
  return { ...plan, marks: plan.marks.map(() => ".") };
}

/** How many cells are chosen. */
export function chosen(plan) {
  return plan.marks.filter((mark) => mark !== ".").length;
}

/** The pattern in a line, empty when no cell is chosen. */
function patternLine(plan) {
  return chosen(plan) ? plan.marks.join("") : "";
}

/** The job that the server is asked for. */
export function jobOf(plan) {
  const rules = (role) =>
    Object.keys(plan.target.rules)
      .filter((rule) => plan.target.rules[rule] === role)
      .join(",");
  const { level, steps, typical } = plan.target;
  return {
    layout: plan.board.spec,
    pattern: patternLine(plan),
    grade: plan.grade,
    target: { level, steps, typical, needs: rules("needs"), without: rules("without") },
    method: plan.method,
    clues: plan.clues,
    symmetry: plan.symmetry,
    count: plan.count,
    budget: plan.budget,
    ...(plan.seed === "" ? {} : { seed: Number(plan.seed) }),
  };
}
