"""Requests for sets of pentomino puzzles: `resolve_set` turns what a caller said (`SetSpec`) into a request."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from cpgen import resources
from cpgen.errors import CpgenError, InputError
from cpgen.layout import Layout
from cpgen.library import layout_named
from cpgen.messages import Message, field_named
from cpgen.notation import is_one_word
from cpgen.oracles import DEFAULT, OracleLike, require_exact
from cpgen.requests.request_fields import ClueCount, ClueField, GradeField, OracleField
from cpgen.schema import Record, field
from cpgen.suggestions import one_of

if TYPE_CHECKING:
    from cpgen.difficulty import Grade

BOARDS = "pentomino 5"
"""Kind of the layouts on which sets are made"""
LEAST_CLUES, MOST_CLUES = 4, 8
WHOLE = ("all", "corners-apart")
"""Names of choices of boards: the whole catalogue, or the boards whose corners are in four regions"""


class SetSpec(Record, frozen=True, kw_only=True):
    """Specification of a set of pentomino puzzles.

    Boards of the catalogue are rotated and reflected at random, others are used as drawn.
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
    grade: GradeField | None = None
    with_stuck: Annotated[bool, field("Include puzzles on which the ladder gets stuck.")] = False
    oracle: OracleField = DEFAULT


@dataclass(frozen=True)
class SetRequest:
    """A complete request for a set of pentomino puzzles; `resolve_set` makes it.

    Attributes:
        wanted: Exact number of clues of each puzzle; None for the fewest that its board allows.
        layouts: The boards.
        turned: True if boards are rotated and reflected at random.
        distinct_boards: True if every board is used at most once.
        grade: Grade of the puzzles.
        with_stuck: True to include puzzles on which the ladder gets stuck.
        oracle: Solver to use.
    """

    wanted: int | None
    layouts: tuple[Layout, ...]
    turned: bool
    distinct_boards: bool
    grade: Grade
    with_stuck: bool
    oracle: OracleLike


def resolve_set(spec: SetSpec) -> SetRequest:
    """Return the complete request for a specification.

    Raises:
        InputError: Fields contradict each other, or a board is not 5×5 with regions alone.
        ImpossibleError: A board has no grid.
    """
    from cpgen.difficulty import model_for_grade

    require_exact(spec.oracle)
    if not spec.clues.is_fewest and not LEAST_CLUES <= spec.clues <= MOST_CLUES:
        fewer = "; with fewer, two digits are never shown and can be swapped" if spec.clues < LEAST_CLUES else ""
        raise InputError(f"A set has puzzles of {LEAST_CLUES} to {MOST_CLUES} clues, not of {int(spec.clues)}{fewer}.")
    layouts = _layouts(spec)
    word = str(spec.grade or "any")
    grade = model_for_grade(layouts[0], word).grade(word)  # all 5×5 boards have the same models
    if spec.with_stuck and grade.name != "any":
        raise InputError(Message("stuck-no-grade", option=field_named("with_stuck")))
    wanted = None if spec.clues.is_fewest else int(spec.clues)
    turned = spec.boards in WHOLE
    return SetRequest(wanted, layouts, turned, spec.distinct_boards, grade, spec.with_stuck, spec.oracle)


def _layouts(spec: SetSpec) -> tuple[Layout, ...]:
    """Return the boards that a specification names or draws; raise InputError for an unknown name or a wrong board."""
    if spec.boards in WHOLE:
        from cpgen.boards.pentomino_catalogue import layouts

        return tuple(layouts("symmetry", spec.boards == "corners-apart"))
    names = resources.names("layouts")
    if spec.boards in names:
        return (_board_on(spec.boards, spec.boards, spec.oracle),)
    if is_one_word(spec.boards):
        raise one_of([*WHOLE, *names], spec.boards, "a choice of boards, a layout or a file")
    drawn = _drawn_boards(spec.boards)
    boards = tuple(_board_on(f"boards, line {number}", text, spec.oracle) for number, text in drawn)
    if not boards:
        raise InputError(Message("no-boards", boards=field_named("boards")))
    return boards


def _board_on(where: str, drawn: str, oracle: OracleLike) -> Layout:
    from cpgen.boards.jigsaw import require_grid

    try:
        layout = layout_named(drawn)
        if layout.kind != BOARDS:
            raise InputError(f"A set is made on 5×5 boards of five regions and no extra houses, not on {layout}.")
        require_grid(layout, oracle)
    except CpgenError as error:
        raise type(error)(f"{where}: {error}") from None
    return layout


def _drawn_boards(text: str) -> Iterator[tuple[int, str]]:
    """Yield the line number and text of each board in a text: one per line, or rows that end with an empty line."""
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
