"""The one scale: a measure of difficulty that means the same on every board, with or without constraints.

A person solves a board in rounds, each with the easiest technique that has an effect. The difficulty is the sum over
the rounds of

    cost · √k        cost: of the technique; k: number of digits that the round assigns, 1 in a round that eliminates

The cost says how hard the technique is to see: how many places there are to look at, how large the group is, and how
many alternatives must be kept in mind. The root is the dependency: of k digits that can be assigned now, each costs
cost / √k, so a step that is the only way on costs most. A round that eliminates costs its technique once, since a
person needs only some of its findings. The hardest technique sets the lowest grade that a puzzle can have, and the
difficulty raises it. Nothing is divided by the number of cells, clues or constraints of a board.

The ladder `one-scale` (`models/ladders/one-scale.toml`) has the costs and the grades, as data; `rating.count_round`
adds them up. Forms, costs and grades were chosen by their agreement with other measures, see `docs/difficulty.md`.

Sources: R. Pelánek, "Difficulty rating of sudoku puzzles: an overview and evaluation" (2014): complexity of the steps,
and dependency among them; HoDoKu: the costs of classic techniques.
"""

from __future__ import annotations

from cpgen.difficulty import ONE_SCALE, shipped_ladder
from cpgen.puzzle import Puzzle
from cpgen.rater.rating import Rating, Stop, rate_puzzle
from cpgen.state import State


def rate_on_one_scale(rated: Puzzle | State, stop: Stop | None = None) -> Rating:
    """Rate a puzzle or state on the ladder `one-scale`; if it is solved, the score of the rating is its difficulty.

    Args:
        rated: The puzzle or state.
        stop: Called between rounds; ends the rating by returning True.
    """
    return rate_puzzle(rated, shipped_ladder(ONE_SCALE).ladder, stop)


def difficulty(rated: Puzzle | State, stop: Stop | None = None) -> int | None:
    """Return the difficulty of a puzzle or state on the one scale; None if its techniques do not solve it.

    `stop` may end the rating early.
    """
    rating = rate_on_one_scale(rated, stop)
    return rating.score if rating.solved else None
