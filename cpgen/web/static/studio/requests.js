// @ts-check
// The requests of a plan, in the field names of the server.

import { clueCount } from "./marks.js";

/** @typedef {import("./plan.js").Plan} Plan */

/**
 * The puzzles that are wanted, in the field names of cpgen's request; what is left empty has its default.
 * @param {Plan} plan
 */
export function requestOf(plan) {
  const { board, constraints, grade, level, steps, typical, needs, without, hardest, only, score } = plan;
  const { kind, cages, length, elements, symmetry } = plan;
  const drawing = kind ? "" : constraints.join("\n");
  const random = kind ? { kind, cages, length, elements, symmetry } : { clues: plan.clues || "", symmetry };
  const drawn = clueCount(plan) && !kind ? { pattern: plan.marks.join("") } : drawing ? {} : random;
  const target = { grade, level, steps, typical: numberIn(typical), score, needs, without, hardest, only };
  const order = drawing || kind ? {} : { in_order: plan.inOrder || "", along: plan.along };
  return filled({ layout: board.spec, drawing, ...drawn, ...order, ladder: plan.ladder?.name ?? "", ...target });
}

/**
 * The request for a job: the number of puzzles, the target and the method.
 * @param {Plan} plan
 */
export function jobOf(plan) {
  const { generation, replacement, oracle } = plan;
  const [count, seed, budget] = [plan.count, plan.seed, plan.budget].map(numberIn);
  const method = plan.paper ? { method: "paper", oracle } : { generation, replacement, oracle };
  return { ...requestOf(plan), ...method, ...filled({ count, seed, budget }) };
}

/**
 * The request for exercises.
 * @param {Plan} plan
 */
export function practiceOf({ technique, boards, board, budget }) {
  return { technique, count: Number(boards), layout: board.spec, budget: Number(budget) };
}

/**
 * The number that a text spells; the text itself if it is empty or none, for the server to refuse.
 * @param {string} text
 */
function numberIn(text) {
  return text.trim() === "" || Number.isNaN(Number(text)) ? text : Number(text);
}

/**
 * The fields that are not empty.
 * @param {Record<string, string | number | boolean | string[] | undefined>} fields
 */
function filled(fields) {
  const isFilled = (/** @type {unknown} */ value) => String(value) !== ""; // an empty list is an empty text as well
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => isFilled(value)));
}
