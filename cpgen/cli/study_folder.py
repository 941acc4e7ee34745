"""What the studies that go on in a folder share: options, files, how far it is, named patterns, and what is shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cpgen.cli.naming import spelled
from cpgen.cli.options import not_empty
from cpgen.cli.watch import Watch
from cpgen.errors import InputError

if TYPE_CHECKING:
    from cpgen.pattern import Pattern
    from cpgen.tables import Row

JOURNAL, REPORT = "rows.jsonl", "report.md"

JournalFile = Annotated[
    str,
    typer.Option(
        "--journal",
        callback=not_empty,
        metavar="FILE",
        help="Keep each row there as it is done; after a stop the same command goes on.",
    ),
]

Out = Annotated[
    str,
    typer.Option(callback=not_empty, metavar="FOLDER", help="Report, rows and plots; the same command goes on."),
]


class Line(Watch):
    """The line on standard error that says how far the study is."""

    def tell(self, text: str) -> None:
        """Brings the line up to date."""
        if self.status:
            self.status.update(text)


def tabled_pattern(word: str) -> tuple[str, Pattern]:
    """What tables call a pattern, which is its shipped name or its line, and the pattern."""
    from cpgen import shipped
    from cpgen.api import named_pattern

    pattern = named_pattern(spelled("patterns", word))
    return word if word in shipped.names("patterns") else pattern.line, pattern


def carried_out(
    total: int, carry_out: Callable[[Callable[[str], object]], object], so_far: Callable[[], str], kept: bool
) -> bool:
    """Carries a study out with a line that says how far it is; False, and how far in words, when interrupted."""
    line = Line(total)
    try:
        with line:
            carry_out(line.tell)
    except KeyboardInterrupt:
        further = "; the same command goes on" if kept else ""
        typer.echo(f"cpgen: interrupted {so_far()}{further}.", err=True)
        return False
    return True


def show(rows: Iterable[Row], as_json: bool, out: str, ended: bool, summary: str) -> None:
    """Shows the figures as objects, where they are, or in short; the exit code says whether the study has ended."""
    from cpgen.cli import shown

    if as_json:
        for row in rows:
            shown.tell_json(row)
    elif out:
        shown.tell(str(Path(out, REPORT if ended else JOURNAL)))
    else:
        shown.tell(summary)
    if not ended:
        raise typer.Exit(130)


def write_results(
    folder: Path,
    tables: Mapping[str, Sequence[Row]],
    draw: Callable[[], Mapping[str, bytes]],
    report: Callable[[Mapping[str, str]], str],
) -> None:
    """Writes tables, rows as Parquet, pictures and the report; what needs a missing package is told and left out."""
    from cpgen.render.files import write_whole
    from cpgen.tables import csv_text, parquet_bytes

    files = {f"{name}.csv": csv_text(rows).encode() for name, rows in tables.items() if rows}
    drawn: dict[str, str] = {}
    if tables["rows"]:
        with missing_told():
            files["rows.parquet"] = parquet_bytes(tables["rows"])
        with missing_told():
            pictures = draw()
            drawn = {name: f"{name}.svg" for name in pictures}
            files |= {drawn[name]: picture for name, picture in pictures.items()}
    files[REPORT] = report(drawn).encode()
    for name, content in files.items():
        write_whole(str(folder / name), content)


@contextmanager
def missing_told() -> Iterator[None]:
    """Tells what a package that is missing, or another InputError, keeps from being written, and goes on."""
    try:
        yield
    except InputError as error:
        typer.echo(f"cpgen: {error}", err=True)
