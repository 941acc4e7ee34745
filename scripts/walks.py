"""What the questions of the walk bring: the same walk without and with them, side by side, by both usual oracles.

`scripts/reproduce_walks` prints the table as Markdown, or puts it into docs/researchers.md.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from typing import NamedTuple

import numpy as np

from cpgen.generation.session import Run
from cpgen.generation.two_phase import attempt
from cpgen.kernel import expect_much
from cpgen.library import pattern_named
from cpgen.oracles import Oracle, open_oracle
from cpgen.requests.clock import Clock, OutOfTimeError
from cpgen.requests.puzzle_request import Request
from cpgen.schema import build
from cpgen.tabular import Row, markdown

PATTERNS = 20
ORACLES = ("cpsat", "bitset")
SEED = 19
BEGIN, END = "<!-- walks -->", "<!-- end of walks -->"
PAGE = Path(__file__).parent.parent / "docs" / "researchers.md"


class Target(NamedTuple):
    """What is made: on which random patterns, or on one pattern, and within how many ratings a puzzle."""

    title: str
    ratings: int
    layout: str
    clues: int = 0
    grade: str = ""
    symmetry: str = "rot180"
    needs: str = ""
    pattern: str = ""

    def request(self, number: int, oracle: str) -> Request:
        """The request for the puzzle of a number, each on a random pattern of its own."""
        wish = {
            "layout": self.layout,
            "grade": self.grade or None,
            "needs": [self.needs] if self.needs else None,
            "oracle": oracle,
        }
        wish = {name: value for name, value in wish.items() if value}
        pattern = pattern_named(self.pattern) if self.pattern else None
        if pattern is None:
            drawn = build(Request, {**wish, "clues": self.clues, "symmetry": self.symmetry})
            pattern = drawn.draw_pattern(np.random.default_rng([SEED, number]))
        return build(Request, {**wish, "pattern": pattern})


TARGETS = (
    Target("`kamio-a`, beginner", 30_000, "3x3", grade="beginner", pattern="kamio-a"),
    Target("`kamio-a`, expert", 30_000, "3x3", grade="expert", pattern="kamio-a"),
    Target("22 clues, beginner", 30_000, "3x3", 22, "beginner"),
    Target("21 clues, expert", 30_000, "3x3", 21, "expert"),
    Target("20 clues, any grade", 30_000, "3x3", 20, symmetry="none"),
    Target("23 clues, expert, with an X-Wing", 30_000, "3x3", 23, "expert", needs="x-wing"),
    Target("diagonals, 15 clues", 30_000, "3x3+diagonals", 15, symmetry="none"),
    Target("`jigsaw-9`, 14 clues", 30_000, "jigsaw-9", 14, symmetry="none"),
    Target("`jigsaw-9-diagonals`, 13 clues", 30_000, "jigsaw-9-diagonals", 13, symmetry="none"),
    Target("12×12, 40 clues, expert", 30_000, "3x4", 40, "expert"),
    Target("16×16, 104 clues", 20_000, "4x4", 104),
    Target("16×16, 110 clues, beginner", 20_000, "4x4", 110, "beginner"),
    Target("16×16, 90 clues, intermediate", 20_000, "4x4", 90, "intermediate"),
    Target("25×25, 312 clues", 10_000, "5x5", 312),
    Target("25×25, 312 clues, advanced", 10_000, "5x5", 312, "advanced"),
)
ABOUT = """\
{patterns} puzzles of each row, on as many random patterns of so many clues (point-symmetric with boxes, otherwise
without symmetry) or from as many seeds on `kamio-a`. *Before* is the same walk without a question, *now* the walk as it
is; the two take turns. Ratings and seconds (of the processor) are all that was spent, over the puzzles found; a puzzle
is given up after 30,000 ratings, from 16×16 on after 20,000, from 25×25 on after 10,000. Questions are those of the
walk, a puzzle tried."""


class Unasked(Run):
    """A run whose walk asks nothing: what it was before, and is with oracles that cannot be brief on large boards."""

    def shown_completion(self, clues: Sequence[int]) -> None:
        """Nothing is known."""


@dataclass
class Spent:
    """What the puzzles of a target took by one walk."""

    found: int = 0
    ratings: int = 0
    seconds: float = 0.0
    questions: int = 0

    def add(self, kind: type[Run], request: Request, oracle: Oracle, number: int, ratings: int) -> None:
        """Makes one more puzzle, or gives it up."""
        clock = Clock(stop=lambda: clock.ratings >= ratings)
        run = kind(request, oracle, np.random.default_rng([SEED, number, 1]), clock)
        began = process_time()
        with suppress(OutOfTimeError):
            self.found += is_made(run, request)
        self.seconds += process_time() - began
        self.ratings += clock.ratings
        self.questions += clock.spent.replacement_oracle_calls


def is_made(run: Run, request: Request) -> bool:
    """True, once there is a puzzle."""
    while True:
        run.begin_attempt()
        clues = attempt(run, request)
        if clues is not None and run.verified(clues, SEED, 0):
            return True


def row_of(target: Target, name: str, patterns: int) -> Row:
    """The row of a target and an oracle."""
    oracle, before, now = open_oracle(name), Spent(), Spent()
    Spent().add(Run, target.request(patterns, name), oracle, patterns, 500)  # what is compiled is loaded
    for number in range(patterns):
        request = target.request(number, name)
        before.add(Unasked, request, oracle, number, target.ratings)
        now.add(Run, request, oracle, number, target.ratings)
    return {
        "target": target.title,
        "oracle": name,
        "found before, now": f"{before.found}, {now.found}",
        "ratings a puzzle": f"{_each(before.ratings, before)}, {_each(now.ratings, now)}",
        "seconds": f"{_each(before.seconds, before)}, {_each(now.seconds, now)}",
        "questions": f"{float(f'{now.questions / patterns:.2g}'):g}",
    }


def _each(amount: float, spent: Spent) -> str:
    if not spent.found:
        return "–"
    each = amount / spent.found
    return f"{round(each):,}" if each >= 10 else f"{each:.2g}"


def table(patterns: int) -> Iterator[Row]:
    """All rows."""
    for target in TARGETS:
        for name in ORACLES:
            print(f"{target.title}, {name} …", file=sys.stderr, flush=True)
            yield row_of(target, name, patterns)


def main(keep: bool, patterns: int = PATTERNS) -> None:
    """Prints the section, or puts it into its page."""
    warnings.simplefilter("ignore")
    expect_much()
    section = f"{ABOUT.format(patterns=patterns)}\n\n{markdown(list(table(patterns)))}"
    print(section)
    if keep:
        before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
        PAGE.write_text(f"{before}{BEGIN}\n\n{section}\n\n{END}{rest.partition(END)[2]}", encoding="utf-8")


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[1:] if word.isdigit()]
    main("--keep" in sys.argv, *numbers)
