"""The claims: every speed, size and time that cpgen's texts state, and the bounds that it set itself.

A claim speaks of a figure of a row: its median, unless another is named.
"""

from __future__ import annotations

from dataclasses import dataclass

from benchmarks.measuring import Figures
from benchmarks.puzzles import GRADES

AIM = "aim"
README, SCALE, SERVER, KAMIO = "README.md", "docs/scale.md", "docs/server.md", "docs/kamio2022.md"
COMPILED = "cpgen/kernel/compiler.py"


@dataclass(frozen=True)
class Claim:
    """A bound on a figure of a row, and where it is claimed (`aim`: nowhere, but cpgen was built to keep it)."""

    row: str
    relation: str
    bound: float
    where: str = AIM
    figure: str = "median"

    def holds(self, figures: Figures) -> bool:
        value = figures[self.figure]
        return value <= self.bound if self.relation == "≤" else value >= self.bound


def at_most(bound: float, row: str, where: str = AIM) -> Claim:
    return Claim(row, "≤", bound, where)


def a_second(bound: float, row: str, where: str = AIM) -> Claim:
    return Claim(row, "≥", bound, where, "a second")


def for_grades(row: str, relation: str, bound: float, figure: str, where: str = AIM) -> list[Claim]:
    return [Claim(row.format(grade), relation, bound, where, figure) for grade in GRADES]


CLAIMS = (
    *for_grades("generate {}, cpsat", "≥", 100, "matched %"),
    *for_grades("generate {}, cpsat", "≥", 30, "matched a second"),
    *for_grades("paper's kamio {}, cpsat", "≥", 5, "times slower a match"),
    *for_grades("paper's kamio {}, cpsat", "≥", 11.8, "times slower a match", KAMIO),
    *for_grades("generate {}, bitset", "≥", 100, "matched %"),
    *for_grades("generate {}, bitset", "≥", 30, "matched a second"),
    *for_grades("many from one, {}, bitset", "≥", 300, "a second"),
    *for_grades("many from one, {}, cpsat", "≥", 200, "a second", README),
    a_second(20, "generate 16×16, 110 clues"),
    a_second(5, "generate 16×16, 90 clues"),
    *for_grades("rate {}", "≤", 50, "median"),
    at_most(5, "rate FILE of 100,000 lines, one process"),
    at_most(26, "rate advanced, compiled loop", SCALE),
    at_most(10, "unique bitset, figure 3, left"),
    at_most(10, "unique bitset, figure 3, right"),
    at_most(19, "unique bitset, figure 3, left", SCALE),
    at_most(300, "unique bitset, hardest"),
    at_most(0.3, "unique sat, figure 3, left"),
    at_most(1.2, "unique cpsat, figure 3, left"),
    at_most(3, "unique cpsat, figure 3, left", SCALE),
    Claim("unique plain cpsat, Booleans", "≥", 3, AIM, "times slower"),
    a_second(80_000, "unique bitset, list sparse, compiled loop"),
    at_most(250, "unique bitset, list hardest, compiled loop"),
    at_most(0.3, "unique sat, list sparse"),
    a_second(1000, "dig 9×9 single, none"),
    a_second(1000, "dig 9×9 orbits, rot180"),
    a_second(100, "dig jigsaw-9, none"),
    a_second(20, "dig 16×16, rot180"),
    at_most(30, "dig 9×9 rot180 to 20 clues"),
    at_most(120, "dig 9×9 rot180 to 19 clues"),
    at_most(600, "dig 9×9 rot180 to 18 clues"),
    at_most(60, "catalogue of all 515 pentomino boards"),
    at_most(10, "1,000 pentomino puzzles of four clues"),
    at_most(500, "fresh jigsaw-9 and a puzzle on it"),
    a_second(300, "canonical 9×9, 23 clues"),
    a_second(2000, "canonical 5×5 pentomino grids with 8 clues"),
    a_second(56_000, "canonical 9×9, 23 clues", SCALE),
    a_second(120_000, "canonical 9×9 grids", SCALE),
    a_second(290, "canonical most symmetric 9×9 grid", SCALE),
    a_second(7_000, "canonical 9×9 jigsaw grids with 27 clues", SCALE),
    a_second(21_000, "canonical 16×16 grids with 100 clues", SCALE),
    a_second(78_000, "canonical 5×5 Latin grids with 8 clues", SCALE),
    a_second(4_800, "canonical 5×5 pentomino grids with 8 clues", SCALE),
    at_most(44, "canonical 9×9, 23 clues, one by one", SCALE),
    at_most(7.8, "batch of 2,000, two", SCALE),
    at_most(13.9, "batch of 2,000, one process", SCALE),
    at_most(33.2, "batch of 10,000, two", SCALE),
    at_most(64.3, "batch of 10,000, one process", SCALE),
    Claim("batch of 10,000, one process", "≥", 1.8, AIM, "times slower"),
    Claim("batch of 10,000, one process", "≥", 1.94, SCALE, "times slower"),
    at_most(0.4, "is every clue needed?", SCALE),
    at_most(28, "store 10,000 rows: a row", SCALE),
    at_most(6, "export 10,000 rows to Parquet: a row", SCALE),
    at_most(640, "size of a row in the store", SCALE),
    at_most(330, "size of a record on its way", SCALE),
    at_most(200, "sample of 10 from a million, expert, steps 30.., x-wing, rot180"),
    at_most(0.3, "sample of 10 from a million, no filter", SCALE),
    at_most(0.6, "sample of 10 from a million, expert, steps 30.., x-wing, rot180", SCALE),
    at_most(60, "sample of 10 from a million, a filter that none passes", SCALE),
    at_most(0.15, "statistics of a million by grade", SCALE),
    at_most(2.0, "convert 100,000 lines to line"),
    at_most(10, "booklet of 200 with hints and codes"),
    at_most(0.25, "start cpgen --help"),
    at_most(1.0, "start cpgen rate LINE"),
    Claim("memory of cpgen rate FILE of 100,000 lines", "≤", 1.1, AIM, "times more"),
    Claim("memory of cpgen convert FILE of 100,000 lines", "≤", 1.1, AIM, "times more"),
    at_most(60, "compile the inner loops", COMPILED),
    at_most(20, "server: p95 of a rating"),
    at_most(20, "server: p95 of a rating beside 8 jobs"),
    at_most(1.0, "server: a cancelled job ends", SERVER),
)
