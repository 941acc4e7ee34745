"""Why has a pattern no puzzle? A sentence, and a little picture."""

from __future__ import annotations

from dataclasses import dataclass

from cpgen.pattern import Pattern

MARK = "o"


@dataclass(frozen=True)
class Reason:
    """A sentence that proves a pattern impossible, and the cells that it speaks of, to be marked in the picture."""

    sentence: str
    pattern: Pattern
    marked: frozenset[int] = frozenset()

    @property
    def picture(self) -> str:
        """The pattern as rows of text, with the marked cells as `o`."""
        n = self.pattern.size
        symbols = [MARK if cell in self.marked else symbol for cell, symbol in enumerate(self.pattern.line)]
        return "\n".join("  " + " ".join(symbols[row : row + n]) for row in range(0, n * n, n))

    def __str__(self) -> str:
        return f"{self.sentence}\n{self.picture}"
