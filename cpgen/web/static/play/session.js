// The state of a game without any drawing: its history, selection, hints and clock.

import { computed } from "../html.js";
import { stateOf } from "../state.js";
import { Clock } from "./clock.js";
import { COLOURS } from "./colours.js";
import { brokenConstraints } from "./conflicts.js";
import { firstGame, firstMode, judged, soughtHint } from "./exercise.js";
import * as moves from "./game.js";
import { keyOf, withDecidedDigit } from "./hints.js";
import { History } from "./history.js";
import { boardOf, digitsOf } from "./layout.js";
import { loadGame, saveGame } from "./storage.js";
import { setsFor } from "./symbols.js";

export const MODES = ["digit", ...moves.MARKS];

/** A game of a walkthrough (a puzzle or an exercise with what is known about it). */
export class Session {
  constructor(walkthrough, { settings, hints }) {
    this.layout = boardOf(walkthrough);
    this.clues = digitsOf(walkthrough.puzzle);
    this.walkthrough = { ...walkthrough, digits: walkthrough.solution ? digitsOf(walkthrough.solution) : null };
    this.hints = walkthrough.sought ? soughtHint : hints;
    const first = firstGame(walkthrough);
    const kept = loadGame(walkthrough);
    const cursor = Math.max(0, first.digits.indexOf(0));
    this.link = kept?.link ?? ""; // the game of the link that was opened last
    this.state = stateOf({
      history: new History(kept?.game ?? first, kept?.moves),
      explained: new Set(kept?.explained), // keys of candidates that hints have eliminated
      clock: new Clock(kept?.seconds),
      best: kept?.best ?? null, // the shortest time of a solution, in seconds
      mode: firstMode(walkthrough),
      cursor,
      selection: new Set([cursor]),
      shown: null,
      counted: false, // whether the player knows how many digits are wrong
      wrong: new Set(),
      verdict: null,
      solved: false,
      showsBroken: false,
      message: null,
      settings: this.#fitting(settings),
    });
    this.#judge();
  }

  #conflicts = computed(() => {
    const repeated = this.state.settings.conflicts ? moves.conflicts(this.layout, this.game.digits) : [];
    return new Set([...repeated, ...this.broken.flatMap(({ cells }) => cells)]);
  });

  #broken = computed(() => (this.state.showsBroken ? brokenConstraints(this.layout, this.game.digits) : []));

  get game() {
    return this.state.history.now;
  }

  get paused() {
    return !this.state.clock.running && !this.state.solved;
  }

  /** True if nothing can be written: the game is over or paused. */
  get idle() {
    return this.paused || this.state.solved;
  }

  /** The cells whose digits break a rule, as far as the player wants to see them. */
  get conflicts() {
    return this.#conflicts.value;
  }

  /** The constraints that the digits break, if the player asks for them. */
  get broken() {
    return this.#broken.value;
  }

  get remaining() {
    return moves.remaining(this.layout.size, this.game.digits);
  }

  showBroken(on) {
    this.state.showsBroken = on;
  }

  /** Takes over settings with the language of the page. */
  dress(settings) {
    this.state.settings = this.#fitting(settings);
  }

  /** Settings with symbols for every digit. */
  #fitting(settings) {
    const symbols = setsFor(this.layout.size).includes(settings.symbols) ? settings.symbols : "digits";
    return { ...settings, symbols };
  }

  /** Says something to everybody: in a line below the board, and aloud. */
  say(key, values = {}) {
    this.state.message = { key, values };
  }

  /**
   * Continues the game of a link, as a step that can be undone, unless nothing is written in it, or it has been opened
   * before: a page that is loaded again keeps what was written since then.
   */
  continueFrom({ game, seconds, damaged }) {
    if (damaged) return this.say("link-damaged");
    const link = JSON.stringify(game);
    if (link === this.link || link === JSON.stringify(firstGame(this.walkthrough))) return;
    const { history } = this.state;
    this.link = link;
    this.state.clock = new Clock(seconds);
    this.#change(history.with(game));
    if (history.moves.done.length && this.game !== history.now) this.say("link-opened");
  }

  /** Goes on with the game as another page has stored it. */
  takeOver({ game, moves, explained, seconds, best, link }) {
    const { state } = this;
    const clock = new Clock(seconds);
    Object.assign(this, { link: link ?? "", before: null });
    state.explained = new Set(explained);
    state.best = best ?? null;
    state.clock = state.clock.running ? clock.started() : clock;
    state.history = new History(game, moves);
    state.message = null;
    this.#judge();
    if (state.solved) state.clock = state.clock.stopped();
  }

  enter(digit, mode = this.state.mode) {
    const cells = [...this.state.selection];
    const { layout, clues, game } = this;
    if (mode === "digit") this.#move(moves.withDigit(layout, clues, game, cells, digit, this.state.settings.tidy));
    else if (mode !== "colour" || digit <= COLOURS) this.#move(moves.withMark(game, mode, cells, digit));
  }

  erase() {
    const cells = [...this.state.selection];
    const { clues, game } = this;
    this.#move(this.state.mode === "colour" ? moves.withoutColours(game, cells) : moves.erased(clues, game, cells));
  }

  markAll() {
    const isLeft = (cell, digit) => !this.state.explained.has(keyOf(cell, digit));
    this.#move(moves.withAllMarks(this.layout, this.game, isLeft));
  }

  undo() {
    if (this.idle) return;
    const history = this.state.history.undone();
    if (this.before && history.moves.done.length < this.before.moves) {
      this.state.clock = new Clock(this.before.seconds + this.state.clock.seconds);
      this.before = null;
    }
    this.#change(history);
  }

  redo() {
    if (this.idle) return;
    this.#change(this.state.history.redone());
  }

  /** Begins again, as a step that can be undone and then brings its time back; a solved game is over. */
  restart() {
    const { clock, solved, history } = this.state;
    const first = firstGame(this.walkthrough);
    const again = solved ? new History(first) : history.with(first);
    this.before = solved ? null : { moves: again.moves.done.length, seconds: clock.seconds };
    this.state.explained = new Set();
    this.state.clock = new Clock();
    this.#change(again);
    this.say(solved ? "restarted-solved" : "restarted");
  }

  /** Moves the cursor; `extend` keeps what is selected. */
  select(cell, extend = false) {
    this.state.cursor = cell;
    this.state.selection = new Set(extend ? [...this.state.selection, cell] : [cell]);
  }

  /** Moves the cursor to a cell that is no longer selected. */
  deselect(cell) {
    this.state.cursor = cell;
    this.state.selection = new Set([...this.state.selection].filter((other) => other !== cell));
  }

  clearSelection() {
    this.state.selection = new Set();
  }

  selectAll() {
    this.state.selection = new Set(this.clues.keys());
  }

  /** Selects the cells with the same content as a cell, of the kind that the mode writes if it has some. */
  selectAlike(cell, adding = false) {
    const { game, state } = this;
    const own = state.mode === "digit" ? "digits" : state.mode;
    const part = [own, "digits", "centre", "corner", "colour"].find((name) => game[name][cell]);
    const alike = part ? moves.cellsWhere(game[part], (content) => content === game[part][cell]) : [cell];
    state.cursor = cell;
    state.selection = new Set([...(adding ? state.selection : []), ...alike]);
  }

  setMode(mode) {
    this.state.mode = mode;
    this.state.message = null;
  }

  nextMode() {
    this.setMode(MODES[(MODES.indexOf(this.state.mode) + 1) % MODES.length]);
  }

  /** Shows where to look; at the second call, what is there. */
  async hint() {
    const { state } = this;
    if (this.idle || !this.walkthrough.digits || this.asking) return;
    if (state.shown?.stage === 1) state.shown = { ...state.shown, stage: 2 };
    else if (!(await this.#ask())) return;
    const { hint, stage } = state.shown;
    if (stage === 2 && hint.kind === "finding")
      state.explained = new Set([...state.explained, ...hint.finding.removed.map((effect) => keyOf(...effect))]);
    state.wrong = new Set(stage === 2 && hint.kind === "mistake" ? hint.cells : []);
    state.message = null;
    this.save();
  }

  /** Asks for a hint for the game as it is; says whether it came before the game went on. */
  async #ask() {
    const { layout, walkthrough, game } = this;
    const { explained, settings } = this.state;
    const { language, ladder } = settings;
    this.asking = true;
    const failed = (error) => ({ kind: "failed", text: error.message });
    const hint = await this.hints({ layout, walkthrough, game, explained, language, ladder }).catch(failed);
    this.asking = false;
    if (this.game !== game || this.idle) return false;
    this.state.shown = { hint: walkthrough.sought ? hint : withDecidedDigit(hint, walkthrough.digits), stage: 1 };
    return true;
  }

  /** Shows all of the hint that is shown in part; then does what it says. */
  continueHint() {
    const { hint, stage } = this.state.shown;
    if (stage === 1) this.hint();
    else if (hint.kind === "finding") this.applyHint();
  }

  /** Does what the shown hint says. */
  applyHint() {
    const { layout, clues, game, state } = this;
    this.#move(moves.withFinding(layout, clues, game, state.shown.hint.finding, state.settings.tidy));
    if (this.game === game) this.say("step-noted");
  }

  closeHint() {
    this.#forget();
    this.state.message = null;
  }

  /** Says how many digits are wrong; at the second call, which. */
  check() {
    const { game, state } = this;
    const again = state.counted;
    const wrong = moves.mistakes(game.digits, this.walkthrough.digits);
    this.#forget();
    state.counted = wrong.size > 0;
    if (again) state.wrong = wrong;
    const hasWritten = game.digits.some((digit, cell) => digit && !this.clues[cell]);
    const found = wrong.size === 1 ? "checked-wrong-one" : wrong.size ? "checked-wrong" : "checked-right";
    this.say(hasWritten ? found : "checked-empty", { count: wrong.size });
  }

  start() {
    if (!this.state.solved) this.state.clock = this.state.clock.started();
    this.state.message = null;
  }

  pause() {
    this.state.clock = this.state.clock.stopped();
    this.state.message = null;
    this.save();
  }

  #move(game) {
    if (!this.idle) this.#change(this.state.history.with(game));
  }

  /** Goes on to another game, which is judged and stored. */
  #change(history) {
    const { state } = this;
    const before = state.solved;
    state.history = history;
    this.#judge();
    const isFirst = state.solved && !before;
    state.clock = state.solved ? state.clock.stopped() : state.clock.started();
    if (isFirst) state.best = Math.min(state.best ?? Infinity, state.clock.seconds);
    const stored = this.save();
    state.message = null;
    if (!isFirst && !stored) this.say("storage-full");
    else if (!isFirst && state.verdict) this.say(`move-${state.verdict.kind}`);
    else if (!state.solved && !this.game.digits.includes(0)) this.say("full-wrong");
  }

  /** Sees whether the game is over; an exercise is when what it seeks is found, which the board then shows. */
  #judge() {
    const { layout, game, walkthrough, state } = this;
    this.#forget();
    const verdict = walkthrough.sought ? judged(layout, walkthrough, game) : null;
    const { kind, finding, cells = [] } = verdict ?? {};
    state.verdict = verdict;
    state.solved = kind ? kind === "found" : moves.isSolved(layout, game.digits, walkthrough.digits);
    state.wrong = new Set(cells);
    if (finding) state.shown = { hint: { kind: "finding", round: walkthrough.sought, finding }, stage: 2 };
  }

  #forget() {
    this.state.counted = false;
    this.state.shown = null;
    this.state.wrong = new Set();
  }

  /** Stores the game and its time as they are; returns false if there is no room. */
  save() {
    const { history, explained, clock, solved, best } = this.state;
    const past = solved ? undefined : history.moves; // none is taken back any more
    const { seconds } = clock;
    const kept = { game: history.now, moves: past, explained: [...explained], seconds, solved, best, link: this.link };
    return saveGame(this.walkthrough, kept);
  }
}
