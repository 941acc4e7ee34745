"""The walk of a repair on small boards: a Metropolis walk, which rates its clues after each change of one.

One compiled loop, and soon compiled: most patterns have a puzzle within its few hundred ratings.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log
from typing import NamedTuple

import numpy as np

from cpgen.generation.energy import EnergyFunction, rated_energy
from cpgen.generation.session import Session
from cpgen.kernel import bit, compiled, compiled_at_once, random_below, random_state, random_unit
from cpgen.kernel.records import Record, record
from cpgen.kernel.streams import random_absent
from cpgen.layout import Layout
from cpgen.notation import MAX_DIGIT
from cpgen.rater.board import RaterTables
from cpgen.rater.lane_climb import at_work
from cpgen.requests.clock import Clock

TEMPERATURES = (9, 12.0), (15, 6.0), (MAX_DIGIT, 3.0)
"""The side of the largest boards for each temperature that was measured to do well"""
RATINGS_AT_ONCE = 500
"""Ratings between two looks at the clock"""


class Annealing(NamedTuple):
    """The state of a walk, changed in place."""

    clues: np.ndarray
    """[N] uint8"""
    free: np.ndarray
    """The cells whose digit may change"""
    used: np.ndarray
    """[H] for each house, the mask of the digits that its clues show"""
    heat: Record
    """`energy` of the clues, infinite before they were rated, and `temperature`"""
    random: np.ndarray


@dataclass(frozen=True)
class MetropolisWalk:
    """A walk over the free cells of a session's pattern."""

    measure: EnergyFunction
    state: Annealing
    layout: Layout
    patience: int

    @classmethod
    def of(cls, session: Session, patience: int) -> MetropolisWalk:
        """A walk that has not begun, and is given up after so many ratings."""
        temperature = next(heat for side, heat in TEMPERATURES if session.layout.size <= side)
        state = Annealing(
            clues=np.zeros(session.layout.cell_count, np.uint8),
            free=np.array(session.free_cells, np.int64),
            used=np.zeros(len(session.layout.houses), np.uint64),
            heat=record(energy=np.inf, temperature=temperature),
            random=random_state(session.rng),
        )
        return cls(session.energy_function, state, session.layout, patience)

    def go_to(self, clues: list[int]) -> None:
        """Begins at these clues, or continues from there."""
        self.state.clues[:] = clues
        self.state.used[:] = _digits_used(self.layout, clues)
        self.state.heat.energy = np.inf

    def go_on(self, clock: Clock, ratings: int) -> list[int] | None:
        """Goes on for at most so many ratings, to the next match; None when there was none."""
        for begun in range(0, ratings, RATINGS_AT_ONCE):
            at_once = min(RATINGS_AT_ONCE, ratings - begun)
            with at_work(self.measure.rater):
                done = walk.call_alike(self.measure, self.state, at_once)
            clock.count_ratings(done)
            if self.state.heat.energy < self.measure.bound:
                return self.clues
        return None

    @property
    def clues(self) -> list[int]:
        """Where the walk is."""
        clues: list[int] = self.state.clues.tolist()
        return clues


def _digits_used(layout: Layout, clues: list[int]) -> np.ndarray:
    shown = ({clues[cell] - 1 for cell in house.cells if clues[cell]} for house in layout.houses)
    return np.array([sum(1 << digit for digit in digits) for digits in shown], np.uint64)


@compiled_at_once
def walk(measure: EnergyFunction, state: Annealing, ratings: int) -> int:
    """At most so many steps of the walk, ending early when the energy falls below the bound; the ratings done."""
    heat = state.heat
    if heat.energy == np.inf:
        heat.energy = rated_energy(measure, state.clues)
    for done in range(ratings):
        if heat.energy < measure.bound:
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
    return ratings


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
