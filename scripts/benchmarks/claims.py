"""The claims: how much a row may be of another row of the same run, since machines differ.

`N` is the start of Python with numpy, `W` a fixed loop of plain Python; other rows are programs for sudoku, where they
are installed, and what cpgen is an improvement on. Times are those of the processor, but of servers and batches, which
are many processes, those of the clock, as are those of what they are compared with.
"""

from __future__ import annotations

from dataclasses import dataclass

from benchmarks.measuring import Values
from benchmarks.puzzles import GRADES
from benchmarks.references import N_CLOCK, W_CLOCK, N, W
from benchmarks.storing import FILTERS


@dataclass(frozen=True)
class Claim:
    """A row is at most so many times its reference; of a size in bytes, which no machine changes, so many bytes."""

    row: str
    factor: float
    reference: str = ""

    def ratio(self, values: Values) -> float:
        return values[self.row] / (values[self.reference] if self.reference else 1)

    def holds(self, values: Values) -> bool:
        return self.ratio(values) <= self.factor

    def can_be_judged(self, values: Values) -> bool:
        return self.row in values and self.reference in {*values, ""}


def once(name: str, warm: float, empty: float) -> tuple[Claim, Claim]:
    """A command that is asked for one puzzle, with a warm and with an empty cache."""
    return Claim(f"cpgen {name}, warm cache", warm, N), Claim(f"cpgen {name}, empty cache", empty, N)


CANONICAL = {
    "9×9, 23 clues": 0.00025,
    "9×9, 23 clues, one by one": 0.001,
    "9×9 grids": 0.0005,
    "most symmetric 9×9 grid": 0.005,
    "9×9 jigsaw grids with 27 clues": 0.00025,
    "16×16 grids with 100 clues": 0.0005,
    "5×5 Latin grids with 8 clues": 0.0001,
    "5×5 pentomino grids with 8 clues": 0.0001,
}
"""By board: what a canonical form takes at most, by plain Python"""
WIDE = {
    "sparse puzzles": 0.002,
    "minimal puzzles": 0.01,
    "minimal puzzles that need a chain": 0.03,
    "the hardest": 1.5,
}
"""By kind of puzzles: what a rating by all techniques takes at most, by plain Python"""
CLAIMS = (
    *once("--help", 1.5, 1.5),
    *(claim for name in ("rate", "hint", "explain", "draw") for claim in once(name, 3, 3)),
    *(claim for name in ("check", "solve") for claim in once(name, 6, 6)),
    *once("generate", 9, 45),
    *once("dig", 9, 60),
    Claim("studio: first page, warm cache", 3, N_CLOCK),
    Claim("studio: first page, empty cache", 3, N_CLOCK),
    Claim("studio: first puzzle, warm cache", 30, N_CLOCK),
    Claim("studio: first puzzle, empty cache", 60, N_CLOCK),
    Claim("compiling all that tests call", 1000, N),
    Claim("server: p95 of a rating", 0.1, W_CLOCK),
    Claim("server: p95 of a rating beside 8 jobs", 1, W_CLOCK),
    Claim("server: a cancelled job ends", 8, N_CLOCK),
    Claim("memory of import cpgen", 0.6, "memory of import numpy"),
    Claim("memory of rate", 2.5, "memory of import numpy"),
    Claim("memory of generate", 10, "memory of import numpy"),
    Claim("memory of cpgen rate FILE of 100,000 lines", 1.1, "memory of cpgen rate FILE of 10,000 lines"),
    Claim("memory of cpgen convert FILE of 100,000 lines", 1.1, "memory of cpgen convert FILE of 10,000 lines"),
    Claim("cpgen dig, minimal", 4, "qqwing, minimal"),
    Claim("cpgen dig, half-turn", 4, "qqwing, half-turn"),
    Claim("cpgen dig, half-turn, bitset", 0.05, "qqwing, half-turn"),
    Claim("cpgen dig, jigsaws", 3, "sgt-solo, jigsaws"),
    Claim("cpgen dig, 16×16", 60, "sgt-solo, 16×16"),
    Claim("cpgen generate, expert", 0.02, "paper's method expert, cpsat"),
    Claim("cpgen rate FILE", 2.5, "qqwing, solved and rated"),
    Claim("cpgen convert FILE", 0.001, W),
    Claim("cpgen check FILE", 0.4, "one solution, plain cpsat"),
    Claim("cpgen book --hints", 0.4, W),
    *(Claim(f"generate {grade}, cpsat", 0.05, f"paper's method {grade}, cpsat") for grade in GRADES),
    *(Claim(f"generate {grade}, bitset", 1, f"generate {grade}, cpsat") for grade in GRADES),
    *(Claim(f"many from one, {grade}, cpsat", 0.5, f"generate {grade}, cpsat") for grade in GRADES),
    *(Claim(f"many from one, {grade}, bitset", 0.5, f"generate {grade}, bitset") for grade in GRADES),
    Claim("generate 16×16, 110 clues", 0.15, W),
    Claim("generate 16×16, 90 clues", 0.3, W),
    Claim("dig, minimal", 0.06, "qqwing, minimal"),
    Claim("dig, half-turn", 0.03, "qqwing, half-turn"),
    Claim("dig, jigsaws", 0.04, "sgt-solo, jigsaws"),
    Claim("dig, 16×16", 2, "sgt-solo, 16×16"),
    Claim("dig, half-turn, 20 clues", 3, W),
    Claim("dig, half-turn, 19 clues", 20, W),
    Claim("dig, half-turn, 18 clues", 40, W),
    Claim("catalogue of all 515 pentomino boards", 60, W),
    Claim("1,000 pentomino puzzles of four clues", 90, W),
    Claim("fresh jigsaw-9 and a puzzle on it", 0.5, W),
    *(Claim(f"rate {grade}", 0.002, W) for grade in GRADES),
    *(Claim(f"rate {grade}, compiled loop", 0.001, W) for grade in GRADES),
    *(Claim(f"rate {name} on hodoku, compiled loop", most, W) for name, most in WIDE.items()),
    Claim("one solution, bitset", 0.0003, W),
    Claim("one solution, cpsat", 0.3, "one solution, plain cpsat"),
    Claim("grid 16×16, cpsat", 0.05, "grid 16×16, plain cpsat"),
    Claim("bitset, list sparse", 0.02, "qqwing, list sparse"),
    Claim("bitset, list hardest", 0.025, "qqwing, list hardest"),
    *(Claim(f"canonical {board}", factor, W) for board, factor in CANONICAL.items()),
    Claim("is every clue needed?", 0.015, W),
    Claim("store 10,000 rows: a row", 0.002, W),
    Claim("export 10,000 rows to Parquet: a row", 0.0005, W),
    Claim("size of a row in the store", 720),
    Claim("size of a record on its way", 330),
    Claim("batch of 8,000, --jobs 2", 0.7, "batch of 8,000, --jobs 1"),
    *(Claim(f"sample of 10 from a million, {name}", 4, W) for name in FILTERS),
    Claim("statistics of a million by grade", 6, W),
)
