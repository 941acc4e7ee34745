"""Energy: how far the clues of a board are from a match, by a rating; a match has the least."""

from __future__ import annotations

from math import log
from typing import NamedTuple

import numpy as np

from cpgen.difficulty import model_for
from cpgen.difficulty.grade import distance
from cpgen.difficulty.target import (
    Target,
    TargetNumbers,
    penalty_of_level,
    penalty_of_level_name,
    penalty_of_rules,
    penalty_of_score,
    penalty_of_steps,
)
from cpgen.kernel import by_address, compiled, count_bits
from cpgen.layout import Layout
from cpgen.rater.board import RaterBoard
from cpgen.rater.lane_climb import RULE_BY_RULE, ManyRater, many_rater, rate_one, rate_soon
from cpgen.rater.rating import rate_clues

STUCK_AT_LEAST = 16.0
"""Energy of a stuck board beyond its candidates too many, so that boards solved near the grade lie below it"""
ENERGIES, PRICES = np.zeros(3, np.int64), np.zeros(2, np.int64)


class EnergyFunction(NamedTuple):
    """What tells how far clues are from a match."""

    rater: ManyRater
    target: TargetNumbers
    bound: float
    """The energy below which a puzzle is accepted"""
    energies: np.ndarray
    """The addresses of the ways to the energy, as `by_address` keeps them"""
    prices: np.ndarray
    """The same of what the rest of the target costs; empty when all that is wanted is a grade of level and steps"""


def energy_function_for(layout: Layout, target: Target) -> EnergyFunction:
    """The measure of a target on a layout."""
    rater = many_rater(layout, target.ladder)
    rate_soon(rater)
    prices = PRICES[:0] if target.is_of_level_and_steps else PRICES
    return EnergyFunction(rater, target.numbers, min(-log(target.threshold), STUCK_AT_LEAST), ENERGIES, prices)


@compiled
def rated_energy(measure: EnergyFunction, clues: np.ndarray) -> float:
    """The energy of some clues, by an address: what walks is compiled without it."""
    return energy_at(measure.energies, int(measure.rater.way[0] != RULE_BY_RULE), measure, clues)


def _example() -> tuple[EnergyFunction, np.ndarray]:
    layout = Layout.boxes(2, 2)
    return energy_function_for(layout, Target(model_for(layout).any_grade)), np.zeros(layout.cell_count, np.uint8)


@compiled
def energy_by_searches(measure: EnergyFunction, clues: np.ndarray) -> float:
    """The energy of some clues by a rating rule by rule."""
    rate_clues(measure.rater.tables, measure.rater.board, measure.rater.codes, clues)
    return energy(measure)


@compiled
def energy_in_lanes(measure: EnergyFunction, clues: np.ndarray) -> float:
    """The same by a rating in lanes."""
    rate_one(measure.rater, clues)
    return energy(measure)


WAYS = energy_by_searches, energy_in_lanes


@by_address(ENERGIES, WAYS, _example)
def energy_at(addresses: np.ndarray, way: int, measure: EnergyFunction, clues: np.ndarray) -> float:
    """The energy of some clues, in one of the ways."""
    return WAYS[way](measure, clues)


@compiled
def energy(measure: EnergyFunction) -> float:
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
    off = (
        penalty_of_rules(target, board.uses) + penalty_of_level(target, level) + penalty_of_score(target, score, solved)
    )
    if len(target.limits):
        off += penalty_of_level_name(target, board.state[0].level_place, score)
    return off + penalty_of_steps(target, steps) if solved else off


@by_address(PRICES, [price_beside_grade], lambda: (_example()[0].target, _example()[0].rater.board))
def price_at(addresses: np.ndarray, place: int, target: TargetNumbers, board: RaterBoard) -> float:
    """The same, compiled when something beside such a grade is wanted."""
    return price_beside_grade(target, board)
