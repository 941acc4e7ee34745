// The results: puzzles to play, explain, export and print.

import { button, el } from "../dom.js";
import { gradeTitle } from "./names.js";
import { openBook, openExport, openReader } from "./dialogs.js";
import { thumb } from "./thumb.js";

/** The tray of results. */
export class Tray {
  #cards = new Map();

  constructor(studio) {
    const { store, texts } = studio;
    Object.assign(this, { studio, store, texts });
    this.list = el("ul", { class: "results" });
    this.all = el("input", { type: "checkbox", on: { change: () => this.#chooseAll() } });
    this.actions = [
      button(texts("export"), () => openExport(studio, this.#wanted()), { picture: "download" }),
      button(texts("book"), () => openBook(studio, this.#wanted()), { picture: "book" }),
      button(texts("remove"), () => this.#remove(), { picture: "erase" }),
    ];
    const open = button(texts("open"), () => openReader(studio));
    const all = el("label", { class: "switch" }, this.all, el("span", {}, texts("choose-all")));
    const row = el("div", { class: "row" }, all, open, ...this.actions);
    const heading = el("div", { class: "heading" }, el("h2", { id: "tray-title" }, texts("tray")), row);
    this.element = el("section", { class: "panel tray", "aria-labelledby": "tray-title" }, heading, this.list);
    store.on(["tray", "chosen"], (state) => this.#show(state));
  }

  /** Those that are chosen, or all when none is. */
  #wanted() {
    const { chosen, tray } = this.store.state;
    return chosen.length ? chosen : tray;
  }

  #chooseAll() {
    this.store.set({ chosen: this.all.checked ? [...this.store.state.tray] : [] });
  }

  #choose(one, on) {
    const others = this.store.state.chosen.filter((other) => other !== one);
    this.store.set({ chosen: on ? [...others, one] : others });
  }

  #remove() {
    const gone = new Set(this.#wanted());
    this.store.set({ tray: this.store.state.tray.filter((one) => !gone.has(one)), chosen: [] });
  }

  #show({ tray, chosen }) {
    this.#cards = new Map(tray.map((one) => [one, this.#cards.get(one) ?? this.#card(one)]));
    const shown = tray.length ? [...this.#cards.values()] : [el("li", { class: "empty" }, this.texts("tray-empty"))];
    const same = shown.length === this.list.children.length && shown.every((card) => card.parentNode === this.list);
    if (!same) this.list.replaceChildren(...shown);
    for (const [one, card] of this.#cards) card.querySelector("input").checked = chosen.includes(one);
    this.all.checked = tray.length > 0 && chosen.length === tray.length;
    for (const action of [this.all, ...this.actions]) action.disabled = !tray.length;
  }

  #card(one) {
    const { texts, studio } = this;
    const grade = one.grade ? gradeTitle(studio, one.grade) : texts("result-stuck");
    const label = texts("choose", { name: texts("result-name", { ...one, grade }) });
    const choose = ({ target }) => this.#choose(one, target.checked);
    const box = el("input", { type: "checkbox", "aria-label": label, on: { change: choose } });
    const play = button(texts("play"), () => studio.go("play", one), { class: "primary" });
    const explain = button(texts("explain"), () => studio.go("explain", one));
    return el(
      "li",
      { class: "result" },
      thumb(one),
      el("label", { class: "switch" }, el("h3", {}, grade), box),
      el("p", {}, ...facts(one, texts).map((fact) => el("span", {}, fact))),
      el("div", { class: "row" }, play, explain),
    );
  }
}

function facts(one, texts) {
  const typical =
    one.appropriateness === null ? [] : [texts("result-typical", { value: one.appropriateness.toFixed(2) })];
  const score = one.score ? [texts("result-score", one)] : [];
  return [texts("result-level", one), ...score, texts("result-clues", one), ...typical];
}
