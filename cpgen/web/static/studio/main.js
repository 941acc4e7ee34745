// @ts-check
// The entry point of the studio, where puzzles are made, played and explained.

import { keepFocus } from "./focus.js";
import { html, render } from "../html.js";
import { Broken, Page } from "./page.js";
import { askServer } from "./server.js";
import { openStorage } from "./storage.js";
import { Studio } from "./studio.js";

const root = document.getElementById("studio");
keepFocus(root);

/** Draws the page; where that fails, a plain one that saves what there is. */
function draw(studio) {
  try {
    render(html`<${Page} studio=${studio} />`, root);
  } catch (error) {
    console.error(error);
    render(null, root);
    render(html`<${Broken} studio=${studio} reason=${error.message} />`, root);
  }
}

try {
  const [choices, words, storage] = await Promise.all([askServer("choices"), askServer("words"), openStorage()]);
  root.replaceChildren();
  await new Studio({ choices, words, storage, draw }).begin();
} catch (error) {
  render(html`<p class="verdict" data-kind="bad" role="alert">${error.message}</p>`, root);
}
