"""What is the study of patterns? Its plan carried out, its figures, plots and report, and the fit to its cells."""

from __future__ import annotations

from functools import partial

from cpgen.study.cells import found
from cpgen.study.journal import Journal
from cpgen.study.patterns.figures import cell_rows, works
from cpgen.study.patterns.fitting import can_be_fitted, fit_text, fitted, known_works, predicted
from cpgen.study.patterns.plan import KEY, Findings, Plan, carry_out
from cpgen.study.patterns.plots import plots
from cpgen.study.patterns.report import report, summary
from cpgen.study.study import Results, Study

FIT = "fit.toml"


def study(plan: Plan) -> Study:
    """The study of a plan; raises InputError for what does not go together."""
    return Study(plan.heading, KEY, partial(carry_out, plan), partial(_results, plan))


def _results(plan: Plan, journal: Journal) -> Results:
    findings = found(plan, journal)
    return Results(
        so_far=findings.so_far,
        tables=lambda: {"figures": list(cell_rows(findings, predicted(findings)))},
        rows=lambda: {"rows": findings.rows},
        summary=partial(summary, findings),
        report=partial(report, findings),
        plots=partial(plots, findings),
        more=partial(_fit, findings),
    )


def _fit(findings: Findings) -> dict[str, bytes]:
    """The file of the fit, by which `cpgen generate` warns; none where there are too few patterns."""
    if not can_be_fitted(findings):
        return {}
    return {FIT: fit_text(fitted(findings, known_works(findings, works(findings)))).encode()}
