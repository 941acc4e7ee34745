"""The table of figures in README.md: between two marks, measured here, next to the figures of others."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from benchmarks import results
from benchmarks.measuring import Figures, Row, measured, progress
from cpgen import __version__
from cpgen.files import write_whole
from cpgen.study.measuring import one_core, rounded

README = Path(__file__).parents[2] / "README.md"
BEGIN, END = "<!-- figures:begin -->", "<!-- figures:end -->"
Measured = dict[str, Figures]


@dataclass(frozen=True)
class Line:
    """A line of the table: what cpgen does, the rows and words for what was measured, and what it compares to.

    In the words `{0}` is the figure of the first row, `{1}` that of the second, and so on.
    """

    what: str
    words: str
    rows: tuple[str, ...]
    beside: str
    figure: str = "a second"
    form: str = ",.0f"

    def markdown(self, found: Measured) -> str:
        figures = [shown(found[row][self.figure], self.form) for row in self.rows]
        return f"| {self.what} | {self.words.format(*figures)} | {self.beside} |"


TABLE = (
    Line(
        "a 9×9 puzzle with a given pattern and grade, proof by CP-SAT included; every one matches",
        "{0} / {1} / {2} / {3} a second (beginner … expert)",
        tuple(f"generate {grade}, cpsat" for grade in ("beginner", "intermediate", "advanced", "expert")),
        "the paper's method in C++: 10.6 / 25.4 / 10.9 / 22.7 s a puzzle, of which 96 / 32 / 68 / 24 % match",
        "matched a second",
    ),
    Line(
        "the paper's method here, for an expert's puzzle",
        "{0} s a puzzle",
        ("paper's kamio expert, cpsat",),
        "22.7 s in the paper",
        "mean",
        ".2f",
    ),
    Line(
        "many from one pattern, essentially different, of expert grade",
        "{0} a second",
        ("many from one, expert, bitset",),
        "rustdoku (Rust), without a grade: 1,800 a second",
    ),
    Line(
        "rating with 13 rules (a file of 100,000)",
        "{0} s",
        ("rate FILE of 100,000 lines, one process",),
        "HoDoKu (Java): 120 s, Sukaku Explainer: 700 s",
        "median",
        ".1f",
    ),
    Line(
        "one solution shown by the bitset oracle: hard puzzles; few clues",
        "{0} µs; {1} µs",
        ("unique bitset, list hardest, compiled loop", "unique bitset, list sparse, compiled loop"),
        "tdoku (C++, SIMD): 44 µs; 3 µs",
        "median",
        ".0f",
    ),
    Line(
        "one solution shown by CP-SAT",
        "{0} ms",
        ("unique cpsat, figure 3, left",),
        "the plain model, built anew: {against} ms",
        "median",
        ".2f",
    ),
    Line(
        "minimal 9×9 puzzles dug: one by one; with half-turn symmetry",
        "{0}; {1} a second",
        ("dig 9×9 single, none", "dig 9×9 orbits, rot180"),
        "qqwing (C++): 295; 268. tdoku: 6,036 without symmetry",
    ),
    Line(
        "9×9 with half-turn symmetry and 20, 19, 18 clues",
        "{0} s, {1} s, {2} s",
        tuple(f"dig 9×9 rot180 to {clues} clues" for clues in (20, 19, 18)),
        "the spreadsheet tool it began with stops at 23; 18 is the fewest known",
        "median",
        ".2f",
    ),
    Line(
        "9×9 jigsaws dug; 16×16 dug with half-turn symmetry",
        "{0}; {1} a second",
        ("dig jigsaw-9, none", "dig 16×16, rot180"),
        "Simon Tatham's solo (C): 118; 116",
    ),
    Line(
        "all 515 pentomino boards: grids, fewest clues, every four-clue puzzle",
        "{0} s",
        ("catalogue of all 515 pentomino boards",),
        "the poster's program: seconds a board",
        "median",
        ".1f",
    ),
    Line(
        "canonical forms of 9×9 puzzles, so that no two of a set are the same",
        "{0} a second",
        ("canonical 9×9, 23 clues",),
        "",
    ),
    Line(
        "`cpgen --help`; `cpgen rate LINE`",
        "{0} s; {1} s",
        ("start cpgen --help", "start cpgen rate LINE"),
        "",
        "median",
        ".2f",
    ),
)
PLAIN = "unique plain cpsat, Booleans"


def write(rows: list[Row]) -> int:
    """Measures what the table needs and writes it; README.md stays as it is unless all of it was measured."""
    text = README.read_text(encoding="utf-8")
    if BEGIN not in text or END not in text:
        sys.exit(f"bench: {README.name} lacks the marks {BEGIN} and {END} between which the table goes.")
    about = results.header()
    try:
        with one_core():
            found = figures([row for row in rows if row.name in wanted()])
    except KeyboardInterrupt:
        progress("")
        print(f"bench: interrupted; {README.name} is as it was.", file=sys.stderr)
        return 130
    before, rest = text.split(BEGIN, 1)
    table = "\n".join([BEGIN, *lines(found, about), END])
    write_whole(README, (before + table + rest.split(END, 1)[1]).encode())
    results.warn(about)
    return 0


def wanted() -> set[str]:
    return {row for line in TABLE for row in line.rows} | {PLAIN}


def figures(chosen: list[Row]) -> Measured:
    samples: results.Samples = {row.name: [] for row in chosen}
    for row, sample in measured(chosen):
        samples[row.name].append(sample)
    return results.figures_of(chosen, samples)


def lines(found: Measured, about: dict[str, Any]) -> Iterator[str]:
    """The table, and under which circumstances it was measured."""
    yield "| what | cpgen | others |"
    yield "|---|---|---|"
    plain = shown(found[PLAIN]["median"], ".2f")
    yield from (line.markdown(found).replace("{against}", plain) for line in TABLE)
    yield ""
    yield (
        f"cpgen {__version__} on one core of {about['processor']}, {about['system']}, Python {about['python']}, "
        f"{datetime.now(UTC).date().isoformat()}; medians of `scripts/bench --readme`. Figures of "
        "others were published or, for CP-SAT, measured in the same run."
    )


def shown(value: float, form: str) -> str:
    """A figure as the table shows it, large ones to three digits."""
    return format(rounded(value), form)
