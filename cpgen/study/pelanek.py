"""Two measures of difficulty by R. Pelánek, "Difficulty rating of sudoku puzzles: an overview and evaluation" (2014).

Both simulate a person who knows only simple techniques: singles and, on boards with constraints, eliminations by one
pair of linked cells or by the bounds of one sum.

Refutation sum. Where the simple techniques get stuck, each wrong candidate is assumed, and the rounds of simple
techniques until a contradiction are counted. The cell whose wrong candidates are refuted in the fewest rounds is solved
at the cost of these rounds, and so on to the end; the measure is the sum of the costs.

Dependency. Where k digits can be assigned at the same time, a person has k ways to continue, and each digit counts 1/k.
The measure is the mean over all digits: near 0 where much is open at any time, 1 where each digit needs the one before.
"""

from __future__ import annotations

from dataclasses import replace
from math import inf

from cpgen.difficulty import ONE_SCALE, shipped_ladder
from cpgen.puzzle import Grid, Puzzle
from cpgen.rater.explain import Explanation
from cpgen.rater.rating import CONTRADICTION, Rating, rate_puzzle
from cpgen.state import State

SIMPLE = shipped_ladder(ONE_SCALE).ladder.up_to(2)


def dependency(explanation: Explanation) -> float:
    """Return the dependency (0 to 1): the mean over all digits of 1/k if k digits are assigned in the same round."""
    placed = [count for step in explanation if (count := len({cell for cell, _ in step.placed}))]
    return len(placed) / max(sum(placed), 1)  # k digits of 1/k each are 1


def refutation_sum(puzzle: Puzzle, solution: Grid) -> int | None:
    """Return the refutation sum in rounds, given the solution.

    Returns None if at some point every open cell has a wrong candidate that cannot be refuted.
    """
    state, total = State.of(puzzle), 0
    while not (rating := rate_puzzle(state, SIMPLE)).solved:
        state = _state_after(puzzle, rating)
        cost, cell = min(((_cost(state, cell, solution), cell) for cell in state.open_cells), default=(inf, 0))
        if cost == inf:
            return None
        total += int(cost)
        state = _assigned(state, cell, solution[cell])
    return total


def _cost(state: State, cell: int, solution: Grid) -> float:
    """Return the rounds needed to refute all candidates of a cell but its digit in the solution, or infinity."""
    total = 0
    for digit in state.candidates[cell]:
        if digit != solution[cell]:
            rating = rate_puzzle(_assigned(state, cell, digit), SIMPLE)
            if rating.outcome != CONTRADICTION:
                return inf
            total += max(rating.steps, 1)
    return total


def _state_after(puzzle: Puzzle, rating: Rating) -> State:
    placed = tuple(0 if clue else digit for clue, digit in zip(puzzle.clues, rating.digits, strict=True))
    return State(puzzle, placed, tuple(rating.candidates_of(cell) for cell in range(len(placed))))


def _assigned(state: State, cell: int, digit: int) -> State:
    return replace(state, placed=(*state.placed[:cell], digit, *state.placed[cell + 1 :]))
