"""How does a study of oracles go? Workload by workload, then whole generations, then a process for each oracle."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

from cpgen.errors import InputError
from cpgen.oracles import DEFAULT, ORACLES, open_oracle, require_known
from cpgen.study.journal import Journal
from cpgen.study.oracles.contest import START, Contest, Open, Questions, Terms, keep
from cpgen.study.oracles.runs import METHODS, Generation
from cpgen.study.oracles.startup import startup_of
from cpgen.study.oracles.workloads import Workload
from cpgen.study.study import Tell, timed

QUERIES_A_PUZZLE = 20
"""For so many queries of a workload, a generation makes one puzzle"""


@dataclass(frozen=True)
class Plan:
    """Who is asked what, on which terms."""

    oracles: Mapping[str, Open]
    workloads: tuple[Workload, ...]
    terms: Terms
    methods: tuple[str, ...] = ()
    """The generations that are run with each oracle in the loop"""
    puzzles: int = 0
    """How many puzzles each of them makes"""
    started: tuple[str, ...] = ()
    """The oracles whose start is measured in a process of its own"""
    absent: tuple[str, ...] = ()
    """Why oracles that were wished take no part, a sentence each"""
    reference: str = DEFAULT
    """The oracle that the others are measured against"""
    judges: tuple[str, ...] = ()
    """The oracles of which no two may disagree; none named: all"""

    def __post_init__(self) -> None:
        """Raises InputError when two workloads have one name, by which their rows are known."""
        for name, times in Counter(workload.name for workload in self.workloads).items():
            if times > 1:
                raise InputError(f"Two workloads are called {name}; give the file of one of them another name.")

    @property
    def heading(self) -> Mapping[str, Any]:
        """What the journal of this plan, and of no other, begins with."""
        return timed(
            {
                "study": "oracles",
                "oracles": list(self.oracles),
                "workloads": {workload.name: workload.mark for workload in self.workloads},
                "terms": asdict(self.terms),
                "methods": list(self.methods),
                "puzzles": self.puzzles,
                "started": list(self.started),
            }
        )


def plan_for(
    oracles: Mapping[str, Open],
    absent: tuple[str, ...],
    wanted: Sequence[str],
    workloads: tuple[Workload, ...],
    terms: Terms,
    count: int,
) -> Plan:
    """The plan of these workloads and of the generations and starts among those wanted; a twentieth as many puzzles."""
    return Plan(
        oracles,
        workloads,
        terms,
        methods=tuple(name for name in METHODS if name in wanted),
        puzzles=max(1, count // QUERIES_A_PUZZLE),
        started=tuple(oracles) if START in wanted else (),
        absent=absent,
    )


def usable(names: Sequence[str]) -> tuple[dict[str, Open], tuple[str, ...]]:
    """What opens each of the oracles, and a sentence for each that is not installed here.

    Raises InputError for a name that is no oracle's, and when none can be asked.
    """
    found: dict[str, Open] = {}
    absent = []
    for name in names or list(ORACLES):
        require_known(name)
        try:
            open_oracle(name)
            found[name] = partial(open_oracle, name)
        except InputError as error:
            absent.append(str(error))
    if not found:
        raise InputError(f"No oracle can be asked. {' '.join(absent)}")
    return found, tuple(absent)


def carry_out(plan: Plan, journal: Journal, tell: Tell) -> None:
    """Asks, runs and starts all that the journal does not know yet, on one core where the system lets it choose."""
    with _one_core():
        for workload in plan.workloads:
            Contest(plan.oracles, Questions(workload, plan.terms.repeat), plan.terms, journal, tell).hold()
        for method in plan.methods:
            Contest(plan.oracles, Generation(method, plan.puzzles, plan.terms), plan.terms, journal, tell).hold()
        for name in plan.started:
            tell(f"starting {name}")
            key = (START, "", 0, 0, name)
            if key not in journal:
                keep(journal, key, [startup_of(name)])


@contextmanager
def _one_core() -> Iterator[None]:
    """Keeps this process and those it starts on one core, several studies on several, where the system knows how."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {sorted(before)[os.getpid() % len(before)]})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)
