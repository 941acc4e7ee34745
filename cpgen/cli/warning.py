"""What is said before the work begins: that a pattern and a grade are hard together, or that grades say little."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import typer

from cpgen.cli.watch import tell_watchers

if TYPE_CHECKING:
    from cpgen.generation.request import Request
    from cpgen.layout import Layout

NOTICED = 0.2
"""Seconds of work, for all puzzles together, below which nobody need be warned; often it takes far longer"""


LONG = 25
"""Letters of a kind of layout that is drawn, not named"""


def warn_if_hard(request: Request, count: int) -> None:
    """Says on standard error, in one sentence, that so many puzzles are predicted to take long, where that is so."""
    from cpgen.generation.effort import effort_for

    grade, effort = request.grade.name, effort_for(request)
    if effort and effort.is_hard(grade) and (effort.is_beyond(grade) or effort.seconds(grade) * count >= NOTICED):
        typer.echo(f"cpgen: {effort.hard_sentence(grade)}", err=True)


@cache
def note_if_unfitted(layout: Layout) -> None:
    """Says to people who watch, once, that the layout's grades only span levels, where no model was fitted to it."""
    from cpgen.difficulty import model_for

    if not model_for(layout).layouts:
        board = layout.kind if len(layout.kind) < LONG else f"this {layout.size}×{layout.size} board"
        tell_watchers(
            f"cpgen: no grade model was fitted to {board}: its grades only span levels. --level and --steps ask for "
            "more, and `cpgen calibrate` makes a model."
        )
