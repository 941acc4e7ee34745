"""Two measures of difficulty by R. Pelánek, "Difficulty rating of sudoku puzzles: an overview and evaluation" (2014).

Both look at what a person does who knows the simple techniques alone: singles, and on boards with constraints what one
link or the bounds of one sum exclude.

Refutation sum. Where the simple techniques end, each wrong candidate is assumed, and the rounds of simple techniques
until a contradiction are counted. The cell whose wrong candidates are refuted in the fewest rounds is solved, at that
price, and so on to the end; the measure is the sum of the prices.

Dependency. Where k digits can be assigned at the same time, each depends on its one way in k; the measure is the mean
of 1/k over all digits, from near 0, where much is open at any time, to 1, where each digit waits for the one before.
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
    """Return the mean of 1/k over the digits that are assigned, each in a round that assigns k digits."""
    placed = [count for one in explanation if (count := len({cell for cell, _ in one.placed}))]
    return len(placed) / max(sum(placed), 1)  # k digits of 1/k each are 1


def refutation_sum(puzzle: Puzzle, solution: Grid) -> int | None:
    """Return the refutation sum, None if at some point no cell can be solved by refuting its wrong candidates."""
    state, total = State.of(puzzle), 0
    while not (rating := rate_puzzle(state, SIMPLE)).solved:
        state = _state_after(puzzle, rating)
        price, cell = min(((_price(state, cell, solution), cell) for cell in state.open_cells), default=(inf, 0))
        if price == inf:
            return None
        total += int(price)
        state = _assigned(state, cell, solution[cell])
    return total


def _price(state: State, cell: int, solution: Grid) -> float:
    """Return the number of rounds that refute the wrong candidates of a cell, infinite if one resists."""
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
