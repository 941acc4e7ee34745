"""Run a study as a command: the options of its results, and how they are shown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import click

from cpgen.cli.options import Json, option
from cpgen.cli.output import print_json, show_error, warn
from cpgen.cli.progress import ProgressLine
from cpgen.cli.text_tables import show_markdown

if TYPE_CHECKING:
    from cpgen.study.runner import Study

Out = Annotated[
    str,
    option("FOLDER", "The folder for rows, figures, report and plots; the same command resumes there.", "--out", "-o"),
]


@dataclass(frozen=True)
class KeepOptions:
    """Options for the folder and the form of the results of a study."""

    out: Out = ""
    as_json: Json = False


def run(study: Study, keeping: KeepOptions) -> None:
    """Run a study and show its results; exit with 130 on Ctrl-C, with 1 when the results have a problem."""
    from cpgen.study.runner import missing_packages, run_study

    for sentence in missing_packages() if keeping.out else ():
        warn(sentence)
    with ProgressLine() as progress:
        outcome = run_study(study, keeping.out, progress.update)
    done = outcome.study
    if keeping.as_json:
        for table, rows in done.tables().items():
            for row in rows:
                print_json({"table": table, **row})
    else:
        show_markdown(outcome.report or done.summary().rstrip())
    if not outcome.finished:
        further = "the same command resumes it" if keeping.out else "with --out FOLDER the same command would resume it"
        show_error(f"interrupted after {done.so_far}; {further}.")
        raise click.exceptions.Exit(130)
    if done.problem:
        show_error(done.problem)
        raise click.exceptions.Exit(1)
