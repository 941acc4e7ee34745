"""Energy of clues: the distance of a rating from the target, which walks minimise.

    solved, target met       distance from the grade, −ln of the appropriateness
    solved, another grade    the same or the bound, whichever is more, + the lead of the grade that fits better
    solved, target missed    the same + 16 + penalties of the target
    stuck                    16 + penalties + excess candidates
    contradictory            infinite

A puzzle is accepted below `EnergyFunction.bound`, which is at most 16; so every accepted puzzle is solved.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log

import numpy as np

from cpgen.difficulty.grade import distance
from cpgen.difficulty.target import (
    Target,
    TargetNumbers,
    lead_of_rivals,
    penalty_of_level,
    penalty_of_level_name,
    penalty_of_rules,
    penalty_of_score,
    penalty_of_steps,
)
from cpgen.kernel import compiled, compiled_when_hot, count_bits, inlined
from cpgen.kernel.structs import Struct
from cpgen.layout import Layout
from cpgen.rater.board import RaterBoard, board_for, empty_board
from cpgen.rater.rating import rate_on
from cpgen.rater.rounds import rate_clues
from cpgen.rater.techniques import Scratches
from cpgen.requests.clock import Clock, OutOfTimeError

STUCK_ENERGY = 16.0
"""Energy of a stuck board besides its excess candidates; boards solved near the grade lie below it"""


class EnergyFunction(Struct):
    """The rater's board and the target, from which compiled code computes energies; made by `energy_for`."""

    board: RaterBoard
    codes: np.ndarray
    """The rules of the ladder as numbers, as `rate_clues` takes them"""
    target: TargetNumbers
    bound: float
    """Energy below which a puzzle is accepted"""
    only_grade: int
    """1 if the target is only a grade of level and steps, so that nothing else has a penalty; else 0"""


@dataclass(frozen=True)
class Energy:
    """Energy function of a target on a layout; it has its own board, so it is for one thread at a time."""

    function: EnergyFunction
    target: Target
    scratches: Scratches
    """Memory of the techniques of a wide ladder"""

    def rated(self, clues: np.ndarray, clock: Clock) -> float:
        """Return the energy of clues (uint8) by a rating on a ladder of any kind.

        Raises:
            OutOfTimeError: if the clock ends the call before the rating is done.
        """
        target = self.target
        # With all slow techniques an expert's puzzle takes four times as long: most drafts are far from being solved.
        if not rate_on(self.function.board, self.scratches, target.ladder, clues, clock.is_over, target.needs):
            raise OutOfTimeError
        return board_energy(self.function)

    @property
    def is_too_easy(self) -> bool | None:
        """True if the target is harder than the puzzle rated last, False if it is easier, None if neither is known.

        A puzzle that the ladder does not solve is never too easy.
        """
        board = self.function.board
        if board.state["open_cells"][0]:
            return False
        return self.target.exceeds(int(board.progress["level"][0]), int(board.progress["steps"][0]))


def energy_for(layout: Layout, target: Target, like: Energy | None = None) -> Energy:
    """Return the energy of a target on a layout.

    `like` is an energy for a layout with the same houses whose memory is reused; it must not be used afterwards.
    """
    function = EnergyFunction(
        board=board_for(layout, like.function.board) if like else empty_board(layout),
        codes=target.ladder.codes,  # it has no rules above the levels of the target: what it cannot solve is stuck
        target=target.numbers,
        bound=min(-log(target.threshold), STUCK_ENERGY),
        only_grade=int(target.is_of_level_and_steps),
    )
    return Energy(function, target, Scratches(layout, like.scratches if like else None))


@inlined
def rated_energy(function: EnergyFunction, clues: np.ndarray) -> float:
    """Return the energy of clues by a rating on a ladder of the paper's rules."""
    rate_clues(function.board, function.codes, clues)
    return board_energy(function)


@compiled_when_hot
def board_energy(function: EnergyFunction) -> float:
    """Return the energy of the rating on `function.board`: its distance from the target, as the module describes.

    It is infinite for a contradiction.
    """
    board, target = function.board, function.target
    # All of this is read off the rater's board: no object is made for a rating that only a walk sees.
    state, progress = board.state[0], board.progress[0]
    if state.broken:
        return np.inf
    penalty = 0.0 if function.only_grade else _penalty(target, board)
    if state.open_cells == 0:
        energy = distance(target.grade, progress.level, progress.steps)
        lead = lead_of_rivals(target, progress.level, progress.steps)
        if lead > 0:  # not accepted, but less is better: the walk is led to where the grade fits best
            energy = max(energy, function.bound) + lead
        return energy + (STUCK_ENERGY + penalty if penalty else 0.0)
    excess = -np.float64(len(board.candidates))  # one candidate per cell is no excess
    for mask in board.candidates:
        excess += np.float64(count_bits(mask))
    # A rare technique acts while much is open, so a board that still lacks one pays half for its candidates.
    return STUCK_ENERGY + penalty + (excess / 2 if penalty else excess)


@compiled
def _penalty(target: TargetNumbers, board: RaterBoard) -> float:
    """Return the penalties for what the target demands besides the grade of level and steps.

    They are for rules, level, score and level name, and for the number of steps once the board is solved.
    """
    progress = board.progress[0]
    # Steps and a score that is too low can still change until the board is solved.
    is_solved = board.state[0].open_cells == 0
    penalty = penalty_of_rules(target, board.uses) + penalty_of_level(target, progress.level)
    penalty += penalty_of_score(target, progress.score, is_solved)
    if len(target.limits):
        penalty += penalty_of_level_name(target, progress.level_place, progress.score)
    return penalty + penalty_of_steps(target, progress.steps) if is_solved else penalty
