"""How different are many puzzles from one pattern? Walked on from each other, and made each from a start of its own.

Two puzzles of one pattern differ in so many clues: as they are written, and at least, when the digits of one may be
given other names (the names that make most clues agree, an assignment of digits to digits).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from time import process_time
from typing import Any

import numpy as np

from cpgen.canonical.forms import Forms
from cpgen.errors import InputError
from cpgen.generation.request import Request
from cpgen.generation.two_phase import ALONE, generate_many, puzzles_from
from cpgen.generation.workbench import Clock
from cpgen.oracles import open_oracle
from cpgen.pattern import Pattern
from cpgen.puzzle import Grid

PAIRS = 2_000
"""Random pairs that are compared"""
SMALL = 12
"""Digits up to which the best names are found"""

Tell = Callable[[str], object]


@dataclass(frozen=True)
class Diversity:
    """How many puzzles there are, how fast they came, and in how many clues two of them differ, on average."""

    way: str
    puzzles: int
    seconds: float
    """Of processor time"""
    different: int
    """Puzzles that are not the same under the board's symmetries and other names for the digits"""
    consecutive: float
    random: float
    renamed: float | None
    """The same for random pairs after the best renaming; None on boards with too many digits for it"""

    @property
    def figures(self) -> dict[str, Any]:
        """All figures by name, as they are shown."""
        return {
            "way": self.way,
            "puzzles": self.puzzles,
            "a second a core": round(self.puzzles / max(self.seconds, 1e-9), 1),
            "essentially different": self.different,
            "consecutive pairs differ": round(self.consecutive, 2),
            "random pairs differ": round(self.random, 2),
            "renamed": None if self.renamed is None else round(self.renamed, 2),
        }


def study(request: Request, count: int, seed: int, tell: Tell = lambda text: None) -> list[Diversity]:
    """The diversity of so many puzzles walked on, and of as many with starts of their own (at most 1000).

    Raises InputError when the request has no pattern, and what `generate_many` raises.
    """
    if not isinstance(request.pattern, Pattern):
        raise InputError("Diversity is that of the puzzles of one pattern; say which with --pattern.")
    if count < 2:
        raise InputError("It takes two puzzles to differ; ask for more with --count.")
    for _ in generate_many(request, min(count, ALONE + 2), seed + 1):
        pass  # compiles what there is to compile
    walked = (made.puzzle.clues for made in generate_many(request, count, seed))
    alone = _independent(request, seed + 2)
    return [
        _measured(way, request, islice(puzzles, most), tell)
        for way, puzzles, most in (("walked on", walked, count), ("independent", alone, min(count, 1000)))
    ]


def _independent(request: Request, seed: int) -> Iterator[Grid]:
    """Clues of puzzles, each from a start of its own."""
    oracle, start = open_oracle(request.method.oracle), 0
    while True:
        yield next(puzzles_from(request, oracle, seed, start, Clock())).puzzle.clues
        start += 1


def _measured(way: str, request: Request, puzzles: Iterable[Grid], tell: Tell) -> Diversity:
    started, clues = process_time(), []
    for number, puzzle in enumerate(puzzles, 1):
        clues.append(puzzle)
        if number % 100 == 0:
            tell(f"{way}: {number} puzzles")
    seconds = process_time() - started
    forms = Forms(request.layout)
    rng = np.random.default_rng(len(clues))
    pairs = [rng.choice(len(clues), 2, replace=False) for _ in range(PAIRS)]
    chosen = [(clues[one], clues[other]) for one, other in pairs]
    return Diversity(
        way=way,
        puzzles=len(clues),
        seconds=seconds,
        different=sum(forms.add(puzzle) for puzzle in clues),
        consecutive=float(np.mean([differing(one, other) for one, other in pairwise(clues)])),
        random=float(np.mean([differing(one, other) for one, other in chosen])),
        renamed=float(np.mean([differing_renamed(one, other) for one, other in chosen[: PAIRS // 10]]))
        if request.layout.size <= SMALL
        else None,
    )


def differing(one: Sequence[int], other: Sequence[int]) -> int:
    """In how many clues two puzzles of one pattern differ."""
    return sum(a != b for a, b in zip(one, other, strict=True))


def differing_renamed(one: Sequence[int], other: Sequence[int]) -> int:
    """The same at least, whatever the digits of one are called.

    >>> differing_renamed([1, 2, 0, 1], [2, 1, 0, 3])
    1
    """
    digits = max(*one, *other)
    agree = [[0] * digits for _ in range(digits)]
    clues = [(a, b) for a, b in zip(one, other, strict=True) if a]
    for a, b in clues:
        agree[a - 1][b - 1] += 1
    best = {0: 0}
    for row in agree:  # best[taken]: the most clues that agree when the digits so far have got the names in the mask
        after: dict[int, int] = {}
        for taken, total in best.items():
            for name, gain in enumerate(row):
                if not taken >> name & 1:
                    mask = taken | 1 << name
                    after[mask] = max(after.get(mask, 0), total + gain)
        best = after
    return len(clues) - max(best.values())
