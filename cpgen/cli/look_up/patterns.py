"""`cpgen patterns`: the shipped patterns, and what is known against one."""

from __future__ import annotations

from typing import Annotated

from cpgen import api
from cpgen.cli.command import command
from cpgen.cli.naming import names_of, spelled
from cpgen.cli.options import Json, Name, option
from cpgen.cli.output import print_json, print_table, show
from cpgen.errors import InputError, counted

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
    board: api.BoardRequest,
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
    layout = board.layout_given
    if check:
        if name:
            raise InputError("Give a pattern to draw or --check, not both.")
        _check(check, layout, as_json)
    elif layout:
        raise InputError("A layout needs --check; add it, or leave the layout out.")
    else:
        _list_patterns(name, as_json)


def _check(text: str, layout: api.Layout | None, as_json: bool) -> None:
    """Shows that nothing is known against a pattern; raises ImpossibleError with the proof otherwise."""
    from cpgen.schema import build

    pattern = api.Pattern.named(spelled("patterns", text))
    data = {"pattern": pattern, "grade": "any", "layout": layout, "oracle": "bitset", "method": "paper"}
    request = build(api.Request, data)
    api.require_possible(request, api.open_oracle(request.oracle, api.DEFAULT_BUDGET), 1)
    spec = request.layout.spec
    if as_json:
        print_json({"pattern": pattern.line, "layout": spec, "clues": len(pattern), "against": None})
    else:
        show(f"Nothing is known against this pattern of {counted(len(pattern), 'clue')} on {spec}.")


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
        "about": api.shipped_about(text),
        "pattern": pattern.line,
    }
