"""The requests for what is printed or drawn, checked in one place: a picture, an explanation, a booklet."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Annotated

from cpgen.schema import Record, about
from cpgen.words import LANGUAGES, Words, words_of

if TYPE_CHECKING:
    from cpgen.render.picture import Look
    from cpgen.render.sentences import Narrator

PER_PAGE = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3), 9: (3, 3)}
"""Columns and rows of a page by its puzzles"""
LONGEST = 200
MOST_PIXELS = 12_000

Title = Annotated[str, about("The title.", "TEXT", longest=LONGEST)]
PaperSize = Annotated[str, about("The size of the paper.", "a4|letter", among="cpgen.render.paper:SIZES")]
Language = Annotated[str, about("The language: English or Japanese.", "en|ja", among=LANGUAGES)]
Symbols = Annotated[
    str, about("Symbols for the digits: single characters, or separated by blanks.", "TEXT", longest=LONGEST)
]
Coloured = Annotated[bool, about("Colour the regions.", "", "--colors")]
Theme = Annotated[
    str,
    about(
        "light, dark, print (black and grey), or auto: as the viewer's screen.",
        "NAME",
        among="cpgen.render.svg:THEME_NAMES",
    ),
]


class PictureRequest(Record, frozen=True, kw_only=True):
    """How a picture of a board looks."""

    title: Title = ""
    theme: Theme = "auto"
    colours: Coloured = False
    labels: Annotated[bool, about("Number rows and columns.")] = False
    symbols: Symbols = ""
    width: Annotated[int, about("Width of the picture.", "PIXELS", least=0, most=MOST_PIXELS)] = 0

    def look(self, size: int) -> Look:
        """The look of a board of that size; raises InputError when there are too few symbols."""
        from cpgen.render.picture import Look, read_symbols

        return Look(read_symbols(self.symbols, size), self.colours, self.labels, self.title)


class Wording(Record, frozen=True, kw_only=True):
    """The language and the symbols of an explanation."""

    lang: Language = "en"
    symbols: Symbols = ""

    def narrator(self, size: int) -> Narrator:
        """The narrator for a board of that size; raises InputError when there are too few symbols."""
        from cpgen.render.picture import read_symbols
        from cpgen.render.sentences import Narrator

        return Narrator(words_of(self.lang), read_symbols(self.symbols, size))


class PageRequest(Record, frozen=True, kw_only=True):
    """How the pages of an explanation look."""

    paper_size: PaperSize = "a4"
    title: Title = ""


class BookRequest(Record, frozen=True, kw_only=True):
    """A request for a booklet: its title, its pages, and what is printed with each puzzle.

    A font is a file of this machine and no part of the request, which may come from another one.
    """

    title: Title = ""
    subtitle: Annotated[str, about("The line below the title.", "TEXT", longest=LONGEST)] = ""
    author: Annotated[str, about("The author.", "TEXT", longest=LONGEST)] = ""
    per_page: Annotated[int, about("Puzzles a page: 1, 2, 4, 6 or 9.", "N", among=tuple(PER_PAGE))] = 4
    paper_size: PaperSize = "a4"
    lang: Language = "en"
    hints: Annotated[bool, about("Print hints for the first rounds of each puzzle before the solutions.")] = False
    qr: Annotated[bool, about("A QR code at each puzzle to play it online.")] = True
    colours: Coloured = False
    symbols: Symbols = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        _ = self.signs

    @property
    def words(self) -> Words:
        """The texts of the language."""
        return words_of(self.lang)

    @property
    def name(self) -> str:
        """The title, or the default one."""
        return self.title or self.words("book.title")

    @cached_property
    def signs(self) -> tuple[str, ...]:
        """The symbols of the digits, in order."""
        from cpgen.render.picture import read_symbols

        return read_symbols(self.symbols, 2)
