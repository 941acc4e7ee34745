// @ts-check
// The deductions that a person can find on a board: the rules of the paper, simple fish, simple wings. Each is a
// generator of findings in the order of cpgen's own search, described by their parts as in its `Finding`.

import { range } from "./layout.js";

/**
 * @typedef {import("./data.js").Effect} Effect
 * @typedef {import("./layout.js").House} House
 * @typedef {import("./layout.js").Layout} Layout
 * @typedef {import("./data.js").Part<House>} Part
 * @typedef {{rule: string, parts: Part[], placed: Effect[], removed: Effect[]}} Found
 * @typedef {Generator<{parts: Part[], placed?: Effect[], removed?: Effect[]}>} Search
 */

/** A board: for each cell its candidates, ascending, the digit alone where there is one. */
export class Board {
  /**
   * @param {Layout} layout
   * @param {number[]} digits 0 for open cells
   * @param {number[][]} candidates of open cells
   */
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

  /** @param {number} cell @param {number} digit */
  may(cell, digit) {
    return this.possible[cell].has(digit);
  }

  /**
   * The cells of a house that may hold the digit.
   * @param {House} house
   * @param {number} digit
   */
  places({ cells }, digit) {
    return cells.filter((cell) => this.may(cell, digit));
  }

  /** @param {House} house @param {number} digit */
  isPlaced({ cells }, digit) {
    return cells.some((cell) => this.digits[cell] === digit);
  }

  /**
   * The digit's candidates in some cells.
   * @param {number[]} cells
   * @param {number} digit
   * @returns {Effect[]}
   */
  lost(cells, digit) {
    return cells.filter((cell) => this.may(cell, digit)).map((cell) => [cell, digit]);
  }

  /**
   * The eliminations that follow from placing a digit in a cell.
   * @param {number} cell
   * @param {number} digit
   * @returns {Effect[]}
   */
  excluded(cell, digit) {
    const others = inCell(cell, without(this.candidates[cell], [digit]));
    return [...others, ...this.lost(this.layout.peers[cell], digit)];
  }
}

/** @type {(cell: number, digits: number[]) => Effect[]} */
const inCell = (cell, digits) => digits.map((digit) => [cell, digit]);
/** @type {(role: string, house: House | null, cells: number[], digits: number[]) => Part} */
const part = (role, house, cells, digits) => ({ role, house, cells, digits, source: null });
/** @type {(role: string, cell: number, digits: number[]) => Part} */
const alone = (role, cell, digits) => part(role, null, [cell], digits);

/** @param {Board} board @returns {Search} */
function* hiddenSinglesPlaced(board) {
  for (const [house, digit, cell] of singles(board, board.regions.length ? board.regions : linesOf(board)))
    yield { parts: [part("figure", house, [cell], [digit])], placed: [[cell, digit]] };
}

/** @param {Board} board @returns {Search} */
function* hiddenSingles(board) {
  for (const [house, digit, cell] of singles(board, board.lines))
    yield { parts: [part("figure", house, [cell], [digit])], removed: board.excluded(cell, digit) };
}

/**
 * The houses with one place for a digit that is not placed: house, digit and place.
 * @param {Board} board
 * @param {House[]} houses
 * @returns {Generator<[House, number, number]>}
 */
function* singles(board, houses) {
  for (const house of houses)
    for (const digit of board.all) {
      const places = board.places(house, digit);
      if (places.length === 1 && !board.isPlaced(house, digit)) yield [house, digit, places[0]];
    }
}

/** @param {Board} board @returns {Search} */
function* nakedSingles(board) {
  for (const [cell, left] of board.candidates.entries())
    if (left.length === 1 && !board.digits[cell])
      yield { parts: [alone("cells", cell, left)], removed: board.excluded(cell, left[0]) };
}

/** The rows and columns. @param {Board} board */
function linesOf(board) {
  return board.lines.filter(({ kind }) => kind !== "extra");
}

/**
 * @param {Board} board
 * @param {House[]} houses that have the candidates
 * @param {House[]} others that lose them
 * @returns {Search}
 */
function* lockedCandidates(board, houses, others) {
  /** @type {(house: House, other: House) => number} */
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

/** @param {Board} board @param {House[]} houses @param {number} k @returns {Search} */
function* hiddenSubsets(board, houses, k) {
  for (const house of houses) {
    const open = board.all.filter((digit) => !board.isPlaced(house, digit));
    for (const [digits, cells] of subsets(open, (digit) => board.places(house, digit), k)) {
      const removed = cells.flatMap((cell) => inCell(cell, without(board.candidates[cell], digits)));
      yield { parts: [part("figure", house, inOrder(house, cells), digits)], removed };
    }
  }
}

/** @param {Board} board @param {number} k @returns {Search} */
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

/**
 * The sets of k items that together have exactly k partners; items without partners are left out.
 * @template T
 * @param {T[]} items
 * @param {(item: T) => number[]} partnersOf
 * @param {number} k
 * @returns {Generator<[items: T[], partners: number[]]>}
 */
function* subsets(items, partnersOf, k) {
  const usable = items
    .map((item) => ({ item, partners: partnersOf(item) }))
    .filter(({ partners }) => partners.length >= 1 && partners.length <= k);
  /**
   * @param {number} from
   * @param {T[]} picked
   * @param {Set<number>} union
   * @returns {Generator<[items: T[], partners: number[]]>}
   */
  function* chosen(from, picked, union) {
    if (picked.length === k) {
      if (union.size === k) yield [picked, [...union].sort((one, other) => one - other)];
      return;
    }
    for (let at = from; at < usable.length; at++) {
      const { item, partners } = usable[at];
      const both = new Set([...union, ...partners]);
      if (both.size <= k) yield* chosen(at + 1, [...picked, item], both);
    }
  }
  yield* chosen(0, [], new Set());
}

/** @param {Board} board @returns {Search} */
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

/**
 * Fish of k rows and k columns, each row (or column) with at least two places.
 * @param {Board} board
 * @param {number} k
 * @returns {Search}
 */
function* fish(board, k) {
  for (const kind of ["row", "column"])
    for (const digit of board.all) {
      const lines = board.lines.filter((line) => line.kind === kind && board.places(line, digit).length > 1);
      /** @param {House} line */
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

/** @param {string} kind */
const across = (kind) => (kind === "row" ? "column" : "row");

/**
 * The lines that cross a line at some of its cells.
 * @param {Board} board
 * @param {House} line
 * @param {number[]} cells
 */
function crossing(board, line, cells) {
  /** @param {House} other */
  const isMet = (other) => other.cells.some((cell) => cells.includes(cell));
  return board.lines.filter((other) => other.kind === across(line.kind) && isMet(other));
}

/** @param {Board} board @param {House[]} covers @param {number[]} inside @param {number} digit */
function leftOver(board, covers, inside, digit) {
  return covers.flatMap(({ cells }) => board.lost(without(cells, inside), digit));
}

/**
 * XY-Wing (a pivot of two candidates) and XYZ-Wing (three).
 * @param {Board} board
 * @param {number} size
 * @returns {Search}
 */
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

/** @param {Board} board @returns {Search} */
function* wWings(board) {
  /** @param {[number, number]} cells */
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

/**
 * Returns true if each of two places is seen by one of two cells.
 * @param {Board} board
 * @param {number[]} places
 * @param {number[]} cells
 */
function joins(board, [near, far], [first, second]) {
  /** @type {(one: number, other: number) => boolean} */
  const sees = (one, other) => board.sees[one].has(other);
  return (sees(near, first) && sees(far, second)) || (sees(near, second) && sees(far, first));
}

/** The open cells with two candidates. @param {Board} board */
function pairsOf(board) {
  return range(board.digits.length).filter((cell) => !board.digits[cell] && board.candidates[cell].length === 2);
}

/** @param {Board} board @param {number[]} cells */
function seenByAll(board, cells) {
  const [first, ...others] = cells;
  return board.layout.peers[first].filter((cell) => others.every((other) => board.sees[other].has(cell)));
}

/** @type {(items: number[]) => [number, number][]} */
const twos = (items) => items.flatMap((one, k) => items.slice(k + 1).map((other) => pairOf(one, other)));
/** @type {(one: number, other: number) => [number, number]} */
const pairOf = (one, other) => [one, other];
/** @type {(items: number[], others: number[]) => number[]} */
const without = (items, gone) => items.filter((item) => !gone.includes(item));
/** @type {(items: number[], others: number[]) => number[]} */
const common = (items, others) => items.filter((item) => others.includes(item));
/** @type {(house: House, cells: number[]) => number[]} */
const inOrder = (house, cells) => house.cells.filter((cell) => cells.includes(cell));

/** @param {number[]} one @param {number[]} other */
function same(one, other) {
  return one.length === other.length && one.every((item) => other.includes(item));
}

/** @type {Record<string, (board: Board) => Search>} */
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
 * @param {string} rule
 * @param {Board} board
 * @returns {Found | null}
 */
export function firstOf(rule, board) {
  const [first = null] = found(rule, board);
  return first;
}

/**
 * All findings of one rule that place or remove something.
 * @param {string} rule
 * @param {Board} board
 */
export function findingsOf(rule, board) {
  return [...found(rule, board)];
}

/**
 * @param {string} rule
 * @param {Board} board
 * @returns {Generator<Found>}
 */
function* found(rule, board) {
  for (const { parts, placed = [], removed = [] } of SEARCHES[rule](board))
    if (placed.length || removed.length) yield { rule, parts, placed, removed };
}
