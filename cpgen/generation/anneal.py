"""Replacement phase `anneal`: a Metropolis walk over the pattern's digits, led out of contradictions by the oracle.

The walk is one compiled loop. Now and then it pauses, and the oracle says whether its clues still have a completion. If
not, it continues from the last clues that had one, of which a few are drawn anew from a completion of the others: a
large neighbourhood search (Shaw 1998).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log
from typing import NamedTuple

import numpy as np

from cpgen.difficulty import model_for
from cpgen.difficulty.grade import distance
from cpgen.difficulty.target import (
    Target,
    TargetNumbers,
    price_of_level,
    price_of_level_name,
    price_of_rules,
    price_of_score,
    price_of_steps,
)
from cpgen.generation.run import Run
from cpgen.kernel import (
    bit,
    by_address,
    compiled,
    compiled_at_once,
    count_bits,
    random_below,
    random_state,
    random_unit,
)
from cpgen.kernel.records import Record, record
from cpgen.kernel.streams import random_absent
from cpgen.layout import Layout
from cpgen.notation import MAX_DIGIT
from cpgen.rater.board import RaterBoard, RaterTables
from cpgen.rater.lane_climb import ManyRater, at_work, many_rater, rate_one, rate_soon
from cpgen.rater.rating import rate_clues

STUCK_AT_LEAST = 16.0
"""Energy of a stuck board beyond its candidates too many, so that boards solved near the grade lie below it"""
RATINGS_AT_ONCE = 500
"""Ratings between two looks at the clock"""
FIRST_QUESTION = (12, 100, 1_000), (16, 500, 2_000), (MAX_DIGIT, 100, 250)
"""Ratings before the oracle is first asked for a completion, twice as many after each time but a no.

Each row has the side of the largest boards that it is for, the ratings for a quick oracle, and for any other."""
ANEW = 0.05, 0.3
"""The least and the largest share of the free clues that are drawn anew, and at least two"""
ENERGIES, PRICES = np.zeros(3, np.int64), np.zeros(2, np.int64)


@dataclass(frozen=True)
class Cooling:
    """How a walk cools, geometrically, over so many ratings."""

    start: float
    end: float
    ratings: int


def cooling_for(layout: Layout) -> Cooling:
    """The cooling that was measured to do well; a short one leaves a hopeless random pattern soon."""
    if layout.size <= 9:
        return Cooling(12.0, 12.0, 2_000)
    return Cooling(6.0, 3.0, 5_000) if layout.size < 16 else Cooling(3.0, 3.0, 5_000)


class Measure(NamedTuple):
    """What tells how far clues are from a match."""

    rater: ManyRater
    target: TargetNumbers
    bound: float
    """The energy below which a puzzle is accepted"""
    energies: np.ndarray
    """The addresses of the ways to the energy, as `by_address` keeps them"""
    prices: np.ndarray
    """The same of what the rest of the target costs; empty when all that is wanted is a grade of level and steps"""


def measure_for(layout: Layout, target: Target) -> Measure:
    """The measure of a target on a layout."""
    rater = many_rater(layout, target.ladder)
    rate_soon(rater)
    prices = PRICES[:0] if target.is_of_level_and_steps else PRICES
    return Measure(rater, target.numbers, min(-log(target.threshold), STUCK_AT_LEAST), ENERGIES, prices)


class Annealing(NamedTuple):
    """The state of a walk, changed in place."""

    clues: np.ndarray
    """[N] uint8"""
    free: np.ndarray
    """The cells whose digit may change"""
    used: np.ndarray
    """[H] for each house, the mask of the digits that its clues show"""
    heat: Record
    """`energy` of the clues, infinite before they were rated; `temperature`, and the `factor` a rating"""
    random: np.ndarray


def repair(run: Run, clues: list[int]) -> list[int] | None:
    """Walks from clues that have a completion until a puzzle is accepted; None after the ratings of one cooling."""
    measure, cooling = measure_for(run.layout, run.target), cooling_for(run.layout)
    state = _set_out(run, clues, cooling)
    first = ratings_to_question(run)
    consistent, pause, left = clues, first, cooling.ratings
    while True:
        _walk_on(run, measure, state, min(pause, left))
        left -= min(pause, left)
        now = [int(digit) for digit in state.clues]
        if state.heat.energy < measure.bound:
            return now
        if not left:
            return None
        answer = run.shown_completion(now)
        pause = first if answer is False else 2 * pause
        if answer is False:
            _continue_from(run, state, partly_anew(run, consistent))
        elif answer:
            consistent = now


def ratings_to_question(run: Run) -> int:
    """Ratings before the oracle is first asked."""
    return next(
        quick if run.asks_quickly else other for side, quick, other in FIRST_QUESTION if run.layout.size <= side
    )


def _set_out(run: Run, clues: list[int], cooling: Cooling) -> Annealing:
    return Annealing(
        clues=np.array(clues, np.uint8),
        free=np.array(run.free_cells, np.int64),
        used=_digits_used(run.layout, clues),
        heat=record(
            energy=np.inf,
            temperature=cooling.start,
            factor=(cooling.end / cooling.start) ** (1 / cooling.ratings),
        ),
        random=random_state(run.rng),
    )


def _walk_on(run: Run, measure: Measure, state: Annealing, ratings: int) -> None:
    """So many steps of the walk, or fewer to a match, with looks at the clock."""
    for begun in range(0, ratings, RATINGS_AT_ONCE):
        with at_work(measure.rater) as rater:
            run.clock.count_ratings(walk(measure._replace(rater=rater), state, min(RATINGS_AT_ONCE, ratings - begun)))


def partly_anew(run: Run, clues: list[int]) -> list[int]:
    """The clues with a random few of them taken from a random completion of the others, if one is found."""
    cells = run.shuffled_cells()
    few = set(cells[: max(2, round(run.rng.uniform(*ANEW) * len(cells)))])
    grid = run.found_completion([0 if cell in few else digit for cell, digit in enumerate(clues)]) or clues
    return [digit and grid[cell] for cell, digit in enumerate(clues)]


def _continue_from(run: Run, state: Annealing, clues: list[int]) -> None:
    state.clues[:] = clues
    state.used[:] = _digits_used(run.layout, clues)
    state.heat.energy = np.inf


def _digits_used(layout: Layout, clues: list[int]) -> np.ndarray:
    shown = ({clues[cell] - 1 for cell in house.cells if clues[cell]} for house in layout.houses)
    return np.array([sum(1 << digit for digit in digits) for digits in shown], np.uint64)


@compiled_at_once
def walk(measure: Measure, state: Annealing, ratings: int) -> int:
    """At most so many steps of the walk, ending early when the energy falls below the bound; the ratings done."""
    heat = state.heat
    if heat.energy == np.inf:
        heat.energy = rated_energy(measure, state.clues)
    for done in range(ratings):
        if heat.energy < measure.bound or len(state.free) == 0:
            return done
        cell = state.free[random_below(state.random, len(state.free))]
        digit = other_digit(measure.rater.tables, state.used, cell, state.random)
        if digit:
            before = state.clues[cell]
            state.clues[cell] = digit
            after = rated_energy(measure, state.clues)
            if after <= heat.energy - heat.temperature * log(1.0 - random_unit(state.random)):
                heat.energy = after
                exchange(measure.rater.tables, state.used, cell, bit(before - 1) | bit(digit - 1))
            else:
                state.clues[cell] = before
        heat.temperature *= heat.factor
    return ratings


@compiled
def rated_energy(measure: Measure, clues: np.ndarray) -> float:
    """The energy of some clues, by an address: what walks is compiled without it."""
    return energy_at(measure.energies, measure.rater.way, measure, clues)


def _example() -> tuple[Measure, np.ndarray]:
    layout = Layout.boxes(2, 2)
    return measure_for(layout, Target(model_for(layout).any_grade)), np.zeros(layout.cell_count, np.uint8)


@compiled
def energy_by_searches(measure: Measure, clues: np.ndarray) -> float:
    """The energy of some clues by a rating rule by rule."""
    rate_clues(measure.rater.tables, measure.rater.board, measure.rater.codes, clues)
    return energy(measure)


@compiled
def energy_in_lanes(measure: Measure, clues: np.ndarray) -> float:
    """The same by a rating in lanes."""
    rate_one(measure.rater, clues)
    return energy(measure)


WAYS = energy_by_searches, energy_in_lanes
"""As the rater's ways"""


@by_address(ENERGIES, WAYS, _example)
def energy_at(addresses: np.ndarray, way: int, measure: Measure, clues: np.ndarray) -> float:
    """The energy of some clues, in one of the ways."""
    return WAYS[way](measure, clues)


@compiled
def energy(measure: Measure) -> float:
    """Solved: the distance from the grade. Stuck: 16 and the candidates too many. Contradictory: infinite.

    What misses the rest of the target costs 16 or more, solved or stuck. A stuck board without a rule that it needs
    gets half the price of its candidates back, for a rare rule acts while much is open.
    """
    board = measure.rater.board
    if board.state[0].broken:
        return np.inf
    off = price_at(measure.prices, 0, measure.target, board) if len(measure.prices) else 0.0
    if board.state[0].open_cells == 0:
        far = distance(measure.target.grade, board.state[0].level, board.state[0].steps)
        return far + (STUCK_AT_LEAST + off if off else 0.0)
    surplus = -np.float64(len(board.candidates))
    for mask in board.candidates:
        surplus += np.float64(count_bits(mask))
    return STUCK_AT_LEAST + off + (surplus / 2 if off else surplus)


@compiled
def price_beside_grade(target: TargetNumbers, board: RaterBoard) -> float:
    """What misses the rest of the target, beside the grade of level and steps; 0 when nothing does."""
    level, steps, score = board.state[0].level, board.state[0].steps, board.state[0].score
    solved = board.state[0].open_cells == 0
    off = price_of_rules(target, board.uses) + price_of_level(target, level) + price_of_score(target, score, solved)
    if len(target.limits):
        off += price_of_level_name(target, board.state[0].level_place, score)
    return off + price_of_steps(target, steps) if solved else off


@by_address(PRICES, [price_beside_grade], lambda: (_example()[0].target, _example()[0].rater.board))
def price_at(addresses: np.ndarray, place: int, target: TargetNumbers, board: RaterBoard) -> float:
    """The same, compiled when something beside such a grade is wanted."""
    return price_beside_grade(target, board)


@compiled
def other_digit(tables: RaterTables, used: np.ndarray, cell: int, random: np.ndarray) -> int:
    """A random digit 1..n that no clue shows in the cell's houses, or 0 when there is none."""
    shown = np.uint64(0)
    for k in range(tables.houses_of.shape[1]):
        house = tables.houses_of[cell, k]
        if house < 0:
            break
        shown |= used[house]
    return random_absent(random, shown, tables.house_cells.shape[1]) + 1


@compiled
def exchange(tables: RaterTables, used: np.ndarray, cell: int, digits: np.uint64) -> None:
    """Turns two digits, the old and the new, over in what the houses of a cell show."""
    for k in range(tables.houses_of.shape[1]):
        house = tables.houses_of[cell, k]
        if house < 0:
            return
        used[house] ^= digits
