// @ts-check
// The time that a player has spent on a game.

/** A stopwatch in whole seconds that can be paused; starting and stopping make new ones. */
export class Clock {
  #before;
  #since;
  #now;

  /**
   * @param {number} seconds that have passed so far
   * @param {() => number} now gives the time in milliseconds
   * @param {number | null} since when it runs
   */
  constructor(seconds = 0, now = () => performance.now(), since = null) {
    this.#before = seconds;
    this.#now = now;
    this.#since = since;
  }

  get running() {
    return this.#since !== null;
  }

  get #exact() {
    return this.#before + (this.#since === null ? 0 : (this.#now() - this.#since) / 1000);
  }

  get seconds() {
    return Math.floor(this.#exact);
  }

  /** The clock, running. */
  started() {
    return this.running ? this : new Clock(this.#before, this.#now, this.#now());
  }

  /** The clock, paused. */
  stopped() {
    return this.running ? new Clock(this.#exact, this.#now) : this;
  }
}

/**
 * Seconds as text, such as 4:07 or 1:02:03.
 * @param {number} seconds
 */
export function written(seconds) {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] ? parts : parts.slice(1);
  return shown.map((part, k) => (k ? String(part).padStart(2, "0") : part)).join(":");
}
