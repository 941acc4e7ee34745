// Printing what the page shows: the board, with its marks only if they are asked for, and what is explained.

import { button, el, toggle } from "../dom.js";
import { dialog } from "./settings.js";

/** Opens the dialog that prints; `marked` says whether marks are printed unless it is changed. */
export function openPrint(texts, marked = false) {
  const { dataset } = document.documentElement;
  const wish = (on) => (dataset.print = on ? "marks" : "");
  wish(marked);
  const act = () => {
    box.close();
    window.print();
  };
  const print = button(texts("print"), act, { picture: "print", class: "primary" });
  const marks = toggle(texts("print-marks"), marked, wish);
  const box = dialog(texts("print"), texts, el("div", { class: "stack" }, marks, print));
}
