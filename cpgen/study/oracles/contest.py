"""Who is asked when? Block by block, each oracle in turn, so that a busy moment of the machine falls on all of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from cpgen.errors import InputError
from cpgen.generation.workbench import working_seconds
from cpgen.oracles import Oracle
from cpgen.study.journal import Journal
from cpgen.study.oracles.asking import Asked, ask
from cpgen.study.oracles.queries import Query
from cpgen.study.oracles.workloads import Workload

KEY = ("part", "workload", "block", "repeat", "oracle")
"""What names a row of the journal; its `asked` has what came of the queries, its `told` why there is none"""
SETUP, ASKED, RUN, START = "setup", "asked", "run", "start"
"""The parts of a study: opening and a first query, the queries, whole generations, a process of its own (a workload)"""
BLOCK = 20
"""Queries that an oracle answers before the next has its turn"""

Open = Callable[[float], Oracle]
"""Makes an oracle that takes at most so many seconds for a question"""
Tell = Callable[[str], object]


@dataclass(frozen=True)
class Terms:
    """What holds for all oracles: seconds a query, seconds a workload, how often each query is asked, the seed."""

    limit: float = 2.0
    share: float = 10.0
    repeat: int = 3
    seed: int = 1


def keep(journal: Journal, key: Sequence[str | int], asked: Sequence[Asked], told: str = "") -> None:
    """Adds a row to the journal of a study of oracles."""
    journal.add({**dict(zip(KEY, key, strict=True)), "asked": list(asked), "told": told})


def spent_on(journal: Journal, part: str, workload: str) -> dict[str, float]:
    """The seconds that each oracle has spent on a workload, as the journal knows; 0 for the others."""
    spent: dict[str, float] = defaultdict(float)
    for row in journal.rows:
        if (row["part"], row["workload"]) == (part, workload):
            spent[row["oracle"]] += sum(one["seconds"] for one in row["asked"])
    return spent


@dataclass
class Contest:
    """The oracles on one workload, and the seconds that each has spent on it."""

    oracles: Mapping[str, Open]
    workload: Workload
    terms: Terms
    journal: Journal
    tell: Tell
    opened: dict[str, Oracle] = field(default_factory=dict)
    spent: dict[str, float] = field(init=False)

    def __post_init__(self) -> None:
        self.spent = spent_on(self.journal, ASKED, self.workload.name)

    def hold(self) -> None:
        """Asks what the journal does not know yet."""
        for name in self.oracles:
            self.tell(f"{self.workload.name} · opening {name}")
            self._set_up(name)
        for first in range(0, len(self.workload.queries), BLOCK):
            self.tell(f"{self.workload.name} · {first} of {len(self.workload.queries)} queries")
            for repeat in range(self.terms.repeat):
                for name in self._order(first, repeat):
                    self._put(name, first, repeat)

    def _set_up(self, name: str) -> None:
        """Opens the oracle and warms it up by a query of each kind; one that refuses takes no part."""
        key = (SETUP, self.workload.name, 0, 0, name)
        warming: dict[str, Query] = {}
        for query in self.workload.queries:
            warming.setdefault(query.question, query)
        started = working_seconds()
        try:
            oracle = self.oracles[name](self.terms.limit)
            opening = working_seconds() - started
            asked = [ask(oracle, query) for query in warming.values()]
        except InputError as error:
            keep(self.journal, key, [], str(error))
            return
        self.opened[name] = oracle
        if key not in self.journal:
            keep(self.journal, key, [{**asked[0], "seconds": opening + asked[0]["seconds"]}])

    def _order(self, block: int, repeat: int) -> list[str]:
        names = list(self.opened)
        rng = np.random.default_rng([self.terms.seed, block, repeat])
        return [names[place] for place in rng.permutation(len(names)).tolist()]

    def _put(self, name: str, first: int, repeat: int) -> None:
        """Asks the oracle a block of queries, as long as it has time left."""
        key = (ASKED, self.workload.name, first, repeat, name)
        if key in self.journal or self.spent[name] >= self.terms.share:
            return
        asked: list[Asked] = []
        for query in self.workload.queries[first : first + BLOCK]:
            if self.spent[name] < self.terms.share:
                asked.append(ask(self.opened[name], query))
                self.spent[name] += asked[-1]["seconds"]
        keep(self.journal, key, asked)
