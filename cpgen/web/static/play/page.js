// A page of puzzles: it plays one of several, and keeps track of language, colours and link.

import { button, el } from "../dom.js";
import { about, titleOf } from "./about.js";
import { ownHints } from "./hints.js";
import { hasConstraints } from "./layout.js";
import { readFragment } from "./link.js";
import { openList } from "./list.js";
import { Player } from "./player.js";
import { wear } from "./settings.js";
import { lastPlace, loadGame, loadSettings, saveLast, saveSettings } from "./storage.js";
import { textsOf } from "./texts.js";
import { gameTools, languageTool } from "./tools.js";

/** Plays the walkthroughs in an element; a puzzle in the address comes first. */
export class Page {
  /**
   * @param {HTMLElement} root
   * @param {{walkthroughs: any[], words: any, sentences: any}} data
   * @param {string} language of the page before its reader chooses one
   */
  constructor(root, { walkthroughs, words, sentences }, language) {
    this.root = root;
    this.walkthroughs = [...walkthroughs];
    this.words = words;
    this.hints = ownHints(sentences);
    this.settings = { language, ...loadSettings() };
    const shared = this.#shared();
    this.at = shared ? this.#placeOf(shared) : lastPlace(this.walkthroughs);
    this.#open();
    const problem = readFragment(location.hash) ? "link-constraints" : "link-bad";
    if (shared) this.player.session.continueFrom(shared);
    else if (location.hash.length > 1) this.player.say(this.texts(problem));
    window.addEventListener("hashchange", () => this.#follow());
  }

  /** The contents of a link, unless the page does not know the constraints of its puzzle. */
  #shared() {
    const shared = readFragment(location.hash);
    return shared && (this.#find(shared) >= 0 || !hasConstraints(shared.layout)) ? shared : null;
  }

  #find({ layout, puzzle }) {
    return this.walkthroughs.findIndex((one) => one.layout === layout && one.puzzle === puzzle);
  }

  /** The place of the puzzle of a link, which is added when it is not among the walkthroughs. */
  #placeOf({ layout, puzzle, names: { title, author, grade } }) {
    const place = this.#find({ layout, puzzle });
    return place >= 0 ? place : this.walkthroughs.push({ layout, puzzle, title, author, grade, rounds: [] }) - 1;
  }

  #follow() {
    const shared = this.#shared();
    if (!shared) return;
    this.#go(this.#placeOf(shared));
    this.player.session.continueFrom(shared);
  }

  #go(place) {
    this.at = place;
    this.#open();
  }

  #open() {
    this.player?.close();
    saveLast(this.walkthroughs[this.at]);
    this.player = new Player(this.walkthroughs[this.at], {
      settings: this.settings,
      texts: textsOf(this.words, this.settings.language),
      hints: this.hints,
      onSolved: () => this.root.querySelector("header").replaceWith(this.#header()),
      next: () => this.walkthroughs[this.at + 1] && (() => this.#go(this.at + 1)),
    });
    this.#dress();
    this.player.focus();
  }

  #change(changes) {
    this.settings = { ...this.settings, ...changes };
    saveSettings(this.settings);
    wear(this.settings.theme);
    this.player.dress(this.settings, textsOf(this.words, this.settings.language));
    if ("language" in changes) this.#dress();
  }

  #speak(language) {
    this.#change({ language });
    this.root.querySelector(".language").focus();
  }

  /** Everything around the player. */
  #dress() {
    this.texts = textsOf(this.words, this.settings.language);
    wear(this.settings.theme);
    document.documentElement.lang = this.texts.language;
    document.title = this.#title();
    const { player } = this;
    this.root.replaceChildren(
      button(this.texts("skip"), () => player.focus(), { class: "skip" }),
      this.#header(),
      el("main", {}, about(this.#title(), this.walkthroughs[this.at], this.texts), player.element),
    );
  }

  #title() {
    const name = this.texts(this.walkthroughs.length > 1 ? "title" : "title-one", { number: this.at + 1 });
    return titleOf(this.walkthroughs[this.at], this.texts, name);
  }

  #header() {
    const { texts } = this;
    const language = languageTool(this.words, texts, (code) => this.#speak(code));
    return el(
      "header",
      { class: "bar" },
      this.walkthroughs.length > 1 ? this.#chooser() : el("span", { class: "brand" }, "cpgen"),
      el("div", { class: "tools" }, ...gameTools(this.player, texts, (changes) => this.#change(changes)), language),
    );
  }

  #list() {
    const { walkthroughs, at, texts, player } = this;
    player.session.save();
    openList({ walkthroughs, at, texts, go: (place) => this.#go(place) });
  }

  #chooser() {
    const { texts, walkthroughs } = this;
    const step = (by, key, picture) =>
      button(texts(key), () => this.#go(this.at + by), {
        picture,
        quiet: true,
        class: "ghost",
        disabled: !walkthroughs[this.at + by],
      });
    const name = (walkthrough, k) => {
      const mark = loadGame(walkthrough)?.solved ? ` ✓ ${texts("solved-mark")}` : "";
      return texts("of-all", { number: k + 1, all: walkthroughs.length }) + mark;
    };
    const option = (walkthrough, k) => el("option", { value: k, selected: k === this.at }, name(walkthrough, k));
    const options = walkthroughs.map(option);
    const select = el(
      "select",
      { "aria-label": texts("choose"), on: { change: () => this.#go(Number(select.value)) } },
      ...options,
    );
    return el(
      "nav",
      { class: "chooser", "aria-label": texts("choose") },
      step(-1, "previous", "left"),
      select,
      step(1, "next", "right"),
      button(texts("list"), () => this.#list(), { picture: "puzzles", quiet: true, class: "ghost" }),
    );
  }
}
