"""The other scale of a puzzle: HoDoKu's grade next to the paper's, and the other way round.

An expert puzzle on the paper's scale is often easy for HoDoKu, so both are shown wherever a puzzle is shown.
"""

from __future__ import annotations

from typing import Any

from cpgen.difficulty import GradedPuzzle, GradeModel, model_for, shipped_ladder
from cpgen.puzzle import Puzzle
from cpgen.rater.rating import rate_puzzle
from cpgen.state import State

WIDE = "hodoku"
LARGEST = 9
"""Side of the largest board that is rated twice; a rating takes 0.2 ms on 9×9, but much longer on larger boards"""


def other_scale(rated: Puzzle | State, model: GradeModel) -> GradedPuzzle | None:
    """Rate a puzzle on the other scale.

    Args:
        rated: The puzzle or position.
        model: The grade model or ladder of its first rating.

    Returns:
        The rating on HoDoKu's ladder, or for a wide ladder on the layout's own model; None for large boards.
    """
    if rated.layout.size > LARGEST:
        return None
    other = model_for(rated.layout) if model.ladder.is_wide else shipped_ladder(WIDE)
    return GradedPuzzle(rated, rate_puzzle(rated, other.ladder), other)


def other_scale_as_json(rated: Puzzle | State, model: GradeModel) -> dict[str, Any]:
    """Return the rating on the other scale as the JSON key `also`; an empty object if there is none."""
    other = other_scale(rated, model)
    if other is None:
        return {}
    data = other.as_json()
    return {"also": {name: data[name] for name in ("model", "grade", "level", "steps", "score", "outcome")}}
