"""Fields that generating and digging have in common: the board, the grade and the oracle."""

from __future__ import annotations

import warnings
from collections.abc import Collection
from typing import Any

from msgspec.structs import force_setattr

from cpgen.board_request import UNSET, BoardRequest
from cpgen.errors import InputError, Message, NearestWarning, field_named
from cpgen.layout import Layout
from cpgen.notation import MAX_DIGIT
from cpgen.oracles import DEFAULT, require_known
from cpgen.pattern import Pattern
from cpgen.puzzle import Puzzle
from cpgen.requests.pattern_defaults import default_clues, region_count
from cpgen.requests.request_fields import (
    GradeField,
    LadderField,
    ModelField,
    OracleField,
    RegionClues,
    Score,
    Symmetry,
)

DENSE = 1.25
"""Multiple of the usual number of clues above which clues are added to puzzles with the usual number"""


class PuzzleRequest(BoardRequest, frozen=True, kw_only=True):
    """Fields that generating and digging have in common: the board, the grade and the oracle.

    A subclass calls `_resolve_board` in its `__post_init__`; afterwards layout, model and score are always set.
    """

    symmetry: Symmetry | None = None
    region_clues: RegionClues = 0
    grade: GradeField = UNSET
    model: ModelField = UNSET
    ladder: LadderField | None = None
    score: Score = UNSET
    oracle: OracleField = DEFAULT

    def _resolve_board(self, drawn: Pattern | None, what: str) -> None:
        """Set layout, model, grade and score; raise InputError if a pattern does not fit the board.

        Args:
            drawn: the pattern given by the user, if any.
            what: the name of that pattern in messages.
        """
        from cpgen.difficulty import Span, model_for_grade, model_or_ladder

        if self.oracle:
            require_known(self.oracle)
        given: Any = self
        layout = self.layout_for(drawn.size if drawn else 9)
        size = layout.size
        if size > MAX_DIGIT:
            raise InputError(Message("made-up-to", most=MAX_DIGIT, side=size))
        if drawn and drawn.size != size:
            raise InputError(Message("drawn-size", what=what, drawn=drawn.size, side=size))
        if drawn:
            Puzzle(layout, drawn.fixed_clues()).require_no_repeats()
        if self.region_clues and not layout.regions:
            raise InputError(Message("latin-region-clues", option=field_named("region_clues")))
        rated = self._rated_layout(layout)
        model = model_or_ladder(given.model, given.ladder) or model_for_grade(rated, str(given.grade or ""))
        grade = model.grade(str(given.grade)) if given.grade else None
        if grade and not isinstance(given.grade, str) and given.grade != grade:
            raise InputError(Message("grade-of-model", grade=str(grade), model=str(model)))
        score = given.score or Span()
        model.require_for(rated)
        self._resolve(layout=layout, diagonals=False, constraints=None, model=model, grade=grade, score=score)

    def _rated_layout(self, layout: Layout) -> Layout:
        """Return the layout of the puzzles, which decides on the grade model."""
        return layout

    def _resolve(self, **values: Any) -> None:
        """Set fields of this frozen record."""
        for name, value in values.items():
            force_setattr(self, name, value)

    def _nearest(self, clues: int, counts: Collection[int], why: Message | str) -> int:
        """Return the possible clue count nearest to the requested one, preferring the larger, and warn about it.

        Raises:
            InputError: if every possible count is at least one orbit of the symmetry away.
        """
        from cpgen.symmetry.square import orbits

        most = max(map(len, orbits(self.layout.size, self.symmetry or "none")))
        near = sorted(counts, key=lambda count: (abs(count - clues), -count))[:2]
        if not near or abs(near[0] - clues) >= most:
            raise InputError(Message("number-near" if near else "number-none", why=why, others=tuple(sorted(near))))
        warnings.warn(f"{why}; {near[0]} are taken.", NearestWarning, stacklevel=2)
        return near[0]

    def _no_symmetric(self, clues: int) -> Message:
        """Return a sentence, without a full stop, saying that the symmetry rules out a number of clues."""
        return Message("no-symmetric", clues=clues, side=self.layout.size, symmetry=self.symmetry or "none")

    def _before_adding(self, clues: int, symmetry: str) -> int:
        """Return a usual number of clues from which additions reach a large one; numbers that are not large as is."""
        from cpgen.symmetry.square import clue_counts, orbits

        size, needed = self.layout.size, self.region_clues * region_count(self.layout)
        usual = default_clues(self.layout, symmetry, needed)
        if clues <= DENSE * usual:
            return clues
        # Clues are added by orbits. Only the middle cell may be an orbit of one, so it should not be needed.
        step = min((len(orbit) for orbit in orbits(size, symmetry) if len(orbit) > 1), default=1)
        counts = [count for count in clue_counts(size, symmetry) if count >= needed and (clues - count) % step == 0]
        return min(counts, key=lambda count: abs(count - usual))
