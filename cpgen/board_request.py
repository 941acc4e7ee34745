"""The fields of a request that choose the board, shared by reading, making and looking up puzzles."""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, Any

from cpgen.layout import Layout
from cpgen.library import layout_named
from cpgen.schema import Record, field

UNSET: Any = None
"""Default of a field that the request itself computes from its other fields"""


class BoardRequest(Record, frozen=True, kw_only=True):
    """The choice of a board: a layout, with diagonals if wanted."""

    layout: Annotated[
        Layout,
        field(
            "The board: a name from `cpgen layouts list`, boxes such as 2x3, latin-5, regions drawn with one symbol "
            "per cell, or the corners of a pentomino board such as 0,1,2,12.",
            "NAME|RxC|TEXT",
            read=layout_named,
            folder="layouts",
        ),
    ] = UNSET
    diagonals: Annotated[bool, field("Both diagonals hold each digit once, too.")] = False

    @cached_property
    def layout_given(self) -> Layout | None:
        """The requested layout with its diagonals, or None if the request names no board."""
        given: Any = self
        return self.layout_for(9) if given.layout or self.diagonals else None

    def layout_for(self, side: int) -> Layout:
        """Return the requested layout with its diagonals, or the default layout of this side."""
        given: Any = self
        layout: Layout = given.layout or Layout.default(side)
        return layout.with_diagonals() if self.diagonals else layout
