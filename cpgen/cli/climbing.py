"""The hardest puzzles of `cpgen generate --grade hardest`: how far the search is, and what it found."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from cpgen.cli.making import show
from cpgen.cli.watch import Watch

if TYPE_CHECKING:
    from cpgen.generation.hardest import Podium
    from cpgen.generation.request import Request

WORDS = ("hardest", "最難")


def is_hardest(grade: str) -> bool:
    """Whether the word for a grade asks for the hardest puzzles."""
    return grade.strip().casefold() in WORDS


def show_hardest(request: Request, count: int, seed: int, budget: float, solution: bool, as_json: bool) -> None:
    """Shows the hardest puzzles that the budget gives, hardest first; those found when it is interrupted."""
    from cpgen.cli import shown
    from cpgen.generation.hardest import Podium

    podium = Podium(count)
    try:
        _climb(request, podium, seed, budget)
    except KeyboardInterrupt:
        _show_all(podium, solution, as_json)
        typer.echo(f"cpgen: interrupted; these are the hardest so far (seed {seed}).", err=True)
        raise typer.Exit(130) from None
    _show_all(podium, solution, as_json)
    if shown.for_people() and not as_json:
        shown.tell(f"seed {seed}")


def _climb(request: Request, podium: Podium, seed: int, budget: float) -> None:
    from cpgen import api
    from cpgen.generation.hardest import hardness

    with Watch(podium.places) as watch:
        for made in api.hardest_from(request, podium.places, seed=seed, budget=budget, progress=watch):
            podium.add(made)
            level, steps = hardness(podium.puzzles[0])
            watch.best = f"best so far: level {level}, {steps} steps"


def _show_all(podium: Podium, solution: bool, as_json: bool) -> None:
    for made in podium.puzzles:
        show(made, solution, as_json)
