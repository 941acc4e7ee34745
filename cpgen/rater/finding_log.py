"""The log of findings: records of effects and, on a traced board, of the parts of the findings that they follow from.

`cpgen.rater.findings` writes it; `cpgen.rater.explain` makes rounds and findings from it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cpgen.kernel.structs import Struct
from cpgen.layout import Layout
from cpgen.rater.memory import Length, record

LOG_PER_EFFECT = 32
"""Room in the log of a traced board, in entries per possible effect: one effect can follow from many findings"""
PARTS_PER_EFFECT, MOST_PARTS = 128, 1 << 18
"""Room for parts on a traced board, in parts per possible effect and in all"""


class LogEntry(NamedTuple):
    """One effect (a digit assigned or eliminated), with the round and the finding that it belongs to."""

    round_number: int
    """Number of the round, from 1"""
    rung: int
    """Index of the technique in the ladder"""
    finding: int
    """Number of the finding, from 1"""
    parts_from: int
    parts_to: int
    """Range of the finding's parts"""
    cell: int
    placed: int
    """Digit assigned to the cell, from 1; 0 for an elimination"""
    removed: int
    """Digit eliminated from the cell, from 1; 0 for an assignment"""


class PartEntry(NamedTuple):
    """A part of a finding: digits at some positions of a house, both as masks."""

    role: int
    """Index in `cpgen.rater.findings.ROLES`"""
    house: int
    """−1 for a part without cells"""
    positions: int
    digits: int
    source: int
    """Part that a link of a chain comes from, as an index into the finding's parts; −1 for none"""


def _effects(layout: Layout) -> int:
    """Return the largest number of effects (assignments and eliminations) that one search can have on a layout."""
    return layout.cell_count * (layout.size + 1)


ROOM = Length(lambda layout, given: _effects(layout) * (LOG_PER_EFFECT if given["traced"] else 4))
ROOM_FOR_PARTS = Length(
    lambda layout, given: min(_effects(layout) * PARTS_PER_EFFECT, MOST_PARTS) if given["traced"] else 0
)


class FindingLog(Struct):
    """Log of the effects of findings and, on a traced board, of the parts of findings."""

    state: np.ndarray = record(
        finding=np.int64,  # number of the present finding
        has_effect=np.bool_,  # of the present finding
        worth=np.int64,  # in mode BEST, of the present finding
        best=np.int64,  # in mode BEST, of the best finding before it
        waiting=np.int64,  # first entry that belongs to the present search
        logged=np.int64,
        parts_from=np.int64,
        parts_to=np.int64,
    )
    entries: np.ndarray = record(ROOM, **dict.fromkeys(LogEntry._fields, np.int64))
    """Records like `LogEntry`: the effects that wait; in a traced log all effects so far"""
    parts: np.ndarray = record(ROOM_FOR_PARTS, **dict.fromkeys(PartEntry._fields, np.int64))
    """Records like `PartEntry`: parts of the findings in the log; empty unless it is traced"""
