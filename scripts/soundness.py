"""Searches random states of many boards for all techniques, and holds each finding against the solution.

Techniques that assume one solution are tried on puzzles that have just one, and Franken and mutant fish of four houses
and more only when they are named, as all of them take seconds a state to list. Ends with 1 when a finding is wrong, and
says which; Ctrl-C ends it with the counts so far.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from itertools import cycle, islice

from cpgen.kernel import expect_much
from cpgen.layout import Layout
from cpgen.puzzle import Grid
from cpgen.rater.explain import Finding
from cpgen.rater.techniques import NAMED
from cpgen.state import State
from tests.conftest import SHAPES
from tests.rater.techniques.boards import found, states

SHARES = {
    "9x9": 8,
    "6x6": 2,
    "9x9 jigsaw": 2,
    "9x9 diagonals": 2,
    "9x9 windoku": 1,
    "6x6 latin diagonals": 1,
    "5x5 latin": 1,
    "5x5 pentominoes": 1,
    "5x5 winding pentominoes": 1,
}
"""The boards, and how often each comes"""
RICH = ("9x9", "6x6", "9x9 jigsaw", "9x9 diagonals", "9x9 windoku")
"""Boards with puzzles of one solution that singles and locked candidates leave open"""


LARGE = re.compile("(franken|mutant)-(jellyfish|squirmbag|whale|leviathan)")
USUAL = [name for name in NAMED if not LARGE.search(name)]
"""The techniques that are tried unless others are named"""
SELDOM = {"als-chain": 20, "als-xy-wing": 20}
"""Those that have hundreds of findings in a state are tried on one state in so many"""


@dataclass
class Tally:
    """What was found: states and findings by technique, and what was wrong."""

    states: int = 0
    findings: Counter[str] = field(default_factory=Counter)
    acting: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def add(self, state: State, grid: Grid, technique: str) -> None:
        """Searches a state for a technique."""
        findings = found(state, technique)
        self.findings[technique] += len(findings)
        self.acting[technique] += bool(findings)
        self.wrong += [f"{technique}: {one} in {state}" for one in findings if is_wrong(one, grid)]


def is_wrong(finding: Finding, grid: Grid) -> bool:
    """Whether a finding removes a digit of the solution, or places another."""
    placed = any(grid[cell] != digit for cell, digit in finding.placed)
    return placed or any(grid[cell] == digit for cell, digit in finding.removed)


def search(tally: Tally, count: int, seed: int, techniques: list[str]) -> None:
    """Goes through so many states; half of those of rich boards have one solution, and only there is one assumed."""
    sources = {
        (name, unique): states(Layout.parse(SHAPES[name]), count, seed + unique, unique)
        for name in SHARES
        for unique in (False, True)
    }
    turns = cycle([turn for turn in sources for _ in range(SHARES[turn[0]]) if not turn[1] or turn[0] in RICH])
    said = time.monotonic()
    for turn in islice(turns, count):
        state, grid = next(sources[turn])
        for technique in techniques:
            if tally.states % SELDOM.get(technique, 1):
                continue
            if turn[1] or not (NAMED[technique].assumes_one_solution or technique == "brute-force"):
                tally.add(state, grid, technique)
        tally.states += 1
        if time.monotonic() - said > 2:
            said = time.monotonic()
            done = f"{tally.states} of {count} states, {tally.findings.total()} findings, {len(tally.wrong)} wrong"
            print(f"\r{done}", end="", file=sys.stderr, flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--states", type=int, default=2_000, metavar="N", help="how many states (2000)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="where the random states begin (1)")
    parser.add_argument(
        "--technique", action="append", choices=list(NAMED), metavar="NAME", help="only this; repeatable"
    )
    asked = parser.parse_args()
    expect_much()
    tally = Tally()
    try:
        search(tally, asked.states, asked.seed, asked.technique or USUAL)
    except KeyboardInterrupt:
        print("\nstopped", file=sys.stderr)
    print(f"\n{'technique':40}{'states':>10}{'findings':>12}")
    for technique in asked.technique or USUAL:
        print(f"{technique:40}{tally.acting[technique]:10}{tally.findings[technique]:12}")
    print(f"{tally.states} states, {tally.findings.total()} findings, {len(tally.wrong)} wrong")
    print(*tally.wrong[:20], sep="\n", end="\n" if tally.wrong else "")
    return 1 if tally.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
