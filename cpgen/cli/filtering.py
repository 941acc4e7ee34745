"""Which puzzles of a collection are wanted: the options that say it, and the filter that they make."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from cpgen.cli.options import not_empty

if TYPE_CHECKING:
    from cpgen.collection.filters import Filter
    from cpgen.layout import Layout

StoreFile = Annotated[str, typer.Argument(metavar="STORE", help="The file of the collection.")]
Grade = Annotated[str, typer.Option("--grade", "-g", callback=not_empty, metavar="GRADE", help="Of this grade.")]
Level = Annotated[str, typer.Option(callback=not_empty, metavar="SPAN", help="Level, as in 3.., ..6, 2..4 or 5.")]
Steps = Annotated[str, typer.Option(callback=not_empty, metavar="SPAN", help="Steps, as in 30...")]
Clues = Annotated[str, typer.Option(callback=not_empty, metavar="SPAN", help="Clues, as in 22..24.")]
Needs = Annotated[list[str] | None, typer.Option(metavar="RULE", help="Uses this rule, as in x-wing; repeatable.")]
Without = Annotated[list[str] | None, typer.Option(metavar="RULE", help="Does not use this rule; repeatable.")]
Symmetry = Annotated[str, typer.Option(callback=not_empty, metavar="NAME", help="Symmetry of the pattern.")]
Minimal = Annotated[bool | None, typer.Option("--minimal/--not-minimal", help="Whether every clue is needed.")]
Matching = Annotated[float | None, typer.Option(min=0.0, max=1.0, metavar="A", help="At least this appropriate.")]
NoMinimal = Annotated[bool, typer.Option("--unchecked", help="Do not find out whether every clue is needed.")]


def wanted(
    layout: Layout | None,
    grade: str,
    level: str,
    steps: str,
    clues: str,
    needs: list[str] | None,
    without: list[str] | None,
    symmetry: str,
    minimal: bool | None,
    matching: float | None,
) -> Filter:
    """The filter that the options tell."""
    from cpgen.collection.filters import Filter
    from cpgen.difficulty.span import ANY, span

    return Filter(
        layout=layout,
        grade=_grade_name(grade, layout),
        level=span(level, "levels") if level else ANY,
        steps=span(steps, "steps") if steps else ANY,
        clues=span(clues, "clues") if clues else ANY,
        needs=tuple(needs or ()),
        without=tuple(without or ()),
        symmetry=symmetry,
        minimal=minimal,
        matching=matching,
    )


def _grade_name(word: str, layout: Layout | None) -> str:
    """The name under which the store has a grade that is written in English or Japanese; other names as they are."""
    from cpgen.difficulty import model_for
    from cpgen.layout import Layout

    for grade in model_for(layout or Layout.boxes(3, 3)).grades:
        if word.strip().casefold() in grade.words:
            return grade.name
    return word
