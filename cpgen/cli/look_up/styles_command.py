"""`cpgen styles`: list the styles in which constraints are drawn, or show one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from cpgen.cli.command import command
from cpgen.cli.options import Json, Language, file_argument
from cpgen.cli.output import show
from cpgen.cli.text_tables import print_table
from cpgen.resources import description, names

if TYPE_CHECKING:
    from cpgen.drawings import Style
    from cpgen.tabular import Row

StyleName = Annotated[
    str, file_argument("[NAME|FILE]", "Show the file of this style: a name, a title, or a file to check.")
]


@command
def styles(name: StyleName = "", lang: Language = "en", as_json: Json = False) -> None:
    """List the styles in which constraints are drawn, or show one.

    A style says what is drawn on a board before a puzzle is made: cages, lines, dots, clues outside. With a name, its
    file is shown, which can be copied and changed; a file of your own is checked.

    \b
    Example: cpgen styles
    Example: cpgen styles thermo
    """
    from cpgen.drawings import style_named
    from cpgen.drawings.style import text_of

    chosen = [style_named(word) for word in ([name] if name else names("styles"))]
    if name and not as_json:
        show(text_of(chosen[0]).rstrip())
    else:
        print_table([_row(style, lang) for style in chosen], ("name", "title", "about"), as_json)


def _row(style: Style, lang: str) -> Row:
    from cpgen.drawings.style import text_of

    return {
        "name": str(style),
        "title": style.japanese if lang == "ja" else style.title,
        "about": description(text_of(style), lang),
        "symmetry": style.symmetry,
        "kinds": list(dict.fromkeys(element.kind or element.line.split()[0] for element in style.elements)),
    }
