// @ts-check
// A project as data: what is wanted, the puzzles so far, and changes of both that can be taken back.

import { layoutOf, sizeOf, SYMBOLS } from "../play/layout.js";
import { chosenGrade, firstPlan, withBoard } from "./plan.js";

/** The most stars for a puzzle. */
export const MOST_STARS = 5;

const LONGEST = 20000; // characters of a layout's spec
const LONGEST_NAME = 100; // characters of a project's name
const LATEST = 1; // of the files that hold a project
const KIND = "cpgen project";
const READ_APART = ["drawing", "ladder"]; // the fields of a plan that may be null

/**
 * @typedef {import("./plan.js").Plan} Plan
 * @typedef {import("./plan.js").Choices} Choices
 * @typedef {import("../records.js").Rated} Rated
 * @typedef {import("../records.js").Exercise} Exercise
 */

/**
 * @typedef {object} Own what the maker says of a puzzle
 * @property {string} title
 * @property {string} author
 * @property {string} note
 * @property {number} stars
 *
 * @typedef {object} Kept
 * @property {string} key equal puzzles have equal keys
 * @property {"tray" | "exercises"} list
 * @property {number} added the time, to sort by
 * @property {number} [place] in the order by hand, if it was moved there
 * @property {string} puzzle
 * @property {string} layout
 * @property {number} clues
 *
 * @typedef {object} Checked
 * @property {"one" | "many" | "none"} [solutions] of a puzzle that the ladder does not solve
 *
 * @typedef {Pick<Rated, "solution" | "level" | "steps" | "score" | "ladder" | "outcome"
 *   | "appropriateness" | "also">} Rating
 * @typedef {Partial<Rating> & Partial<Omit<Exercise, "solution">> & Checked & {grade?: string | null}} Facts
 * what the server says of it
 * @typedef {Facts & Kept & Own} Entry a puzzle or an exercise as it is stored
 */

/**
 * @typedef {{plan: Plan, puzzles: ReadonlyMap<string, Entry>}} Work what is wanted, and the puzzles so far
 * @typedef {{plan?: Partial<Plan>, puzzles?: [key: string, entry: Entry | null][]}} Change
 * fields of the plan, and puzzles by key, null for those that go
 * @typedef {{before: Change, after: Change, stroke: string | null}} Step
 * a change, what it replaced, and what joins it to the step before
 */

/**
 * @typedef {object} Project
 * @property {string} id
 * @property {string} name
 * @property {number} created milliseconds since 1970
 * @property {number} changed
 * @property {number} deleted when it was put away; 0 if it was not
 * @property {string} order of its results
 *
 * @typedef {Project & {plan: Plan, jobs: Record<string, import("./jobs.js").KeptJob>}} ProjectRecord as it is stored
 */

/** A new id, of letters and digits. */
export function newId() {
  const numbers = crypto.getRandomValues(new Uint32Array(3));
  return [...numbers].map((number) => number.toString(36)).join("");
}

/**
 * The record of a new project.
 * @param {string} name
 * @param {Plan} plan
 * @param {string} order of its results
 * @returns {ProjectRecord}
 */
export function newProject(name, plan, order = "newest") {
  const now = Date.now();
  return { id: newId(), name, created: now, changed: now, deleted: 0, order, plan, jobs: {} };
}

let latest = 0;

/** A time that is later than all that were given before, to sort by. */
export function nextMoment() {
  return (latest = Math.max(Date.now(), latest + 0.001));
}

/**
 * The entry of a puzzle that the server made or read. Equal puzzles have equal keys.
 * @param {Facts & {puzzle: string, layout: string} & Partial<Own>} made
 * @param {Entry["list"]} list
 * @returns {Entry}
 */
export function entryOf(made, list = "tray") {
  const { puzzle, layout, start } = made;
  const begun = start ? ` ${start.digits} ${start.marks.join(",")}` : "";
  const key = `${list === "tray" ? "" : `${list} `}${layout} ${puzzle}${begun}`;
  const clues = [...puzzle].filter((symbol) => symbol !== ".").length;
  return Object.freeze({ title: "", author: "", note: "", stars: 0, ...made, clues, key, list, added: nextMoment() });
}

/**
 * Entries as pairs with their keys.
 * @param {Entry[]} entries
 * @returns {[key: string, entry: Entry][]}
 */
export function keyedEntries(entries) {
  return entries.map((entry) => [entry.key, entry]);
}

/**
 * Returns true if a record can be shown as an entry.
 * @param {any} record whatever is stored
 */
export function isSoundEntry(record) {
  if (typeof record?.puzzle !== "string" || typeof record.layout !== "string") return false;
  const size = soundSize(record.layout);
  const symbols = `.${SYMBOLS.slice(0, size)}`;
  const isWhole = size > 0 && record.puzzle.length === size * size;
  const fits = isWhole && [...record.puzzle].every((symbol) => symbols.includes(symbol));
  return fits && (record.list !== "exercises" || Boolean(record.sought));
}

/**
 * The side of the board in a spec, 0 if it has none; cached by spec.
 * @param {string} spec
 */
function soundSize(spec) {
  const size = SIZES.get(spec) ?? sizeWhenSound(spec);
  SIZES.set(spec, size);
  return size;
}

/** @type {Map<string, number>} */
const SIZES = new Map();

/** @param {string} spec */
function sizeWhenSound(spec) {
  const size = spec.length > LONGEST ? 0 : sizeOf(spec);
  if (!Number.isInteger(size) || size < 2 || size > SYMBOLS.length) return 0;
  const { regions, houses } = layoutOf(spec);
  const isDivided = !regions.length || regions.length === size * size;
  return isDivided && houses.every(({ cells }) => cells.length === size) ? size : 0;
}

/**
 * An entry whose own parts are of the right kind, whatever a sound record holds besides.
 * @param {any} record
 * @returns {Entry}
 */
export function readEntry(record) {
  const text = (/** @type {unknown} */ value) => (typeof value === "string" ? value : "");
  const stars = Math.min(MOST_STARS, Math.max(0, Math.floor(record.stars) || 0));
  const [title, author, note] = [record.title, record.author, record.note].map(text);
  const grade = text(record.grade) || null;
  const added = Number.isFinite(record.added) ? record.added : nextMoment();
  const place = Number.isFinite(record.place) ? record.place : undefined;
  return Object.freeze({ ...entryOf(record, record.list), added, place, grade, title, author, note, stars });
}

/**
 * The plan of a record, with the boards and ladders that there are now, and whether it was whole.
 * @param {any} record whatever is stored
 * @param {Choices} choices
 * @returns {{plan: Plan, whole: boolean}}
 */
export function readPlan(record, choices) {
  const first = firstPlan(choices);
  const names = Object.keys(first).filter((name) => record?.[name] !== undefined && !READ_APART.includes(name));
  const usual = /** @type {Record<string, unknown>} */ (first);
  const isLikeFirst = names.every((name) => isLike(record[name], usual[name]));
  const plan = /** @type {Plan} */ ({ ...first, ...Object.fromEntries(names.map((name) => [name, record[name]])) });
  const isKnown = names.includes("board") && choices.symmetries.includes(plan.symmetry);
  const isWhole = isKnown && isLikeFirst && isBoard(plan.board) && plan.marks.length === plan.board.size ** 2;
  if (!isWhole) return { plan: first, whole: false };
  const board = choices.layouts.find(({ spec }) => spec === plan.board.spec) ?? plan.board;
  const ladder = choices.ladders.find(({ name }) => name === record.ladder?.name) ?? null;
  const drawing = isDrawing(record.drawing, board.size) ? record.drawing : null;
  const mix = Object.fromEntries(Object.entries(plan.mix).filter(([, count]) => typeof count === "string"));
  return { plan: Object.freeze(chosenGrade({ ...plan, board, ladder, drawing, mix })), whole: true };
}

/**
 * Returns true if a value has the type of another; all lists of a plan are lists of texts.
 * @param {unknown} value
 * @param {unknown} example
 */
function isLike(value, example) {
  if (Array.isArray(example)) return Array.isArray(value) && value.every((one) => typeof one === "string");
  return typeof value === typeof example && value !== null;
}

/**
 * @param {unknown} value
 * @param {number} size
 */
function isDrawing(value, size) {
  const isRegion = (/** @type {unknown} */ region) =>
    Number.isInteger(region) && Number(region) >= 0 && Number(region) < size;
  return Array.isArray(value) && value.length === size ** 2 && value.every(isRegion);
}

/** @param {any} board */
function isBoard({ spec, size, regions, extras, grades }) {
  const whole = typeof spec === "string" && [regions, extras, grades].every(Array.isArray) && soundSize(spec) === size;
  return whole && grades.length > 0 && grades.every((/** @type {any} */ grade) => typeof grade?.name === "string");
}

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
 * The change that takes a step back, but for what another tab has changed since. A step to another board is taken back
 * as a whole, because the other fields belong to the board.
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
 * The value of a field before a step, or its value now if that is not the step's; of lists, entry by entry.
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

/**
 * The text of a file that holds a project.
 * @param {Pick<Project, "name" | "order">} project
 * @param {Work} work
 */
export function fileOf({ name, order }, { plan, puzzles }) {
  return JSON.stringify({ kind: KIND, version: LATEST, name, order, plan, puzzles: [...puzzles.values()] });
}

/**
 * The project in the text of a file, and how many parts of it were damaged; null if there is none.
 * @param {string} text
 * @param {Choices} choices
 */
export function readFile(text, choices) {
  const data = parsed(text);
  if (data?.kind !== KIND || !Array.isArray(data.puzzles)) return null;
  const { plan, whole } = readPlan(data.plan, choices);
  const sound = data.puzzles.filter(isSoundEntry);
  const name = typeof data.name === "string" ? data.name.slice(0, LONGEST_NAME) : "";
  const damaged = data.puzzles.length - sound.length + (whole ? 0 : 1);
  const entries = /** @type {Entry[]} */ (sound.map(readEntry));
  return { name, order: data.order, plan, entries, damaged };
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
