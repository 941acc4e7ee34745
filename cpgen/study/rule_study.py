"""Study of rules: classify each rule of a ladder as proven impossible, found in a puzzle, or not found."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property
from statistics import median
from typing import Any

from cpgen.errors import ImpossibleError
from cpgen.feasibility.infeasible import require_possible
from cpgen.oracles import open_oracle
from cpgen.requests.generation_request import Request
from cpgen.study.factorial import CellStudy
from cpgen.study.measuring import canvas
from cpgen.study.runner import Journal, Progress, Tables, fingerprint, for_people, section
from cpgen.tabular import Row


@dataclass(frozen=True)
class RuleCell:
    """Study cell for one rule of the ladder; if no puzzle can need it, `why` is the reason and `request` is None."""

    rule: str
    complexity: int
    request: Request | None
    why: str = ""

    @property
    def names(self) -> dict[str, Any]:
        """Values that identify the rule, by column of the journal."""
        return {"rule": self.rule, "complexity": self.complexity}

    def __str__(self) -> str:
        return self.rule


@dataclass(frozen=True)
class RuleStudy(CellStudy):
    """Study that searches `count` puzzles that need each rule of a ladder, up to `limit` seconds per puzzle."""

    request: Request
    count: int = 10
    seed: int = 1
    limit: float = 10.0

    name = "rules"
    key = ("rule", "complexity", "index")
    title = "Rules that puzzles can need"
    reading = """\
For every rule of the ladder, puzzles are searched for that cannot be solved without it. *Impossible* is proven, and the
reason is given; *not found* means that no start found one within its limit, not that none exists."""
    captions = {"seconds": "Seconds that a puzzle took, by rule"}  # noqa: RUF012

    @cached_property
    def cells(self) -> tuple[RuleCell, ...]:
        """Study cells of all rules, in ladder order; raises ImpossibleError if the request admits no puzzle."""
        require_possible(self.request, open_oracle(self.request.verifier, self.limit), 1)
        return tuple(self._cell(*rung) for rung in self.request.grade.full_ladder.pairs)

    def _cell(self, rule: str, complexity: int) -> RuleCell:
        try:
            request = self.request.changed(needs=(rule,))
        except ImpossibleError as error:
            return RuleCell(rule, complexity, None, str(error))
        return RuleCell(rule, complexity, request)

    @property
    def conditions(self) -> Row:
        """Settings that a resumed study must share: a fingerprint of the request, seed and limit."""
        return {"of": fingerprint(self.request), "seed": self.seed, "limit": self.limit}

    def measure(self, journal: Journal, progress: Progress) -> Iterator[Row]:
        """Yield the journal row of each start that is missing."""
        return self.timed_rows(journal, progress, self.limit)

    def _seconds(self, cell: RuleCell) -> list[float]:
        return [row["seconds"] for row in self.rows_of(cell) if row["puzzle"]]

    def _figures(self, cell: RuleCell) -> Row:
        seconds = self._seconds(cell)
        return {
            **cell.names,
            "needed": "impossible" if cell.why else "yes" if seconds else "not found",
            "puzzles": len(seconds),
            "starts": len(self.rows_of(cell)),
            "seconds_median": round(median(seconds), 3) if seconds else None,
            "why_not": cell.why,
        }

    def tables(self) -> Tables:
        """Return one table with a row per rule: if it can be needed and why not, puzzles, starts and median time."""
        return {"figures": [self._figures(cell) for cell in self.cells]}

    def summary(self) -> str:
        """Return the table as Markdown, without the column of reasons, which are long."""
        rows = self.tables()["figures"]
        return for_people([{name: row[name] for name in row if name != "why_not"} for row in rows])

    @property
    def settings(self) -> Row:
        """Settings as the report lists them."""
        request, wanted = self.request, self.request.pattern
        return {
            "layout": request.layout.spec,
            "pattern": wanted.line if wanted else f"random, {request.clue_count} clues, {request.symmetry}",
            "puzzles per rule": self.count,
            "oracle": request.oracle,
            "seed": self.seed,
            "limit per puzzle": f"{self.limit:g} s",
        }

    def sections(self, drawn: Collection[str]) -> Iterator[str]:
        """Yield the table, the plot, and the reasons of impossible rules."""
        yield self.summary()
        yield self.picture("seconds", drawn)
        unmet = [{"rule": cell.rule, "why": cell.why} for cell in self.cells if cell.why]
        yield section("Why no puzzle can need them", unmet)

    def plots(self) -> dict[str, Any]:
        """Return a box plot of the seconds per puzzle, with a box per rule that has puzzles."""
        times = {cell.rule: seconds for cell in self.cells if (seconds := self._seconds(cell))}
        if not times:
            return {}
        figure, axis = canvas(8, 1 + 0.4 * len(times))
        axis.boxplot(list(times.values())[::-1], orientation="horizontal")
        axis.set_yticks(range(1, len(times) + 1), list(times)[::-1])
        axis.set_xscale("log")
        axis.set_xlabel("seconds per puzzle")
        return {"seconds": figure}
