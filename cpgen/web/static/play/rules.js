// The deductions that a person can find on a board: the rules of the paper, simple fish, simple wings. Each is a
// generator of findings in the order of cpgen's own search, described by their parts as in its `Finding`.

import { range } from "./layout.js";

/**
 * @typedef {import("./layout.js").House} House
 * @typedef {{role: string, house: House | null, cells: number[], digits: number[], source: number | null}} Part
 * @typedef {{rule: string, parts: Part[], placed: number[][], removed: number[][]}} Found
 */

/** A board: for each cell its candidates, ascending, the digit alone where there is one. */
export class Board {
  /** `digits` has 0 for open cells, whose candidates are given. */
  constructor(layout, digits, candidates) {
    this.layout = layout;
    this.digits = digits;
    this.candidates = digits.map((digit, cell) => (digit ? [digit] : candidates[cell]));
    this.possible = this.candidates.map((left) => new Set(left));
    this.all = range(layout.size).map((k) => k + 1);
    this.regions = layout.houses.filter(({ kind }) => kind === "region");
    this.lines = layout.houses.filter(({ kind }) => kind !== "region");
    this.sees = layout.peers.map((peers) => new Set(peers));
  }

  may(cell, digit) {
    return this.possible[cell].has(digit);
  }

  /** The cells of a house that may hold the digit. */
  places({ cells }, digit) {
    return cells.filter((cell) => this.may(cell, digit));
  }

  isPlaced({ cells }, digit) {
    return cells.some((cell) => this.digits[cell] === digit);
  }

  /** The digit's candidates in some cells, as pairs of a cell and a digit. */
  lost(cells, digit) {
    return cells.filter((cell) => this.may(cell, digit)).map((cell) => [cell, digit]);
  }

  /** All that a digit which is alone in a cell excludes. */
  excluded(cell, digit) {
    const others = this.candidates[cell].filter((other) => other !== digit).map((other) => [cell, other]);
    return [...others, ...this.lost(this.layout.peers[cell], digit)];
  }
}

const part = (role, house, cells, digits) => ({ role, house, cells, digits, source: null });
const alone = (role, cell, digits) => part(role, null, [cell], digits);

function* hiddenSinglesPlaced(board) {
  for (const [house, digit, [cell]] of singles(board, board.regions.length ? board.regions : linesOf(board)))
    yield { parts: [part("figure", house, [cell], [digit])], placed: [[cell, digit]] };
}

function* hiddenSingles(board) {
  for (const [house, digit, [cell]] of singles(board, board.lines))
    yield { parts: [part("figure", house, [cell], [digit])], removed: board.excluded(cell, digit) };
}

function* singles(board, houses) {
  for (const house of houses)
    for (const digit of board.all) {
      const places = board.places(house, digit);
      if (places.length === 1 && !board.isPlaced(house, digit)) yield [house, digit, places];
    }
}

function* nakedSingles(board) {
  for (const [cell, left] of board.candidates.entries())
    if (left.length === 1 && !board.digits[cell])
      yield { parts: [alone("cells", cell, left)], removed: board.excluded(cell, left[0]) };
}

/** The rows and columns. */
function linesOf(board) {
  return board.lines.filter(({ kind }) => kind !== "extra");
}

function* lockedCandidates(board, houses, others) {
  const shared = (house, other) => house.cells.filter((cell) => other.cells.includes(cell)).length;
  for (const house of houses) {
    const met = others.filter((other) => shared(house, other) > 1);
    for (const digit of board.all) {
      const places = board.places(house, digit);
      if (places.length < 2) continue;
      for (const other of met.filter(({ cells }) => places.every((cell) => cells.includes(cell)))) {
        const parts = [part("figure", house, places, [digit]), part("cover", other, [], [])];
        yield { parts, removed: board.lost(without(other.cells, places), digit) };
      }
    }
  }
}

function* hiddenSubsets(board, houses, k) {
  for (const house of houses) {
    const open = board.all.filter((digit) => !board.isPlaced(house, digit));
    for (const [digits, cells] of subsets(open, (digit) => board.places(house, digit), k)) {
      const removed = cells.flatMap((cell) => without(board.candidates[cell], digits).map((digit) => [cell, digit]));
      yield { parts: [part("figure", house, inOrder(house, cells), digits)], removed };
    }
  }
}

function* nakedSubsets(board, k) {
  for (const house of board.layout.houses) {
    const open = house.cells.filter((cell) => !board.digits[cell]);
    for (const [cells, digits] of subsets(open, (cell) => board.candidates[cell], k)) {
      const others = without(open, cells);
      const removed = digits.flatMap((digit) => board.lost(others, digit));
      yield { parts: [part("figure", house, cells, digits)], removed };
    }
  }
}

/** The choices of k items that have k partners together; each has at least one. */
function* subsets(items, partnersOf, k) {
  const partners = new Map(items.map((item) => [item, partnersOf(item)]));
  const usable = items.filter((item) => partners.get(item).length >= 1 && partners.get(item).length <= k);
  function* chosen(from, picked, union) {
    if (picked.length === k) {
      if (union.size === k) yield [picked, [...union].sort((one, other) => one - other)];
      return;
    }
    for (let at = from; at < usable.length; at++) {
      const both = new Set([...union, ...partners.get(usable[at])]);
      if (both.size <= k) yield* chosen(at + 1, [...picked, usable[at]], both);
    }
  }
  yield* chosen(0, [], new Set());
}

function* xWings(board) {
  const lines = linesOf(board);
  for (const [at, base] of lines.entries())
    for (const digit of board.all) {
      const places = board.places(base, digit);
      if (places.length !== 2) continue;
      const covers = crossing(board, base, places);
      for (const other of lines.slice(at + 1).filter(({ kind }) => kind === base.kind)) {
        const there = board.places(other, digit);
        if (there.length !== 2 || !there.every((cell) => covers.some(({ cells }) => cells.includes(cell)))) continue;
        const parts = [part("figure", base, places, [digit]), part("figure", other, there, [])];
        yield { parts, removed: leftOver(board, covers, [...base.cells, ...other.cells], digit) };
      }
    }
}

/** Fish of k rows and k columns, each row (or column) with at least two places. */
function* fish(board, k) {
  for (const kind of ["row", "column"])
    for (const digit of board.all) {
      const lines = board.lines.filter((line) => line.kind === kind && board.places(line, digit).length > 1);
      const covering = (line) => crossing(board, line, board.places(line, digit)).map(({ number }) => number);
      for (const [bases, numbers] of subsets(lines, covering, k)) {
        const covers = board.lines.filter((line) => line.kind === across(kind) && numbers.includes(line.number));
        const figure = bases.map((base) => part("figure", base, board.places(base, digit), [digit]));
        const inside = bases.flatMap(({ cells }) => cells);
        const parts = [...figure, ...covers.map((cover) => part("cover", cover, [], []))];
        yield { parts, removed: leftOver(board, covers, inside, digit) };
      }
    }
}

const across = (kind) => (kind === "row" ? "column" : "row");

/** The lines that cross a line at some of its cells. */
function crossing(board, line, cells) {
  const isMet = (other) => other.cells.some((cell) => cells.includes(cell));
  return board.lines.filter((other) => other.kind === across(line.kind) && isMet(other));
}

function leftOver(board, covers, inside, digit) {
  return covers.flatMap(({ cells }) => board.lost(without(cells, inside), digit));
}

/** XY-Wing (a pivot of two candidates) and XYZ-Wing (three). */
function* pivotWings(board, size) {
  for (const [pivot, centre] of board.candidates.entries()) {
    if (centre.length !== size || board.digits[pivot]) continue;
    const pincers = pairsOf(board).filter(
      (cell) => board.sees[pivot].has(cell) && common(board.candidates[cell], centre).length === size - 1,
    );
    for (const [first, second] of twos(pincers)) {
      const [one, other] = [board.candidates[first], board.candidates[second]];
      const shared = common(one, other);
      if (shared.length !== 1 || !same(without([...one, ...other], shared), without(centre, shared))) continue;
      const seers = centre.includes(shared[0]) ? [first, second, pivot] : [first, second];
      yield {
        parts: [
          alone("cells", pivot, centre),
          alone("fin", first, one),
          alone("fin", second, other),
          part("common", null, [], shared),
        ],
        removed: board.lost(seenByAll(board, seers), shared[0]),
      };
    }
  }
}

function* wWings(board) {
  const apart = ([first, second]) =>
    same(board.candidates[first], board.candidates[second]) && !board.sees[first].has(second);
  for (const [first, second] of twos(pairsOf(board)).filter(apart)) {
    const both = board.candidates[first];
    for (const [digit, other] of [both, [...both].reverse()]) {
      const removed = board.lost(seenByAll(board, [first, second]), other);
      if (!removed.length) continue;
      for (const house of board.layout.houses) {
        const places = board.places(house, digit);
        if (places.length !== 2 || !joins(board, places, [first, second])) continue;
        yield {
          parts: [
            part("figure", house, places, [digit]),
            alone("fin", first, both),
            alone("fin", second, both),
            part("common", null, [], [other]),
          ],
          removed,
        };
      }
    }
  }
}

/** Returns true if each of two places is seen by one of two cells. */
function joins(board, [near, far], [first, second]) {
  const sees = (one, other) => board.sees[one].has(other);
  return (sees(near, first) && sees(far, second)) || (sees(near, second) && sees(far, first));
}

/** The open cells with two candidates. */
function pairsOf(board) {
  return range(board.digits.length).filter((cell) => !board.digits[cell] && board.candidates[cell].length === 2);
}

function seenByAll(board, cells) {
  const [first, ...others] = cells;
  return board.layout.peers[first].filter((cell) => others.every((other) => board.sees[other].has(cell)));
}

const twos = (items) => items.flatMap((one, k) => items.slice(k + 1).map((other) => [one, other]));
const without = (items, gone) => items.filter((item) => !gone.includes(item));
const common = (items, others) => items.filter((item) => others.includes(item));
const inOrder = (house, cells) => house.cells.filter((cell) => cells.includes(cell));

function same(one, other) {
  return one.length === other.length && one.every((item) => other.includes(item));
}

const SEARCHES = {
  "hidden-single-region": hiddenSinglesPlaced,
  "locked-pointing": (board) => lockedCandidates(board, board.regions, board.lines),
  "hidden-single-line": hiddenSingles,
  "hidden-pair-region": (board) => hiddenSubsets(board, board.regions, 2),
  "locked-claiming": (board) => lockedCandidates(board, board.lines, board.regions),
  "naked-single": nakedSingles,
  "x-wing": xWings,
  "hidden-pair-line": (board) => hiddenSubsets(board, board.lines, 2),
  "hidden-triple": (board) => hiddenSubsets(board, board.layout.houses, 3),
  "hidden-quadruple": (board) => hiddenSubsets(board, board.layout.houses, 4),
  "naked-pair": (board) => nakedSubsets(board, 2),
  "naked-triple": (board) => nakedSubsets(board, 3),
  "naked-quadruple": (board) => nakedSubsets(board, 4),
  swordfish: (board) => fish(board, 3),
  jellyfish: (board) => fish(board, 4),
  "hidden-pair": (board) => hiddenSubsets(board, board.layout.houses, 2),
  "xy-wing": (board) => pivotWings(board, 2),
  "xyz-wing": (board) => pivotWings(board, 3),
  "w-wing": wWings,
};

/** The names of the rules, in the order of the paper's ladder, then others. */
export const RULES = Object.keys(SEARCHES);

/**
 * The first finding of one rule that places or removes something, or null.
 * @returns {Found | null}
 */
export function firstOf(rule, board) {
  for (const { parts, placed = [], removed = [] } of SEARCHES[rule](board))
    if (placed.length || removed.length) return { rule, parts, placed, removed };
  return null;
}
