"""What is kept of a study? A row for each query put, with the puzzle, the machine and the versions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cpgen.formats.tabular import Row
from cpgen.notation import MAX_DIGIT
from cpgen.study.machine import machine
from cpgen.study.oracles.contest import ASKED, RUN, SETUP
from cpgen.study.oracles.workloads import Workload


def query_rows(journal: Sequence[Row], workloads: Sequence[Workload], part: str = ASKED) -> list[Row]:
    """A row for each time a query was put, with the query's puzzle."""
    named = {workload.name: workload for workload in workloads}
    return [
        {**_place(row), **_of_query(named[row["workload"]], row["block"] + place), **asked}
        for row in journal
        if row["part"] == part and row["workload"] in named
        for place, asked in enumerate(row["asked"])
    ]


def _place(row: Row) -> Row:
    return {name: row[name] for name in ("workload", "oracle", "repeat")}


def _of_query(workload: Workload, number: int) -> Row:
    query = workload.queries[number]
    layout, clues = query.puzzle.layout, query.puzzle.clue_count
    return {
        "query": number,
        "question": query.question,
        "number": query.number,
        "layout": layout.spec,
        "size": layout.size,
        "filled": clues / layout.cell_count,
        "puzzle": query.puzzle.line if layout.size <= MAX_DIGIT else "",
    }


def setup_seconds(journal: Sequence[Row]) -> dict[tuple[str, str], float]:
    """For each workload and oracle, the seconds to open it and have a first answer."""
    return {
        (row["workload"], row["oracle"]): row["asked"][0]["seconds"]
        for row in journal
        if row["part"] == SETUP and row["asked"]
    }


def refusals(journal: Sequence[Row]) -> list[str]:
    """Why oracles took no part in a workload, a sentence each."""
    told: dict[tuple[str, str], list[str]] = {}
    for row in journal:
        if row["part"] == SETUP and row["told"]:
            told.setdefault((row["oracle"], row["told"]), []).append(row["workload"])
    return [f"{oracle} ({', '.join(where)}): {why}" for (oracle, why), where in told.items()]


def run_rows(journal: Sequence[Row]) -> list[Row]:
    """A row for each puzzle that a generation tried to make."""
    return [
        {"workload": row["workload"], "oracle": row["oracle"], "index": row["block"], **asked}
        for row in journal
        if row["part"] == RUN
        for asked in row["asked"]
    ]


def with_machine(rows: Sequence[Mapping[str, Any]], limit: float) -> list[Row]:
    """The rows with the limit and the machine at the end of each, as they are kept."""
    where = machine()
    return [{**row, "limit": limit, **where} for row in rows]
