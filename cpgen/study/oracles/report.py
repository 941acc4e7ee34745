"""How is a study of oracles told? As a Markdown report with its tables, and the plots that were drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from cpgen.study.machine import machine
from cpgen.study.oracles.agreement import Disagreement
from cpgen.study.oracles.asking import ANSWERED
from cpgen.study.oracles.findings import Findings
from cpgen.study.oracles.plots import CAPTIONS
from cpgen.tables import Row, markdown

SHOWN = 50
"""Kinds of disagreement that are listed; all are in the rows"""


def report(found: Findings, plots: Sequence[str] = ()) -> str:
    """The report; `plots` are the names of the pictures beside it, as in `oracles-cactus.svg`."""
    return "\n\n".join(part for part in _parts(found, plots) if part) + "\n"


def _parts(found: Findings, plots: Sequence[str]) -> Iterator[str]:
    yield f"# Oracles side by side\n\n{setting(found)}"
    yield agreement(found)
    yield table("## Workloads", _workloads(found))
    yield table("## Each oracle over all workloads", found.by_oracle(), _about_oracles(found))
    for figure, title in FIGURES.items():
        yield table(f"## {title}", found.by_workload(figure))
    yield table("## Hardest filling: % of cells filled where the median time is greatest", found.hardest_fillings())
    yield table("## Whole generations with each oracle in the loop", found.by_method())
    if plots:
        yield "## Plots"
    yield from (f"![{_kind(name)}]({name})\n\n{CAPTIONS[_kind(name)]}" for name in plots)
    if found.absent:
        yield "## Not there\n\n" + "\n".join(f"- {sentence}" for sentence in found.absent)


FIGURES = {
    "median": "Median time of a query, ms",
    "99th": "99th percentile, ms",
    "PAR2": "PAR2, ms",
    "a second": "Queries answered a second",
    "queries": "Queries put within the share of time",
}
"""The figures that have a table by workload and oracle in the report; all are in figures.csv"""


def _kind(name: str) -> str:
    """The kind of plot that a picture's name tells: `oracles-cactus.svg` is `cactus`."""
    return name.rpartition("-")[2].partition(".")[0]


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
