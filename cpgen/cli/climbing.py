"""The hardest puzzles of `cpgen generate --grade hardest`: how far the search is, and what it found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cpgen.cli.making import show
from cpgen.cli.watch import Watch, interrupted

if TYPE_CHECKING:
    from cpgen.cli.options import ShowOptions
    from cpgen.generation.hardest import Ranking
    from cpgen.generation.request import Request

WORDS = ("hardest", "最難")


def is_hardest(grade: str) -> bool:
    """Whether the word for a grade asks for the hardest puzzles."""
    return grade.strip().casefold() in WORDS


def show_hardest(request: Request, count: int, seed: int, budget: float, showing: ShowOptions) -> None:
    """Shows the hardest puzzles that the budget gives, hardest first; those found when it is interrupted."""
    from cpgen.generation.hardest import Ranking

    ranking = Ranking(count)
    with interrupted(lambda: f"; these are the hardest so far (seed {seed})"):
        try:
            _climb(request, ranking, seed, budget)
        finally:
            for made in ranking.puzzles:
                show(made, showing)


def _climb(request: Request, ranking: Ranking, seed: int, budget: float) -> None:
    from cpgen.api import clock_for
    from cpgen.generation.hardest import climb, hardness

    with Watch(ranking.places) as watch:
        for made in climb(request, ranking.places, seed, clock_for(budget, watch)):
            ranking.add(made)
            level, steps = hardness(ranking.puzzles[0])
            watch.best = f"best so far: level {level}, {steps} steps"
