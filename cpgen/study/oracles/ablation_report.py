"""How is the ablation of CP-SAT told? A table with a row for each way of asking, and a plot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from statistics import geometric_mean
from typing import Any

from cpgen.formats.tabular import Row
from cpgen.study.oracles.ablation import BASE, JUDGES, WAYS
from cpgen.study.oracles.agreement import mistakes, said
from cpgen.study.oracles.figures import milliseconds, rounded
from cpgen.study.oracles.findings import Findings
from cpgen.study.oracles.report import setting, table
from cpgen.study.plots import pyplot, svg

CAPTION = f"Times of CP-SAT asked in each way, in times of “{BASE}” on the same queries, workload by workload."


def report(found: Findings, drawn: Collection[str] = ()) -> str:
    """The report, with the plot if it was drawn."""
    pictures = [f"![ways of asking CP-SAT]({name}.svg)\n\n{CAPTION}" for name in drawn]
    wrong = table("## Wrong answers", wrong_answers(found), _about_wrong())
    parts = ["# CP-SAT, one thing changed at a time", setting(found), table("## Ways", by_way(found), _about()), wrong]
    return "\n\n".join(part for part in (*parts, *pictures) if part) + "\n"


def _about() -> str:
    return (
        f"Median milliseconds a query on each workload; `times` is the geometric mean over the workloads of the time "
        f"in times of “{BASE}” on the same queries. `cpsat` is “{BASE}” with quick tries without a presolve iteration "
        "before it, believed only when they show a grid."
    )


def _about_wrong() -> str:
    return f"Answers that contradict both {' and '.join(JUDGES)}, or that are no answers; the first of each way."


def by_way(found: Findings) -> list[Row]:
    """A row for each way: what it changes, its medians, its time against the base, undecided and wrong answers."""
    wrong = Counter(row["oracle"] for row in mistakes(found.rows, JUDGES))
    return [_way_row(found, name, wrong[name]) for name in found.names]


def _way_row(found: Findings, name: str, wrong: int) -> Row:
    mine = {row["workload"]: row for row in found.figures if row["oracle"] == name}
    ratios = [ratio for row in mine.values() if (ratio := row["times_reference"])]
    return {
        "way": name,
        **{
            workload: milliseconds(mine[workload]["seconds_median"]) if workload in mine else None
            for workload in found.workloads
        },
        "times": rounded(geometric_mean(ratios)) if ratios else None,
        "undecided": sum(row["undecided"] for row in mine.values()),
        "wrong": wrong,
        "what": WAYS[name].about if name in WAYS else "the oracle as it is",
    }


def wrong_answers(found: Findings) -> list[Row]:
    """The first wrong answer of each way and workload, with what the judges say."""
    first: dict[tuple[str, str], Row] = {}
    for row in mistakes(found.rows, JUDGES):
        first.setdefault((row["oracle"], row["workload"]), row)
    return [
        {
            "way": row["oracle"],
            "workload": row["workload"],
            "puzzle": row["puzzle"],
            "completions, it says": row["told"] or said(row),
            "completions": _truth(found, row),
        }
        for row in first.values()
    ]


def _truth(found: Findings, wrong: Row) -> str:
    key = ("workload", "query")
    same = (row for row in found.rows if all(row[name] == wrong[name] for name in key) and row["oracle"] in JUDGES)
    return ", ".join(dict.fromkeys(said(row) for row in same))


def plots(found: Findings) -> dict[str, bytes]:
    """The one plot by its name: the time of each way against the base, a mark for each workload."""
    names = [name for name in found.names if name in WAYS or name == JUDGES[0]][::-1]
    figure, axis = pyplot().subplots(figsize=(9, 1 + 0.35 * len(names)), layout="constrained")
    for number, workload in enumerate(found.workloads):
        _mark(axis, found, workload, names, "osD^v*"[number % 6])
    axis.axvline(1, color="grey", linewidth=1)
    axis.set_yticks(range(len(names)), names)
    axis.set_xscale("log")
    axis.set_xlabel(f"times as long as “{BASE}”")
    axis.grid(alpha=0.3)
    figure.legend(loc="outside right upper", fontsize="small")
    return {"ways": svg(figure)}


def _mark(axis: Any, found: Findings, workload: str, names: Sequence[str], marker: str) -> None:
    ratio = {row["oracle"]: row["times_reference"] for row in found.figures if row["workload"] == workload}
    places = [place for place, name in enumerate(names) if ratio.get(name)]
    axis.plot([ratio[names[place]] for place in places], places, marker, label=workload)
