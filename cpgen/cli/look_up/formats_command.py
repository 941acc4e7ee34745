"""`cpgen formats`: list the file formats that puzzles are read from and written to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from cpgen.cli.command import command
from cpgen.cli.options import Json, argument
from cpgen.cli.output import for_people
from cpgen.cli.text_tables import print_table
from cpgen.formats import format_named
from cpgen.formats.table import format_rows

if TYPE_CHECKING:
    from cpgen.tabular import Row

FormatName = Annotated[str, argument("[NAME]", "Show only this one, with everything about it.")]
COLUMNS = ("name", "title", "ending", "sides", "shapes", "layout", "puzzles", "keeps")
AT_TERMINAL = ("name", "title", "ending", "sides", "keeps")
"""Columns that are shown at a terminal; all together would be too wide"""


@command
def formats(name: FormatName = "", as_json: Json = False) -> None:
    """List the file formats that puzzles are read from and written to.

    `keeps` is what a file can hold besides the clues.

    \b
    Example: cpgen formats
    Example: cpgen formats ipuz
    """
    known = format_named(name).name if name else ""
    rows = [row for row in format_rows() if not known or row["name"] == known]
    columns = AT_TERMINAL if for_people() and not name else COLUMNS
    print_table(rows if as_json else [_for_people(row) for row in rows], columns, as_json)


def _for_people(row: Row) -> Row:
    return {
        **row,
        "shapes": ", ".join(row["shapes"]),
        "layout": "must be given" if row["needs_layout"] else "in the file",
        "puzzles": "many" if row["many"] else "one",
        "keeps": ", ".join(row["keeps"]),
    }
