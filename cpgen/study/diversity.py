"""How different are many puzzles from one pattern? Walked on from each other, and made each from a start of its own.

Two puzzles of one pattern differ in so many clues: as they are written, and at least, when the digits of one may be
given other names (the names that make most clues agree, an assignment of digits to digits).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import count, islice, pairwise, starmap
from statistics import fmean
from time import process_time
from typing import Any

import numpy as np

from cpgen.errors import InputError, NotFoundError
from cpgen.formats.tabular import Row
from cpgen.generation.clock import Clock
from cpgen.generation.request import Request
from cpgen.generation.two_phase import SINGLE_STARTS, accept_all, generate_many, puzzles_from, seems_exhausted
from cpgen.oracles import open_oracle
from cpgen.pattern import Pattern
from cpgen.puzzle import Grid, Puzzle
from cpgen.study.cells import meaning
from cpgen.study.differing import differing, differing_renamed
from cpgen.study.journal import Journal
from cpgen.study.plots import pyplot, svg
from cpgen.study.report import for_people, pictured, setting
from cpgen.study.study import Results, Study, Tell, timed
from cpgen.symmetry.canonical import Forms

WALKED, INDEPENDENT = "walked on", "independent"
MOST_INDEPENDENT = 1000
"""More puzzles with starts of their own are not made"""
PAIRS = 2_000
"""Random pairs that are compared; a tenth of them under the best renaming"""
SMALL = 12
"""Digits up to which the best names are found"""
READING = """\
Puzzles *walked on* are those of `cpgen generate`, most of them found on a walk from the one before; *independent* ones
have each a start of their own. *Different* are those that are not the same under the board's symmetries and other names
for the digits. Pairs differ in so many clues on average: *consecutive* ones, *random* ones, and random ones after the
renaming of digits that makes most clues agree. Times are those of the processor, on one core."""
CAPTIONS = {"pairs": "Random pairs by the clues in which they differ"}


@dataclass(frozen=True)
class Plan:
    """Puzzles of what, so many walked on and as many independent ones (at most 1000), of which seed.

    Raises InputError when the request has no pattern, or a puzzle has none to differ from.
    """

    request: Request
    count: int = 1000
    seed: int = 1

    def __post_init__(self) -> None:
        if not isinstance(self.request.pattern, Pattern):
            raise InputError("Diversity is that of the puzzles of one pattern; say which with --pattern.")
        if self.count < 2:
            raise InputError("It takes two puzzles to differ; ask for more with --count.")

    @property
    def wanted(self) -> Mapping[str, int]:
        """How many puzzles, by way."""
        return {WALKED: self.count, INDEPENDENT: min(self.count, MOST_INDEPENDENT)}

    @property
    def heading(self) -> Mapping[str, Any]:
        """What the rows depend on, the number of puzzles apart: a study can be gone on with for more of them."""
        return timed({"study": "diversity", "of": meaning(self.request), "seed": self.seed})


def study(plan: Plan) -> Study:
    """The study of a plan."""
    return Study(plan.heading, ("way", "index"), partial(carry_out, plan), partial(_results, plan))


def carry_out(plan: Plan, journal: Journal, tell: Tell = lambda text: None) -> None:
    """Makes the puzzles that the journal lacks, start by start; raises what `generate_many` raises."""
    for _ in generate_many(plan.request, min(plan.count, SINGLE_STARTS + 2), plan.seed + 1):
        pass  # compiles what there is to compile
    for way in plan.wanted:
        _make(plan, way, journal, tell)


def _make(plan: Plan, way: str, journal: Journal, tell: Tell) -> None:
    """Makes the puzzles of one way that the journal lacks; raises NotFoundError when starts bring nothing new."""
    request, wanted, forms = plan.request, plan.wanted[way], Forms(plan.request.layout)
    seed, is_new, each = (plan.seed, forms.add, None) if way == WALKED else (plan.seed + 2, accept_all, 1)
    oracle = open_oracle(request.method.oracle)
    starts = [row for row in journal.rows if row["way"] == way]
    made = sum(map(is_new, _clues(request, starts)))
    latest = max((row["index"] for row in starts if row["puzzles"]), default=-1)
    for index in count(len(starts)):
        if made >= wanted:
            return
        if seems_exhausted(fruitless := index - latest - 1, made):
            raise NotFoundError(f"Found {made} of {wanted} puzzles: {fruitless} starts in a row brought nothing new.")
        tell(f"{way}: {made} of {wanted} puzzles")
        began = process_time()
        found = puzzles_from(request, oracle, seed, index, Clock(), is_new)
        puzzles = [one.puzzle.line for one in islice(found, each)]
        spent = round(process_time() - began, 6)
        journal.add({"way": way, "index": index, "seed": seed, "puzzles": puzzles, "cpu_seconds": spent})
        made, latest = made + len(puzzles), index if puzzles else latest


def _clues(request: Request, starts: Sequence[Row]) -> list[Grid]:
    """The clues of all puzzles of some starts."""
    return [Puzzle.parse(line, request.layout).clues for start in starts for line in start["puzzles"]]


@dataclass(frozen=True)
class Findings:
    """A plan, and the starts that there are of each way."""

    plan: Plan
    starts: Mapping[str, Sequence[Row]]

    @cached_property
    def clues(self) -> dict[str, list[Grid]]:
        """The clues of the puzzles, by way, of ways with two puzzles or more."""
        made = {way: _clues(self.plan.request, starts)[: self.plan.wanted[way]] for way, starts in self.starts.items()}
        return {way: some for way, some in made.items() if len(some) > 1}

    @cached_property
    def figures(self) -> list[Row]:
        """A row for each way."""
        return [self._row(way, clues) for way, clues in self.clues.items()]

    @property
    def rows(self) -> list[Row]:
        """A row for each puzzle."""
        return [
            {"way": way, "index": start["index"], "seed": start["seed"], "place": place, "puzzle": line}
            for way, starts in self.starts.items()
            for start in starts
            for place, line in enumerate(start["puzzles"])
        ]

    @property
    def so_far(self) -> str:
        """How far the study came."""
        return f"{len(self.rows)} of {sum(self.plan.wanted.values())} puzzles"

    def _row(self, way: str, clues: Sequence[Grid]) -> Row:
        """How many there are, how fast they came, and in how many clues two of them differ, on average."""
        made = sum(len(start["puzzles"]) for start in self.starts[way])
        seconds, forms = sum(start["cpu_seconds"] for start in self.starts[way]), Forms(self.plan.request.layout)
        renamed = (
            [differing_renamed(*pair) for pair in islice(_pairs(clues), PAIRS // 10)] if self._has_few_names else []
        )
        return {
            "way": way,
            "puzzles": len(clues),
            "cpu_seconds": round(seconds, 3),
            "puzzles_a_second": round(made / max(seconds, 1e-9), 1),
            "different": sum(map(forms.add, clues)),
            "consecutive_differ": _mean(starmap(differing, pairwise(clues))),
            "random_differ": _mean(starmap(differing, _pairs(clues))),
            "renamed_differ": _mean(renamed) if renamed else None,
        }

    @property
    def _has_few_names(self) -> bool:
        return self.plan.request.layout.size <= SMALL


def _pairs(clues: Sequence[Grid]) -> Iterator[tuple[Grid, Grid]]:
    """Random pairs, the same for as many puzzles."""
    rng = np.random.default_rng(len(clues))
    for _ in range(PAIRS):
        one, other = rng.choice(len(clues), 2, replace=False)
        yield clues[one], clues[other]


def _mean(numbers: Iterable[int]) -> float:
    return round(fmean(numbers), 2)


def _results(plan: Plan, journal: Journal) -> Results:
    findings = Findings(plan, {way: [row for row in journal.rows if row["way"] == way] for way in plan.wanted})
    return Results(
        so_far=findings.so_far,
        tables=lambda: {"figures": findings.figures},
        rows=lambda: {"rows": findings.rows},
        summary=lambda: for_people(findings.figures),
        report=partial(_report, findings),
        plots=partial(_plots, findings),
    )


def _report(findings: Findings, drawn: Collection[str]) -> str:
    request = findings.plan.request
    assert isinstance(request.pattern, Pattern)
    asked = {
        "layout": request.layout.spec,
        "pattern": request.pattern.line,
        "target": request.target,
        "oracle": request.method.oracle,
        "seed": findings.plan.seed,
    }
    table, plot = for_people(findings.figures), pictured("pairs", CAPTIONS, drawn)
    return "\n\n".join(["# Diversity", READING, setting(asked), table, *plot]) + "\n"


def _plots(findings: Findings) -> dict[str, bytes]:
    """A line a way over the clues in which pairs differ."""
    figure, axis = pyplot().subplots(figsize=(7, 4), layout="constrained")
    for way, clues in findings.clues.items():
        times = Counter(starmap(differing, _pairs(clues)))
        places = range(min(times), max(times) + 1)
        axis.plot(places, [100 * times[place] / PAIRS for place in places], "o-", label=way)
    axis.set_xlabel("clues in which a pair differs")
    axis.set_ylabel("pairs, %")
    axis.legend()
    return {"pairs": svg(figure)}
