// @ts-check
// The data in the browser's storage: games by puzzle, and the player's settings.

import { rememberedText, rememberText, valueInText } from "../memory.js";
import { MARKS } from "./game.js";
import { areMoves } from "./history.js";

const PARTS = /** @type {const} */ (["digits", ...MARKS]);
const SETTINGS = "cpgen.settings";
const PAGE = "cpgen.page.";

/**
 * @typedef {import("./game.js").Game} Game
 * @typedef {import("./data.js").Settings} Settings
 * @typedef {Pick<import("./data.js").Walkthrough, "layout" | "puzzle" | "start">} Walkthrough
 */

/**
 * A game as it is stored; an older one may lack some of it.
 * @typedef {object} Kept
 * @property {Game} game
 * @property {import("./history.js").Moves} [moves]
 * @property {string[]} [explained] keys of candidates that hints have eliminated
 * @property {number} [seconds]
 * @property {boolean} [solved]
 * @property {number | null} [best] the shortest time of a solution, in seconds
 * @property {string} [link] the game of the link that was opened last
 */

const USUAL = {
  theme: "auto",
  symbols: "digits",
  conflicts: true,
  same: true,
  seen: true,
  tidy: true,
  places: true,
  timer: true,
  ladder: "",
};

/**
 * The games that the storage has no room for, by key; they are kept until the page is closed.
 * @type {Map<string, Kept>}
 */
const homeless = new Map();

globalThis.addEventListener?.("beforeunload", (event) => homeless.size && event.preventDefault());

/**
 * The settings, with defaults where none were chosen.
 * @param {string} language of a page whose reader chose none
 * @returns {Settings}
 */
export function loadSettings(language) {
  return { ...USUAL, language, ...read(SETTINGS) };
}

/** @param {Settings} settings */
export function saveSettings(settings) {
  write(SETTINGS, settings);
}

/**
 * The game of a puzzle as it was left, or null.
 * @param {Walkthrough} walkthrough
 * @returns {Kept | null}
 */
export function loadGame(walkthrough) {
  const kept = homeless.get(keyOf(walkthrough)) ?? read(keyOf(walkthrough));
  const game = { colour: Array(walkthrough.puzzle.length).fill(""), ...kept?.game }; // older games have no colours
  const whole = PARTS.every((part) => game[part]?.length === walkthrough.puzzle.length);
  return whole ? { ...kept, game, moves: areMoves(kept.moves, game) ? kept.moves : undefined } : null;
}

/**
 * Stores a game; if there is no room for its moves, without them. Returns false if there is no room at all.
 * @param {Walkthrough} walkthrough
 * @param {Kept} kept
 */
export function saveGame(walkthrough, kept) {
  const key = keyOf(walkthrough);
  const stored = write(key, kept) || write(key, { ...kept, moves: undefined });
  if (stored) homeless.delete(key);
  else homeless.set(key, kept);
  return stored;
}

/**
 * Listens to games of a puzzle that other tabs store; returns a function that stops listening.
 * @param {Walkthrough} walkthrough
 * @param {(kept: Kept) => void} hear
 */
export function hearOfGames(walkthrough, hear) {
  /** @param {StorageEvent} event */
  const listener = ({ key }) => {
    const kept = key === keyOf(walkthrough) ? loadGame(walkthrough) : null;
    if (kept) hear(kept);
  };
  window.addEventListener("storage", listener);
  return () => window.removeEventListener("storage", listener);
}

/**
 * The place of the puzzle that was played last on this page, 0 where none was.
 * @param {Walkthrough[]} walkthroughs
 */
export function lastPlace(walkthroughs) {
  const last = read(PAGE + location.pathname);
  return Math.max(0, walkthroughs.map(keyOf).indexOf(last));
}

/** @param {Walkthrough} walkthrough */
export function saveLast(walkthrough) {
  write(PAGE + location.pathname, keyOf(walkthrough));
}

/** @param {Walkthrough} walkthrough */
function keyOf({ layout, puzzle, start }) {
  return ["cpgen.game", layout, puzzle, ...(start ? [start.digits, start.marks] : [])].join(".");
}

/** @param {string} key */
function read(key) {
  return valueInText(rememberedText(key));
}

/**
 * Returns true if the value is stored, false if there is no storage or it is full.
 * @param {string} key
 * @param {unknown} value
 */
function write(key, value) {
  return rememberText(key, JSON.stringify(value));
}
