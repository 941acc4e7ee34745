"""A walk over the digits of a pattern's clues by Gibbs sampling.

A step takes a random clue and finds out, by the engine's propagation of the other clues, which digits they leave it.
Then it samples its digit again, or exchanges several clues if the others already imply the digit (`walk_moves`). Digits
are the more probable the lower the energy of the puzzle with them: the distance from the target (`energy`).

A ladder of the paper's rules is rated within the compiled loop `walk_steps`. Other ladders are rated by Python: the
loop stops in the middle of a step and returns RATE, `Walk` rates the clues in `trial` and stores their energy, and the
loop continues where it stopped. `step.stage` (`walk_state`) says where that is:

    IDLE ──begin_move──▶ SAMPLING or EXCHANGING ──(RATE, any number of times)──▶ IDLE
"""

from __future__ import annotations

import numpy as np

from cpgen.engine.mask_board import copy_board, is_assigned, is_candidate
from cpgen.engine.search import propagate_clues
from cpgen.generation.lookahead import lookahead_for
from cpgen.generation.session import Session
from cpgen.generation.walk_moves import begin_move, finish_move
from cpgen.generation.walk_state import IDLE, UNKNOWN, WalkState
from cpgen.kernel import compiled, compiled_loop, inlined, random_below, random_state
from cpgen.kernel.record_arrays import values
from cpgen.pattern import Pattern
from cpgen.rater.memory import allocate

CHANGED_SHARE = 7
"""One in this many clues, and at least two, must differ between a puzzle of the walk and the next"""
STEPS_AT_ONCE = 8_000_000
"""Steps between two looks at the clock, times the square of the number of cells; they take some milliseconds"""
USED_UP, MATCH, RATE = range(3)
"""Results of `walk_steps`: the steps are used up, a puzzle is found, or Python has to rate `trial`"""


class Walk:
    """A walk over the free cells of a pattern, from given clues, to the target of a session."""

    def __init__(self, session: Session, pattern: Pattern, clues: list[int]) -> None:
        self.energy, self._clock = session.energy, session.clock
        self.state = allocate(
            WalkState,
            session.layout,
            function=self.energy.function,
            lookahead=lookahead_for(session.layout, session.target),
            free=np.array(pattern.free_cells, np.int64),
            random=random_state(session.rng),
        )
        self.state.status[0].rates_in_python = session.target.ladder.is_wide
        self._steps_at_once = max(1, STEPS_AT_ONCE // session.layout.cell_count**2)
        self.begin(clues)

    def begin(self, clues: list[int]) -> None:
        """Begin a walk at these clues, and discard all that was computed for other clues."""
        self.state.clues[:] = clues
        self.state.prepared_at[:] = -1
        self.state.status[0].energy = np.inf
        self.state.step[0].stage = IDLE

    def note_match(self) -> None:
        """Record the present clues as a puzzle that matches the target; the next one found will differ from it."""
        self.state.last_match[:] = self.state.clues
        self.state.status[0].energy = self._rate(self.state.clues)

    def find(self, steps: int) -> list[int] | None:
        """Walk for at most `steps` steps to a puzzle that matches the target; return its clues, None if none is found.

        It must differ enough from the last puzzle found.

        Raises:
            OutOfTimeError: if the clock ends the call.
        """
        while True:
            result = walk_steps(self.state, min(steps, walk_steps.share(self._steps_at_once)))
            steps -= self._report()
            if result == MATCH:
                return self.clues
            if result == RATE:
                self.state.step[0].answer = self._rate(self.state.trial)
            elif steps <= 0:
                return None

    def _rate(self, clues: np.ndarray) -> float:
        self.state.status[0].ratings += 1
        return self.energy.rated(clues, self._clock)

    def _report(self) -> int:
        """Report the work since the last call to the clock; return the number of steps."""
        done = values(self.state.status)
        self.state.status[0].steps = self.state.status[0].ratings = 0
        self._clock.lookaheads += done.steps
        self._clock.count_ratings(done.ratings)
        steps: int = done.steps
        return steps

    @property
    def clues(self) -> list[int]:
        """Current clues, 0 for an open cell."""
        clues: list[int] = self.state.clues.tolist()
        return clues


@compiled_loop
def walk_steps(walk: WalkState, steps: int) -> int:
    """Do at most `steps` new steps of a walk.

    Returns:
        MATCH if the clues are a puzzle that the target accepts, other than the last one; RATE if Python has to rate
        `walk.trial` and store the energy in `walk.step` before the next call; USED_UP after `steps` steps.
    """
    status, step = walk.status[0], walk.step[0]
    while True:
        # A stage other than IDLE here means that Python has just answered.
        if step.stage == IDLE:
            if steps <= 0:
                return USED_UP
            steps -= 1
            status.steps += 1
            cell = walk.free[random_below(walk.random, len(walk.free))]
            if walk.prepared_at[cell] != status.changes:
                _prepare_cell(walk, cell)
            begin_move(walk, cell)
        changes = status.changes
        if not finish_move(walk):
            return RATE
        # Below the bound, the ladder solves the clues and the target accepts the rating (`energy`). Only puzzles that
        # were reached by a change are matches, so that a walk moves on from where it begins.
        if status.changes != changes and status.energy < walk.function.bound and _differs_enough(walk):
            for cell in walk.free:
                walk.last_match[cell] = walk.clues[cell]
            return MATCH


@inlined
def _prepare_cell(walk: WalkState, cell: int) -> None:
    """Store in `walk` what the other clues imply in a cell by propagation.

    `is_implied` tells whether they imply the digit, `kept` has the board. In `energies`, digits that are left become
    UNKNOWN, the others infinite; the present digit has the energy of the walk.
    """
    status, search, present = walk.status[0], walk.lookahead.search, walk.clues[cell]
    # Propagation never refutes the other clues (only the oracle may, between two calls of `find`): a walk begins at
    # clues with a completion, and takes only clues that propagation did not refute; fewer of them imply less.
    walk.clues[cell] = 0
    propagate_clues(search, walk.clues)
    walk.clues[cell] = present
    copy_board(search.board, walk.kept[cell])
    walk.is_implied[cell] = is_assigned(search.tables, search.board, cell)
    walk.prepared_at[cell] = status.changes
    for digit in range(walk.energies.shape[1]):
        walk.energies[cell, digit] = UNKNOWN if is_candidate(search.tables, search.board, cell, digit) else np.inf
    walk.energies[cell, int(present) - 1] = status.energy  # infinite where a walk begins: any other digit is better


@compiled
def _differs_enough(walk: WalkState) -> bool:
    """Return True if enough clues differ from the last puzzle."""
    differing = 0
    for cell in walk.free:
        differing += walk.clues[cell] != walk.last_match[cell]
    return bool(differing >= min(len(walk.free), max(2, len(walk.free) // CHANGED_SHARE)))
