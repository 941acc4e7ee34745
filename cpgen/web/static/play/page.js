// @ts-check
// A page of puzzles, of which one is played.

import { focusOn } from "../focus.js";
import { html, useState } from "../html.js";
import { Button } from "../parts.js";
import { About } from "./about.js";
import { ListDialog } from "./list.js";
import { Player } from "./player.js";
import { loadGame } from "./storage.js";
import { GameTools, LanguageTool } from "./tools.js";

/**
 * @typedef {{playlist: import("./playlist.js").Playlist}} Props
 * @typedef {import("./data.js").Walkthrough} Walkthrough
 */

/**
 * The whole page.
 * @param {Props} props
 */
export function Page({ playlist }) {
  const { texts, state } = playlist;
  const { session, walkthroughs, at } = state;
  return html`
    <${Button} label=${texts("skip")} act=${() => focusOn(".cell[tabindex='0']")} class="skip" />
    <${Header} playlist=${playlist} />
    <main>
      <${About} title=${playlist.title} walkthrough=${walkthroughs[at]} texts=${texts} />
      <${Player} key=${session} session=${session} texts=${texts} next=${() => playlist.next()} />
    </main>
  `;
}

/** @param {Props} props */
function Header({ playlist }) {
  const { texts, words, state } = playlist;
  /** @type {import("./tools.js").Change} */
  const change = (changes) => playlist.change(changes);
  const speak = (/** @type {string} */ language) => change({ language });
  return html`<header class="bar">
    ${
      state.walkthroughs.length > 1 ? html`<${Chooser} playlist=${playlist} />` : html`<span class="brand">cpgen</span>`
    }
    <div class="tools">
      <${GameTools} key=${state.session} session=${state.session} texts=${texts} change=${change} />
      <${LanguageTool} words=${words} texts=${texts} speak=${speak} />
    </div>
  </header>`;
}

/**
 * The choice of the puzzle that is played.
 * @param {Props} props
 */
function Chooser({ playlist }) {
  const { texts, state } = playlist;
  const { walkthroughs, at, session } = state;
  const [open, setOpen] = useState(false);
  const go = (/** @type {number} */ place) => playlist.go(place);
  const list = () => {
    session.save();
    setOpen(true);
  };
  /** @type {(by: number, key: string, picture: string) => unknown} */
  const step = (by, key, picture) =>
    html`<${Button}
      label=${texts(key)}
      act=${() => go(at + by)}
      picture=${picture}
      quiet
      class="ghost"
      disabled=${!walkthroughs[at + by]}
    />`;
  /** @type {(walkthrough: Walkthrough, k: number) => boolean | undefined} */
  const isSolved = (walkthrough, k) => (k === at ? session.state.solved : loadGame(walkthrough)?.solved);
  /** @type {(walkthrough: Walkthrough, k: number) => unknown} */
  const option = (walkthrough, k) => {
    const mark = isSolved(walkthrough, k) ? ` ✓ ${texts("solved-mark")}` : "";
    const name = texts("of-all", { number: k + 1, all: walkthroughs.length }) + mark;
    return html`<option value=${k} selected=${k === at}>${name}</option>`;
  };
  const choose = (/** @type {{currentTarget: HTMLSelectElement}} */ { currentTarget }) =>
    go(Number(currentTarget.value));
  return html`<nav class="chooser" aria-label=${texts("choose")}>
    ${step(-1, "previous", "left")}
    <select aria-label=${texts("choose")} value=${at} onChange=${choose}>
      ${walkthroughs.map(option)}
    </select>
    ${step(1, "next", "right")}
    <${Button} label=${texts("list")} act=${list} picture="puzzles" quiet class="ghost" />
    ${
      open &&
      html`<${ListDialog}
        walkthroughs=${walkthroughs}
        at=${at}
        texts=${texts}
        go=${go}
        close=${() => setOpen(false)}
      />`
    }
  </nav>`;
}
