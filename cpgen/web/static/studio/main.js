// @ts-check
// The entry point of the studio, where puzzles are made, played and explained.

import { html, render } from "./html.js";
import { Page } from "./page.js";
import { ask } from "./server.js";
import { openStorage } from "./storage.js";
import { Studio } from "./studio.js";

const root = document.getElementById("studio");
const draw = (studio) => render(html`<${Page} studio=${studio} />`, root);
try {
  const [choices, words, storage] = await Promise.all([ask("choices"), ask("words"), openStorage()]);
  root.replaceChildren();
  await new Studio({ choices, words, storage, draw }).begin();
} catch (error) {
  render(html`<p class="verdict" data-kind="bad" role="alert">${error.message}</p>`, root);
}
