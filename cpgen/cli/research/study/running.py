"""What all studies share: their options, and how a study is run and its results are shown."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated

import click

from cpgen import api
from cpgen.cli.naming import spelled
from cpgen.cli.options import Json, option
from cpgen.cli.output import print_json, show, warn
from cpgen.cli.progress import ProgressLine
from cpgen.library import pattern_named

Names = list[str] | None


Out = Annotated[
    str,
    option("FOLDER", "The folder for rows, figures, report and plots; the same command resumes there.", "--out", "-o"),
]


Patterns = Annotated[Names, option("NAME|TEXT|FILE", "A pattern as in `generate`; repeatable.", "--pattern", "-p")]


Grades = Annotated[Names, option("GRADE", "A grade; repeatable. By default all grades of the model.", "--grade", "-g")]


Oracles = Annotated[Names, option("NAME", "An oracle, see `cpgen oracles`; repeatable.", "--oracle")]


@dataclass(frozen=True)
class KeepOptions:
    """Where the results of a study are saved, and how they are shown."""

    out: Out = ""
    as_json: Json = False


def tabled_patterns(words: Iterable[str]) -> dict[str, api.Pattern]:
    """The patterns by their names in tables: a shipped name, or the pattern's line."""
    drawn = {word: pattern_named(spelled("patterns", word)) for word in words}
    return {word if word in api.shipped_names("patterns") else one.line: one for word, one in drawn.items()}


def run(study: api.Study, keeping: KeepOptions) -> None:
    """Runs a study and shows its results; the exit code is 130 on Ctrl-C, 1 when the findings have a problem."""
    for sentence in api.missing_packages() if keeping.out else ():
        warn(sentence)
    with ProgressLine() as progress:
        outcome = api.run_study(study, keeping.out, progress.update)
    findings = outcome.findings
    if keeping.as_json:
        for table, rows in findings.tables().items():
            for row in rows:
                print_json({"table": table, **row})
    else:
        show(outcome.report or findings.summary().rstrip())
    if not outcome.finished:
        further = "the same command resumes it" if keeping.out else "with --out FOLDER the same command would resume it"
        warn(f"interrupted after {findings.so_far}; {further}.")
        raise click.exceptions.Exit(130)
    if findings.problem:
        warn(findings.problem)
        raise click.exceptions.Exit(1)
