// @ts-check
// The entry point of the studio, where puzzles are made, played and explained.

import { keepFocus } from "../focus.js";
import { html, render } from "../html.js";
import { Guarded } from "./page.js";
import { askServer } from "./server.js";
import { openStorage } from "./storage.js";
import { Studio } from "./studio.js";

const root = /** @type {HTMLElement} */ (document.getElementById("studio"));
keepFocus(root);

try {
  const [choices, words, storage] = await Promise.all([askServer("choices"), askServer("words"), openStorage()]);
  const studio = new Studio({ choices, words, storage });
  root.replaceChildren();
  render(html`<${Guarded} studio=${studio} />`, root);
  await studio.begin();
} catch (error) {
  render(html`<p class="verdict" data-kind="bad" role="alert">${/** @type {Error} */ (error).message}</p>`, root);
}
