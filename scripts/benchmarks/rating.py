"""How fast is a rating? By the Python call, in the compiled loop, a hundred thousand in bulk."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from tempfile import mkdtemp

import numpy as np

from benchmarks.measuring import Row, Take, repeated
from benchmarks.puzzles import GRADES, graded, many_lines
from benchmarks.starting import CPGEN
from cpgen import Layout
from cpgen.collection.bulk import rate_many
from cpgen.difficulty import model_for
from cpgen.rater.board import empty_board
from cpgen.rater.rating import Rater

BULK = 100_000


def rows() -> Iterator[Row]:
    for grade in GRADES:
        yield Row(f"rate {grade}", partial(calls, grade), 15, "µs")
        yield Row(f"rate {grade}, compiled loop", partial(compiled_loop, grade), 15, "µs")
    yield Row("rate FILE of 100,000 lines, one process", in_bulk, 2, "s")


def rater() -> Rater:
    layout = Layout.boxes(3, 3)
    return Rater(layout, model_for(layout).ladder)


def calls(grade: str) -> Take:
    """The mean over 50 puzzles, through the Python call."""
    one, puzzles = rater(), graded(grade)
    return repeated(lambda: [one.rate(clues) for clues in puzzles], 4, len(puzzles))


def compiled_loop(grade: str) -> Take:
    """The same without Python in between, as `cpgen rate FILE` does it."""
    one, clues = rater(), np.array(graded(grade), np.uint8)
    board, found = empty_board(one.tables), np.zeros((len(clues), 64), np.int64)
    return repeated(lambda: rate_many(one.tables, board, one.ladder.codes, clues, found), 4, len(clues))


def in_bulk() -> Take:
    """The installed command on a file, start-up, reading and writing CSV included."""
    file = Path(mkdtemp(prefix="cpgen-"), "puzzles.txt")
    file.write_text(many_lines(BULK), encoding="utf-8")
    command = [CPGEN, "rate", str(file), "--jobs", "1", "--out", str(file.with_suffix(".csv"))]
    return repeated(lambda: subprocess.run(command, check=True, capture_output=True))
