// @ts-check
// Conflicts with the constraints of a board, found by their primitives: cpgen/constraints/primitives.py describes them.
//
// An open cell may still hold any digit, so a condition is broken when no digits in the open cells could satisfy it.

import { range } from "./layout.js";

/**
 * Functions that return true if digits break a condition on a board of a size, by the kind of condition. The cells and
 * values are those of a `Primitive` as the server writes it; the values depend on the kind.
 * @typedef {[kind: string, cells: number[], ...values: any[]]} Primitive
 * @type {Record<string, (digits: number[], size: number, cells: number[], ...values: any[]) => boolean>}
 */
const BROKEN = {
  different: (digits, _size, cells) => {
    const shown = cells.map((cell) => digits[cell]).filter(Boolean);
    return new Set(shown).size < shown.length;
  },
  domain: (digits, _size, [cell], allowed) => digits[cell] > 0 && !has(allowed, digits[cell]),
  pair: (digits, size, [first, second], allowed) => {
    const others = digitsIn(digits[second], size);
    return !digitsIn(digits[first], size).some((one) => others.some((other) => has(allowed[one - 1], other)));
  },
  linear: (digits, size, cells, coefficients, relation, total) => {
    const ends = cells.map((cell, k) => digitsIn(digits[cell], size).map((digit) => digit * coefficients[k]));
    const least = ends.reduce((sum, values) => sum + Math.min(...values), 0);
    const most = ends.reduce((sum, values) => sum + Math.max(...values), 0);
    return (relation !== ">=" && least > total) || (relation !== "<=" && most < total);
  },
  automaton: (digits, size, cells, transitions, accepting) => {
    let states = new Set([0]);
    for (const cell of cells) {
      const own = digitsIn(digits[cell], size);
      const next = [...states].flatMap((state) => own.map((digit) => transitions[state][digit - 1]));
      states = new Set(next.filter((state) => state >= 0));
    }
    return !accepting.some((/** @type {number} */ state) => states.has(state));
  },
  alternatives: (digits, size, _cells, options, least) => {
    const isBroken = (/** @type {Primitive} */ [kind, cells, ...values]) =>
      BROKEN[kind](digits, size, cells, ...values);
    const possible = options.filter((/** @type {Primitive[]} */ option) => !option.some(isBroken));
    return possible.length < least;
  },
};

/** @type {(mask: number, digit: number) => boolean} */
const has = (mask, digit) => (mask >> (digit - 1)) % 2 === 1;
/** The digits that a cell may hold. @type {(digit: number, size: number) => number[]} */
const digitsIn = (digit, size) => (digit ? [digit] : range(size).map((k) => k + 1));

/**
 * The constraints that digits break, each with its name by language and the cells with digits that break it.
 * @param {import("./layout.js").Layout} layout
 * @param {number[]} digits
 * @returns {{name: Record<string, string>, cells: number[]}[]}
 */
export function brokenConstraints({ size, constraints }, digits) {
  return (constraints?.conditions ?? []).flatMap(({ name, primitives }) => {
    const broken = /** @type {Primitive[]} */ (primitives).filter(([kind, cells, ...values]) =>
      BROKEN[kind](digits, size, cells, ...values),
    );
    const cells = broken.flatMap(([, concerned]) => concerned.filter((cell) => digits[cell]));
    return broken.length ? [{ name, cells: [...new Set(cells)] }] : [];
  });
}
