"""How is a study asked for, carried out and shown? The options of all studies, how far one is, and how it ends."""

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
    str, option("FOLDER", "For the rows, figures, report and plots; the same command goes on there.", "--out", "-o")
]


Patterns = Annotated[
    Names, option("NAME|TEXT|FILE", "A pattern, as `generate` takes it; repeatable.", "--pattern", "-p")
]


Grades = Annotated[Names, option("GRADE", "A grade; repeatable. Without it, all of the model's.", "--grade", "-g")]


Oracles = Annotated[Names, option("NAME", "An oracle, see `cpgen oracles`; repeatable.", "--oracle")]


@dataclass(frozen=True)
class KeepOptions:
    """Where the results of a study are kept, and how they are shown."""

    out: Out = ""
    as_json: Json = False


def tabled_patterns(words: Iterable[str]) -> dict[str, Pattern]:
    """The patterns by what tables call them, which is a shipped name or the pattern's line."""
    from cpgen import shipped
    from cpgen.pattern import Pattern

    drawn = {word: Pattern.named(spelled("patterns", word)) for word in words}
    return {word if word in shipped.names("patterns") else one.line: one for word, one in drawn.items()}


def run(study: Study, keeping: KeepOptions) -> None:
    """Carries a study out, shows what came of it, and ends with the exit code that tells how it ended."""
    from cpgen.study.folder import Folder
    from cpgen.study.journal import Journal

    folder = Folder(keeping.out) if keeping.out else None
    for sentence in folder.lacks if folder else ():
        warn(sentence)
    with Journal(folder.journal if folder else "", study.heading, study.key) as journal:
        ended = _carried_out(study, journal)
    results = study.results(journal)
    if folder and ended:
        folder.write(results)
    _show(results, folder if ended else None, keeping.as_json)
    if not ended:
        further = "the same command goes on" if folder else "with --out FOLDER the same command would go on"
        warn(f"interrupted after {results.so_far}; {further}.")
        raise typer.Exit(130)
    if results.trouble:
        warn(f"{results.trouble}")
        raise typer.Exit(1)


def _carried_out(study: Study, journal: Journal) -> bool:
    """Carries the study out with a line that says how far it is; False when interrupted."""
    try:
        with ProgressLine() as progress:
            study.carry_out(journal, progress.update)
    except KeyboardInterrupt:
        return False
    return True


def _show(results: Results, written: Folder | None, as_json: bool) -> None:
    """Shows all tables as objects, where the report is, or what came of the study in short."""

    if as_json:
        for table, rows in results.tables().items():
            for row in rows:
                print_json({"table": table, **row})
    else:
        show(written.report if written else results.summary().rstrip())
