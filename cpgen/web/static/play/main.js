// @ts-check
// The entry point of an exported page, which holds its puzzles as JSON.

import { keepFocus } from "../focus.js";
import { effect, html, render } from "../html.js";
import { Page } from "./page.js";
import { Playlist } from "./playlist.js";
import { wear } from "./theme.js";

/** @param {string} id */
const partOf = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const { language, ...data } = JSON.parse(partOf("data").textContent ?? "");
const root = partOf("page");
const playlist = new Playlist(data, language);
window.addEventListener("hashchange", () => playlist.follow());
effect(() => wear(playlist.state.settings.theme));
effect(() => {
  document.documentElement.lang = playlist.texts.language;
  document.title = playlist.title;
});
root.replaceChildren();
keepFocus(root);
render(html`<${Page} playlist=${playlist} />`, root);
