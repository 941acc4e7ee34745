// Let node find the packages of the pages, for their tests: npm test --prefix scripts/pages

import { register } from "node:module";

register("./packages.js", import.meta.url);
