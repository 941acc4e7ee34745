"""How is a study of oracles told? As a Markdown report with its tables, and the plots that were drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from cpgen.formats.tabular import Row, markdown
from cpgen.study.machine import machine
from cpgen.study.oracles.agreement import Disagreement
from cpgen.study.oracles.asking import ANSWERED
from cpgen.study.oracles.figures import filling, hardest, medians, milliseconds
from cpgen.study.oracles.findings import Findings
from cpgen.study.oracles.plots import CAPTIONS

SHOWN = 50
"""Kinds of disagreement that are listed; all are in the rows"""


def report(found: Findings, drawn: Collection[str] = ()) -> str:
    """The report, with the plots that were drawn."""
    return "\n\n".join(part for part in _parts(found, drawn) if part) + "\n"


def _parts(found: Findings, drawn: Collection[str]) -> Iterator[str]:
    yield f"# Oracles side by side\n\n{setting(found)}"
    yield agreement(found)
    yield table("## Workloads", _workloads(found))
    yield table("## Each oracle over all workloads", _by_oracle(found), _about_oracles(found))
    for figure, (title, told) in FIGURES.items():
        yield table(f"## {title}", _by_workload(found, figure, told))
    yield table("## Hardest filling: % of cells filled where the median time is greatest", _hardest_fillings(found))
    yield table("## Whole generations with each oracle in the loop", _by_method(found))
    if drawn:
        yield "## Plots"
    yield from (f"![{name}]({name}.svg)\n\n{CAPTIONS[name]}" for name in drawn)
    if found.absent:
        yield "## Not there\n\n" + "\n".join(f"- {sentence}" for sentence in found.absent)


def _as_it_is(value: float | None) -> float | None:
    return value


FIGURES: Mapping[str, tuple[str, Callable[[float | None], float | None]]] = {
    "seconds_median": ("Median time of a query, ms", milliseconds),
    "seconds_99th": ("99th percentile, ms", milliseconds),
    "seconds_par2": ("PAR2, ms", milliseconds),
    "answered_a_second": ("Queries answered a second", _as_it_is),
    "queries": ("Queries put within the share of time", _as_it_is),
}
"""The figures that have a table by workload and oracle in the report, with its title; all are in figures.csv"""


def _by_workload(found: Findings, figure: str, told: Callable[[float | None], float | None]) -> list[Row]:
    """A table of one figure: a row for each workload, a column for each oracle."""
    value = {(row["workload"], row["oracle"]): row[figure] for row in found.figures}
    return [
        {"workload": workload, **{name: told(value.get((workload, name))) for name in found.names}}
        for workload in found.workloads
    ]


def _by_oracle(found: Findings) -> list[Row]:
    return [
        {
            **{name: row[name] for name in ("oracle", "queries", "answered", "undecided", "wrong")},
            f"times {row['reference']}": row["times_reference"],
            "set-up, ms": milliseconds(row["setup_seconds"]),
            "start, s": row["start_seconds"],
            "memory, MB": row["megabytes"],
        }
        for row in found.by_oracle()
    ]


def _by_method(found: Findings) -> list[Row]:
    return [
        {
            "generation": row["workload"],
            **{name: row[name] for name in ("oracle", "puzzles", "seconds")},
            "puzzles a second": row["puzzles_a_second"],
            "questions": row["oracle_calls"],
            "in the oracle, %": row["oracle_percent"],
        }
        for row in found.by_method()
    ]


def _hardest_fillings(found: Findings) -> list[Row]:
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


def setting(found: Findings) -> str:
    """Where and how it was measured, in a paragraph."""
    terms, where = found.plan.terms, machine()
    return (
        f"Measured on {where['processor']} ({where['system']}), one core, Python {where['python']}; "
        f"{where['packages']}. Seed {terms.seed}; repetitions: {terms.repeat}, of which the "
        f"median counts; at most {terms.limit:g} s a query and {terms.share:g} s an oracle on a workload, so that a "
        "slow one answers only the first queries of it. Oracles take turns in blocks of queries, in a random order."
    )


def agreement(found: Findings) -> str:
    """Whether all answers agree, in a sentence; or the disagreements, in a table; nothing when nothing was asked."""
    answers = sum(row["outcome"] == ANSWERED for row in found.rows)
    queries = len({(row["workload"], row["query"]) for row in found.rows})
    wrong = found.disagreements
    if not (answers or wrong):
        return ""
    if not wrong:
        return (
            f"**All {answers:,} answers agree** (different queries: {queries:,}; oracles: {len(found.names)}): counts "
            "and consistency, every grid shown completes its clues, and one solution is the same for all."
        )
    return f"**{len(wrong):,} disagreements** among {answers:,} answers:\n\n{markdown(_gathered(wrong)[:SHOWN])}"


def _gathered(wrong: Sequence[Disagreement]) -> list[Row]:
    """A row for each thing that is told, with how many puzzles it is told of, and the first of them."""
    first: dict[str, Disagreement] = {}
    for one in wrong:
        first.setdefault(one.told, one)
    times = Counter(one.told for one in wrong)
    return [{"puzzles": times[told], **one.figures} for told, one in first.items()]


def _workloads(found: Findings) -> list[Row]:
    return [
        {"workload": workload.name, "queries": len(workload.queries), "what is asked": workload.about}
        for workload in found.plan.workloads
        if workload.name in found.workloads
    ]


def _about_oracles(found: Findings) -> str:
    return (
        f"`times {found.reference}` is how many times as long as {found.reference} it takes: the geometric mean over "
        "queries that both answered, and over workloads. Set-up is opening and a first answer on a workload's board; "
        "start and memory are those of a process that imports the oracle and asks it once, without programs that it "
        "starts itself."
    )
