"""What is a study? What it depends on, how it is carried out row by row, and what comes of its rows."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cpgen.formats.tabular import Row
from cpgen.study.journal import Journal
from cpgen.study.machine import machine

Tell = Callable[[str], object]
"""Is told how far the study is"""
Tables = Mapping[str, Sequence[Row]]


@dataclass(frozen=True)
class Results:
    """What came of a study, or has so far: tables, rows, plots (SVG) and other files by name, made when asked for."""

    so_far: str
    """How far the study came, as in `17 of 200 puzzles`"""
    tables: Callable[[], Tables]
    """The figures, and whatever else is told of the rows"""
    rows: Callable[[], Tables]
    """What was measured, one thing a row"""
    summary: Callable[[], str]
    report: Callable[[Collection[str]], str]
    """The whole text; asked for with the names of the plots that were drawn"""
    plots: Callable[[], Mapping[str, bytes]]
    more: Callable[[], Mapping[str, bytes]] = dict
    trouble: str = ""
    """What was found that must not be"""


@dataclass(frozen=True)
class Study:
    """A study that can be gone on with after any stop, its journal knowing what is done."""

    heading: Row
    """What the rows depend on, and the journal begins with"""
    key: tuple[str, ...]
    """The columns that tell the journal's rows apart"""
    carry_out: Callable[[Journal, Tell], object]
    """Adds the rows that the journal lacks"""
    results: Callable[[Journal], Results]


def timed(heading: Mapping[str, Any]) -> Row:
    """The heading of a study that measures time, which is gone on with only by the same processor."""
    return {**heading, "processor": machine()["processor"]}
