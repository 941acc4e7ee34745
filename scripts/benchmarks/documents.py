"""How fast do puzzles leave and enter? Files of 100,000 lines, booklets, pages."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks.measuring import Row, Sample, Take
from benchmarks.puzzles import many_lines
from benchmarks.starting import CPGEN

LINES, BOOK = 100_000, 200
FORMATS = ("line", "csv", "json")


def rows() -> Iterator[Row]:
    for form in FORMATS:
        command = ["convert", "{}", "{}.out", "--to", form]
        yield Row(f"convert 100,000 lines to {form}", partial(told, command, LINES), 2, "s", quick=form == "line")
    book = ["book", "{}.pdf", "{}", "--hints"]
    yield Row("booklet of 200 with hints and codes", partial(told, book, BOOK), 2, "s")
    yield Row("page of 200 to play", partial(told, ["export", "{}", "--html", "{}.html"], BOOK), 2, "s")


def told(command: list[str], lines: int) -> Take:
    """The installed command on a file of so many puzzles, start-up included."""
    text = many_lines(lines)

    def take() -> Sample:
        with TemporaryDirectory() as folder:
            file = Path(folder, "puzzles.sdm")
            file.write_text(text, encoding="utf-8")
            started = perf_counter()
            subprocess.run([CPGEN, *(word.format(file) for word in command)], check=True, capture_output=True)
            return Sample(perf_counter() - started)

    return take
