// @ts-check
// The studio: one state, and everything that changes it.

import { titleOf } from "../play/about.js";
import { namesOf } from "../play/link.js";
import { Session } from "../play/session.js";
import { loadSettings, saveSettings } from "../play/storage.js";
import { preferred, textsOf } from "../play/texts.js";
import { wear } from "../play/theme.js";
import { batch, computed } from "../html.js";
import { addressOf, askedFor } from "./address.js";
import { Checks } from "./checks.js";
import { Constraints } from "./drawing.js";
import { serverHint } from "./hints.js";
import { Jobs } from "./jobs.js";
import { firstLine, statedBy, textOfMessage } from "./messages.js";
import { Outlook } from "./outlook.js";
import { NOTHING_HELD, Pen } from "./pen.js";
import { firstPlan, isFilling, withPattern } from "./plan.js";
import { changedFields, entryOf, joinedChanges, stepOf, undoingChange, workAfter } from "./project.js";
import { Projects } from "./projects.js";
import { onSlow, sendToServer } from "./server.js";
import { EVERYTHING, isShown, ordered, ORDERS } from "./sets.js";
import { fieldsOf, stateOf } from "../state.js";

const MOST_STEPS = 500; // that can be undone

/**
 * @typedef {import("./project.js").Change} Change
 * @typedef {import("./project.js").Entry} Entry
 * @typedef {{text?: string, kind?: string, back?: () => void, aside?: boolean, unstored?: boolean}} Said
 * @typedef {Said & Partial<import("./messages.js").Stated>} Message
 * a text in the reader's language, or what the server stated; `back` undoes the change that it reports, `aside` and
 * `unstored` offer to save what was set aside or the project
 */

export class Studio {
  #texts;
  #playTexts;
  #tray;
  #exercises;
  #order;

  /** @param {{choices: any, words: any, storage: any}} parts */
  constructor({ choices, words, storage }) {
    this.choices = choices;
    this.words = words;
    this.storage = storage;
    /** @type {Record<string, any> & import("./project.js").Work} */
    this.state = stateOf({
      settings: { language: preferred(words.studio), ...loadSettings() },
      view: { name: "make" },
      project: null,
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
      reasons: null,
      drawn: null,
      held: NOTHING_HELD,
    });
    /** The plan by its fields: what reads one while it is drawn is drawn again only when that one changes. */
    this.planned = fieldsOf(() => this.state.plan);
    this.#texts = computed(() => textsOf(words.studio, this.state.settings.language));
    this.#playTexts = computed(() => textsOf(words.play, this.state.settings.language));
    this.#tray = computed(() => listed(this.state.puzzles, "tray"));
    this.#exercises = computed(() => listed(this.state.puzzles, "exercises"));
    this.#order = computed(() => (this.state.project.order in ORDERS ? this.state.project.order : "newest"));
    this.jobs = new Jobs(this);
    this.checks = new Checks(this);
    this.outlook = new Outlook(this);
    this.constraints = new Constraints(this);
    this.pen = new Pen(this);
    this.projects = new Projects(this);
    wear(this.state.settings.theme);
    onSlow((slow) => this.set({ slow }));
  }

  /** Shows the project that was open last, and the view of the address. */
  async begin() {
    await this.projects.openLast();
    window.addEventListener("popstate", () => this.follow());
    document.addEventListener("keydown", (event) => this.#onKey(event));
    await this.follow();
  }

  /** Changes fields of the state; what reads them is drawn once for all changes of a moment. */
  set(changes) {
    batch(() => Object.assign(this.state, changes));
  }

  // Words

  get texts() {
    return this.#texts.value;
  }

  /** The texts of the player. */
  get playTexts() {
    return this.#playTexts.value;
  }

  /** The settings of games. */
  get playSettings() {
    return { ...this.state.settings, language: this.playTexts.language };
  }

  /**
   * What the server stated, in the reader's language; in English where it has no key.
   * @param {Partial<import("./messages.js").Stated>} stated
   */
  worded({ sentence = "", key = "", values = {} }) {
    const texts = this.words.errors[this.texts.language];
    const made =
      key in texts ? textOfMessage({ key, values }, texts, (kind, name) => this.#titleOf(kind, name)) : sentence;
    return firstLine(made);
  }

  /** The title of a name in a message; `kind` says what it names. */
  #titleOf(kind, name) {
    const { texts } = this;
    const kept = (key) => (texts.has(key) ? texts(key) : name);
    if (kind === "rule" || kind === "rules" || kind === "technique")
      return techniqueTitles(this.choices, texts.language).get(name) ?? name;
    if (kind === "grade") return kept(`grade-${name}`);
    if (kind === "symmetry") return kept(`symmetry-${name}`);
    return kind === "run" || kind === "runs" ? this.runTitle(name) : name;
  }

  /** The title of a run of clues by its name in requests, such as `row 5` or `diagonal r1c1`. */
  runTitle(name) {
    const [kind, which] = name.split(" ");
    return this.texts.has(`run-${kind}`) ? this.texts(`run-${kind}`, { which }) : name;
  }

  /**
   * Shows a message, which screen readers read aloud.
   * @param {Message | null} message
   */
  say(message) {
    this.set({ message });
  }

  /** Does something that may be refused, and says so. */
  async attempt(act) {
    try {
      this.say(null);
      await act();
    } catch (error) {
      this.say({ ...statedBy(error), kind: "bad" });
    }
  }

  change(settings) {
    const changed = { ...this.state.settings, ...settings };
    saveSettings(changed);
    wear(changed.theme);
    this.set({ settings: changed });
    this.state.view.session?.dress(this.playSettings);
  }

  // Edits, which can be undone and are kept

  /** The plan that is wanted from now on, as a step; `stroke` joins it to the step before that has the same. */
  plan(plan, stroke = null) {
    const fields = changedFields(this.state.plan, plan);
    if (Object.keys(fields).length) this.edit({ plan: fields }, stroke);
  }

  /**
   * Makes a change that can be undone; returns a function that takes this change back, whatever was done since.
   * @param {Change} change
   */
  edit(change, stroke = null) {
    const { past } = this.state;
    const last = past.at(-1);
    const joined = stroke !== null && last?.stroke === stroke;
    const step = stepOf(this.state, change, stroke);
    const whole = joined
      ? { ...step, before: joinedChanges(step.before, last.before), after: joinedChanges(last.after, change) }
      : step;
    this.set({ past: [...(joined ? past.slice(0, -1) : past), whole].slice(-MOST_STEPS), future: [] });
    this.#make(change);
    return () => this.#takeBack(whole);
  }

  undo() {
    this.#step("past", "future");
  }

  redo() {
    this.#step("future", "past");
  }

  #step(from, to) {
    const step = this.state[from].at(-1);
    if (!step) return;
    const change = undoingChange(this.state, step);
    const back = stepOf(this.state, change, null);
    this.set({
      [from]: this.state[from].slice(0, -1),
      [to]: [...this.state[to], back],
      message: null,
      held: this.pen.emptied,
    });
    this.#make(change);
  }

  #takeBack(step) {
    if (this.state.past.at(-1) === step) return this.undo();
    this.edit(undoingChange(this.state, step));
  }

  /** Undoes and redoes by keys, but not where a field or a game does so itself. */
  #onKey(event) {
    const { view, dialog } = this.state;
    const step = keyedStep(event);
    if (
      !step ||
      view.name !== "make" ||
      dialog ||
      event.target.closest("input:not([type=checkbox], [type=radio]), textarea")
    )
      return;
    event.preventDefault();
    this[step]();
  }

  #make(change) {
    this.take(change);
    this.projects.keep(change);
  }

  /** Makes a change that is kept elsewhere already. */
  take(change) {
    const { plan, puzzles } = workAfter(this.state, change);
    const chosen = change.puzzles
      ? new Set([...this.state.chosen].filter((key) => puzzles.has(key)))
      : this.state.chosen;
    this.set({ plan, puzzles, chosen });
    this.constraints.look();
    this.checks.look();
    this.outlook.look();
  }

  // Jobs

  /** Shows how far a job is, or, without one, nothing of it any more. */
  showJob(key, job) {
    const { [key]: _before, ...others } = this.state.jobs;
    this.set({ jobs: job ? { ...others, [key]: job } : others });
  }

  /** Takes in what a job of a project has made, each puzzle once. */
  async arrive(project, key, kept, made) {
    const fresh = await this.projects.arrive(project, key, kept, made);
    if (fresh.length && this.state.project.id === project)
      this.take({ puzzles: fresh.map(({ entry }) => [entry.key, entry]) });
  }

  /** Fills the board with the digits that a job found for it; for a board that has changed since, they are a result. */
  fill(one) {
    const { plan } = this.state;
    if (isFilling(plan, one)) {
      const back = this.edit({ plan: changedFields(plan, withPattern(plan, one.puzzle)) });
      return this.say({ text: this.texts("filled"), kind: "good", back });
    }
    const entry = entryOf(one);
    return this.edit({ puzzles: [[entry.key, entry]] });
  }

  // Views

  /** Goes to a view; Back leads here again. */
  go(view) {
    history.pushState(null, "", addressOf(view));
    this.follow();
  }

  /** Shows what the address asks for. */
  async follow() {
    const fragment = location.hash;
    const asked = askedFor(fragment);
    if (asked.name === "make") {
      this.#show(asked);
      if (fragment.length > 1) this.say({ text: this.playTexts("link-bad"), kind: "bad" });
      return;
    }
    try {
      const walkthrough = await this.#walkthroughOf(asked);
      if (fragment === location.hash) this.#show({ ...asked, walkthrough });
    } catch (error) {
      this.#leave();
      this.say({ ...statedBy(error), kind: "bad" });
    }
  }

  /** The walkthrough that is played or explained. */
  async #walkthroughOf(asked) {
    const { puzzle, layout } = asked;
    const kept = this.tray.find((one) => one.puzzle === puzzle && one.layout === layout);
    if (asked.name !== "practise") {
      const { ladder = "", ...names } = namesOf(kept ?? asked.names);
      const known = this.choices.ladders.some(({ name }) => name === ladder);
      return sendToServer("walkthrough", { puzzle, layout, ...names, ladder: known ? ladder : "" });
    }
    const one = this.exercises[asked.number - 1];
    if (!one) throw new Error(this.texts("no-exercise", asked));
    return one;
  }

  #leave() {
    history.replaceState(null, "", location.pathname);
    this.#show({ name: "make" });
  }

  #show(view) {
    const { view: before } = this.state;
    before.session?.pause();
    const returned = view.name === "make" && before.walkthrough ? before.walkthrough : null;
    if (view.name === "play" || view.name === "practise") {
      const { walkthrough, shared } = view;
      view.session = new Session(walkthrough, { settings: this.playSettings, hints: serverHint });
      view.session.start();
      if (shared) view.session.continueFrom(shared);
    }
    const message = view.name === "make" ? this.state.message : null;
    this.set({ view, message, returned: returned ? `${returned.layout} ${returned.puzzle}` : "", dialog: null });
    if (view.name !== "make") window.scrollTo(0, 0);
  }

  /** A function that goes on to the next exercise, or to the next of the puzzles that are shown, if there is one. */
  following({ name, number, puzzle, layout }) {
    if (name === "practise") return this.exercises[number] && (() => this.go({ name, number: number + 1 }));
    const shown = ordered(
      this.tray.filter((one) => isShown(this.state.filter, one)),
      this.order,
    );
    const next = shown[shown.findIndex((one) => one.puzzle === puzzle && one.layout === layout) + 1];
    return next && next !== shown[0] ? () => this.go({ name, puzzle: next.puzzle, layout: next.layout }) : null;
  }

  /** The title of a view. */
  titleOf({ walkthrough, number }) {
    return titleOf(walkthrough, this.playTexts, number && this.playTexts("title", { number }));
  }

  /** The order of the results. */
  get order() {
    return this.#order.value;
  }

  /** Shows the results in another order from now on. */
  arrange(order) {
    this.projects.describe(this.state.project.id, { order });
  }

  /** The exercises, the first made first. */
  get exercises() {
    return this.#exercises.value;
  }

  /** The puzzles of the tray. */
  get tray() {
    return this.#tray.value;
  }
}

/** The step that keys stand for: undo, redo or none. */
function keyedStep({ key, ctrlKey, metaKey, shiftKey }) {
  if (!ctrlKey && !metaKey) return "";
  if (key === "y" || (shiftKey && key.toLowerCase() === "z")) return "redo";
  return key === "z" ? "undo" : "";
}

/** The titles of techniques by their names in requests. */
function techniqueTitles({ families }, language) {
  return new Map(families.flatMap(({ techniques }) => techniques.map(({ name, title }) => [name, title[language]])));
}

/** The entries of a list, as they came. */
function listed(puzzles, list) {
  return [...puzzles.values()].filter((entry) => entry.list === list).sort((one, other) => one.added - other.added);
}
