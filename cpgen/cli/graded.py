"""Which puzzles did people grade? Those of collections, of files that tell a grade, and of files of one grade."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import typer

from cpgen.cli.inputs import sources
from cpgen.errors import InputError, counted
from cpgen.layout import Layout
from cpgen.puzzle import Puzzle

SQLITE = b"SQLite format 3\0"
Named = tuple[str, Puzzle]
"""What the grade is called, empty where nobody says, and the puzzle"""


def graded_in(files: list[str], one_grade: list[str], layout: Layout | None) -> list[Named]:
    """The graded puzzles of collections and files, and those of files given as GRADE=FILE.

    What is no puzzle is named on standard error, and how many have no grade. Raises InputError when none is left.
    """
    found = [one for file in files for one in _in_file(file, layout)]
    for word in one_grade:
        name, equals, file = word.partition("=")
        if not (name.strip() and equals and file):
            raise InputError(f"{word!r} is no grade with its file; write it as in beginner=easy.txt.")
        found += [(name, puzzle) for _, puzzle in _in_text(file, layout)]
    graded = [one for one in found if one[0]]
    if not graded:
        raise InputError(
            "No puzzle has a grade: JSON and CSV tell it as `grade`; a file of one grade is given as "
            "--graded beginner=easy.txt."
        )
    if left := len(found) - len(graded):
        typer.echo(f"cpgen: {counted(left, 'puzzle')} without a grade left out.", err=True)
    return graded


def _in_file(file: str, layout: Layout | None) -> Iterator[Named]:
    return _in_store(file, layout) if _is_store(file) else _in_text(file, layout)


def _is_store(file: str) -> bool:
    try:
        with Path(file).open("rb") as stream:
            return stream.read(len(SQLITE)) == SQLITE
    except (OSError, ValueError):  # reading it as a text says what is wrong
        return False


def _in_store(file: str, layout: Layout | None) -> Iterator[Named]:
    from cpgen.collection.filters import Filter
    from cpgen.collection.store import Store

    boards: dict[str, Layout] = {}
    with Store(file, create=False) as store:
        for record in store.records(Filter(layout=layout)):
            board = boards.setdefault(record.layout, layout or Layout.parse(record.layout))
            yield record.grade, Puzzle.parse(record.puzzle, board)


def _in_text(file: str, layout: Layout | None) -> Iterator[Named]:
    for source in sources([file], layout):
        try:
            entry = source.entry(layout)
            yield entry.grade, entry.puzzle
        except InputError as error:
            typer.echo(f"cpgen: {error}", err=True)
