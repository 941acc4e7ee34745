"""`cpgen study difficulty`."""

from __future__ import annotations

from cpgen import api
from cpgen.cli.command import command
from cpgen.cli.options import Count, SeedOrDefault
from cpgen.cli.research.study.running import KeepOptions, run


@command
def difficulty(
    *, count: Count = 10_000, seed: SeedOrDefault = 1, board: api.BoardRequest, keeping: KeepOptions
) -> None:
    """Compare measures of difficulty on the same puzzles.

    Compared are the paper's level, steps and grade, HoDoKu's score and level, Sudoku Explainer's rating, the guesses of
    a backtracking search, the share of cells with two candidates, and the number of clues. The report shows for each
    two of them how far they agree, and the puzzle on which they differ most.

    \b
    Example: cpgen study difficulty --count 500
    """
    run(api.DifficultyStudy(board.layout_for(9), count, seed), keeping)
