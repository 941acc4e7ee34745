"""The contest of oracles on a task: block by block, each oracle in turn, within the same terms.

A busy moment of the machine so falls on all of them. A task is to answer a workload's queries, or to generate puzzles
with the oracle in the loop.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Protocol

import numpy as np

from cpgen.errors import InputError
from cpgen.generation.two_phase import puzzles_from
from cpgen.kernel import working_seconds
from cpgen.oracles import DEFAULT, ORACLES, Oracle, UndecidedError, open_oracle, require_exact, require_known
from cpgen.requests.clock import Clock, OutOfTimeError
from cpgen.study.engine import Journal, Progress
from cpgen.study.oracles.queries import ANSWERED, FAILED, UNDECIDED, WRONG, Query, Recorder, Reply, ask, breakdown
from cpgen.study.oracles.workloads import Workload, request_of
from cpgen.tabular import Row

KEY = ("part", "workload", "block", "repeat", "oracle")
"""What identifies a row of the journal; its `replies` are what came of the queries, its `problem` why there are none"""
SETUP, ASKED, RUN, START = "setup", "asked", "run", "start"
"""The parts of a study: opening and a first query, the queries, whole generations, starting a process (a workload)"""
BLOCK = 20
"""Queries that an oracle answers before the next has its turn"""

Open = Callable[[float], Oracle]
"""Makes an oracle that takes at most so many seconds for a question"""


def usable_oracles(names: Sequence[str]) -> tuple[dict[str, Open], tuple[str, ...]]:
    """What opens each of the oracles, and a sentence for each that is not installed here.

    Raises InputError for a name that is no oracle's, and when none can be used.
    """
    found: dict[str, Open] = {}
    absent = []
    for name in names or list(ORACLES):
        require_known(name)
        try:
            require_exact(name)
            open_oracle(name)
            found[name] = partial(open_oracle, name)
        except InputError as error:
            absent.append(str(error))
    if not found:
        raise InputError(f"No oracle can be used. {' '.join(absent)}")
    return found, tuple(absent)


@dataclass(frozen=True)
class Terms:
    """What holds for all oracles: seconds a query, seconds a workload, how often each query is asked, the seed."""

    limit: float = 2.0
    share: float = 10.0
    repeat: int = 3
    seed: int = 1


class Task(Protocol):
    """What oracles are given to do, in blocks."""

    @property
    def name(self) -> str:
        """The workload's name."""

    @property
    def part(self) -> str:
        """The part of the study that it is."""

    def blocks(self) -> Iterator[tuple[int, int, str]]:
        """Number and repetition of each block, and how far the task is then."""

    def warm_up(self, oracle: Oracle) -> list[Reply]:
        """The outcome of the first questions to an oracle."""

    def work(self, oracle: Oracle, block: int, left: float) -> Iterable[Reply]:
        """The outcome of each question of a block, as long as so many seconds are left."""


@dataclass(frozen=True)
class Questions:
    """The task of answering a workload's queries."""

    workload: Workload
    repeat: int
    part: str = ASKED

    @property
    def name(self) -> str:
        """The workload's name."""
        return self.workload.name

    def blocks(self) -> Iterator[tuple[int, int, str]]:
        """Every so many queries, as often as they are asked."""
        for first in range(0, len(self.workload.queries), BLOCK):
            for repeat in range(self.repeat):
                yield first, repeat, f"{first} of {len(self.workload.queries)} queries"

    def warm_up(self, oracle: Oracle) -> list[Reply]:
        """A query of each kind."""
        first: dict[str, Query] = {}
        for query in self.workload.queries:
            first.setdefault(query.question, query)
        return [ask(oracle, query) for query in first.values()]

    def work(self, oracle: Oracle, block: int, left: float) -> Iterator[Reply]:
        """The queries of a block, as long as there is time left."""
        for query in self.workload.queries[block : block + BLOCK]:
            if left <= 0:
                return
            reply = ask(oracle, query)
            left -= reply["seconds"]
            yield reply


METHODS = {
    "generate-anneal": ("sample", "anneal"),
    "generate-zama": ("zama", "zama"),
    "generate-kamio": ("kamio", "kamio"),
}
"""The generations that are run, with their two phases"""


@dataclass(frozen=True)
class Generation:
    """The task of making so many puzzles by a method with the oracle in the loop."""

    name: str
    puzzles: int
    terms: Terms
    part: str = RUN

    def blocks(self) -> Iterator[tuple[int, int, str]]:
        """The puzzles one by one."""
        for index in range(self.puzzles):
            yield index, 0, f"{index} of {self.puzzles} puzzles"

    def warm_up(self, oracle: Oracle) -> list[Reply]:
        """A puzzle of another seed, for a second at most."""
        return [made_by(oracle, self.name, self.terms.seed + 1, 0, min(1.0, self.terms.share))]

    def work(self, oracle: Oracle, block: int, left: float) -> list[Reply]:
        """The puzzle of that index."""
        return [made_by(oracle, self.name, self.terms.seed, block, left)]


def made_by(oracle: Oracle, method: str, seed: int, index: int, left: float) -> Reply:
    """What making one puzzle took within the seconds left; undecided when they were not enough.

    `oracle_calls` are the questions put to the oracle, `oracle_seconds` what it took for them.
    """
    recorder, made, problem = Recorder(oracle), None, ""
    started = working_seconds()
    try:
        made = next(puzzles_from(request_of(*METHODS[method]), recorder, seed, index, Clock(left)))
        outcome = ANSWERED
    except (OutOfTimeError, UndecidedError):
        outcome = UNDECIDED
    except InputError:
        raise
    except Exception as error:  # a study of solvers outlives each of them
        outcome, problem = FAILED, breakdown(error)
    seconds = working_seconds() - started
    if made is not None and _reference().uniqueness(made.puzzle).grids != (made.solution,):
        outcome, problem = WRONG, f"{DEFAULT} does not find the one solution of {made.puzzle.line}"
    return {
        "seconds": seconds,
        "outcome": outcome,
        "problem": problem,
        "oracle_calls": len(recorder.asked),
        "oracle_seconds": recorder.seconds,
    }


@cache
def _reference() -> Oracle:
    return open_oracle(DEFAULT)


@dataclass
class Contest:
    """The oracles on one task, each with as many seconds as the terms give."""

    oracles: Mapping[str, Open]
    task: Task
    terms: Terms
    opened: dict[str, Oracle] = field(default_factory=dict)

    def rows(self, journal: Journal, progress: Progress) -> Iterator[Row]:
        """Measures what the journal lacks."""
        for name in self.oracles:
            progress(f"{self.task.name} · opening {name}")
            yield from self._set_up(name, journal)
        spent = self._spent(journal)
        for block, repeat, so_far in self.task.blocks():
            progress(f"{self.task.name} · {so_far}")
            for name in self._order(block, repeat):
                key = (self.task.part, self.task.name, block, repeat, name)
                if key not in journal and spent[name] < self.terms.share:
                    replies = list(self.task.work(self.opened[name], block, self.terms.share - spent[name]))
                    spent[name] += sum(one["seconds"] for one in replies)
                    yield journal_row(key, replies)

    def _set_up(self, name: str, journal: Journal) -> Iterator[Row]:
        """Opens the oracle and warms it up; one that refuses is left out."""
        key = (SETUP, self.task.name, 0, 0, name)
        started = working_seconds()
        try:
            oracle = self.oracles[name](self.terms.limit)
            opening = working_seconds() - started
            replies = self.task.warm_up(oracle)
        except InputError as error:
            yield journal_row(key, [], str(error))
            return
        self.opened[name] = oracle
        if key not in journal:
            yield journal_row(key, [{**replies[0], "seconds": opening + replies[0]["seconds"]}])

    def _spent(self, journal: Journal) -> dict[str, float]:
        """The seconds that each oracle has spent on the task, as the journal knows; 0 for the others."""
        spent: dict[str, float] = defaultdict(float)
        for row in journal.rows:
            if (row["part"], row["workload"]) == (self.task.part, self.task.name):
                spent[row["oracle"]] += sum(one["seconds"] for one in row["replies"])
        return spent

    def _order(self, block: int, repeat: int) -> list[str]:
        names = list(self.opened)
        rng = np.random.default_rng([self.terms.seed, block, repeat])
        return [names[place] for place in rng.permutation(len(names)).tolist()]


def journal_row(key: Sequence[str | int], replies: Sequence[Reply], problem: str = "") -> Row:
    """A row of the journal of a study of oracles."""
    return {**dict(zip(KEY, key, strict=True)), "replies": list(replies), "problem": problem}
