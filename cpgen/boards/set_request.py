"""The checked request for a set of pentomino puzzles."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Annotated

from msgspec.structs import force_setattr

from cpgen import resources
from cpgen.board_request import UNSET
from cpgen.errors import CpgenError, InputError, Message, field_named, one_of
from cpgen.layout import Layout
from cpgen.library import layout_named
from cpgen.notation import is_one_word
from cpgen.oracles import DEFAULT, require_exact
from cpgen.requests.request_fields import ClueCount, ClueField, GradeField, OracleField
from cpgen.schema import Record, field

BOARDS = "pentomino 5"
"""Kind of the layouts that a set is made on"""
LEAST_CLUES, MOST_CLUES = 4, 8
WHOLE = ("all", "corners-apart")
"""Choices of boards: the whole catalogue, or the boards whose corners are in four regions"""


class SetRequest(Record, frozen=True, kw_only=True):
    """A request for a set of pentomino puzzles.

    A missing grade is filled in. Boards of the catalogue are rotated and reflected at random, others are used as drawn.

    Raises:
        InputError: Fields contradict each other, or a board is not 5×5 with regions alone.
        ImpossibleError: A board has no grid.
    """

    clues: ClueField = ClueCount(LEAST_CLUES)
    boards: Annotated[
        str,
        field(
            "The boards: all, corners-apart, a name from `cpgen layouts list`, or drawn, one per line.",
            "all|corners-apart|NAME|TEXT",
            folder="layouts",
        ),
    ] = WHOLE[0]
    distinct_boards: Annotated[bool, field("Use every board at most once.")] = False
    grade: GradeField = UNSET
    with_stuck: Annotated[bool, field("Include puzzles on which the ladder gets stuck.")] = False
    oracle: OracleField = DEFAULT

    def __post_init__(self) -> None:
        super().__post_init__()
        require_exact(self.oracle)
        if not self.clues.is_fewest and not LEAST_CLUES <= self.clues <= MOST_CLUES:
            fewer = "; with fewer, two digits are never shown and can be swapped" if self.clues < LEAST_CLUES else ""
            raise InputError(
                f"A set has puzzles of {LEAST_CLUES} to {MOST_CLUES} clues, not of {int(self.clues)}{fewer}."
            )
        self._resolve_grade()

    def _resolve_grade(self) -> None:
        """Replace the name of the grade by the grade; all 5×5 boards have the same models."""
        from cpgen.difficulty import model_for_grade

        word = str(self.grade or "any")
        grade = model_for_grade(self.layouts[0], word).grade(word)
        if self.with_stuck and grade.name != "any":
            raise InputError(Message("stuck-no-grade", option=field_named("with_stuck")))
        force_setattr(self, "grade", grade)

    @property
    def wanted(self) -> int | None:
        """Exact number of clues of each puzzle; None for the fewest that its board allows."""
        return None if self.clues.is_fewest else int(self.clues)

    @property
    def turned(self) -> bool:
        """True if boards are rotated and reflected at random."""
        return self.boards in WHOLE

    @cached_property
    def layouts(self) -> tuple[Layout, ...]:
        """The boards."""
        if self.boards in WHOLE:
            from cpgen.boards.pentomino_catalogue import layouts

            return tuple(layouts("symmetry", self.boards == "corners-apart"))
        names = resources.names("layouts")
        if self.boards in names:
            return (self._board_on(self.boards, self.boards),)
        if is_one_word(self.boards):
            raise one_of([*WHOLE, *names], self.boards, "a choice of boards, a layout or a file")
        found = tuple(self._board_on(f"boards, line {number}", drawn) for number, drawn in _drawn_boards(self.boards))
        if not found:
            raise InputError(Message("no-boards", boards=field_named("boards")))
        return found

    def _board_on(self, where: str, drawn: str) -> Layout:
        from cpgen.boards.jigsaw import require_grid

        try:
            layout = layout_named(drawn)
            if layout.kind != BOARDS:
                raise InputError(f"A set is made on 5×5 boards of five regions and no extra houses, not on {layout}.")
            require_grid(layout, self.oracle)
        except CpgenError as error:
            raise type(error)(f"{where}: {error}") from None
        return layout


def _drawn_boards(text: str) -> Iterator[tuple[int, str]]:
    """Yield the line number and spec of each board: one per line, or rows that end with a blank line."""
    rows: list[str] = []
    for number, line in enumerate([*text.splitlines(), ""], 1):
        row = line.partition("#")[0].strip()
        if "/" in row:
            yield number, row
        elif row:
            rows.append(row)
        elif rows and not line.strip():
            yield number - len(rows), "/".join(rows)
            rows = []
