// Boards, games and rounds for the tests of the player.

import { boardOf, digitsOf } from "../../cpgen/web/static/play/layout.js";

export const SMALL = { puzzle: "......3231......", layout: "2x2", solution: "2341143231244213" };
/** A board of 2×2 with a cage of 5 that no house holds, whose conditions the server would send. */
export const CAGED = {
  layout: "2x2",
  constraints: {
    under: [],
    over: [],
    unit: 1,
    reach: [0, 0, 0, 0],
    cornered: true,
    sight: [[9, 14]],
    rules: {},
    conditions: [
      {
        name: { en: "the cage of 5" },
        primitives: [
          ["different", [9, 14]],
          ["linear", [9, 14], [1, 1], "=", 5],
        ],
      },
    ],
  },
};

/** The digits of a board of 2×2, row by row. */
export const digits = (...rows) => digitsOf(rows.join(""));

export const layout = boardOf(SMALL);

/** A finding with what it places and removes. */
export function findingOf({ placed = [], removed = [] }) {
  return { cells: [], houses: [], placed, removed, look: { en: "Look" }, sentence: { en: "Do" } };
}
