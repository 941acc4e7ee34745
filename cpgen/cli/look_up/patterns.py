"""`cpgen patterns`: the shipped patterns, and what is known against one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from cpgen.cli.command import command
from cpgen.cli.naming import names_of, spelled
from cpgen.cli.options import Json, LayoutOptions, Name, option
from cpgen.cli.output import print_json, print_table, show
from cpgen.errors import InputError, counted

if TYPE_CHECKING:
    from cpgen.formats.tabular import Row
    from cpgen.layout import Layout

CheckedPattern = Annotated[
    str,
    option(
        "NAME|TEXT|FILE",
        "Check this pattern: exit code 4 and the proof when no puzzle can have it.",
        "--check",
    ),
]


@command
def patterns(
    *,
    name: Name = "",
    check: CheckedPattern = "",
    board: LayoutOptions,
    as_json: Json = False,
) -> None:
    """List the patterns, draw one, or check one of your own.

    The list shows the number of clues and the symmetry. With --check, a pattern that no puzzle can have is refused
    with the proof.

    \b
    Example: cpgen patterns kamio-a
    Example: cpgen patterns --check ".x.x x... ...x x.1." --boxes 2x2
    Example (exit code 4): cpgen patterns --check "x.x. .x.x .... ...."
    """
    layout = board.layout
    if check:
        if name:
            raise InputError("Give a pattern to draw or --check, not both.")
        _check(check, layout, as_json)
    elif layout:
        raise InputError("A layout needs --check; add it, or leave the layout out.")
    else:
        _list_patterns(name, as_json)


def _check(text: str, layout: Layout | None, as_json: bool) -> None:
    """Shows that nothing is known against a pattern; raises ImpossibleError with the proof otherwise."""
    from cpgen.generation.refusals import require_possible
    from cpgen.generation.request import DEFAULT_BUDGET, Request
    from cpgen.oracles import open_oracle
    from cpgen.pattern import Pattern
    from cpgen.schema import build

    pattern = Pattern.named(spelled("patterns", text))
    data = {"pattern": pattern, "grade": "any", "layout": layout, "oracle": "bitset", "method": "paper"}
    request = build(Request, data)
    require_possible(request, open_oracle(request.oracle, DEFAULT_BUDGET), 1)
    spec = request.layout.spec
    if as_json:
        print_json({"pattern": pattern.line, "layout": spec, "clues": len(pattern), "against": None})
    else:
        show(f"Nothing is known against this pattern of {counted(len(pattern), 'clue')} on {spec}.")


def _list_patterns(name: str, as_json: bool) -> None:
    from cpgen import shipped
    from cpgen.pattern import Pattern

    texts = {one: shipped.text("patterns", one) for one in names_of("patterns", name)}
    print_table(
        [_pattern_row(one, text) for one, text in texts.items()],
        ("name", "size", "clues", "symmetry", "about"),
        as_json,
    )
    if name and not as_json:
        show("\n".join(" ".join(row) for row in Pattern.parse(texts[name]).rows))


def _pattern_row(name: str, text: str) -> Row:
    from cpgen import shipped
    from cpgen.pattern import Pattern
    from cpgen.symmetry.square import symmetry_of

    pattern = Pattern.parse(text)
    return {
        "name": name,
        "size": pattern.size,
        "clues": len(pattern),
        "symmetry": symmetry_of(pattern.size, pattern.cells),
        "about": shipped.about(text),
        "pattern": pattern.line,
    }
