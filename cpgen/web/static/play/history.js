// The earlier states of a game, for undo and redo.

/** A line of states with a place in it. */
export class History {
  #states;
  #at = 0;

  constructor(first) {
    this.#states = [first];
  }

  get now() {
    return this.#states[this.#at];
  }

  get canUndo() {
    return this.#at > 0;
  }

  get canRedo() {
    return this.#at < this.#states.length - 1;
  }

  /** Goes on to a state; what was undone is forgotten, and a state like the one before is not kept. */
  add(state) {
    if (JSON.stringify(state) === JSON.stringify(this.now)) return;
    this.#states.splice(this.#at + 1, Infinity, state);
    this.#at += 1;
  }

  undo() {
    if (this.canUndo) this.#at -= 1;
  }

  redo() {
    if (this.canRedo) this.#at += 1;
  }
}
