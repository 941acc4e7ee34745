// A puzzle being played: board, buttons, hints and clock of one session, kept up to date.

import { button, el, toggle } from "../dom.js";
import { BoardView } from "./board.js";
import { written } from "./clock.js";
import { Controls } from "./controls.js";
import { hintCard, hintEffects, hintFigure, hintSets, spelled } from "./hint_card.js";
import { onKey } from "./keyboard.js";
import { doublePress, strokes } from "./pointer.js";
import { Session } from "./session.js";
import { setsFor } from "./symbols.js";
import { Zoom } from "./zoom.js";

const KEEP_WORDS = ["selection", "check", "conflicts"]; // changes that leave the message as it is
const KEEP_CARD = ["selection", "mode", "clock", "conflicts"]; // and those that leave the hint

/** The player of a walkthrough: an element that is a whole game. */
export class Player {
  /**
   * @param {any} walkthrough
   * @param {{settings: any, texts: Function, hints: Function, onSolved?: () => void, next?: () => any}} options
   * `next` gives a function that goes on to the next exercise, if there is one
   */
  constructor(walkthrough, { settings, texts, hints, onSolved = () => {}, next = () => null }) {
    Object.assign(this, { onSolved, next });
    this.session = new Session(walkthrough, { settings, hints, watch: (what) => this.#show(what) });
    this.zoom = new Zoom(() => this.session.cursor);
    this.element = el("div", { class: "player" });
    this.#listeners = [
      [document, "keydown", (event) => onKey(event, this.session) && event.preventDefault()],
      [document, "visibilitychange", () => document.hidden && this.#pauseWhenRunning()],
      [window, "pagehide", () => this.#pauseWhenRunning()],
    ];
    for (const [where, name, listener] of this.#listeners) where.addEventListener(name, listener);
    this.ticking = setInterval(() => this.#showTime(), 500);
    this.dress(settings, texts);
    this.session.start();
  }

  #listeners;

  #pauseWhenRunning() {
    if (this.session.clock.running) this.session.pause();
  }

  /** Ends the game's timers and listeners; what was played is kept. */
  close() {
    this.session.pause();
    clearInterval(this.ticking);
    for (const [where, name, listener] of this.#listeners) where.removeEventListener(name, listener);
  }

  /** Draws everything again, in another language or with other symbols. */
  dress(settings, texts) {
    const { session } = this;
    const symbols = setsFor(session.layout.size).includes(settings.symbols) ? settings.symbols : "digits";
    session.settings = { ...settings, symbols };
    session.language = texts.language;
    this.texts = texts;
    this.board = this.#newBoard();
    this.controls = new Controls({ session, texts, hint: () => session.hint(), check: () => this.#check() });
    this.message = el("p", { class: "message", role: "status", "aria-live": "polite" });
    this.card = el("div", { class: "slot", "aria-live": "polite" });
    const side = el("div", { class: "side" }, this.controls.element, this.card, this.#rules());
    this.element.replaceChildren(this.#stage(), side);
    this.#show("all");
  }

  /** The rules of a puzzle with constraints, and on request those that are broken. */
  #rules() {
    const { session, texts } = this;
    const rules = session.layout.constraints?.rules[texts.language];
    if (!rules) return null;
    const list = el("ul", {}, ...rules.map((rule) => el("li", {}, rule)));
    const request = toggle(texts("show-broken"), session.showsBroken, (on) => session.showBroken(on));
    this.broken = el("ul", { class: "broken", "aria-live": "polite" });
    return el("details", { class: "rules", open: true }, el("summary", {}, texts("rules")), list, request, this.broken);
  }

  #showBroken() {
    const { broken, showsBroken } = this.session;
    const names = broken.map(({ name }) => name[this.texts.language]);
    const lines = showsBroken && !names.length ? [this.texts("none-broken")] : names;
    this.broken?.replaceChildren(...lines.map((line) => el("li", {}, line)));
  }

  #newBoard() {
    const { session, texts } = this;
    const { layout, settings } = session;
    const label = texts("board", { size: layout.size });
    const board = new BoardView(layout, { label, symbols: settings.symbols, places: settings.places, texts });
    const isDouble = doublePress();
    strokes(board, {
      begin: (cell, event) => {
        const adding = event.ctrlKey || event.metaKey || event.shiftKey;
        if (isDouble(cell, event)) session.selectAlike(cell, adding);
        else if (adding && session.selection.has(cell)) return "deselect";
        else session.select(cell, adding);
        return "select";
      },
      touch: (cell, does) => (does === "deselect" ? session.deselect(cell) : session.select(cell, true)),
    });
    return board;
  }

  /** The board with its cover, and below it the message and the clock. */
  #stage() {
    const { session, texts } = this;
    const quiet = { class: "ghost", quiet: true };
    this.time = el("span", { class: "time", role: "timer", "aria-label": texts("time") });
    this.pause = button(texts("pause-game"), () => session.pause(), { ...quiet, picture: "pause" });
    this.go = button(texts("go-on"), () => session.start(), { ...quiet, picture: "go" });
    this.zoom.hold(this.board, texts);
    this.clock = el("div", { class: "clock" }, this.time, this.pause, this.go);
    const uncover = button(texts("go-on"), () => this.#uncover(), { picture: "go", class: "primary" });
    const cover = el("div", { class: "cover" }, el("p", {}, texts("paused")), uncover);
    const frame = el("div", { class: "frame" }, this.zoom.view, cover);
    const below = el("div", { class: "below" }, this.message, this.zoom.button, this.clock);
    return el("div", { class: "stage" }, frame, below);
  }

  #uncover() {
    this.session.start();
    this.focus();
  }

  focus() {
    this.board.focus(this.session.cursor);
  }

  /** Says something to everybody: in a line below the board, and aloud. */
  say(text) {
    this.message.textContent = text;
  }

  #check() {
    const { session, texts } = this;
    const written = session.game.digits.some((digit, cell) => digit && !session.clues[cell]);
    const count = session.check();
    if (!written) this.say(texts("checked-empty"));
    else
      this.say(count ? texts(count === 1 ? "checked-wrong-one" : "checked-wrong", { count }) : texts("checked-right"));
  }

  #show(what) {
    const { session } = this;
    const { clues, game, cursor } = session;
    const place = this.#focused();
    const hint = { effects: hintEffects(session), figure: hintFigure(session) };
    this.board.show({ clues, game, cursor, sets: this.#sets(), ...hint });
    if (what === "selection" && this.board.grid.contains(document.activeElement)) this.focus();
    if (what === "selection") this.zoom.follow();
    if (!KEEP_WORDS.includes(what)) this.say(this.#verdict(what));
    if (!KEEP_CARD.includes(what)) this.#showCard();
    this.controls.show();
    this.#showBroken();
    this.#showClock();
    if (place) this.#refocus(place);
    if (what === "solved") this.onSolved();
  }

  /** The part of the player that has the keyboard, if it has it. */
  #focused() {
    const { activeElement: element } = document;
    return this.element.contains(element) ? element : null;
  }

  /** Moves the keyboard from a part that is gone or disabled to the hint's next button, or else to the board. */
  #refocus(part) {
    const isUsable = part.isConnected && !part.disabled && !part.hidden;
    if (isUsable) return;
    const next = part.closest(".card") && this.card.querySelector(".primary");
    if (next) next.focus();
    else this.focus();
  }

  /** Reports that a move could not be stored, or its result in an exercise. */
  #verdict(what) {
    const { verdict, stored } = this.session;
    if (what === "game" && !stored) return this.texts("storage-full");
    return what === "game" && this.texts.has(`move-${verdict?.kind}`) ? this.texts(`move-${verdict.kind}`) : "";
  }

  #sets() {
    const { session } = this;
    const { settings, game, layout, selection } = session;
    const [only] = selection.size === 1 ? selection : [];
    const digit = game.digits[only ?? session.cursor];
    const same = (cell) => settings.same && digit && game.digits[cell] === digit;
    return {
      selected: session.selection,
      seen: new Set(settings.seen && only !== undefined ? layout.peers[only] : []),
      same: new Set([...game.digits.keys()].filter(same)),
      conflict: session.conflicts,
      wrong: session.wrong,
      ...hintSets(session),
    };
  }

  #showCard() {
    const { session, texts } = this;
    const card = session.solved ? this.#congratulations() : hintCard(session, texts);
    this.card.replaceChildren(...(card ? [card] : []));
    card?.scrollIntoView({ block: "nearest" });
  }

  #congratulations() {
    const { texts, session, next } = this;
    const finding = session.verdict?.finding;
    const sentence = finding
      ? spelled(finding.sentence[texts.language], session.settings.symbols)
      : texts("solved", { time: written(session.clock.seconds) });
    const further = next();
    const label = texts(finding ? "next-exercise" : "next");
    const on = further && button(label, further, { picture: "right", class: "primary" });
    return el("section", { class: "card done" }, el("h2", {}, texts("congratulations")), el("p", {}, sentence), on);
  }

  #showClock() {
    const { paused, idle, solved } = this.session;
    const focused = this.clock.contains(document.activeElement);
    this.pause.hidden = idle;
    this.go.hidden = !paused;
    if (focused) (paused ? this.go : this.pause).focus();
    this.element.classList.toggle("is-paused", paused);
    this.element.classList.toggle("is-solved", solved);
    this.board.grid.inert = paused;
    this.#showTime();
  }

  #showTime() {
    this.time.hidden = !this.session.settings.timer;
    this.time.textContent = written(this.session.clock.seconds);
  }
}
