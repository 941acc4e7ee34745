"""`cpgen layouts`: the shipped layouts."""

from __future__ import annotations

from cpgen import api
from cpgen.cli.command import command
from cpgen.cli.naming import names_of
from cpgen.cli.options import Json, Name
from cpgen.cli.output import print_table, show


@command
def layouts(name: Name = "", as_json: Json = False) -> None:
    """List the layouts, or draw one.

    Boxes of any size and Latin squares need no name: as in --layout 2x3 or latin-5.

    \b
    Example: cpgen layouts windoku
    """
    texts = {one: api.shipped_text("layouts", one) for one in names_of("layouts", name)}
    print_table([_layout_row(one, text) for one, text in texts.items()], ("name", "size", "houses", "about"), as_json)
    if name and not as_json:
        layout = api.Layout.parse(texts[name])
        extra = {cell for cells in layout.extras for cell in cells}
        show(api.draw_board(layout, ["o" if cell in extra else "." for cell in range(layout.cell_count)]))


def _layout_row(name: str, text: str) -> api.Row:

    layout = api.Layout.parse(text)
    return {
        "name": name,
        "size": layout.size,
        "houses": len(layout.houses),
        "about": api.shipped_description(text),
        "layout": layout.spec,
    }
