"""What the options of `cpgen dig` ask for, with the usual values for those left out."""

from __future__ import annotations

from dataclasses import dataclass

from cpgen.difficulty import Grade, GradeModel, model_for
from cpgen.errors import InputError, shown
from cpgen.generation.digging.checks import Check
from cpgen.generation.digging.request import TRIES, DigRequest
from cpgen.generation.grids import GridSource
from cpgen.layout import Layout, whole_number
from cpgen.pattern import Pattern
from cpgen.puzzle import Grid

FEWEST = "fewest"
USUAL_CLUES = 26
"""Clues of the way `centre` on 9×9 when none are said, with the middle cell closed"""


@dataclass(frozen=True)
class Asked:
    """The options as they were given; empty or None for those left out."""

    check: str
    way: str
    symmetry: str
    clues: str
    centre: int | None
    tries: int | None
    grade: str
    source: str
    oracle: str

    def request(
        self, layout: Layout, model: GradeModel | None, grid: Grid | None, keep: Pattern | None = None
    ) -> DigRequest:
        """The request that the options make; raises InputError when they contradict each other."""
        model = model or model_for(layout)
        way = self.way or ("centre" if self.centre else "orbits" if self._symmetric else "single")
        if self.tries and way != "centre":
            raise InputError("--tries belongs to the way centre; add --way centre or leave it out.")
        if grid is not None and self.source != "oracle":
            raise InputError("Give a grid or a source of grids, not both.")
        if keep is not None and self.source != "oracle":
            raise InputError("A pattern to keep needs grids completed around it; leave out --source.")
        return DigRequest(
            layout=layout,
            ladder=model.ladder,
            check=self._check(model),
            way=way,
            symmetry=self.symmetry or ("rot180" if way == "centre" else "none"),
            source=GridSource(self.source, "bitset"),
            clues=self._clues(way, layout),
            fewest=self.clues.strip().lower() == FEWEST,
            grade=self._grade(model),
            centre=self.centre,
            tries=self.tries or TRIES,
            oracle=self.oracle,
            grid=grid,
            keep=keep,
        )

    @property
    def _symmetric(self) -> bool:
        return self.symmetry not in ("", "none")

    def _grade(self, model: GradeModel) -> Grade | None:
        return model.grade(self.grade) if self.grade else None

    def _check(self, model: GradeModel) -> Check:
        """The check asked for; for a grade, otherwise, that a person solves it with the rules of the grade."""
        if self.check:
            return Check.parse(self.check)
        grade = self._grade(model)
        return Check("ladder", grade.levels[-1]) if grade else Check()

    def _clues(self, way: str, layout: Layout) -> int | None:
        text = self.clues.strip().lower()
        if text == FEWEST:
            return None
        if text:
            if not text.isdigit():
                raise InputError(f"{shown(self.clues)} is not a number of clues; give a number, or {FEWEST}.")
            return whole_number(text, "a number of clues")
        return USUAL_CLUES + (self.centre or 1) % 2 if way == "centre" and layout.size == 9 else None
