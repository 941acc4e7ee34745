"""Links: the pairs of digits that are allowed in two cells, for inequalities, dots, whispers and the like.

A digit stays in a cell while one of its partners is a candidate of the linked cell. The partners of each digit are a
row of a table; links of one kind share their table.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cpgen.constraints.primitives import Pair
from cpgen.engine.domains import narrow
from cpgen.kernel import compiled, lowest
from cpgen.kernel.structs import Struct

ZERO, ONE = np.uint64(0), np.uint64(1)


class LinkTables(Struct):
    """All links of a layout, as arrays: link k is between the cells `first[k]` and `second[k]`."""

    first: np.ndarray
    """[links] the first cell"""
    second: np.ndarray
    """[links] the second cell"""
    table: np.ndarray
    """[links] the index in `partners` of the table that the link uses"""
    partners: np.ndarray
    """[tables, 2, digits] the partners of each digit of the first cell, and of the second"""


def link_tables(pairs: Sequence[Pair], size: int) -> LinkTables:
    """Return the tables of links on a board of side `size`."""
    numbers = {allowed: number for number, allowed in enumerate(dict.fromkeys(pair.allowed for pair in pairs))}
    partners = np.zeros((max(1, len(numbers)), 2, size), np.uint64)
    for allowed, number in numbers.items():
        for one in range(size):
            partners[number, 0, one] = allowed[one]
            partners[number, 1, one] = sum(1 << other for other in range(size) if allowed[other] >> one & 1)
    return LinkTables(
        first=np.array([pair.first for pair in pairs], np.int64),
        second=np.array([pair.second for pair in pairs], np.int64),
        table=np.array([numbers[pair.allowed] for pair in pairs], np.int64),
        partners=partners,
    )


@compiled
def propagate_link(links: LinkTables, link: int, domains: np.ndarray, narrowed: np.ndarray) -> bool:
    """Eliminate digits without a partner from both cells of a link; return False if a cell has no digit left.

    `domains` are the candidates of each cell; cells that lose some are added to the bit set `narrowed`.
    """
    first, second, table = links.first[link], links.second[link], links.table[link]
    supported = _partners_of(links.partners, table, 0, domains[first])
    if not narrow(domains, narrowed, second, supported):
        return False
    supported = _partners_of(links.partners, table, 1, domains[second])
    return narrow(domains, narrowed, first, supported)


@compiled
def _partners_of(partners: np.ndarray, table: int, side: int, digits: np.uint64) -> np.uint64:
    """Return the digits, as a mask, that are allowed in one cell of a link if the other holds one of `digits`.

    `side` is 0 if `digits` are those of the first cell, 1 if they are those of the second.
    """
    found = ZERO
    while digits:
        found |= partners[table, side, lowest(digits)]
        digits &= digits - ONE
    return found
