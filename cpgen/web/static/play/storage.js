// The data in the browser's storage: games by puzzle, and the player's settings.

import { MARKS } from "./game.js";
import { areMoves } from "./history.js";

const SETTINGS = "cpgen.settings";
const PAGE = "cpgen.page.";

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

/** The games that the storage has no room for, by key; they are kept until the page is closed. */
const homeless = new Map();

window.addEventListener("beforeunload", (event) => homeless.size && event.preventDefault());

/** The settings, with defaults where none were chosen. */
export function loadSettings() {
  return { ...USUAL, ...read(SETTINGS) };
}

export function saveSettings(settings) {
  write(SETTINGS, settings);
}

/** The game of a puzzle ({game, moves, explained, seconds, solved, and the best time}) as it was left, or null. */
export function loadGame(walkthrough) {
  const kept = homeless.get(keyOf(walkthrough)) ?? read(keyOf(walkthrough));
  const game = { colour: Array(walkthrough.puzzle.length).fill(""), ...kept?.game }; // older games have no colours
  const whole = ["digits", ...MARKS].every((part) => game[part]?.length === walkthrough.puzzle.length);
  return whole ? { ...kept, game, moves: areMoves(kept.moves, game) ? kept.moves : undefined } : null;
}

/** Stores a game; if there is no room for its moves, without them. Returns false if there is no room at all. */
export function saveGame(walkthrough, kept) {
  const key = keyOf(walkthrough);
  const stored = write(key, kept) || write(key, { ...kept, moves: undefined });
  if (stored) homeless.delete(key);
  else homeless.set(key, kept);
  return stored;
}

/**
 * Listens to games of a puzzle that other pages store, as another tab does; returns a function that ends it.
 * @param {any} walkthrough
 * @param {(kept: any) => void} hear
 */
export function hearOfGames(walkthrough, hear) {
  const listener = ({ key }) => {
    const kept = key === keyOf(walkthrough) ? loadGame(walkthrough) : null;
    if (kept) hear(kept);
  };
  window.addEventListener("storage", listener);
  return () => window.removeEventListener("storage", listener);
}

/** The place of the puzzle that was played last on this page, 0 where none was. */
export function lastPlace(walkthroughs) {
  const last = read(PAGE + location.pathname);
  return Math.max(0, walkthroughs.map(keyOf).indexOf(last));
}

export function saveLast(walkthrough) {
  write(PAGE + location.pathname, keyOf(walkthrough));
}

function keyOf({ layout, puzzle, start }) {
  return ["cpgen.game", layout, puzzle, ...(start ? [start.digits, start.marks] : [])].join(".");
}

function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null; // storage is forbidden, or holds something else
  }
}

/** Returns true if the value is stored, false if there is no storage or it is full. */
function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
