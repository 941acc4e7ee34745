"""Which rules can puzzles of a kind need? Shown to be impossible, found, or not found in the time."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from statistics import median
from typing import Any, TypeAlias

from cpgen.errors import ImpossibleError
from cpgen.formats.tabular import Row, markdown
from cpgen.generation.refusals import require_possible
from cpgen.generation.request import Request
from cpgen.oracles import open_oracle
from cpgen.pattern import Pattern
from cpgen.study import cells
from cpgen.study.cells import found, lacking, meaning
from cpgen.study.journal import Journal
from cpgen.study.plots import pyplot, svg
from cpgen.study.report import for_people, pictured, setting
from cpgen.study.start import timed_start, warm_up
from cpgen.study.study import Results, Study, Tell, timed

CELL = ("rule", "complexity")
READING = """\
Of every rule of the ladder puzzles are looked for that cannot be solved without it. *Impossible* is shown by a proof,
and the reason is told; *not found* says that no start came upon one within its limit, not that there is none."""
CAPTIONS = {"seconds": "Seconds that a puzzle took, by rule"}


@dataclass(frozen=True)
class Rung:
    """A rule of the ladder and its complexity; with the reason in `why`, and no request, when no puzzle can need it."""

    rule: str
    complexity: int
    request: Request | None
    why: str = ""

    @property
    def names(self) -> dict[str, Any]:
        """The columns that tell the rule from others."""
        return {"rule": self.rule, "complexity": self.complexity}

    def __str__(self) -> str:
        return self.rule


@dataclass(frozen=True)
class Plan:
    """What the puzzles are like, how many are looked for with each rule, and how many seconds one may take."""

    request: Request
    count: int = 10
    seed: int = 1
    limit: float = 10.0

    @cached_property
    def cells(self) -> tuple[Rung, ...]:
        """The rules, in the order of the ladder; raises ImpossibleError when the request has no puzzle at all."""
        require_possible(self.request, open_oracle(self.request.method.oracle, self.limit), 1)
        return tuple(self._rung(*rung) for rung in self.request.grade.full_ladder.rungs)

    @property
    def heading(self) -> Mapping[str, Any]:
        """What the rows depend on, the number of puzzles apart: a study can be gone on with for more of them."""
        return timed({"study": "rules", "of": meaning(self.request), "seed": self.seed, "limit": self.limit})

    def _rung(self, rule: str, complexity: int) -> Rung:
        try:
            request = replace(self.request, target=replace(self.request.target, needs=(rule,)))
        except ImpossibleError as error:
            return Rung(rule, complexity, None, str(error))
        return Rung(rule, complexity, request)


Findings: TypeAlias = cells.Findings[Plan]


def study(plan: Plan) -> Study:
    """The study of a plan; raises ImpossibleError when there is no puzzle of its kind at all."""
    return Study(plan.heading, (*CELL, "index"), partial(carry_out, plan), partial(_results, plan))


def carry_out(plan: Plan, journal: Journal, tell: Tell = lambda text: None) -> None:
    """Looks for the puzzles that the journal lacks; `tell` is told how far it is."""
    oracle = open_oracle(plan.request.method.oracle, plan.limit)
    warm_up(plan.request, oracle, plan.seed, plan.count)
    for rung, request, index in lacking(plan.cells, plan.count, journal, tell):
        made = timed_start(request, oracle, plan.seed, index, plan.limit)
        journal.add({**rung.names, "index": index, "seed": plan.seed, **made})


def _results(plan: Plan, journal: Journal) -> Results:
    findings = found(plan, journal)
    return Results(
        so_far=findings.so_far,
        tables=lambda: {"figures": list(figures(findings))},
        rows=lambda: {"rows": findings.rows},
        summary=partial(_summary, findings),
        report=partial(_report, findings),
        plots=partial(_plots, findings),
    )


def figures(findings: Findings) -> Iterator[Row]:
    """A row for each rule: whether it can be needed, of how many starts how many came upon it, and how soon."""
    for rung in findings.plan.cells:
        rows = findings.of(rung)
        seconds = [row["seconds"] for row in rows if row["puzzle"]]
        yield {
            **rung.names,
            "needed": "impossible" if rung.why else "yes" if seconds else "not found",
            "puzzles": len(seconds),
            "starts": len(rows),
            "seconds_median": round(median(seconds), 3) if seconds else None,
            "why_not": rung.why,
        }


def _summary(findings: Findings) -> str:
    """The table without the reasons, which are long."""
    return for_people([{name: row[name] for name in row if name != "why_not"} for row in figures(findings)])


def _report(findings: Findings, drawn: Collection[str]) -> str:
    plan, wanted = findings.plan, findings.plan.request.pattern
    asked = {
        "layout": plan.request.layout.spec,
        "pattern": wanted.line if isinstance(wanted, Pattern) else f"random, {wanted.clues} clues, {wanted.symmetry}",
        "puzzles a rule": plan.count,
        "oracle": plan.request.method.oracle,
        "seed": plan.seed,
        "limit a puzzle": f"{plan.limit:g} s",
    }
    unmet = [{"rule": rung.rule, "why": rung.why} for rung in plan.cells if rung.why]
    parts = [
        "# Rules that puzzles can need",
        READING,
        setting(asked),
        _summary(findings),
        *pictured("seconds", CAPTIONS, drawn),
        *(["## Why no puzzle can need them", markdown(unmet)] if unmet else []),
    ]
    return "\n\n".join(parts) + "\n"


def _plots(findings: Findings) -> dict[str, bytes]:
    """The seconds of every puzzle, a box a rule; no plot when there are no puzzles."""
    times = {rung.rule: [row["seconds"] for row in findings.of(rung) if row["puzzle"]] for rung in findings.plan.cells}
    times = {rule: seconds for rule, seconds in times.items() if seconds}
    if not times:
        return {}
    figure, axis = pyplot().subplots(figsize=(8, 1 + 0.4 * len(times)), layout="constrained")
    axis.boxplot(list(times.values())[::-1], orientation="horizontal")
    axis.set_yticks(range(1, len(times) + 1), list(times)[::-1])
    axis.set_xscale("log")
    axis.set_xlabel("seconds a puzzle")
    return {"seconds": svg(figure)}
