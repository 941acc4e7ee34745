// @ts-check
// The parts around the board: the drawer of results and, on a phone, the sheet below the board.

/**
 * @typedef {import("./studio.js").Studio} Studio
 * @typedef {"tools" | "draw" | "make" | "results"} Sheet
 */

/**
 * Shows a part on a phone, where only one fits next to the board.
 * @param {import("./studio.js").Part<"setState">} studio
 * @param {Sheet} sheet
 */
export function showSheet(studio, sheet) {
  studio.setState({ sheet });
}

/**
 * Returns true if the drawer with the results is open: as the maker left it, else as soon as there is something in it.
 * @param {Studio} studio
 */
export function isDrawerOpen({ state, tray }) {
  return state.drawer ?? (tray.length > 0 || Object.values(state.jobs).some(({ kind }) => kind !== "practise"));
}

/**
 * Shows the results, which arrive there from now on.
 * @param {import("./studio.js").Part<"setState">} studio
 */
export function showResults(studio) {
  studio.setState({ drawer: true, sheet: "results" });
}
