"""Study of oracles: which queries each oracle answers, how fast, and whether all answers agree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from statistics import geometric_mean, median
from typing import Any

from cpgen.errors import InputError
from cpgen.messages import counted
from cpgen.oracles import DEFAULT
from cpgen.study.measuring import canvas, machine, one_core, rounded
from cpgen.study.oracle_contest import (
    KEY,
    METHODS,
    RUN,
    SETUP,
    START,
    Open,
    Terms,
    contest,
    generation_task,
    journal_row,
    questions_task,
)
from cpgen.study.oracle_figures import (
    Curve,
    Disagreement,
    Times,
    cactus_curve,
    disagreements,
    figures_of,
    filling,
    grouped_by_text,
    medians,
    milliseconds,
    peak,
    query_rows,
    times_of,
)
from cpgen.study.oracle_queries import ANSWERED
from cpgen.study.oracle_startup import startup_of
from cpgen.study.oracle_workloads import EVERY_FILLING, Workload
from cpgen.study.runner import Journal, Progress, Study, Tables, section
from cpgen.tabular import Row, markdown

QUERIES_A_PUZZLE = 20
"""Number of queries of a workload for each puzzle of a generation"""
SHOWN = 50
"""Kinds of disagreement that the report lists; all are in the rows"""
FIGURES = {
    "seconds_median": "Median time of a query, ms",
    "seconds_99th": "99th percentile, ms",
    "seconds_par2": "PAR2, ms",
    "answered_a_second": "Queries answered per second",
    "queries": "Queries put within the share of time",
}
"""Figures shown as a table by workload and oracle in the report, with titles; figures.csv contains all"""
ORACLE_COLUMNS = {
    **{name: name for name in ("oracle", "queries", "answered", "undecided", "wrong")},
    "times reference": "times_reference",
    "set-up, ms": "setup_seconds",
    "start, s": "start_seconds",
    "memory, MB": "megabytes",
}
METHOD_COLUMNS = {
    "generation": "workload",
    "oracle": "oracle",
    "puzzles": "puzzles",
    "seconds": "seconds",
    "puzzles per second": "puzzles_a_second",
    "questions": "oracle_calls",
    "in the oracle, %": "oracle_percent",
}
STYLES = ("-", "--", ":", "-.")
COLOURS = 10


@dataclass(frozen=True)
class OracleStudy(Study):
    """Comparison of oracles on the same workloads and terms: times, and contradictions between their answers.

    Raises InputError for workloads with equal names.
    """

    oracles: Mapping[str, Open]
    workloads: tuple[Workload, ...]
    terms: Terms
    methods: tuple[str, ...] = ()
    """Names of the generation tasks that are run with each oracle in the loop"""
    puzzles: int = 0
    """Number of puzzles that each generation task makes"""
    started: tuple[str, ...] = ()
    """Oracles whose start-up cost is measured in a separate process"""
    absent: tuple[str, ...] = ()
    """Sentences on requested oracles that are not installed"""
    reference: str = DEFAULT
    """Oracle that the others are compared with"""
    judges: tuple[str, ...] = ()
    """Oracles whose answers are taken as true; empty to check all oracles against each other"""

    name = "oracles"
    key = KEY
    title = "Oracles side by side"
    reading = """\
All oracles are measured on one core and take turns in blocks, in random order. The median of the repetitions counts.
`limit` is the seconds of a query, `share` those of an oracle and workload: a slow one answers fewer queries."""
    captions = {  # noqa: RUF012
        "cactus": "Cactus plot: the share of its queries that an oracle answers, each within the time on the left.",
        "filling": "Median time against the share of cells filled, for each question on boards of every filling.",
        "sides": "Median time for half full boards with boxes, against their side n.",
    }

    def __post_init__(self) -> None:
        for name, times in Counter(workload.name for workload in self.workloads).items():
            if times > 1:
                raise InputError(f"Two workloads are called {name}; give the file of one of them another name.")

    @property
    def conditions(self) -> Row:
        """Settings that a resumed study must share: oracles, workloads, generation tasks and terms."""
        return {
            "oracles": list(self.oracles),
            "workloads": {workload.name: workload.mark for workload in self.workloads},
            "terms": asdict(self.terms),
            "methods": list(self.methods),
            "puzzles": self.puzzles,
            "started": list(self.started),
        }

    def measure(self, journal: Journal, progress: Progress) -> Iterator[Row]:
        """Yield missing journal rows (blocks of queries, puzzles, process starts), on one core if possible."""
        tasks = [
            *(questions_task(workload, self.terms.repeat) for workload in self.workloads),
            *(generation_task(method, self.puzzles, self.terms) for method in self.methods),
        ]
        with one_core():
            for task in tasks:
                yield from contest(self.oracles, task, self.terms, journal, progress)
            for name in self.started:
                progress(f"starting {name}")
                key = (START, "", 0, 0, name)
                if key not in journal:
                    yield journal_row(key, [startup_of(name)])

    @cached_property
    def answers(self) -> list[Row]:
        """Table with a row per oracle, query and repetition."""
        return query_rows(self.rows, self.workloads)

    @cached_property
    def runs(self) -> list[Row]:
        """Table with a row per oracle and puzzle that a generation task made, or tried to make."""
        return [
            {"workload": row["workload"], "oracle": row["oracle"], "index": row["block"], **reply}
            for row in self.rows
            if row["part"] == RUN
            for reply in row["replies"]
        ]

    @cached_property
    def answers_to(self) -> dict[str, list[Row]]:
        """Rows of `answers` by workload, in the order of the study; workloads without answers are left out."""
        by_workload: dict[str, list[Row]] = {workload.name: [] for workload in self.workloads}
        for row in self.answers:
            by_workload[row["workload"]].append(row)
        return {workload: rows for workload, rows in by_workload.items() if rows}

    @cached_property
    def times(self) -> dict[str, Times]:
        """Median time of the repetitions, and outcome, of each query, by workload, then by oracle and query number."""
        return {workload: times_of(rows) for workload, rows in self.answers_to.items()}

    def at_every_filling(self) -> dict[str, list[Row]]:
        """Return the rows of `answers` about boards from empty to full, by workload and question."""
        rows: dict[str, list[Row]] = {}
        for workload in EVERY_FILLING:
            for row in self.answers_to.get(workload, []):
                rows.setdefault(f"{workload}, {row['question']}", []).append(row)
        return rows

    @cached_property
    def names(self) -> list[str]:
        """Names of the oracles that replied to at least one query."""
        asked = {row["oracle"] for row in self.rows if row["replies"]}
        return [name for name in self.oracles if name in asked]

    @property
    def compared_with(self) -> str:
        """Name of the oracle that the others are compared with: the reference if it took part, else the first."""
        return next((name for name in (self.reference, *self.names) if name in self.names), self.reference)

    @property
    def left_out(self) -> list[str]:
        """Sentences that say why an oracle was excluded from the study or from some workloads."""
        refused: dict[tuple[str, str], list[str]] = {}
        for row in self.rows:
            if row["part"] == SETUP and row["problem"]:
                refused.setdefault((row["oracle"], row["problem"]), []).append(row["workload"])
        return [*self.absent, *(f"{name} ({', '.join(where)}): {why}" for (name, why), where in refused.items())]

    @cached_property
    def disagreements(self) -> list[Disagreement]:
        """Contradictions between answers (only of the judges, if any), and generated puzzles that are wrong."""
        warming = query_rows(self.rows, self.workloads, SETUP)
        wrong = [
            Disagreement(row["workload"], row["index"], "3x3", "", f"{row['oracle']}: {row['problem']}")
            for row in self.runs
            if row["problem"]
        ]
        judges = self.judges or self.names
        return [*disagreements(row for row in (*self.answers, *warming) if row["oracle"] in judges), *wrong]

    @cached_property
    def figures(self) -> list[Row]:
        """Table of statistics with a row per workload and oracle."""
        setup = {
            (row["workload"], row["oracle"]): row["replies"][0]["seconds"]
            for row in self.rows
            if row["part"] == SETUP and row["replies"]
        }
        figures: list[Row] = []
        for workload, times in self.times.items():
            rows = figures_of(workload, times, self.terms.limit, self.compared_with)
            rows.sort(key=lambda row: self.names.index(row["oracle"]))
            figures += [{**row, "setup_seconds": rounded(setup.get((workload, row["oracle"])))} for row in rows]
        return figures

    def tables(self) -> Tables:
        """Return the tables `figures` (by workload and oracle), `oracles`, `generations` and `disagreements`."""
        return {
            "figures": self.figures,
            "oracles": [self._oracle_row(name) for name in self.names],
            "generations": self.by_method(),
            "disagreements": [one._asdict() for one in self.disagreements],
        }

    def _oracle_row(self, name: str) -> Row:
        """Return the totals of an oracle over all workloads, and its start-up cost."""
        mine = [row for row in self.figures if row["oracle"] == name]
        ratios = [row["times_reference"] for row in mine if row["times_reference"]]
        starts = [row["replies"][0] for row in self.rows if row["part"] == START and row["oracle"] == name]
        start = starts[0] if starts else {}
        return {
            "oracle": name,
            **{figure: sum(row[figure] for row in mine) for figure in ("queries", "answered", "undecided", "wrong")},
            "reference": self.compared_with,
            "times_reference": rounded(geometric_mean(ratios)) if ratios else None,
            "setup_seconds": rounded(median(row["setup_seconds"] for row in mine)) if mine else None,
            "start_seconds": rounded(start.get("seconds")),
            "megabytes": rounded(start.get("megabytes")),
        }

    def by_method(self) -> list[Row]:
        """Return a table with a row per generation task and oracle: puzzles, speed, queries, oracle's share of time."""
        table: list[Row] = []
        for method in self.methods:
            for name in self.names:
                rows = [row for row in self.runs if (row["workload"], row["oracle"]) == (method, name)]
                if not rows:
                    continue
                made = sum(row["outcome"] == ANSWERED for row in rows)
                seconds = sum(row["seconds"] for row in rows)
                table.append(
                    {
                        "workload": method,
                        "oracle": name,
                        "puzzles": made,
                        "seconds": rounded(seconds),
                        "puzzles_a_second": rounded(made / seconds),
                        "oracle_calls": sum(row["oracle_calls"] for row in rows),
                        "oracle_percent": rounded(100 * sum(row["oracle_seconds"] for row in rows) / seconds),
                    }
                )
        return table

    @property
    def so_far(self) -> str:
        """Progress of the study in words, as shown while it runs."""
        return counted(len(self.answers), "answer")

    def measured(self) -> Tables:
        """Return the tables `rows` (answers) and `runs` (generated puzzles), each row with time limit and machine."""
        where = {"limit": self.terms.limit, **machine()}
        return {"rows": [{**row, **where} for row in self.answers], "runs": [{**row, **where} for row in self.runs]}

    @property
    def problem(self) -> str:
        """Sentence with the number of disagreements, empty if there is none."""
        wrong = len(self.disagreements)
        return f"{counted(wrong, 'disagreement')}; the report lists them." if wrong else ""

    @property
    def settings(self) -> Row:
        """Seconds per query and per workload, repetitions and seed, by name."""
        return asdict(self.terms)

    def summary(self) -> str:
        """Return the whole report as Markdown, without plots."""
        return self.report().rstrip()

    def sections(self, drawn: Collection[str]) -> Iterator[str]:
        """Yield the parts of the report: agreement, a table per figure, plots, and the excluded oracles."""
        yield self._agreement()
        workloads = [
            {"workload": one.name, "queries": len(one.queries), "questions": one.about}
            for one in self.workloads
            if one.name in self.answers_to
        ]
        yield section("Workloads", workloads)
        about = (
            f"`times reference` is the time divided by that of {self.compared_with}: the geometric mean over queries "
            "that both answered, and over workloads. Set-up is opening and a first answer on a workload's board; start "
            "and memory are those of a process that imports the oracle and asks it once, without programs that it "
            "starts itself."
        )
        tables = self.tables()
        yield section("Each oracle over all workloads", _columns(tables["oracles"], ORACLE_COLUMNS), about)
        for figure, title in FIGURES.items():
            values = {(row["workload"], row["oracle"]): _shown(title, row[figure]) for row in self.figures}
            yield section(title, self._by_oracle(list(self.answers_to), values))
        curves = {title: medians(asked, filling) for title, asked in self.at_every_filling().items()}
        peaks = {(title, name): round(100 * peak(one)) for title, own in curves.items() for name, one in own.items()}
        about = "Percentage of cells filled at which the median time is greatest."
        yield section("Hardest filling", self._by_oracle(list(curves), peaks), about)
        yield section("Whole generations with each oracle in the loop", _columns(tables["generations"], METHOD_COLUMNS))
        if drawn:
            yield "## Plots"
        yield from (self.picture(name, drawn) for name in drawn)
        if self.left_out:
            yield "## Took no part"
            yield "\n".join(f"- {sentence}" for sentence in self.left_out)

    def _by_oracle(self, workloads: Sequence[str], values: Mapping[tuple[str, str], Any]) -> list[Row]:
        """Return a table with a row per workload and a column per oracle; `values` is keyed by workload and oracle."""
        return [{"workload": one, **{name: values.get((one, name)) for name in self.names}} for one in workloads]

    def _agreement(self) -> str:
        """Return a sentence if all answers agree, else a Markdown table of disagreements; empty without answers."""
        answers = sum(row["outcome"] == ANSWERED for row in self.answers)
        queries = len({(row["workload"], row["query"]) for row in self.answers})
        wrong = self.disagreements
        if not (answers or wrong):
            return ""
        if not wrong:
            return (
                f"**All {answers:,} answers agree** (different queries: {queries:,}; oracles: {len(self.names)}): "
                "counts and consistency agree, every grid shown completes its clues, and all find the same solution "
                "where there is one."
            )
        return (
            f"**{len(wrong):,} disagreements** among {answers:,} answers:\n\n{markdown(grouped_by_text(wrong)[:SHOWN])}"
        )

    def plots(self) -> dict[str, Any]:
        """Return the cactus plot, and the plots by filling and by board side if the study has workloads for them."""
        times = {
            name: [(one.seconds, one.answered) for asked in self.times.values() for one in asked.get(name, {}).values()]
            for name in self.names
        }
        cactus, axis = canvas(8, 5)
        self._draw(axis, {name: cactus_curve(asked) for name, asked in times.items() if asked})
        _label(axis, "queries answered, %", "seconds per query")
        figures = {"cactus": _with_legend(cactus)}
        if panels := self.at_every_filling():
            figure, axes = canvas(12, 9, -(-len(panels) // 2), 2, sharey=True, squeeze=False)
            for axis, (title, rows) in zip(axes.flat, panels.items(), strict=False):
                self._draw(axis, medians(rows, filling))
                _label(axis, f"share of cells filled: {title}", "seconds per query, median")
            for axis in axes.flat[len(panels) :]:
                axis.set_axis_off()
            figures["filling"] = _with_legend(figure)
        if "sides" in self.answers_to:
            figure, axis = canvas(8, 5)
            self._draw(axis, medians(self.answers_to["sides"], lambda row: row["size"]), "o")
            _label(axis, "side n", "seconds per query, median")
            figures["sides"] = _with_legend(figure)
        return figures

    def _draw(self, axis: Any, curves: Mapping[str, Curve], marker: str = "") -> None:
        """Draw each oracle's curve on matplotlib axes, in the colour and style that the oracle has in every plot."""
        for number, name in enumerate(self.names):
            if name in curves:
                style = STYLES[number // COLOURS % len(STYLES)]
                axis.plot(*curves[name], style, color=f"C{number % COLOURS}", label=name, marker=marker, markersize=4)


def oracle_study(
    oracles: Mapping[str, Open],
    absent: tuple[str, ...],
    wanted: Sequence[str],
    workloads: tuple[Workload, ...],
    terms: Terms,
    count: int,
) -> OracleStudy:
    """Return the study of these workloads with these oracles and terms.

    Args:
        oracles: Factory of each oracle, by name.
        absent: Sentences on requested oracles that cannot be used.
        wanted: Names that the user chose; names of generation tasks, and `start` for process starts, add these.
        count: Number of queries per workload; a generation task makes a twentieth as many puzzles.
    """
    return OracleStudy(
        oracles,
        workloads,
        terms,
        methods=tuple(name for name in METHODS if name in wanted),
        puzzles=max(1, count // QUERIES_A_PUZZLE),
        started=tuple(oracles) if START in wanted else (),
        absent=absent,
    )


def _columns(rows: Sequence[Row], columns: Mapping[str, str]) -> list[Row]:
    return [{title: _shown(title, row[name]) for title, name in columns.items()} for row in rows]


def _shown(title: str, value: Any) -> Any:
    """Return a value for a table of the report: seconds become milliseconds if the column title ends in `, ms`."""
    return milliseconds(value) if title.endswith(", ms") else value


def _label(axis: Any, across: str, up: str) -> None:
    axis.set_yscale("log")
    axis.set_xlabel(across)
    axis.set_ylabel(up)
    axis.grid(alpha=0.3)


def _with_legend(figure: Any) -> Any:
    figure.legend(*figure.axes[0].get_legend_handles_labels(), loc="outside right upper", fontsize="small")
    return figure
