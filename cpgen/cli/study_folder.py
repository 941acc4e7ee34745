"""What the studies that go on in a folder share: names of files, the line that says how far it is, named patterns."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from cpgen.cli.options import spelled
from cpgen.cli.watch import Watch
from cpgen.errors import InputError

if TYPE_CHECKING:
    from cpgen.pattern import Pattern

JOURNAL, REPORT = "rows.jsonl", "report.md"

JournalFile = Annotated[
    str,
    typer.Option(
        "--journal", metavar="FILE", help="Keep each row there as it is done; after a stop the same command goes on."
    ),
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


@contextmanager
def missing_told() -> Iterator[None]:
    """Tells what a package that is missing, or another InputError, keeps from being written, and goes on."""
    try:
        yield
    except InputError as error:
        typer.echo(f"cpgen: {error}", err=True)
