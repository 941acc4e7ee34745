"""How does solving go on? A row a round: how many cells are open, the rule, the digits placed."""

from __future__ import annotations

from dataclasses import dataclass

from cpgen.puzzle import Puzzle
from cpgen.rater.explain import explain_puzzle
from cpgen.rater.ladder import Ladder


@dataclass(frozen=True)
class RoundRow:
    """One round of the ladder, and how many cells are open before it."""

    number: int
    open_cells: int
    rule: str
    """Its name, as in `hidden-single-region`"""
    complexity: int
    placed: tuple[tuple[int, int], ...]
    """Cells and digits; none in a round that only removes candidates"""


def round_rows(puzzle: Puzzle, ladder: Ladder) -> list[RoundRow]:
    """The rounds by which the ladder solves the puzzle, as far as it gets."""
    rows, left = [], puzzle.clues.count(0)
    for one in explain_puzzle(puzzle, ladder):
        rows.append(RoundRow(one.number, left, one.rule, one.complexity, one.placed))
        left -= len(one.placed)
    return rows
