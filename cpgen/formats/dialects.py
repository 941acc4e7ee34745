"""Table of constraints that other programs write alike, with their names (words) in each program's format.

Kinds of the same shape are read and written by the same code: their cells, with at most one value. Constraints that
need more have functions in the module of the format.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from cpgen.constraints.base import Constraint

LINE, PAIR, MARKED, VIEW = "line", "pair", "marked", "view"
"""Shapes of terms: cells in order, two neighbours, cells with a mark each, and a row or column seen from outside"""


class Term(NamedTuple):
    """Row of the table: a kind of constraint, and its name in each program's format ("" or 0 where it has none)."""

    kind: str
    shape: str
    field: str = ""
    """Name of the field of the constraint that holds its value, empty if it has none"""
    usual: Any = None
    """Value that the name implies; for a pair, f-puzzles can write another value next to the name"""
    fpuzzles: str = ""
    sudokumaker: int = 0
    iss: str = ""

    def says(self, constraint: Constraint) -> bool:
        """Return True if the name alone expresses the constraint, its value included."""
        return constraint.kind == self.kind and (self.usual is None or constraint.values[self.field] == self.usual)

    @property
    def usual_values(self) -> dict[str, Any]:
        """Values that the name implies, by field; empty if it implies none."""
        return {} if self.usual is None else {self.field: self.usual}


TERMS = (
    Term("thermo", LINE, fpuzzles="thermometer", iss="Thermo"),
    Term("slow-thermo", LINE, fpuzzles="slowthermometer"),
    Term("renban", LINE, fpuzzles="renban", sudokumaker=400, iss="Renban"),
    Term("whisper", LINE, "difference", fpuzzles="whispers", sudokumaker=401, iss="Whisper"),
    Term("palindrome", LINE, fpuzzles="palindrome", sudokumaker=402, iss="Palindrome"),
    Term("between", LINE, fpuzzles="betweenline", sudokumaker=403, iss="Between"),
    Term("region-sum", LINE, fpuzzles="regionsumline", sudokumaker=404, iss="RegionSumLine"),
    Term("lockout", LINE, "difference", fpuzzles="lockout", sudokumaker=407, iss="Lockout"),
    Term("double-arrow", LINE, fpuzzles="doublearrow", sudokumaker=409, iss="DoubleArrow"),
    Term("entropic", LINE, fpuzzles="entropicline", iss="Entropic"),
    Term("modular", LINE, "modulus", fpuzzles="modularline", iss="Modular"),
    Term("zipper", LINE, fpuzzles="zipperline", iss="Zipper"),
    Term("nabner", LINE, fpuzzles="nabner"),
    Term("counting-circles", LINE, iss="CountingCircles"),
    Term("cage", LINE, "total", iss="Cage"),
    Term("sum-line", LINE, "total", iss="SumLine"),
    Term("lunchbox", LINE, "total", iss="Lunchbox"),
    Term("white", PAIR, "difference", 1, fpuzzles="difference", iss="WhiteDot"),
    Term("black", PAIR, "ratio", 2, fpuzzles="ratio", iss="BlackDot"),
    Term("xv", PAIR, "total", 10, iss="X"),
    Term("xv", PAIR, "total", 5, iss="V"),
    Term("even", MARKED, fpuzzles="even", sudokumaker=100),
    Term("odd", MARKED, fpuzzles="odd", sudokumaker=101),
    Term("maximum", MARKED, fpuzzles="maximum", sudokumaker=102),
    Term("minimum", MARKED, fpuzzles="minimum", sudokumaker=103),
    Term("indexing", MARKED, "axis", "row", fpuzzles="rowindexer", sudokumaker=600),
    Term("indexing", MARKED, "axis", "column", fpuzzles="columnindexer", sudokumaker=601),
    Term("indexing", MARKED, "axis", "region", fpuzzles="boxindexer"),
    Term("sandwich", VIEW, "total", fpuzzles="sandwichsum"),
    Term("x-sum", VIEW, "total", fpuzzles="xsum", iss="XSum"),
    Term("skyscraper", VIEW, "count", fpuzzles="skyscraper", iss="Skyscraper"),
    Term("numbered-room", VIEW, "digit", iss="NumberedRoom"),
    Term("full-rank", VIEW, "rank", iss="FullRank"),
)
