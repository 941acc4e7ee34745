"""Searches random states of many boards for all techniques, and holds each finding against the solution.

Half of the states are of puzzles with one solution, and only there are techniques tried that assume one: as far as
singles and locked candidates lead, at random places on the way to the solution, or with random digits of it placed.
Techniques that take long to list are tried on a random share of the states (`SHARES`). The same seed gives the same
states and findings, whatever the number of processes. Ends with 1 when a finding is wrong, and says which; Ctrl-C ends
it with the counts so far.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import groupby, islice
from operator import attrgetter
from typing import Any, NamedTuple

import numpy as np

from cpgen import resources
from cpgen.collection.workers import Processes, ThisProcess, Workers
from cpgen.difficulty import shipped_ladder
from cpgen.layout import Layout
from cpgen.notation import without_comments
from cpgen.oracles import open_oracle
from cpgen.puzzle import Grid, Puzzle
from cpgen.rater.explain import Finding, explain_puzzle, find_in, states_before
from cpgen.rater.ladder import Ladder
from cpgen.rater.techniques import NAMED
from cpgen.state import State
from tests.conftest import SHAPES
from tests.rater.techniques.boards import alone, ladder_of, states

SOURCES = {
    ("9x9", False): 18,
    ("9x9", True): 24,
    ("6x6", False): 6,
    ("6x6", True): 6,
    ("9x9 jigsaw", False): 6,
    ("9x9 jigsaw", True): 6,
    ("9x9 diagonals", False): 6,
    ("9x9 diagonals", True): 6,
    ("9x9 windoku", False): 3,
    ("9x9 windoku", True): 3,
    ("6x6 latin diagonals", False): 3,
    ("5x5 latin", False): 3,
    ("5x5 pentominoes", False): 3,
    ("5x5 winding pentominoes", False): 3,
    ("hard", True): 4,
}
"""The states of a hundred that come from puzzles of a board, with many solutions or with one; `hard`: shipped ones"""
SHARES = {
    **dict.fromkeys((name for name in NAMED if re.search("(franken|mutant)-(squirm|whale|levi)", name)), 0.002),
    **dict.fromkeys((name for name in NAMED if re.search("(franken|mutant)-jellyfish", name)), 0.02),
    **dict.fromkeys((name for name in NAMED if re.search("finned-(franken|mutant)-swordfish", name)), 0.5),
    **dict.fromkeys((name for name in NAMED if name.startswith("forcing")), 0.2),
    "als-xz": 0.5,
    "als-xy-wing": 0.03,
    "als-chain": 0.03,
}
"""Techniques that take long to list, and on which share of the states they are tried"""


class Piece(NamedTuple):
    """What one process searches at a time: a hundred states at most."""

    number: int
    states: int
    seed: int
    techniques: tuple[str, ...]
    shared: bool
    """Whether techniques that take long are tried on a share of the states alone"""


@dataclass
class Tally:
    """What was found, by technique: states searched, states with findings, findings; and what was wrong."""

    states: int = 0
    tried: Counter[str] = field(default_factory=Counter)
    acting: Counter[str] = field(default_factory=Counter)
    findings: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def search(self, state: State, grid: Grid, ladder: Ladder, unique: bool) -> None:
        """Searches a state for the techniques of a ladder, but for those that assume one solution unless it has one."""
        fitting = [name for name in ladder.rules if unique or not NAMED[name].assumes_one_solution]
        self.tried.update(fitting)
        for technique, group in groupby(find_in(state, ladder), attrgetter("rule")):
            if technique in fitting:
                findings = list(group)
                self.findings[technique] += len(findings)
                self.acting[technique] += 1
                self.wrong += [f"{technique}: {one} in {state}" for one in findings if is_wrong(one, grid)]

    def add(self, other: Tally) -> None:
        """Adds what was found elsewhere."""
        self.states += other.states
        self.tried += other.tried
        self.acting += other.acting
        self.findings += other.findings
        self.wrong += other.wrong

    def table(self, techniques: tuple[str, ...]) -> str:
        """The counts by technique, and the states of all."""
        rows = [f"{'technique':34}{'searched':>10}{'with it':>10}{'findings':>12}"]
        rows += [f"{name:34}{self.tried[name]:10}{self.acting[name]:10}{self.findings[name]:12}" for name in techniques]
        return "\n".join(rows) + f"\n{self}"

    def __str__(self) -> str:
        return f"{self.states} states, {self.findings.total()} findings, {len(self.wrong)} wrong"


def is_wrong(finding: Finding, grid: Grid) -> bool:
    """Whether a finding removes a digit of the solution, or places another."""
    placed = any(grid[cell] != digit for cell, digit in finding.placed)
    return placed or any(grid[cell] == digit for cell, digit in finding.removed)


def search(piece: Piece) -> Tally:
    """The tally of a piece."""
    tally, rng, chance = Tally(), *(np.random.default_rng([piece.seed, piece.number, k]) for k in range(2))
    seldom = [name for name in piece.techniques if piece.shared and name in SHARES]
    often = ladder_of(*(name for name in piece.techniques if name not in seldom))
    for (shape, unique), count in SOURCES.items():
        source = hard(rng) if shape == "hard" else random_of(Layout.parse(SHAPES[shape]), unique, rng)
        for state, grid in islice(source, min(count, piece.states - tally.states)):
            tally.states += 1
            if not is_open_to(state, grid):
                tally.wrong.append(f"a step of the ladder on the way to {state}")
                continue
            for ladder in (often, *(alone(name) for name in seldom if chance.random() < SHARES[name])):
                tally.search(state, grid, ladder, unique)
    return tally


def random_of(layout: Layout, unique: bool, rng: np.random.Generator) -> Iterator[tuple[State, Grid]]:
    """Random states of a layout with a solution of theirs; `unique`: the only one."""
    for state, grid in states(layout, 100, int(rng.integers(1 << 32)), unique):
        yield further(state, grid, rng) if unique else state, grid


def hard(rng: np.random.Generator) -> Iterator[tuple[State, Grid]]:
    """States of the shipped puzzles of 9×9, which are sparse or hard."""
    lines = [line for name in resources.names("puzzles") for line in without_comments(resources.text("puzzles", name))]
    oracle = open_oracle("bitset")
    while True:
        puzzle = Puzzle.parse(lines[rng.integers(len(lines))])
        (grid,) = oracle.uniqueness(puzzle).grids
        yield further(State(puzzle), grid, rng), grid


def further(state: State, grid: Grid, rng: np.random.Generator) -> State:
    """The state itself, one on the way from its puzzle to the solution, or one in which digits of it are placed."""
    puzzle = state.puzzle
    match rng.integers(4):
        case 0:
            return state
        case 1:
            shown = rng.random(len(grid)) < rng.uniform(0.2, 0.7)
            rows = zip(puzzle.clues, grid, shown.tolist(), strict=True)
            return State(puzzle, tuple(digit if seen and not clue else 0 for clue, digit, seen in rows))
        case _:
            way = explain_puzzle(puzzle, shipped_ladder("hodoku").ladder)
            return list(states_before(State(puzzle), way))[rng.integers(len(way))][1]


def is_open_to(state: State, grid: Grid) -> bool:
    """Whether the state leaves a solution possible."""
    held = zip(grid, state.digits, state.candidates, strict=True)
    return all(digit == placed if placed else digit in left for digit, placed, left in held)


def in_order(workers: Workers, work: Callable[[Any], Any], pieces: Iterable[Any]) -> Iterator[Any]:
    """What the workers make of the pieces, in their order."""
    waiting: deque[Future[Any]] = deque()
    for piece in pieces:
        waiting.append(workers.submit(work, piece))
        if len(waiting) >= workers.room:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


@contextmanager
def workers_for(jobs: int) -> Iterator[Workers]:
    """So many processes, or this one alone; Ctrl-C ends the work and is told."""
    workers: Workers = Processes(jobs) if jobs > 1 else ThisProcess()
    try:
        yield workers
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
    finally:
        workers.stop()


def arguments(
    description: str, states: int, how_many: str, techniques: Iterable[str], alone: str
) -> argparse.Namespace:
    """What is asked: how many states, where they begin, processes, and single techniques."""
    parser = argparse.ArgumentParser(description=description.partition("\n")[0])
    parser.add_argument("--states", type=int, default=states, metavar="N", help=f"{how_many} ({states})")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="where the random states begin (1)")
    parser.add_argument("--jobs", "-j", type=int, default=1, metavar="N", help="processes (1)")
    parser.add_argument("--technique", action="append", choices=list(techniques), metavar="NAME", help=alone)
    return parser.parse_args()


def main() -> int:
    asked = arguments(__doc__ or "", 2_000, "how many states", NAMED, "only this, on all states; repeatable")
    techniques = tuple(asked.technique or NAMED)
    pieces = (
        Piece(number, min(100, asked.states - 100 * number), asked.seed, techniques, not asked.technique)
        for number in range((asked.states + 99) // 100)
    )
    tally, began = Tally(), time.monotonic()
    with workers_for(asked.jobs) as workers:
        for one in in_order(workers, search, pieces):
            tally.add(one)
            print(f"{tally} in {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)
    print(tally.table(techniques))
    print(*tally.wrong[:20], sep="\n", end="\n" if tally.wrong else "")
    return 1 if tally.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
