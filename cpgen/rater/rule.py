"""What makes a rule of the ladder? Where it looks and for how much, its sweep, and what it says to a person."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np

from cpgen.rater.board import Board
from cpgen.rater.tables import Tables

Sweep = Callable[[Tables, Board, np.ndarray, int], None]


class Telling(NamedTuple):
    """What a rule is called in a language, what it sees, and where to look for it.

    `sees` may name {house} and {other} (the houses found), {digits}, {cells}, {all} (both or all of the cells) and
    {covers} (the lines that cross the found ones in the cells); `look` may name {houses}, and gives no more away.
    """

    title: str
    sees: str
    look: str


@dataclass(frozen=True)
class Rule:
    """One human inference: `sweep(tables, board, houses, size)` is a compiled function.

    It goes once over the houses in order, digits ascending; each effect takes place at once and follows from the
    finding noted last; it ends when the board is broken. All rules but the first only remove candidates.
    """

    name: str
    sweep: Sweep
    houses: Literal["placing", "regions", "lines", "everything"]
    """The houses that it looks in, as `Tables` calls them"""
    size: int
    """How many digits, cells or houses its figure has"""
    told: Mapping[str, Telling]
    """What it says, by language: `en` and `ja`"""
