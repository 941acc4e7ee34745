// The entry point of an exported page, which holds its puzzles as JSON.

import { keepFocus } from "../focus.js";
import { effect, html, render } from "../html.js";
import { Page } from "./page.js";
import { Playlist } from "./playlist.js";
import { wear } from "./theme.js";

const { language, ...data } = JSON.parse(document.getElementById("data").textContent);
const root = document.getElementById("page");
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
