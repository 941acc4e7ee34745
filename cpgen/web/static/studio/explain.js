// How a puzzle is solved, round by round, on the board and in words.

import { button, el } from "../dom.js";
import { BoardView } from "../play/board.js";
import { newGame, withAllMarks, withFinding } from "../play/game.js";
import { hasFigure, tints } from "../play/figure.js";
import { candidatesOf } from "../play/hints.js";
import { spelled } from "../play/hint_card.js";
import { digitsOf, layoutOf } from "../play/layout.js";

const FEW = 3; // the houses that a round looks at are shaded when they are no more than this

/** The explanation of a walkthrough; the round that is shown is chosen by buttons, by arrow keys and in the list. */
export class Explanation {
  constructor(walkthrough, texts) {
    Object.assign(this, { rounds: walkthrough.rounds, texts });
    this.layout = layoutOf(walkthrough.layout);
    this.clues = digitsOf(walkthrough.puzzle);
    this.before = boardsBefore(this.layout, this.clues, walkthrough.rounds);
    this.board = new BoardView(this.layout, { label: texts("explain"), symbols: "digits", texts, readOnly: true });
    this.words = el("div", { class: "words", "aria-live": "polite" });
    this.place = el("span", {});
    this.back = button(texts("previous"), () => this.#go(this.at - 1), { picture: "left", quiet: true });
    this.on = button(texts("next"), () => this.#go(this.at + 1), { picture: "right", quiet: true });
    this.items = walkthrough.rounds.map((round, k) => button(this.#titled(round, k), () => this.#go(k)));
    this.element = this.#laidOut();
    this.element.addEventListener("keydown", ({ key }) => this.#onKey(key));
    this.#go(0);
  }

  #titled({ title }, k) {
    return `${k + 1}. ${title[this.texts.language]}`;
  }

  #laidOut() {
    const below = el("div", { class: "below" }, this.back, this.place, this.on);
    const stage = el("div", { class: "stage" }, el("div", { class: "frame" }, this.board.element), below);
    const list = el("nav", { class: "rounds", "aria-label": this.texts("explain") }, ...this.items);
    return el("div", { class: "explanation" }, stage, el("div", { class: "side" }, this.words, list));
  }

  #onKey(key) {
    if (key === "ArrowLeft") this.#go(this.at - 1);
    if (key === "ArrowRight") this.#go(this.at + 1);
  }

  /** Where the arrow keys go through the rounds. */
  focus() {
    this.items[this.at]?.focus({ preventScroll: true });
  }

  #go(number) {
    const { rounds, texts } = this;
    const last = Math.max(0, rounds.length - 1);
    this.at = Math.min(Math.max(0, number), last);
    this.back.disabled = this.at === 0;
    this.on.disabled = this.at === last;
    this.items.forEach((item, k) => item.setAttribute("aria-current", k === this.at ? "step" : "false"));
    this.place.textContent = rounds.length ? texts("round", { number: this.at + 1, all: rounds.length }) : "";
    this.#show(rounds[this.at]);
    if (this.items.includes(document.activeElement)) this.focus();
  }

  #show(round) {
    const { clues, texts } = this;
    const game = shownIn(round, this.before[this.at]);
    const figure = figureOf(round, this.layout, this.before[this.at]);
    const sets = { ...tints(figure?.finding), ...(round && !figure ? setsOf(round) : {}) };
    this.board.show({ clues, game, sets, effects: effectsOf(round), figure });
    this.words.replaceChildren(...(round ? words(round, texts) : [el("p", {}, texts("explain-stuck"))]));
    this.items[this.at]?.scrollIntoView({ block: "nearest" });
  }
}

/** A round that places digits is seen without marks. */
function shownIn(round, game) {
  const places = round?.findings.some((finding) => finding.placed.length && !hasFigure(finding));
  return places ? { ...game, centre: game.digits.map(() => "") } : game;
}

/** The game before each round. */
function boardsBefore(layout, clues, rounds) {
  const boards = [withAllMarks(layout, newGame(clues))];
  const done = (game, finding) => withFinding(layout, clues, game, finding, true);
  for (const { findings } of rounds) boards.push(findings.reduce(done, boards.at(-1)));
  return boards;
}

/** What the only finding of a round is drawn with, null where its cells say everything. */
function figureOf(round, layout, game) {
  const [finding, ...others] = round?.findings ?? [];
  return finding && !others.length && hasFigure(finding) ? { finding, candidates: candidatesOf(layout, game) } : null;
}

function setsOf({ findings }) {
  const houses = findings.flatMap((finding) => finding.houses);
  const different = new Set(houses.map(String));
  return {
    look: new Set(different.size <= FEW ? houses.flat() : []),
    focus: new Set(findings.flatMap((finding) => finding.cells)),
  };
}

function effectsOf(round) {
  const findings = round?.findings ?? [];
  return { placed: findings.flatMap(({ placed }) => placed), removed: findings.flatMap(({ removed }) => removed) };
}

function words({ title, complexity, findings }, texts) {
  const small = el("small", {}, texts("complexity", { number: complexity }));
  const sentences = findings.map(({ sentence }) => el("li", {}, spelled(sentence[texts.language], "digits")));
  return [el("h2", {}, title[texts.language], small), el("ul", {}, ...sentences)];
}
