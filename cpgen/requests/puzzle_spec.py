"""The fields that specs of generated and of dug puzzles share, and the functions that resolve them."""

from __future__ import annotations

import warnings
from collections.abc import Collection
from typing import TYPE_CHECKING, NamedTuple

from cpgen.board_spec import BoardSpec
from cpgen.errors import InputError, NearestWarning
from cpgen.layout import Layout
from cpgen.messages import Message, field_named
from cpgen.notation import MAX_DIGIT
from cpgen.pattern import Pattern
from cpgen.puzzle import Puzzle
from cpgen.requests.pattern_defaults import default_clues, region_count
from cpgen.requests.request_fields import GradeField, RegionClues, Score, Symmetry

if TYPE_CHECKING:
    from cpgen.difficulty import Grade, GradeModel
    from cpgen.oracles import OracleLike

DENSE = 1.25
"""Multiple of the usual number of clues above which clues are added to puzzles with the usual number"""


class PuzzleSpec(BoardSpec, frozen=True, kw_only=True):
    """Specification of the puzzles to generate or dig: the board, the symmetry, the grade and the score.

    Nothing here names a file. Each subclass declares the grade model, the ladder and the oracle with the names that its
    callers may use: those of `GenerateSpec` and `DigSpec` may be files and classes of the user, those of the server may
    not.
    """

    symmetry: Symmetry | None = None
    region_clues: RegionClues = 0
    grade: GradeField | None = None
    score: Score | None = None

    if TYPE_CHECKING:

        @property
        def model(self) -> GradeModel | None:
            """Grade model; None for the layout's own, or the one that has the grade."""

        @property
        def ladder(self) -> GradeModel | None:
            """Ladder whose levels are the grades, instead of a grade model; None if there is none."""

        @property
        def oracle(self) -> OracleLike:
            """Solver that answers all questions about completions."""


class Scale(NamedTuple):
    """Grade model of a request, and the model's grade that the caller named, or None."""

    model: GradeModel
    grade: Grade | None


def scale_of(spec: PuzzleSpec, layout: Layout, ladder: GradeModel | None) -> Scale:
    """Return the grade model of the puzzles, and the grade that the caller named, if any.

    Args:
        spec: What the caller said.
        layout: The board with the constraints of the puzzles, or with an example of them.
        ladder: The ladder, if one was named or follows from a technique.

    Raises:
        InputError: The grade or the model is not one for the layout.
    """
    from cpgen.difficulty import model_for_grade, model_or_ladder

    model = model_or_ladder(spec.model, ladder) or model_for_grade(layout, str(spec.grade or ""))
    grade = model.grade(str(spec.grade)) if spec.grade else None
    if grade and not isinstance(spec.grade, str) and spec.grade != grade:
        raise InputError(Message("grade-of-model", grade=str(grade), model=str(model)))
    model.require_for(layout)
    return Scale(model, grade)


def require_board(layout: Layout, pattern: Pattern | None, what: str, region_clues: int) -> None:
    """Raise InputError if no puzzles are made on this board, or if a pattern does not fit it.

    Args:
        layout: The board.
        pattern: The pattern that the caller gave, if any.
        what: Name of that pattern in messages.
        region_clues: Minimum number of clues in every region.
    """
    size = layout.size
    if size > MAX_DIGIT:
        raise InputError(Message("made-up-to", most=MAX_DIGIT, side=size))
    if pattern and pattern.size != size:
        raise InputError(Message("drawn-size", what=what, drawn=pattern.size, side=size))
    if pattern:
        Puzzle(layout, pattern.fixed_clues()).require_no_repeats()
    if region_clues and not layout.regions:
        raise InputError(Message("latin-region-clues", option=field_named("region_clues")))


def require_some_open(layout: Layout, clues: int) -> None:
    """Raise InputError if the number of clues leaves no cell open."""
    cells = layout.cell_count
    if clues > cells:
        raise InputError(Message("does-not-fit", clues=clues, cells=cells))
    if clues == cells:
        raise InputError(Message("nothing-open", cells=cells))


def nearest_count(layout: Layout, symmetry: str, clues: int, counts: Collection[int], why: Message | str) -> int:
    """Return the one of `counts`, the possible clue counts, that is nearest to `clues`, and warn that it is used.

    Of two equally near ones the larger is returned. `why` says why `clues` itself is not possible.

    Raises:
        InputError: Every possible count is at least one orbit of the symmetry away.
    """
    from cpgen.symmetry.square import orbits

    most = max(map(len, orbits(layout.size, symmetry)))
    near = sorted(counts, key=lambda count: (abs(count - clues), -count))[:2]
    if not near or abs(near[0] - clues) >= most:
        raise InputError(Message("number-near" if near else "number-none", why=why, others=tuple(sorted(near))))
    warnings.warn(f"{why}; {near[0]} are taken.", NearestWarning, stacklevel=2)
    return near[0]


def not_symmetric(layout: Layout, symmetry: str, clues: int) -> Message:
    """Return a sentence, without a full stop, that no pattern with the symmetry has this number of clues."""
    return Message("no-symmetric", clues=clues, side=layout.size, symmetry=symmetry)


def clues_before_adding(layout: Layout, symmetry: str, region_clues: int, clues: int) -> int:
    """Return the clue count of the puzzles to which clues are added until they have the requested, large number.

    It is a usual number from which adding orbits of the symmetry reaches `clues`; or `clues`, if that is not large.

    Args:
        layout: The board.
        symmetry: Name of the symmetry of the clues.
        region_clues: Minimum number of clues in every region.
        clues: The requested number of clues.
    """
    from cpgen.symmetry.square import clue_counts, orbits

    size, needed = layout.size, region_clues * region_count(layout)
    usual = default_clues(layout, symmetry, needed)
    if clues <= DENSE * usual:
        return clues
    # Clues are added by orbits. Only the middle cell may be an orbit of one, so it should not be needed.
    step = min((len(orbit) for orbit in orbits(size, symmetry) if len(orbit) > 1), default=1)
    counts = [count for count in clue_counts(size, symmetry) if count >= needed and (clues - count) % step == 0]
    return min(counts, key=lambda count: abs(count - usual))
