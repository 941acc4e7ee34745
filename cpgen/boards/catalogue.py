"""The catalogue of 5×5 boards: what each can do, as rows and a summary."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import median
from typing import Any

import numpy as np

from cpgen.boards.every import apart, boards
from cpgen.boards.pentomino import SIDE, Study, study
from cpgen.layout import Layout
from cpgen.symmetry.boards import symmetries_of

Row = dict[str, Any]
"""A board of the catalogue, by column"""


def layouts(up_to: str = "symmetry", corners_apart: bool = False) -> list[Layout]:
    """The 5×5 boards, one of those that are the same up to `up_to`."""
    return [Layout(SIDE, tuple(regions)) for regions in boards(SIDE, up_to, corners_apart).tolist()]


def catalogue(wanted: Iterable[Layout]) -> list[Row]:
    """A row for each of the 5×5 boards, numbered from 1."""
    return [_row(number, study(layout)) for number, layout in enumerate(wanted, 1)]


def _row(number: int, one: Study) -> Row:
    return {
        "number": number,
        "board": one.layout.spec,
        "pieces": one.pieces,
        "symmetry": symmetries_of(one.layout)[0],
        "corners_apart": bool(apart(np.array([one.layout.regions]))[0]),
        "grids": one.grids,
        "fewest_clues": one.fewest_clues,
        "grids_fixed_by_four": one.grids_fixed_by_four,
        "four_clue_puzzles": one.four_clue_puzzles,
    }


def summary(rows: Sequence[Row], title: str) -> str:
    """What the rows say together, in Markdown."""
    filled = [row for row in rows if row["grids"]]
    grids = [row["grids"] for row in filled]
    common = Counter(grids).most_common(1)
    figures = [
        ("boards", len(rows)),
        ("without a grid", len(rows) - len(filled)),
        ("with grids, but none that four clues fix", sum(not row["four_clue_puzzles"] for row in filled)),
        ("where four clues fix every grid", sum(row["grids_fixed_by_four"] == row["grids"] for row in filled)),
        ("fewest grids of a board that has any", min(grids, default=0)),
        ("median number of grids", int(median(grids or [0]))),
        ("most grids", max(grids, default=0)),
        ("most common number of grids", " ".join(f"{value} ({times} boards)" for value, times in common)),
        ("boards with 720 grids", grids.count(720)),
        ("boards with 1800 grids", grids.count(1800)),
        ("four-clue puzzles up to relabelling", sum(row["four_clue_puzzles"] for row in rows)),
        *((f"boards that need {clues} clues", count) for clues, count in _by_fewest(filled)),
    ]
    lines = [f"# {title}", "", "| what | number |", "|---|---|", *(f"| {what} | {value} |" for what, value in figures)]
    return "\n".join(lines) + "\n"


def _by_fewest(filled: Sequence[Row]) -> list[tuple[int, int]]:
    return sorted(Counter(row["fewest_clues"] for row in filled).items())


def title(up_to: str, corners_apart: bool) -> str:
    """The heading of a catalogue.

    >>> title("rotation", True)
    '5×5 boards, corners apart, up to rotation'
    """
    same = {"nothing": "all told apart", "rotation": "up to rotation", "symmetry": "up to rotation and reflection"}
    return ", ".join(["5×5 boards", *(["corners apart"] if corners_apart else []), same[up_to]])
