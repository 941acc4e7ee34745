"""A rule of the ladder: its sweep, and where it looks for how much; its words are in `models/words/`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np

from cpgen.rater.board import RaterBoard, RaterTables

Sweep = Callable[[RaterTables, RaterBoard, np.ndarray, int], None]


@dataclass(frozen=True)
class Rule:
    """One human inference: `sweep(tables, board, houses, size)` is a compiled function.

    It goes once over the houses in order, digits ascending; each effect takes place at once and follows from the
    finding noted last; it ends when the board is broken. All rules but the first only remove candidates.
    """

    name: str
    sweep: Sweep
    houses: Literal["placing", "regions", "lines", "everything"]
    """The houses that it looks in, as `RaterTables` calls them"""
    size: int
    """How many digits, cells or houses its figure has"""
