"""The study of CP-SAT with one thing changed at a time: which settings, encodings and ways of asking it pay."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from statistics import geometric_mean
from time import monotonic
from typing import Any

from cpgen.errors import one_of
from cpgen.oracles import UndecidedError, Uniqueness, open_oracle
from cpgen.oracles.cpsat import (
    INFEASIBLE,
    OPTIMAL,
    PLAIN,
    THOROUGH,
    AllDifferent,
    Booleans,
    Counter,
    CpSatOracle,
    Model,
    Solve,
)
from cpgen.puzzle import Grid, Puzzle
from cpgen.study.measuring import rounded
from cpgen.study.oracles.comparison import OracleFindings, OracleStudy, table
from cpgen.study.oracles.contest import Open, Terms
from cpgen.study.oracles.figures import completions_in, milliseconds, mistakes
from cpgen.study.oracles.workloads import Workload, uniqueness_of, workload
from cpgen.study.plots import pyplot
from cpgen.tabular import Row

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
    """Whether one search continues to the second grid, instead of a solve with the first forbidden by a nogood"""


def _default(*names: str) -> dict[str, Any]:
    """CP-SAT's defaults for these parameters."""
    return {name: getattr(type(THOROUGH)(), name) for name in names}


PRESOLVING = ("symmetry_level", "cp_model_probing_level", "max_presolve_iterations", "use_sat_inprocessing")
DEFAULTS = _default(*PRESOLVING, "linearization_level")

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
    "Booleans, presolve off": Way("the same without presolve", PLAIN, Booleans),
    "rebuilt": Way("a new model for each question", rebuilt=True),
    "rebuilt, all defaults": Way("a new model, default parameters: as one writes it at first", DEFAULTS, rebuilt=True),
    "enumeration": Way("one search that continues to the second grid", enumerating=True),
    "enumeration, presolve off": Way("the same without presolve", PLAIN, enumerating=True),
    "Booleans, enumeration": Way("Booleans, one search", encoding=Booleans, enumerating=True),
    "Booleans, enumeration, presolve off": Way("the same without presolve", PLAIN, Booleans, enumerating=True),
}
"""The ways, by name"""


class VariedCpSat(CpSatOracle):
    """CP-SAT asked in one way, with at most `seconds` for one question; counts and completions are those of `cpsat`."""

    def __init__(self, way: Way, seconds: float = float("inf")) -> None:
        super().__init__(seconds)
        self._way = way

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
        if first is None or not model.open_cells:
            return Uniqueness((first,) if first else ())
        model.forbid(first, model.open_cells)
        second = self._solution(model, deadline)
        return Uniqueness((first, second) if second else (first,))

    def _posed(self, puzzle: Puzzle) -> Model:
        encoding, layout = self._way.encoding, puzzle.layout
        model = encoding(layout) if self._way.rebuilt else self._model_of(encoding, layout)
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
ABOUT = (
    f"Median milliseconds a query on each workload; `times` is the geometric mean over the workloads of the time "
    f"in times of “{BASE}” on the same queries. `cpsat` takes “Booleans, presolve off” where few cells are clues, and "
    f"else “{BASE}”, with a quick try without a presolve iteration before it, believed only when it shows a grid."
)
ABOUT_WRONG = f"Answers that contradict both {' and '.join(JUDGES)}, or that are no answers; the first of each way."


def opened_ways(names: Sequence[str]) -> dict[str, Open]:
    """What opens the two judges, and CP-SAT in each of the ways named; raises InputError for an unknown way."""
    judges: dict[str, Open] = {name: partial(open_oracle, name) for name in JUDGES}
    for name in names:
        if name not in WAYS:
            raise one_of(list(WAYS), name, "a way of asking CP-SAT")
    return judges | {name: partial(VariedCpSat, WAYS[name]) for name in dict.fromkeys((BASE, *names))}


def cpsat_workloads(seed: int, most: int) -> list[Workload]:
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


def cpsat_study(names: Sequence[str], terms: Terms, count: int) -> CpsatStudy:
    """The study of these ways (none: all), so many queries of each workload; raises InputError for an unknown way."""
    opened, workloads = opened_ways(names or list(WAYS)), tuple(cpsat_workloads(terms.seed, count))
    return CpsatStudy(opened, workloads, terms, reference=BASE, judges=JUDGES)


@dataclass(frozen=True)
class CpsatStudy(OracleStudy):
    """The ways of asking CP-SAT side by side."""

    name = "cpsat"

    def findings(self, rows: Sequence[Row]) -> CpsatFindings:
        """Times and wrong answers of each way."""
        return CpsatFindings(self, rows)


@dataclass(frozen=True)
class CpsatFindings(OracleFindings):
    """A table with a row for each way of asking, its wrong answers, and a plot."""

    title = "CP-SAT, one thing changed at a time"
    captions = {  # noqa: RUF012
        "ways": f"Times of CP-SAT in each way, as multiples of “{BASE}” on the same queries, workload by workload."
    }

    def sections(self, drawn: Collection[str]) -> Iterator[str]:
        """The ways, their wrong answers, and the plot."""
        yield table("## Ways", self.by_way, ABOUT)
        yield table("## Wrong answers", self.wrong_answers, ABOUT_WRONG)
        yield self.picture("ways", drawn)

    @cached_property
    def mistakes(self) -> list[Row]:
        """The answers that contradict the judges."""
        return mistakes(self.answers, JUDGES)

    @cached_property
    def by_way(self) -> list[Row]:
        """A row for each way: what it changes, its medians, its time against the base, undecided and wrong answers."""
        wrong = Tally(row["oracle"] for row in self.mistakes)
        return [self._way_row(name, wrong[name]) for name in self.names]

    def _way_row(self, name: str, wrong: int) -> Row:
        mine = {row["workload"]: row for row in self.figures if row["oracle"] == name}
        ratios = [ratio for row in mine.values() if (ratio := row["times_reference"])]
        return {
            "way": name,
            **{
                workload: milliseconds(mine[workload]["seconds_median"]) if workload in mine else None
                for workload in self.workloads
            },
            "times": rounded(geometric_mean(ratios)) if ratios else None,
            "undecided": sum(row["undecided"] for row in mine.values()),
            "wrong": wrong,
            "what": WAYS[name].about if name in WAYS else "the oracle as it is",
        }

    @cached_property
    def wrong_answers(self) -> list[Row]:
        """The first wrong answer of each way and workload, with the judges' answers."""
        first: dict[tuple[str, str], Row] = {}
        for row in self.mistakes:
            first.setdefault((row["oracle"], row["workload"]), row)
        return [
            {
                "way": row["oracle"],
                "workload": row["workload"],
                "puzzle": row["puzzle"],
                "its answer": row["problem"] or completions_in(row),
                "completions": self._truth(row),
            }
            for row in first.values()
        ]

    def _truth(self, wrong: Row) -> str:
        query = wrong["workload"], wrong["query"]
        same = (row for row in self.answers if (row["workload"], row["query"]) == query and row["oracle"] in JUDGES)
        return ", ".join(dict.fromkeys(map(completions_in, same)))

    def plots(self) -> dict[str, Any]:
        """The time of each way against the base, a mark for each workload."""
        names = [name for name in self.names if name in WAYS or name == JUDGES[0]][::-1]
        figure, axis = pyplot().subplots(figsize=(9, 1 + 0.35 * len(names)), layout="constrained")
        for number, name in enumerate(self.workloads):
            ratio = {row["oracle"]: row["times_reference"] for row in self.figures if row["workload"] == name}
            places = [place for place, way in enumerate(names) if ratio.get(way)]
            axis.plot([ratio[names[place]] for place in places], places, "osD^v*"[number % 6], label=name)
        axis.axvline(1, color="grey", linewidth=1)
        axis.set_yticks(range(len(names)), names)
        axis.set_xscale("log")
        axis.set_xlabel(f"times as long as “{BASE}”")
        axis.grid(alpha=0.3)
        figure.legend(loc="outside right upper", fontsize="small")
        return {"ways": figure}
