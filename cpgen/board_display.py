"""Base class of all objects with a board, which `print` and notebooks show.

Boards are drawn from puzzles and states, so the module that draws them may not be imported here: it is far above this
one. `cpgen/__init__.py` registers how it is imported. This module imports nothing, since every `import cpgen` reads it.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Protocol

    class Display(Protocol):
        """Interface of the module that draws boards."""

        def board_text(self, board: Any) -> str:
            """Return a drawing of a `Puzzle` or `State` made of characters, with several lines."""

        def board_svg(self, board: Any) -> str:
            """Return the picture of a `Puzzle` or `State` as an SVG element."""


_importers: list[Callable[[], Display]] = []


def register_display(importer: Callable[[], Display]) -> None:
    """Register a function that imports and returns the module that draws boards; the first drawing calls it."""
    _importers[:] = [importer]


def _display() -> Display:
    return _importers[0]()


class Shown:
    """Base class of objects with a board: `print` draws it with characters, and a notebook shows its picture."""

    puzzle: Any

    @property
    def board(self) -> Any:
        """The `Puzzle` or `State` to draw; by default that of the attribute `puzzle`."""
        return self.puzzle

    def __str__(self) -> str:
        return _display().board_text(self.board)

    def _repr_svg_(self) -> str:
        return _display().board_svg(self.board)
