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

/**
 * @typedef {import("./plan.js").Plan} Plan
 * @typedef {{title: string, author: string, note: string, stars: number}} Own what the maker says of a puzzle
 * @typedef {{key: string, list: "tray" | "exercises", added: number, puzzle: string, layout: string}} Kept
 * @typedef {Kept & Own & Record<string, any>} Entry a puzzle or an exercise as the server sends it and as it is stored here
 * @typedef {{plan: Plan, puzzles: ReadonlyMap<string, Entry>}} Work
 * @typedef {{plan?: Partial<Plan>, puzzles?: [string, Entry | null][]}} Change
 * fields of the plan, and puzzles by key, null for those that go
 * @typedef {{before: Change, after: Change, stroke: string | null}} Step
 * a change, what it replaced, and what joins it to the step before
 */

/** A new id, of letters and digits. */
export function newId() {
  const numbers = crypto.getRandomValues(new Uint32Array(3));
  return [...numbers].map((number) => number.toString(36)).join("");
}

/** The record of a new project. */
export function newProject(name, plan, order = "newest") {
  const now = Date.now();
  return { id: newId(), name, created: now, changed: now, deleted: 0, order, plan, jobs: {} };
}

let latest = 0;

/** A time that is later than all that were given before, to sort by. */
export function nextMoment() {
  return (latest = Math.max(Date.now(), latest + 0.001));
}

/** The entry of a puzzle that the server made or read. Equal puzzles have equal keys. */
export function entryOf(one, list = "tray") {
  const start = one.start ? ` ${one.start.digits} ${one.start.marks.join(",")}` : "";
  const key = `${list === "tray" ? "" : `${list} `}${one.layout} ${one.puzzle}${start}`;
  const clues = [...one.puzzle].filter((symbol) => symbol !== ".").length;
  return Object.freeze({ title: "", author: "", note: "", stars: 0, ...one, clues, key, list, added: nextMoment() });
}

/** Returns true if a record can be shown as an entry. */
export function isSoundEntry(one) {
  if (typeof one?.puzzle !== "string" || typeof one.layout !== "string") return false;
  const size = soundSize(one.layout);
  const signs = `.${SYMBOLS.slice(0, size)}`;
  const fits =
    size > 0 && one.puzzle.length === size * size && [...one.puzzle].every((symbol) => signs.includes(symbol));
  return fits && (one.list !== "exercises" || Boolean(one.sought));
}

/** The side of the board in a spec, 0 if it has none; cached by spec. */
function soundSize(spec) {
  if (!SIZES.has(spec)) SIZES.set(spec, sizeWhenSound(spec));
  return SIZES.get(spec);
}

const SIZES = new Map();

function sizeWhenSound(spec) {
  const size = spec.length > LONGEST ? 0 : sizeOf(spec);
  if (!Number.isInteger(size) || size < 2 || size > SYMBOLS.length) return 0;
  const { regions, houses } = layoutOf(spec);
  const whole =
    houses.every(({ cells }) => cells.length === size) && (!regions.length || regions.length === size * size);
  return whole ? size : 0;
}

/** An entry whose own parts are of the right kind, whatever the record holds. */
export function readEntry(record) {
  const text = (value) => (typeof value === "string" ? value : "");
  const stars = Math.min(MOST_STARS, Math.max(0, Math.floor(record.stars) || 0));
  const [title, author, note] = [record.title, record.author, record.note].map(text);
  const grade = text(record.grade) || null;
  const added = Number.isFinite(record.added) ? record.added : nextMoment();
  const place = Number.isFinite(record.place) ? record.place : undefined;
  return Object.freeze({ ...entryOf(record, record.list), added, place, grade, title, author, note, stars });
}

/** The plan of a record, with the boards and ladders that there are now, and whether it was whole. */
export function readPlan(record, choices) {
  const { drawing: _drawing, ladder: _ladder, ...first } = firstPlan(choices);
  const given = Object.keys(first).filter((name) => record?.[name] !== undefined);
  const fields = Object.fromEntries(given.map((name) => [name, record[name]]));
  const plan = { ...first, ...fields };
  const known = choices.symmetries.includes(plan.symmetry);
  const fits =
    given.includes("board") && known && given.every((name) => isLike(fields[name], first[name])) && isBoard(plan.board);
  if (!fits || plan.marks.length !== plan.board.size ** 2) return { plan: firstPlan(choices), whole: false };
  const board = choices.layouts.find(({ spec }) => spec === plan.board.spec) ?? plan.board;
  const ladder = choices.ladders.find(({ name }) => name === record.ladder?.name) ?? null;
  const drawing = isDrawing(record.drawing, board.size) ? record.drawing : null;
  const mix = Object.fromEntries(Object.entries(plan.mix).filter(([, count]) => typeof count === "string"));
  return { plan: Object.freeze(chosenGrade({ ...plan, board, ladder, drawing, mix })), whole: true };
}

/** Returns true if a value has the type of another; all lists of a plan are lists of texts. */
function isLike(value, example) {
  if (Array.isArray(example)) return Array.isArray(value) && value.every((one) => typeof one === "string");
  return typeof value === typeof example && value !== null;
}

function isDrawing(value, size) {
  return (
    Array.isArray(value) &&
    value.length === size ** 2 &&
    value.every((region) => Number.isInteger(region) && region >= 0 && region < size)
  );
}

function isBoard({ spec, size, regions, extras, grades }) {
  const whole = typeof spec === "string" && [regions, extras, grades].every(Array.isArray) && soundSize(spec) === size;
  return whole && grades.length > 0 && grades.every((grade) => typeof grade?.name === "string");
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
 * @returns {Step}
 */
export function stepOf({ plan, puzzles }, change, stroke) {
  /** @type {Change} */
  const before = {};
  if (change.plan) before.plan = Object.fromEntries(Object.keys(change.plan).map((name) => [name, plan[name]]));
  if (change.puzzles) before.puzzles = change.puzzles.map(([key]) => [key, puzzles.get(key) ?? null]);
  return { before, after: change, stroke };
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
  if (before.plan) {
    const field = ([name, value]) => [name, after.plan.board ? value : restored(value, after.plan[name], plan[name])];
    const fields = Object.fromEntries(Object.entries(before.plan).map(field));
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

/** The value of a field before a step, or its value now if that is not the step's; of lists, entry by entry. */
function restored(before, after, now) {
  const lists = [before, after, now];
  const alike = lists.every((list) => Array.isArray(list) && list.length === now.length);
  if (alike) return now.map((value, place) => restored(before[place], after[place], value));
  return JSON.stringify(now) === JSON.stringify(after) ? before : now;
}

/** The change that does two changes one after the other. */
export function joinedChanges(first, then) {
  const puzzles = [...(first.puzzles ?? []), ...(then.puzzles ?? [])];
  return { plan: { ...first.plan, ...then.plan }, ...(puzzles.length ? { puzzles: [...new Map(puzzles)] } : {}) };
}

/** The fields in which two plans differ, as they are in the second. */
export function changedFields(before, after) {
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => value !== before[name]));
}

/** The text of a file that holds a project. */
export function fileOf({ name, order }, { plan, puzzles }) {
  return JSON.stringify({ kind: KIND, version: LATEST, name, order, plan, puzzles: [...puzzles.values()] });
}

/** The project in the text of a file: name, order, plan and entries, and what was damaged; null if there is none. */
export function readFile(text, choices) {
  const data = parsed(text);
  if (data?.kind !== KIND || !Array.isArray(data.puzzles)) return null;
  const { plan, whole } = readPlan(data.plan, choices);
  const sound = data.puzzles.filter(isSoundEntry);
  const name = typeof data.name === "string" ? data.name.slice(0, LONGEST_NAME) : "";
  const damaged = data.puzzles.length - sound.length + (whole ? 0 : 1);
  return { name, order: data.order, plan, puzzles: sound.map(readEntry), damaged };
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
