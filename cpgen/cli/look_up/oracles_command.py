"""`cpgen oracles`: list the solvers that prove solutions."""

from __future__ import annotations

from cpgen.cli.command import command
from cpgen.cli.options import Json
from cpgen.cli.text_tables import print_table
from cpgen.constraints.primitives import (
    PRIMITIVES,
    AllDifferent,
    Alternatives,
    Automaton,
    Domain,
    EachDigitOnce,
    Linear,
    Pair,
)
from cpgen.errors import InputError
from cpgen.oracles import ALL, ORACLES, open_oracle

TITLES = {
    EachDigitOnce: "houses",
    AllDifferent: "distinct cells",
    Domain: "single cells",
    Pair: "pairs of cells",
    Linear: "sums",
    Automaton: "sequences of cells",
    Alternatives: "alternatives",
}
"""Words, for each primitive that oracles support, for the constraints that are made of it"""


@command
def oracles(as_json: Json = False) -> None:
    """List the oracles: the solvers that prove solutions.

    The list shows the purpose of each, the constraints that it supports, and whether it is installed.

    Two names joined by + run both and compare their answers; MODULE:CLASS names your own (docs/adding_an_oracle.md).

    \b
    Example: cpgen oracles
    """
    rows = []
    for name, entry in ORACLES.items():
        missing = _missing(name)
        supported = [TITLES[primitive] for primitive in PRIMITIVES if primitive in entry.supports]
        rows.append(
            {
                "name": name,
                "about": entry.about,
                "supports": supported if as_json else "all" if entry.supports == ALL else ", ".join(supported),
                "available": not missing,
                "here": missing or "available",
            }
        )
    print_table(rows, ("name", "about", "supports", "here"), as_json)


def _missing(oracle: str) -> str:
    """Return the reason why the oracle cannot be used here; empty if it can."""
    try:
        open_oracle(oracle)
    except InputError as error:
        return str(error)
    return ""
