// The puzzles of a page: which of them is played, the settings, and links to a game.

import { stateOf } from "../state.js";
import { titleOf } from "./about.js";
import { ownHints } from "./hints.js";
import { hasConstraints } from "./layout.js";
import { readFragment } from "./link.js";
import { Session } from "./session.js";
import { lastPlace, loadSettings, saveLast, saveSettings } from "./storage.js";
import { textsOf } from "./texts.js";

/** The puzzles of a page; one in the address comes first. */
export class Playlist {
  /**
   * @param {{walkthroughs: any[], words: any, sentences: any}} data
   * @param {string} language of the page before its reader chooses one
   */
  constructor({ walkthroughs, words, sentences }, language) {
    this.words = words;
    this.hints = ownHints(sentences);
    this.state = stateOf({ walkthroughs, at: 0, settings: { language, ...loadSettings() }, session: null });
    const shared = this.#shared();
    this.go(shared ? this.#placeOf(shared) : lastPlace(walkthroughs));
    if (shared) this.state.session.continueFrom(shared);
    else this.#sayWhatIsWrong();
  }

  /** Says why the address, if it asks for a puzzle, has none that can be played. */
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

  /** The contents of a link, unless the page does not know the constraints of its puzzle. */
  #shared() {
    const shared = readFragment(location.hash);
    return shared && (this.#find(shared) >= 0 || !hasConstraints(shared.layout)) ? shared : null;
  }

  #find({ layout, puzzle }) {
    return this.state.walkthroughs.findIndex((one) => one.layout === layout && one.puzzle === puzzle);
  }

  /** The place of the puzzle of a link, which is added when it is not among the walkthroughs. */
  #placeOf({ layout, puzzle, names: { title, author, grade } }) {
    const place = this.#find({ layout, puzzle });
    if (place >= 0) return place;
    const added = { layout, puzzle, title, author, grade, rounds: [] };
    this.state.walkthroughs = [...this.state.walkthroughs, added];
    return this.state.walkthroughs.length - 1;
  }

  /** Continues the game of the address, if there is one. */
  follow() {
    const shared = this.#shared();
    if (!shared) return this.#sayWhatIsWrong();
    this.go(this.#placeOf(shared));
    this.state.session.continueFrom(shared);
  }

  /** Plays the puzzle at a place. */
  go(place) {
    const { session, walkthroughs } = this.state;
    session?.pause();
    saveLast(walkthroughs[place]);
    this.state.at = place;
    this.state.session = new Session(walkthroughs[place], { settings: this.#settings, hints: this.hints });
    this.state.session.start();
  }

  /** A function that goes on to the next puzzle, null after the last. */
  next() {
    const { walkthroughs, at } = this.state;
    return at + 1 < walkthroughs.length ? () => this.go(at + 1) : null;
  }

  /** The settings with the language of the texts. */
  get #settings() {
    return { ...this.state.settings, language: this.texts.language };
  }

  change(changes) {
    this.state.settings = { ...this.state.settings, ...changes };
    saveSettings(this.state.settings);
    this.state.session.dress(this.#settings);
  }
}
