"""`cpgen patterns`: the shipped patterns, and what is known against one."""

from __future__ import annotations

from typing import Annotated

import typer

from cpgen import api
from cpgen.cli.command import command
from cpgen.cli.naming import names_of, spelled
from cpgen.cli.options import GradeName, Json, Name, option
from cpgen.cli.output import print_json, print_table, show
from cpgen.errors import InputError, counted
from cpgen.library import pattern_named
from cpgen.schema import build

CheckedPattern = Annotated[
    str,
    option(
        "NAME|TEXT|FILE",
        "Check this pattern: exit code 4 and the proof when no puzzle can have it.",
        "--check",
    ),
]


Runs = Annotated[
    bool, typer.Option("--runs", help="Show the runs of the pattern that can hold digits in order, and how likely.")
]


@command
def patterns(
    *,
    name: Name = "",
    check: CheckedPattern = "",
    runs: Runs = False,
    grade: GradeName = "",
    board: api.BoardRequest,
    as_json: Json = False,
) -> None:
    """List the patterns, draw or check one, or show its runs.

    The list shows the number of clues and the symmetry. With --check, a pattern that no puzzle can have is refused
    with the proof.

    With --runs, each line of clues that a person reads as one is listed, in rows, columns, diagonals, regions and
    rings, along shapes and in reading order; `cpgen generate --along` takes the names. Of more clues than digits, a
    stretch has all digits. `chance` is the share of random grids of the board that hold consecutive digits along the
    run, rising or falling, from any digit; beyond one house it is counted on random grids, up to 16×16. With --grade,
    `found` is how many of 5 starts of `cpgen generate` lead to a puzzle of the grade with the run in order, within
    20,000 ratings each.

    \b
    Example: cpgen patterns kamio-a
    Example: cpgen patterns heart --runs
    Example: cpgen patterns --check ".x.x x... ...x x.1." --boxes 2x2
    Example (exit code 4): cpgen patterns --check "x.x. .x.x .... ...."
    """
    layout = board.layout_given
    if runs:
        _show_runs(name or check, layout, grade, as_json)
    elif grade:
        raise InputError("--grade needs --runs; add it, or leave the grade out.")
    elif check:
        if name:
            raise InputError("Give a pattern to draw or --check, not both.")
        _check(check, layout, as_json)
    elif layout:
        raise InputError("A layout needs --check or --runs; add one, or leave the layout out.")
    else:
        _list_patterns(name, as_json)


def _check(text: str, layout: api.Layout | None, as_json: bool) -> None:
    """Shows that nothing is known against a pattern; raises ImpossibleError with the proof otherwise."""
    pattern = pattern_named(spelled("patterns", text))
    data = {"pattern": pattern, "grade": "any", "layout": layout, "oracle": "bitset", "method": "paper"}
    request = build(api.Request, data)
    api.require_possible(request, api.open_oracle(request.verifier, api.DEFAULT_BUDGET), 1)
    spec = request.layout.spec
    if as_json:
        print_json({"pattern": pattern.line, "layout": spec, "clues": len(pattern), "against": None})
    else:
        show(f"Nothing is known against this pattern of {counted(len(pattern), 'clue')} on {spec}.")


def _show_runs(text: str, layout: api.Layout | None, grade: str, as_json: bool) -> None:
    """Shows the runs of a pattern with what is known of each."""
    if not text:
        raise InputError("--runs needs a pattern: a name from `cpgen patterns`, a file or a drawing.")
    pattern = pattern_named(spelled("patterns", text))
    request = build(api.Request, {"pattern": pattern, "layout": layout, "grade": grade or "any"})
    rows = api.run_rows(request, measured=bool(grade))
    columns = ("run", "clues", "from", "to", "chance", *(["found"] if grade else []))
    print_table(rows if as_json else [_in_words(row) for row in rows], columns, as_json)
    if not as_json:
        show("\n".join(" ".join(row) for row in pattern.rows))


def _in_words(row: api.Row) -> api.Row:
    """The row with its chance as in `1 in 252`, or why there is none, and how often it was found as in `4 of 5`."""
    less, chance = ("", row["chance"]) if row["chance"] else ("less than ", row["chance_below"])
    found = {"found": f"{row['found']} of {row['starts']}"} if "found" in row else {}
    how = f"{less}1 in {1 / chance:,.0f}" if chance else "not counted"
    return {**row, "chance": row["against"] or how, **found}


def _list_patterns(name: str, as_json: bool) -> None:

    texts = {one: api.shipped_text("patterns", one) for one in names_of("patterns", name)}
    print_table(
        [_pattern_row(one, text) for one, text in texts.items()],
        ("name", "size", "clues", "symmetry", "about"),
        as_json,
    )
    if name and not as_json:
        show("\n".join(" ".join(row) for row in api.Pattern.parse(texts[name]).rows))


def _pattern_row(name: str, text: str) -> api.Row:

    pattern = api.Pattern.parse(text)
    return {
        "name": name,
        "size": pattern.size,
        "clues": len(pattern),
        "symmetry": api.symmetry_of(pattern.size, pattern.cells),
        "about": api.shipped_description(text),
        "pattern": pattern.line,
    }
