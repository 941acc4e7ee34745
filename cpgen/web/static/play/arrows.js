// @ts-check
// The path of an arrow over a board: a curve between two places that avoids other drawings.

import { range } from "./layout.js";

// Offsets of a curve's middle from the straight line, in cells.
const BENDS = range(17).map((k) => (k % 2 ? 1 : -1) * Math.ceil(k / 2) * 0.11);
const PIECES = 14; // straight pieces per curve
const STRAIGHT = 0.35; // what a bend of a cell costs, as a part of running over something

/**
 * @typedef {[x: number, y: number]} Point
 * @typedef {{x: number, y: number, reach: number}} Obstacle what is drawn, by its middle and how far it reaches
 */

/**
 * A curve between two places, `gap` away from both, that crosses as little as possible and stays on the board.
 * @param {Point} start
 * @param {Point} end
 * @param {number} gap
 * @param {Obstacle[]} obstacles
 * @param {number} size
 * @returns {Point[]} its points
 */
export function curve(start, end, gap, obstacles, size) {
  const length = distance(start, end);
  const across = [(start[1] - end[1]) / length, (end[0] - start[0]) / length];
  /** @type {(bend: number) => (t: number) => Point} */
  const point = (bend) => (t) => {
    const offset = 4 * bend * t * (1 - t);
    const at = (/** @type {number} */ k) => start[k] + t * (end[k] - start[k]) + offset * across[k];
    return [at(0), at(1)];
  };
  const others = obstacles.filter(({ x, y }) => [start, end].every((place) => distance(place, [x, y]) > gap));
  /** @param {number} bend */
  const cost = (bend) => {
    const points = range(2 * PIECES + 1).map((k) => point(bend)(k / (2 * PIECES)));
    return costOf(points, bend, others, size);
  };
  const costs = BENDS.map(cost);
  const best = point(BENDS[costs.indexOf(Math.min(...costs))]);
  const whole = range(8 * PIECES + 1).map((k) => k / (8 * PIECES));
  const far = whole.filter((t) => distance(best(t), start) >= gap && distance(best(t), end) >= gap);
  const [first, last] = far.length > 1 ? [far[0], far[far.length - 1]] : [0.3, 0.7];
  return range(PIECES + 1).map((k) => best(first + ((last - first) * k) / PIECES));
}

/**
 * The penalty of a curve: what it crosses, a little for its bend, much for leaving the board.
 * @param {Point[]} points
 * @param {number} bend
 * @param {Obstacle[]} obstacles
 * @param {number} size
 */
function costOf(points, bend, obstacles, size) {
  const outside = points.flat().some((value) => value < 0.04 || value > size - 0.04);
  const over = obstacles.map(({ x, y, reach }) => {
    const nearest = Math.min(...points.map((point) => distance(point, [x, y])));
    return Math.max(0, 1 - nearest / reach);
  });
  return over.reduce((sum, one) => sum + one, STRAIGHT * Math.abs(bend) + (outside ? 100 : 0));
}

/**
 * The three corners of the head at the end of a curve.
 * @param {Point[]} points
 * @param {number} length
 * @returns {Point[]}
 */
export function headOf(points, length) {
  const [before, end] = points.slice(-2);
  const long = distance(before, end);
  const along = [0, 1].map((k) => (end[k] - before[k]) / long);
  const back = [0, 1].map((k) => end[k] - length * along[k]);
  const aside = [-0.42 * length * along[1], 0.42 * length * along[0]];
  return [end, [back[0] + aside[0], back[1] + aside[1]], [back[0] - aside[0], back[1] - aside[1]]];
}

/** @param {Point} one @param {Point} other */
function distance([x, y], [ox, oy]) {
  return Math.hypot(x - ox, y - oy);
}
