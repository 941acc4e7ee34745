// @ts-check
// Changes of the plan and the puzzles that can be undone; each is stored, and shown in other tabs.

import { changedFields, joinedChanges, stepOf, undoingChange, workAfter } from "./steps.js";

const MOST_STEPS = 500; // that can be undone

/**
 * @typedef {import("./plan.js").Plan} Plan
 * @typedef {import("./steps.js").Change} Change
 * @typedef {import("./steps.js").Step} Step
 */

export class Edits {
  /** @param {import("./studio.js").Studio} studio */
  constructor(studio) {
    this.studio = studio;
    /** @type {{field: EventTarget | null, text: string}} */
    this.entered = { field: null, text: "" }; // the text field with the focus, and its text at that moment
    document.addEventListener("keydown", (event) => this.#onKey(event));
    document.addEventListener("focusin", ({ target }) => (this.entered = { field: target, text: textIn(target) }));
  }

  /**
   * Changes the plan, as a step that can be undone.
   * @param {Plan} plan
   * @param {string | null} stroke joins the step to the one before that has the same
   */
  changePlan(plan, stroke = null) {
    const fields = changedFields(this.studio.state.plan, plan);
    if (Object.keys(fields).length) this.makeChange({ plan: fields }, stroke);
  }

  /**
   * Makes a change that can be undone; returns a function that undoes it regardless of later changes.
   * @param {Change} change
   * @param {string | null} stroke joins the step to the one before that has the same
   */
  makeChange(change, stroke = null) {
    const { state } = this.studio;
    const last = state.past.at(-1);
    const step = stepOf(state, change, stroke);
    const joined = stroke !== null && last?.stroke === stroke;
    const whole = joined ? joinedSteps(last, step) : step;
    const past = joined ? state.past.slice(0, -1) : state.past;
    const isNothing = JSON.stringify(whole.before) === JSON.stringify(whole.after); // what was typed is gone again
    this.studio.setState({ past: [...past, ...(isNothing ? [] : [whole])].slice(-MOST_STEPS), future: [] });
    this.#applyAndKeep(change);
    return () => this.#takeBack(whole);
  }

  undo() {
    this.#moveStep("past", "future");
  }

  redo() {
    this.#moveStep("future", "past");
  }

  /** @param {"past" | "future"} from @param {"past" | "future"} to */
  #moveStep(from, to) {
    const { studio } = this;
    const { state } = studio;
    const step = state[from].at(-1);
    if (!step) return;
    const change = undoingChange(state, step);
    const back = stepOf(state, change, null);
    studio.setState({
      [from]: state[from].slice(0, -1),
      [to]: [...state[to], back],
      message: null,
      held: studio.pen.emptied,
    });
    this.#applyAndKeep(change);
  }

  /** @param {Step} step */
  #takeBack(step) {
    const { state } = this.studio;
    if (state.past.at(-1) === step) this.undo();
    else this.makeChange(undoingChange(state, step));
  }

  /** @param {Change} change */
  #applyAndKeep(change) {
    this.applyChange(change);
    this.studio.projects.keep(change);
  }

  /**
   * Makes a change that is stored elsewhere already.
   * @param {Change} change
   */
  applyChange(change) {
    const { studio } = this;
    const { plan, puzzles } = workAfter(studio.state, change);
    const { chosen } = studio.state;
    const removed = change.puzzles?.some(([key, entry]) => !entry && chosen.has(key));
    const left = removed ? new Set([...chosen].filter((key) => puzzles.has(key))) : chosen;
    studio.setState({ plan, puzzles, chosen: left });
    studio.followPlan();
  }

  /**
   * Handles the keys for undo and redo, except in games and dialogs, and in a text field whose text has changed since
   * it got the focus: there, the browser takes back what was typed.
   * @param {KeyboardEvent} event
   */
  #onKey(event) {
    const { view, dialog } = this.studio.state;
    const { target } = event;
    const step = stepOfKeys(event);
    const { field, text } = this.entered;
    if (!step || view.name !== "make" || dialog || (target === field && textIn(target) !== text)) return;
    event.preventDefault();
    this.studio.constraints.editing.then(() => this[step]());
  }
}

/**
 * The text in a text field; nothing elsewhere.
 * @param {EventTarget | null} target
 */
function textIn(target) {
  const isText =
    target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type !== "radio");
  return isText ? target.value : "";
}

/**
 * The step that keys stand for, or null.
 * @param {KeyboardEvent} event
 */
function stepOfKeys({ key, ctrlKey, metaKey, shiftKey }) {
  if (!ctrlKey && !metaKey) return null;
  if (key === "y" || (shiftKey && key.toLowerCase() === "z")) return "redo";
  return key === "z" ? "undo" : null;
}

/**
 * Two steps as one.
 * @param {Step} first
 * @param {Step} then
 * @returns {Step}
 */
function joinedSteps(first, then) {
  const { stroke } = then;
  return { before: joinedChanges(then.before, first.before), after: joinedChanges(first.after, then.after), stroke };
}
