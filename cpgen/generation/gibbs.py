"""A walk over a pattern's digits by Gibbs sampling: a lookahead does most of what would be ratings.

The walk is a heat bath (Geman and Geman 1984): it takes out the digit of one clue and draws one of those that the other
clues leave, the nearer to a match the puzzle would be with it, the likelier.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log
from typing import NamedTuple

import numpy as np

from cpgen.generation.energy import STUCK_AT_LEAST, EnergyFunction, rated_energy
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
from cpgen.generation.session import Session
from cpgen.kernel import compiled, compiled_at_once, inlined, random_below, random_state, random_unit
from cpgen.kernel.records import Record, record, records, values
from cpgen.lanes.tables import NOT_IN_LANES
from cpgen.oracles.plane_search import DEAD, UNSETTLED
from cpgen.rater.lane_climb import at_work
from cpgen.requests.clock import Clock

SHARE = 7
"""One clue in so many must have changed before the next puzzle leaves, and at least two"""
PATIENCE = 5_000
"""Steps without a puzzle that end a walk"""
TEMPERATURE, SOLVED_TEMPERATURE = 8.0, 16.0
"""While the puzzle is not solved, and once it is: solved ones are left the sooner"""
UNKNOWN = -1.0
"""The energy with a digit that nothing has been worked out for"""
SMALL = 9
"""The side of a small board"""


class HeatBath(NamedTuple):
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
    """[N, n] with each digit in a cell, as far as they are known since that was looked at"""
    noise: np.ndarray
    """[n] what chance adds to the energy with each digit"""
    seen: np.ndarray
    """[N] how many `changes` there had been when a cell was looked at; −1 for one that never was"""
    follows: np.ndarray
    """[N] whether a cell's digit then followed from the other clues"""
    heat: Record
    """`energy` of the clues, how many `changes` they have had, and for which cell and number of changes
    the lookahead has `kept` a board, as a single number"""
    spent: np.ndarray
    """One record: how many `steps` and `ratings` were done since they were last counted"""
    random: np.ndarray


@dataclass(frozen=True)
class GibbsWalk:
    """A walk over the free cells of a session's pattern."""

    measure: EnergyFunction
    lookahead: Lookahead
    state: HeatBath
    steps_at_once: int
    """Steps between two looks at the clock, some milliseconds' worth"""
    patience: int = PATIENCE

    @classmethod
    def of(cls, session: Session) -> GibbsWalk:
        """A walk that has not begun."""
        cells = session.layout.cell_count
        state = HeatBath(
            clues=np.zeros(cells, np.uint8),
            left=np.zeros(cells, np.uint8),
            free=np.array(session.free_cells, np.int64),
            before=np.zeros(cells, np.uint8),
            energies=np.zeros((cells, session.layout.size)),
            noise=np.zeros(session.layout.size),
            seen=np.full(cells, -1),
            follows=np.zeros(cells, np.bool_),
            heat=record(energy=np.inf, changes=0, kept=-1),
            spent=records(1, steps=np.int64, ratings=np.int64),
            random=random_state(session.rng),
        )
        return cls(session.energy_function, _lookahead_for(session), state, max(1, 8_000_000 // cells**2))

    def go_to(self, clues: list[int]) -> None:
        """Begins at these clues, or continues from there."""
        self.state.clues[:] = clues
        self.state.seen[:] = -1
        self.state.heat.kept = -1
        self.state.heat.energy = np.inf

    def leave(self, clues: list[int]) -> None:
        """Begins at a match that has left: the next one is to be apart from it."""
        self.go_to(clues)
        self.state.left[:] = clues
        self.state.heat.energy = counted_energy(self.measure, self.state)

    def go_on(self, clock: Clock, steps: int) -> list[int] | None:
        """Goes on for at most so many steps, to the next match apart from the last; None when there was none."""
        for begun in range(0, steps, self.steps_at_once):
            at_once = min(self.steps_at_once, steps - begun)
            with at_work(self.measure.rater):
                found = next_match.call_alike(self.measure, self.lookahead, self.state, at_once)
            spent = values(self.state.spent)
            self.state.spent[0] = 0
            clock.lookaheads += spent.steps
            clock.count_ratings(spent.ratings)
            if found:
                return self.clues
        return None

    @property
    def clues(self) -> list[int]:
        """Where the walk is."""
        clues: list[int] = self.state.clues.tolist()
        return clues


def _lookahead_for(session: Session) -> Lookahead:
    """The lookahead of a walk, which on a large board rates all that is not far from solved, unless any grade will do.

    There, most grades need rules beyond the lookahead's; on a small board it settles nearly all that they solve.
    """
    lookahead, grade = lookahead_of(session.layout, session.target.ladder), session.target.grade
    takes_any = session.target.only_a_grade and grade.takes_any
    if session.layout.size <= SMALL or lookahead.way == NOT_IN_LANES or len(lookahead.rules) or takes_any:
        return lookahead
    return lookahead._replace(near=session.layout.cell_count, branches=0)


@compiled_at_once
def next_match(measure: EnergyFunction, lookahead: Lookahead, walk: HeatBath, steps: int) -> bool:
    """At most so many steps, ending at the next puzzle that leaves; whether there is one, in the walk's clues."""
    for _ in range(steps):
        walk.spent[0].steps += 1
        if step(measure, lookahead, walk) and walk.heat.energy < measure.bound and is_apart(walk):
            for cell in walk.free:
                walk.left[cell] = walk.clues[cell]
            return True
    return False


@compiled
def is_apart(walk: HeatBath) -> bool:
    """Whether enough clues differ from the last puzzle that left."""
    differing = 0
    for cell in walk.free:
        differing += walk.clues[cell] != walk.left[cell]
    return bool(differing >= min(len(walk.free), max(2, len(walk.free) // SHARE)))


@inlined
def step(measure: EnergyFunction, lookahead: Lookahead, walk: HeatBath) -> bool:
    """Draws the digit of a random free cell anew, or several where it follows from the others; whether any changed."""
    cell = walk.free[random_below(walk.random, len(walk.free))]
    if walk.seen[cell] != walk.heat.changes:
        look_at(lookahead, walk, cell)
    if walk.follows[cell]:
        return exchange_several(measure, lookahead, walk)
    return draw(measure, lookahead, walk, cell)


@inlined
def look_at(lookahead: Lookahead, walk: HeatBath, cell: int) -> None:
    """Notes whether the digit of a cell follows from the other clues, or which others may be there."""
    outcome = keep_without(lookahead, walk, cell)
    walk.follows[cell] = outcome == DEAD or is_settled(lookahead, cell)
    walk.seen[cell] = walk.heat.changes
    for digit in range(walk.energies.shape[1]):
        if digit == walk.clues[cell] - 1:
            walk.energies[cell, digit] = walk.heat.energy
        else:
            walk.energies[cell, digit] = UNKNOWN if allows(lookahead, lookahead.kept, cell, digit) else np.inf


@compiled
def keep_without(lookahead: Lookahead, walk: HeatBath, cell: int) -> int:
    """Keeps what follows from the clues but for that of a cell: UNSETTLED, DEAD or SETTLED."""
    before = walk.clues[cell]
    walk.clues[cell] = 0
    set_out(lookahead, walk.clues)
    outcome = conclude(lookahead)
    keep(lookahead)
    walk.clues[cell] = before
    walk.heat.kept = kept_for(walk, cell)
    return outcome


@inlined
def kept_for(walk: HeatBath, cell: int) -> int:
    """The number of a cell and of the changes that the clues have had."""
    return int(walk.heat.changes * len(walk.clues) + cell)


@inlined
def lookahead_energy(measure: EnergyFunction, lookahead: Lookahead, walk: HeatBath, cell: int, digit: int) -> float:
    """The energy with a digit in a cell, infinite where it cannot be there.

    By a rating where that may solve the puzzle, else by the lookahead.
    """
    if walk.heat.kept != kept_for(walk, cell):
        keep_without(lookahead, walk, cell)
    restore(lookahead)
    add(lookahead, cell, digit)
    outcome = conclude(lookahead)
    if outcome == DEAD:
        return np.inf
    before = walk.clues[cell]
    walk.clues[cell] = digit + 1
    energy = concluded_energy(measure, lookahead, walk, outcome)
    walk.clues[cell] = before
    return energy


@inlined
def concluded_energy(measure: EnergyFunction, lookahead: Lookahead, walk: HeatBath, outcome: int) -> float:
    """The energy of the walk's clues, whose board is concluded and not dead."""
    if outcome == UNSETTLED:
        too_many = excess(lookahead)
        if too_many > lookahead.near or (lookahead.branches and not has_one_solution(lookahead)):
            return STUCK_AT_LEAST + too_many
    return counted_energy(measure, walk)


@compiled
def exchange_several(measure: EnergyFunction, lookahead: Lookahead, walk: HeatBath) -> bool:
    """Takes out random clues until they no longer follow from the rest, and puts in others; whether they stay.

    They stay as in the Metropolis algorithm: always when the energy falls, and more seldom the more it rises.
    """
    taken = take_out(lookahead, walk)
    outcome = put_in(lookahead, walk, taken)
    if outcome != DEAD:
        after = concluded_energy(measure, lookahead, walk, outcome)
        if after <= walk.heat.energy - temperature(walk) * log(1.0 - random_unit(walk.random)):
            walk.heat.energy = after
            walk.heat.changes += 1
            return True
    for k in range(taken):
        walk.clues[walk.free[k]] = walk.before[walk.free[k]]
    return False


@inlined
def take_out(lookahead: Lookahead, walk: HeatBath) -> int:
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
def put_in(lookahead: Lookahead, walk: HeatBath, taken: int) -> int:
    """Gives the cells that were taken out random digits that are left for them; what follows, DEAD if one has none."""
    outcome = DEAD
    for k in range(taken):
        cell, digit, seen = walk.free[k], -1, 0
        for candidate in range(walk.energies.shape[1]):
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
def counted_energy(measure: EnergyFunction, walk: HeatBath) -> float:
    """The energy of the walk's clues by a rating, which is counted."""
    walk.spent[0].ratings += 1
    return rated_energy(measure, walk.clues)


@inlined
def draw(measure: EnergyFunction, lookahead: Lookahead, walk: HeatBath, cell: int) -> bool:
    """Draws the digit of a cell, each with the weight exp(−energy / temperature); whether it is another.

    It is the one of least energy after Gumbel's noise. No energy is less than 0, so that only those have to be known
    with which a digit might be drawn.
    """
    energies, noise = walk.energies[cell], walk.noise
    for digit in range(len(energies)):
        if energies[digit] < np.inf:
            noise[digit] = temperature(walk) * log(-log(1.0 - random_unit(walk.random)))
    drawn = least_after_noise(energies, noise)
    while drawn >= 0 and energies[drawn] == UNKNOWN:
        energies[drawn] = lookahead_energy(measure, lookahead, walk, cell, drawn)
        drawn = least_after_noise(energies, noise)
    if drawn < 0 or drawn + 1 == walk.clues[cell]:
        return False
    walk.clues[cell] = drawn + 1
    walk.heat.energy = energies[drawn]
    walk.heat.changes += 1
    return True


@inlined
def temperature(walk: HeatBath) -> float:
    """How much the walk is ready to rise."""
    return SOLVED_TEMPERATURE if walk.heat.energy < STUCK_AT_LEAST else TEMPERATURE


@compiled
def least_after_noise(energies: np.ndarray, noise: np.ndarray) -> int:
    """The digit of the least energy after noise, one that is not known counting as 0; −1 if there can be none."""
    drawn, least = -1, np.inf
    for digit in range(len(energies)):
        hoped = max(energies[digit], 0.0) + noise[digit]
        if hoped < least:
            drawn, least = digit, hoped
    return drawn
