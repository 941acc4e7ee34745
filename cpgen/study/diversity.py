"""The study of diversity: how different many puzzles from one pattern are, continued from each other or independent.

Two puzzles of one pattern differ in so many clues: as they are written, and at least, when the digits of one may be
renamed (the renaming that makes most clues agree, an assignment of digits to digits).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count, islice, pairwise, starmap
from statistics import fmean
from time import process_time
from typing import Any

import numpy as np

from cpgen.errors import InputError, NotFoundError
from cpgen.generation.two_phase import SINGLE_STARTS, accept_all, generate_many, puzzles_from, seems_exhausted
from cpgen.oracles import open_oracle
from cpgen.puzzle import Grid, Puzzle
from cpgen.requests.clock import Clock
from cpgen.requests.puzzle_request import Request
from cpgen.study.engine import Findings, Journal, Progress, Study, Tables, fingerprint, for_people
from cpgen.study.plots import pyplot
from cpgen.symmetry.canonical import Forms
from cpgen.tabular import Row

CONTINUED, INDEPENDENT = "continued", "independent"
MOST_INDEPENDENT = 1000
"""The most puzzles that each get their own start"""
PAIRS = 2_000
"""Random pairs that are compared; a tenth of them under the best renaming"""
SMALL = 12
"""At most so many digits are renamed"""


@dataclass(frozen=True)
class DiversityStudy(Study):
    """The request, how many continued puzzles and as many independent ones (at most 1000), and the seed.

    Raises InputError when the request has no pattern, or there would be only one puzzle.
    """

    request: Request
    count: int = 1000
    seed: int = 1

    name = "diversity"
    key = ("way", "index")

    def __post_init__(self) -> None:
        if self.request.pattern is None:
            raise InputError("Diversity is measured on the puzzles of one pattern; give it with --pattern.")
        if self.count < 2:
            raise InputError("Diversity needs two puzzles or more; give a higher --count.")

    @property
    def wanted(self) -> Mapping[str, int]:
        """How many puzzles, by way."""
        return {CONTINUED: self.count, INDEPENDENT: min(self.count, MOST_INDEPENDENT)}

    @property
    def conditions(self) -> Row:
        """The request and the seed."""
        return {"of": fingerprint(self.request), "seed": self.seed}

    def measure(self, journal: Journal, progress: Progress) -> Iterator[Row]:
        """The puzzles that the journal lacks, a row a start; raises what `generate_many` raises."""
        for _ in generate_many(self.request, min(self.count, SINGLE_STARTS + 2), self.seed + 1):
            pass  # compiles what there is to compile
        for way in self.wanted:
            yield from self._made(way, [row for row in journal.rows if row["way"] == way], progress)

    def _made(self, way: str, starts: list[Row], progress: Progress) -> Iterator[Row]:
        """The starts of one way that follow those known; raises NotFoundError when starts bring nothing new."""
        request, wanted, forms = self.request, self.wanted[way], Forms(self.request.layout)
        seed, is_new, each = (self.seed, forms.add, None) if way == CONTINUED else (self.seed + 2, accept_all, 1)
        oracle = open_oracle(request.verifier)
        made = sum(map(is_new, self.clues_of(starts)))
        latest = max((row["index"] for row in starts if row["puzzles"]), default=-1)
        for index in count(len(starts)):
            if made >= wanted:
                return
            if seems_exhausted(fruitless := index - latest - 1, made):
                raise NotFoundError(
                    f"Found {made} of {wanted} puzzles: {fruitless} starts in a row brought nothing new."
                )
            progress(f"{way}: {made} of {wanted} puzzles")
            began = process_time()
            found = puzzles_from(request, oracle, seed, index, Clock(), is_new)
            puzzles = [one.puzzle.line for one in islice(found, each)]
            spent = round(process_time() - began, 6)
            yield {"way": way, "index": index, "seed": seed, "puzzles": puzzles, "cpu_seconds": spent}
            made, latest = made + len(puzzles), index if puzzles else latest

    def clues_of(self, starts: Sequence[Row]) -> list[Grid]:
        """The clues of all puzzles of some starts."""
        return [Puzzle.parse(line, self.request.layout).clues for start in starts for line in start["puzzles"]]

    def findings(self, rows: Sequence[Row]) -> DiversityFindings:
        """How far the puzzles differ."""
        return DiversityFindings(self, rows)


@dataclass(frozen=True)
class DiversityFindings(Findings[DiversityStudy]):
    """For each way, how many puzzles there are, how fast they came, and in how many clues two of them differ."""

    title = "Diversity"
    reading = """\
*Continued* puzzles are those of `cpgen generate`, most of them found on a walk from the one before; *independent* ones
each have their own start. *Different* are those that are not the same under the board's symmetries and other names
for the digits. Pairs differ in so many clues on average: *consecutive* ones, *random* ones, and random ones after the
renaming of digits that makes most clues agree. Times are those of the processor, on one core."""
    captions = {"pairs": "Random pairs by the clues in which they differ"}  # noqa: RUF012

    @cached_property
    def starts(self) -> dict[str, list[Row]]:
        """The starts of each way."""
        return {way: [row for row in self.rows if row["way"] == way] for way in self.study.wanted}

    @cached_property
    def clues(self) -> dict[str, list[Grid]]:
        """The clues of the puzzles, by way, of ways with two puzzles or more."""
        wanted = self.study.wanted
        made = {way: self.study.clues_of(starts)[: wanted[way]] for way, starts in self.starts.items()}
        return {way: some for way, some in made.items() if len(some) > 1}

    @cached_property
    def figures(self) -> list[Row]:
        """A row for each way."""
        return [self._figures(way, clues) for way, clues in self.clues.items()]

    def _figures(self, way: str, clues: Sequence[Grid]) -> Row:
        made = sum(len(start["puzzles"]) for start in self.starts[way])
        seconds, forms = sum(start["cpu_seconds"] for start in self.starts[way]), Forms(self.study.request.layout)
        pairs = list(islice(_pairs(clues), PAIRS // 10)) if self.study.request.layout.size <= SMALL else []
        renamed = {pair: differing_renamed(*pair) for pair in set(pairs)}  # of few puzzles many pairs are the same
        return {
            "way": way,
            "puzzles": len(clues),
            "cpu_seconds": round(seconds, 3),
            "puzzles_a_second": round(made / max(seconds, 1e-9), 1),
            "different": sum(map(forms.add, clues)),
            "consecutive_differ": _mean(starmap(differing, pairwise(clues))),
            "random_differ": _mean(starmap(differing, _pairs(clues))),
            "renamed_differ": _mean(map(renamed.__getitem__, pairs)) if pairs else None,
        }

    @property
    def so_far(self) -> str:
        """How far the study is."""
        made = sum(len(start["puzzles"]) for start in self.rows)
        return f"{made} of {sum(self.study.wanted.values())} puzzles"

    def tables(self) -> Tables:
        """A row for each way."""
        return {"figures": self.figures}

    def measured(self) -> Tables:
        """A row for each puzzle."""
        return {
            "rows": [
                {"way": way, "index": start["index"], "seed": start["seed"], "place": place, "puzzle": line}
                for way, starts in self.starts.items()
                for start in starts
                for place, line in enumerate(start["puzzles"])
            ]
        }

    @property
    def settings(self) -> Row:
        """The settings of the study, in words."""
        request = self.study.request
        assert request.pattern is not None
        return {
            "layout": request.layout.spec,
            "pattern": request.pattern.line,
            "target": request.target,
            "oracle": request.oracle,
            "seed": self.study.seed,
        }

    def summary(self) -> str:
        """The table."""
        return for_people(self.figures)

    def sections(self, drawn: Collection[str]) -> Iterator[str]:
        """The table and the plot."""
        yield self.summary()
        yield self.picture("pairs", drawn)

    def plots(self) -> dict[str, Any]:
        """A line a way over the clues in which pairs differ."""
        figure, axis = pyplot().subplots(figsize=(7, 4), layout="constrained")
        for way, clues in self.clues.items():
            times = Counter(starmap(differing, _pairs(clues)))
            places = range(min(times), max(times) + 1)
            axis.plot(places, [100 * times[place] / PAIRS for place in places], "o-", label=way)
        axis.set_xlabel("clues in which a pair differs")
        axis.set_ylabel("pairs, %")
        axis.legend()
        return {"pairs": figure}


def differing(one: Sequence[int], other: Sequence[int]) -> int:
    """In how many clues two puzzles of one pattern differ."""
    return sum(a != b for a, b in zip(one, other, strict=True))


def differing_renamed(one: Sequence[int], other: Sequence[int]) -> int:
    """The least number after renaming the digits of one (an assignment problem).

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


def _pairs(clues: Sequence[Grid]) -> Iterator[tuple[Grid, Grid]]:
    """Random pairs, the same for as many puzzles."""
    rng = np.random.default_rng(len(clues))
    for _ in range(PAIRS):
        one, other = rng.choice(len(clues), 2, replace=False)
        yield clues[one], clues[other]


def _mean(numbers: Iterable[int]) -> float:
    return round(fmean(numbers), 2)
