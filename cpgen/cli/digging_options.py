"""What is asked of `cpgen dig`, with the usual values for what is left out?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from cpgen.cli.grids import Source
from cpgen.cli.naming import grades_of, spelled, text_of_file
from cpgen.cli.options import ClueCount, GradeName, LayoutOptions, Model, OracleName, Symmetry, option
from cpgen.cli.symbols import Symbols, in_digits, signs_of
from cpgen.errors import InputError, shown
from cpgen.layout import Layout, whole_number

if TYPE_CHECKING:
    from cpgen.difficulty import Grade, GradeModel
    from cpgen.generation.digging.checks import Check
    from cpgen.generation.digging.request import DigRequest
    from cpgen.pattern import Pattern
    from cpgen.puzzle import Grid

FEWEST = "fewest"
USUAL_CLUES = 26
"""Clues of the way `centre` on 9×9 when none are said, with the middle cell closed"""

CheckName = Annotated[
    str,
    option(
        "CHECK",
        "What must hold: unique (one solution), ladder:K (a person solves it with rules up to level K), direct (the "
        "houses of a cell leave one digit).",
        "--check",
    ),
]
Way = Annotated[
    str,
    option(
        "WAY",
        "single (one by one), orbits (of the symmetry), two-stage (orbits, then one by one), balanced (the fullest "
        "region first), centre (point-symmetric with a chosen centre, see --centre).",
    ),
]
Centre = Annotated[int | None, typer.Option(min=1, metavar="K", help="The centre's pattern, from `cpgen centres`.")]
Tries = Annotated[
    int | None,
    typer.Option(min=1, metavar="N", help="Tries of the way centre (299); then the search for few clues takes over."),
]
GivenGrid = Annotated[str, option("TEXT|FILE", "Dig in this full grid, not in those of a source.", "--grid")]
Keep = Annotated[
    str,
    option(
        "NAME|TEXT|FILE",
        "A pattern whose clues are never taken: its digits are fixed, an x keeps what the grid has.",
    ),
]


@dataclass(frozen=True, kw_only=True)
class DigOptions:
    """How clues are taken away, from what, and how many are to be left."""

    check: CheckName = ""
    way: Way = ""
    symmetry: Symmetry = ""
    clues: ClueCount = ""
    centre: Centre = None
    tries: Tries = None
    grade: GradeName = ""
    source: Source = "oracle"
    grid: GivenGrid = ""
    keep: Keep = ""
    oracle: OracleName = "bitset"
    board: LayoutOptions
    symbols: Symbols = ""
    model: Model = None

    @property
    def kept(self) -> Pattern | None:
        """The pattern to keep, None when there is none."""
        from cpgen.api import named_pattern

        return named_pattern(spelled("patterns", self.keep)) if self.keep else None

    @property
    def signs(self) -> tuple[str, ...]:
        """The signs of the digits."""
        return signs_of(self.symbols, self.layout.size)

    @property
    def layout(self) -> Layout:
        """The layout told, else the usual one for the pattern to keep, or 9×9."""
        return self.board.layout_or_usual(self.kept.size if self.kept else 9)

    @property
    def request(self) -> DigRequest:
        """The request that the options make; raises InputError when they contradict each other."""
        from cpgen.generation.digging.request import TRIES, DigRequest
        from cpgen.generation.grids import GridSource

        self._require_sense()
        layout, way = self.layout, self._way
        model = grades_of(self.model, layout)
        return DigRequest(
            layout=layout,
            ladder=model.ladder,
            check=self._check(model),
            way=way,
            symmetry=self.symmetry or ("rot180" if way == "centre" else "none"),
            source=GridSource(self.source, "bitset"),
            clues=self._clues(layout),
            fewest=self.clues.strip().lower() == FEWEST,
            grade=self._grade(model),
            centre=self.centre,
            tries=self.tries or TRIES,
            oracle=self.oracle,
            grid=self._given(layout),
            keep=self.kept,
        )

    @property
    def _way(self) -> str:
        symmetric = self.symmetry not in ("", "none")
        return self.way or ("centre" if self.centre else "orbits" if symmetric else "single")

    def _require_sense(self) -> None:
        if self.tries and self._way != "centre":
            raise InputError("--tries belongs to the way centre; add --way centre or leave it out.")
        if self.grid and self.source != "oracle":
            raise InputError("Give a grid or a source of grids, not both.")
        if self.keep and self.source != "oracle":
            raise InputError("A pattern to keep needs grids completed around it; leave out --source.")

    def _grade(self, model: GradeModel) -> Grade | None:
        return model.grade(self.grade) if self.grade else None

    def _check(self, model: GradeModel) -> Check:
        """The check asked for; for a grade, otherwise, that a person solves it with the rules of the grade."""
        from cpgen.generation.digging.checks import Check

        if self.check:
            return Check.parse(self.check)
        grade = self._grade(model)
        return Check("ladder", grade.levels[-1]) if grade else Check()

    def _clues(self, layout: Layout) -> int | None:
        text = self.clues.strip().lower()
        if text == FEWEST:
            return None
        if text:
            if not text.isdigit():
                raise InputError(f"{shown(self.clues)} is not a number of clues; give a number, or {FEWEST}.")
            return whole_number(text, "a number of clues")
        return USUAL_CLUES + (self.centre or 1) % 2 if self._way == "centre" and layout.size == 9 else None

    def _given(self, layout: Layout) -> Grid | None:
        """The grid that was given, as a text or a file, in the user's symbols."""
        from cpgen.puzzle import Puzzle

        if not self.grid:
            return None
        content = text_of_file(self.grid)
        return Puzzle.parse(in_digits(self.grid if content is None else content, self.signs), layout).clues
