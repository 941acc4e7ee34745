"""Constraints of a layout that are not houses, as the rater sees them: links between two cells, and sums."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from cpgen.constraints.primitives import Linear, Pair
from cpgen.engine.pair_links import LinkTables, link_tables
from cpgen.engine.sum_propagation import TotalTables, total_tables
from cpgen.kernel.record_arrays import padded
from cpgen.kernel.structs import Struct
from cpgen.layout import Layout


class ClueTables(Struct):
    """The links and sums of a layout."""

    links: LinkTables
    link_clue: np.ndarray
    """[links] number of the constraint of each link"""
    linked: np.ndarray
    """[N, M] links of each cell, as 2 · link, or 2 · link + 1 if it is the second cell; then −1"""
    totals: TotalTables
    total_clue: np.ndarray
    """[sums] number of the constraint of each sum"""


@lru_cache(maxsize=64)
def clue_tables(layout: Layout) -> ClueTables:
    """Return the tables of a layout's constraints."""
    further = enumerate(layout.primitives_of[len(layout.houses) :])
    primitives = [(number, one) for number, found in further for one in found]
    links = [(number, one) for number, one in primitives if isinstance(one, Pair)]
    totals = [(number, one) for number, one in primitives if isinstance(one, Linear)]
    linked: list[list[int]] = [[] for _ in range(layout.cell_count)]
    for number, (_, pair) in enumerate(links):
        linked[pair.first].append(2 * number)
        linked[pair.second].append(2 * number + 1)
    return ClueTables(
        links=link_tables([pair for _, pair in links], layout.size),
        link_clue=np.array([clue for clue, _ in links], np.int64),
        linked=padded(linked),
        totals=total_tables([total for _, total in totals], layout),
        total_clue=np.array([clue for clue, _ in totals], np.int64),
    )
