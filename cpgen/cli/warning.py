"""What is said before the work begins: that a pattern and a grade are hard together, and what would be easier."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from cpgen.generation.request import Request

NOTICED = 0.2
"""Seconds of work, for all puzzles together, below which nobody need be warned; often it takes far longer"""


def warn_if_hard(request: Request, count: int) -> None:
    """Says on standard error, in one sentence, that so many puzzles are foretold to take long, where that is so."""
    from cpgen.generation.ease import ease_for

    grade, ease = request.grade.name, ease_for(request)
    if ease and ease.is_hard(grade) and (ease.is_beyond(grade) or ease.seconds(grade) * count >= NOTICED):
        typer.echo(f"cpgen: {ease.hard_sentence(grade)}", err=True)
