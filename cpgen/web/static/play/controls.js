// The buttons next to the board: kinds of marks, digits, and the other actions of a game.

import { button, el } from "../dom.js";
import { COLOURS } from "./colours.js";
import { range } from "./layout.js";
import { MODES } from "./session.js";
import { glyph, symbolName } from "./symbols.js";

const LONGEST = 9; // keys in a row

/** The buttons next to a board; `show` updates them. */
export class Controls {
  /** @param {{session: import("./session.js").Session, texts: Function, hint: () => void, check: () => void}} game */
  constructor({ session, texts, hint, check }) {
    this.session = session;
    this.texts = texts;
    this.modes = MODES.map((mode) => button(texts(`mode-${mode}`), () => session.setMode(mode), { class: "mode" }));
    this.keys = range(session.layout.size).map((k) => this.#key(k + 1));
    this.undo = button(texts("undo"), () => session.undo(), { picture: "undo" });
    this.redo = button(texts("redo"), () => session.redo(), { picture: "redo" });
    this.hint = button(texts("hint"), hint, { picture: "hint", class: "hint-button" });
    this.check = button(texts("check"), check, { picture: "check" });
    this.marks = button(texts("mark-all"), () => session.markAll(), {
      picture: "marks",
      title: texts("mark-all-long"),
    });
    this.erase = button(texts("erase"), () => session.erase(), { picture: "erase" });
    this.element = this.#laidOut();
  }

  #laidOut() {
    const { texts, keys } = this;
    const group = (name, label, ...parts) => el("div", { class: name, role: "group", "aria-label": label }, ...parts);
    const pad = (this.pad = group("keypad", texts("keypad"), ...keys));
    pad.style.setProperty("--across", Math.ceil(keys.length / Math.ceil(keys.length / LONGEST)));
    pad.classList.toggle("nine", keys.length === 9);
    pad.classList.toggle("many", keys.length > LONGEST);
    return el(
      "div",
      { class: "controls" },
      group("modes", texts("mode"), ...this.modes),
      pad,
      group("actions", texts("actions"), this.undo, this.redo, this.erase, this.marks, this.check, this.hint),
    );
  }

  #key(digit) {
    const left = el("span", { class: "left", "aria-hidden": "true" });
    const sign = el("span", { class: "sign" }, glyph(this.session.settings.symbols, digit));
    const colour = el("span", { class: `sample colour-${digit}`, "aria-hidden": "true" });
    const attributes = { type: "button", class: "key", on: { click: () => this.session.enter(digit) } };
    return el("button", attributes, sign, left, colour);
  }

  show() {
    const { session } = this;
    const { idle } = session;
    MODES.forEach((mode, k) => this.modes[k].setAttribute("aria-pressed", String(session.mode === mode)));
    this.pad.classList.toggle("colours", session.mode === "colour");
    session.remaining.forEach((left, k) => this.#showKey(this.keys[k], k + 1, left, idle));
    this.undo.disabled = idle || !session.history.canUndo;
    this.redo.disabled = idle || !session.history.canRedo;
    for (const one of [this.erase, this.marks]) one.disabled = idle;
    for (const one of [this.hint, this.check]) one.disabled = idle || !session.walkthrough.digits;
    const which = session.counted && !session.wrong.size;
    this.check.querySelector(".label").textContent = this.texts(which ? "check-where" : "check");
    this.hint.title = session.walkthrough.digits ? "" : this.texts("hint-unknown");
  }

  #showKey(key, digit, left, idle) {
    const shown = Math.max(0, left);
    const name = symbolName(this.session.settings.symbols, digit, this.texts);
    key.querySelector(".left").dataset.count = String(shown);
    const colouring = this.session.mode === "colour";
    const isColour = digit <= COLOURS;
    const writes = this.texts("key-left", { digit: name, left: shown });
    const label = colouring && isColour ? this.texts(`colour-${digit}`) : writes;
    key.setAttribute("aria-label", label);
    key.classList.toggle("placed", left <= 0);
    key.disabled = idle || (colouring && !isColour);
  }
}
