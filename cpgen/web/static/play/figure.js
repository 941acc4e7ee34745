// @ts-check
// The parts of a finding on a board: tinted houses and sets, candidates of several kinds, arrows for links.

import { curve, headOf } from "./arrows.js";
import { range } from "./layout.js";
import { symbolText } from "./symbols.js";

/**
 * @typedef {import("./arrows.js").Obstacle} Obstacle
 * @typedef {import("./arrows.js").Point} Point
 * @typedef {import("./data.js").Effect} Effect
 * @typedef {import("./data.js").Finding} Finding
 * @typedef {import("./data.js").Part} Part
 * @typedef {import("./layout.js").Layout} Layout
 * @typedef {import("./svg.js").Shape} Shape
 * @typedef {Pick<Finding, "placed" | "removed"> & {parts: Part[]}} Figure a finding with its parts
 * @typedef {{source: Effect[], target: Effect[], strong: boolean}} Link
 */

const KINDS = ["on", "off", "common", "fin", "figure", "placed"]; // a candidate of several kinds is drawn as the first
/** @type {Record<string, string>} */
const OF_COLOURS = { "colour-1": "on", "colour-2": "off", "colour-3": "common", "colour-4": "figure" };
const FURTHER = ["fin", "start", "strong", "weak", "set", "common", "clue", "derived", "equation"].concat(
  Object.keys(OF_COLOURS),
);
const SETS = 6; // tints for sets
const SPREAD = 0.84; // the part of a cell that candidates fill
const SQUEEZED = { spread: 0.64, down: 0.08 }; // the same beside texts in corners of cells, and how far it is moved

/**
 * Returns true if the parts of a finding add to its houses, cells and digits, as in fish and chains.
 * @param {{parts?: Part[]}} finding
 */
export function hasFigure({ parts = [] }) {
  return withRole(parts, "cover").length > 1 || parts.some(({ role }) => FURTHER.includes(role));
}

/**
 * The cells of its houses and sets, by the name of how they are marked; empty sets for a finding without a figure.
 * @param {{parts?: Part[]} | null | undefined} finding
 * @returns {Record<string, Set<number>>}
 */
export function tints(finding) {
  const parts = (finding && hasFigure(finding) && finding.parts) || [];
  /** @param {string} role */
  const houses = (role) => new Set(withRole(parts, role).flatMap(({ house }) => house?.cells ?? []));
  const focus = new Set(withRole(parts, "cells").flatMap(({ cells }) => cells));
  /** @param {number} k */
  const inSet = (k) => withRole(parts, "set").flatMap(({ cells }, at) => (at % SETS === k ? cells : []));
  const sets = range(SETS).map((k) => /** @type {const} */ ([`set-${k}`, new Set(inSet(k))]));
  const clues = withRole(parts, "clue").flatMap(({ cells }) => cells);
  return { look: new Set([...houses("figure"), ...clues]), cover: houses("cover"), focus, ...Object.fromEntries(sets) };
}

/**
 * Each candidate of the figure with its kind, by a key of cell and digit.
 * @param {Figure} figure
 */
export function kindsOf({ parts, placed, removed }) {
  const digits = withRole(parts, "figure").flatMap((part) => part.digits);
  const lost = new Set(removed.map(([, digit]) => digit));
  const sets = withRole(parts, "set");
  const wings = parts.filter(({ role }) => role === "fin" || role === "cells");
  const sharing = (sets.length ? sets : wings).flatMap(({ cells }) => cells);
  const fillings = withRole(parts, "clue").length > 0; // whose digits are not common to anything
  const on = turns(parts, placed, removed);
  /** @type {(part: Part, k: number) => [kind: string, effects: Effect[]]} */
  const kindOf = (part, k) => {
    if (on.has(k)) return [on.get(k) ? "on" : "off", candidates(part)];
    if (part.role in OF_COLOURS) return [OF_COLOURS[part.role], candidates(part)];
    if (part.role === "set") return ["figure", candidates(part).filter(([, digit]) => lost.has(digit))];
    if (part.role === "fin") return ["fin", candidates(part, { digits })];
    if (part.role === "common") return ["common", fillings ? [] : candidates(part, { cells: sharing })];
    return ["figure", part.role === "figure" || part.role === "cells" ? candidates(part, { digits }) : []];
  };
  /** @type {[kind: string, effects: Effect[]][]} */
  const marked = [...parts.map(kindOf), ["placed", placed]];
  const ordered = marked.sort(([one], [other]) => KINDS.indexOf(one) - KINDS.indexOf(other));
  /** @type {Map<string, string>} */
  const kinds = new Map();
  for (const [kind, effects] of ordered)
    for (const key of effects.map(String)) if (!kinds.has(key)) kinds.set(key, kind);
  return kinds;
}

/**
 * The candidates of a part: its cells and digits, or others where it has none.
 * @param {Part} part
 * @param {{cells?: number[], digits?: number[]}} others
 * @returns {Effect[]}
 */
function candidates(part, { cells = [], digits = [] } = {}) {
  const own = part.digits.length ? part.digits : digits;
  return (part.cells.length ? part.cells : cells).flatMap((cell) =>
    own.map((digit) => /** @type {Effect} */ ([cell, digit])),
  );
}

/** @type {(parts: Part[], role: string) => Part[]} */
const withRole = (parts, role) => parts.filter((part) => part.role === role);

/**
 * True for chains that begin with a candidate on, which then is off or eliminated by the finding.
 * @param {Part[]} parts
 * @param {Effect[]} removed
 */
function contradictsItself(parts, removed) {
  const links = parts.filter(({ role }) => role === "start" || role === "strong" || role === "weak");
  const [first, last] = [links[0], links.at(-1)];
  if (!last || withRole(parts, "start").length !== 1) return false;
  const isOff = last.role === "weak" && String([first.cells, first.digits]) === String([last.cells, last.digits]);
  return isOff || String(removed) === String(candidates(first));
}

/**
 * The state of each part of a chain, true for on: each link turns off to on, or on to off, unless a constraint makes
 * another candidate true in a chain that contradicts itself.
 * @param {Part[]} parts
 * @param {Effect[]} placed
 * @param {Effect[]} removed
 */
function turns(parts, placed, removed) {
  /** @type {Map<number | null, boolean>} */
  const on = new Map();
  const contradicts = contradictsItself(parts, removed);
  for (const [k, { role, source }] of parts.entries()) {
    if (role === "start") {
      const first = parts.find((other) => other.source === k && other.role !== "also")?.role;
      on.set(k, contradicts || (first ? first === "weak" : !placed.length));
    } else if (role === "strong" || role === "weak")
      on.set(k, on.has(source) && !contradicts ? !on.get(source) : role === "strong");
  }
  return on;
}

/**
 * The links of a chain: candidates from which and to which they go, and whether they are strong.
 * @param {{parts: Part[]}} finding
 */
export function linksOf({ parts }) {
  /** @type {Part | null} */
  let target = null;
  /** @type {Link[]} */
  const links = [];
  for (const part of parts) {
    if (part.role === "strong" || part.role === "weak") target = part;
    if (!target || part.source === null || (part.role !== "also" && part !== target)) continue;
    const strong = target.role === "strong";
    links.push({ source: candidates(parts[part.source]), target: candidates(target), strong });
  }
  return links;
}

/**
 * The share of a cell's side that candidates fill, and their offset below the middle.
 * @param {Layout} layout
 */
function squareOf({ constraints }) {
  return constraints?.cornered ? SQUEEZED : { spread: SPREAD, down: 0 };
}

/**
 * The middle of a candidate's place on a board: digits go row by row through a square inside the cell.
 * @param {Layout} layout
 * @param {Effect} candidate
 * @returns {Point}
 */
function placeOf(layout, [cell, digit]) {
  const { size } = layout;
  const { spread, down: lower } = squareOf(layout);
  const across = Math.ceil(Math.sqrt(size));
  const down = Math.ceil(size / across);
  const [row, column] = [Math.floor((digit - 1) / across), (digit - 1) % across];
  const x = (cell % size) + 0.5 + ((column - (across - 1) / 2) * spread) / across;
  const y = Math.floor(cell / size) + 0.5 + lower + ((row - (down - 1) / 2) * spread) / Math.max(down, across - 1);
  return [x, y];
}

/**
 * The shapes of a finding's figure over a board with these digits and candidates, in cells.
 * @param {{layout: Layout, digits: number[], candidates: number[][], finding: Figure,
 *   symbols: string}} scene
 * @returns {Shape[]}
 */
export function figureShapes({ layout, digits, candidates: left, finding, symbols }) {
  const { size } = layout;
  const letter = (0.88 * squareOf(layout).spread) / Math.ceil(Math.sqrt(size));
  const radius = letter * 0.54;
  const gone = new Set(finding.removed.map(String));
  const kinds = kindsOf(finding);
  const there = [...left.flatMap((own, cell) => own.map((digit) => [cell, digit])), ...finding.removed];
  const keys = [...new Set(there.map(String))];
  const written = keys.map((key) => {
    const [cell, digit] = key.split(",").map(Number);
    const role = gone.has(key) ? "gone" : kinds.has(key) ? "marked" : "candidate";
    return { digit, role, kind: kinds.get(key), place: placeOf(layout, [cell, digit]) };
  });
  const obstacles = [
    ...range(size * size)
      .filter((cell) => digits[cell])
      .map((cell) => around([(cell % size) + 0.5, Math.floor(cell / size) + 0.5], 0.3)),
    ...written.map(({ place }) => around(place, radius)),
  ];
  return [
    ...written.flatMap(({ place, kind }) => (kind ? [behind(place, radius, kind)] : [])),
    ...written.map(({ digit, role, place }) => small(symbolText(symbols, digit), role, place, letter)),
    ...written.filter(({ role }) => role === "gone").map(({ place }) => strike(place, letter)),
    ...linksOf(finding).flatMap((link) => arrow(layout, link, radius, obstacles)),
  ];
}

/** @type {(place: Point, reach: number) => Obstacle} */
const around = ([x, y], reach) => ({ x, y, reach });

/** @param {string} text @param {string} role @param {Point} place @param {number} letter @returns {Shape} */
function small(text, role, [x, y], letter) {
  return ["text", { class: role, x, y, "font-size": letter }, text];
}

/** @param {Point} place @param {number} letter @returns {Shape} */
function strike([x, y], letter) {
  const reach = letter * 0.46;
  const d = `M${x - reach} ${y + reach}L${x + reach} ${y - reach}`;
  return ["path", { class: "strike", "stroke-width": letter * 0.14, d }];
}

/**
 * A disc behind a candidate, a square for a fin.
 * @param {Point} place
 * @param {number} radius
 * @param {string} kind
 * @returns {Shape}
 */
function behind([x, y], radius, kind) {
  const pen = { "stroke-width": radius * 0.22 };
  if (kind !== "fin") return ["circle", { class: `mark-${kind}`, cx: x, cy: y, r: radius, ...pen }];
  const side = 1.8 * radius;
  return ["rect", { class: "mark-fin", x: x - side / 2, y: y - side / 2, width: side, height: side }];
}

/**
 * @param {Layout} layout
 * @param {Link} link
 * @param {number} radius
 * @param {Obstacle[]} obstacles to which the arrow is added
 * @returns {Shape[]}
 */
function arrow(layout, { source, target, strong }, radius, obstacles) {
  /** @type {(effects: Effect[]) => Point} */
  const middle = (effects) => {
    const places = effects.map((effect) => placeOf(layout, effect));
    const at = (/** @type {0 | 1} */ k) => places.reduce((sum, place) => sum + place[k], 0) / places.length;
    return [at(0), at(1)];
  };
  const [start, end] = [middle(source), middle(target)];
  if (String(start) === String(end)) return [];
  const points = curve(start, end, 1.15 * radius, obstacles, layout.size);
  obstacles.push(...points.slice(3, -3).map((point) => around(point, 0.7 * radius)));
  /** @param {Point[]} path */
  const d = (path) => `M${path.map(([x, y]) => `${x.toFixed(3)} ${y.toFixed(3)}`).join("L")}`;
  const dashes = strong ? null : `${radius * 0.65} ${radius * 0.5}`;
  return [
    ["path", { class: "link", "stroke-width": radius * 0.22, "stroke-dasharray": dashes, d: d(points) }],
    ["path", { class: "head", d: `${d(headOf(points, 0.85 * radius))}Z` }],
  ];
}
