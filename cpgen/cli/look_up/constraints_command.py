"""`cpgen constraints`: list the kinds of constraints, or show one with a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from cpgen.cli.board_text import draw_cells
from cpgen.cli.command import command
from cpgen.cli.options import Json, Language, argument, flag
from cpgen.cli.output import for_people, show
from cpgen.cli.text_tables import print_table
from cpgen.constraints import class_of
from cpgen.constraints.kind_table import HOUSE_KINDS, KINDS
from cpgen.constraints.own_kinds import own_kind, own_kinds
from cpgen.formats.digit_symbols import cells_in
from cpgen.notation import SYMBOLS
from cpgen.suggestions import one_of
from cpgen.synonyms import names_for, words_for_kind
from cpgen.translations import words_of

if TYPE_CHECKING:
    from cpgen.tabular import Row
    from cpgen.translations import Translations

KindName = Annotated[str, argument("[NAME]", "Show only this kind, by any word for it, as in killer or ratio.")]
Pictures = Annotated[bool, flag("Show a picture of each, too, with digits that satisfy it.", "--pictures")]


@command
def constraints(name: KindName = "", pictures: Pictures = False, lang: Language = "en", as_json: Json = False) -> None:
    """List the kinds of constraints, or show one with a picture.

    Each has an example on a board of 6×6, in the lines of text that --constraints, --drawing and files take. A kind is
    found by the words of setters and of other programs, in English and Japanese, too. Kinds in files come last, those
    of --kinds included. `cpgen styles` lists what --kind draws at random.

    \b
    Example: cpgen constraints
    Example: cpgen constraints thermometer
    Example: cpgen constraints kropki
    """
    names = _names_called(name) if name else (*KINDS, *HOUSE_KINDS, *own_kinds())
    rows = [_row(kind, words_of(lang)) for kind in names]
    if as_json or not (name or pictures) or not for_people():
        print_table(rows, ("name", "title", "example", "about"), as_json)
        return
    show("\n\n".join(_page(row) for row in rows))


def _names_called(word: str) -> tuple[str, ...]:
    """Return the names of the kinds that a word stands for, as kropki for white and black; else raise InputError."""
    if own := own_kind(word):
        return (own.name,)
    names = names_for(word, "kinds")
    if not names:
        raise one_of([*KINDS, *HOUSE_KINDS, *own_kinds()], word, "a kind of constraint")
    return names


def _row(name: str, words: Translations) -> Row:
    from cpgen.drawings.examples import about, examples

    if own := own_kind(name):
        return {
            "name": name,
            "title": own.japanese if words.language == "ja" else own.title,
            "example": own.sample,
            "about": about(own.sample, words),
            "drawn": own.gesture,
            "synonyms": {"en": own.synonyms, "ja": ()},
        }
    kind, _, value = name.partition(" ")
    line = name if value and not class_of(kind).cell_fields else examples()[kind]
    return {
        "name": kind,
        "title": words(f"constraints.{kind}.title"),
        "example": line,
        "about": about(line, words),
        "drawn": class_of(kind).drawn if kind in KINDS else None,
        "synonyms": words_for_kind(kind),
    }


def _page(row: Row) -> str:
    """Return the text about a kind of constraint for people: title, rule, synonyms, example and picture."""
    from cpgen.drawings.examples import WHOLE_BOARD, digits_shown, solved

    line, also = row["example"], [*row["synonyms"]["en"], *row["synonyms"]["ja"]]
    puzzle = solved(line)
    is_everywhere = row["drawn"] == "board" and not puzzle.layout.extras
    digits = digits_shown(puzzle, all_cells=is_everywhere or row["name"] in WHOLE_BOARD)
    board = draw_cells(puzzle.layout, cells_in(SYMBOLS, digits))
    synonyms = f"also: {', '.join(also)}\n\n" if also else ""
    return f"{row['name']} · {row['title']}\n{row['about']}\n\n{synonyms}{line}\n{board}"
