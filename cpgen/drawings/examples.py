"""An example of each kind of constraint, from `models/examples/constraints.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np

from cpgen import resources
from cpgen.constraints.base import Constraint
from cpgen.constraints.kind_table import HOUSE_KINDS
from cpgen.layout import Layout
from cpgen.oracles import open_oracle
from cpgen.puzzle import Grid, Puzzle
from cpgen.rules_text import rule_of, rules_of
from cpgen.translations import Translations

BOARD, LARGE_BOARD = Layout.boxes(2, 3), Layout.boxes(3, 3)
"""Boards of the examples: the second is for `windoku`"""
WHOLE_BOARD = ("minimum", "maximum", "indexing", "all", "leaps", "non-consecutive", "global-entropy")
"""Kinds of constraints that are about the whole board instead of listed cells"""
SEED = 4


@dataclass(frozen=True)
class ExampleSection:
    """Group of examples of similar kinds of constraints.

    Attributes:
        title: Title in English.
        japanese: Title in Japanese.
        lines: Constraints, separated by semicolons; the first one is of the kind that the line shows.
    """

    title: str
    japanese: str
    lines: tuple[str, ...]


@cache
def sections() -> tuple[ExampleSection, ...]:
    """Return all examples of constraints, grouped by similar kinds, as documentation and help list them."""
    data = tomllib.loads(resources.text("examples", "constraints"))
    return tuple(
        ExampleSection(section["title"], section["japanese"], tuple(section["lines"])) for section in data["section"]
    )


@cache
def examples() -> dict[str, str]:
    """Return the example of each kind of constraint, as text, by the name of the kind."""
    return {kind_of_example(line): line for section in sections() for line in section.lines}


def kind_of_example(line: str) -> str:
    """Return the kind of constraint that an example (a line of text) shows.

    >>> kind_of_example("cage 10: r1c1 r1c2; cage: r5c5")
    'cage'
    """
    return line.partition(" ")[0].rstrip(":;")


def board_of(line: str) -> Layout:
    """Return the board of an example (a line of text), with its constraints."""
    board = LARGE_BOARD if kind_of_example(line) == "windoku" else BOARD
    return board.joined_with(line) if kind_of_example(line) in HOUSE_KINDS else board.with_constraints(*line.split(";"))


def solved(line: str) -> Puzzle:
    """Return a filled board that satisfies an example (a line of text); an empty board if a value is left open."""
    layout = board_of(line)
    if layout.is_drawing:
        return Puzzle(layout, (0,) * layout.cell_count)
    grid = open_oracle("bitset").complete(Puzzle(layout, (0,) * layout.cell_count), np.random.default_rng(SEED))
    if grid is None:
        return Puzzle(layout, (0,) * layout.cell_count)
    return Puzzle(layout, grid)


def digits_shown(puzzle: Puzzle, all_cells: bool = False) -> Grid:
    """Return the digits to show in the picture of an example: those of the cells that its constraints are about.

    Args:
        puzzle: The filled board; its constraints, or else its extra houses, choose the cells.
        all_cells: True to show all digits.

    Returns:
        Digits by cell, 0 for cells that show none. If extra houses fill the board, only the first one is shown.
    """
    layout = puzzle.layout
    houses = layout.extras if sum(map(len, layout.extras)) < layout.cell_count else layout.extras[:1]
    shown = {cell for house in houses for cell in house}
    shown |= {cell for constraint in layout.further for cell in _cells(constraint)}
    return tuple(digit if all_cells or cell in shown else 0 for cell, digit in enumerate(puzzle.clues))


def _cells(constraint: Constraint) -> Iterator[int]:
    """Yield all cells that a constraint names, such as those of an arrow and its circle."""
    for name in constraint.cell_fields:
        for part in getattr(constraint, name):
            yield from part if isinstance(part, tuple) else (part,)


def about(line: str, words: Translations) -> str:
    """Return a sentence, in the language of `words`, on what the kind of constraint in an example demands."""
    layout = board_of(line)
    if layout.further:
        return " ".join(rule_of(layout.further[0], layout.size, words))
    return rules_of([layout], words, words("how.digit"))[-1]
