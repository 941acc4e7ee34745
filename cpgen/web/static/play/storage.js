// What the browser keeps: games by puzzle, and the player's settings.

const SETTINGS = "cpgen.settings";

const USUAL = {
  theme: "auto",
  symbols: "digits",
  conflicts: true,
  same: true,
  seen: true,
  tidy: true,
  timer: true,
  ladder: "",
};

/** The settings, with defaults where none were chosen. */
export function loadSettings() {
  return { ...USUAL, ...read(SETTINGS) };
}

export function saveSettings(settings) {
  write(SETTINGS, settings);
}

/** The game of a puzzle ({game, explained, seconds, solved}) as it was left, or null. */
export function loadGame(walkthrough) {
  const kept = read(keyOf(walkthrough));
  const whole = ["digits", "corner", "centre"].every((part) => kept?.game?.[part]?.length === walkthrough.puzzle.length);
  return whole ? kept : null;
}

export function saveGame(walkthrough, kept) {
  write(keyOf(walkthrough), kept);
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

function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // storage is forbidden or full: the game goes on without it
  }
}
