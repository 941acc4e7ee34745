"""`cpgen layouts`: list the shipped layouts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cpgen.cli.command import command
from cpgen.cli.naming import names_of
from cpgen.cli.options import Json, Name
from cpgen.cli.output import print_table, show
from cpgen.layout import Layout
from cpgen.resources import description as shipped_description
from cpgen.resources import text as shipped_text

if TYPE_CHECKING:
    from cpgen.tabular import Row


@command
def layouts(name: Name = "", as_json: Json = False) -> None:
    """List the layouts, or draw one.

    Boxes of any size and Latin squares are not listed; --layout 2x3 and --layout latin-5 name them.

    \b
    Example: cpgen layouts windoku
    """
    from cpgen.render.terminal import draw_board

    texts = {one: shipped_text("layouts", one) for one in names_of("layouts", name)}
    print_table([_layout_row(one, text) for one, text in texts.items()], ("name", "size", "houses", "about"), as_json)
    if name and not as_json:
        layout = Layout.parse(texts[name])
        extra = {cell for cells in layout.extras for cell in cells}
        show(draw_board(layout, ["o" if cell in extra else "." for cell in range(layout.cell_count)]))


def _layout_row(name: str, text: str) -> Row:

    layout = Layout.parse(text)
    return {
        "name": name,
        "size": layout.size,
        "houses": len(layout.houses),
        "about": shipped_description(text),
        "layout": layout.spec,
    }
