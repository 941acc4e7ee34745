// @ts-check
// The state of a game without any drawing: its history, selection, hints and clock.

import { computed } from "../html.js";
import { stateOf } from "../state.js";
import { Clock } from "./clock.js";
import { COLOURS } from "./colours.js";
import { brokenConstraints } from "./conflicts.js";
import { firstGame, firstMode, judged, soughtHint } from "./exercise.js";
import { foggedCells } from "./fog.js";
import * as moves from "./game.js";
import { keyOf, STAGES, stageAfter, whatIsWrong, withDecidedDigit } from "./hints.js";
import { History } from "./history.js";
import { boardOf, digitsOf } from "./layout.js";
import { loadGame, saveGame } from "./storage.js";
import { setOn } from "./symbols.js";

/**
 * @typedef {import("./data.js").Settings} Settings
 * @typedef {import("./data.js").Walkthrough} Walkthrough
 * @typedef {import("./game.js").Game} Game
 * @typedef {"digit" | import("./game.js").MarkKind} Mode
 * @typedef {(asked: import("./hints.js").Asked) => Promise<import("./data.js").Hint>} Hints
 * @typedef {(asked: import("./refutation.js").Asked) => Promise<import("./data.js").Refutation>} Refutations
 */

/**
 * @typedef {object} State
 * @property {History} history
 * @property {Set<string>} explained keys of candidates that hints have eliminated
 * @property {Clock} clock
 * @property {number | null} best the shortest time of a solution, in seconds
 * @property {Mode} mode
 * @property {number} cursor
 * @property {Set<number>} selection
 * @property {import("./data.js").ShownHint | null} shown
 * @property {import("./data.js").Question | null} question why a cell cannot hold a digit, while that is asked
 * @property {number | null} replay the number of moves that are shown, while the game is replayed
 * @property {boolean} counted whether the player knows how many digits are wrong
 * @property {Set<number>} wrong cells
 * @property {import("./exercise.js").Verdict | null} verdict on the last move of an exercise
 * @property {boolean} solved
 * @property {boolean} showsBroken
 * @property {{key: string, values: Record<string, unknown>} | null} message
 * @property {Settings} settings
 */

/** @type {Mode[]} */
export const MODES = ["digit", ...moves.MARKS];

/** A game of a walkthrough (a puzzle or an exercise with what is known about it). */
export class Session {
  #asking = false; // one hint at a time

  /**
   * The number of moves and the seconds before the game was begun again.
   * @type {{moves: number, seconds: number} | null}
   */
  #before = null;

  /**
   * @param {Walkthrough} walkthrough
   * @param {{settings: Settings, hints: Hints, refutations?: Refutations}} options
   */
  constructor(walkthrough, { settings, hints, refutations }) {
    this.layout = boardOf(walkthrough);
    this.clues = digitsOf(walkthrough.puzzle);
    this.walkthrough = walkthrough;
    this.solution = walkthrough.solution ? digitsOf(walkthrough.solution) : null;
    this.hints = hints;
    this.refutations = refutations;
    const first = firstGame(walkthrough);
    const kept = loadGame(walkthrough);
    const cursor = Math.max(0, first.digits.indexOf(0));
    this.link = kept?.link ?? ""; // the game of the link that was opened last
    /** @type {State} */
    this.state = stateOf({
      history: new History(kept?.game ?? first, kept?.moves),
      explained: new Set(kept?.explained),
      clock: new Clock(kept?.seconds),
      best: kept?.best ?? null,
      mode: firstMode(walkthrough),
      cursor,
      selection: new Set([cursor]),
      shown: null,
      question: null,
      replay: null,
      counted: false,
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
    const repeated = this.state.settings.conflicts ? moves.conflicts(this.layout, this.inSight) : [];
    return new Set([...repeated, ...this.broken.flatMap(({ cells }) => cells)]);
  });

  #broken = computed(() => (this.state.showsBroken ? brokenConstraints(this.layout, this.inSight) : []));

  #shownGame = computed(() => {
    const { history, replay } = this.state;
    return replay === null ? history.now : history.at(replay).now;
  });

  #fogged = computed(() => {
    const { layout, clues, solution, walkthrough, state } = this;
    const fog = state.solved ? "" : (walkthrough.fog ?? "");
    return foggedCells(fog, layout.size, clues, this.game.digits, solution);
  });

  /** The cells under fog. */
  get fogged() {
    return this.#fogged.value;
  }

  /** The game as it is, or as it was at the move that is replayed. */
  get game() {
    return this.#shownGame.value;
  }

  get paused() {
    return !this.state.clock.running && !this.state.solved && this.state.replay === null;
  }

  /** True if nothing can be written: the game is over, paused or replayed. */
  get idle() {
    return this.paused || this.state.solved || this.state.replay !== null;
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
    return moves.remaining(this.layout.size, this.inSight);
  }

  /** The digits without the clues that fog hides, of which nothing may be learned. */
  get inSight() {
    const { clues, fogged } = this;
    return this.game.digits.map((digit, cell) => (clues[cell] && fogged.has(cell) ? 0 : digit));
  }

  /** @param {boolean} on */
  showBroken(on) {
    this.state.showsBroken = on;
  }

  /**
   * Applies settings; they contain the language of the page.
   * @param {Settings} settings
   */
  dress(settings) {
    this.state.settings = this.#fitting(settings);
  }

  /**
   * Settings with symbols for every digit.
   * @param {Settings} settings
   */
  #fitting(settings) {
    return { ...settings, symbols: setOn(settings.symbols, this.walkthrough.symbols, this.layout.size) };
  }

  /**
   * Shows a message below the board, which screen readers read aloud.
   * @param {string} key of a text
   * @param {Record<string, unknown>} values
   */
  say(key, values = {}) {
    this.state.message = { key, values };
  }

  /**
   * Continues the game of a link, as a step that can be undone, unless nothing is written in it, or it has been opened
   * before: a page that is loaded again keeps what was written since then.
   * @param {Pick<import("./link.js").Shared, "game" | "seconds" | "damaged">} shared
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

  /**
   * Continues the game as another page has stored it.
   * @param {import("./storage.js").Kept} kept
   */
  takeOver({ game, moves: past, explained, seconds, best, link }) {
    const { state } = this;
    const clock = new Clock(seconds);
    this.link = link ?? "";
    this.#before = null;
    state.replay = null;
    state.explained = new Set(explained);
    state.best = best ?? null;
    state.clock = state.clock.running ? clock.started() : clock;
    state.history = new History(game, past);
    state.message = null;
    this.#judge();
    if (state.solved) state.clock = state.clock.stopped();
  }

  /** @param {number} digit @param {Mode} mode */
  enter(digit, mode = this.state.mode) {
    const cells = [...this.state.selection];
    const { layout, clues, game } = this;
    if (this.state.question) this.refute(digit);
    else if (mode === "digit") this.#move(moves.withDigit(layout, clues, game, cells, digit, this.state.settings.tidy));
    else if (mode !== "colour" || digit <= COLOURS) this.#move(moves.withMark(game, mode, cells, digit));
  }

  erase() {
    const cells = [...this.state.selection];
    const { clues, game } = this;
    this.#move(this.state.mode === "colour" ? moves.withoutColours(game, cells) : moves.erased(clues, game, cells));
  }

  markAll() {
    /** @type {(cell: number, digit: number) => boolean} */
    const isLeft = (cell, digit) => !this.state.explained.has(keyOf(cell, digit));
    this.#move(moves.withAllMarks(this.layout, this.game, isLeft));
  }

  undo() {
    if (this.idle) return;
    const history = this.state.history.undone();
    if (this.#before && history.moves.done.length < this.#before.moves) {
      this.state.clock = new Clock(this.#before.seconds + this.state.clock.seconds);
      this.#before = null;
    }
    this.#change(history);
  }

  redo() {
    if (this.idle) return;
    this.#change(this.state.history.redone());
  }

  /** Restarts the game. Undo restores the game and its time, unless the game was solved. */
  restart() {
    const { clock, solved, history } = this.state;
    const first = firstGame(this.walkthrough);
    const again = solved ? new History(first) : history.with(first);
    this.#before = solved ? null : { moves: again.moves.done.length, seconds: clock.seconds };
    this.state.explained = new Set();
    this.state.clock = new Clock();
    this.#change(again);
    this.say(solved ? "restarted-solved" : "restarted");
  }

  /**
   * Moves the cursor; `extend` keeps what is selected.
   * @param {number} cell
   * @param {boolean} extend
   */
  select(cell, extend = false) {
    this.state.cursor = cell;
    this.state.selection = new Set(extend ? [...this.state.selection, cell] : [cell]);
  }

  /**
   * Moves the cursor to a cell that is no longer selected.
   * @param {number} cell
   */
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

  /**
   * Selects the cells with the same content as a cell, of the kind that the mode writes if it has some.
   * @param {number} cell
   * @param {boolean} adding keeps what is selected
   */
  selectAlike(cell, adding = false) {
    const { game, state } = this;
    const own = state.mode === "digit" ? "digits" : state.mode;
    const parts = /** @type {const} */ ([own, "digits", "centre", "corner", "colour"]);
    const part = parts.find((name) => game[name][cell]);
    /** @type {(string | number)[]} */
    const contents = part ? game[part] : [];
    const alike = part ? moves.cellsWhere(contents, (content) => content === contents[cell]) : [cell];
    state.cursor = cell;
    state.selection = new Set([...(adding ? state.selection : []), ...alike]);
  }

  /** @param {Mode} mode */
  setMode(mode) {
    this.state.mode = mode;
    this.state.message = null;
  }

  nextMode() {
    this.setMode(MODES[(MODES.indexOf(this.state.mode) + 1) % MODES.length]);
  }

  /** Shows where to look and, on the next calls, the technique and the step. */
  async hint() {
    const { state } = this;
    if (this.idle || this.#asking) return;
    const { shown } = state;
    if (shown && shown.stage < STAGES.step) return this.#show({ ...shown, stage: stageAfter(shown) });
    const found = await this.#ask();
    if (found) this.#show(found);
  }

  /** Shows the step of the shown hint at once. */
  showStep() {
    const { shown } = this.state;
    if (shown) this.#show({ ...shown, stage: STAGES.step });
  }

  /** @param {import("./data.js").ShownHint} shown */
  #show(shown) {
    const { state } = this;
    const { hint } = shown;
    const isWhole = shown.stage === STAGES.step;
    state.shown = shown;
    state.question = null;
    if (isWhole && hint.kind === "finding")
      state.explained = new Set([...state.explained, ...hint.finding.removed.map((effect) => keyOf(...effect))]);
    state.wrong = new Set(isWhole && hint.kind === "mistake" ? hint.cells : []);
    state.message = null;
    this.save();
  }

  /** Requests a hint for the current game; null if the game has changed in the meantime. */
  async #ask() {
    const { layout, walkthrough, solution, game } = this;
    if (!solution) return null;
    const { explained, settings } = this.state;
    const { language, ladder } = settings;
    // The technique of an exercise is known.
    if (walkthrough.sought) return { hint: soughtHint(game, solution, walkthrough.sought), stage: STAGES.technique };
    this.#asking = true;
    const asked = { layout, walkthrough, solution, game, explained, language, ladder };
    const hint = await this.hints(asked).catch(failedHint);
    this.#asking = false;
    return this.game === game && !this.idle ? { hint: withDecidedDigit(hint, solution), stage: STAGES.where } : null;
  }

  /** Shows more of the hint if only part of it is shown, else applies it. */
  continueHint() {
    if ((this.state.shown?.stage ?? STAGES.step) < STAGES.step) this.hint();
    else this.applyHint();
  }

  /** Applies the shown hint if it is a finding. */
  applyHint() {
    const { layout, clues, game, state } = this;
    const { hint } = state.shown ?? {};
    if (hint?.kind !== "finding") return;
    this.#move(moves.withFinding(layout, clues, game, hint.finding, state.settings.tidy));
    if (this.game === game) this.say("step-noted");
  }

  closeHint() {
    this.#forget();
    this.state.message = null;
  }

  /** True if the page can tell why a cell cannot hold a digit. */
  get canRefute() {
    return Boolean(this.solution && this.refutations);
  }

  /** Begins to ask why a cell cannot hold a digit: the next digit asks about the cell of the cursor. */
  askWhy() {
    if (this.idle || !this.canRefute) return;
    this.#forget();
    this.state.question = { cell: this.state.cursor, digit: 0, answer: null };
    this.state.message = null;
  }

  /**
   * Asks why the cell of the cursor cannot hold a digit.
   * @param {number} digit
   */
  async refute(digit) {
    const { layout, walkthrough, solution, game, state } = this;
    const { cursor: cell, explained, settings } = state;
    if (!this.refutations || !solution) return;
    const others = moves.erased(this.clues, game, game.digits[cell] ? [cell] : []);
    if (whatIsWrong(others, solution)) {
      state.question = { cell, digit, answer: "mistake" };
      return;
    }
    const waiting = { cell, digit, answer: /** @type {const} */ ("waiting") };
    state.question = waiting;
    const { language, ladder } = settings;
    const asked = { layout, walkthrough, solution, game: others, explained, language, ladder, cell, digit };
    const answer = await this.refutations(asked).catch((error) => ({ failed: error.message }));
    if (state.question === waiting) state.question = { cell, digit, answer };
  }

  /** The number of the first move that wrote a wrong digit, 0 if there is none. */
  get firstMistake() {
    const { solution } = this;
    /** @param {import("./history.js").Change} change */
    const isWrong = ([part, cell, , after]) => part === "digits" && Number(after) > 0 && after !== solution?.[cell];
    return solution ? this.state.history.moves.done.findIndex((move) => move.some(isWrong)) + 1 : 0;
  }

  /** The cells that the replayed move changed. */
  get replayedCells() {
    const { history, replay } = this.state;
    const move = replay ? history.moves.done[replay - 1] : [];
    return [...new Set(move.map(([, cell]) => cell))];
  }

  /**
   * Shows the game after this many moves, with what was wrong then; null ends it.
   * @param {number | null} count
   */
  replayTo(count) {
    const { state, solution } = this;
    this.#forget();
    state.message = null;
    if (!state.solved) state.clock = count === null ? state.clock.started() : state.clock.stopped();
    state.replay = count === null ? null : Math.min(Math.max(count, 0), state.history.moves.done.length);
    if (count !== null && solution) state.wrong = moves.mistakes(this.game.digits, solution);
  }

  /** Continues the game from the move that is shown; the moves after it can be redone. */
  continueReplayed() {
    const { history, replay } = this.state;
    if (replay === null) return;
    this.state.replay = null;
    this.#change(history.at(replay));
  }

  /** Reports the number of wrong digits and, on the second call, marks them. */
  check() {
    const { game, solution, state } = this;
    if (!solution) return;
    const again = state.counted;
    const wrong = moves.mistakes(game.digits, solution);
    this.#forget();
    state.counted = wrong.size > 0;
    if (again) state.wrong = wrong;
    const hasWritten = game.digits.some((digit, cell) => digit > 0 && !this.clues[cell]);
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

  /** @param {Game} game */
  #move(game) {
    if (!this.idle) this.#change(this.state.history.with(game));
  }

  /**
   * Changes the game, judges it and stores it.
   * @param {History} history
   */
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

  /** Checks whether the game is solved. An exercise is solved when its finding is found; the board then shows it. */
  #judge() {
    const { layout, game, walkthrough, solution, state } = this;
    const { sought } = walkthrough;
    this.#forget();
    const verdict = sought && solution ? judged(layout, { ...walkthrough, sought }, game, solution) : null;
    const { kind, finding, cells = [] } = verdict ?? {};
    state.verdict = verdict;
    state.solved = kind ? kind === "found" : moves.isSolved(layout, game.digits, solution);
    state.wrong = new Set(cells);
    if (sought && finding) state.shown = { hint: { kind: "finding", round: sought, finding }, stage: STAGES.step };
  }

  #forget() {
    this.state.counted = false;
    this.state.shown = null;
    this.state.question = null;
    this.state.wrong = new Set();
  }

  /** Stores the game and its time as they are; returns false if there is no room. */
  save() {
    const { history, explained, clock, solved, best } = this.state;
    const { now: game, moves: past } = history;
    const { seconds } = clock;
    const kept = { game, moves: past, explained: [...explained], seconds, solved, best, link: this.link };
    return saveGame(this.walkthrough, kept);
  }
}

/**
 * A hint that reports why there is no hint.
 * @param {Error} error
 * @returns {import("./data.js").Hint}
 */
function failedHint(error) {
  return { kind: "failed", text: error.message };
}
