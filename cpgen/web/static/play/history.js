// The moves of a game, for undo and redo: what each changed, which takes little room where it is kept.

/**
 * A change is a part of a game, a cell of it, and its content before and after; a move is a list of changes.
 * @typedef {import("./game.js").Game} Game
 * @typedef {[string, number, number | string, number | string]} Change
 * @typedef {{done: Change[][], undone: Change[][]}} Moves those that undo takes back and redo does again, the next last
 */

/** A game with the moves that led to it, and those that were taken back. */
export class History {
  /** @param {Game} now @param {Moves} moves */
  constructor(now, { done, undone } = { done: [], undone: [] }) {
    this.now = now;
    this.done = [...done];
    this.undone = [...undone];
  }

  get canUndo() {
    return this.done.length > 0;
  }

  get canRedo() {
    return this.undone.length > 0;
  }

  /** The moves, as they are kept. */
  get moves() {
    return { done: this.done, undone: this.undone };
  }

  /** Goes on to a game; what was undone is forgotten, and a move that changes nothing is none. */
  add(game) {
    const move = changes(this.now, game);
    if (!move.length) return;
    this.done.push(move);
    this.undone = [];
    this.now = game;
  }

  undo() {
    if (!this.canUndo) return;
    const move = this.done.pop();
    this.undone.push(move);
    this.now = changed(this.now, move, ([, , before]) => before);
  }

  redo() {
    if (!this.canRedo) return;
    const move = this.undone.pop();
    this.done.push(move);
    this.now = changed(this.now, move, ([, , , after]) => after);
  }
}

function changes(one, other) {
  const change = (part) => (before, cell) => {
    const after = other[part][cell];
    return before === after ? [] : [[part, cell, before, after]];
  };
  return Object.keys(one).flatMap((part) => one[part].flatMap(change(part)));
}

function changed(game, move, content) {
  const copy = Object.fromEntries(Object.entries(game).map(([part, cells]) => [part, [...cells]]));
  for (const change of move) copy[change[0]][change[1]] = content(change);
  return copy;
}

/** Returns true if a stored value is the moves of a game like this one. */
export function areMoves(kept, game) {
  const fits = ([part, cell, ...contents]) => {
    const isContent = (one) => typeof one === typeof game[part][cell];
    return cell in (game[part] ?? {}) && contents.length === 2 && contents.every(isContent);
  };
  const isMove = (move) => Array.isArray(move) && move.every((change) => Array.isArray(change) && fits(change));
  return [kept?.done, kept?.undone].every((moves) => Array.isArray(moves) && moves.every(isMove));
}
