"""Who is asked when? Block by block, each oracle in turn, so that a busy moment of the machine falls on all of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from cpgen.errors import InputError
from cpgen.generation.clock import working_seconds
from cpgen.oracles import Oracle
from cpgen.study.journal import Journal
from cpgen.study.oracles.asking import Asked, ask
from cpgen.study.oracles.queries import Query
from cpgen.study.oracles.workloads import Workload
from cpgen.study.study import Tell

KEY = ("part", "workload", "block", "repeat", "oracle")
"""What names a row of the journal; its `asked` has what came of the queries, its `told` why there is none"""
SETUP, ASKED, RUN, START = "setup", "asked", "run", "start"
"""The parts of a study: opening and a first query, the queries, whole generations, a process of its own (a workload)"""
BLOCK = 20
"""Queries that an oracle answers before the next has its turn"""

Open = Callable[[float], Oracle]
"""Makes an oracle that takes at most so many seconds for a question"""


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

    def warm_up(self, oracle: Oracle) -> list[Asked]:
        """What came of the first questions to an oracle."""

    def work(self, oracle: Oracle, block: int, left: float) -> Iterable[Asked]:
        """What comes of each question of a block, as long as so many seconds are left."""


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

    def warm_up(self, oracle: Oracle) -> list[Asked]:
        """A query of each kind."""
        first: dict[str, Query] = {}
        for query in self.workload.queries:
            first.setdefault(query.question, query)
        return [ask(oracle, query) for query in first.values()]

    def work(self, oracle: Oracle, block: int, left: float) -> Iterator[Asked]:
        """The queries of a block, as long as there is time left."""
        for query in self.workload.queries[block : block + BLOCK]:
            if left <= 0:
                return
            asked = ask(oracle, query)
            left -= asked["seconds"]
            yield asked


@dataclass
class Contest:
    """The oracles on one task, and the seconds that each has spent on it."""

    oracles: Mapping[str, Open]
    task: Task
    terms: Terms
    journal: Journal
    tell: Tell
    opened: dict[str, Oracle] = field(default_factory=dict)

    def hold(self) -> None:
        """Gives to do what the journal does not know yet."""
        for name in self.oracles:
            self.tell(f"{self.task.name} · opening {name}")
            self._set_up(name)
        spent = self._spent()
        for block, repeat, so_far in self.task.blocks():
            self.tell(f"{self.task.name} · {so_far}")
            for name in self._order(block, repeat):
                key = (self.task.part, self.task.name, block, repeat, name)
                if key not in self.journal and spent[name] < self.terms.share:
                    asked = list(self.task.work(self.opened[name], block, self.terms.share - spent[name]))
                    spent[name] += sum(one["seconds"] for one in asked)
                    keep(self.journal, key, asked)

    def _set_up(self, name: str) -> None:
        """Opens the oracle and warms it up; one that refuses takes no part."""
        key = (SETUP, self.task.name, 0, 0, name)
        started = working_seconds()
        try:
            oracle = self.oracles[name](self.terms.limit)
            opening = working_seconds() - started
            asked = self.task.warm_up(oracle)
        except InputError as error:
            keep(self.journal, key, [], str(error))
            return
        self.opened[name] = oracle
        if key not in self.journal:
            keep(self.journal, key, [{**asked[0], "seconds": opening + asked[0]["seconds"]}])

    def _spent(self) -> dict[str, float]:
        """The seconds that each oracle has spent on the task, as the journal knows; 0 for the others."""
        spent: dict[str, float] = defaultdict(float)
        for row in self.journal.rows:
            if (row["part"], row["workload"]) == (self.task.part, self.task.name):
                spent[row["oracle"]] += sum(one["seconds"] for one in row["asked"])
        return spent

    def _order(self, block: int, repeat: int) -> list[str]:
        names = list(self.opened)
        rng = np.random.default_rng([self.terms.seed, block, repeat])
        return [names[place] for place in rng.permutation(len(names)).tolist()]


def keep(journal: Journal, key: Sequence[str | int], asked: Sequence[Asked], told: str = "") -> None:
    """Adds a row to the journal of a study of oracles."""
    journal.add({**dict(zip(KEY, key, strict=True)), "asked": list(asked), "told": told})
