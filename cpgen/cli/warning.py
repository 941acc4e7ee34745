"""What is said before the work begins: that a pattern and a grade are hard together, and what would be easier."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from cpgen.generation.ease import Ease
    from cpgen.generation.request import Request

NOTICED = 0.2
"""Seconds of work, for all puzzles together, below which nobody need be warned; often it takes far longer"""


def warn_if_hard(request: Request, count: int) -> None:
    """Says on standard error, in one sentence, that so many puzzles are foretold to take long, where that is so."""
    grade = request.grade.name
    ease = _ease(request)
    if ease and ease.is_hard(grade) and (ease.is_beyond(grade) or ease.seconds(grade) * count >= NOTICED):
        typer.echo(f"cpgen: {ease.hard_sentence(grade)}", err=True)


def _ease(request: Request) -> Ease | None:
    """What is foretold for a request that is of the kind which was studied."""
    from cpgen.difficulty import model_for
    from cpgen.generation.ease import ease_of
    from cpgen.generation.request import FAST
    from cpgen.pattern import Pattern

    model, method = model_for(request.layout), request.method
    usual = (method.generation, method.replacement) == (FAST.generation, FAST.replacement)
    studied = usual and request.target.only_a_grade and request.grade in model.grades
    if not isinstance(request.pattern, Pattern) or not studied:
        return None
    return ease_of(request.pattern, request.layout, model.name)
