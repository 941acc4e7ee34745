// @ts-check
// The moves of a game, for undo and redo. Only the changes of each move are kept, which take little storage.

/**
 * A move is a list of changes; `done` and `undone` are the moves that undo takes back and redo does again, the next
 * last.
 * @typedef {import("./game.js").Game} Game
 * @typedef {[part: keyof Game, cell: number, before: number | string, after: number | string]} Change
 * @typedef {{done: Change[][], undone: Change[][]}} Moves
 */

/** An immutable game with the moves that led to it, and those that were undone. Every move returns a new history. */
export class History {
  /**
   * @param {Game} now
   * @param {Moves} moves
   */
  constructor(now, moves = { done: [], undone: [] }) {
    this.now = now;
    this.moves = moves;
  }

  get canUndo() {
    return this.moves.done.length > 0;
  }

  get canRedo() {
    return this.moves.undone.length > 0;
  }

  /**
   * The history with a following game. Undone moves are dropped; an unchanged game adds no move.
   * @param {Game} game
   */
  with(game) {
    const move = changesOf(this.now, game);
    return move.length ? new History(game, { done: [...this.moves.done, move], undone: [] }) : this;
  }

  /** The history with the last move undone. */
  undone() {
    const { done, undone } = this.moves;
    const move = done.at(-1);
    if (!move) return this;
    const now = changed(this.now, move, ([, , before]) => before);
    return new History(now, { done: done.slice(0, -1), undone: [...undone, move] });
  }

  /**
   * The history after its first moves; the others are undone.
   * @param {number} count
   * @returns {History}
   */
  at(count) {
    /** @type {History} */
    let history = this;
    while (history.moves.done.length > count) history = history.undone();
    return history;
  }

  /** The history with the last undone move redone. */
  redone() {
    const { done, undone } = this.moves;
    const move = undone.at(-1);
    if (!move) return this;
    const now = changed(this.now, move, ([, , , after]) => after);
    return new History(now, { done: [...done, move], undone: undone.slice(0, -1) });
  }
}

/** @param {Game} game */
const partsOf = (game) => /** @type {(keyof Game)[]} */ (Object.keys(game));

/**
 * @param {Game} one
 * @param {Game} other
 * @returns {Change[]}
 */
function changesOf(one, other) {
  return partsOf(one).flatMap((part) =>
    one[part].flatMap((before, cell) => {
      const after = other[part][cell];
      return before === after ? [] : [/** @type {Change} */ ([part, cell, before, after])];
    }),
  );
}

/**
 * @param {Game} game
 * @param {Change[]} move
 * @param {(change: Change) => number | string} content
 */
function changed(game, move, content) {
  /** @type {Record<keyof Game, (number | string)[]>} */
  const copy = { ...game };
  for (const part of new Set(move.map(([name]) => name))) copy[part] = [...copy[part]];
  for (const change of move) copy[change[0]][change[1]] = content(change);
  return /** @type {Game} */ (copy);
}

/**
 * Returns true if a stored value is the moves of a game like this one.
 * @param {any} kept
 * @param {Game} game
 * @returns {kept is Moves}
 */
export function areMoves(kept, game) {
  /** @param {any[]} change */
  const fits = ([part, cell, ...contents]) => {
    const own = partsOf(game).includes(part) ? game[/** @type {keyof Game} */ (part)] : [];
    return cell in own && contents.length === 2 && contents.every((content) => typeof content === typeof own[cell]);
  };
  /** @param {any} move */
  const isMove = (move) => Array.isArray(move) && move.every((change) => Array.isArray(change) && fits(change));
  return [kept?.done, kept?.undone].every((moves) => Array.isArray(moves) && moves.every(isMove));
}
