// Where does an exported page begin? With the lessons that stand in it.

import { Page } from "./page.js";

const { language, lessons } = JSON.parse(document.getElementById("lessons").textContent);
new Page(document.getElementById("page"), lessons, language);
