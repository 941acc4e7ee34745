// The entry point of the studio, where puzzles are made, played and explained.

import { button, choice, el } from "../dom.js";
import { about, titleOf } from "../play/about.js";
import { readFragment } from "../play/link.js";
import { Player } from "../play/player.js";
import { THEMES, wear } from "../play/settings.js";
import { loadSettings, saveSettings } from "../play/storage.js";
import { textsOf } from "../play/texts.js";
import { gameTools } from "../play/tools.js";
import { Explanation } from "./explain.js";
import { serverHint } from "./hints.js";
import { LayoutChooser } from "./layouts.js";
import { IDLE } from "./making.js";
import { ladderTitle } from "./names.js";
import { PatternEditor } from "./pattern.js";
import { firstPlan } from "./plan.js";
import { RegionsEditor } from "./regions.js";
import { ask, send } from "./server.js";
import { loadTray, saveTray, Store } from "./store.js";
import { Tray } from "./tray.js";
import { difficultyPart } from "./difficulty.js";
import { FIRST_PRACTICE, practicePart } from "./techniques.js";

/** The whole page: a header, and one of three views below it. */
class Studio {
  constructor(root, choices, words) {
    this.root = root;
    this.choices = choices;
    this.words = words;
    this.settings = { language: preferredLanguage(), ...loadSettings() };
    this.store = new Store({
      plan: firstPlan(choices),
      drawing: null,
      tray: loadTray(),
      chosen: [],
      job: IDLE,
      practice: FIRST_PRACTICE,
      practiceJob: IDLE,
      exercises: [],
    });
    this.message = el("p", { class: "verdict message-line", role: "status" });
    this.view = { name: "make" };
    this.build();
    window.addEventListener("hashchange", () => this.#follow());
    this.#follow();
  }

  get texts() {
    return textsOf(this.words.studio, this.settings.language);
  }

  /** Draws the page anew. */
  build() {
    this.player?.close();
    this.player = this.explanation = null;
    this.store.clear();
    this.store.on(["tray"], ({ tray }) => saveTray(tray));
    wear(this.settings.theme);
    document.documentElement.lang = this.texts.language;
    document.title = `cpgen · ${this.texts("heading")}`;
    const main = el("main", {}, this.message, this.#viewed());
    this.root.replaceChildren(this.#header(), main);
    (this.player ?? this.explanation)?.focus();
  }

  #viewed() {
    const { name, walkthrough, number } = this.view;
    if (name === "make") return this.#making();
    const texts = textsOf(this.words.play, this.settings.language);
    const title = titleOf(walkthrough, texts, number && texts("title", { number }));
    const part = name === "play" ? this.#playing(walkthrough, texts) : this.#explaining(walkthrough);
    return el("div", { class: "single" }, about(title, walkthrough, texts), part);
  }

  #making() {
    const parts = { ...this.tools, texts: this.texts };
    const settings = [new LayoutChooser(parts).element, difficultyPart(parts), practicePart(parts)];
    const column = el("div", { class: "column" }, ...settings);
    return el("div", { class: "workshop" }, this.#editor(parts), column, new Tray(parts).element);
  }

  /** The drawing of the pattern, or of regions as long as that lasts. */
  #editor(parts) {
    const editor = el("div", { class: "editor" });
    let [scope, shown] = [null, null];
    this.store.on(["drawing"], ({ drawing }) => {
      const Part = drawing ? RegionsEditor : PatternEditor;
      if (Part === shown) return;
      scope?.end();
      [scope, shown] = [this.store.scope(), Part];
      editor.replaceChildren(new Part({ ...parts, store: scope }).element);
    });
    return editor;
  }

  #playing(walkthrough, texts) {
    const { number } = this.view;
    const next = () => number && this.store.state.exercises[number] && (() => this.#practise(number));
    this.player = new Player(walkthrough, { settings: this.settings, texts, hints: serverHint, next });
    return this.player.element;
  }

  /** Plays the exercise at that place. */
  #practise(at) {
    this.view = { name: "play", walkthrough: this.store.state.exercises[at], number: at + 1 };
    this.build();
    window.scrollTo(0, 0);
  }

  #explaining(walkthrough) {
    this.explanation = new Explanation(walkthrough, this.texts);
    return this.explanation.element;
  }

  /** What the parts of the studio share. */
  get tools() {
    return {
      store: this.store,
      choices: this.choices,
      say: (text, kind) => this.say(text, kind),
      attempt:
        (act) =>
        (...values) =>
          this.#attempt(() => act(...values)),
      keep: (one) => this.#keep(one),
      practise: (at) => this.#practise(at),
      go: (view, one) => this.#attempt(() => this.#open(view, one)),
    };
  }

  /** Shows a message at the top, which screen readers read aloud. */
  say(text, kind = "") {
    this.message.textContent = text;
    this.message.dataset.kind = kind;
  }

  async #attempt(act) {
    try {
      this.say("");
      await act();
    } catch (error) {
      this.say(error.message, "bad");
    }
  }

  #keep(one) {
    const others = this.store.state.tray.filter(({ puzzle, layout }) => puzzle !== one.puzzle || layout !== one.layout);
    this.store.set({ tray: [one, ...others] });
  }

  async #open(name, { puzzle, layout }) {
    const walkthrough = await send("walkthrough", { puzzle, layout });
    this.view = { name, walkthrough };
    this.build();
    window.scrollTo(0, 0);
  }

  #back() {
    this.view = { name: "make" };
    if (location.hash) history.replaceState(null, "", location.pathname);
    this.build();
  }

  /** Plays the puzzle of a link. */
  async #follow() {
    const shared = readFragment(location.hash);
    if (!shared) return;
    await this.#attempt(async () => {
      await this.#open("play", shared);
      this.player.session.continueFrom(shared);
    });
  }

  #change(changes) {
    this.settings = { ...this.settings, ...changes };
    saveSettings(this.settings);
  }

  #speak(language) {
    this.#change({ language });
    this.build();
    this.root.querySelector(".language").focus();
  }

  #header() {
    const { texts } = this;
    const other = texts("language-code");
    const inMaking = this.view.name === "make";
    const home = inMaking
      ? el("h1", { class: "brand" }, "cpgen")
      : button(texts("back"), () => this.#back(), { picture: "left", class: "ghost home" });
    const language = button(texts("language"), () => this.#speak(other), {
      class: "ghost language",
      lang: other,
    });
    return el("header", { class: "bar" }, home, el("div", { class: "tools" }, ...this.#viewTools(), language));
  }

  #themes() {
    const names = THEMES.map((name) => [name, this.texts(`theme-${name}`)]);
    const field = choice(this.texts("settings"), names, this.settings.theme, (theme) => this.#wear(theme));
    field.classList.add("inline");
    return field;
  }

  #wear(theme) {
    this.#change({ theme });
    wear(theme);
  }

  /** The ladders that hints may come from, none where there is nothing to choose. */
  #hintLadders() {
    const { texts, choices, view } = this;
    const named = choices.ladders.map(({ name }) => [name, ladderTitle(texts, name)]);
    return view.walkthrough.sought ? [] : [["", texts("ladder-own")], ...named];
  }

  #viewTools() {
    if (this.view.name !== "play") return [this.#themes()];
    const texts = textsOf(this.words.play, this.settings.language);
    return gameTools(this.player, texts, (changes) => {
      this.#change(changes);
      wear(this.settings.theme);
      this.player.dress(this.settings, texts);
    }, this.#hintLadders());
  }
}

function preferredLanguage() {
  return navigator.language.startsWith("ja") ? "ja" : "en";
}

const root = document.getElementById("studio");
try {
  new Studio(root, await ask("choices"), await ask("words"));
} catch (error) {
  root.replaceChildren(el("p", { class: "verdict", "data-kind": "bad" }, error.message));
}
