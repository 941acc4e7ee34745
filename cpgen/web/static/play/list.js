// @ts-check
// The list of a page's puzzles, with progress and times.

import { html } from "../html.js";
import { closeAround, Dialog } from "../parts.js";
import { titleOf } from "./about.js";
import { written } from "./clock.js";
import { loadGame } from "./storage.js";

/**
 * @typedef {import("./data.js").TextFunction} TextFunction
 * @typedef {import("./data.js").Walkthrough} Walkthrough
 * @typedef {import("./storage.js").Kept} Kept
 */

/**
 * The dialog of the list; `go` is called with the place of the puzzle that is chosen.
 * @param {{walkthroughs: Walkthrough[], at: number, texts: TextFunction, go: (place: number) => void,
 *   close: () => void}} props
 */
export function ListDialog({ walkthroughs, at, texts, go, close }) {
  const kept = walkthroughs.map(loadGame);
  const times = kept.map(timeOf).filter((seconds) => seconds !== null);
  const time = written(times.reduce((sum, one) => sum + one, 0));
  const boards = walkthroughs.map(({ board }) => board?.[texts.language] ?? "");
  const differ = new Set(boards).size > 1;
  /** @type {(walkthrough: Walkthrough, k: number) => unknown} */
  const entry = (walkthrough, k) => {
    const title = titleOf(walkthrough, texts, texts("title", { number: k + 1 }));
    const current = k === at ? { "aria-current": "true", autofocus: true } : {};
    const choose = (/** @type {MouseEvent} */ { currentTarget }) => {
      closeAround(currentTarget);
      go(k);
    };
    return html`<li>
      <button type="button" class="ghost" ...${current} onClick=${choose}>
        <span class="label">${title}${differ && boards[k] && html`<small>${boards[k]}</small>`}</span>
        <span class="state">${progressOf(kept[k], texts)}</span>
      </button>
    </li>`;
  };
  return html`<${Dialog} title=${texts("list")} texts=${texts} close=${close}>
    <p>${texts("list-done", { done: times.length, all: walkthroughs.length, time })}</p>
    <ol class="puzzles">
      ${walkthroughs.map(entry)}
    </ol>
  <//>`;
}

/**
 * The shortest time in which a puzzle was solved, null where it was not; older games keep only the last.
 * @param {Kept | null} kept
 */
function timeOf(kept) {
  return kept?.best ?? (kept?.solved ? (kept.seconds ?? 0) : null);
}

/**
 * The progress of a stored game as text; empty if it has not been started.
 * @param {Kept | null} kept
 * @param {TextFunction} texts
 */
export function progressOf(kept, texts) {
  const best = timeOf(kept);
  if (best !== null) return `✓ ${texts("list-solved", { time: written(best) })}`;
  return kept?.game && kept.moves?.done.length ? texts("list-begun", { time: written(kept.seconds ?? 0) }) : "";
}
