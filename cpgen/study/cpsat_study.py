"""Study of CP-SAT settings, each differing from a base in one respect: parameters, encoding, or how queries are posed.

The base is the cheapest configuration that is correct: integer variables with all-different constraints, one model per
layout whose domains are set to the clues of each puzzle, one presolve iteration, and for the search of a second grid a
clause that forbids the first. Each setting differs from the base only in the points that its text names.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from statistics import geometric_mean
from typing import Any

from cpgen.oracles import Uniqueness, open_oracle
from cpgen.oracles.bases import CONSISTENT, UNIQUE, Deadline
from cpgen.oracles.cpsat import (
    INFEASIBLE,
    OPTIMAL,
    PLAIN,
    THOROUGH,
    Booleans,
    CpSatOracle,
    Integers,
    Model,
    SolutionCounter,
    solve_wrapper,
)
from cpgen.puzzle import Grid, Puzzle
from cpgen.study.measuring import canvas, rounded
from cpgen.study.oracle_contest import Open, Terms
from cpgen.study.oracle_figures import completions_in, milliseconds, mistakes
from cpgen.study.oracle_study import OracleStudy
from cpgen.study.oracle_workloads import Workload, uniqueness_of, workload
from cpgen.study.runner import section
from cpgen.suggestions import one_of
from cpgen.tabular import Row

BASE = "one try"
"""Name of the setting from which each of the others differs"""


@dataclass(frozen=True)
class Setting:
    """A configuration of CP-SAT: parameters that differ from the base, the encoding, and how queries are posed."""

    about: str
    parameters: Mapping[str, Any] = field(default_factory=dict)
    encoding: type[Model] = Integers
    rebuilt: bool = False
    """True if each query builds a model; else one model per layout is kept, and its domains are changed"""
    enumerating: bool = False
    """True if one search continues to the second grid; else a second search forbids the first grid"""


def _default(*names: str) -> dict[str, Any]:
    """Return the default values of the named CP-SAT parameters."""
    return {name: getattr(type(THOROUGH)(), name) for name in names}


PRESOLVING = ("symmetry_level", "cp_model_probing_level", "max_presolve_iterations", "use_sat_inprocessing")
DEFAULTS = _default(*PRESOLVING, "linearization_level")

SETTINGS = {
    BASE: Setting("integers, all-different; one presolve iteration; no probing, symmetry, linearization, inprocessing"),
    "presolve off": Setting("no presolve", PLAIN),
    "no presolve iteration": Setting("presolve on, but without an iteration", {"max_presolve_iterations": 0}),
    "presolve iterations": Setting("as many presolve iterations as by default", _default("max_presolve_iterations")),
    "probing": Setting("probing as by default", _default("cp_model_probing_level")),
    "symmetry": Setting("symmetry as by default", _default("symmetry_level")),
    "linearization": Setting("linearization as by default", _default("linearization_level")),
    "inprocessing": Setting("inprocessing as by default", _default("use_sat_inprocessing")),
    "all defaults": Setting("every parameter as CP-SAT's default, but one worker", DEFAULTS),
    "Booleans": Setting("one Boolean per cell and digit", encoding=Booleans),
    "Booleans, presolve off": Setting("as above, without presolve", PLAIN, Booleans),
    "rebuilt": Setting("a new model for each query", rebuilt=True),
    "rebuilt, all defaults": Setting(
        "a new model, default parameters: the obvious first attempt", DEFAULTS, rebuilt=True
    ),
    "enumeration": Setting("one search that continues to the second grid", enumerating=True),
    "enumeration, presolve off": Setting("as above, without presolve", PLAIN, enumerating=True),
    "Booleans, enumeration": Setting("Booleans, one search", encoding=Booleans, enumerating=True),
    "Booleans, enumeration, presolve off": Setting("as above, without presolve", PLAIN, Booleans, enumerating=True),
}
"""Settings of CP-SAT that the study can compare, by name"""


class VariedCpSat(CpSatOracle):
    """Oracle that runs CP-SAT in one setting, with at most `seconds` per query; only two queries follow the setting.

    `is_consistent` and `uniqueness` do; `count` and `complete` are inherited unchanged.
    """

    def __init__(self, setting: Setting, seconds: float = float("inf")) -> None:
        super().__init__(seconds)
        self._setting = setting

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the setting and the time limit; a copy builds its own models."""
        return type(self), (self._setting, self.seconds)

    def is_consistent(self, puzzle: Puzzle) -> bool:
        """Return True if the puzzle has a completion."""
        return self._solution(self._posed(puzzle), self._deadline(CONSISTENT)) is not None

    def uniqueness(self, puzzle: Puzzle) -> Uniqueness:
        """Return the first two completions: one if the puzzle is unique, none if it has no completion."""
        model, deadline = self._posed(puzzle), self._deadline(UNIQUE)
        if self._setting.enumerating:
            return Uniqueness(self._enumerated(model, deadline))
        first = self._solution(model, deadline)
        if first is None or not model.open_cells:
            return Uniqueness((first,) if first else ())
        model.forbid(first, model.open_cells)
        second = self._solution(model, deadline)
        return Uniqueness((first, second) if second else (first,))

    def _posed(self, puzzle: Puzzle) -> Model:
        encoding, layout = self._setting.encoding, puzzle.layout
        model = encoding(layout) if self._setting.rebuilt else self._model_of(encoding, layout)
        model.pose(puzzle.clues)
        return model

    def _solution(self, model: Model, deadline: Deadline) -> Grid | None:
        response = self._run(model, deadline, {})
        if response.status == OPTIMAL:
            return model.grid(response.solution)
        _require_decided(deadline, response.status == INFEASIBLE)
        return None

    def _enumerated(self, model: Model, deadline: Deadline) -> tuple[Grid, ...]:
        counter = SolutionCounter(2)
        response = self._run(model, deadline, {"enumerate_all_solutions": True}, counter)
        _require_decided(deadline, counter.found == 2 or response.status in (OPTIMAL, INFEASIBLE))
        return tuple(model.grid(values) for values in counter.first)

    def _run(
        self, model: Model, deadline: Deadline, more: Mapping[str, Any], counter: SolutionCounter | None = None
    ) -> Any:
        parameters = type(THOROUGH)()
        parameters.copy_from(THOROUGH)
        timed = {"max_time_in_seconds": deadline.left()}
        for name, value in {**self._setting.parameters, **more, **timed}.items():
            setattr(parameters, name, value)
        return solve_wrapper(parameters, counter).solve(model.proto)

    def _deadline(self, asked: str) -> Deadline:
        return Deadline("cpsat", self.seconds, asked)


def _require_decided(deadline: Deadline, decided: bool) -> None:
    if not decided:
        raise deadline.undecided()


JUDGES = ("cpsat", "bitset")
"""Oracles whose answers are taken as true; `cpgen study oracles` compares them with each other"""
ABOUT = (
    f"Median milliseconds per query on each workload; `times` is the geometric mean over the workloads of the time "
    f"divided by that of “{BASE}” on the same queries. `cpsat` uses “Booleans, presolve off” where few cells are "
    f"clues, and else “{BASE}” after a quick try without presolve iterations, of which only solutions are trusted."
)
ABOUT_WRONG = f"Answers that contradict both {' and '.join(JUDGES)}, or are invalid; the first of each setting."


def opened_ways(names: Sequence[str]) -> dict[str, Open]:
    """Return an oracle factory by name: the two judges and CP-SAT in the base setting and each named one.

    Raises InputError for an unknown setting.
    """
    judges: dict[str, Open] = {name: partial(open_oracle, name) for name in JUDGES}
    for name in names:
        if name not in SETTINGS:
            raise one_of(list(SETTINGS), name, "a way of asking CP-SAT")
    return judges | {name: partial(VariedCpSat, SETTINGS[name]) for name in dict.fromkeys((BASE, *names))}


def cpsat_study(names: Sequence[str], terms: Terms, count: int, own: Sequence[Workload] = ()) -> CpsatStudy:
    """Return the study of the named CP-SAT settings (default: all) on the workloads `own`, else on the default ones."""
    workloads = tuple(own) or default_workloads(terms, count)
    return CpsatStudy(opened_ways(names or list(SETTINGS)), workloads, terms, reference=BASE, judges=JUDGES)


def default_workloads(terms: Terms, count: int) -> tuple[Workload, ...]:
    """Return five workloads of at most `count` queries: uniqueness of several sorts of boards, and contradictions."""
    holes = [query.puzzle for query in workload("holes", terms.seed, count).queries]
    kamio = workload("kamio", terms.seed, count).queries
    contradictions = tuple(query for query in kamio if query.question == "is_consistent")
    return (
        *(workload(name, terms.seed, count) for name in ("easy", "minimal", "large")),
        uniqueness_of(holes, "holes", "uniqueness of 9×9 grids with holes, at every filling"),
        Workload("kamio", "contradiction checks of a generation by kamio and kamio", contradictions),
    )


@dataclass(frozen=True)
class CpsatStudy(OracleStudy):
    """Comparison of CP-SAT settings: times and wrong answers of each."""

    name = "cpsat"
    title = "CP-SAT, one thing changed at a time"
    captions = {  # noqa: RUF012
        "ways": f"Times of CP-SAT in each setting, as multiples of “{BASE}” on the same queries, workload by workload."
    }

    def sections(self, drawn: Collection[str]) -> Iterator[str]:
        """Yield the Markdown tables of times per setting and of wrong answers, then the plot."""
        yield section("Ways", self.by_way, ABOUT)
        yield section("Wrong answers", self.wrong_answers, ABOUT_WRONG)
        yield self.picture("ways", drawn)

    @cached_property
    def mistakes(self) -> list[Row]:
        """Answers (table rows) that contradict those of the judges, at most one per query and setting."""
        return mistakes(self.answers, JUDGES)

    @cached_property
    def by_way(self) -> list[Row]:
        """Table with a row per setting: median time on each workload, time against the base, undecided, wrong."""
        wrong = Tally(row["oracle"] for row in self.mistakes)
        rows: list[Row] = []
        for name in self.names:
            mine = {row["workload"]: row for row in self.figures if row["oracle"] == name}
            ratios = [ratio for row in mine.values() if (ratio := row["times_reference"])]
            rows.append(
                {
                    "way": name,
                    **{
                        own: milliseconds(mine[own]["seconds_median"]) if own in mine else None
                        for own in self.answers_to
                    },
                    "times": rounded(geometric_mean(ratios)) if ratios else None,
                    "undecided": sum(row["undecided"] for row in mine.values()),
                    "wrong": wrong[name],
                    "what": SETTINGS[name].about if name in SETTINGS else "the oracle as it is",
                }
            )
        return rows

    @cached_property
    def wrong_answers(self) -> list[Row]:
        """Table with the first wrong answer of each setting and workload, next to the judges' answers."""
        first = {(row["oracle"], row["workload"]): row for row in reversed(self.mistakes)}
        rows: list[Row] = []
        for wrong in [row for row in self.mistakes if first[row["oracle"], row["workload"]] is row]:
            query = wrong["workload"], wrong["query"]
            said = [row for row in self.answers if (row["workload"], row["query"]) == query and row["oracle"] in JUDGES]
            rows.append(
                {
                    "way": wrong["oracle"],
                    "workload": wrong["workload"],
                    "puzzle": wrong["puzzle"],
                    "its answer": wrong["problem"] or completions_in(wrong),
                    "completions": ", ".join(dict.fromkeys(map(completions_in, said))),
                }
            )
        return rows

    def plots(self) -> dict[str, Any]:
        """Return a plot of each setting's time against the base, with one mark per workload."""
        names = [name for name in self.names if name in SETTINGS or name == JUDGES[0]][::-1]
        figure, axis = canvas(9, 1 + 0.35 * len(names))
        for number, name in enumerate(self.answers_to):
            ratio = {row["oracle"]: row["times_reference"] for row in self.figures if row["workload"] == name}
            places = [place for place, way in enumerate(names) if ratio.get(way)]
            axis.plot([ratio[names[place]] for place in places], places, "osD^v*"[number % 6], label=name)
        axis.axvline(1, color="grey", linewidth=1)
        axis.set_yticks(range(len(names)), names)
        axis.set_xscale("log")
        axis.set_xlabel(f"time divided by that of “{BASE}”")
        axis.grid(alpha=0.3)
        figure.legend(loc="outside right upper", fontsize="small")
        return {"ways": figure}
