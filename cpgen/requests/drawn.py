"""Elements of puzzles besides given digits: constraints with open values, or a style in which they are drawn."""

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
class Drawn:
    """A drawing of the caller, or a style; one of them is None.

    Attributes:
        text: Constraints of the caller, with values that are chosen.
        style: Style in which constraints are drawn at random for each puzzle.
        givens: Number of given digits next to what is drawn; both ends are set.
    """

    text: DrawingText | None
    style: Style | None
    givens: Span

    @property
    def is_random(self) -> bool:
        """True if each puzzle has a drawing of its own."""
        return self.style is not None and any(element.kind for element in self.style.elements)

    def draw(self, layout: Layout, rng: np.random.Generator, shortest: bool = False) -> Drawing:
        """Return the drawing on a board, or a random one of the style.

        Args:
            layout: The board.
            rng: The source of randomness.
            shortest: True for lines as short as the style allows.
        """
        from cpgen.drawings.random_drawings import Drawing, draw

        if self.style:
            return draw(self.style.with_shortest_lines() if shortest else self.style, layout, rng)
        return Drawing(self.text.on(layout) if self.text else layout, (), "none")
