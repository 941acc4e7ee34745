"""A walk over the digits of a pattern's clues by Gibbs sampling.

A step takes a random clue and draws its digit again, given all others: digit d with probability proportional to
exp(−E(d)/T), where E(d) is the energy of the puzzle with d (`energy`) and T the temperature (Geman and Geman 1984: the
heat bath of simulated annealing). If the other clues already imply the digit, the step removes several clues until they
do not, assigns random remaining candidates, and accepts the result by the Metropolis rule.

Two things make a step cheap:

- *Lookahead.* The energy of a digit is mostly known without a rating: propagation finds a contradiction (infinite), or
  leaves a board far from solved, or with several solutions (the energy of a stuck board with its excess candidates).
- *Lazy energies.* Drawing d with probability proportional to exp(−E(d)/T) is the same as taking the d with the least
  E(d) − T·G(d), with independent Gumbel noise G(d). No energy is below 0, so an energy is needed only for a digit whose
  noise makes it a possible minimum.

A ladder of the paper's rules is rated within the compiled loop. A wide ladder is rated by Python: the loop stops
with RATE, `Walk` rates `trial` and stores its energy, and the loop continues where it was. The stage of the present
step is kept in `status`:

    IDLE ──begin_step──▶ DRAWING or EXCHANGING ──(RATE, any number of times)──▶ IDLE
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log

import numpy as np

from cpgen.engine.mask_board import copy_board, excess_candidates, is_assigned, is_candidate
from cpgen.engine.propagation import CONTRADICTION, OPEN, assign
from cpgen.generation.energy import STUCK_ENERGY, Energy, EnergyFunction, rated_energy
from cpgen.generation.lookahead import (
    Lookahead,
    load_and_propagate,
    lookahead_for,
    propagate_board,
    proves_one_solution,
)
from cpgen.generation.session import Session
from cpgen.kernel import compiled, compiled_loop, inlined, random_below, random_state, random_unit
from cpgen.kernel.record_arrays import records, values
from cpgen.kernel.structs import Struct
from cpgen.pattern import Pattern
from cpgen.requests.clock import Clock

CHANGED_SHARE = 7
"""One in this many clues, and at least two, must differ between a puzzle of the walk and the next"""
PATIENCE = 5_000
"""Steps without a puzzle after which a walk is given up"""
TEMPERATURE, SOLVED_TEMPERATURE = 8.0, 16.0
"""Temperature before and after the puzzle is solved; the higher one makes the walk leave a solved puzzle sooner"""
UNKNOWN = -1.0
"""Energy of a digit that is not computed yet"""
PAUSED, MATCH, RATE = range(3)
"""Results of `walk_steps`"""
IDLE, DRAWING, EXCHANGING = range(3)
"""Stages of a step"""
UNCHANGED, CHANGED, ASKS = range(3)
"""Results of a stage; ASKS if a rating is needed from Python"""


class WalkState(Struct):
    """State of a walk, changed in place."""

    clues: np.ndarray
    """[N] uint8"""
    last_match: np.ndarray
    """[N] the clues of the last puzzle that the walk found"""
    free: np.ndarray
    """[F] the cells whose digit may change, in random order"""
    before: np.ndarray
    """[N] the digits of clues that the present step removed"""
    trial: np.ndarray
    """[N] the clues that Python has to rate"""
    energies: np.ndarray
    """[N, n] the energy with each digit in a cell, valid while `seen` is current"""
    noise: np.ndarray
    """[n] noise added to the energy of each digit in the present draw"""
    seen: np.ndarray
    """[N] the number of changes of the clues when `energies` of a cell was begun; −1 for never"""
    is_implied: np.ndarray
    """[N] True if the other clues then implied the cell's digit"""
    status: np.ndarray
    """One record: `energy` of the clues; number of their `changes`; `kept_for`, the cell and change for which the
    lookahead keeps a board; `stage` of the present step, with its `cell` and `digit`, or its number of `removed` clues
    and the `outcome` of propagation; `asks`, 1 if Python rates; `answered`, 1 once `rated` holds the energy of `trial`;
    `steps` and `ratings` since they were last read"""
    random: np.ndarray


def _new_state(session: Session, pattern: Pattern) -> WalkState:
    cells, size = session.layout.cell_count, session.layout.size
    step = ("stage", "cell", "digit", "removed", "outcome", "asks", "answered")
    fields = dict.fromkeys(("changes", "kept_for", *step, "steps", "ratings"), np.int64)
    status = records(1, energy=np.float64, rated=np.float64, **fields)
    status[0].energy, status[0].kept_for = np.inf, -1  # the energy of the first clues is computed when needed
    return WalkState(
        clues=np.zeros(cells, np.uint8),
        last_match=np.zeros(cells, np.uint8),
        free=np.array(pattern.free_cells, np.int64),
        before=np.zeros(cells, np.uint8),
        trial=np.zeros(cells, np.uint8),
        energies=np.zeros((cells, size)),
        noise=np.zeros(size),
        seen=np.full(cells, -1),
        is_implied=np.zeros(cells, np.bool_),
        status=status,
        random=random_state(session.rng),
    )


@dataclass(frozen=True)
class Walk:
    """Walk over the free cells of a pattern."""

    energy: Energy
    lookahead: Lookahead
    state: WalkState
    clock: Clock
    steps_at_once: int
    """Steps between two clock checks, which take some milliseconds"""
    patience: int = PATIENCE

    @classmethod
    def of(cls, session: Session, pattern: Pattern) -> Walk:
        """Return a walk that has not begun."""
        lookahead, state = lookahead_for(session.layout, session.target), _new_state(session, pattern)
        state.status[0].asks = session.target.ladder.is_wide
        return cls(session.energy, lookahead, state, session.clock, max(1, 8_000_000 // session.layout.cell_count**2))

    def go_to(self, clues: list[int]) -> None:
        """Begin at these clues, or continue from there."""
        # Forget everything that was known of other clues.
        status = self.state.status[0]
        self.state.clues[:] = clues
        self.state.seen[:] = -1
        status.kept_for, status.energy, status.stage = -1, np.inf, IDLE

    def leave(self, clues: list[int]) -> None:
        """Begin at a puzzle that matches; the next one found will differ from it."""
        self.go_to(clues)
        self.state.last_match[:] = clues
        self.state.status[0].energy = self._rate(self.state.clues)

    def find(self, steps: int) -> list[int] | None:
        """Walk for at most `steps` steps to the next puzzle that matches and differs enough from the last."""
        left = steps
        while left > 0:
            most = min(left, walk_steps.share(self.steps_at_once))
            left -= most
            # A wide ladder interrupts the loop for every rating; `most` counts the steps that are left.
            while (result := walk_steps(self.energy.function, self.lookahead, self.state, most)) == RATE:
                most -= self._count()
                self.state.status[0].rated = self._rate(self.state.trial)
                self.state.status[0].answered = 1
            self._count()
            if result == MATCH:
                return self.clues
        return None

    def _rate(self, clues: np.ndarray) -> float:
        self.state.status[0].ratings += 1
        return self.energy.rated(clues, self.clock)

    def _count(self) -> int:
        """Report the work since the last call to the clock; return the number of steps."""
        done = values(self.state.status)
        self.state.status[0].steps = self.state.status[0].ratings = 0
        self.clock.lookaheads += done.steps
        self.clock.count_ratings(done.ratings)
        steps: int = done.steps
        return steps

    @property
    def clues(self) -> list[int]:
        """Current clues."""
        clues: list[int] = self.state.clues.tolist()
        return clues


@compiled_loop
def walk_steps(function: EnergyFunction, lookahead: Lookahead, walk: WalkState, steps: int) -> int:
    """Do at most `steps` new steps; return MATCH at a puzzle, RATE for an energy from Python, or PAUSED."""
    status = walk.status[0]
    while True:
        # A stage other than IDLE here means that Python has just answered.
        if status.stage == IDLE:
            if steps <= 0:
                return PAUSED
            steps -= 1
            _begin_step(lookahead, walk)
        result = UNCHANGED
        if status.stage == DRAWING:
            result = _draw(function, lookahead, walk)
        elif status.stage == EXCHANGING:
            result = _accept_exchange(function, lookahead, walk)
        if result == ASKS:
            return RATE
        # Only puzzles that were reached by a change are matches, so that a walk moves on from where it begins.
        status.stage = IDLE
        if result == CHANGED and status.energy < function.bound and _differs_enough(walk):
            for cell in walk.free:
                walk.last_match[cell] = walk.clues[cell]
            return MATCH


@compiled
def _differs_enough(walk: WalkState) -> bool:
    """Return True if enough clues differ from the last puzzle."""
    differing = 0
    for cell in walk.free:
        differing += walk.clues[cell] != walk.last_match[cell]
    return bool(differing >= min(len(walk.free), max(2, len(walk.free) // CHANGED_SHARE)))


@inlined
def _begin_step(lookahead: Lookahead, walk: WalkState) -> None:
    """Choose a random free cell: draw its digit, or exchange several clues if the other clues imply it."""
    status = walk.status[0]
    status.steps += 1
    status.answered = 0
    cell = walk.free[random_below(walk.random, len(walk.free))]
    # Known energies stay valid until a clue changes.
    if walk.seen[cell] != status.changes:
        _look_at(lookahead, walk, cell)
    if walk.is_implied[cell]:
        _exchange_several(lookahead, walk)
        return
    status.stage, status.cell = DRAWING, cell
    # −T·G with Gumbel noise G = −log(−log U), U uniform.
    for digit in range(len(walk.noise)):
        if walk.energies[cell, digit] < np.inf:
            walk.noise[digit] = _temperature(walk) * log(-log(1.0 - random_unit(walk.random)))


@inlined
def _look_at(lookahead: Lookahead, walk: WalkState, cell: int) -> None:
    """Find out whether the other clues imply the digit of a cell, and which digits they leave there."""
    status, tables = walk.status[0], lookahead.search.tables
    outcome = _keep_without(lookahead, walk, cell)
    # From a contradiction no digit of this cell alone leads out; several clues have to change.
    walk.is_implied[cell] = outcome == CONTRADICTION or is_assigned(tables, lookahead.search.board, cell)
    walk.seen[cell] = status.changes
    for digit in range(walk.energies.shape[1]):
        if digit == np.int64(walk.clues[cell]) - 1:  # the present digit has the present energy
            walk.energies[cell, digit] = status.energy
        else:
            walk.energies[cell, digit] = UNKNOWN if is_candidate(tables, lookahead.kept, cell, digit) else np.inf


@compiled
def _keep_without(lookahead: Lookahead, walk: WalkState, cell: int) -> int:
    """Propagate the clues without that of a cell and keep the board; return the outcome."""
    before = walk.clues[cell]
    walk.clues[cell] = 0
    outcome = load_and_propagate(lookahead, walk.clues)
    copy_board(lookahead.search.board, lookahead.kept)
    walk.clues[cell] = before
    # One number for the cell and the state of the clues tells later whether the board is still current.
    walk.status[0].kept_for = walk.status[0].changes * len(walk.clues) + cell
    return outcome


@inlined
def _draw(function: EnergyFunction, lookahead: Lookahead, walk: WalkState) -> int:
    """Draw the digit of the present cell, computing only the energies that the draw depends on."""
    status = walk.status[0]
    cell, energies = status.cell, walk.energies[status.cell]
    while True:
        digit = _least_with_noise(energies, walk.noise)
        # A minimum whose energy is known is final: the unknown ones are already at their lower bound, 0.
        if digit < 0 or energies[digit] != UNKNOWN:
            break
        if status.answered:  # the energy for which the loop stopped
            status.answered, energies[status.digit] = 0, status.rated
            continue
        status.digit = digit
        energy = _lookahead_energy(function, lookahead, walk, cell, digit)
        if energy == UNKNOWN:
            return ASKS
        energies[digit] = energy
    if digit < 0 or digit + 1 == walk.clues[cell]:
        return UNCHANGED
    walk.clues[cell] = digit + 1
    status.energy = energies[digit]
    status.changes += 1
    return CHANGED


@compiled
def _least_with_noise(energies: np.ndarray, noise: np.ndarray) -> int:
    """Return the digit of the least energy plus noise, an unknown energy counting as 0; −1 if all are infinite."""
    drawn, least = -1, np.inf
    for digit in range(len(energies)):
        hoped = max(energies[digit], 0.0) + noise[digit]
        if hoped < least:
            drawn, least = digit, hoped
    return drawn


@inlined
def _lookahead_energy(function: EnergyFunction, lookahead: Lookahead, walk: WalkState, cell: int, digit: int) -> float:
    """Return the energy with a digit in a cell, or UNKNOWN if Python has to rate `trial`."""
    # Another cell may have used the kept board since this one was looked at.
    if walk.status[0].kept_for != walk.status[0].changes * len(walk.clues) + cell:
        _keep_without(lookahead, walk, cell)
    copy_board(lookahead.kept, lookahead.search.board)
    assign(lookahead.search.tables, lookahead.search.board, cell, digit)
    outcome = propagate_board(lookahead)
    if outcome == CONTRADICTION:
        return np.inf
    before = walk.clues[cell]
    walk.clues[cell] = digit + 1
    energy = _propagated_energy(function, lookahead, walk, outcome)
    walk.clues[cell] = before
    return energy


@inlined
def _propagated_energy(function: EnergyFunction, lookahead: Lookahead, walk: WalkState, outcome: int) -> float:
    """Return the energy of clues that propagation did not refute; UNKNOWN if Python has to rate `trial`."""
    # Far from solved, or with a second solution, the ladder cannot solve the clues: no rating needed.
    if outcome == OPEN:
        excess = excess_candidates(lookahead.search.tables, lookahead.search.board)
        if excess > lookahead.near or (lookahead.branches and not proves_one_solution(lookahead)):
            return STUCK_ENERGY + excess
    if walk.status[0].asks:
        for cell in range(len(walk.clues)):
            walk.trial[cell] = walk.clues[cell]
        return UNKNOWN
    walk.status[0].ratings += 1
    return rated_energy(function, walk.clues)


@inlined
def _exchange_several(lookahead: Lookahead, walk: WalkState) -> None:
    """Remove random clues until they no longer follow from the rest, and assign random remaining candidates.

    The stage becomes EXCHANGING, or stays IDLE with the clues unchanged if that leads to a contradiction.
    """
    status = walk.status[0]
    status.removed = _remove_clues(lookahead, walk)
    status.outcome = _assign_removed(lookahead, walk)
    if status.outcome == CONTRADICTION:
        _undo_exchange(walk)
    else:
        status.stage = EXCHANGING


@inlined
def _remove_clues(lookahead: Lookahead, walk: WalkState) -> int:
    """Remove random clues, moving them to the front of `free`, until the first is not implied; return their number."""
    for k in range(len(walk.free)):
        # One step of a Fisher–Yates shuffle puts the k-th cell to remove in place k.
        other = k + random_below(walk.random, len(walk.free) - k)
        cell = walk.free[other]
        walk.free[other] = walk.free[k]
        walk.free[k] = cell
        walk.before[cell] = walk.clues[cell]
        walk.clues[cell] = 0
        outcome = load_and_propagate(lookahead, walk.clues)
        if outcome == CONTRADICTION or not is_assigned(lookahead.search.tables, lookahead.search.board, walk.free[0]):
            return k + 1
    return len(walk.free)


@inlined
def _assign_removed(lookahead: Lookahead, walk: WalkState) -> int:
    """Assign the removed clues random candidates one after another, propagating each; return the last outcome."""
    tables, board, outcome = lookahead.search.tables, lookahead.search.board, CONTRADICTION
    for k in range(walk.status[0].removed):
        cell, digit, seen = walk.free[k], -1, 0
        for candidate in range(walk.energies.shape[1]):
            if is_candidate(tables, board, cell, candidate):
                seen += 1
                if random_below(walk.random, seen) == 0:  # reservoir sampling
                    digit = candidate
        if digit < 0:
            return CONTRADICTION
        walk.clues[cell] = digit + 1
        assign(tables, board, cell, digit)
        outcome = propagate_board(lookahead)
        if outcome == CONTRADICTION:
            return CONTRADICTION
    return outcome


@inlined
def _accept_exchange(function: EnergyFunction, lookahead: Lookahead, walk: WalkState) -> int:
    """Accept or undo the exchange by the Metropolis rule: always if the energy falls, rarely if it rises much."""
    status = walk.status[0]
    after = status.rated
    if not status.answered:
        after = _propagated_energy(function, lookahead, walk, status.outcome)
        if after == UNKNOWN:
            return ASKS
    status.answered = 0
    # Metropolis: u < exp(−rise / T) for uniform u, solved for the energy.
    if after <= status.energy - _temperature(walk) * log(1.0 - random_unit(walk.random)):
        status.energy = after
        status.changes += 1
        return CHANGED
    _undo_exchange(walk)
    return UNCHANGED


@compiled
def _undo_exchange(walk: WalkState) -> None:
    for k in range(walk.status[0].removed):
        walk.clues[walk.free[k]] = walk.before[walk.free[k]]


@compiled
def _temperature(walk: WalkState) -> float:
    return SOLVED_TEMPERATURE if walk.status[0].energy < STUCK_ENERGY else TEMPERATURE
