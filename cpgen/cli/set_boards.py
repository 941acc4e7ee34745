"""Which boards is a set of pentomino puzzles made on?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cpgen.cli.naming import text_of_file
from cpgen.errors import CpgenError, InputError, one_of

if TYPE_CHECKING:
    from cpgen.layout import Layout

CHOICES = ("all", "corners-apart")


def boards_of(word: str, oracle: str) -> tuple[Layout, ...]:
    """The boards that the option tells; raises InputError or ImpossibleError with the line of a file's wrong board."""
    from cpgen import shipped
    from cpgen.boards.catalogue import layouts

    if word in CHOICES:
        return tuple(layouts("symmetry", word == "corners-apart"))
    text = shipped.text("layouts", word) if word in shipped.names("layouts") else text_of_file(word)
    if text is None:
        raise one_of([*CHOICES, *shipped.names("layouts")], word, "a choice of boards, nor a layout or a file")
    found = tuple(_board_on(f"{word}, line {number}", drawn, oracle) for number, drawn in _blocks(text))
    if not found:
        raise InputError(f"There is no board in {word}; write one a line, as in AABBC/AABBC/DABCC/DDEEC/DDEEE.")
    return found


def _blocks(text: str) -> Iterator[tuple[int, str]]:
    """The boards written in a text, one a line or drawn in rows that a blank line ends, with their line numbers."""
    rows: list[str] = []
    for number, line in enumerate([*text.splitlines(), ""], 1):
        row = line.partition("#")[0].strip()
        if "/" in row:
            yield number, row
        elif row:
            rows.append(row)
        elif rows and not line.strip():
            yield number - len(rows), "/".join(rows)
            rows = []


def _board_on(place: str, line: str, oracle: str) -> Layout:
    from cpgen.api import named_layout
    from cpgen.boards.jigsaw import require_grid

    try:
        layout = named_layout(line)
        require_grid(layout, oracle)
    except CpgenError as error:
        raise type(error)(f"{place}: {error}") from None
    return layout
