"""Which puzzles of a collection are wanted?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from cpgen.cli.options import GradeName, LayoutOptions, Level, Needs, Steps, Symmetry, Without, option
from cpgen.errors import one_of

if TYPE_CHECKING:
    from cpgen.collection.filters import Filter
    from cpgen.collection.store import Store
    from cpgen.layout import Layout

StoreFile = Annotated[str, typer.Argument(metavar="STORE", help="The file of the collection.")]
ClueSpan = Annotated[str, option("SPAN", "How many clues, as in 22..24.", "--clues")]
Minimal = Annotated[bool | None, typer.Option("--minimal/--not-minimal", help="Whether every clue is needed.")]
Matching = Annotated[float | None, typer.Option(min=0.0, max=1.0, metavar="A", help="At least this appropriate.")]


@dataclass(frozen=True, kw_only=True)
class FilterOptions:
    """What the puzzles wanted are like."""

    grade: GradeName = ""
    level: Level = ""
    steps: Steps = ""
    clues: ClueSpan = ""
    needs: Needs = None
    without: Without = None
    symmetry: Symmetry = ""
    minimal: Minimal = None
    matching: Matching = None
    board: LayoutOptions

    def filter_in(self, store: Store) -> Filter:
        """The filter that the options tell; raises InputError for a grade that neither a model nor the store has."""
        from cpgen.collection.filters import Filter
        from cpgen.difficulty.span import ANY, span

        layout = self.board.layout
        return Filter(
            layout=layout,
            grade=_grade_name(self.grade, layout, store) if self.grade else "",
            level=span(self.level, "levels") if self.level else ANY,
            steps=span(self.steps, "steps") if self.steps else ANY,
            clues=span(self.clues, "clues") if self.clues else ANY,
            needs=tuple(self.needs or ()),
            without=tuple(self.without or ()),
            symmetry=self.symmetry,
            minimal=self.minimal,
            matching=self.matching,
        )


def _grade_name(word: str, layout: Layout | None, store: Store) -> str:
    """The name under which the store has a grade that is written in English or Japanese, or of another model."""
    from cpgen.difficulty import model_for
    from cpgen.layout import Layout

    grades = model_for(layout or Layout.boxes(3, 3)).grades
    for grade in grades:
        if word.strip().casefold() in grade.words:
            return grade.name
    others = [str(name) for name, *_ in store.table("grade") if name]
    if word not in others:
        known = dict.fromkeys([*(name for grade in grades for name in (grade.name, grade.japanese)), *others])
        raise one_of(list(known), word, "a grade of the model, nor of the collection")
    return word
