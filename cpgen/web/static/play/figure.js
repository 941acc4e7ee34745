// The parts of a finding on a board: tinted houses and sets, candidates of several kinds, arrows for links.

import { curve, headOf } from "./arrows.js";
import { range } from "./layout.js";
import { symbolText } from "./symbols.js";

const KINDS = ["on", "off", "common", "fin", "figure", "placed"]; // a candidate of several kinds is drawn as the first
const OF_COLOURS = { "colour-1": "on", "colour-2": "off", "colour-3": "common", "colour-4": "figure" };
const FURTHER = ["fin", "start", "strong", "weak", "set", "common", "clue", "derived", ...Object.keys(OF_COLOURS)];
const SETS = 6; // tints for sets
const SPREAD = 0.84; // the part of a cell that candidates fill
const SQUEEZED = { spread: 0.64, down: 0.08 }; // the same beside texts in corners of cells, and how far it is moved

/** Returns true if the parts of a finding add to its houses, cells and digits, as in fish and chains. */
export function hasFigure({ parts = [] }) {
  return withRole(parts, "cover").length > 1 || parts.some(({ role }) => FURTHER.includes(role));
}

/** The cells of its houses and sets, by the name of how they are marked; empty sets for a finding without a figure. */
export function tints(finding) {
  const parts = finding && hasFigure(finding) ? finding.parts : [];
  const houses = (role) => new Set(withRole(parts, role).flatMap(({ house }) => house?.cells ?? []));
  const focus = new Set(withRole(parts, "cells").flatMap(({ cells }) => cells));
  const inSet = (k) => withRole(parts, "set").flatMap(({ cells }, at) => (at % SETS === k ? cells : []));
  const sets = range(SETS).map((k) => [`set-${k}`, new Set(inSet(k))]);
  const clues = withRole(parts, "clue").flatMap(({ cells }) => cells);
  return { look: new Set([...houses("figure"), ...clues]), cover: houses("cover"), focus, ...Object.fromEntries(sets) };
}

/** Each candidate of the figure with its kind, by a key of cell and digit. */
export function kindsOf({ parts, placed, removed }) {
  const digits = withRole(parts, "figure").flatMap((part) => part.digits);
  const lost = new Set(removed.map(([, digit]) => digit));
  const sets = withRole(parts, "set");
  const wings = parts.filter(({ role }) => role === "fin" || role === "cells");
  const sharing = (sets.length ? sets : wings).flatMap(({ cells }) => cells);
  const fillings = withRole(parts, "clue").length > 0; // whose digits are not common to anything
  const on = turns(parts, placed);
  const marked = parts.map((part, k) => {
    if (on.has(k)) return [on.get(k) ? "on" : "off", candidates(part)];
    if (part.role in OF_COLOURS) return [OF_COLOURS[part.role], candidates(part)];
    if (part.role === "set") return ["figure", candidates(part).filter(([, digit]) => lost.has(digit))];
    if (part.role === "fin") return ["fin", candidates(part, { digits })];
    if (part.role === "common") return ["common", fillings ? [] : candidates(part, { cells: sharing })];
    return ["figure", part.role === "figure" || part.role === "cells" ? candidates(part, { digits }) : []];
  });
  const ordered = [...marked, ["placed", placed]].sort(([one], [other]) => KINDS.indexOf(one) - KINDS.indexOf(other));
  const kinds = new Map();
  for (const [kind, effects] of ordered)
    for (const key of effects.map(String)) if (!kinds.has(key)) kinds.set(key, kind);
  return kinds;
}

function candidates(part, { cells = [], digits = [] } = {}) {
  const own = part.digits.length ? part.digits : digits;
  return (part.cells.length ? part.cells : cells).flatMap((cell) => own.map((digit) => [cell, digit]));
}

const withRole = (parts, role) => parts.filter((part) => part.role === role);

/** For each part of a chain whether it is on: each link turns off to on, or on to off. */
function turns(parts, placed) {
  const on = new Map();
  for (const [k, { role, source }] of parts.entries()) {
    if (role === "start") {
      const first = parts.find((other) => other.source === k && other.role !== "also")?.role;
      on.set(k, first ? first === "weak" : !placed.length);
    } else if (role === "strong" || role === "weak") on.set(k, on.has(source) ? !on.get(source) : role === "strong");
  }
  return on;
}

/** The links of a chain: candidates from which and to which they go, and whether they are strong. */
export function linksOf({ parts }) {
  let [target, strong] = [null, false];
  return parts.flatMap((part) => {
    if (part.role === "strong" || part.role === "weak") [target, strong] = [part, part.role === "strong"];
    const isLink = (part.role === "also" || part === target) && part.source !== null;
    return isLink ? [{ source: candidates(parts[part.source]), target: candidates(target), strong }] : [];
  });
}

/** The part of a cell of a board that candidates fill, and how far below the middle they are. */
function squareOf({ constraints }) {
  return constraints?.cornered ? SQUEEZED : { spread: SPREAD, down: 0 };
}

/** The middle of a candidate's place on a board: digits go row by row through a square inside the cell. */
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
 * @param {{layout: import("./layout.js").Layout, digits: number[], candidates: number[][], finding: any,
 *   symbols: string}} scene
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
    const effect = key.split(",").map(Number);
    const role = gone.has(key) ? "gone" : kinds.has(key) ? "marked" : "candidate";
    return { effect, role, kind: kinds.get(key), place: placeOf(layout, effect) };
  });
  const obstacles = [
    ...range(size * size)
      .filter((cell) => digits[cell])
      .map((cell) => around([(cell % size) + 0.5, Math.floor(cell / size) + 0.5], 0.3)),
    ...written.map(({ place }) => around(place, radius)),
  ];
  return [
    ...written.filter(({ kind }) => kind).map(({ place, kind }) => behind(place, radius, kind)),
    ...written.map(({ effect: [, digit], role, place }) => small(symbolText(symbols, digit), role, place, letter)),
    ...written.filter(({ role }) => role === "gone").map(({ place }) => strike(place, letter)),
    ...linksOf(finding).flatMap((link) => arrow(layout, link, radius, obstacles)),
  ];
}

const around = ([x, y], reach) => ({ x, y, reach });

function small(text, role, [x, y], letter) {
  return ["text", { class: role, x, y, "font-size": letter }, text];
}

function strike([x, y], letter) {
  const reach = letter * 0.46;
  const d = `M${x - reach} ${y + reach}L${x + reach} ${y - reach}`;
  return ["path", { class: "strike", "stroke-width": letter * 0.14, d }];
}

/** A disc behind a candidate, a square for a fin. */
function behind([x, y], radius, kind) {
  const pen = { "stroke-width": radius * 0.22 };
  if (kind !== "fin") return ["circle", { class: `mark-${kind}`, cx: x, cy: y, r: radius, ...pen }];
  const side = 1.8 * radius;
  return ["rect", { class: "mark-fin", x: x - side / 2, y: y - side / 2, width: side, height: side }];
}

function arrow(layout, { source, target, strong }, radius, obstacles) {
  const middle = (effects) => {
    const places = effects.map((effect) => placeOf(layout, effect));
    return [0, 1].map((k) => places.reduce((sum, place) => sum + place[k], 0) / places.length);
  };
  const [start, end] = [middle(source), middle(target)];
  if (String(start) === String(end)) return [];
  const points = curve(start, end, 1.15 * radius, obstacles, layout.size);
  obstacles.push(...points.slice(3, -3).map((point) => around(point, 0.7 * radius)));
  const d = (path) => `M${path.map(([x, y]) => `${x.toFixed(3)} ${y.toFixed(3)}`).join("L")}`;
  const dashes = strong ? null : `${radius * 0.65} ${radius * 0.5}`;
  return [
    ["path", { class: "link", "stroke-width": radius * 0.22, "stroke-dasharray": dashes, d: d(points) }],
    ["path", { class: "head", d: `${d(headOf(points, 0.85 * radius))}Z` }],
  ];
}
