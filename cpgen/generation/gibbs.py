"""How does one puzzle lead to many? A walk goes on from it, clue by clue, and its matches on the way are puzzles too.

The walk is a heat bath (Geman and Geman 1984, Gibbs sampling): it takes out the digit of one clue, sees how far from
a match the puzzle would be with each digit that the other clues leave, and draws one, the nearer the likelier.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import log
from typing import NamedTuple

import numpy as np

from cpgen.difficulty.target import TargetNumbers
from cpgen.generation.anneal import STUCK_AT_LEAST, bound_of, descent_for, energy
from cpgen.generation.lookahead import (
    Lookahead,
    allows,
    conclude,
    has_one_solution,
    is_settled,
    lookahead_of,
    set_out,
    surplus,
)
from cpgen.generation.run import Run
from cpgen.kernel import compiled, inlined, inner, random_below, random_state, random_unit
from cpgen.layout import Layout
from cpgen.oracles.bitset_search import DEAD, UNSETTLED, give
from cpgen.rater.board import RaterBoard, RaterTables, empty_board, rater_tables
from cpgen.rater.rating import rate_clues

ENERGY, TEMPERATURE = range(2)
SHARE = 7
"""One clue in so many must have changed before the next puzzle leaves, and at least two"""
NEAR = 10
"""A board with no more candidates too many is worth a search for a second solution"""
PATIENCE = 5_000
"""Steps without a puzzle that end a walk, or as many as there were ratings before the first, if those are more"""


class Measure(NamedTuple):
    """What tells how far clues are from a match."""

    tables: RaterTables
    board: RaterBoard
    codes: np.ndarray
    target: TargetNumbers
    bound: float


class Walk(NamedTuple):
    """Where a walk stands."""

    clues: np.ndarray
    """[N] uint8"""
    left: np.ndarray
    """[N] the clues of the last puzzle that left"""
    free: np.ndarray
    """The cells whose digit may change"""
    kept: np.ndarray
    """The board of the other clues, in the planes of the lookahead"""
    before: np.ndarray
    """[N] the digits of clues that were taken out"""
    energies: np.ndarray
    """[n] with each digit in the cell at hand"""
    heat: np.ndarray
    """The energy of the clues, and the temperature"""
    ratings: np.ndarray
    """[1] how many were done"""
    random: np.ndarray


def matches_from(run: Run, clues: list[int]) -> Iterator[list[int]]:
    """The puzzles that match on a walk from these clues, each some clues away from the one before it.

    Ends when it comes upon none for long. That each has one solution is shown by the ladder, not by the oracle.
    """
    if not run.free_cells:
        return
    tables, target = rater_tables(run.layout), run.target
    measure = Measure(tables, empty_board(tables), target.ladder.codes, target.numbers, bound_of(target))
    lookahead = lookahead_of(run.layout, target.ladder)
    walk = _begin(run, clues, lookahead)
    walk.heat[ENERGY] = rated_energy(measure, walk)
    patience, steps = max(PATIENCE, run.ratings), steps_at_once(run.layout)
    waited = 0
    while waited < patience:
        found = go_on(measure, lookahead, walk, steps)
        run.count_ratings(int(walk.ratings[0]))
        walk.ratings[0] = 0
        waited = 0 if found else waited + steps
        if found:
            yield walk.clues.tolist()


def steps_at_once(layout: Layout) -> int:
    """Steps between two looks at the clock, some milliseconds' worth."""
    return max(1, 8_000_000 // layout.cell_count**2)


def _begin(run: Run, clues: list[int], lookahead: Lookahead) -> Walk:
    return Walk(
        clues=np.array(clues, np.uint8),
        left=np.array(clues, np.uint8),
        free=np.array(run.free_cells, np.int64),
        kept=np.zeros_like(lookahead.state.board),
        before=np.zeros(run.layout.cell_count, np.uint8),
        energies=np.zeros(run.layout.size),
        heat=np.array([np.inf, descent_for(run.layout).end]),
        ratings=np.zeros(1, np.int64),
        random=random_state(run.rng),
    )


@compiled
def go_on(measure: Measure, lookahead: Lookahead, walk: Walk, steps: int) -> bool:
    """At most so many steps, ending at the next puzzle that leaves; whether there is one, in the walk's clues."""
    for _ in range(steps):
        if step(measure, lookahead, walk) and walk.heat[ENERGY] < measure.bound and is_apart(walk):
            for cell in walk.free:
                walk.left[cell] = walk.clues[cell]
            return True
    return False


@inner
def is_apart(walk: Walk) -> bool:
    """Whether enough clues differ from the last puzzle that left."""
    differing = 0
    for cell in walk.free:
        differing += walk.clues[cell] != walk.left[cell]
    return bool(differing >= min(len(walk.free), max(2, len(walk.free) // SHARE)))


@inlined
def step(measure: Measure, lookahead: Lookahead, walk: Walk) -> bool:
    """Draws the digit of a random free cell anew, or several where it follows from the others; whether any changed."""
    cell = walk.free[random_below(walk.random, len(walk.free))]
    before = walk.clues[cell]
    walk.clues[cell] = 0
    set_out(lookahead, walk.clues)
    outcome = conclude(lookahead)
    if outcome == DEAD or is_settled(lookahead, cell):
        walk.clues[cell] = before
        return exchange_several(measure, lookahead, walk)
    keep(walk.kept, lookahead.state.board)
    for digit in range(len(walk.energies)):
        walk.energies[digit] = np.inf
        if digit == before - 1:
            walk.energies[digit] = walk.heat[ENERGY]
        elif allows(lookahead, walk.kept, cell, digit):
            walk.energies[digit] = lookahead_energy(measure, lookahead, walk, cell, digit)
    digit = draw(walk)
    walk.clues[cell] = digit + 1
    walk.heat[ENERGY] = walk.energies[digit]
    return bool(digit != before - 1)


@inner
def keep(kept: np.ndarray, board: np.ndarray) -> None:
    """Copies a board."""
    for place in range(len(board)):
        kept[place] = board[place]


@inlined
def lookahead_energy(measure: Measure, lookahead: Lookahead, walk: Walk, cell: int, digit: int) -> float:
    """The energy with a digit in a cell: of the rating where that may solve the puzzle, else of what is foreseen."""
    keep(lookahead.state.board, walk.kept)
    give(lookahead.tables, lookahead.state.board, cell, digit)
    outcome = conclude(lookahead)
    if outcome == DEAD:
        return np.inf
    walk.clues[cell] = digit + 1
    return concluded_energy(measure, lookahead, walk, outcome)


@inlined
def concluded_energy(measure: Measure, lookahead: Lookahead, walk: Walk, outcome: int) -> float:
    """The energy of the walk's clues, whose board is concluded and not dead."""
    if outcome == UNSETTLED:
        too_many = surplus(lookahead)
        if lookahead.simple or too_many > NEAR or not has_one_solution(lookahead):
            return STUCK_AT_LEAST + too_many
    return rated_energy(measure, walk)


@inner
def exchange_several(measure: Measure, lookahead: Lookahead, walk: Walk) -> bool:
    """Takes out random clues until they no longer follow from the rest, and puts in others; whether they stay.

    They stay as in the Metropolis algorithm: always when the energy falls, and more seldom the more it rises.
    """
    taken = take_out(lookahead, walk)
    outcome = put_in(lookahead, walk, taken)
    if outcome != DEAD:
        after = concluded_energy(measure, lookahead, walk, outcome)
        if after <= walk.heat[ENERGY] - walk.heat[TEMPERATURE] * log(1.0 - random_unit(walk.random)):
            walk.heat[ENERGY] = after
            return True
    for k in range(taken):
        walk.clues[walk.free[k]] = walk.before[walk.free[k]]
    return False


@inlined
def take_out(lookahead: Lookahead, walk: Walk) -> int:
    """Takes out clues, the first of `free` after a shuffle, until the digit of the first is open; how many."""
    for k in range(len(walk.free)):
        other = k + random_below(walk.random, len(walk.free) - k)
        cell = walk.free[other]
        walk.free[other] = walk.free[k]
        walk.free[k] = cell
        walk.before[cell] = walk.clues[cell]
        walk.clues[cell] = 0
        set_out(lookahead, walk.clues)
        if conclude(lookahead) == DEAD or not is_settled(lookahead, walk.free[0]):
            return k + 1
    return len(walk.free)


@inlined
def put_in(lookahead: Lookahead, walk: Walk, taken: int) -> int:
    """Gives the cells that were taken out random digits that are left for them; what follows, DEAD if one has none."""
    tables, board = lookahead.tables, lookahead.state.board
    outcome = DEAD
    for k in range(taken):
        cell, digit, seen = walk.free[k], -1, 0
        for candidate in range(tables.size):
            if allows(lookahead, board, cell, candidate):
                seen += 1
                if random_below(walk.random, seen) == 0:
                    digit = candidate
        if digit < 0:
            return DEAD
        walk.clues[cell] = digit + 1
        give(tables, board, cell, digit)
        outcome = conclude(lookahead)
        if outcome == DEAD:
            return DEAD
    return outcome


@compiled
def rated_energy(measure: Measure, walk: Walk) -> float:
    """The energy of the walk's clues."""
    walk.ratings[0] += 1
    rate_clues(measure.tables, measure.board, measure.codes, walk.clues)
    return energy(measure.board, measure.target)


@inner
def draw(walk: Walk) -> int:
    """A random digit from 0, each with the weight exp(−energy / temperature): the least energy after Gumbel's noise."""
    drawn, least = 0, np.inf
    for digit in range(len(walk.energies)):
        if walk.energies[digit] < np.inf:
            noise = log(-log(1.0 - random_unit(walk.random)))
            if walk.energies[digit] + walk.heat[TEMPERATURE] * noise < least:
                drawn, least = digit, walk.energies[digit] + walk.heat[TEMPERATURE] * noise
    return drawn
