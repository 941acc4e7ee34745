"""Measures what cpgen claims about its speed, on one core, each measurement with its claim and whether that holds.

A *row* prepares a function that takes one sample; the rows' samples are spread evenly over the whole run, so that a
busy moment of the machine falls on all of them. To add a row, write such a function and a line in `rows`; a claim
is data: a figure of the row, ≤ or ≥, and a bound.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from functools import cache, partial
from itertools import islice
from pathlib import Path
from statistics import mean, median
from time import perf_counter
from typing import Any, NamedTuple

import bench_boards
import numpy as np
import plain_cpsat

import cpgen
from cpgen import FAST, PAPER, Generated, Method, Puzzle, shipped
from cpgen.compiled import compiled
from cpgen.difficulty import model_for
from cpgen.layout import lines_of
from cpgen.oracles.bitset import state_of, tables_of
from cpgen.oracles.bitset_search import count_completions
from cpgen.rater.board import empty_board
from cpgen.rater.rating import Rater, as_array, rate_clues
from cpgen.study.machine import machine

PATTERN = "kamio-a"
GRADES = ("beginner", "intermediate", "advanced", "expert")
RIGHT = "figure 3, right", ".9.....8.8..76...2.....3.....73...1..6..9..4..4...25.....8.....2...49..7.5.....3."
LEFT = "figure 3, left", ".9.....6.8..14...2.....2.....93...7..5..1..3..6...79.....7.....7...29..5.4.....8."
HARDEST = "hardest", "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
ZAMA = Method("zama", "zama", until_match=False)
MICRO, MILLI = 1e6, 1e3
UNITS = {1.0: "s", MILLI: "ms", MICRO: "µs"}


class Sample(NamedTuple):
    """What one sample took, and the puzzle it made, if it made one."""

    seconds: float
    made: Generated | None = None


Take = Callable[[], Sample]
Figures = dict[str, float]


@dataclass(frozen=True)
class Claim:
    """A bound on one figure of a row."""

    figure: str
    relation: str
    bound: float

    def holds(self, figures: Figures) -> bool:
        value = figures[self.figure]
        return value <= self.bound if self.relation == "≤" else value >= self.bound


@dataclass(frozen=True)
class Row:
    """A measurement: how to prepare it, how many samples, and what is claimed.

    `against` names the row whose median this one's is divided by; `published` is what others measured.
    """

    name: str
    prepare: Callable[[], Take]
    rounds: int
    unit: float
    claims: tuple[Claim, ...] = ()
    against: str = ""
    published: Figures = field(default_factory=dict)

    def figures(self, samples: list[Sample]) -> Figures:
        times = [sample.seconds * self.unit for sample in samples]
        made = [sample.made for sample in samples if sample.made]
        figures = {"min": min(times), "median": median(times)}
        if made:
            matched = sum(one.matches for one in made)
            figures["mean"] = mean(times)
            figures["95th"] = float(np.percentile(times, 95))
            figures["matched a second"] = matched / sum(times) * self.unit
            figures["matched %"] = 100 * matched / len(made)
            figures["ratings"] = mean(one.stats.ratings for one in made)
        return figures


def puzzles_of(grade: str, method: Method) -> Take:
    """One puzzle a sample, each from a start of its own; the puzzle of another seed warms everything up."""
    cpgen.generate(PATTERN, grade, method=method, seed=2)
    stream = cpgen.generate_many(10**6, PATTERN, grade, method=method, seed=1, budget=float("inf"))

    def take() -> Sample:
        started = perf_counter()
        made = next(stream)
        return Sample(perf_counter() - started, made)

    return take


def many_of(grade: str, oracle: str) -> Take:
    """A hundred puzzles a sample, of one long call: its first starts give one puzzle each and are passed over."""
    method = Method(oracle=oracle)
    stream = cpgen.generate_many(10**6, PATTERN, grade, method=method, seed=1, budget=float("inf"))
    next(islice(stream, 100, None))
    return lambda: hundred(stream)


def hundred(stream: Iterator[Generated]) -> Sample:
    """The mean time of a hundred more puzzles."""
    started = perf_counter()
    *_, last = islice(stream, 100)
    return Sample((perf_counter() - started) / 100, last)


def repeated(work: Callable[[], object], times: int, each: int = 1) -> Take:
    """A sample is the mean of so many calls, each of which does `each` pieces of work."""
    work()

    def take() -> Sample:
        started = perf_counter()
        for _ in range(times):
            work()
        return Sample((perf_counter() - started) / (times * each))

    return take


def working(prepare: Callable[[], Callable[[], object]], times: int) -> Take:
    return repeated(prepare(), times)


@cache
def to_rate(grade: str) -> tuple[Rater, list[tuple[int, ...]]]:
    """A rater, and puzzles of a grade for it."""
    layout = cpgen.Layout.boxes(3, 3)
    made = cpgen.generate_many(50, PATTERN, grade, method=Method(oracle="bitset"), seed=3)
    return Rater(layout, model_for(layout).ladder), [one.puzzle.clues for one in made]


def ratings(grade: str) -> Take:
    rater, puzzles = to_rate(grade)
    return repeated(lambda: [rater.rate(clues) for clues in puzzles], 4, len(puzzles))


def compiled_ratings(grade: str) -> Take:
    rater, puzzles = to_rate(grade)
    board, clues = empty_board(rater.tables), np.array([as_array(one) for one in puzzles])
    return repeated(lambda: rate_all(rater.tables, board, rater.ladder.codes, clues), 4, len(clues))


@compiled
def rate_all(tables, board, codes, puzzles):
    for number in range(len(puzzles)):
        rate_clues(tables, board, codes, puzzles[number], False)


def uniqueness(oracle: str, line: str, times: int) -> Take:
    solver, puzzle = cpgen.open_oracle(oracle), Puzzle.parse(line)
    assert solver.uniqueness(puzzle).unique
    return repeated(lambda: solver.uniqueness(puzzle), times)


@cache
def listed(name: str) -> list[Puzzle]:
    """The puzzles of a shipped list."""
    return [Puzzle.parse(line) for line in lines_of(shipped.text("puzzles", name))]


def uniqueness_of_all(oracle: str, name: str) -> Take:
    """The mean over a shipped list, each puzzle asked once a sample."""
    solver, puzzles = cpgen.open_oracle(oracle), listed(name)
    assert all(solver.uniqueness(puzzle).unique for puzzle in puzzles)
    return repeated(lambda: [solver.uniqueness(puzzle) for puzzle in puzzles], 1, len(puzzles))


def compiled_uniqueness(name: str) -> Take:
    """The same by the bitset oracle, without Python in between."""
    puzzles = listed(name)
    tables, state = tables_of(puzzles[0].layout), state_of(puzzles[0].layout)
    clues = np.array([puzzle.clues for puzzle in puzzles], np.uint8)
    assert count_unique(tables, state, clues) == len(puzzles)
    return repeated(lambda: count_unique(tables, state, clues), 1, len(puzzles))


@compiled
def count_unique(tables, state, puzzles):
    unique = 0
    for number in range(len(puzzles)):
        unique += count_completions(tables, state, puzzles[number], 2, 1_000_000) == 1
    return unique


def plain_uniqueness(build: plain_cpsat.Build, line: str) -> Take:
    puzzle = Puzzle.parse(line)
    assert plain_cpsat.is_unique(puzzle, build)
    return repeated(lambda: plain_cpsat.is_unique(puzzle, build), 2)


def start(*arguments: str) -> Take:
    """The installed command, as a shell would start it."""
    command = [str(Path(sys.executable).with_name("cpgen")), *arguments]
    return repeated(lambda: subprocess.run(command, check=True, capture_output=True), 1)


def at_most(bound: float) -> tuple[Claim, ...]:
    return (Claim("median", "≤", bound),)


THRICE = (Claim("times slower", "≥", 3),)
FAST_ENOUGH = (Claim("matched %", "≥", 100), Claim("matched a second", "≥", 30))
MANY_ENOUGH = (Claim("matched %", "≥", 100), Claim("matched a second", "≥", 300))
KAMIO_2022 = {"beginner": (96, 10.64), "intermediate": (32, 25.39), "advanced": (68, 10.92), "expert": (24, 22.65)}
"""Matched % and seconds a puzzle on the same pattern, by the method of the paper in C++"""
PLAIN = ("integers", plain_cpsat.integers), ("Booleans", plain_cpsat.booleans)


def rows() -> Iterator[Row]:
    """All rows, in the order of the table."""
    for grade in GRADES:
        for oracle in ("cpsat", "bitset"):
            method = Method(FAST.generation, FAST.replacement, oracle)
            yield Row(f"generate {grade}, {oracle}", partial(puzzles_of, grade, method), 100, MILLI, FAST_ENOUGH)
    for grade in GRADES:
        for oracle, claims in (("bitset", MANY_ENOUGH), ("cpsat", ())):
            yield Row(f"many from {PATTERN}, {grade}, {oracle}", partial(many_of, grade, oracle), 10, MILLI, claims)
    for grade in GRADES:
        yield Row(f"rate {grade}", partial(ratings, grade), 15, MICRO, at_most(50))
        yield Row(f"rate {grade}, compiled loop", partial(compiled_ratings, grade), 15, MICRO)
    for (name, line), bound, times in ((LEFT, 10, 500), (RIGHT, 10, 500), (HARDEST, 300, 50)):
        yield Row(f"unique bitset, {name}", partial(uniqueness, "bitset", line, times), 15, MICRO, at_most(bound))
    yield Row(f"unique sat, {LEFT[0]}", partial(uniqueness, "sat", LEFT[1], 100), 15, MILLI, at_most(0.3))
    for name, bound in (("sparse", 12.5), ("hardest", 250)):
        work = partial(compiled_uniqueness, name)
        yield Row(f"unique bitset, list {name}, compiled loop", work, 15, MICRO, at_most(bound))
        yield Row(f"unique bitset, list {name}", partial(uniqueness_of_all, "bitset", name), 5, MICRO)
        for oracle in ("sat", "sat-cadical153", "sat-minisat22"):
            work = partial(uniqueness_of_all, oracle, name)
            claims = at_most(0.3) if (oracle, name) == ("sat", "sparse") else ()
            yield Row(f"unique {oracle}, list {name}", work, 5, MILLI, claims)
    ours = f"unique cpsat, {LEFT[0]}"
    yield Row(ours, partial(uniqueness, "cpsat", LEFT[1], 20), 15, MILLI, at_most(1.2))
    for name, build in PLAIN:
        work = partial(plain_uniqueness, build, LEFT[1])
        yield Row(f"unique plain cpsat, {name}", work, 15, MILLI, THRICE if name == "Booleans" else (), against=ours)
    for way, symmetry in (("single", "none"), ("orbits", "rot180")):
        ours = f"dig 9×9 {way}, {symmetry}"
        for oracle, times, claims in (("bitset", 50, at_most(1)), ("cpsat", 1, ())):
            work = partial(bench_boards.digging, "3x3", way, symmetry, oracle)
            name = ours if oracle == "bitset" else f"{ours}, by cpsat"
            yield Row(name, partial(working, work, times), 5, MILLI, claims, against="" if claims else ours)
    for clues, seconds in ((20, 30), (19, 120), (18, 600)):
        work = partial(bench_boards.few_clues, clues)
        yield Row(f"dig 9×9 rot180 to {clues} clues", partial(working, work, 1), 7, 1.0, at_most(seconds))
    for layout, symmetry, times, bound in (("jigsaw-9", "none", 20, 10), ("4x4", "rot180", 5, 50)):
        work = partial(bench_boards.digging, layout, "single" if symmetry == "none" else "orbits", symmetry)
        yield Row(f"dig {layout}, {symmetry}", partial(working, work, times), 5, MILLI, at_most(bound))
    for clues, bound in ((110, 50), (90, 200)):
        work = partial(bench_boards.large, clues)
        yield Row(f"generate 16×16, {clues} clues", partial(working, work, 5), 5, MILLI, at_most(bound))
    yield Row("start cpgen --help", partial(start, "--help"), 7, 1.0, at_most(0.25))
    yield Row("start cpgen rate LINE", partial(start, "rate", LEFT[1]), 7, 1.0, at_most(1.0))
    for grade in GRADES:
        percent, seconds = KAMIO_2022[grade]
        published = {"matched %": percent, "mean": seconds}
        yield Row(f"paper's kamio {grade}", partial(puzzles_of, grade, PAPER), 10, 1.0, published=published)
        yield Row(f"paper's zama {grade}", partial(puzzles_of, grade, ZAMA), 10, 1.0)


def measure(chosen: list[Row]) -> Iterator[tuple[Row, Sample]]:
    """The samples of all rows, spread evenly over the run."""
    takes = {}
    for number, row in enumerate(chosen, 1):
        progress(f"preparing {number} of {len(chosen)}: {row.name}")
        takes[row.name] = row.prepare()
    schedule = sorted(((k + 0.5) / row.rounds, place) for place, row in enumerate(chosen) for k in range(row.rounds))
    for number, (_, place) in enumerate(schedule, 1):
        row = chosen[place]
        progress(f"sample {number} of {len(schedule)}: {row.name}")
        yield row, takes[row.name]()


def progress(text: str) -> None:
    """A line on standard error that is written over, when somebody watches."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


def results(chosen: list[Row], samples: dict[str, list[Sample]]) -> Iterator[dict[str, Any]]:
    """An object for each row that has been measured."""
    measured = {row.name: row.figures(samples[row.name]) for row in chosen if samples[row.name]}
    for row in (row for row in chosen if row.name in measured):
        figures = measured[row.name]
        if row.against in measured:
            figures["times slower"] = figures["median"] / measured[row.against]["median"]
        yield {
            "name": row.name,
            "unit": UNITS[row.unit],
            "samples": len(samples[row.name]),
            "figures": {name: round(value, 4) for name, value in figures.items()},
            "claims": [
                {**asdict(claim), "holds": claim.holds(figures)} for claim in row.claims if claim.figure in figures
            ],
            "published": row.published,
        }


def header() -> dict[str, Any]:
    """Where and with what it was measured, and how busy the machine was."""
    return {**machine(), "load": round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None}


def as_line(result: dict[str, Any]) -> str:
    """A result as a line of the table."""
    figures = " · ".join(f"{name} {value:.4g}" for name, value in result["figures"].items())
    claims = [
        f"{'holds' if claim['holds'] else 'FAILS'}: {claim['figure']} {claim['relation']} {claim['bound']:g}"
        for claim in result["claims"]
    ]
    published = [f"published: {name} {value:g}" for name, value in result["published"].items()]
    return " | ".join([f"{result['name']:<32} {result['unit']:>2}  {figures}", *claims, *published])


def main() -> int:
    parser = argparse.ArgumentParser(prog="scripts/bench", description=__doc__.partition("\n")[0])
    parser.add_argument("--json", action="store_true", help="one JSON object a line, the machine first")
    parser.add_argument("--only", default="", metavar="NAME", help="only rows with NAME in their name")
    options = parser.parse_args()
    chosen = [row for row in rows() if options.only in row.name]
    if not chosen:
        parser.error(f"no row has {options.only!r} in its name; there are: {'; '.join(row.name for row in rows())}")
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    told = header()
    print(json.dumps(told) if options.json else " · ".join(f"{name} {value}" for name, value in told.items()))
    samples: dict[str, list[Sample]] = {row.name: [] for row in chosen}
    code = 0
    try:
        for row, sample in measure(chosen):
            samples[row.name].append(sample)
    except KeyboardInterrupt:
        code = 130
    progress("")
    if code:
        print("bench: interrupted; this is what was measured so far.", file=sys.stderr)
    for result in results(chosen, samples):
        print(json.dumps(result, ensure_ascii=False) if options.json else as_line(result))
    return code


if __name__ == "__main__":
    sys.exit(main())
