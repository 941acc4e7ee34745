"""What all studies share: their options, and how a study is run and its results are shown."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from cpgen.cli.naming import spelled
from cpgen.cli.options import Json, option
from cpgen.cli.output import print_json, show, warn
from cpgen.cli.progress import ProgressLine

if TYPE_CHECKING:
    from cpgen.pattern import Pattern
    from cpgen.study.folder import Folder
    from cpgen.study.journal import Journal
    from cpgen.study.study import Results, Study

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


def tabled_patterns(words: Iterable[str]) -> dict[str, Pattern]:
    """The patterns by their names in tables: a shipped name, or the pattern's line."""
    from cpgen import shipped

    drawn = {word: Pattern.named(spelled("patterns", word)) for word in words}
    return {word if word in shipped.names("patterns") else one.line: one for word, one in drawn.items()}


def run(study: Study, keeping: KeepOptions) -> None:
    """Runs a study and shows its results; the exit code is 130 on Ctrl-C, 1 when the results show trouble."""
    from cpgen.study.folder import Folder
    from cpgen.study.journal import Journal

    folder = Folder(keeping.out) if keeping.out else None
    for sentence in folder.lacks if folder else ():
        warn(sentence)
    with Journal(folder.journal if folder else "", study.heading, study.key) as journal:
        ended = _completed(study, journal)
    results = study.results(journal)
    if folder and ended:
        folder.write(results)
    _show(results, folder if ended else None, keeping.as_json)
    if not ended:
        further = "the same command resumes it" if folder else "with --out FOLDER, the same command would resume it"
        warn(f"interrupted after {results.so_far}; {further}.")
        raise typer.Exit(130)
    if results.trouble:
        warn(f"{results.trouble}")
        raise typer.Exit(1)


def _completed(study: Study, journal: Journal) -> bool:
    """Runs the study with a line of progress; False when it was interrupted."""
    try:
        with ProgressLine() as progress:
            study.carry_out(journal, progress.update)
    except KeyboardInterrupt:
        return False
    return True


def _show(results: Results, written: Folder | None, as_json: bool) -> None:
    """Shows all tables as objects, the name of the report, or a summary."""

    if as_json:
        for table, rows in results.tables().items():
            for row in rows:
                print_json({"table": table, **row})
    else:
        show(written.report if written else results.summary().rstrip())
