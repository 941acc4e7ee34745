"""What came of a study? Its journal read as tables: figures, set-up, generations, agreement."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import geometric_mean, median

from cpgen.formats.tabular import Row
from cpgen.study.oracles.agreement import Disagreement, disagreements
from cpgen.study.oracles.asking import ANSWERED
from cpgen.study.oracles.contest import SETUP, START
from cpgen.study.oracles.figures import Times, figures_of, rounded, times_of
from cpgen.study.oracles.rows import query_rows, refusals, run_rows, setup_seconds
from cpgen.study.oracles.session import Plan
from cpgen.study.oracles.workloads import EVERY_FILLING


@dataclass(frozen=True)
class Findings:
    """The plan, and the rows of the journal as far as the study came."""

    plan: Plan
    journal: Sequence[Row]

    @cached_property
    def rows(self) -> list[Row]:
        """A row for each time a query was put."""
        return query_rows(self.journal, self.plan.workloads)

    @cached_property
    def runs(self) -> list[Row]:
        """A row for each puzzle of a generation."""
        return run_rows(self.journal)

    @cached_property
    def rows_of(self) -> dict[str, list[Row]]:
        """The rows of each workload that was begun, in the order of the plan."""
        found: dict[str, list[Row]] = {workload.name: [] for workload in self.plan.workloads}
        for row in self.rows:
            found[row["workload"]].append(row)
        return {workload: rows for workload, rows in found.items() if rows}

    @cached_property
    def times(self) -> dict[str, Times]:
        """For each workload the times of its queries, oracle by oracle."""
        return {workload: times_of(rows) for workload, rows in self.rows_of.items()}

    def at_every_filling(self) -> dict[str, list[Row]]:
        """The rows about boards of every filling, by workload and question."""
        found: dict[str, list[Row]] = {}
        for workload in EVERY_FILLING:
            for row in self.rows_of.get(workload, []):
                found.setdefault(f"{workload}, {row['question']}", []).append(row)
        return found

    @cached_property
    def names(self) -> list[str]:
        """The oracles that answered something."""
        asked = {row["oracle"] for row in self.journal if row["asked"]}
        return [name for name in self.plan.oracles if name in asked]

    @property
    def workloads(self) -> list[str]:
        """The workloads that were begun."""
        return list(self.rows_of)

    @property
    def reference(self) -> str:
        """The oracle that the others are measured against: the plan's, or the first when that took no part."""
        return next((name for name in (self.plan.reference, *self.names) if name in self.names), self.plan.reference)

    @property
    def absent(self) -> list[str]:
        """Why oracles took no part, in all or in a workload."""
        return [*self.plan.absent, *refusals(self.journal)]

    @cached_property
    def disagreements(self) -> list[Disagreement]:
        """Whatever cannot be true; a generation that let a wrong puzzle go among it."""
        warming = query_rows(self.journal, self.plan.workloads, SETUP)
        wrong = [
            Disagreement(row["workload"], row["index"], "3x3", "", f"{row['oracle']}: {row['told']}")
            for row in self.runs
            if row["told"]
        ]
        judges = self.plan.judges or self.names
        return [*disagreements(row for row in (*self.rows, *warming) if row["oracle"] in judges), *wrong]

    @cached_property
    def figures(self) -> list[Row]:
        """A row for each workload and oracle."""
        setup = setup_seconds(self.journal)
        found = []
        for workload in self.workloads:
            for row in figures_of(workload, self.times[workload], self.plan.terms.limit, self.reference):
                seconds = setup.get((workload, row["oracle"]))
                found.append({**row, "setup_seconds": rounded(seconds)})
        order = self.names.index
        return sorted(found, key=lambda row: (self.workloads.index(row["workload"]), order(row["oracle"])))

    @property
    def tables(self) -> dict[str, list[Row]]:
        """All tables by name, for machines."""
        return {
            "figures": self.figures,
            "oracles": self.by_oracle(),
            "generations": self.by_method(),
            "disagreements": [one.figures for one in self.disagreements],
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
        for row in self.journal:
            if row["part"] == START and row["oracle"] == name:
                started: Row = row["asked"][0]
                return started
        return {}

    def by_method(self) -> list[Row]:
        """A row for each generation and oracle: puzzles, seconds for one, questions, the oracle's share of the time."""
        found = []
        for method in self.plan.methods:
            for name in self.names:
                rows = [row for row in self.runs if (row["workload"], row["oracle"]) == (method, name)]
                found += [_method_row(method, name, rows)] if rows else []
        return found


def _method_row(method: str, name: str, rows: Sequence[Row]) -> Row:
    made = sum(row["outcome"] == ANSWERED for row in rows)
    seconds = sum(row["seconds"] for row in rows)
    return {
        "workload": method,
        "oracle": name,
        "puzzles": made,
        "seconds": rounded(seconds),
        "puzzles_a_second": rounded(made / seconds),
        "oracle_calls": sum(row["oracle_calls"] for row in rows),
        "oracle_percent": rounded(100 * sum(row["oracle_seconds"] for row in rows) / seconds),
    }
