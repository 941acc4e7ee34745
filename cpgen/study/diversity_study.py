"""Study of diversity: differences between puzzles from one pattern, made in one walk or independently.

A walk changes some clues of a puzzle at a time until another puzzle is reached. The distance of two puzzles with the
same pattern is the number of clues in which they differ: as written, and minimized over all renamings of the digits.
The best renaming is an assignment problem (digits to digits, maximizing agreeing clues), solved by dynamic programming
over the set of digits that are already assigned.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
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
from cpgen.requests.generation_request import Request
from cpgen.study.measuring import canvas
from cpgen.study.runner import Journal, Progress, Study, Tables, fingerprint
from cpgen.symmetry.canonical import Forms
from cpgen.tabular import Row

CONTINUED, INDEPENDENT = "continued", "independent"
MOST_INDEPENDENT = 1000
"""Limit on the number of independently started puzzles, which are slow"""
PAIRS = 2_000
"""Number of random pairs compared; a tenth of them are also compared under the best renaming"""
SMALL = 12
"""Largest number of digits for the best renaming, whose running time doubles with each digit"""


@dataclass(frozen=True)
class DiversityStudy(Study):
    """Study that compares `count` puzzles found on walks with as many made independently (at most 1000).

    Raises InputError when the request has no pattern, or for fewer than two puzzles.
    """

    request: Request
    count: int = 1000
    seed: int = 1

    name = "diversity"
    key = ("way", "index")
    title = "Diversity"
    reading = """\
*Continued* puzzles are those of `cpgen generate`, most of them found on a walk from the one before; *independent* ones
each have their own start. *Different* are those that are not equivalent under the board's symmetries and renaming of
the digits. The other columns are the mean number of clues in which pairs differ: *consecutive* pairs, *random* pairs,
and random pairs after the renaming of digits that makes most clues agree. Times are processor time, on one core."""
    captions = {"pairs": "Random pairs by the clues in which they differ"}  # noqa: RUF012

    def __post_init__(self) -> None:
        if self.request.pattern is None:
            raise InputError("Diversity is measured on the puzzles of one pattern; give it with --pattern.")
        if self.count < 2:
            raise InputError("Diversity needs two puzzles or more; give a higher --count.")

    @property
    def wanted(self) -> Mapping[str, int]:
        """Number of puzzles to make in each of the two ways, `continued` (on walks) and `independent`."""
        return {CONTINUED: self.count, INDEPENDENT: min(self.count, MOST_INDEPENDENT)}

    @property
    def conditions(self) -> Row:
        """Settings that a resumed study must share: a fingerprint of the request, and the seed."""
        return {"of": fingerprint(self.request), "seed": self.seed}

    def measure(self, journal: Journal, progress: Progress) -> Iterator[Row]:
        """Yield the puzzles that the journal lacks, one row per start; raise the errors of `generate_many`."""
        for _ in generate_many(self.request, min(self.count, SINGLE_STARTS + 2), self.seed + 1):
            pass  # compile everything before the first measurement
        for way in self.wanted:
            yield from self._made(way, [row for row in journal.rows if row["way"] == way], progress)

    def _made(self, way: str, starts: list[Row], progress: Progress) -> Iterator[Row]:
        """Yield a journal row for each further start of one way, `starts` being its rows so far.

        Raises NotFoundError if many starts in succession give no puzzle that is new.
        """
        request, wanted, forms = self.request, self.wanted[way], Forms(self.request.layout)
        seed, is_new, each = (self.seed, forms.add_puzzle, None) if way == CONTINUED else (self.seed + 2, accept_all, 1)
        oracle = open_oracle(request.verifier)
        made = sum(map(is_new, self.puzzles_of(starts)))  # resuming: the known puzzles must not be found again
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
            from_start = puzzles_from(request, oracle, seed, index, Clock(), is_new)
            puzzles = [result.puzzle.line for result in islice(from_start, each)]
            spent = round(process_time() - began, 6)
            yield {"way": way, "index": index, "seed": seed, "puzzles": puzzles, "cpu_seconds": spent}
            made, latest = made + len(puzzles), index if puzzles else latest

    def puzzles_of(self, starts: Sequence[Row]) -> list[Puzzle]:
        """Return the puzzles in these journal rows, in order."""
        return [Puzzle.parse(line, self.request.layout) for start in starts for line in start["puzzles"]]

    @cached_property
    def starts(self) -> dict[str, list[Row]]:
        """Journal rows of `continued` and of `independent` puzzles; each row holds the puzzles of one start."""
        return {way: [row for row in self.rows if row["way"] == way] for way in self.wanted}

    @cached_property
    def clues(self) -> dict[str, list[Grid]]:
        """Clues of all `continued` and all `independent` puzzles, leaving out a way with fewer than two."""
        made = {
            way: [puzzle.clues for puzzle in self.puzzles_of(starts)[: self.wanted[way]]]
            for way, starts in self.starts.items()
        }
        return {way: some for way, some in made.items() if len(some) > 1}

    def _figures(self, way: str, clues: Sequence[Grid]) -> Row:
        made = sum(len(start["puzzles"]) for start in self.starts[way])
        seconds, layout = sum(start["cpu_seconds"] for start in self.starts[way]), self.request.layout
        pairs = list(islice(_pairs(clues), PAIRS // 10)) if layout.size <= SMALL else []
        renamed = {pair: differing_renamed(*pair) for pair in set(pairs)}  # with few puzzles many pairs are equal
        return {
            "way": way,
            "puzzles": len(clues),
            "cpu_seconds": round(seconds, 3),
            "puzzles_a_second": round(made / max(seconds, 1e-9), 1),
            "different": sum(map(Forms(layout).add, clues)),
            "consecutive_differ": _mean(starmap(differing, pairwise(clues))),
            "random_differ": _mean(starmap(differing, _pairs(clues))),
            "renamed_differ": _mean(map(renamed.__getitem__, pairs)) if pairs else None,
        }

    @property
    def so_far(self) -> str:
        """Progress of the study in words, as shown while it runs."""
        made = sum(len(start["puzzles"]) for start in self.rows)
        return f"{made} of {sum(self.wanted.values())} puzzles"

    def tables(self) -> Tables:
        """Return one table with a row per way: number of puzzles, speed, and mean distances between puzzles."""
        return {"figures": [self._figures(way, clues) for way, clues in self.clues.items()]}

    def measured(self) -> Tables:
        """Return one table, `rows`, with a row per puzzle: its way, start, seed and line."""
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
        """Settings as the report lists them."""
        request = self.request
        assert request.pattern is not None
        return {
            "layout": request.layout.spec,
            "pattern": request.pattern.line,
            "target": request.target,
            "oracle": request.oracle,
            "seed": self.seed,
        }

    def plots(self) -> dict[str, Any]:
        """Return a plot of the distances of random pairs, with one line per way."""
        figure, axis = canvas(7, 4)
        for way, clues in self.clues.items():
            times = Counter(starmap(differing, _pairs(clues)))
            places = range(min(times), max(times) + 1)
            axis.plot(places, [100 * times[place] / PAIRS for place in places], "o-", label=way)
        axis.set_xlabel("clues in which a pair differs")
        axis.set_ylabel("pairs, %")
        axis.legend()
        return {"pairs": figure}


def differing(one: Sequence[int], other: Sequence[int]) -> int:
    """Return the number of clues in which two puzzles with the same pattern differ; each is a list of digits."""
    return sum(a != b for a, b in zip(one, other, strict=True))


def differing_renamed(one: Sequence[int], other: Sequence[int]) -> int:
    """Return the smallest number of clues in which two puzzles with the same pattern differ, over renamings of `one`.

    A renaming maps the digits of `one` to digits, one to one; 0 stands for no clue.

    >>> differing_renamed([1, 2, 0, 1], [2, 1, 0, 3])
    1
    """
    digits = max(*one, *other)
    agree = [[0] * digits for _ in range(digits)]
    clues = [(a, b) for a, b in zip(one, other, strict=True) if a]
    for a, b in clues:
        agree[a - 1][b - 1] += 1
    # best[taken]: the most agreeing clues if the digits handled so far are renamed to those in the bit mask `taken`
    best = {0: 0}
    for row in agree:
        after: dict[int, int] = {}
        for taken, total in best.items():
            for name, gain in enumerate(row):
                if not taken >> name & 1:
                    mask = taken | 1 << name
                    after[mask] = max(after.get(mask, 0), total + gain)
        best = after
    return len(clues) - max(best.values())


def _pairs(clues: Sequence[Grid]) -> Iterator[tuple[Grid, Grid]]:
    """Yield random pairs of these puzzles; the drawn positions depend only on the number of puzzles."""
    rng = np.random.default_rng(len(clues))
    for _ in range(PAIRS):
        one, other = rng.choice(len(clues), 2, replace=False)
        yield clues[one], clues[other]


def _mean(numbers: Iterable[int]) -> float:
    return round(fmean(numbers), 2)
