"""`cpgen oracles`: list the solvers that prove solutions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cpgen.cli.command import command
from cpgen.cli.options import Json
from cpgen.cli.tables import print_table
from cpgen.errors import InputError
from cpgen.oracles import ORACLES, open_oracle

if TYPE_CHECKING:
    pass


@command
def oracles(as_json: Json = False) -> None:
    """List the oracles: the solvers that prove solutions.

    The list shows the purpose of each, and whether it is installed.

    Two names joined by + run both and compare their answers; MODULE:CLASS names your own (docs/adding_an_oracle.md).

    \b
    Example: cpgen oracles
    """
    rows = []
    for name, entry in ORACLES.items():
        missing = _missing(name)
        rows.append({"name": name, "about": entry.about, "available": not missing, "here": missing or "available"})
    print_table(rows, ("name", "about", "here"), as_json)


def _missing(oracle: str) -> str:
    """Return the reason why the oracle cannot be used here; empty if it can."""
    try:
        open_oracle(oracle)
    except InputError as error:
        return str(error)
    return ""
