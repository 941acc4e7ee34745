"""The study of oracles side by side: which oracle answers what, how fast, and whether all agree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from statistics import geometric_mean, median
from typing import Any

from cpgen.errors import InputError, counted
from cpgen.oracles import DEFAULT
from cpgen.study.engine import Findings, Journal, Progress, Study, Tables
from cpgen.study.measuring import machine, one_core, rounded
from cpgen.study.oracles.contest import (
    KEY,
    METHODS,
    RUN,
    SETUP,
    START,
    Contest,
    Generation,
    Open,
    Questions,
    Task,
    Terms,
    journal_row,
)
from cpgen.study.oracles.figures import (
    Curve,
    Disagreement,
    Times,
    cactus_curve,
    disagreements,
    figures_of,
    filling,
    gathered,
    generation_figures,
    hardest,
    medians,
    milliseconds,
    query_rows,
    times_of,
)
from cpgen.study.oracles.queries import ANSWERED
from cpgen.study.oracles.startup import startup_of
from cpgen.study.oracles.workloads import EVERY_FILLING, Workload
from cpgen.study.plots import pyplot
from cpgen.tabular import Row, markdown

QUERIES_A_PUZZLE = 20
"""For so many queries of a workload, a generation makes one puzzle"""
SHOWN = 50
"""Kinds of disagreement that are listed; all are in the rows"""
FIGURES = {
    "seconds_median": "Median time of a query, ms",
    "seconds_99th": "99th percentile, ms",
    "seconds_par2": "PAR2, ms",
    "answered_a_second": "Queries answered a second",
    "queries": "Queries put within the share of time",
}
"""The figures that have a table by workload and oracle in the report, with its title; all are in figures.csv"""
ANSWER_COLUMNS = {name: name for name in ("oracle", "queries", "answered", "undecided", "wrong")}
COST_COLUMNS = {"set-up, ms": "setup_seconds", "start, s": "start_seconds", "memory, MB": "megabytes"}
METHOD_COLUMNS = {
    "generation": "workload",
    "oracle": "oracle",
    "puzzles": "puzzles",
    "seconds": "seconds",
    "puzzles a second": "puzzles_a_second",
    "questions": "oracle_calls",
    "in the oracle, %": "oracle_percent",
}
STYLES = ("-", "--", ":", "-.")
COLOURS = 10


@dataclass(frozen=True)
class OracleStudy(Study):
    """Which oracles answer what, on which terms.

    Raises InputError when two workloads have one name, by which their rows are known.
    """

    oracles: Mapping[str, Open]
    workloads: tuple[Workload, ...]
    terms: Terms
    methods: tuple[str, ...] = ()
    """The generations that are run with each oracle in the loop"""
    puzzles: int = 0
    """How many puzzles each of them makes"""
    started: tuple[str, ...] = ()
    """The oracles whose start is measured in a separate process"""
    absent: tuple[str, ...] = ()
    """Why requested oracles are left out, a sentence each"""
    reference: str = DEFAULT
    """The oracle that the others are measured against"""
    judges: tuple[str, ...] = ()
    """The oracles of which no two may disagree; none named: all"""

    name = "oracles"
    key = KEY

    def __post_init__(self) -> None:
        for name, times in Counter(workload.name for workload in self.workloads).items():
            if times > 1:
                raise InputError(f"Two workloads are called {name}; give the file of one of them another name.")

    @property
    def conditions(self) -> Row:
        """Oracles, workloads and terms."""
        return {
            "oracles": list(self.oracles),
            "workloads": {workload.name: workload.mark for workload in self.workloads},
            "terms": asdict(self.terms),
            "methods": list(self.methods),
            "puzzles": self.puzzles,
            "started": list(self.started),
        }

    def measure(self, journal: Journal, progress: Progress) -> Iterator[Row]:
        """Queries, generations and starts that the journal lacks, on one core where the system lets it choose."""
        tasks: list[Task] = [
            *(Questions(workload, self.terms.repeat) for workload in self.workloads),
            *(Generation(method, self.puzzles, self.terms) for method in self.methods),
        ]
        with one_core():
            for task in tasks:
                yield from Contest(self.oracles, task, self.terms).rows(journal, progress)
            for name in self.started:
                progress(f"starting {name}")
                key = (START, "", 0, 0, name)
                if key not in journal:
                    yield journal_row(key, [startup_of(name)])

    def findings(self, rows: Sequence[Row]) -> OracleFindings:
        """Times and agreement."""
        return OracleFindings(self, rows)


def oracle_study(
    oracles: Mapping[str, Open],
    absent: tuple[str, ...],
    wanted: Sequence[str],
    workloads: tuple[Workload, ...],
    terms: Terms,
    count: int,
) -> OracleStudy:
    """The study of these workloads and the generations and starts among those wanted, a twentieth as many puzzles."""
    return OracleStudy(
        oracles,
        workloads,
        terms,
        methods=tuple(name for name in METHODS if name in wanted),
        puzzles=max(1, count // QUERIES_A_PUZZLE),
        started=tuple(oracles) if START in wanted else (),
        absent=absent,
    )


@dataclass(frozen=True)
class OracleFindings(Findings[OracleStudy]):
    """The journal read as tables: figures, set-up, generations, agreement."""

    title = "Oracles side by side"
    captions = {  # noqa: RUF012
        "cactus": "Cactus plot: the share of the queries put that an oracle answers, each within the time on the left.",
        "distribution": "Times of all queries by oracle: quartiles and median; the whiskers reach from 1 % to 99 %.",
        "filling": "Median time against the share of cells filled, for each question to boards of every filling.",
        "sides": "Median time for half full boards with boxes, against their side n.",
    }

    @cached_property
    def answers(self) -> list[Row]:
        """A row for each time a query was put."""
        return query_rows(self.rows, self.study.workloads)

    @cached_property
    def runs(self) -> list[Row]:
        """A row for each puzzle of a generation."""
        return [
            {"workload": row["workload"], "oracle": row["oracle"], "index": row["block"], **reply}
            for row in self.rows
            if row["part"] == RUN
            for reply in row["replies"]
        ]

    @cached_property
    def answers_to(self) -> dict[str, list[Row]]:
        """The rows of each workload that was begun, in the order of the study."""
        found: dict[str, list[Row]] = {workload.name: [] for workload in self.study.workloads}
        for row in self.answers:
            found[row["workload"]].append(row)
        return {workload: rows for workload, rows in found.items() if rows}

    @cached_property
    def times(self) -> dict[str, Times]:
        """For each workload the times of its queries, oracle by oracle."""
        return {workload: times_of(rows) for workload, rows in self.answers_to.items()}

    def at_every_filling(self) -> dict[str, list[Row]]:
        """The rows about boards of every filling, by workload and question."""
        found: dict[str, list[Row]] = {}
        for workload in EVERY_FILLING:
            for row in self.answers_to.get(workload, []):
                found.setdefault(f"{workload}, {row['question']}", []).append(row)
        return found

    @cached_property
    def names(self) -> list[str]:
        """The oracles that answered something."""
        asked = {row["oracle"] for row in self.rows if row["replies"]}
        return [name for name in self.study.oracles if name in asked]

    @property
    def workloads(self) -> list[str]:
        """The workloads that were begun."""
        return list(self.answers_to)

    @property
    def reference(self) -> str:
        """The oracle that the others are measured against: the requested one, or the first when that was left out."""
        return next((name for name in (self.study.reference, *self.names) if name in self.names), self.study.reference)

    @property
    def absent(self) -> list[str]:
        """Why oracles took no part, in all or in a workload."""
        refused: dict[tuple[str, str], list[str]] = {}
        for row in self.rows:
            if row["part"] == SETUP and row["problem"]:
                refused.setdefault((row["oracle"], row["problem"]), []).append(row["workload"])
        return [*self.study.absent, *(f"{name} ({', '.join(where)}): {why}" for (name, why), where in refused.items())]

    @cached_property
    def disagreements(self) -> list[Disagreement]:
        """What cannot be true, such as a generation that accepted a wrong puzzle."""
        warming = query_rows(self.rows, self.study.workloads, SETUP)
        wrong = [
            Disagreement(row["workload"], row["index"], "3x3", "", f"{row['oracle']}: {row['problem']}")
            for row in self.runs
            if row["problem"]
        ]
        judges = self.study.judges or self.names
        return [*disagreements(row for row in (*self.answers, *warming) if row["oracle"] in judges), *wrong]

    @cached_property
    def figures(self) -> list[Row]:
        """A row for each workload and oracle."""
        setup = {
            (row["workload"], row["oracle"]): row["replies"][0]["seconds"]
            for row in self.rows
            if row["part"] == SETUP and row["replies"]
        }
        found = []
        for workload in self.workloads:
            for row in figures_of(workload, self.times[workload], self.study.terms.limit, self.reference):
                seconds = setup.get((workload, row["oracle"]))
                found.append({**row, "setup_seconds": rounded(seconds)})
        order = self.names.index
        return sorted(found, key=lambda row: (self.workloads.index(row["workload"]), order(row["oracle"])))

    def tables(self) -> Tables:
        """Figures, oracles, generations and disagreements."""
        return {
            "figures": self.figures,
            "oracles": self.by_oracle(),
            "generations": self.by_method(),
            "disagreements": [one._asdict() for one in self.disagreements],
        }

    def by_oracle(self) -> list[Row]:
        """What each oracle did over all workloads, and what it cost to start."""
        return [self._oracle_row(name) for name in self.names]

    def _oracle_row(self, name: str) -> Row:
        mine = [row for row in self.figures if row["oracle"] == name]
        ratios = [row["times_reference"] for row in mine if row["times_reference"]]
        start = self._start(name)
        return {
            "oracle": name,
            **{figure: sum(row[figure] for row in mine) for figure in ("queries", "answered", "undecided", "wrong")},
            "reference": self.reference,
            "times_reference": rounded(geometric_mean(ratios)) if ratios else None,
            "setup_seconds": rounded(median(row["setup_seconds"] for row in mine)) if mine else None,
            "start_seconds": rounded(start.get("seconds")),
            "megabytes": rounded(start.get("megabytes")),
        }

    def _start(self, name: str) -> Row:
        started = (row["replies"][0] for row in self.rows if row["part"] == START and row["oracle"] == name)
        return next(started, {})

    def by_method(self) -> list[Row]:
        """A row for each generation and oracle: puzzles, seconds for one, questions, the oracle's share of the time."""
        found = []
        for method in self.study.methods:
            for name in self.names:
                rows = [row for row in self.runs if (row["workload"], row["oracle"]) == (method, name)]
                found += [generation_figures(method, name, rows)] if rows else []
        return found

    @property
    def so_far(self) -> str:
        """How far the study is."""
        return counted(len(self.answers), "answer")

    def measured(self) -> Tables:
        """Each answer and each run of a generation, with the limit and the machine."""
        where = {"limit": self.study.terms.limit, **machine()}
        return {"rows": [{**row, **where} for row in self.answers], "runs": [{**row, **where} for row in self.runs]}

    @property
    def problem(self) -> str:
        """How many disagreements there are."""
        wrong = len(self.disagreements)
        return f"{counted(wrong, 'disagreement')}; the report lists them." if wrong else ""

    @property
    def setting(self) -> str:
        """Where and how it was measured, in a paragraph."""
        terms, where = self.study.terms, machine()
        return (
            f"Measured on {where['day']} on {where['processor']} ({where['system']}), one core, Python "
            f"{where['python']}; {where['packages']}. Seed {terms.seed}; repetitions: {terms.repeat}, of which the "
            f"median counts; at most {terms.limit:g} s a query and {terms.share:g} s an oracle on a workload, so that "
            "a slow one answers only its first queries. Oracles take turns in blocks of queries, in a random order."
        )

    def summary(self) -> str:
        """The report without plots."""
        return self.report().rstrip()

    def sections(self, drawn: Collection[str]) -> Iterator[str]:
        """Agreement, a table for each figure, plots, and which oracles were left out."""
        yield agreement(self)
        yield table("## Workloads", _workloads(self))
        times = {f"times {self.reference}": "times_reference"}
        rows = _columns(self.by_oracle(), {**ANSWER_COLUMNS, **times, **COST_COLUMNS})
        yield table("## Each oracle over all workloads", rows, _about_oracles(self))
        for figure, title in FIGURES.items():
            yield table(f"## {title}", _by_workload(self, figure, title))
        yield table("## Hardest filling: % of cells filled where the median time is greatest", _hardest_fillings(self))
        yield table("## Whole generations with each oracle in the loop", _columns(self.by_method(), METHOD_COLUMNS))
        if drawn:
            yield "## Plots"
        for name in drawn:
            yield self.picture(name, drawn)
        if self.absent:
            yield "## Took no part"
            yield "\n".join(f"- {sentence}" for sentence in self.absent)

    def plots(self) -> dict[str, Any]:
        """The plots that the workloads have."""
        figures = {name: draw(self) for name, draw in DRAWN.items()}
        return {name: figure for name, figure in figures.items() if figure is not None}


def _columns(rows: Sequence[Row], columns: Mapping[str, str]) -> list[Row]:
    """The figures named, under titles for people; seconds in milliseconds where the title says so."""
    return [{title: _shown(title, row[name]) for title, name in columns.items()} for row in rows]


def _shown(title: str, value: Any) -> Any:
    return milliseconds(value) if title.endswith(", ms") else value


def _by_workload(found: OracleFindings, figure: str, title: str) -> list[Row]:
    """A table of one figure: a row for each workload, a column for each oracle."""
    value = {(row["workload"], row["oracle"]): _shown(title, row[figure]) for row in found.figures}
    return [
        {"workload": workload, **{name: value.get((workload, name)) for name in found.names}}
        for workload in found.workloads
    ]


def _hardest_fillings(found: OracleFindings) -> list[Row]:
    """Where the median time is greatest: a row for each workload and question, a column for each oracle."""
    rows: list[Row] = []
    for title, asked in found.at_every_filling().items():
        curves = medians(asked, filling)
        peaks = {name: round(100 * hardest(curves[name])) if name in curves else None for name in found.names}
        rows.append({"workload": title, **peaks})
    return rows


def table(title: str, rows: Sequence[Row], about: str = "") -> str:
    """A table under its title, with a sentence about it; nothing when it has no rows."""
    return "\n\n".join(part for part in (title, about, markdown(rows)) if part) if rows else ""


def agreement(found: OracleFindings) -> str:
    """Whether all answers agree, in a sentence; or the disagreements, in a table; nothing without answers."""
    answers = sum(row["outcome"] == ANSWERED for row in found.answers)
    queries = len({(row["workload"], row["query"]) for row in found.answers})
    wrong = found.disagreements
    if not (answers or wrong):
        return ""
    if not wrong:
        return (
            f"**All {answers:,} answers agree** (different queries: {queries:,}; oracles: {len(found.names)}): counts "
            "and consistency, every grid shown completes its clues, and one solution is the same for all."
        )
    return f"**{len(wrong):,} disagreements** among {answers:,} answers:\n\n{markdown(gathered(wrong)[:SHOWN])}"


def _workloads(found: OracleFindings) -> list[Row]:
    return [
        {"workload": workload.name, "queries": len(workload.queries), "questions": workload.about}
        for workload in found.study.workloads
        if workload.name in found.workloads
    ]


def _about_oracles(found: OracleFindings) -> str:
    return (
        f"`times {found.reference}` is how many times as long as {found.reference} it takes: the geometric mean over "
        "queries that both answered, and over workloads. Set-up is opening and a first answer on a workload's board; "
        "start and memory are those of a process that imports the oracle and asks it once, without programs that it "
        "starts itself."
    )


def _cactus(found: OracleFindings) -> Any:
    figure, axis = _canvas()
    times = {name: _all_times(found, name) for name in found.names}
    curves = {name: cactus_curve(asked) for name, asked in times.items() if asked}
    _draw(axis, found, curves)
    _label(axis, "queries answered, %", "seconds a query")
    return _with_legend(figure, axis)


def _all_times(found: OracleFindings, name: str) -> list[tuple[float, bool]]:
    """Seconds of every query put to the oracle, and whether it was answered."""
    return [(one.seconds, one.answered) for times in found.times.values() for one in times.get(name, {}).values()]


def _distribution(found: OracleFindings) -> Any:
    figure, axis = _canvas()
    axis.boxplot(
        [[time for time, _ in _all_times(found, name)] for name in found.names], whis=(1, 99), showfliers=False
    )
    axis.set_xticks(range(1, len(found.names) + 1), found.names, rotation=40, ha="right")
    _label(axis, "", "seconds a query")
    return figure


def _filling(found: OracleFindings) -> Any:
    panels = found.at_every_filling()
    if not panels:
        return None
    figure, axes = pyplot().subplots(-(-len(panels) // 2), 2, figsize=(12, 9), sharey=True, layout="constrained")
    for axis, (title, rows) in zip(axes.flat, panels.items(), strict=False):
        _draw(axis, found, medians(rows, filling))
        _label(axis, f"share of cells filled: {title}", "seconds a query, median")
    for axis in axes.flat[len(panels) :]:
        axis.set_axis_off()
    return _with_legend(figure, axes.flat[0])


def _sides(found: OracleFindings) -> Any:
    if "sides" not in found.workloads:
        return None
    figure, axis = _canvas()
    _draw(axis, found, medians(found.answers_to["sides"], lambda row: row["size"]), "o")
    _label(axis, "side n", "seconds a query, median")
    return _with_legend(figure, axis)


def _canvas() -> tuple[Any, Any]:
    figure, axis = pyplot().subplots(figsize=(8, 5), layout="constrained")
    return figure, axis


def _draw(axis: Any, found: OracleFindings, curves: Mapping[str, Curve], marker: str = "") -> None:
    """A line for each oracle, in the colour and style that it has in every plot."""
    for number, name in enumerate(found.names):
        if name in curves:
            style = STYLES[number // COLOURS % len(STYLES)]
            axis.plot(*curves[name], style, color=f"C{number % COLOURS}", label=name, marker=marker, markersize=4)


def _label(axis: Any, across: str, up: str) -> None:
    axis.set_yscale("log")
    axis.set_xlabel(across)
    axis.set_ylabel(up)
    axis.grid(alpha=0.3)


def _with_legend(figure: Any, axis: Any) -> Any:
    figure.legend(*axis.get_legend_handles_labels(), loc="outside right upper", fontsize="small")
    return figure


DRAWN = {"cactus": _cactus, "distribution": _distribution, "filling": _filling, "sides": _sides}
