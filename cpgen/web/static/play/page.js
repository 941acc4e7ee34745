// How does a page of puzzles work? It holds several, plays one, and keeps language, colours and link in hand.

import { button, el } from "../dom.js";
import { about, gradeName } from "./about.js";
import { readFragment } from "./link.js";
import { Player } from "./player.js";
import { wear } from "./settings.js";
import { loadGame, loadSettings, saveSettings } from "./storage.js";
import { textsOf } from "./texts.js";
import { gameTools } from "./tools.js";

/** Plays the lessons in an element; a puzzle in the address comes first. */
export class Page {
  /**
   * @param {HTMLElement} root
   * @param {any[]} lessons
   * @param {string} language of the page before its reader chooses one
   */
  constructor(root, lessons, language) {
    this.root = root;
    this.lessons = [...lessons];
    this.settings = { language, ...loadSettings() };
    this.at = 0;
    const shared = readFragment(location.hash);
    if (shared) this.at = this.#placeOf(shared);
    this.#open();
    if (shared) this.player.session.continueFrom(shared);
    else if (location.hash.length > 1) this.player.say(this.texts("link-bad"));
    window.addEventListener("hashchange", () => this.#follow());
  }

  /** The place of the puzzle of a link, which is added when it is not among the lessons. */
  #placeOf({ layout, puzzle }) {
    const place = this.lessons.findIndex((lesson) => lesson.layout === layout && lesson.puzzle === puzzle);
    return place >= 0 ? place : this.lessons.push({ layout, puzzle, rounds: [] }) - 1;
  }

  #follow() {
    const shared = readFragment(location.hash);
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
    this.player = new Player(this.lessons[this.at], {
      settings: this.settings,
      texts: textsOf(this.settings.language),
      onSolved: () => this.root.firstElementChild.replaceWith(this.#header()),
    });
    this.#dress();
    this.player.focus();
  }

  #change(changes) {
    this.settings = { ...this.settings, ...changes };
    saveSettings(this.settings);
    this.player.dress(this.settings, textsOf(this.settings.language));
    this.#dress();
  }

  #speak(language) {
    this.#change({ language });
    this.root.querySelector(".language").focus();
  }

  /** Everything around the player. */
  #dress() {
    this.texts = textsOf(this.settings.language);
    wear(this.settings.theme);
    document.documentElement.lang = this.texts.language;
    document.title = this.#title();
    const { player } = this;
    this.root.replaceChildren(
      this.#header(),
      el("main", {}, about(this.#title(), this.lessons[this.at], this.texts), player.element),
    );
  }

  #title() {
    const grade = this.lessons[this.at].grade;
    const name = this.texts(this.lessons.length > 1 ? "title" : "title-one", { number: this.at + 1 });
    return grade ? `${name} · ${gradeName(grade, this.texts)}` : name;
  }

  #header() {
    const { texts } = this;
    const other = texts("language-code");
    const language = button(texts("language"), () => this.#speak(other), {
      class: "ghost language",
      lang: other,
      title: texts("language-label"),
    });
    return el(
      "header",
      { class: "bar" },
      this.lessons.length > 1 ? this.#chooser() : el("span", { class: "brand" }, "cpgen"),
      el("div", { class: "tools" }, ...gameTools(this.player, texts, (changes) => this.#change(changes)), language),
    );
  }

  #chooser() {
    const { texts, lessons } = this;
    const step = (by, key, picture) =>
      button(texts(key), () => this.#go(this.at + by), {
        picture,
        quiet: true,
        class: "ghost",
        disabled: !lessons[this.at + by],
      });
    const name = (lesson, k) => {
      const mark = loadGame(lesson)?.solved ? ` ✓ ${texts("solved-mark")}` : "";
      return texts("of-all", { number: k + 1, all: lessons.length }) + mark;
    };
    const options = lessons.map((lesson, k) => el("option", { value: k, selected: k === this.at }, name(lesson, k)));
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
    );
  }
}
