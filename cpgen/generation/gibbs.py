"""A walk over the digits of a pattern's clues by Gibbs sampling.

A step takes a random clue and samples its digit again, given all others: digit d with probability proportional to
exp(−E(d)/T), where E(d) is the energy of the puzzle with d (`energy`) and T the temperature (Geman and Geman 1984: the
heat bath of simulated annealing). If the other clues already imply the digit, the step exchanges several clues: it
removes random ones until the digit is no longer implied, assigns random remaining candidates, and accepts the result by
the Metropolis rule.

Two things make a step cheap:

- *Lookahead.* The energy of a digit is mostly known without a rating: the engine's propagation (`lookahead`) finds a
  contradiction (infinite energy), or leaves a board far from solved, or with several solutions (the energy of a stuck
  board with its excess candidates).
- *Lazy energies.* Sampling d with probability proportional to exp(−E(d)/T) is the same as taking the d with the least
  E(d) − T·G(d), with independent Gumbel noise G(d). No energy is below 0, so an energy is needed only for a digit whose
  noise makes it a possible minimum.

The way of a step to the engine:

    Walk.find → walk_steps → _begin_step → _prepare_cell → _propagate_without ─┐
                           → _sample_digit → _energy_with_digit ───────────────┴→ lookahead → engine

A ladder of the paper's rules is rated within the compiled loop `walk_steps`. Other ladders are rated by Python: the
loop stops in the middle of a step and returns RATE, `Walk` rates the clues in `trial` and stores their energy, and the
loop continues where it stopped. `step.stage` says where that is:

    IDLE ──_begin_step──▶ SAMPLING or EXCHANGING ──(RATE, any number of times)──▶ IDLE
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
from cpgen.kernel.record_arrays import values
from cpgen.kernel.structs import Struct
from cpgen.pattern import Pattern
from cpgen.rater.memory import N, allocate, array, n, numbers, record
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
"""Results of `walk_steps`: the steps are used up, a puzzle is found, or Python has to rate `trial`"""
IDLE, SAMPLING, EXCHANGING = range(3)
"""Stages of a step: none has begun, it samples the digit of one cell, or it exchanges several clues"""
UNCHANGED, CHANGED, NEEDS_RATING = range(3)
"""Results of a stage; NEEDS_RATING if Python has to rate `trial` first"""


class WalkState(Struct):
    """State of a walk on a board of N cells and n digits, changed in place.

    Cells are numbers from 0, row by row. Clues are digits from 1, 0 for an open cell; as an index, a digit is one less.
    """

    free: np.ndarray  # the cells whose digit may change, in random order
    random: np.ndarray  # random stream
    clues: np.ndarray = array(np.uint8, N)
    last_match: np.ndarray = array(np.uint8, N)  # clues of the last puzzle that the walk found
    status: np.ndarray = record(
        energy=np.float64,  # of the clues; infinite until a step has computed it
        changes=np.int64,  # number of changes of the clues so far
        kept_for=np.int64,  # changes · N + cell for which `lookahead.kept` is the board without that cell's clue
        rates_in_python=np.int64,  # 1 if `walk_steps` cannot rate on this ladder itself
        steps=np.int64,  # steps since they were last reported
        ratings=np.int64,  # ratings since they were last reported
    )

    energies: np.ndarray = array(np.float64, N, n)  # with each digit in a cell: known, UNKNOWN or infinite
    prepared_at: np.ndarray = numbers(N)  # `changes` for which the `energies` of a cell are valid; −1 for none
    is_implied: np.ndarray = array(np.bool_, N)  # True if the other clues then implied the cell's digit

    step: np.ndarray = record(
        stage=np.int64,  # IDLE, SAMPLING or EXCHANGING
        cell=np.int64,  # SAMPLING: the cell whose digit is sampled
        digit=np.int64,  # SAMPLING: the digit for which a rating is needed, from 0
        removed=np.int64,  # EXCHANGING: number of removed clues, which are at the front of `free`
        outcome=np.int64,  # EXCHANGING: outcome of propagating the new clues
        has_answer=np.int64,  # 1 once Python has stored the energy of `trial` in `answer`
        answer=np.float64,
    )
    """Fields of the present step"""
    noise: np.ndarray = array(np.float64, n)  # SAMPLING: noise added to the energy of each digit
    before: np.ndarray = array(np.uint8, N)  # EXCHANGING: the digits that the removed clues had
    trial: np.ndarray = array(np.uint8, N)  # clues that Python has to rate


@dataclass(frozen=True)
class Walk:
    """A walk over the free cells of a pattern; made by `Walk.on`, it starts at `begin` or `begin_at_match`."""

    energy: Energy
    lookahead: Lookahead
    state: WalkState
    clock: Clock
    steps_at_once: int
    """Steps between two clock checks, which take some milliseconds"""
    patience: int = PATIENCE

    @classmethod
    def on(cls, session: Session, pattern: Pattern) -> Walk:
        """Return a walk on a pattern, to the target of the session, that has not begun."""
        layout, target = session.layout, session.target
        free = np.array(pattern.free_cells, np.int64)
        state = allocate(WalkState, layout, free=free, random=random_state(session.rng))
        state.status[0].rates_in_python = target.ladder.is_wide
        steps_at_once = max(1, 8_000_000 // layout.cell_count**2)
        return cls(session.energy, lookahead_for(layout, target), state, session.clock, steps_at_once)

    def begin(self, clues: list[int]) -> None:
        """Begin at these clues, or continue from there."""
        # Forget everything that was known of other clues.
        status = self.state.status[0]
        self.state.clues[:] = clues
        self.state.prepared_at[:] = -1
        status.kept_for, status.energy, self.state.step[0].stage = -1, np.inf, IDLE

    def begin_at_match(self, clues: list[int]) -> None:
        """Begin at a puzzle that matches; the next one found will differ from it."""
        self.begin(clues)
        self.state.last_match[:] = clues
        self.state.status[0].energy = self._rate(self.state.clues)

    def find(self, steps: int) -> list[int] | None:
        """Walk for at most `steps` steps to a puzzle that matches and differs enough from the last; return its clues.

        Raises:
            OutOfTimeError: if the clock ends the call.
        """
        left = steps
        while left > 0:
            most = min(left, walk_steps.share(self.steps_at_once))
            left -= most
            # A wide ladder interrupts the loop for every rating; `most` counts the steps that are left.
            while (result := walk_steps(self.energy.function, self.lookahead, self.state, most)) == RATE:
                most -= self._report()
                self.state.step[0].answer = self._rate(self.state.trial)
                self.state.step[0].has_answer = 1
            self._report()
            if result == MATCH:
                return self.clues
        return None

    def _rate(self, clues: np.ndarray) -> float:
        self.state.status[0].ratings += 1
        return self.energy.rated(clues, self.clock)

    def _report(self) -> int:
        """Report the work since the last call to the clock; return the number of steps."""
        done = values(self.state.status)
        self.state.status[0].steps = self.state.status[0].ratings = 0
        self.clock.lookaheads += done.steps
        self.clock.count_ratings(done.ratings)
        steps: int = done.steps
        return steps

    @property
    def clues(self) -> list[int]:
        """Current clues, 0 for an open cell."""
        clues: list[int] = self.state.clues.tolist()
        return clues


@compiled_loop
def walk_steps(function: EnergyFunction, lookahead: Lookahead, walk: WalkState, steps: int) -> int:
    """Do at most `steps` new steps; return MATCH if a puzzle matches, RATE if Python has to rate `trial`, or PAUSED."""
    status, step = walk.status[0], walk.step[0]
    while True:
        # A stage other than IDLE here means that Python has just answered.
        if step.stage == IDLE:
            if steps <= 0:
                return PAUSED
            steps -= 1
            _begin_step(lookahead, walk)
        result = UNCHANGED
        if step.stage == SAMPLING:
            result = _sample_digit(function, lookahead, walk)
        elif step.stage == EXCHANGING:
            result = _accept_exchange(function, lookahead, walk)
        if result == NEEDS_RATING:
            return RATE
        # Only puzzles that were reached by a change are matches, so that a walk moves on from where it begins.
        step.stage = IDLE
        if result == CHANGED and status.energy < function.bound and _differs_enough(walk):
            for cell in walk.free:
                walk.last_match[cell] = walk.clues[cell]
            return MATCH


@inlined
def _begin_step(lookahead: Lookahead, walk: WalkState) -> None:
    """Choose a random free cell, to sample its digit, or to exchange several clues if the other clues imply it."""
    status, step = walk.status[0], walk.step[0]
    status.steps += 1
    step.has_answer = 0
    cell = walk.free[random_below(walk.random, len(walk.free))]
    # Known energies stay valid until a clue changes.
    if walk.prepared_at[cell] != status.changes:
        _prepare_cell(lookahead, walk, cell)
    if walk.is_implied[cell]:
        _exchange_several(lookahead, walk)
        return
    step.stage, step.cell = SAMPLING, cell
    # −T·G with Gumbel noise G = −log(−log U), U uniform.
    for digit in range(len(walk.noise)):
        if walk.energies[cell, digit] < np.inf:
            walk.noise[digit] = _temperature(walk) * log(-log(1.0 - random_unit(walk.random)))


@inlined
def _prepare_cell(lookahead: Lookahead, walk: WalkState, cell: int) -> None:
    """Find out whether the other clues imply the digit of a cell, and which digits they leave there.

    The energies of those digits become UNKNOWN, except that of the present one, and those of the others infinite.
    """
    status, tables = walk.status[0], lookahead.search.tables
    outcome = _propagate_without(lookahead, walk, cell)
    # If the other clues contradict each other, no digit of this cell makes a puzzle; several clues have to change.
    walk.is_implied[cell] = outcome == CONTRADICTION or is_assigned(tables, lookahead.search.board, cell)
    walk.prepared_at[cell] = status.changes
    for digit in range(walk.energies.shape[1]):
        if digit == np.int64(walk.clues[cell]) - 1:  # the present digit has the present energy
            walk.energies[cell, digit] = status.energy
        else:
            walk.energies[cell, digit] = UNKNOWN if is_candidate(tables, lookahead.kept, cell, digit) else np.inf


@compiled
def _propagate_without(lookahead: Lookahead, walk: WalkState, cell: int) -> int:
    """Propagate the clues without that of a cell and keep the board in `lookahead.kept`; return the outcome."""
    before = walk.clues[cell]
    walk.clues[cell] = 0
    outcome = load_and_propagate(lookahead, walk.clues)
    copy_board(lookahead.search.board, lookahead.kept)
    walk.clues[cell] = before
    # One number for the cell and the state of the clues tells later whether the board is still current.
    walk.status[0].kept_for = walk.status[0].changes * len(walk.clues) + cell
    return outcome


@inlined
def _sample_digit(function: EnergyFunction, lookahead: Lookahead, walk: WalkState) -> int:
    """Sample the digit of the step's cell, computing only the energies that the result depends on."""
    status, step = walk.status[0], walk.step[0]
    cell, energies = step.cell, walk.energies[step.cell]
    while True:
        digit = _least_with_noise(energies, walk.noise)
        # A minimum whose energy is known is final: the unknown ones are already at their lower bound, 0.
        if digit < 0 or energies[digit] != UNKNOWN:
            break
        if step.has_answer:  # the energy for which the loop stopped
            step.has_answer, energies[step.digit] = 0, step.answer
            continue
        step.digit = digit
        energy = _energy_with_digit(function, lookahead, walk, cell, digit)
        if energy == UNKNOWN:
            return NEEDS_RATING
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
    best, least = -1, np.inf
    for digit in range(len(energies)):
        hoped = max(energies[digit], 0.0) + noise[digit]
        if hoped < least:
            best, least = digit, hoped
    return best


@inlined
def _energy_with_digit(function: EnergyFunction, lookahead: Lookahead, walk: WalkState, cell: int, digit: int) -> float:
    """Return the energy with a digit in a cell, or UNKNOWN if Python has to rate `trial`."""
    # Another cell may have used the kept board since this one was prepared.
    if walk.status[0].kept_for != walk.status[0].changes * len(walk.clues) + cell:
        _propagate_without(lookahead, walk, cell)
    copy_board(lookahead.kept, lookahead.search.board)
    assign(lookahead.search.tables, lookahead.search.board, cell, digit)
    outcome = propagate_board(lookahead)
    if outcome == CONTRADICTION:
        return np.inf
    before = walk.clues[cell]
    walk.clues[cell] = digit + 1
    energy = _energy_after_propagation(function, lookahead, walk, outcome)
    walk.clues[cell] = before
    return energy


@inlined
def _energy_after_propagation(function: EnergyFunction, lookahead: Lookahead, walk: WalkState, outcome: int) -> float:
    """Return the energy of clues that propagation did not refute; UNKNOWN if Python has to rate `trial`."""
    # Far from solved, or with a second solution, the ladder cannot solve the clues: no rating needed.
    if outcome == OPEN:
        excess = excess_candidates(lookahead.search.tables, lookahead.search.board)
        if excess > lookahead.near or (lookahead.branches and not proves_one_solution(lookahead)):
            return STUCK_ENERGY + excess
    if walk.status[0].rates_in_python:
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
    step = walk.step[0]
    step.removed = _remove_clues(lookahead, walk)
    step.outcome = _assign_removed(lookahead, walk)
    if step.outcome == CONTRADICTION:
        _undo_exchange(walk)
    else:
        step.stage = EXCHANGING


@inlined
def _remove_clues(lookahead: Lookahead, walk: WalkState) -> int:
    """Remove random clues, moving them to the front of `free`, until the first is not implied; return their number."""
    for k in range(len(walk.free)):
        # One step of a Fisher–Yates shuffle moves the k-th cell to remove to index k.
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
    for k in range(walk.step[0].removed):
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
    status, step = walk.status[0], walk.step[0]
    after = step.answer
    if not step.has_answer:
        after = _energy_after_propagation(function, lookahead, walk, step.outcome)
        if after == UNKNOWN:
            return NEEDS_RATING
    step.has_answer = 0
    # Metropolis: u < exp(−rise / T) for uniform u, solved for the energy.
    if after <= status.energy - _temperature(walk) * log(1.0 - random_unit(walk.random)):
        status.energy = after
        status.changes += 1
        return CHANGED
    _undo_exchange(walk)
    return UNCHANGED


@compiled
def _undo_exchange(walk: WalkState) -> None:
    """Give the removed clues their former digits."""
    for k in range(walk.step[0].removed):
        walk.clues[walk.free[k]] = walk.before[walk.free[k]]


@compiled
def _temperature(walk: WalkState) -> float:
    return SOLVED_TEMPERATURE if walk.status[0].energy < STUCK_ENERGY else TEMPERATURE


@compiled
def _differs_enough(walk: WalkState) -> bool:
    """Return True if enough clues differ from the last puzzle."""
    differing = 0
    for cell in walk.free:
        differing += walk.clues[cell] != walk.last_match[cell]
    return bool(differing >= min(len(walk.free), max(2, len(walk.free) // CHANGED_SHARE)))
