// @ts-check
// Loading what comes from elsewhere into the plan.

import { isPattern, withPattern } from "./marks.js";
import { authored, withBoard } from "./plan.js";
import { askServer } from "./server.js";

/**
 * Loads a puzzle or a drawing into the plan, with its digits fixed, and with its author's rules.
 * @param {import("./studio.js").Part<"choices" | "edits" | "playTexts", "plan">} studio
 * @param {{puzzle: string, layout: string, aside?: string[]} & Parameters<typeof authored>[0]} puzzle
 */
export async function putOnBoard(studio, { puzzle, layout, aside = [], ...further }) {
  const board =
    studio.choices.layouts.find(({ spec }) => spec === layout) ?? (await askServer("layout", { spec: layout }));
  if (!isPattern([...puzzle], board.size)) throw new Error(studio.playTexts("link-bad"));
  const { instructions: rules, ...looks } = authored(further);
  const plan = { ...withBoard(studio.state.plan, board), constraints: board.constraints, aside, rules, ...looks };
  studio.edits.changePlan(withPattern(plan, puzzle));
}
