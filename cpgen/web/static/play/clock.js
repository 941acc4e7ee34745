// The time that a player has spent on a game.

/** A stopwatch in whole seconds that can be paused; `now` gives milliseconds. */
export class Clock {
  #before;
  #since = null;
  #now;

  constructor(seconds = 0, now = () => performance.now()) {
    this.#before = seconds * 1000;
    this.#now = now;
  }

  get running() {
    return this.#since !== null;
  }

  get seconds() {
    return Math.floor((this.#before + (this.running ? this.#now() - this.#since : 0)) / 1000);
  }

  start() {
    this.#since ??= this.#now();
  }

  stop() {
    if (!this.running) return;
    this.#before += this.#now() - this.#since;
    this.#since = null;
  }
}

/** Seconds as people write them: 4:07 or 1:02:03. */
export function written(seconds) {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] ? parts : parts.slice(1);
  return shown.map((part, k) => (k ? String(part).padStart(2, "0") : part)).join(":");
}
