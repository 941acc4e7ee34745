"""The request for a booklet, checked in one place."""

from __future__ import annotations

from functools import cached_property
from typing import Annotated

from cpgen.schema import Record, about
from cpgen.words import LANGUAGES, Words, words_of

PER_PAGE = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3), 9: (3, 3)}
"""Columns and rows of a page by its puzzles"""
LONGEST = 200


class BookRequest(Record, frozen=True, kw_only=True):
    """A request for a booklet: its title, its pages, and what is printed with each puzzle.

    A font is a file of this machine and no part of the request, which may come from another one.
    """

    title: Annotated[str, about("The title.", "TEXT", longest=LONGEST)] = ""
    subtitle: Annotated[str, about("The line below the title.", "TEXT", longest=LONGEST)] = ""
    author: Annotated[str, about("The author.", "TEXT", longest=LONGEST)] = ""
    per_page: Annotated[int, about("Puzzles a page: 1, 2, 4, 6 or 9.", "N", among=tuple(PER_PAGE))] = 4
    paper_size: Annotated[str, about("The size of the paper.", "a4|letter", among="cpgen.render.paper:SIZES")] = "a4"
    lang: Annotated[str, about("The language: English or Japanese.", "en|ja", among=LANGUAGES)] = "en"
    hints: Annotated[bool, about("Print hints for the first rounds of each puzzle before the solutions.")] = False
    qr: Annotated[bool, about("A QR code at each puzzle to play it online.")] = True
    colours: Annotated[bool, about("Colour the regions.", "", "--colors")] = False
    symbols: Annotated[
        str,
        about("Symbols for the digits: single characters, or separated by blanks.", "TEXT", longest=LONGEST),
    ] = ""

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
