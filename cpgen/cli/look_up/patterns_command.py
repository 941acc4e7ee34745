"""`cpgen patterns`: list the shipped patterns, or check one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from cpgen.board_spec import BoardSpec
from cpgen.cli.command import command
from cpgen.cli.naming import names_of, spelled
from cpgen.cli.options import GradeName, Json, Name, file_option, flag
from cpgen.cli.output import print_json, show
from cpgen.cli.text_tables import print_table
from cpgen.errors import InputError
from cpgen.layout import Layout
from cpgen.library import pattern_named
from cpgen.oracles import open_oracle
from cpgen.pattern import Pattern
from cpgen.requests.generate_spec import GenerateSpec
from cpgen.requests.generation_request import resolve
from cpgen.requests.series import DEFAULT_BUDGET
from cpgen.resources import description as shipped_description
from cpgen.resources import text as shipped_text
from cpgen.schema import build

if TYPE_CHECKING:
    from cpgen.tabular import Row

CheckedPattern = Annotated[
    str,
    file_option(
        "NAME|TEXT|FILE", "Check this pattern: exit code 4 and the proof when no puzzle can have it.", "--check"
    ),
]


Runs = Annotated[bool, flag("Show the runs of the pattern that can hold digits in order, and their chances.", "--runs")]


@command
def patterns(
    *,
    name: Name = "",
    check: CheckedPattern = "",
    runs: Runs = False,
    grade: GradeName = "",
    board: BoardSpec,
    as_json: Json = False,
) -> None:
    """List the patterns, draw or check one, or show its runs.

    The list shows the number of clues and the symmetry. With --check, a pattern that no puzzle can have is refused
    with the proof.

    With --runs, the lines of clues that a person can follow are listed: in rows, columns, diagonals, regions and
    rings, along shapes and in reading order. `cpgen generate --along` takes their names. In a run with more clues than
    digits, a part holds all digits. `chance` is the share of random grids that hold consecutive digits along the run,
    rising or falling, from any digit; if the run leaves a house, it is estimated by sampling, up to 16×16. With
    --grade, `found` is the number of 5 starts of `cpgen generate` that find a puzzle of the grade with the run in
    order, within 20,000 ratings each.

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


def _check(text: str, layout: Layout | None, as_json: bool) -> None:
    """Report that no obstacle to a pattern was found; otherwise raise ImpossibleError with the proof."""
    from cpgen.feasibility.infeasible import require_possible

    pattern = pattern_named(spelled("patterns", text))
    data = {"pattern": pattern, "grade": "any", "layout": layout, "oracle": "bitset", "method": "paper"}
    request = resolve(build(GenerateSpec, data))
    require_possible(request, open_oracle(request.verifier, DEFAULT_BUDGET), 1)
    spec = request.layout.spec
    if as_json:
        print_json({"pattern": pattern.line, "layout": spec, "clues": len(pattern), "against": None})
    else:
        show(f"No obstacle found: this {len(pattern)}-clue pattern may be possible on {spec}.")


def _show_runs(text: str, layout: Layout | None, grade: str, as_json: bool) -> None:
    """Show the runs of a pattern: lines of clues that can hold digits in order, and how likely each does.

    With a grade, it is also measured how often `cpgen generate` finds such puzzles.
    """
    from cpgen.generation.run_probabilities import run_rows

    if not text:
        raise InputError("--runs needs a pattern: a name from `cpgen patterns`, a file or a drawing.")
    pattern = pattern_named(spelled("patterns", text))
    request = resolve(build(GenerateSpec, {"pattern": pattern, "layout": layout, "grade": grade or "any"}))
    rows = run_rows(request, measured=bool(grade))
    columns = ("run", "clues", "from", "to", "chance", *(["found"] if grade else []))
    print_table(rows if as_json else [_as_text(row) for row in rows], columns, as_json)
    if not as_json:
        show("\n".join(" ".join(row) for row in pattern.rows))


def _as_text(row: Row) -> Row:
    """Return the row of a run with texts for people: its chance as in `1 in 252`, or why there is none.

    The number of starts that found a puzzle, if it was measured, is as in `4 of 5`.
    """
    less, chance = ("", row["chance"]) if row["chance"] else ("less than ", row["chance_below"])
    found = {"found": f"{row['found']} of {row['starts']}"} if "found" in row else {}
    how = f"{less}1 in {1 / chance:,.0f}" if chance else "not counted"
    return {**row, "chance": row["against"] or how, **found}


def _list_patterns(name: str, as_json: bool) -> None:
    texts = {one: shipped_text("patterns", one) for one in names_of("patterns", name)}
    print_table(
        [_pattern_row(one, text) for one, text in texts.items()],
        ("name", "size", "clues", "symmetry", "about"),
        as_json,
    )
    if name and not as_json:
        show("\n".join(" ".join(row) for row in Pattern.parse(texts[name]).rows))


def _pattern_row(name: str, text: str) -> Row:
    from cpgen.symmetry.square import symmetry_of

    pattern = Pattern.parse(text)
    return {
        "name": name,
        "size": pattern.size,
        "clues": len(pattern),
        "symmetry": symmetry_of(pattern.size, pattern.cells),
        "about": shipped_description(text),
        "pattern": pattern.line,
    }
