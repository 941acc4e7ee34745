"""Spec of a data set: the plan of a batch, and how the puzzles are divided and described."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from itertools import accumulate
from math import isclose
from types import MappingProxyType
from typing import Annotated, Any

from cpgen.collection.batch_requests import BatchCell, BatchPlan
from cpgen.errors import InputError
from cpgen.schema import Record, field

USUAL_SPLITS = MappingProxyType({"train": 0.9, "test": 0.1})


def require_shares(data: Mapping[str, Any]) -> None:
    """Raise InputError unless the names of the splits are valid and their shares are positive and add up to 1."""
    if not data or not all(re.fullmatch(r"[a-z][a-z0-9_]{0,30}", str(name)) for name in data):
        raise InputError("The splits need names of small letters, as in splits = {train = 0.9, test = 0.1}.")
    if any(not isinstance(share, int | float) or isinstance(share, bool) or share <= 0 for share in data.values()):
        raise InputError("The share of a split is a number above 0, as in splits = {train = 0.9, test = 0.1}.")
    if not isclose(sum(data.values()), 1, abs_tol=1e-6):
        raise InputError(f"The shares of the splits add up to {sum(data.values()):g}; they should add up to 1.")


class DatasetSpec(Record, frozen=True, kw_only=True):
    """Spec of a data set: the plan, the shares of the splits, the title and the licence.

    Raises:
        InputError: Two batch cells have the same seed, or the shares of the splits are wrong.
    """

    plan: Annotated[BatchPlan, field("What to make.")]
    splits: Annotated[Mapping[str, float], field("The share of each split.")] = USUAL_SPLITS
    title: Annotated[str, field("The title of the data card.", "TEXT", longest=200)] = ""
    license: Annotated[str, field("The licence of the data card, as in cc0-1.0.", "NAME", longest=100)] = ""

    clue_sets: Annotated[bool, field("Name for each finding a minimal set of clues that imply it.")] = False

    def __post_init__(self) -> None:
        super().__post_init__()
        require_shares(self.splits)
        seed, times = Counter(cell.seed for cell in self.plan.cells).most_common(1)[0]
        if times > 1:
            raise InputError(f"{times} cells of the data set have the seed {seed}; give each its own.")

    @property
    def cell_of_seed(self) -> dict[int, tuple[int, BatchCell]]:
        """Number (from 1) and batch cell of the plan, by the seed of the batch cell."""
        return {cell.seed: (number, cell) for number, cell in enumerate(self.plan.cells, 1)}

    def split_at(self, point: float) -> str:
        """Return the name of the split that contains a point, if the interval from 0 to 1 is divided by the shares."""
        ends = accumulate(self.splits.values())
        return next((name for name, end in zip(self.splits, ends, strict=True) if point < end), [*self.splits][-1])
