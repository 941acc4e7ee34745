"""The moves of a walk (`gibbs`): sample the digit of a cell, or exchange several clues.

Sampling takes digit d with probability proportional to exp(−E(d)/T), where E(d) is the energy of the puzzle with d and
T the temperature (Geman and Geman 1984: the heat bath of simulated annealing). If the other clues already imply the
digit, the walk exchanges several clues: it removes random ones until the digit is no longer implied, assigns random
remaining candidates, and accepts the result by the Metropolis rule.

Two things make a move cheap:

- *Lookahead.* The energy of a digit is mostly known without a rating: the engine's propagation (`lookahead`) finds a
  contradiction (infinite energy), or leaves a board far from solved, or with several solutions (the energy of a stuck
  board with its excess candidates).
- *Lazy energies.* Sampling d with probability proportional to exp(−E(d)/T) is the same as taking the d with the least
  E(d) − T·G(d), with independent Gumbel noise G(d). No energy is below 0, so an energy is needed only for a digit whose
  noise makes it a possible minimum.
"""

from __future__ import annotations

from math import log

import numpy as np

from cpgen.engine.mask_board import copy_board, excess_candidates, is_assigned, is_candidate
from cpgen.engine.propagation import OPEN, REFUTED, assign, propagate
from cpgen.engine.search import Search, propagate_clues
from cpgen.generation.energy import STUCK_ENERGY, rated_energy
from cpgen.generation.lookahead import proves_one_solution
from cpgen.generation.walk_state import EXCHANGING, IDLE, SAMPLING, UNKNOWN, WalkState
from cpgen.kernel import compiled, inlined, random_below, random_unit

TEMPERATURE, SOLVED_TEMPERATURE = 8.0, 16.0
"""Temperature before and after the puzzle is solved; the higher one makes the walk leave a solved puzzle sooner"""


@inlined
def begin_move(walk: WalkState, cell: int) -> None:
    """Begin a move of the walk in a cell that `gibbs` has prepared, in `walk.step`.

    If the other clues imply the digit of the cell, several clues are exchanged; otherwise its digit is sampled again.
    """
    walk.step[0].answer = UNKNOWN
    if walk.is_implied[cell]:
        _exchange_several(walk)
        return
    walk.step[0].stage, walk.step[0].cell = SAMPLING, cell
    # −T·G with Gumbel noise G = −log(−log U), U uniform.
    for digit in range(len(walk.noise)):
        if walk.energies[cell, digit] < np.inf:
            walk.noise[digit] = _temperature(walk) * log(-log(1.0 - random_unit(walk.random)))


@inlined
def finish_move(walk: WalkState) -> bool:
    """Finish the move that was begun, which may change the clues; return False if Python has to rate first.

    The clues to rate are in `walk.trial`; their energy must be in `walk.step` at the next call.
    """
    stage, is_done = walk.step[0].stage, True
    if stage == SAMPLING:
        is_done = _sample_digit(walk)
    elif stage == EXCHANGING:
        is_done = _accept_exchange(walk)
    if is_done:
        walk.step[0].stage = IDLE
    return is_done


@inlined
def _sample_digit(walk: WalkState) -> bool:
    """Sample the digit of the step's cell and store it in `walk.clues`; return False if Python has to rate first.

    Only the energies that the result depends on are computed. The clues to rate are in `walk.trial`.
    """
    status, step = walk.status[0], walk.step[0]
    cell, energies = step.cell, walk.energies[step.cell]
    while True:
        digit = _least_with_noise(energies, walk.noise)
        # A minimum whose energy is known is final: the unknown ones are already at their lower bound, 0.
        if digit < 0 or energies[digit] != UNKNOWN:
            break
        energy = step.answer  # the energy for which the loop stopped
        if energy == UNKNOWN:
            energy = _energy_with_digit(walk, cell, digit)
        if energy == UNKNOWN:
            return False
        step.answer, energies[digit] = UNKNOWN, energy
    if digit >= 0 and digit + 1 != walk.clues[cell]:
        walk.clues[cell] = digit + 1
        status.energy = energies[digit]
        status.changes += 1
    return True


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
def _energy_with_digit(walk: WalkState, cell: int, digit: int) -> float:
    """Return the energy of the clues with another digit in a prepared cell.

    UNKNOWN if Python has to rate `walk.trial`; infinite if propagation finds a contradiction.
    """
    search = walk.lookahead.search
    copy_board(walk.kept[cell], search.board)
    outcome = _assign_and_propagate(search, cell, digit)
    if outcome == REFUTED:
        return np.inf
    before = walk.clues[cell]
    walk.clues[cell] = digit + 1
    energy = _energy_after_propagation(walk, outcome)
    walk.clues[cell] = before
    return energy


@compiled
def _assign_and_propagate(search: Search, cell: int, digit: int) -> int:
    """Assign a digit on the board of a search and propagate.

    Return OPEN, REFUTED or COMPLETE, as `cpgen.engine.propagation` does.
    """
    assign(search.tables, search.board, cell, digit)
    return propagate(search.tables, search.board, search.scratch)


@inlined
def _energy_after_propagation(walk: WalkState, outcome: int) -> float:
    """Return the energy of the clues, whose propagation is on the lookahead's board.

    UNKNOWN if Python has to rate `walk.trial`. `outcome` is the result of the propagation: OPEN or COMPLETE.
    """
    ahead, search = walk.lookahead, walk.lookahead.search
    # Far from solved, or with a second solution, the ladder cannot solve the clues: no rating needed.
    if outcome == OPEN:
        excess = excess_candidates(search.tables, search.board)
        if excess > ahead.near or (ahead.branches and not proves_one_solution(ahead)):
            return STUCK_ENERGY + excess
    if walk.status[0].rates_in_python:
        for cell in range(len(walk.clues)):
            walk.trial[cell] = walk.clues[cell]
        return UNKNOWN
    walk.status[0].ratings += 1
    return rated_energy(walk.function, walk.clues)


@inlined
def _exchange_several(walk: WalkState) -> None:
    """Begin to exchange clues: remove random ones until the first is no longer implied, and assign random candidates.

    The stage of the step becomes EXCHANGING; if there is a contradiction, the clues are restored and it stays IDLE.
    """
    step = walk.step[0]
    step.removed = _remove_clues(walk)
    step.outcome = _assign_removed(walk)
    if step.outcome == REFUTED:
        _undo_exchange(walk)
    else:
        step.stage = EXCHANGING


@inlined
def _remove_clues(walk: WalkState) -> int:
    """Remove random clues until the others do not imply the first one removed; return the number removed.

    Their cells are moved to the front of `walk.free`, their digits to `walk.before`.
    """
    search = walk.lookahead.search
    for k in range(len(walk.free)):
        # One step of a Fisher–Yates shuffle moves the k-th cell to remove to index k.
        other = k + random_below(walk.random, len(walk.free) - k)
        cell = walk.free[other]
        walk.free[other] = walk.free[k]
        walk.free[k] = cell
        walk.before[cell] = walk.clues[cell]
        walk.clues[cell] = 0
        propagate_clues(search, walk.clues)
        if not is_assigned(search.tables, search.board, walk.free[0]):
            return k + 1
    return len(walk.free)


@inlined
def _assign_removed(walk: WalkState) -> int:
    """Assign random candidates to the cells of removed clues, one after another, with propagation after each.

    Return the outcome of the last propagation; REFUTED at once if there is a contradiction.
    """
    search, outcome = walk.lookahead.search, REFUTED
    for k in range(walk.step[0].removed):
        cell, digit, seen = walk.free[k], -1, 0
        for candidate in range(walk.energies.shape[1]):
            if is_candidate(search.tables, search.board, cell, candidate):
                seen += 1
                if random_below(walk.random, seen) == 0:  # reservoir sampling
                    digit = candidate
        if digit < 0:
            return REFUTED
        walk.clues[cell] = digit + 1
        outcome = _assign_and_propagate(search, cell, digit)
        if outcome == REFUTED:
            return REFUTED
    return outcome


@inlined
def _accept_exchange(walk: WalkState) -> bool:
    """Accept or undo the exchange by the Metropolis rule: always if the energy falls, rarely if it rises much.

    Returns False if Python has to rate `trial` first.
    """
    status, after = walk.status[0], walk.step[0].answer
    if after == UNKNOWN:
        after = _energy_after_propagation(walk, walk.step[0].outcome)
    if after == UNKNOWN:
        return False
    # Metropolis: u < exp(−rise / T) for uniform u, solved for the energy.
    if after <= status.energy - _temperature(walk) * log(1.0 - random_unit(walk.random)):
        status.energy = after
        status.changes += 1
    else:
        _undo_exchange(walk)
    return True


@compiled
def _undo_exchange(walk: WalkState) -> None:
    """Restore the clues that the present exchange has removed, from `walk.before`."""
    for k in range(walk.step[0].removed):
        walk.clues[walk.free[k]] = walk.before[walk.free[k]]


@compiled
def _temperature(walk: WalkState) -> float:
    return SOLVED_TEMPERATURE if walk.status[0].energy < STUCK_ENERGY else TEMPERATURE
