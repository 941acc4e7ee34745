"""Constraints of a layout that are not houses, as the rater sees them: links between two cells, and sums."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from cpgen.constraints.primitives import Decomposition, Linear, Pair
from cpgen.engine.pair_links import LinkTables, link_tables
from cpgen.engine.sum_propagation import TotalTables, total_tables
from cpgen.kernel.record_arrays import padded
from cpgen.kernel.structs import Struct
from cpgen.layout import Layout


class ClueTables(Struct):
    """Lookup tables of the two-cell conditions (links) and sums of a layout, each with the number of its constraint."""

    links: LinkTables
    link_clue: np.ndarray
    """[links] number of the constraint of each link"""
    linked: np.ndarray
    """[N, M] links of each cell, as 2 · link, or 2 · link + 1 if it is the second cell; then −1"""
    totals: TotalTables
    total_clue: np.ndarray
    """[sums] number of the constraint of each sum"""


class _Links(NamedTuple):
    """The fields of `ClueTables` about links."""

    links: LinkTables
    link_clue: np.ndarray
    linked: np.ndarray


@lru_cache(maxsize=64)
def clue_tables(layout: Layout) -> ClueTables:
    """Return the tables of the links and sums that the constraints of a layout state."""
    # Houses are neither links nor sums.
    found = [one.once(_links_and_sums, layout.size) for one in layout.primitives_of[len(layout.houses) :]]
    totals = [(number, total) for number, (_, its) in enumerate(found) for total in its]
    links = [(number, pair) for number, (its, _) in enumerate(found) for pair in its]
    return ClueTables(
        **(_links(links, layout.size) if links else _no_links(layout.size))._asdict(),
        totals=total_tables([total for _, total in totals], layout),
        total_clue=np.array([clue for clue, _ in totals], np.int64),
    )


def _links_and_sums(primitives: Decomposition, n: int) -> tuple[list[Pair], list[Linear]]:
    """Return the links and the sums among primitives; `n` is unused, but `Decomposition.once` passes it."""
    links = [one for one in primitives if isinstance(one, Pair)]
    return links, [one for one in primitives if isinstance(one, Linear)]


@lru_cache(maxsize=16)
def _no_links(n: int) -> _Links:
    """Return the tables of a layout of side n without links."""
    return _links([], n)


def _links(links: Sequence[tuple[int, Pair]], n: int) -> _Links:
    """Return the tables of links on a layout of side n; each link comes with the number of its constraint."""
    linked: list[list[int]] = [[] for _ in range(n * n)]
    for number, (_, pair) in enumerate(links):
        linked[pair.first].append(2 * number)
        linked[pair.second].append(2 * number + 1)
    tables = link_tables([pair for _, pair in links], n)
    return _Links(tables, np.array([clue for clue, _ in links], np.int64), padded(linked))
