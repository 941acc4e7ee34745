// @ts-check
// The puzzles of a page: which of them is played, the settings, and links to a game.

import { stateOf } from "../state.js";
import { titleOf } from "./about.js";
import { ownHints } from "./hints.js";
import { hasConstraints } from "./layout.js";
import { readFragment } from "./link.js";
import { ownRefutations } from "./refutation.js";
import { Session } from "./session.js";
import { lastPlace, loadSettings, saveLast, saveSettings } from "./storage.js";
import { textsOf } from "./texts.js";

/**
 * @typedef {import("./data.js").Settings} Settings
 * @typedef {import("./data.js").Walkthrough} Walkthrough
 * @typedef {import("./link.js").Shared} Shared
 */

/** The puzzles of a page; one in the address comes first. */
export class Playlist {
  /**
   * @param {{walkthroughs: Walkthrough[], words: import("./texts.js").Words,
   *   sentences: import("./texts.js").Words}} data
   * @param {string} language of the page before its reader chooses one
   */
  constructor({ walkthroughs, words, sentences }, language) {
    this.words = words;
    this.hints = ownHints(sentences);
    this.refutations = ownRefutations(sentences);
    const settings = loadSettings(language);
    const shared = sharedGame(walkthroughs);
    const all = shared ? withShared(shared, walkthroughs) : walkthroughs;
    const at = shared ? placeOf(shared, all) : lastPlace(all);
    const session = this.#begun(all[at], settings);
    this.state = stateOf({ walkthroughs: all, at, settings, session });
    if (shared) session.continueFrom(shared);
    else this.#sayWhatIsWrong();
  }

  /** Reports why the puzzle in the address, if there is one, cannot be played. */
  #sayWhatIsWrong() {
    if (location.hash.length < 2) return;
    this.state.session.say(readFragment(location.hash) ? "link-constraints" : "link-bad");
  }

  get texts() {
    return textsOf(this.words, this.state.settings.language);
  }

  /** The title of the puzzle that is played. */
  get title() {
    const { walkthroughs, at } = this.state;
    const name = this.texts(walkthroughs.length > 1 ? "title" : "title-one", { number: at + 1 });
    return titleOf(walkthroughs[at], this.texts, name);
  }

  /** Continues the game of the address, if there is one. */
  follow() {
    const shared = sharedGame(this.state.walkthroughs);
    if (!shared) return this.#sayWhatIsWrong();
    this.state.walkthroughs = withShared(shared, this.state.walkthroughs);
    this.go(placeOf(shared, this.state.walkthroughs));
    this.state.session.continueFrom(shared);
  }

  /**
   * Plays the puzzle at a place.
   * @param {number} place
   */
  go(place) {
    const { session, settings, walkthroughs } = this.state;
    session.pause();
    this.state.at = place;
    this.state.session = this.#begun(walkthroughs[place], settings);
  }

  /**
   * A started session of a walkthrough.
   * @param {Walkthrough} walkthrough
   * @param {Settings} settings
   */
  #begun(walkthrough, settings) {
    saveLast(walkthrough);
    const session = new Session(walkthrough, {
      settings: this.#spoken(settings),
      hints: this.hints,
      refutations: this.refutations,
    });
    session.start();
    return session;
  }

  /** A function that opens the next puzzle; null after the last one. */
  next() {
    const { walkthroughs, at } = this.state;
    return at + 1 < walkthroughs.length ? () => this.go(at + 1) : null;
  }

  /**
   * Settings with the language of the texts.
   * @param {Settings} settings
   */
  #spoken(settings) {
    return { ...settings, language: textsOf(this.words, settings.language).language };
  }

  /** @param {Partial<Settings>} changes */
  change(changes) {
    this.state.settings = { ...this.state.settings, ...changes };
    saveSettings(this.state.settings);
    this.state.session.dress(this.#spoken(this.state.settings));
  }
}

/**
 * The game in the address; null if there is none, or if the page lacks the constraints of its puzzle.
 * @param {Walkthrough[]} walkthroughs
 */
function sharedGame(walkthroughs) {
  const shared = readFragment(location.hash);
  return shared && (placeOf(shared, walkthroughs) >= 0 || !hasConstraints(shared.layout)) ? shared : null;
}

/**
 * The walkthroughs with the puzzle of a link.
 * @param {Shared} shared
 * @param {Walkthrough[]} walkthroughs
 */
function withShared(shared, walkthroughs) {
  const { layout, puzzle, names } = shared;
  const { title, author, grade } = names;
  return placeOf(shared, walkthroughs) >= 0
    ? walkthroughs
    : [...walkthroughs, { layout, puzzle, title, author, grade }];
}

/**
 * The place of a puzzle, −1 if it is not there.
 * @param {{layout: string, puzzle: string}} puzzle
 * @param {Walkthrough[]} walkthroughs
 */
function placeOf({ layout, puzzle }, walkthroughs) {
  return walkthroughs.findIndex((one) => one.layout === layout && one.puzzle === puzzle);
}
