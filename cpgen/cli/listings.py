"""`cpgen patterns`, `layouts`, `grades` and `oracles`: what there is to choose from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from cpgen.cli.commands import command
from cpgen.cli.naming import spelled
from cpgen.cli.options import Json, LayoutOptions, option
from cpgen.errors import InputError, counted, one_of

if TYPE_CHECKING:
    from cpgen.formats.tabular import Row
    from cpgen.layout import Layout

Version = Annotated[bool, typer.Option("--version", help="Show the version.", is_eager=True)]
Name = Annotated[str, typer.Argument(metavar="NAME", help="Show only this one, drawn.")]
ModelName = Annotated[str, typer.Argument(metavar="MODEL", help="Show only this model's.")]
CheckedPattern = Annotated[
    str,
    option(
        "NAME|TEXT|FILE",
        "Say whether anything is known against this pattern: a proof that no puzzle has it ends with 4.",
        "--check",
    ),
]


def show_version(wanted: bool) -> None:
    """Shows the version and ends, when it is wanted."""
    if wanted:
        from cpgen._version import __version__

        typer.echo(f"cpgen {__version__}")
        raise typer.Exit


@command
def patterns(
    *,
    name: Name = "",
    check: CheckedPattern = "",
    board: LayoutOptions,
    as_json: Json = False,
) -> None:
    """List the patterns, draw one, or check one of your own.

    Those that are shipped are listed with clue count and symmetry; any can be checked for a layout. A pattern that
    no puzzle can have is refused with the proof.

    \b
    Example: cpgen patterns kamio-a
    Example: cpgen patterns --check ".x.x x... ...x x.1." --boxes 2x2
    Example (exit code 4): cpgen patterns --check "x.x. .x.x .... ...."
    """
    layout = board.layout
    if check:
        if name:
            raise InputError("Give a pattern to draw or a pattern to check, not both.")
        _check(check, layout, as_json)
    elif layout:
        raise InputError("A layout belongs to a pattern to check; add --check, or leave it out.")
    else:
        _list_patterns(name, as_json)


def _check(text: str, layout: Layout | None, as_json: bool) -> None:
    """Says that nothing is known against a pattern; raises ImpossibleError with what is."""
    from cpgen import api, named
    from cpgen.cli import shown
    from cpgen.generation.possible import require_possible
    from cpgen.generation.request import Method
    from cpgen.oracles import open_oracle

    pattern = named.pattern(spelled("patterns", text))
    request = api.request_for(pattern, "any", layout, Method(oracle="bitset", until_match=False))
    require_possible(request, open_oracle(request.method.oracle, api.DEFAULT_BUDGET), 1)
    spec = request.layout.spec
    if as_json:
        shown.tell_json({"pattern": pattern.line, "layout": spec, "clues": len(pattern), "against": None})
    else:
        shown.tell(f"Nothing is known against this pattern of {counted(len(pattern), 'clue')} on {spec}.")


def _list_patterns(name: str, as_json: bool) -> None:
    from cpgen import shipped
    from cpgen.cli import shown
    from cpgen.pattern import Pattern

    texts = {one: shipped.text("patterns", one) for one in names_of("patterns", name)}
    shown.table(
        [_pattern_row(one, text) for one, text in texts.items()],
        ("name", "size", "clues", "symmetry", "about"),
        as_json,
    )
    if name and not as_json:
        shown.tell("\n".join(" ".join(row) for row in Pattern.parse(texts[name]).rows))


def _pattern_row(name: str, text: str) -> Row:
    from cpgen import shipped
    from cpgen.pattern import Pattern

    pattern = Pattern.parse(text)
    return {
        "name": name,
        "size": pattern.size,
        "clues": len(pattern),
        "symmetry": pattern.symmetry,
        "about": shipped.about(text),
        "pattern": pattern.line,
    }


@command
def layouts(name: Name = "", as_json: Json = False) -> None:
    """List the layouts, or draw one.

    Boxes of any size and Latin squares need no name (--boxes, --latin).

    \b
    Example: cpgen layouts windoku
    """
    from cpgen import shipped
    from cpgen.cli import shown
    from cpgen.layout import Layout
    from cpgen.render.terminal import draw_board

    texts = {one: shipped.text("layouts", one) for one in names_of("layouts", name)}
    shown.table([_layout_row(one, text) for one, text in texts.items()], ("name", "size", "houses", "about"), as_json)
    if name and not as_json:
        layout = Layout.parse(texts[name])
        extra = {cell for cells in layout.extras for cell in cells}
        shown.tell(draw_board(layout, ["o" if cell in extra else "." for cell in range(layout.cell_count)]))


def _layout_row(name: str, text: str) -> Row:
    from cpgen import shipped
    from cpgen.layout import Layout

    layout = Layout.parse(text)
    return {
        "name": name,
        "size": layout.size,
        "houses": len(layout.houses),
        "about": shipped.about(text),
        "layout": layout.spec,
    }


@command
def oracles(as_json: Json = False) -> None:
    """List the oracles: the solvers that prove solutions.

    It tells what each is for, and whether it can be used here.

    Two names joined by + ask both, who must agree; MODULE:CLASS is one of your own (docs/adding_an_oracle.md).

    \b
    Example: cpgen oracles
    """
    from cpgen.cli import shown
    from cpgen.oracles import ORACLES

    rows = []
    for name, entry in ORACLES.items():
        missing = _missing(name)
        rows.append({"name": name, "about": entry.about, "available": not missing, "here": missing or "available"})
    shown.table(rows, ("name", "about", "here"), as_json)


def _missing(oracle: str) -> str:
    """Why the oracle cannot be used here; empty when it can."""
    from cpgen.oracles import open_oracle

    try:
        open_oracle(oracle)
    except InputError as error:
        return str(error)
    return ""


def names_of(kind: str, name: str) -> list[str]:
    """The names of what is shipped of a kind, or the one that is asked for; raises InputError for another."""
    from cpgen import shipped

    names = shipped.names(kind)
    if name and name not in names:
        raise one_of(names, name, f"among the shipped {'grade models' if kind == 'difficulty' else kind}")
    return [name] if name else names
