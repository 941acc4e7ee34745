"""State of a walk over the digits of a pattern's clues (`gibbs`), which compiled code changes in place."""

from __future__ import annotations

import numpy as np

from cpgen.generation.energy import EnergyFunction
from cpgen.generation.lookahead import Lookahead
from cpgen.kernel.structs import Struct
from cpgen.rater.memory import Length, N, array, n, numbers, record

UNKNOWN = -1.0
"""Energy that is not computed yet; no energy is below 0"""
IDLE, SAMPLING, EXCHANGING = range(3)
"""Stages of a step: none has begun, it samples the digit of one cell, or it exchanges several clues"""

B = Length(lambda layout, given: len(given["lookahead"].search.board))
"""Length of a board of the engine"""


class WalkState(Struct):
    """State of a walk on a board of N cells and n digits.

    Cells are numbers from 0, row by row. Clues are digits from 1, 0 for an open cell; as an index, a digit is one less.
    """

    function: EnergyFunction
    lookahead: Lookahead
    free: np.ndarray  # the cells whose digit may change, in random order
    random: np.ndarray  # random stream
    clues: np.ndarray = array(np.uint8, N)
    last_match: np.ndarray = array(np.uint8, N)  # clues of the last puzzle that the walk found
    status: np.ndarray = record(
        energy=np.float64,  # of the clues; infinite where a walk begins, so that any change is accepted there
        changes=np.int64,  # number of changes of the clues so far
        rates_in_python=np.int64,  # 1 if `walk_steps` cannot rate on this ladder itself
        steps=np.int64,  # steps since they were last reported
        ratings=np.int64,  # ratings since they were last reported
    )

    # What is known of each cell, given the other clues: valid as long as `changes` is `prepared_at`.
    prepared_at: np.ndarray = numbers(N)  # −1 for never
    kept: np.ndarray = array(np.uint64, N, B)  # the board that the other clues lead to by propagation
    is_implied: np.ndarray = array(np.bool_, N)  # True if they imply the cell's digit
    energies: np.ndarray = array(np.float64, N, n)  # with each digit in the cell: known, UNKNOWN or infinite

    step: np.ndarray = record(
        stage=np.int64,  # IDLE, SAMPLING or EXCHANGING
        answer=np.float64,  # the energy of `trial` that Python has computed, or UNKNOWN
        cell=np.int64,  # SAMPLING: the cell whose digit is sampled
        removed=np.int64,  # EXCHANGING: number of removed clues, which are at the front of `free`
        outcome=np.int64,  # EXCHANGING: outcome of propagating the new clues
    )
    """Fields of the present step"""
    noise: np.ndarray = array(np.float64, n)  # SAMPLING: noise added to the energy of each digit
    before: np.ndarray = array(np.uint8, N)  # EXCHANGING: the digits that the removed clues had
    trial: np.ndarray = array(np.uint8, N)  # clues that Python has to rate
