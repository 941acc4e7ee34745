"""The study of rules: which rules of a ladder the puzzles of a kind can need, shown impossible, found, or not found."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import median
from typing import Any

from msgspec import structs

from cpgen.errors import ImpossibleError
from cpgen.feasibility.infeasible import require_possible
from cpgen.oracles import open_oracle
from cpgen.requests.puzzle_request import Request
from cpgen.study.engine import Journal, Progress, Tables, fingerprint, for_people
from cpgen.study.factorial import CellFindings, CellStudy
from cpgen.study.plots import pyplot
from cpgen.tabular import Row, markdown


@dataclass(frozen=True)
class RuleCell:
    """A rule of the ladder and its complexity; with the reason in `why`, and no request, when no puzzle can need it."""

    rule: str
    complexity: int
    request: Request | None
    why: str = ""

    @property
    def names(self) -> dict[str, Any]:
        """The columns that identify the rule."""
        return {"rule": self.rule, "complexity": self.complexity}

    def __str__(self) -> str:
        return self.rule


@dataclass(frozen=True)
class RuleStudy(CellStudy):
    """The request, how many puzzles to look for with each rule, and the seconds that one may take."""

    request: Request
    count: int = 10
    seed: int = 1
    limit: float = 10.0

    name = "rules"
    key = ("rule", "complexity", "index")

    @cached_property
    def cells(self) -> tuple[RuleCell, ...]:
        """The rules, in the order of the ladder; raises ImpossibleError when the request has no puzzle at all."""
        require_possible(self.request, open_oracle(self.request.verifier, self.limit), 1)
        return tuple(self._cell(*rung) for rung in self.request.grade.full_ladder.pairs)

    def _cell(self, rule: str, complexity: int) -> RuleCell:
        try:
            request = structs.replace(self.request, needs=(rule,))
        except ImpossibleError as error:
            return RuleCell(rule, complexity, None, str(error))
        return RuleCell(rule, complexity, request)

    @property
    def conditions(self) -> Row:
        """The request, the seed and the limit."""
        return {"of": fingerprint(self.request), "seed": self.seed, "limit": self.limit}

    def measure(self, journal: Journal, progress: Progress) -> Iterator[Row]:
        """The puzzles that the journal lacks."""
        return self.timed_rows(journal, progress, self.limit)

    def findings(self, rows: Sequence[Row]) -> RuleFindings:
        """Whether each rule can be needed, and how soon a puzzle is found."""
        return RuleFindings(self, rows)


@dataclass(frozen=True)
class RuleFindings(CellFindings[RuleStudy]):
    """A row for each rule: whether it can be needed, how many of how many starts found a puzzle, and how soon."""

    title = "Rules that puzzles can need"
    reading = """\
For every rule of the ladder, puzzles are looked for that cannot be solved without it. *Impossible* is shown by a proof,
and the reason is given; *not found* means that no start found one within its limit, not that there is none."""
    captions = {"seconds": "Seconds that a puzzle took, by rule"}  # noqa: RUF012

    @cached_property
    def figures(self) -> list[Row]:
        """The table."""
        return [self._figures(cell) for cell in self.study.cells]

    def _figures(self, cell: RuleCell) -> Row:
        rows = self.of(cell)
        seconds = [row["seconds"] for row in rows if row["puzzle"]]
        return {
            **cell.names,
            "needed": "impossible" if cell.why else "yes" if seconds else "not found",
            "puzzles": len(seconds),
            "starts": len(rows),
            "seconds_median": round(median(seconds), 3) if seconds else None,
            "why_not": cell.why,
        }

    def tables(self) -> Tables:
        """The table, with reasons."""
        return {"figures": self.figures}

    def summary(self) -> str:
        """The table without the reasons, which are long."""
        return for_people([{name: row[name] for name in row if name != "why_not"} for row in self.figures])

    @property
    def settings(self) -> Row:
        """The settings of the study, in words."""
        study, wanted = self.study, self.study.request.pattern
        return {
            "layout": study.request.layout.spec,
            "pattern": wanted.line if wanted else f"random, {study.request.clues} clues, {study.request.symmetry}",
            "puzzles a rule": study.count,
            "oracle": study.request.oracle,
            "seed": study.seed,
            "limit a puzzle": f"{study.limit:g} s",
        }

    def sections(self, drawn: Collection[str]) -> Iterator[str]:
        """The table, the plot, and why rules are impossible."""
        yield self.summary()
        yield self.picture("seconds", drawn)
        unmet = [{"rule": cell.rule, "why": cell.why} for cell in self.study.cells if cell.why]
        if unmet:
            yield "## Why no puzzle can need them"
            yield markdown(unmet)

    def plots(self) -> dict[str, Any]:
        """The seconds of every puzzle, a box a rule; no plot when there are no puzzles."""
        times = {cell.rule: [row["seconds"] for row in self.of(cell) if row["puzzle"]] for cell in self.study.cells}
        times = {rule: seconds for rule, seconds in times.items() if seconds}
        if not times:
            return {}
        figure, axis = pyplot().subplots(figsize=(8, 1 + 0.4 * len(times)), layout="constrained")
        axis.boxplot(list(times.values())[::-1], orientation="horizontal")
        axis.set_yticks(range(1, len(times) + 1), list(times)[::-1])
        axis.set_xscale("log")
        axis.set_xlabel("seconds a puzzle")
        return {"seconds": figure}
