"""More puzzles from one: a walk over its clues by Gibbs sampling, whose matches on the way are puzzles too.

The walk is a heat bath (Geman and Geman 1984): it takes out the digit of one clue, sees how far from a match the puzzle
would be with each digit that the other clues leave, and draws one, the nearer the likelier.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import log
from typing import NamedTuple

import numpy as np

from cpgen.generation import anneal
from cpgen.generation.anneal import STUCK_AT_LEAST, Measure, cooling_for, measure_for, rated_energy
from cpgen.generation.lookahead import (
    Lookahead,
    add,
    allows,
    conclude,
    excess,
    has_one_solution,
    is_settled,
    keep,
    lookahead_of,
    restore,
    set_out,
)
from cpgen.generation.run import Run
from cpgen.kernel import compiled, compiled_at_once, inlined, random_below, random_state, random_unit
from cpgen.kernel.records import Record, record
from cpgen.layout import Layout
from cpgen.oracles.bitset_search import DEAD, UNSETTLED
from cpgen.rater.lane_climb import at_work

SHARE = 7
"""One clue in so many must have changed before the next puzzle leaves, and at least two"""
PATIENCE = 5_000
"""Steps without a puzzle that end a walk, or as many as there were ratings before the first, if those are more"""


class GibbsWalk(NamedTuple):
    """The state of a walk, changed in place."""

    clues: np.ndarray
    """[N] uint8"""
    left: np.ndarray
    """[N] the clues of the last puzzle that left"""
    free: np.ndarray
    """The cells whose digit may change"""
    before: np.ndarray
    """[N] the digits of clues that were taken out"""
    energies: np.ndarray
    """[n] with each digit in the current cell"""
    heat: Record
    """`energy` of the clues, `temperature`, how many `ratings` were done, and how many `steps`"""
    random: np.ndarray


def repair(run: Run, clues: list[int]) -> list[int] | None:
    """Walks from the clues until a puzzle is accepted; None when none was for long.

    On a ladder of techniques it is this walk that does so, which rates hardly a board but those with one solution: all
    others cost a search for every technique.
    """
    if not run.target.ladder.is_wide:
        return anneal.repair(run, clues)
    if not run.free_cells:
        return None
    measure, lookahead, walk = _set_out(run, clues)
    walk.left[:] = 0
    return next(_matches(run, measure, lookahead, walk), None)


def matches_from(run: Run, clues: list[int]) -> Iterator[list[int]]:
    """The puzzles that match on a walk from a match, each some clues away from the one before it.

    Ends when it finds none for long. That each has one solution is shown by the ladder, not by the oracle.
    """
    if run.free_cells:
        measure, lookahead, walk = _set_out(run, clues)
        walk.heat.energy = counted_energy(measure, walk)
        yield from _matches(run, measure, lookahead, walk)


def _set_out(run: Run, clues: list[int]) -> tuple[Measure, Lookahead, GibbsWalk]:
    """A walk that begins with these clues, as if they had left, and what it works with."""
    measure, lookahead = measure_for(run.layout, run.target), lookahead_of(run.layout, run.target.ladder)
    walk = GibbsWalk(
        clues=np.array(clues, np.uint8),
        left=np.array(clues, np.uint8),
        free=np.array(run.free_cells, np.int64),
        before=np.zeros(run.layout.cell_count, np.uint8),
        energies=np.zeros(run.layout.size),
        heat=record(energy=np.inf, temperature=cooling_for(run.layout).end, ratings=0, steps=0),
        random=random_state(run.rng),
    )
    return measure, lookahead, walk


def _matches(run: Run, measure: Measure, lookahead: Lookahead, walk: GibbsWalk) -> Iterator[list[int]]:
    """The matches on a walk; it ends when there is none for long."""
    patience, steps = max(PATIENCE, run.ratings), steps_at_once(run.layout)
    waited = 0
    while waited < patience:
        with at_work(measure.rater) as rater:
            found = next_match(measure._replace(rater=rater), lookahead, walk, steps)
        run.clock.lookaheads += int(walk.heat.steps)
        run.clock.count_ratings(int(walk.heat.ratings))
        walk.heat.ratings = walk.heat.steps = 0
        waited = 0 if found else waited + steps
        if found:
            yield walk.clues.tolist()


def steps_at_once(layout: Layout) -> int:
    """Steps between two looks at the clock, some milliseconds' worth."""
    return max(1, 8_000_000 // layout.cell_count**2)


@compiled_at_once
def next_match(measure: Measure, lookahead: Lookahead, walk: GibbsWalk, steps: int) -> bool:
    """At most so many steps, ending at the next puzzle that leaves; whether there is one, in the walk's clues."""
    for _ in range(steps):
        walk.heat.steps += 1
        if step(measure, lookahead, walk) and walk.heat.energy < measure.bound and is_apart(walk):
            for cell in walk.free:
                walk.left[cell] = walk.clues[cell]
            return True
    return False


@compiled
def is_apart(walk: GibbsWalk) -> bool:
    """Whether enough clues differ from the last puzzle that left."""
    differing = 0
    for cell in walk.free:
        differing += walk.clues[cell] != walk.left[cell]
    return bool(differing >= min(len(walk.free), max(2, len(walk.free) // SHARE)))


@inlined
def step(measure: Measure, lookahead: Lookahead, walk: GibbsWalk) -> bool:
    """Draws the digit of a random free cell anew, or several where it follows from the others; whether any changed."""
    cell = walk.free[random_below(walk.random, len(walk.free))]
    before = walk.clues[cell]
    walk.clues[cell] = 0
    set_out(lookahead, walk.clues)
    outcome = conclude(lookahead)
    if outcome == DEAD or is_settled(lookahead, cell):
        walk.clues[cell] = before
        return exchange_several(measure, lookahead, walk)
    keep(lookahead)
    for digit in range(len(walk.energies)):
        walk.energies[digit] = np.inf
        if digit == before - 1:
            walk.energies[digit] = walk.heat.energy
        elif allows(lookahead, lookahead.kept, cell, digit):
            walk.energies[digit] = lookahead_energy(measure, lookahead, walk, cell, digit)
    digit = draw(walk)
    walk.clues[cell] = digit + 1
    walk.heat.energy = walk.energies[digit]
    return bool(digit != before - 1)


@inlined
def lookahead_energy(measure: Measure, lookahead: Lookahead, walk: GibbsWalk, cell: int, digit: int) -> float:
    """The energy with a digit in a cell: by a rating where that may solve the puzzle, else by the lookahead."""
    restore(lookahead)
    add(lookahead, cell, digit)
    outcome = conclude(lookahead)
    if outcome == DEAD:
        return np.inf
    walk.clues[cell] = digit + 1
    return concluded_energy(measure, lookahead, walk, outcome)


@inlined
def concluded_energy(measure: Measure, lookahead: Lookahead, walk: GibbsWalk, outcome: int) -> float:
    """The energy of the walk's clues, whose board is concluded and not dead."""
    if outcome == UNSETTLED:
        too_many = excess(lookahead)
        if lookahead.simple or too_many > lookahead.near or not has_one_solution(lookahead):
            return STUCK_AT_LEAST + too_many
    return counted_energy(measure, walk)


@compiled
def exchange_several(measure: Measure, lookahead: Lookahead, walk: GibbsWalk) -> bool:
    """Takes out random clues until they no longer follow from the rest, and puts in others; whether they stay.

    They stay as in the Metropolis algorithm: always when the energy falls, and more seldom the more it rises.
    """
    taken = take_out(lookahead, walk)
    outcome = put_in(lookahead, walk, taken)
    if outcome != DEAD:
        after = concluded_energy(measure, lookahead, walk, outcome)
        if after <= walk.heat.energy - walk.heat.temperature * log(1.0 - random_unit(walk.random)):
            walk.heat.energy = after
            return True
    for k in range(taken):
        walk.clues[walk.free[k]] = walk.before[walk.free[k]]
    return False


@inlined
def take_out(lookahead: Lookahead, walk: GibbsWalk) -> int:
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
def put_in(lookahead: Lookahead, walk: GibbsWalk, taken: int) -> int:
    """Gives the cells that were taken out random digits that are left for them; what follows, DEAD if one has none."""
    outcome = DEAD
    for k in range(taken):
        cell, digit, seen = walk.free[k], -1, 0
        for candidate in range(len(walk.energies)):
            if allows(lookahead, lookahead.board, cell, candidate):
                seen += 1
                if random_below(walk.random, seen) == 0:
                    digit = candidate
        if digit < 0:
            return DEAD
        walk.clues[cell] = digit + 1
        add(lookahead, cell, digit)
        outcome = conclude(lookahead)
        if outcome == DEAD:
            return DEAD
    return outcome


@compiled_at_once
def counted_energy(measure: Measure, walk: GibbsWalk) -> float:
    """The energy of the walk's clues by a rating, which is counted."""
    walk.heat.ratings += 1
    return rated_energy(measure, walk.clues)


@compiled
def draw(walk: GibbsWalk) -> int:
    """A random digit from 0, each with the weight exp(−energy / temperature): the least energy after Gumbel's noise."""
    drawn, least = 0, np.inf
    for digit in range(len(walk.energies)):
        if walk.energies[digit] < np.inf:
            noise = log(-log(1.0 - random_unit(walk.random)))
            if walk.energies[digit] + walk.heat.temperature * noise < least:
                drawn, least = digit, walk.energies[digit] + walk.heat.temperature * noise
    return drawn
