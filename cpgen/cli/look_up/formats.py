"""`cpgen formats`: list the file formats that puzzles are read from and written to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cpgen.cli.command import command
from cpgen.cli.options import Json
from cpgen.cli.output import print_table

if TYPE_CHECKING:
    from cpgen.tabular import Row


@command
def formats(as_json: Json = False) -> None:
    """List the file formats that puzzles are read from and written to.

    \b
    Example: cpgen formats
    """
    from cpgen.formats.table import format_rows

    columns = ("name", "title", "ending", "sides", "shapes", "layout", "puzzles", "keeps")
    print_table(format_rows() if as_json else [_for_people(row) for row in format_rows()], columns, as_json)


def _for_people(row: Row) -> Row:
    return {
        **row,
        "shapes": ", ".join(row["shapes"]),
        "layout": "must be given" if row["needs_layout"] else "in the file",
        "puzzles": "many" if row["many"] else "one",
        "keeps": ", ".join(row["keeps"]),
    }
