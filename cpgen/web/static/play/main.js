// The entry point of an exported page, which holds its puzzles as JSON.

import { Page } from "./page.js";

const { language, words, sentences, walkthroughs } = JSON.parse(document.getElementById("data").textContent);
new Page(document.getElementById("page"), { walkthroughs, words, sentences }, language);
