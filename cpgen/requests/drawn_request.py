"""Fields of puzzles whose constraints are drawn at random, or have values that are chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from cpgen.board_request import UNSET
from cpgen.errors import InputError, Message, field_named
from cpgen.layout import Layout
from cpgen.library import pattern_named
from cpgen.pattern import Pattern
from cpgen.puzzle import Grid
from cpgen.requests.drawing_text import DrawingText, drawing_text
from cpgen.requests.puzzle_request import PuzzleRequest
from cpgen.requests.request_fields import SPAN
from cpgen.schema import field

if TYPE_CHECKING:
    import numpy as np

    from cpgen.difficulty import Span
    from cpgen.drawings.draw import Drawing
    from cpgen.drawings.style import Style
else:  # help and completion only read the fields; they should not wait for the imports of these modules
    Span = Style = Any

STYLE_FIELDS = ("cages", "one_cell", "length", "elements", "all_shown")
"""Fields that change the style of a kind"""


class DrawnRequest(PuzzleRequest, frozen=True, kw_only=True):
    """The cells of the given digits, and the constraints that are drawn.

    A subclass calls `_require_drawn_fields`, then `_resolve_drawing`, and `_resolve_givens` once the board is set.
    """

    pattern: (
        Annotated[
            Pattern,
            field(
                "Which cells hold clues: a name from `cpgen patterns`, or rows of x and dots (a digit: that cell's "
                "digit is fixed).",
                "NAME|TEXT",
                "-p",
                read=pattern_named,
                folder="patterns",
            ),
        ]
        | None
    ) = None
    drawing: Annotated[
        DrawingText,
        field(
            "Constraints to draw, one per line or after a semicolon; values written as ? are chosen, as in 'cage ?: "
            "r1c1 r1c2'. A file may begin with a pattern of the given digits.",
            "LINES",
            read=drawing_text,
            file=DrawingText,
        ),
    ] = UNSET
    kind: Annotated[
        Style,
        field(
            "Draw constraints of a kind at random: killer, kropki, thermo, arrow … (see `cpgen styles`), or a TOML "
            "file; repeatable, or killer+thermo, for several on one board.",
            "NAME|FILE",
            joined="+",
            read="cpgen.drawings.style:style_named",
        ),
    ] = UNSET
    cages: Annotated[Span, field("Cells of each drawn cage, as in 2..5.", "SPAN", **SPAN)] = UNSET
    one_cell: Annotated[int, field("Most drawn cages of a single cell.", "N", least=0)] | None = None
    length: Annotated[Span, field("Cells of each drawn line, as in 4..6.", "SPAN", **SPAN)] = UNSET
    elements: Annotated[Span, field("How many lines, cages or signs to draw, as in 8 or 6..8.", "SPAN", **SPAN)] = UNSET
    all_shown: Annotated[bool, field("All dots, or all X and V, are shown: where none is drawn, none holds.")] = False
    givens: Annotated[Span, field("Number of given digits besides what is drawn, as in 0..6.", "SPAN", **SPAN)] = UNSET

    @property
    def is_drawn(self) -> bool:
        """True if constraints are drawn at random, or have values to be chosen."""
        given: Any = self
        return bool(given.drawing or given.kind)

    def _require_drawn_fields(self) -> None:
        """Raise InputError if options about what is drawn exclude each other or do not apply."""
        given: Any = self
        if given.drawing and given.kind:
            raise InputError(Message("drawing-or-kind"))
        named = [name for name, value in self._style_options().items() if value not in (None, False)]
        if named and not given.kind:
            raise InputError(Message("needs-kind", option=field_named(named[0]), kind=field_named("kind")))
        if given.givens and not self.is_drawn:
            raise InputError(Message("givens-drawn", givens=field_named("givens"), clues=field_named("clues")))

    def _style_options(self) -> dict[str, Any]:
        """Return the fields that change the style of a kind, with their values."""
        return {name: getattr(self, name) for name in STYLE_FIELDS}

    def _resolve_drawing(self) -> None:
        """Apply the options about what is drawn."""
        given: Any = self
        if given.kind:
            self._resolve(kind=self.kind.with_options(**self._style_options(), symmetry=self.symmetry))
        elif given.drawing:
            self._resolve(pattern=self.pattern or self.drawing.pattern)
            self._resolve_closed_drawing()

    def _resolve_closed_drawing(self) -> None:
        """Turn a drawing without open values into constraints if the cells of all given digits are fixed.

        The replacement phase, which changes digits, then finds puzzles with far fewer clues than random grids show.
        """
        given: Any = self
        if self.pattern and not given.givens and not given.constraints:
            board = self.layout_for(self.pattern.size)
            if not self.drawing.on(board).is_drawing:
                self._resolve(layout=self.drawing.on(board), diagonals=False, drawing=UNSET)

    def _rated_layout(self, layout: Layout) -> Layout:
        """Return the layout with its drawing, of a kind with an example."""
        import numpy as np

        from cpgen.drawings.draw import draw

        given: Any = self
        if given.drawing:
            return self.drawing.on(layout)
        return draw(self.kind, layout, np.random.default_rng(0)).layout if given.kind else layout

    def _resolve_givens(self) -> None:
        """Set the least and the greatest number of given digits; raise InputError if they do not fit the pattern."""
        from cpgen.difficulty import Span

        given: Any = self
        cells = len(self.given_cells)
        default = Span(cells, cells) if self.pattern else self.kind.givens if given.kind else Span(0, None)
        span = given.givens or default
        least, most = span.within(0, cells)
        if least > cells:
            raise InputError(Message("givens-many", givens=least, cells=cells))
        self._resolve(givens=Span(least, min(most, cells)))

    @property
    def given_cells(self) -> tuple[int, ...]:
        """Cells that may hold a given digit of a drawn puzzle."""
        return self.pattern.cells if self.pattern else tuple(range(self.layout.cell_count))

    @property
    def fixed_clues(self) -> Grid:
        """The digits that the pattern fixes, 0 in all other cells."""
        return self.pattern.fixed_clues() if self.pattern else (0,) * self.layout.cell_count

    def draw(self, rng: np.random.Generator, shortest: bool = False) -> Drawing:
        """Return the drawing, or a random one of the requested kind.

        Args:
            rng: the source of randomness.
            shortest: True for lines as short as the kind allows.
        """
        from cpgen.drawings.draw import Drawing, draw

        given: Any = self
        if given.kind:
            return draw(self.kind.with_shortest_lines() if shortest else self.kind, self.layout, rng)
        return Drawing(self.drawing.on(self.layout), (), "none")
