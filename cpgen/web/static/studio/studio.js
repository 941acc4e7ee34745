// @ts-check
// The studio: one state in signals, and the parts that change it.

import { loadSettings, saveSettings } from "../play/storage.js";
import { preferred, textsOf } from "../play/texts.js";
import { wear } from "../play/theme.js";
import { batch, computed } from "../html.js";
import { Checks } from "./checks.js";
import { FIRST_INK } from "./cosmetics.js";
import { Constraints } from "./drawing.js";
import { Edits } from "./edits.js";
import { Jobs } from "./jobs.js";
import { statedBy } from "./messages.js";
import { Occurrences } from "./occurrences.js";
import { Outlook } from "./outlook.js";
import { kindsWith, NO_KINDS, restoreKinds } from "./own_kinds.js";
import { rememberedRules } from "./own_rule.js";
import { NOTHING_HELD } from "./selection.js";
import { Pen } from "./pen.js";
import { recentKinds } from "./recent.js";
import { firstPlan } from "./plan.js";
import { Projects } from "./projects.js";
import { Results } from "./results.js";
import { onSlow } from "./server.js";
import { EVERYTHING, ORDERS } from "./sets.js";
import { fieldsOf, stateOf } from "../state.js";
import { Views } from "./views.js";

/**
 * @typedef {import("./plan.js").Plan} Plan
 * @typedef {import("./entry.js").Entry} Entry
 * @typedef {import("./steps.js").Step} Step
 * @typedef {import("../records.js").Drawing} Drawing
 */

/**
 * @typedef {object} Said a message for the reader
 * @property {string} [text] in the reader's language; without one, it is what the server stated
 * @property {"" | "good" | "warn" | "bad"} [kind]
 * @property {() => void} [back] undoes the change that it reports
 * @property {boolean} [aside] whether it offers to save what was set aside
 * @property {boolean} [unstored] whether it offers to save the project
 *
 * @typedef {Said & Partial<import("./messages.js").Stated>} Message
 */

/**
 * @typedef {{name: "settings" | "read"} | {name: "projects", all: import("./projects.js").Summary[]}
 *   | {name: "export" | "book", puzzles: Entry[]} | {name: "note", key: string} | {name: "share", one: any}} OpenDialog
 * a dialog that is open, and what it is about
 */

/**
 * @typedef {object} State
 * @property {import("../play/data.js").Settings} settings of the reader: language, theme and those of the player
 * @property {boolean} begun whether the view of the address is shown, so that nothing else is shown before
 * @property {import("./views.js").View} view
 * @property {import("./project.js").Project} project that is open; null until the first is
 * @property {Plan} plan
 * @property {ReadonlyMap<string, Entry>} puzzles and exercises of the project, by key
 * @property {Record<string, import("./jobs.js").Job>} jobs by key
 * @property {Step[]} past steps, the latest last
 * @property {Step[]} future steps that were undone
 * @property {ReadonlySet<string>} chosen keys of puzzles
 * @property {import("./sets.js").Filter} filter of the results
 * @property {string} sought words in the results
 * @property {string} returned the layout and puzzle of a view that was left, or nothing
 * @property {Message | null} message
 * @property {OpenDialog | null} dialog
 * @property {number} slow number of requests that take long
 * @property {import("./checks.js").PlanVerdict | null} verdict on the plan
 * @property {import("./checks.js").FoundRuns | null} runs of the pattern
 * @property {boolean} following whether the maker solves along: what follows in each cell is wanted
 * @property {import("./outlook.js").Prospect | null} outlook
 * @property {boolean} judging whether the outlook is on its way
 * @property {import("./outlook.js").Told | null} reasons
 * @property {boolean} counting whether occurrences are wanted
 * @property {import("./occurrences.js").Found | null} occurrences of digits in the solutions
 * @property {Drawing | null} drawn the plan's constraints
 * @property {import("./selection.js").Held} held by the pen
 * @property {ReturnType<typeof import("./own_rule.js").rememberedRules>} rules of one's own: the one that is written, and
 *   those that are kept
 * @property {import("./own_kinds.js").OwnKinds} kinds of constraints in files that the reader has loaded
 * @property {string} snapshot the id of the one that was taken or opened last
 * @property {import("./cosmetics.js").Ink} ink of the drawings without a meaning
 * @property {boolean} symmetric whether each constraint is drawn with its images
 * @property {string[]} recent kinds of constraints that were drawn, the latest first
 * @property {number} brush the digit that a press on the board fixes; 0 chooses the cell, or leaves it
 * @property {import("./sheets.js").Sheet} sheet that is shown on a phone
 * @property {boolean | null} drawer whether the results are shown next to the board; null until the maker decides
 */

/**
 * @template {keyof Studio} K
 * @template {keyof State} [S=never]
 * @typedef {Pick<Studio, Exclude<K, "state">> & {state: Pick<State, S>}} Part a part of the studio and of its state,
 *   which is all that a component takes
 */

export class Studio {
  #texts;
  #playTexts;
  #tray;
  #exercises;
  #order;
  #kinds;

  /**
   * @param {{choices: import("./plan.js").Choices, words: import("../records.js").Words,
   *   storage: Awaited<ReturnType<typeof import("./storage.js").openStorage>>}} parts
   */
  constructor({ choices, words, storage }) {
    this.choices = choices;
    this.words = words;
    this.storage = storage;
    this.state = stateOf(firstState(this));
    /** The plan by its fields: what reads one while it is drawn is drawn again only when that one changes. */
    this.planned = fieldsOf(() => this.state.plan);
    this.#texts = computed(() => textsOf(words.studio, this.state.settings.language));
    this.#playTexts = computed(() => textsOf(words.play, this.state.settings.language));
    this.#tray = computed(() => entriesIn(this.state.puzzles, "tray"));
    this.#exercises = computed(() => entriesIn(this.state.puzzles, "exercises"));
    this.#order = computed(() => orderNamed(this.state.project?.order));
    this.#kinds = computed(() => kindsWith(choices.constraints, this.state.kinds));
    this.results = new Results(this);
    this.edits = new Edits(this);
    this.views = new Views(this);
    this.jobs = new Jobs(this);
    this.checks = new Checks(this);
    this.outlook = new Outlook(this);
    this.occurrences = new Occurrences(this);
    this.constraints = new Constraints(this);
    this.pen = new Pen(this);
    this.projects = new Projects(this);
    wear(this.state.settings.theme);
    onSlow((/** @type {number} */ slow) => this.setState({ slow }));
  }

  /** Shows the project that was open last, and the view of the address. */
  async begin() {
    await restoreKinds(this);
    await this.projects.openLast();
    await this.views.followAddress();
    this.setState({ begun: true });
  }

  /**
   * Changes fields of the state; what reads them is drawn once for all changes of a moment.
   * @param {Partial<State>} changes
   */
  setState(changes) {
    batch(() => Object.assign(this.state, changes));
  }

  /** The texts of the studio. */
  get texts() {
    return this.#texts.value;
  }

  /** The kinds of constraints with a tool. */
  get kinds() {
    return this.#kinds.value;
  }

  /** The texts of the player. */
  get playTexts() {
    return this.#playTexts.value;
  }

  /** The settings of the player. */
  get playSettings() {
    return { ...this.state.settings, language: this.playTexts.language };
  }

  /** The puzzles of the tray, the first made first. */
  get tray() {
    return this.#tray.value;
  }

  /** The exercises, the first made first. */
  get exercises() {
    return this.#exercises.value;
  }

  /** The order of the results. */
  get order() {
    return this.#order.value;
  }

  /** The digit that a press on the board fixes; 0 if the board lacks the chosen one. */
  get brush() {
    const { brush } = this.state;
    return brush > this.planned.board.size ? 0 : brush;
  }

  /**
   * Shows a message, which screen readers read aloud; null takes it away.
   * @param {Message | null} message
   */
  showMessage(message) {
    this.setState({ message });
  }

  /**
   * Does something that may be refused, and says so.
   * @param {() => unknown} act
   */
  async attempt(act) {
    try {
      this.showMessage(null);
      await act();
    } catch (error) {
      this.showMessage({ ...statedBy(error), kind: "bad" });
    }
  }

  /**
   * Changes settings of the reader from now on.
   * @param {Partial<State["settings"]>} changes
   */
  changeSettings(changes) {
    const { settings: before, view } = this.state;
    const settings = { ...before, ...changes };
    saveSettings(settings);
    wear(settings.theme);
    this.setState({ settings });
    if (view.name !== "make") view.session?.dress(this.playSettings);
  }

  /** Asks the server about the plan, as far as it has changed. */
  followPlan() {
    this.constraints.followPlan();
    this.checks.followPlan();
    this.outlook.followPlan();
    this.occurrences.followPlan();
  }
}

/**
 * @param {Pick<Studio, "choices" | "words">} studio
 * @returns {State}
 */
function firstState({ choices, words }) {
  return {
    settings: loadSettings(preferred(words.studio)),
    begun: false,
    view: { name: "make" },
    project: /** @type {any} */ (null),
    plan: firstPlan(choices),
    puzzles: new Map(),
    jobs: {},
    past: [],
    future: [],
    chosen: new Set(),
    filter: EVERYTHING,
    sought: "",
    returned: "",
    message: null,
    dialog: null,
    slow: 0,
    verdict: null,
    runs: null,
    following: false,
    outlook: null,
    judging: false,
    reasons: null,
    counting: false,
    occurrences: null,
    drawn: null,
    held: NOTHING_HELD,
    rules: rememberedRules(),
    kinds: NO_KINDS,
    snapshot: "",
    ink: FIRST_INK,
    symmetric: false,
    recent: recentKinds(),
    brush: 0,
    sheet: "tools",
    drawer: null,
  };
}

/**
 * The entries of a list, the first made first.
 * @param {State["puzzles"]} puzzles
 * @param {Entry["list"]} list
 */
function entriesIn(puzzles, list) {
  return [...puzzles.values()].filter((entry) => entry.list === list).sort((one, other) => one.added - other.added);
}

/** @param {string | undefined} name */
function orderNamed(name = "") {
  return name in ORDERS ? name : "newest";
}
