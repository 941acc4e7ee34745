// @ts-check
// The contents of a session's board.

import { hintEffects, hintSets } from "./hint_view.js";

/**
 * @typedef {import("./session.js").Session} Session
 */

/**
 * The scene of a session's board, with the figure of its hint.
 * @param {Session} session
 * @param {import("./board.js").Scene["figure"]} figure
 * @returns {import("./board.js").Scene}
 */
export function sceneOf(session, figure) {
  const { clues, game, state } = session;
  return { clues, game, cursor: state.cursor, sets: setsOf(session), effects: hintEffects(state.shown), figure };
}

/**
 * The cells of a contradiction, or of a replayed move.
 * @param {Session} session
 * @returns {Record<string, Set<number>>}
 */
function markedSets({ state, replayedCells }) {
  const { answer } = state.question ?? {};
  if (answer && typeof answer === "object" && "cells" in answer) return { focus: new Set(answer.cells) };
  return state.replay === null ? {} : { focus: new Set(replayedCells) };
}

/**
 * The sets of cells that are marked, by name.
 * @param {Session} session
 */
function setsOf(session) {
  const { game, layout, state } = session;
  const { settings, selection, cursor, shown } = state;
  const [only] = selection.size === 1 ? selection : [];
  const isHidden = (/** @type {number} */ cell) => session.fogged.has(cell) && session.clues[cell] > 0;
  const chosen = only ?? cursor;
  const digit = isHidden(chosen) ? 0 : game.digits[chosen];
  const isSame = (/** @type {number} */ cell) =>
    settings.same && digit > 0 && game.digits[cell] === digit && !isHidden(cell);
  return {
    selected: selection,
    seen: new Set(settings.seen && only !== undefined ? layout.peers[only] : []),
    same: new Set([...game.digits.keys()].filter(isSame)),
    fogged: session.fogged,
    conflict: session.conflicts,
    wrong: state.wrong,
    ...hintSets(shown),
    ...markedSets(session),
  };
}
