"""Fields of a request that choose the board, shared by reading, making and looking up puzzles."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from dataclasses import field as member
from functools import cached_property
from typing import Annotated

from cpgen.constraints import parse_constraint, require_few
from cpgen.constraints.base import Constraint
from cpgen.constraints.house import House
from cpgen.errors import InputError, RepeatWarning
from cpgen.layout import Layout
from cpgen.library import layout_named
from cpgen.messages import Message, shown
from cpgen.notation import split_unquoted
from cpgen.schema import Record, field


@dataclass(frozen=True)
class ConstraintLines:
    """Constraints as text, which are parsed when the board is known.

    Attributes:
        text: The constraints, one per line or after a semicolon; `#` begins a comment.
        source: Name of the file with the text, for error messages; empty if the text is not from a file.
    """

    text: str
    source: str = member(default="", compare=False)

    def on(self, layout: Layout) -> Layout:
        """Return the layout with these constraints added, except those that it has already.

        Raises:
            InputError: A line is wrong; the message names the file and the line.
        """
        parsed: dict[Constraint, None] = {}
        lines = enumerate(self.text.splitlines(), 1)
        split = ((number, split_unquoted(line.partition("#")[0], ";")) for number, line in lines)
        parts = [(number, part) for number, pieces in split for part in pieces if part.strip()]
        require_few(len(parts))
        for number, part in parts:
            try:
                constraints = _constraints_in(part, layout)
            except InputError as error:
                raise InputError(self._located(number, error.message)) from None
            if not parsed.keys().isdisjoint(constraints):
                twice = Message("constraint-twice", line=shown(part.strip()))
                warnings.warn(RepeatWarning(str(self._located(number, twice))), stacklevel=2)
            parsed |= dict.fromkeys(constraints)
        if not parsed:
            raise InputError(Message("constraints-none", where=self.source or Message("constraints-text")))
        return layout.with_constraints(*(one for one in parsed if one not in layout.further))

    def _located(self, number: int, problem: Message | str) -> Message | str:
        """Add the name of the file and the number of the line to an error message.

        It stays as it is if the text is a single line that is not from a file.
        """
        if not self.source and len(self.text.splitlines()) < 2:
            return problem
        where = self.source or Message("constraints-text")
        return Message("constraints-line", where=where, number=number, problem=problem)

    def __str__(self) -> str:
        return self.text


def _constraints_in(line: str, layout: Layout) -> list[Constraint]:
    """Parse a line, which can stand for several constraints; raise InputError if one does not fit the layout."""
    constraints = parse_constraint(line, layout.size, layout.regions)
    for constraint in constraints:
        if not isinstance(constraint, House):
            layout.require_fits(constraint)
    return constraints


def constraint_lines(lines: str | list[str]) -> ConstraintLines:
    """Convert a text, or a list of lines, to `ConstraintLines`."""
    return ConstraintLines(lines if isinstance(lines, str) else "\n".join(lines))


BoardField = Annotated[
    Layout,
    field(
        "The board: a name from `cpgen layouts list`, boxes such as 2x3, latin-5, regions drawn with one symbol "
        "per cell, or the corners of a pentomino board such as 0,1,2,12.",
        "NAME|RxC|TEXT",
        read=layout_named,
        folder="layouts",
    ),
]
ConstraintsField = Annotated[
    ConstraintLines,
    field(
        "Further constraints, one per line or after a semicolon, such as 'cage 15: r1c1 r1c2; thermo r9c4 r8c4'.",
        "LINES",
        read=constraint_lines,
        file=ConstraintLines,
    ),
]


class BoardSpec(Record, frozen=True, kw_only=True):
    """Choice of a board: a layout, with optional diagonals and other constraints."""

    layout: BoardField | None = None
    diagonals: Annotated[bool, field("Both diagonals hold each digit once, too.")] = False
    constraints: ConstraintsField | None = None

    @cached_property
    def houses_given(self) -> Layout | None:
        """Requested layout with its diagonals but without constraints; None if neither of them is requested."""
        return self._houses_for(9) if self.layout or self.diagonals else None

    @cached_property
    def layout_given(self) -> Layout | None:
        """Requested layout with diagonals and constraints; None if none of the three is requested."""
        return self.layout_for(9) if self.houses_given or self.constraints else None

    def layout_for(self, side: int) -> Layout:
        """Return the requested layout with the requested diagonals and constraints.

        If no layout is requested, the board has the default boxes of the side `side`.
        """
        return self.constrained(self._houses_for(side))

    def constrained(self, layout: Layout) -> Layout:
        """Return the layout with the requested constraints added.

        Raises:
            InputError: A line of the constraints is wrong.
        """
        return self.constraints.on(layout) if self.constraints else layout

    def _houses_for(self, side: int) -> Layout:
        layout = self.layout or Layout.default(side)
        return layout.with_diagonals() if self.diagonals else layout
