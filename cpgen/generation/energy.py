"""Energy: the distance of a board's clues from a match, by a rating; a match has the least energy."""

from __future__ import annotations

from dataclasses import dataclass
from math import log

import numpy as np

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
from cpgen.kernel import compiled, compiled_when_hot, count_bits, inlined
from cpgen.kernel.structs import Struct
from cpgen.layout import Layout
from cpgen.rater.board import RaterBoard, RaterTables, empty_board, rater_tables
from cpgen.rater.ladder import Ladder
from cpgen.rater.rating import rate_clues, rate_on
from cpgen.rater.techniques import Scratches

STUCK_AT_LEAST = 16.0
"""Energy that every stuck board exceeds, so that boards solved near the grade lie below it"""


class EnergyTables(Struct):
    """What compiled code needs to compute an energy."""

    tables: RaterTables
    board: RaterBoard
    codes: np.ndarray
    """The rungs of the ladder, see `Ladder.codes`"""
    target: TargetNumbers
    bound: float
    """Energy below which a puzzle is accepted"""
    has_simple_target: int
    """1 if the target is a grade of level and steps and nothing else"""
    is_wide: int
    """1 if Python has to rate, since the ladder has other techniques than the paper's rules"""


@dataclass(frozen=True)
class EnergyFunction:
    """The energy of clues for one target on one layout."""

    ladder: Ladder
    tables: EnergyTables
    scratches: Scratches
    """Memory of the techniques of a wide ladder"""

    @classmethod
    def of(cls, layout: Layout, target: Target) -> EnergyFunction:
        """Return the energy function of a target, with memory of its own."""
        tables = rater_tables(layout)
        bound = min(-log(target.threshold), STUCK_AT_LEAST)
        return cls(
            target.ladder,
            EnergyTables(
                tables=tables,
                board=empty_board(tables),
                codes=target.ladder.codes,
                target=target.numbers,
                bound=bound,
                has_simple_target=int(target.is_of_level_and_steps),
                is_wide=int(target.ladder.is_wide),
            ),
            Scratches(tables),
        )

    def __call__(self, clues: np.ndarray) -> float:
        """Return the energy of clues (uint8), on a ladder of any kind."""
        rate_on(self.tables.tables, self.tables.board, self.scratches, self.ladder, clues)
        return energy_of_board(self.tables)


@inlined
def rated_energy(tables: EnergyTables, clues: np.ndarray) -> float:
    """Return the energy of clues on a ladder of the paper's rules."""
    rate_clues(tables.tables, tables.board, tables.codes, clues)
    return energy_of_board(tables)


@compiled_when_hot
def energy_of_board(tables: EnergyTables) -> float:
    """Return the energy of a rated board.

    A solved board has its distance from the grade, a stuck one 16 plus its excess candidates, a contradictory one
    infinity. Violations of the remaining targets add a penalty of 16 or more. A stuck board that violates them counts
    half of its excess candidates, since a rare technique needs an open board.
    """
    board = tables.board
    if board.state[0].broken:
        return np.inf
    penalty = 0.0 if tables.has_simple_target else _penalty(tables.target, board)
    if board.state[0].open_cells == 0:
        away = distance(tables.target.grade, board.state[0].level, board.state[0].steps)
        return away + (STUCK_AT_LEAST + penalty if penalty else 0.0)
    excess = -np.float64(len(board.candidates))
    for mask in board.candidates:
        excess += np.float64(count_bits(mask))
    return STUCK_AT_LEAST + penalty + (excess / 2 if penalty else excess)


@compiled
def _penalty(target: TargetNumbers, board: RaterBoard) -> float:
    """Return the penalty for what a target asks besides level and steps of a grade; 0 when it is met."""
    level, steps, score = board.state[0].level, board.state[0].steps, board.state[0].score
    is_solved = board.state[0].open_cells == 0
    penalty = penalty_of_rules(target, board.uses) + penalty_of_level(target, level)
    penalty += penalty_of_score(target, score, is_solved)
    if len(target.limits):
        penalty += penalty_of_level_name(target, board.state[0].level_place, score)
    return penalty + penalty_of_steps(target, steps) if is_solved else penalty
