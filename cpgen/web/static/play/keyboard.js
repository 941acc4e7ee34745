// @ts-check
// The keys of a game.

import { SYMBOLS } from "./layout.js";
import { digitTyped } from "./symbols.js";

/**
 * @typedef {import("./session.js").Session} Session
 * @typedef {import("./session.js").Mode} Mode
 */

/** @type {Record<string, [down: number, right: number]>} */
const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
/** @type {Record<string, Mode>} */
const MODE_KEYS = { z: "digit", x: "corner", c: "centre", v: "colour" }; // as in SudokuPad
const WRITING = "input:not([type=checkbox]), select, textarea, dialog";

/**
 * Handles a key for a session; returns true if the key has a meaning.
 * @param {KeyboardEvent} event
 * @param {Session} session
 */
export function onKey(event, session) {
  if (hasTarget(event, WRITING) || document.querySelector("dialog[open]")) return false;
  const act = event.ctrlKey || event.metaKey ? command(event, session) : plain(event, session);
  act?.();
  return Boolean(act);
}

/**
 * Returns true if a key was pressed in a part of the page that a selector finds.
 * @param {KeyboardEvent} event
 * @param {string} selector
 */
function hasTarget({ target }, selector) {
  return target instanceof Element && target.closest(selector) !== null;
}

/** @param {KeyboardEvent} event @param {Session} session */
function command(event, session) {
  const again = event.shiftKey || event.key.toLowerCase() === "y";
  if (/^[zy]$/i.test(event.key)) return () => (again ? session.redo() : session.undo());
  if (event.key.toLowerCase() === "a") return () => session.selectAll();
  if (event.key === "Home") return () => session.select(0);
  if (event.key === "End") return () => session.select(session.clues.length - 1);
  const digit = digitOfPlace(event, session.layout.size);
  return digit && !event.code.startsWith("Key") ? () => session.enter(digit, "centre") : null;
}

/** @param {KeyboardEvent} event @param {Session} session */
function plain(event, session) {
  const { layout, state } = session;
  const digit = digitOfPlace(event, layout.size) || digitTyped(state.settings.symbols, layout.size, event.key);
  if (digit) return () => session.enter(digit, modeOf(event) ?? state.mode);
  const place = target(event.key, state.cursor, layout.size);
  if (place >= 0) return () => session.select(place, event.shiftKey);
  const mode = MODE_KEYS[event.key.toLowerCase()];
  if (mode) return () => session.setMode(mode);
  const isFree = !hasTarget(event, "a, button:not(.hint-button), summary");
  if (event.key === "Enter") return isFree && state.shown ? () => session.continueHint() : null;
  if (event.key === " " && hasTarget(event, "a, button, summary, input")) return null;
  return others(session)[event.key] ?? null;
}

/**
 * The kind of marks that the held keys ask for, null for none.
 * @param {KeyboardEvent} event
 */
function modeOf(event) {
  const { shiftKey, altKey } = event;
  if (shiftKey || isShiftedNumpad(event)) return altKey ? "colour" : "corner";
  return altKey ? "centre" : null;
}

/**
 * Returns true if Windows has taken Shift away from a key of the number pad, which then seems to move.
 * @param {KeyboardEvent} event
 */
function isShiftedNumpad(event) {
  return /^Numpad[1-9]$/.test(event.code) && event.key.length > 1 && event.getModifierState("NumLock");
}

/** @param {Session} session @returns {Record<string, () => void>} */
function others(session) {
  return {
    0: () => session.erase(),
    Backspace: () => session.erase(),
    Delete: () => session.erase(),
    " ": () => session.nextMode(),
    "?": () => session.hint(),
    w: () => session.askWhy(),
    Escape: () => escape(session),
  };
}

/** Closes the card that is shown, else clears the selection. @param {Session} session */
function escape(session) {
  const { shown, question, replay } = session.state;
  if (replay !== null) session.replayTo(null);
  else if (shown || question) session.closeHint();
  else session.clearSelection();
}

/**
 * The digit of a physical key, or 0. It applies to the row of digits, whatever characters the keyboard layout has
 * there, and to other keys with Shift, Alt, Ctrl or Meta, which change the typed character.
 * @param {KeyboardEvent} event
 * @param {number} size
 */
function digitOfPlace(event, size) {
  const [, kind, place] = /^(Digit|Numpad|Key)(\w)$/.exec(event.code) ?? [];
  const held = event.shiftKey || event.altKey || event.ctrlKey || event.metaKey || isShiftedNumpad(event);
  const counts = kind === "Digit" || (kind && held);
  const digit = counts ? SYMBOLS.indexOf(place) + 1 : 0;
  return digit <= size ? digit : 0;
}

/** @param {string} key @param {number} cursor @param {number} size */
function target(key, cursor, size) {
  const row = Math.floor(cursor / size);
  if (key === "Home") return row * size;
  if (key === "End") return row * size + size - 1;
  return step(key, cursor, size);
}

/**
 * The cell that an arrow key leads to, around the edges of the board, or −1 for another key.
 * @param {string} key
 * @param {number} cell
 * @param {number} size
 */
export function step(key, cell, size) {
  if (!(key in STEPS)) return -1;
  const [down, right] = STEPS[key];
  const [row, column] = [Math.floor(cell / size), cell % size];
  return ((row + down + size) % size) * size + ((column + right + size) % size);
}
