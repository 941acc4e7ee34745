// The state of a game without any drawing: its history, selection, hints and clock.

import { Clock } from "./clock.js";
import { COLOURS } from "./colours.js";
import { brokenConstraints } from "./conflicts.js";
import { firstGame, firstMode, judged, soughtHint } from "./exercise.js";
import * as moves from "./game.js";
import { keyOf } from "./hints.js";
import { History } from "./history.js";
import { boardOf, digitsOf } from "./layout.js";
import { loadGame, saveGame } from "./storage.js";

export const MODES = ["digit", ...moves.MARKS];

/** A game of a walkthrough (a puzzle or an exercise with what is known about it); calls `watch` at every change. */
export class Session {
  constructor(walkthrough, { settings, hints, watch }) {
    this.layout = boardOf(walkthrough);
    this.clues = digitsOf(walkthrough.puzzle);
    this.settings = settings;
    this.hints = walkthrough.sought ? soughtHint : hints;
    this.mode = firstMode(walkthrough);
    this.showsBroken = false;
    this.cursor = Math.max(0, firstGame(walkthrough).digits.indexOf(0));
    this.selection = new Set([this.cursor]);
    this.watch = watch;
    this.best = loadGame(walkthrough)?.best ?? null;
    this.walkthrough = { ...walkthrough, digits: walkthrough.solution ? digitsOf(walkthrough.solution) : null };
    this.#begin(loadGame(walkthrough) ?? {});
  }

  #begin({ game = firstGame(this.walkthrough), moves: past, explained = [], seconds = 0 }) {
    this.history = new History(game, past);
    this.explained = new Set(explained);
    this.clock = new Clock(seconds);
    this.#judge();
  }

  get game() {
    return this.history.now;
  }

  get paused() {
    return !this.clock.running && !this.solved;
  }

  get conflicts() {
    const repeated = this.settings.conflicts ? moves.conflicts(this.layout, this.game.digits) : [];
    return new Set([...repeated, ...this.broken.flatMap(({ cells }) => cells)]);
  }

  /** The constraints that the digits break, if the player asks for them. */
  get broken() {
    return this.showsBroken ? brokenConstraints(this.layout, this.game.digits) : [];
  }

  showBroken(on) {
    this.showsBroken = on;
    this.watch("conflicts");
  }

  get remaining() {
    return moves.remaining(this.layout.size, this.game.digits);
  }

  /** True if nothing can be written: the game is over or paused. */
  get idle() {
    return this.paused || this.solved;
  }

  /** Continues a shared game, as a step that can be undone. */
  continueFrom({ game, seconds }) {
    this.clock = new Clock(seconds);
    this.history.add(game);
    this.#changed();
  }

  enter(digit, mode = this.mode) {
    const cells = [...this.selection];
    const { layout, clues, game, settings } = this;
    if (mode === "digit") this.#move(moves.withDigit(layout, clues, game, cells, digit, settings.tidy));
    else if (mode !== "colour" || digit <= COLOURS) this.#move(moves.withMark(game, mode, cells, digit));
  }

  erase() {
    const cells = [...this.selection];
    const { clues, game, mode } = this;
    this.#move(mode === "colour" ? moves.withoutColours(game, cells) : moves.erased(clues, game, cells));
  }

  markAll() {
    this.#move(moves.withAllMarks(this.layout, this.game));
  }

  undo() {
    if (this.idle) return;
    this.history.undo();
    if (this.before && this.history.done.length < this.before.moves) {
      this.clock = new Clock(this.before.seconds + this.clock.seconds);
      this.before = null;
    }
    this.#changed();
  }

  redo() {
    if (this.idle) return;
    this.history.redo();
    this.#changed();
  }

  /** Begins again, as a step that can be undone and then brings its time back; a solved game is over. */
  restart() {
    const { history, clock, solved } = this;
    this.explained = new Set();
    if (solved) this.history = new History(firstGame(this.walkthrough));
    else history.add(firstGame(this.walkthrough));
    this.before = solved ? null : { moves: history.done.length, seconds: clock.seconds };
    this.clock = new Clock();
    this.#changed();
  }

  /** Moves the cursor; `extend` keeps what is selected. */
  select(cell, extend = false) {
    this.cursor = cell;
    this.selection = new Set(extend ? [...this.selection, cell] : [cell]);
    this.watch("selection");
  }

  /** Moves the cursor to a cell that is no longer selected. */
  deselect(cell) {
    this.cursor = cell;
    this.selection = new Set([...this.selection].filter((other) => other !== cell));
    this.watch("selection");
  }

  clearSelection() {
    this.selection = new Set();
    this.watch("selection");
  }

  selectAll() {
    this.selection = new Set(this.clues.keys());
    this.watch("selection");
  }

  /** Selects the cells with the same content as a cell, of the kind that the mode writes if it has some. */
  selectAlike(cell, adding = false) {
    const { game, mode } = this;
    const own = mode === "digit" ? "digits" : mode;
    const part = [own, "digits", "centre", "corner", "colour"].find((name) => game[name][cell]);
    const alike = part ? moves.cellsWhere(game[part], (content) => content === game[part][cell]) : [cell];
    this.cursor = cell;
    this.selection = new Set([...(adding ? this.selection : []), ...alike]);
    this.watch("selection");
  }

  setMode(mode) {
    this.mode = mode;
    this.watch("mode");
  }

  nextMode() {
    this.setMode(MODES[(MODES.indexOf(this.mode) + 1) % MODES.length]);
  }

  /** Shows where to look; at the second call, what is there. */
  async hint() {
    if (this.idle || !this.walkthrough.digits || this.asking) return;
    if (this.shownHint && this.stage === 1) this.stage = 2;
    else if (!(await this.#ask())) return;
    if (this.stage === 2 && this.shownHint.kind === "finding")
      for (const effect of this.shownHint.finding.removed) this.explained.add(keyOf(...effect));
    this.wrong = this.stage === 2 && this.shownHint.kind === "mistake" ? new Set(this.shownHint.cells) : new Set();
    this.save();
    this.watch("hint");
  }

  /** Asks for a hint for the game as it is; says whether it came before the game went on. */
  async #ask() {
    const { layout, walkthrough, game, explained, language, settings } = this;
    this.asking = true;
    const failed = (error) => ({ kind: "failed", text: error.message });
    const { ladder } = settings;
    const hint = await this.hints({ layout, walkthrough, game, explained, language, ladder }).catch(failed);
    this.asking = false;
    if (this.game !== game || this.idle) return false;
    this.shownHint = hint;
    this.stage = 1;
    return true;
  }

  /** Shows all of the hint that is shown in part; then does what it says. */
  continueHint() {
    if (this.stage === 1) this.hint();
    else if (this.shownHint.kind === "finding") this.applyHint();
  }

  /** Does what the shown hint says. */
  applyHint() {
    const { layout, clues, game, settings } = this;
    this.#move(moves.withFinding(layout, clues, game, this.shownHint.finding, settings.tidy));
  }

  closeHint() {
    this.#forget();
    this.watch("hint");
  }

  /** Says how many digits are wrong; at the second call, which. */
  check() {
    const again = this.counted;
    const wrong = moves.mistakes(this.game.digits, this.walkthrough.digits);
    this.#forget();
    this.counted = wrong.size > 0;
    if (again) this.wrong = wrong;
    this.watch("check");
    return wrong.size;
  }

  start() {
    if (!this.solved) this.clock.start();
    this.watch("clock");
  }

  pause() {
    this.clock.stop();
    this.save();
    this.watch("clock");
  }

  #move(game) {
    if (this.idle) return;
    this.history.add(game);
    this.#changed();
  }

  #changed() {
    const before = this.solved;
    this.#judge();
    if (this.solved) this.clock.stop();
    else this.clock.start();
    if (this.solved && !before) this.best = Math.min(this.best ?? Infinity, this.clock.seconds);
    this.save();
    this.watch(this.solved && !before ? "solved" : "game");
  }

  /** Sees whether the game is over; an exercise is when what it seeks is found, which the board then shows. */
  #judge() {
    const { layout, game, walkthrough } = this;
    this.#forget();
    this.verdict = walkthrough.sought ? judged(layout, walkthrough, game) : null;
    const { kind, finding, cells = [] } = this.verdict ?? {};
    this.solved = kind ? kind === "found" : moves.isSolved(layout, game.digits, walkthrough.digits);
    this.wrong = new Set(cells);
    if (finding) Object.assign(this, { shownHint: { kind: "finding", round: walkthrough.sought, finding }, stage: 2 });
  }

  #forget() {
    this.counted = false;
    this.shownHint = null;
    this.stage = 0;
    this.wrong = new Set();
  }

  /** Stores the game and its time as they are; `stored` says whether there was room. */
  save() {
    const { game, history, explained, clock, solved, best } = this;
    const past = solved ? undefined : history.moves; // none is taken back any more
    const { seconds } = clock;
    const kept = { game, moves: past, explained: [...explained], seconds, solved, best };
    this.stored = saveGame(this.walkthrough, kept);
  }
}
