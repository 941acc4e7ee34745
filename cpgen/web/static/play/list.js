// The list of a page's puzzles: what is done, and how long it took.

import { button, el } from "../dom.js";
import { titleOf } from "./about.js";
import { written } from "./clock.js";
import { dialog } from "./settings.js";
import { loadGame } from "./storage.js";

/** Opens the list; `go` is called with the place of the puzzle that is chosen. */
export function openList({ walkthroughs, at, texts, go }) {
  const kept = walkthroughs.map(loadGame);
  const times = kept.map(timeOf).filter((time) => time !== null);
  const time = written(times.reduce((sum, one) => sum + one, 0));
  const done = el("p", {}, texts("list-done", { done: times.length, all: walkthroughs.length, time }));
  const entry = (walkthrough, k) => {
    const title = titleOf(walkthrough, texts, texts("title", { number: k + 1 }));
    const attributes = { class: "ghost", "aria-current": k === at ? "true" : null };
    const open = button(title, () => (box.close(), go(k)), attributes);
    open.append(el("span", { class: "state" }, stateOf(kept[k], texts)));
    return el("li", {}, open);
  };
  const box = dialog(texts("list"), texts, done, el("ol", { class: "puzzles" }, ...walkthroughs.map(entry)));
  box.querySelector("[aria-current]").focus();
}

/** The shortest time in which a puzzle was solved, null where it was not; older games keep only the last. */
function timeOf(kept) {
  return kept?.best ?? (kept?.solved ? kept.seconds : null);
}

/** How far a stored game is, in words; empty if it has not begun. */
export function stateOf(kept, texts) {
  const best = timeOf(kept);
  if (best !== null) return `✓ ${texts("list-solved", { time: written(best) })}`;
  return kept?.game && kept.moves?.done.length ? texts("list-begun", { time: written(kept.seconds) }) : "";
}
