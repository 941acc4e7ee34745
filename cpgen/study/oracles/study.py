"""What are the studies of oracles and of CP-SAT's ways? A plan carried out, and its tables, plots and report."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import partial

from cpgen.errors import counted
from cpgen.study.journal import Journal
from cpgen.study.oracles import ablation_report, plots, report
from cpgen.study.oracles.contest import KEY
from cpgen.study.oracles.findings import Findings
from cpgen.study.oracles.rows import with_machine
from cpgen.study.oracles.session import Plan, carry_out
from cpgen.study.study import Results, Study


def oracles(plan: Plan) -> Study:
    """The study of oracles side by side."""
    return _study(plan, report.report, plots.plots)


def cpsat(plan: Plan) -> Study:
    """The study of CP-SAT with one thing changed at a time."""
    return _study(plan, ablation_report.report, ablation_report.plots)


def _study(
    plan: Plan, report: Callable[[Findings, Collection[str]], str], plots: Callable[[Findings], Mapping[str, bytes]]
) -> Study:
    def results(journal: Journal) -> Results:
        found = Findings(plan, journal.rows)
        wrong = len(found.disagreements)
        limit = plan.terms.limit
        return Results(
            so_far=counted(len(found.rows), "answer"),
            tables=lambda: found.tables,
            rows=lambda: {"rows": with_machine(found.rows, limit), "runs": with_machine(found.runs, limit)},
            summary=lambda: report(found, ()).rstrip(),
            report=partial(report, found),
            plots=partial(plots, found),
            trouble=f"{counted(wrong, 'disagreement')}; the report lists them." if wrong else "",
        )

    return Study(plan.heading, KEY, partial(carry_out, plan), results)
