// The state of the studio, and the listeners to its changes.

const TRAY = "cpgen.tray";
const MOST = 200;

/** A state, and listeners to changes of its parts. */
export class Store {
  #listeners = [];

  constructor(state) {
    this.state = state;
  }

  /** Changes parts of the state; each listener for one of them is called once. */
  set(changes) {
    this.state = { ...this.state, ...changes };
    for (const { parts, listener } of [...this.#listeners]) {
      if (parts.some((part) => part in changes)) listener(this.state);
    }
  }

  /** Calls a listener now and whenever one of the parts changes. */
  on(parts, listener) {
    this.#listeners.push({ parts, listener });
    listener(this.state);
  }

  /** The same store for a part of the page: at its `end` its own listeners are forgotten. */
  scope() {
    const store = this;
    const own = [];
    return {
      get state() {
        return store.state;
      },
      set: (changes) => store.set(changes),
      on: (parts, listener) => {
        own.push(listener);
        store.on(parts, listener);
      },
      end: () => (store.#listeners = store.#listeners.filter(({ listener }) => !own.includes(listener))),
    };
  }

  /** Forgets all listeners. */
  clear() {
    this.#listeners = [];
  }
}

/** The puzzles of an earlier visit. */
export function loadTray() {
  try {
    const kept = JSON.parse(localStorage.getItem(TRAY));
    return Array.isArray(kept) ? kept : [];
  } catch {
    return []; // storage is forbidden, or holds something else
  }
}

export function saveTray(tray) {
  try {
    localStorage.setItem(TRAY, JSON.stringify(tray.slice(0, MOST)));
  } catch {
    // storage is forbidden or full: the tray lives as long as the page
  }
}
