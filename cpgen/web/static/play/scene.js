// What the board of a session shows.

import { hintEffects, hintSets } from "./hint_view.js";

/** The scene of a session's board (see `Scene` of the board), with the figure of its hint. */
export function sceneOf(session, figure) {
  const { clues, game, state } = session;
  return { clues, game, cursor: state.cursor, sets: setsOf(session), effects: hintEffects(state.shown), figure };
}

/** The sets of cells that are marked, by name. */
function setsOf(session) {
  const { game, layout, state } = session;
  const { settings, selection, cursor, shown } = state;
  const [only] = selection.size === 1 ? selection : [];
  const digit = game.digits[only ?? cursor];
  const isSame = (cell) => settings.same && digit && game.digits[cell] === digit;
  return {
    selected: selection,
    seen: new Set(settings.seen && only !== undefined ? layout.peers[only] : []),
    same: new Set([...game.digits.keys()].filter(isSame)),
    conflict: session.conflicts,
    wrong: state.wrong,
    ...hintSets(shown),
  };
}
