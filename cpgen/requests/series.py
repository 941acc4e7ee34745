"""Number of results of a command, the seed that determines them, and the time limit."""

from __future__ import annotations

import secrets
from typing import Annotated

from cpgen.schema import Record, field

DEFAULT_BUDGET = 60.0
"""Default time limit of a command, in seconds"""
HOW_MANY, WHICH_SEED = (
    "How many to make, show or measure.",
    "A whole number from 0; the same seed gives the same result.",
)
MOST_COUNT = 10**12
"""Greatest number of puzzles that may be asked for"""
Count = Annotated[int, field(HOW_MANY, "N", "-n", least=1, most=MOST_COUNT)]
Seed = Annotated[int, field(WHICH_SEED, "S", least=0)]
Budget = Annotated[float, field("Time limit for the whole command.", "SECONDS", above=0, option="time-limit")]


class Series(Record, frozen=True, kw_only=True):
    """Number of results to make, and their seed; None for a random one."""

    count: Count = 1
    seed: Seed | None = None

    def first_seed(self) -> int:
        """Return the seed, or a random one from the operating system if none is given."""
        return secrets.randbelow(2**32) if self.seed is None else self.seed


class TimedSeries(Series, frozen=True, kw_only=True):
    """Number of puzzles to make, their seed, and the time limit for all of them."""

    count: Annotated[
        int,
        field(
            "How many to make; no two are equal up to symmetry and the names of the digits.",
            "N",
            "-n",
            least=1,
            most=MOST_COUNT,
        ),
    ] = 1
    budget: Budget = DEFAULT_BUDGET
