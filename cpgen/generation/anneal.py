"""Replacement phase `anneal`: a Metropolis walk over the pattern's digits, in one compiled loop."""

from __future__ import annotations

from dataclasses import dataclass
from math import log

import numpy as np

from cpgen.difficulty.grade import distance
from cpgen.difficulty.target import Target, TargetNumbers, price_of_rules, price_of_steps
from cpgen.generation.run import Run
from cpgen.kernel import bit, compiled, count_bits, inner, random_below, random_state, random_unit
from cpgen.layout import Layout
from cpgen.rater.board import BROKEN, LEVEL, OPEN, STEPS, RaterBoard, RaterTables, empty_board, rater_tables
from cpgen.rater.rating import rate_clues

ENERGY, TEMPERATURE, COOLING = range(3)
STUCK_AT_LEAST = 16.0
"""Energy of a stuck board beyond its candidates too many, so that boards solved near the grade lie below it"""
SLICE = 500
"""Ratings between two looks at the clock"""


@dataclass(frozen=True)
class Descent:
    """How a walk cools, geometrically, over so many ratings."""

    start: float
    end: float
    ratings: int


def descent_for(layout: Layout) -> Descent:
    """The descent that was measured to do well; a short one leaves a hopeless random pattern soon."""
    if layout.size <= 9:
        return Descent(12.0, 12.0, 2_000)
    return Descent(6.0, 3.0, 5_000) if layout.size < 16 else Descent(3.0, 3.0, 5_000)


def repair(run: Run, clues: list[int]) -> list[int] | None:
    """Walks from the clues until a puzzle is accepted; None after as many ratings as one descent has."""
    free = np.array(run.free_cells, np.int64)
    tables = rater_tables(run.layout)
    board = empty_board(tables)
    codes, target = run.target.ladder.codes, run.target.numbers
    state = np.array(clues, np.uint8)
    used = digits_used(run.layout, clues)
    random = random_state(run.rng)
    descent = descent_for(run.layout)
    heat = np.array([np.inf, descent.start, (descent.end / descent.start) ** (1 / descent.ratings)])
    bound = bound_of(run.target)
    for _ in range(0, descent.ratings, SLICE):
        done = walk(tables, board, codes, target, bound, state, free, used, heat, random, SLICE)
        run.count_ratings(done)
        if heat[ENERGY] < bound:
            return [int(digit) for digit in state]
    return None


def bound_of(target: Target) -> float:
    """The energy below which a puzzle is accepted."""
    return min(-log(target.threshold), STUCK_AT_LEAST)


def digits_used(layout: Layout, clues: list[int]) -> np.ndarray:
    """[H] for each house, the mask of the digits that its clues show."""
    shown = ({clues[cell] - 1 for cell in house.cells if clues[cell]} for house in layout.houses)
    return np.array([sum(1 << digit for digit in digits) for digits in shown], np.uint64)


@compiled
def walk(
    tables: RaterTables,
    board: RaterBoard,
    codes: np.ndarray,
    target: TargetNumbers,
    bound: float,
    clues: np.ndarray,
    free: np.ndarray,
    used: np.ndarray,
    heat: np.ndarray,
    random: np.ndarray,
    ratings: int,
) -> int:
    """At most so many steps of the walk, ending early when the energy falls below the bound; the ratings done.

    Changes in place: clues, the digits used by house, heat (energy, temperature, cooling factor), the random state.
    """
    if heat[ENERGY] == np.inf:
        rate_clues(tables, board, codes, clues)
        heat[ENERGY] = energy(board, target)
    for done in range(ratings):
        if heat[ENERGY] < bound or len(free) == 0:
            return done
        cell = free[random_below(random, len(free))]
        digit = other_digit(tables, used, cell, random)
        if digit:
            before = clues[cell]
            clues[cell] = digit
            rate_clues(tables, board, codes, clues)
            after = energy(board, target)
            if after <= heat[ENERGY] - heat[TEMPERATURE] * log(1.0 - random_unit(random)):
                heat[ENERGY] = after
                exchange(tables, used, cell, bit(before - 1) | bit(digit - 1))
            else:
                clues[cell] = before
        heat[TEMPERATURE] *= heat[COOLING]
    return ratings


@compiled
def energy(board: RaterBoard, target: TargetNumbers) -> float:
    """Solved: the distance from the grade. Stuck: 16 and the candidates too many. Contradictory: infinite.

    What misses the rest of the target costs 16 or more, solved or stuck. A stuck board without a rule that it needs
    gets half the price of its candidates back, for a rare rule acts while much is open.
    """
    if board.counters[BROKEN]:
        return np.inf
    level, steps = board.counters[LEVEL], board.counters[STEPS]
    off = price_of_rules(target, level, rules_used(board))
    if board.counters[OPEN] == 0:
        off += price_of_steps(target, steps)
        return distance(target.grade, level, steps) + (STUCK_AT_LEAST + off if off else 0.0)
    surplus = -np.float64(len(board.candidates))
    for mask in board.candidates:
        surplus += np.float64(count_bits(mask))
    return STUCK_AT_LEAST + off + (surplus / 2 if off else surplus)


@inner
def rules_used(board: RaterBoard) -> np.uint64:
    """The mask of the rules that the ladder used, by their place in it."""
    used = np.uint64(0)
    for rule in range(len(board.uses)):
        if board.uses[rule]:
            used |= bit(rule)
    return used


@inner
def other_digit(tables: RaterTables, used: np.ndarray, cell: int, random: np.ndarray) -> int:
    """A random digit 1..n that no clue shows in the cell's houses, or 0 when there is none."""
    size = tables.house_cells.shape[1]
    shown = np.uint64(0)
    for k in range(tables.houses_of.shape[1]):
        house = tables.houses_of[cell, k]
        if house < 0:
            break
        shown |= used[house]
    choice = size - np.int64(count_bits(shown))
    if choice == 0:
        return 0
    skip = random_below(random, choice)
    for digit in range(size):
        if not shown & bit(digit):
            if skip == 0:
                return digit + 1
            skip -= 1
    return 0


@inner
def exchange(tables: RaterTables, used: np.ndarray, cell: int, digits: np.uint64) -> None:
    """Turns two digits, the old and the new, over in what the houses of a cell show."""
    for k in range(tables.houses_of.shape[1]):
        house = tables.houses_of[cell, k]
        if house < 0:
            return
        used[house] ^= digits
