"""Which of CP-SAT's settings, encodings and ways of asking pay? CP-SAT with one thing changed at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from time import monotonic
from typing import Any

from cpgen.errors import one_of
from cpgen.oracles import KEPT_LAYOUTS, UndecidedError, Uniqueness, open_oracle
from cpgen.oracles.cpsat import (
    INFEASIBLE,
    OPTIMAL,
    THOROUGH,
    AllDifferent,
    Booleans,
    Counter,
    CpSatOracle,
    Model,
    Solve,
)
from cpgen.puzzle import Grid, Puzzle
from cpgen.study.oracles.contest import Open
from cpgen.study.oracles.workloads import Workload, uniqueness_of, workload

BASE = "one try"
"""The way from which each of the others differs"""


@dataclass(frozen=True)
class Way:
    """How CP-SAT is asked: what is changed in the parameters, the encoding, and how clues and second grids come."""

    about: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    encoding: type[Model] = AllDifferent
    rebuilt: bool = False
    """Whether each question builds a model, instead of editing the domains of one that is kept"""
    enumerating: bool = False
    """Whether one search goes on to the second grid, instead of a solve with the first forbidden by a nogood"""


def _default(*names: str) -> dict[str, Any]:
    """What CP-SAT takes for these parameters when it is told nothing."""
    return {name: getattr(type(THOROUGH)(), name) for name in names}


PRESOLVING = ("symmetry_level", "cp_model_probing_level", "max_presolve_iterations", "use_sat_inprocessing")
DEFAULTS = _default(*PRESOLVING, "linearization_level")
PLAIN = {"cp_model_presolve": False}

WAYS = {
    BASE: Way("integers, all-different; one presolve iteration; no probing, symmetry, linearization, inprocessing"),
    "presolve off": Way("no presolve", PLAIN),
    "no presolve iteration": Way("presolve on, but without an iteration", {"max_presolve_iterations": 0}),
    "presolve iterations": Way("as many as by default", _default("max_presolve_iterations")),
    "probing": Way("probing as by default", _default("cp_model_probing_level")),
    "symmetry": Way("symmetry as by default", _default("symmetry_level")),
    "linearization": Way("linearization as by default", _default("linearization_level")),
    "inprocessing": Way("inprocessing as by default", _default("use_sat_inprocessing")),
    "all defaults": Way("every parameter as CP-SAT's default, but one worker", DEFAULTS),
    "Booleans": Way("a Boolean a cell and digit", encoding=Booleans),
    "Booleans, presolve off": Way("the same without presolve", PLAIN, encoding=Booleans),
    "rebuilt": Way("a new model for each question", rebuilt=True),
    "rebuilt, all defaults": Way("a new model, default parameters: as one writes it at first", DEFAULTS, rebuilt=True),
    "enumeration": Way("one search that goes on to the second grid", enumerating=True),
    "enumeration, presolve off": Way("the same without presolve", PLAIN, enumerating=True),
    "Booleans, enumeration": Way("Booleans, one search", encoding=Booleans, enumerating=True),
}
"""The ways, by name; `cpsat` itself is the first with quick tries before it"""


class Asked(CpSatOracle):
    """CP-SAT asked in one way, with at most `seconds` for one question; counts and completions are those of `cpsat`."""

    def __init__(self, way: Way, seconds: float = float("inf")) -> None:
        super().__init__(seconds)
        self._way = way
        self._told = way.encoding if way.rebuilt else lru_cache(KEPT_LAYOUTS)(way.encoding)

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy in another process builds its own models and asks in the same way."""
        return type(self), (self._way, self.seconds)

    def is_consistent(self, puzzle: Puzzle) -> bool:
        """Whether the puzzle has a completion."""
        return self._solution(self._posed(puzzle), monotonic() + self.seconds) is not None

    def uniqueness(self, puzzle: Puzzle) -> Uniqueness:
        """Whether there is one completion, with the grids that show it."""
        model, deadline = self._posed(puzzle), monotonic() + self.seconds
        if self._way.enumerating:
            return Uniqueness(self._enumerated(model, deadline))
        first = self._solution(model, deadline)
        second = first and model.forbid(first) and self._solution(model, deadline)
        return Uniqueness(tuple(grid for grid in (first, second) if grid))

    def _posed(self, puzzle: Puzzle) -> Model:
        model = self._told(puzzle.layout)
        model.pose(puzzle.clues)
        return model

    def _solution(self, model: Model, deadline: float) -> Grid | None:
        response = self._run(model, deadline, {})
        if response.status == OPTIMAL:
            return model.grid(response.solution)
        self._require_decided(response.status == INFEASIBLE)
        return None

    def _enumerated(self, model: Model, deadline: float) -> tuple[Grid, ...]:
        counter = Counter(2)
        response = self._run(model, deadline, {"enumerate_all_solutions": True}, counter)
        self._require_decided(counter.found == 2 or response.status in (OPTIMAL, INFEASIBLE))
        return tuple(model.grid(values) for values in counter.first)

    def _run(self, model: Model, deadline: float, more: Mapping[str, Any], counter: Counter | None = None) -> Any:
        parameters = type(THOROUGH)()
        parameters.copy_from(THOROUGH)
        timed = {"max_time_in_seconds": max(0.0, deadline - monotonic())}
        for name, value in {**self._way.settings, **more, **timed}.items():
            setattr(parameters, name, value)
        return Solve(model.proto, parameters, counter).run()

    def _require_decided(self, decided: bool) -> None:
        if not decided:
            raise UndecidedError(f"cpsat did not decide within {self.seconds:g} s.")


JUDGES = ("cpsat", "bitset")
"""The oracles whose answers are taken for the truth; that they agree is what `cpgen study oracles` shows"""


def openers(names: Sequence[str]) -> dict[str, Open]:
    """What opens the two who know the truth, and CP-SAT in each of the ways named; raises InputError for another."""
    judges: dict[str, Open] = {name: partial(open_oracle, name) for name in JUDGES}
    for name in names:
        if name not in WAYS:
            raise one_of(list(WAYS), name, "a way of asking CP-SAT")
    return judges | {name: partial(Asked, WAYS[name]) for name in dict.fromkeys((BASE, *names))}


def workloads(seed: int, most: int) -> list[Workload]:
    """What CP-SAT is asked in every way: uniqueness of easy, minimal, large and open boards, and contradictions."""
    holes = [query.puzzle for query in workload("holes", seed, most).queries]
    kamio = workload("kamio", seed, most)
    contradictions = tuple(query for query in kamio.queries if query.question == "is_consistent")
    return [
        workload("easy", seed, most),
        workload("minimal", seed, most),
        workload("large", seed, most),
        uniqueness_of(holes, "holes", "uniqueness of 9×9 grids with holes, at every filling"),
        Workload("kamio", "contradiction checks of a generation by kamio and kamio", contradictions),
    ]
