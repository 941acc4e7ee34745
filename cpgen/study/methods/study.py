"""What is the study of methods? Its plan carried out, and its figures, plots and report."""

from __future__ import annotations

from functools import partial

from cpgen.study.cells import found
from cpgen.study.journal import Journal
from cpgen.study.methods.figures import cell_rows, spread_rows
from cpgen.study.methods.plan import KEY, Plan, carry_out
from cpgen.study.methods.plots import plots
from cpgen.study.methods.report import report, summary
from cpgen.study.study import Results, Study


def study(plan: Plan) -> Study:
    """The study of a plan; raises InputError for what does not go together."""
    return Study(plan.heading, KEY, partial(carry_out, plan), partial(_results, plan))


def _results(plan: Plan, journal: Journal) -> Results:
    findings = found(plan, journal)
    return Results(
        so_far=findings.so_far,
        tables=lambda: {"figures": cell_rows(findings), "spread": list(spread_rows(findings))},
        rows=lambda: {"rows": findings.rows},
        summary=partial(summary, findings),
        report=partial(report, findings),
        plots=partial(plots, findings),
    )
