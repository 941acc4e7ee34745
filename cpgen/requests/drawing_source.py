"""Source of drawings: constraints whose values are still open, drawn by the caller or at random in a style."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cpgen.layout import Layout
from cpgen.requests.drawing_text import DrawingText

if TYPE_CHECKING:
    import numpy as np

    from cpgen.difficulty import Span
    from cpgen.drawings.random_drawings import Drawing
    from cpgen.drawings.style import Style


@dataclass(frozen=True)
class DrawingSource:
    """Source of a puzzle's constraints: a drawing of the caller or a style for random ones, whichever is not None.

    Attributes:
        text: Constraints of the caller; values written as `?` are chosen for each puzzle.
        style: Kinds, numbers and lengths of the constraints that are drawn at random.
        givens: Least and greatest number of given digits besides the constraints; neither end is None.
    """

    text: DrawingText | None
    style: Style | None
    givens: Span

    @property
    def is_random(self) -> bool:
        """True if every puzzle gets a random drawing of its own."""
        return self.style is not None and any(element.kind for element in self.style.elements)

    def draw(self, layout: Layout, rng: np.random.Generator, shortest: bool = False) -> Drawing:
        """Return the caller's drawing on a board, or a random one of the style.

        Args:
            layout: The board without the drawing.
            rng: The source of randomness.
            shortest: True for lines as short as the style allows.
        """
        from cpgen.drawings.random_drawings import Drawing, draw

        if self.style:
            return draw(self.style.with_shortest_lines() if shortest else self.style, layout, rng)
        return Drawing(self.text.on(layout) if self.text else layout, (), "none")
