// @ts-check
// The record of a project, and the text of a file with a project. Records are validated, because they may be damaged.

import { isSoundEntry, readEntry, soundSize } from "./entry.js";
import { newId } from "./ids.js";
import { isPattern } from "./marks.js";
import { chosenGrade, firstPlan } from "./plan.js";

const LONGEST_NAME = 100; // characters of a project's name
const LATEST = 1; // of the files that hold a project
const KIND = "cpgen project";
const READ_APART = ["drawing", "ladder"]; // the fields of a plan that may be null

/**
 * @typedef {import("./entry.js").Entry} Entry
 * @typedef {import("./plan.js").Choices} Choices
 * @typedef {import("./plan.js").Plan} Plan
 * @typedef {import("./steps.js").Work} Work
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

/**
 * The plan of a record with the current boards and ladders, and true if no part of it was damaged.
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
  const isWhole = isKnown && isLikeFirst && isBoard(plan.board) && isPattern(plan.marks, plan.board.size);
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
