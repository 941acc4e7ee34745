// @ts-check
// Changes of the plan and the puzzles as data, and the steps that take them back.

import { chosenGrade, withBoard } from "./plan.js";

/**
 * @typedef {import("./entry.js").Entry} Entry
 * @typedef {import("./plan.js").Plan} Plan
 */

/**
 * @typedef {{plan: Plan, puzzles: ReadonlyMap<string, Entry>}} Work what is wanted, and the puzzles so far
 * @typedef {{plan?: Partial<Plan>, puzzles?: [key: string, entry: Entry | null][]}} Change
 * fields of the plan, and puzzles by key, null for those that go
 * @typedef {{before: Change, after: Change, stroke: string | null}} Step
 * a change, what it replaced, and what joins it to the step before
 */

/**
 * The work after a change.
 * @param {Work} work
 * @param {Change} change
 * @returns {Work}
 */
export function workAfter({ plan, puzzles }, change) {
  return {
    plan: change.plan ? Object.freeze({ ...plan, ...change.plan }) : plan,
    puzzles: change.puzzles ? withPuzzles(puzzles, change.puzzles) : puzzles,
  };
}

/**
 * @param {Work["puzzles"]} puzzles
 * @param {NonNullable<Change["puzzles"]>} changes
 */
function withPuzzles(puzzles, changes) {
  const after = new Map(puzzles);
  for (const [key, entry] of changes) {
    if (entry) after.set(key, entry);
    else after.delete(key);
  }
  return after;
}

/**
 * A step that can be undone: what a change replaces, and the change.
 * @param {Work} work before the change
 * @param {Change} change
 * @param {string | null} stroke what joins it to the step before
 * @returns {Step}
 */
export function stepOf({ plan, puzzles }, change, stroke) {
  /** @type {Change} */
  const before = {};
  if (change.plan) before.plan = fieldsOf(plan, /** @type {(keyof Plan)[]} */ (Object.keys(change.plan)));
  if (change.puzzles) before.puzzles = change.puzzles.map(([key]) => [key, puzzles.get(key) ?? null]);
  return { before, after: change, stroke };
}

/**
 * @param {Plan} plan
 * @param {(keyof Plan)[]} names
 * @returns {Partial<Plan>}
 */
function fieldsOf(plan, names) {
  return Object.fromEntries(names.map((name) => [name, plan[name]]));
}

/**
 * The change that undoes a step, except for fields that another tab has changed since. A step to another board is
 * undone as a whole, because the other fields belong to the board.
 * @param {Work} work as it is now
 * @param {Step} step
 * @returns {Change}
 */
export function undoingChange({ plan, puzzles }, { before, after }) {
  /** @type {Change} */
  const change = {};
  if (before.plan && after.plan) {
    const fields = after.plan.board ? before.plan : restoredFields(before.plan, after.plan, plan);
    const whole = { ...plan, ...fields };
    const fits = whole.marks.length === whole.board.size ** 2;
    change.plan = changedFields(plan, fits ? chosenGrade(whole) : withBoard(whole, whole.board));
  }
  if (before.puzzles) {
    const made = new Map(after.puzzles);
    change.puzzles = before.puzzles.filter(([key]) => (puzzles.get(key) ?? null) === (made.get(key) ?? null));
  }
  return change;
}

/**
 * @param {Partial<Plan>} before
 * @param {Partial<Plan>} after
 * @param {Plan} now
 * @returns {Partial<Plan>}
 */
function restoredFields(before, after, now) {
  const names = /** @type {(keyof Plan)[]} */ (Object.keys(before));
  return Object.fromEntries(names.map((name) => [name, restored(before[name], after[name], now[name])]));
}

/**
 * The value of a field before a step, or its current value if it has changed since the step; lists are restored entry
 * by entry.
 * @param {unknown} before
 * @param {unknown} after the step
 * @param {unknown} now
 * @returns {unknown}
 */
function restored(before, after, now) {
  if (Array.isArray(before) && Array.isArray(after) && Array.isArray(now)) {
    const isAligned = before.length === now.length && after.length === now.length;
    if (isAligned) return now.map((value, place) => restored(before[place], after[place], value));
  }
  return JSON.stringify(now) === JSON.stringify(after) ? before : now;
}

/**
 * The change that does two changes one after the other.
 * @param {Change} first
 * @param {Change} then
 * @returns {Change}
 */
export function joinedChanges(first, then) {
  const puzzles = [...(first.puzzles ?? []), ...(then.puzzles ?? [])];
  return { plan: { ...first.plan, ...then.plan }, ...(puzzles.length ? { puzzles: [...new Map(puzzles)] } : {}) };
}

/**
 * The fields in which two plans differ, as they are in the second.
 * @param {Plan} before
 * @param {Plan} after
 */
export function changedFields(before, after) {
  const names = /** @type {(keyof Plan)[]} */ (Object.keys(after));
  return fieldsOf(
    after,
    names.filter((name) => after[name] !== before[name]),
  );
}
