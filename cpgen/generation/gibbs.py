"""A walk over a pattern's digits by Gibbs sampling.

The walk is a heat bath (Geman and Geman 1984): it takes out the digit of one clue and draws one of the digits that the
other clues allow, with probability proportional to exp(−energy / temperature). A lookahead gives the energy of most
digits, and a rating only of those that may solve the puzzle. When a digit follows from the other clues, several clues
are exchanged and the result is accepted as in the Metropolis algorithm (1953).

The walk is one compiled loop. On a wide ladder a rating is done in Python, one technique at a time: the loop then stops
with a `pending` step, Python stores the energy in `rated`, and the loop continues with that step.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log, nan

import numpy as np

from cpgen.engine.board import assign, excess_candidates, is_assigned, is_candidate
from cpgen.engine.propagation import CONTRADICTION, OPEN
from cpgen.generation.energy import STUCK_AT_LEAST, EnergyFunction, EnergyTables, rated_energy
from cpgen.generation.lookahead import (
    Lookahead,
    has_one_solution,
    keep,
    load,
    lookahead_of,
    propagate_rules,
    restore,
)
from cpgen.generation.session import Session
from cpgen.kernel import compiled, compiled_at_once, inlined, random_below, random_state, random_unit, records
from cpgen.kernel.structs import Struct
from cpgen.requests.clock import Clock

SHARE = 7
"""One clue in SHARE must have changed before the next match is emitted, and at least two"""
PATIENCE = 5_000
"""Steps without a match after which a walk is given up"""
TEMPERATURE, SOLVED_TEMPERATURE = 8.0, 16.0
"""Temperature while the puzzle is not solved, and once it is, so that solved puzzles are left sooner"""
UNKNOWN = -1.0
"""Energy of a digit that has not been computed"""
SMALL = 9
"""Side of the largest boards on which the lookahead settles nearly all that a grade's rules solve"""
NOTHING, DRAW, EXCHANGE = range(3)
"""The step that waits for a rating by Python"""


class GibbsState(Struct):
    """State of a walk, changed in place."""

    clues: np.ndarray
    """[N] uint8"""
    emitted: np.ndarray
    """[N] the clues of the last match that was emitted"""
    free: np.ndarray
    """The cells whose digit may change"""
    before: np.ndarray
    """[N] the digits of clues that were taken out"""
    energies: np.ndarray
    """[N, n] the energy with each digit in a cell, as far as it is known since the cell was last examined"""
    noise: np.ndarray
    """[n] Gumbel noise added to the energy of each digit"""
    seen: np.ndarray
    """[N] the number of `changes` when a cell was last examined; −1 for never"""
    follows: np.ndarray
    """[N] True if the cell's digit then followed from the other clues"""
    status: np.ndarray
    """One record: `energy` of the clues; `changes` of the clues so far; `kept`, which cell and number of changes the
    board kept by the lookahead is for; `steps` and `ratings` since they were last counted; the step `pending`, its
    `cell`, `digit` and number of clues `taken`, and the energy `rated` for it"""
    random: np.ndarray


@dataclass(frozen=True)
class GibbsWalk:
    """A walk over the free cells of a session's pattern."""

    energy: EnergyFunction
    lookahead: Lookahead
    state: GibbsState
    steps_at_once: int
    """Steps between two checks of the clock, some milliseconds' worth"""
    patience: int = PATIENCE

    @classmethod
    def of(cls, session: Session) -> GibbsWalk:
        """Return a walk that has not begun."""
        cells = session.layout.cell_count
        kinds = {"energy": np.float64, "changes": np.int64, "kept": np.int64, "steps": np.int64, "ratings": np.int64}
        pending = {"pending": np.int64, "cell": np.int64, "digit": np.int64, "taken": np.int64, "rated": np.float64}
        state = GibbsState(
            clues=np.zeros(cells, np.uint8),
            emitted=np.zeros(cells, np.uint8),
            free=np.array(session.free_cells, np.int64),
            before=np.zeros(cells, np.uint8),
            energies=np.zeros((cells, session.layout.size)),
            noise=np.zeros(session.layout.size),
            seen=np.full(cells, -1),
            follows=np.zeros(cells, np.bool_),
            status=records(1, **kinds, **pending),
            random=random_state(session.rng),
        )
        return cls(session.energy_function, _lookahead_for(session), state, max(1, 8_000_000 // cells**2))

    def go_to(self, clues: list[int]) -> None:
        """Begin at these clues, or continue from there."""
        status = self.state.status[0]
        self.state.clues[:] = clues
        self.state.seen[:] = -1
        status.kept = -1
        status.pending = NOTHING
        status.energy = np.inf

    def begin_at_match(self, clues: list[int]) -> None:
        """Begin at a match that was emitted: the next one has to differ from it."""
        self.go_to(clues)
        self.state.emitted[:] = clues
        self.state.status[0].energy = self._rate()

    def go_on(self, clock: Clock, steps: int) -> list[int] | None:
        """Walk for at most `steps` steps, to the next match that differs enough; return None if there was none."""
        status = self.state.status[0]
        for begun in range(0, steps, self.steps_at_once):
            end = int(status.steps) + min(self.steps_at_once, steps - begun)
            found = next_match(self.energy.tables, self.lookahead, self.state, end)
            while status.pending != NOTHING:
                status.rated = self._rate()
                found = next_match(self.energy.tables, self.lookahead, self.state, end)
            clock.lookaheads += int(status.steps)
            clock.count_ratings(int(status.ratings))
            status.steps = status.ratings = 0
            if found:
                return self.clues
        return None

    def _rate(self) -> float:
        """Return the energy of the clues, by a rating from Python."""
        self.state.status[0].ratings += 1
        return self.energy(self.state.clues)

    @property
    def clues(self) -> list[int]:
        """The current clues."""
        clues: list[int] = self.state.clues.tolist()
        return clues


def _lookahead_for(session: Session) -> Lookahead:
    """Return the lookahead of a walk.

    On a large board most grades need rules beyond the lookahead's. There, all that is not far from solved is rated,
    unless any grade will do.
    """
    lookahead, grade = lookahead_of(session.layout, session.target.ladder), session.target.grade
    takes_any = session.target.only_a_grade and grade.takes_any
    if session.layout.size <= SMALL or not lookahead.rules.shape[0].naked or takes_any:
        return lookahead
    return lookahead._replace(near=session.layout.cell_count, branches=0)


@compiled_at_once
def next_match(energy: EnergyTables, lookahead: Lookahead, walk: GibbsState, end: int) -> bool:
    """Walk until `end` steps are done, a step is pending, or a match is reached; True if the clues are that match."""
    status = walk.status[0]
    while status.steps < end or status.pending != NOTHING:
        if step(energy, lookahead, walk) and status.energy < energy.bound and differs_enough(walk):
            for cell in walk.free:
                walk.emitted[cell] = walk.clues[cell]
            return True
        if status.pending != NOTHING:
            return False
    return False


@compiled
def differs_enough(walk: GibbsState) -> bool:
    """Return True if enough clues differ from the last match that was emitted."""
    differing = 0
    for cell in walk.free:
        differing += walk.clues[cell] != walk.emitted[cell]
    return bool(differing >= min(len(walk.free), max(2, len(walk.free) // SHARE)))


@inlined
def step(energy: EnergyTables, lookahead: Lookahead, walk: GibbsState) -> bool:
    """Draw the digit of a random free cell again, or of several; return True if the clues changed.

    A pending step is completed first.
    """
    status = walk.status[0]
    pending = status.pending
    status.pending = NOTHING
    if pending == EXCHANGE:
        return accept_exchange(walk, status.taken, status.rated)
    if pending == DRAW:
        walk.clues[status.cell] = walk.before[status.cell]
        walk.energies[status.cell, status.digit] = status.rated
        return draw(energy, lookahead, walk, status.cell)
    status.steps += 1
    cell = walk.free[random_below(walk.random, len(walk.free))]
    if walk.seen[cell] != status.changes:
        examine(lookahead, walk, cell)
    if walk.follows[cell]:
        return exchange_several(energy, lookahead, walk)
    for digit in range(len(walk.noise)):
        if walk.energies[cell, digit] < np.inf:
            walk.noise[digit] = temperature(walk) * log(-log(1.0 - random_unit(walk.random)))
    return draw(energy, lookahead, walk, cell)


@inlined
def examine(lookahead: Lookahead, walk: GibbsState, cell: int) -> None:
    """Note whether the digit of a cell follows from the other clues, or which digits they allow there."""
    outcome = keep_without(lookahead, walk, cell)
    walk.follows[cell] = outcome == CONTRADICTION or is_assigned(lookahead.rules, lookahead.search.board, cell)
    walk.seen[cell] = walk.status[0].changes
    for digit in range(walk.energies.shape[1]):
        if digit == walk.clues[cell] - 1:
            walk.energies[cell, digit] = walk.status[0].energy
        elif is_candidate(lookahead.rules, lookahead.kept, cell, digit):
            walk.energies[cell, digit] = UNKNOWN
        else:
            walk.energies[cell, digit] = np.inf


@compiled
def keep_without(lookahead: Lookahead, walk: GibbsState, cell: int) -> int:
    """Propagate the clues except that of a cell, and keep the board; return OPEN, CONTRADICTION or SOLVED."""
    before = walk.clues[cell]
    walk.clues[cell] = 0
    load(lookahead, walk.clues)
    outcome = propagate_rules(lookahead)
    keep(lookahead)
    walk.clues[cell] = before
    walk.status[0].kept = board_number(walk, cell)
    return outcome


@compiled
def board_number(walk: GibbsState, cell: int) -> int:
    """Return a number for a cell and the changes that the clues have had."""
    return int(walk.status[0].changes * len(walk.clues) + cell)


@inlined
def draw(energy: EnergyTables, lookahead: Lookahead, walk: GibbsState, cell: int) -> bool:
    """Draw the digit of a cell with weights exp(−energy / temperature); return True if it is another one.

    The drawn digit is the one with the least energy after Gumbel noise. No energy is below 0, so only the energies of
    digits that might be drawn have to be computed.
    """
    energies, status = walk.energies[cell], walk.status[0]
    drawn = least_after_noise(energies, walk.noise)
    while drawn >= 0 and energies[drawn] == UNKNOWN:
        found = energy_with(energy, lookahead, walk, cell, drawn)
        if np.isnan(found):
            walk.before[cell] = walk.clues[cell]
            walk.clues[cell] = drawn + 1
            status.pending, status.cell, status.digit = DRAW, cell, drawn
            return False
        energies[drawn] = found
        drawn = least_after_noise(energies, walk.noise)
    if drawn < 0 or drawn + 1 == walk.clues[cell]:
        return False
    walk.clues[cell] = drawn + 1
    status.energy = energies[drawn]
    status.changes += 1
    return True


@inlined
def energy_with(energy: EnergyTables, lookahead: Lookahead, walk: GibbsState, cell: int, digit: int) -> float:
    """Return the energy with a digit in a cell: infinite for a contradiction, NaN if Python has to rate the clues."""
    if walk.status[0].kept != board_number(walk, cell):
        keep_without(lookahead, walk, cell)
    restore(lookahead)
    assign(lookahead.rules, lookahead.search.board, cell, digit)
    outcome = propagate_rules(lookahead)
    if outcome == CONTRADICTION:
        return np.inf
    before = walk.clues[cell]
    walk.clues[cell] = digit + 1
    found = propagated_energy(energy, lookahead, walk, outcome)
    walk.clues[cell] = before
    return found


@inlined
def propagated_energy(energy: EnergyTables, lookahead: Lookahead, walk: GibbsState, outcome: int) -> float:
    """Return the energy of the walk's clues, whose board is propagated; NaN if Python has to rate them."""
    if outcome == OPEN:
        excess = excess_candidates(lookahead.rules, lookahead.search.board)
        if excess > lookahead.near or (lookahead.branches and not has_one_solution(lookahead)):
            return STUCK_AT_LEAST + excess
    if energy.is_wide:
        return nan
    walk.status[0].ratings += 1
    return rated_energy(energy, walk.clues)


@inlined
def exchange_several(energy: EnergyTables, lookahead: Lookahead, walk: GibbsState) -> bool:
    """Take out random clues until they no longer follow from the rest, and put in others; True if accepted."""
    taken = take_out(lookahead, walk)
    outcome = put_in(lookahead, walk, taken)
    if outcome == CONTRADICTION:
        return accept_exchange(walk, taken, np.inf)
    after = propagated_energy(energy, lookahead, walk, outcome)
    if np.isnan(after):
        walk.status[0].pending, walk.status[0].taken = EXCHANGE, taken
        return False
    return accept_exchange(walk, taken, after)


@compiled
def accept_exchange(walk: GibbsState, taken: int, after: float) -> bool:
    """Accept an exchange if the energy falls, or by chance, less often the more it rises; else take it back."""
    if after <= walk.status[0].energy - temperature(walk) * log(1.0 - random_unit(walk.random)) and after < np.inf:
        walk.status[0].energy = after
        walk.status[0].changes += 1
        return True
    for k in range(taken):
        walk.clues[walk.free[k]] = walk.before[walk.free[k]]
    return False


@inlined
def take_out(lookahead: Lookahead, walk: GibbsState) -> int:
    """Take out clues, the first of `free` after a shuffle, until the digit of the first is open; return how many."""
    for k in range(len(walk.free)):
        other = k + random_below(walk.random, len(walk.free) - k)
        cell = walk.free[other]
        walk.free[other] = walk.free[k]
        walk.free[k] = cell
        walk.before[cell] = walk.clues[cell]
        walk.clues[cell] = 0
        load(lookahead, walk.clues)
        if propagate_rules(lookahead) == CONTRADICTION:
            return k + 1
        if not is_assigned(lookahead.rules, lookahead.search.board, walk.free[0]):
            return k + 1
    return len(walk.free)


@inlined
def put_in(lookahead: Lookahead, walk: GibbsState, taken: int) -> int:
    """Give the emptied cells random candidates, one after another; return what `propagate` says in the end."""
    outcome, board = CONTRADICTION, lookahead.search.board
    for k in range(taken):
        cell, digit, seen = walk.free[k], -1, 0
        for candidate in range(walk.energies.shape[1]):
            if is_candidate(lookahead.rules, board, cell, candidate):
                seen += 1
                if random_below(walk.random, seen) == 0:
                    digit = candidate
        if digit < 0:
            return CONTRADICTION
        walk.clues[cell] = digit + 1
        assign(lookahead.rules, board, cell, digit)
        outcome = propagate_rules(lookahead)
        if outcome == CONTRADICTION:
            return CONTRADICTION
    return outcome


@compiled
def temperature(walk: GibbsState) -> float:
    """Return the current temperature."""
    return SOLVED_TEMPERATURE if walk.status[0].energy < STUCK_AT_LEAST else TEMPERATURE


@compiled
def least_after_noise(energies: np.ndarray, noise: np.ndarray) -> int:
    """Return the digit of the least energy after noise, an unknown energy counting as 0; −1 if all are infinite."""
    drawn, least = -1, np.inf
    for digit in range(len(energies)):
        hoped = max(energies[digit], 0.0) + noise[digit]
        if hoped < least:
            drawn, least = digit, hoped
    return drawn
