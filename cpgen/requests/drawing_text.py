"""Drawings as text: an optional pattern of the given digits, then constraints whose values may be open."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from cpgen.board_spec import ConstraintLines
from cpgen.constraints import is_constraint_line
from cpgen.layout import Layout
from cpgen.notation import to_halfwidth
from cpgen.pattern import Pattern

CELL = re.compile(r"r\d+c\d+|:", re.IGNORECASE)
"""Sign of a line that is meant as a constraint although its kind may be misspelt: a cell or a colon"""


@dataclass(frozen=True)
class DrawingText:
    """Text of a drawing, parsed when it is needed.

    Attributes:
        text: Rows of a pattern, if wanted, then constraints, one per line or separated by semicolons.
        source: Name of the file, for messages; empty if the text is from elsewhere.
    """

    text: str
    source: str = ""

    @cached_property
    def _first_constraint(self) -> int:
        """Number of lines above the first constraint."""
        lines = [to_halfwidth(line).partition("#")[0] for line in self.text.splitlines()]
        numbers = (k for k, line in enumerate(lines) if is_constraint_line(line) or CELL.search(line))
        return next(numbers, len(lines))

    @property
    def pattern(self) -> Pattern | None:
        """The pattern above the constraints, or None. Raises InputError if it is not square."""
        rows = "\n".join(self.text.splitlines()[: self._first_constraint])
        return Pattern.parse(rows) if any(row.partition("#")[0].strip() for row in rows.splitlines()) else None

    def on(self, layout: Layout) -> Layout:
        """Return a layout with the drawing's constraints added; raise InputError for a line that is wrong."""
        above = self._first_constraint
        lines = [""] * above + self.text.splitlines()[above:]  # messages number the lines of the whole text
        return ConstraintLines("\n".join(lines), self.source).on(layout)

    def __str__(self) -> str:
        return self.text


def drawing_text(lines: str | list[str]) -> DrawingText:
    """Return the drawing in a text or in a list of lines."""
    return DrawingText(lines if isinstance(lines, str) else "\n".join(lines))
