"""Compile the inner loops that `generate`, `dig` and many tests call, once, before they are needed.

Several processes that need a rung of a wide ladder would each interpret it for as long as compiling takes, and then
compile it.
"""

from __future__ import annotations

import os

os.environ["CPGEN_COMPILE"] = "now"  # before the import, which reads it

import numpy as np

import cpgen
from cpgen import Layout, Pattern, Puzzle, dig, generate_many, model_for, open_oracle
from cpgen.api import find
from cpgen.boards.all_boards import boards
from cpgen.collection.bulk import BulkRater
from cpgen.feasibility.infeasible import no_filling
from cpgen.symmetry.canonical import canonical

LINE = ".9.....6.8..14...2.....2.....93...7..5..1..3..6...79.....7.....7...29..5.4.....8."
EMPTY = Puzzle.parse("." * 16)
CLUES = "cage 10: r1c1 r1c2; thermo r2c1 r3c1; whisper r4c1 r4c2 r4c3"
LADDERS = (("", "hodoku"), ("", "explainer"), (CLUES, "variants"))
"""Constraints and ladders whose techniques are compiled"""


def main() -> None:
    """Call each loop."""
    *_, last = generate_many(12, "kamio-a", "expert", oracle="bitset", seed=1)  # enough for the walk between puzzles
    canonical(last.puzzle)
    for clues in (None, 22):
        dig(symmetry="rot180", clues=clues, seed=1)
    cpgen.explain(LINE)
    for constraints, ladder in LADDERS:
        find(f"{LINE} 3x3+{constraints}" if constraints else LINE, ladder)
    layout = Layout.boxes(3, 3)
    list(BulkRater(layout, model_for(layout)).rate([LINE.encode()]))
    for name in ("bitset", "exact-cover"):
        oracle = open_oracle(name)
        oracle.count(EMPTY, 3)
        oracle.complete(EMPTY, np.random.default_rng(1))
    no_filling(Layout.boxes(2, 2), Pattern.parse("x.x. .x.x .... ...."))
    boards(3)


if __name__ == "__main__":
    main()
