import assert from "node:assert/strict";
import { test } from "node:test";

import { onKey, step } from "../../cpgen/web/static/play/keyboard.js";
import { layout } from "./boards.js";

globalThis.Element = class {
  /** @param {string} parts the selectors that find the element or one around it */
  constructor(...parts) {
    this.parts = parts;
  }

  closest(selector) {
    return this.parts.some((part) => selector.split(/, /).includes(part)) ? this : null;
  }
};
globalThis.document = { querySelector: () => null };

/** The calls of the session for a key, in a game whose cursor is in the second row. */
function done(key, { code = "", held = [], target = new Element(), state = {} } = {}) {
  const calls = [];
  const session = new Proxy(
    { layout, clues: Array(16).fill(0) },
    {
      get: (game, name) => {
        if (name === "state")
          return { cursor: 5, mode: "digit", shown: null, replay: null, settings: { symbols: "digits" }, ...state };
        return game[name] ?? ((...values) => void calls.push([name, ...values]));
      },
    },
  );
  const keys = Object.fromEntries(held.map((name) => [`${name}Key`, true]));
  onKey({ key, code, target, getModifierState: () => true, ...keys }, session);
  return calls;
}

test("arrow keys go around the edges of the board", () => {
  assert.deepEqual(
    ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"].map((key) => step(key, 0, 4)),
    [12, 4, 3, 1],
  );
  assert.equal(step("x", 0, 4), -1);
  assert.deepEqual(done("ArrowLeft"), [["select", 4, undefined]]);
  assert.deepEqual(done("ArrowLeft", { held: ["shift"] }), [["select", 4, true]]);
  assert.deepEqual([done("Home"), done("End")], [[["select", 4, undefined]], [["select", 7, undefined]]]);
});

test("a digit is what its place on the keyboard says, and held keys ask for marks", () => {
  assert.deepEqual(done("3"), [["enter", 3, "digit"]]);
  assert.deepEqual(done("&", { code: "Digit1" }), [["enter", 1, "digit"]]);
  assert.deepEqual(done("!", { code: "Digit1", held: ["shift"] }), [["enter", 1, "corner"]]);
  assert.deepEqual(done("1", { code: "Digit1", held: ["alt"] }), [["enter", 1, "centre"]]);
  assert.deepEqual(done("1", { code: "Digit1", held: ["shift", "alt"] }), [["enter", 1, "colour"]]);
  assert.deepEqual(done("1", { code: "Digit1", held: ["ctrl"] }), [["enter", 1, "centre"]]);
  assert.deepEqual(done("End", { code: "Numpad1" }), [["enter", 1, "corner"]], "Windows takes Shift away");
  assert.deepEqual(done("9", { code: "Digit9" }), [], "the board has four digits");
});

test("letters choose what is written, and commands go back, on and everywhere", () => {
  assert.deepEqual(done("x"), [["setMode", "corner"]]);
  assert.deepEqual(done("z", { held: ["ctrl"] }), [["undo"]]);
  assert.deepEqual(done("Z", { held: ["ctrl", "shift"] }), [["redo"]]);
  assert.deepEqual(done("y", { held: ["meta"] }), [["redo"]]);
  assert.deepEqual(done("a", { held: ["ctrl"] }), [["selectAll"]]);
});

test("keys belong to the part of the page that has the focus, where it needs them", () => {
  const shown = { hint: { kind: "none" }, stage: 1 };
  assert.deepEqual(done("3", { target: new Element("textarea") }), []);
  assert.deepEqual(done("Enter", { target: new Element("a"), state: { shown } }), []);
  assert.deepEqual(done("Enter", { state: { shown } }), [["continueHint"]]);
  assert.deepEqual(done("Enter"), []);
  assert.deepEqual(done(" ", { target: new Element("button") }), []);
  assert.deepEqual(done(" "), [["nextMode"]]);
  assert.deepEqual([done("Escape"), done("Escape", { state: { shown } })], [[["clearSelection"]], [["closeHint"]]]);
});
