"""How is a puzzle told on paper or a page: in which language and symbols, in which file, under which title?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from cpgen.cli.options import option
from cpgen.cli.symbols import Symbols

if TYPE_CHECKING:
    from cpgen.puzzle import Puzzle
    from cpgen.rater.explain import Explanation
    from cpgen.render.sentences import Narrator

Language = Annotated[str, option("en|ja", "The language: English or Japanese.", "--lang")]
PaperSize = Annotated[str, option("a4|letter", "The size of the paper.", "--paper-size")]
Title = Annotated[str, typer.Option("--title", metavar="TEXT", help="The title.")]
Coloured = Annotated[bool, typer.Option("--colours", "--colors", help="Give regions soft colours.")]
Html = Annotated[str, option("FILE", "Write a page for the browser.", "--html")]
Pdf = Annotated[str, option("FILE", "Write the same as PDF.", "--pdf")]


@dataclass(frozen=True)
class TellingOptions:
    """In which language rounds are told, and with which symbols."""

    lang: Language = "en"
    symbols: Symbols = ""

    def require_language(self) -> None:
        """Raises InputError when there is no such language."""
        from cpgen.words import words_of

        words_of(self.lang)

    def narrator(self, size: int) -> Narrator:
        """Who tells rounds on a board of that size; raises InputError when there are too few symbols."""
        from cpgen.render.board import read_symbols
        from cpgen.render.sentences import Narrator
        from cpgen.words import words_of

        return Narrator(words_of(self.lang), read_symbols(self.symbols, size))


@dataclass(frozen=True)
class PageOptions:
    """The files that an explanation with a picture a round is written into."""

    html: Html = ""
    pdf: Pdf = ""
    paper_size: PaperSize = "a4"
    title: Title = ""

    @property
    def wanted(self) -> bool:
        """Whether a file is asked for."""
        return bool(self.html or self.pdf)

    def write(self, puzzle: Puzzle, explanation: Explanation, narrator: Narrator) -> None:
        """Writes the files asked for."""
        from cpgen.render.explanation import explanation_pdf
        from cpgen.render.files import write_whole
        from cpgen.render.page import html_of

        if self.html:
            write_whole(self.html, html_of(puzzle, explanation, narrator, self.title).encode())
        if self.pdf:
            write_whole(self.pdf, explanation_pdf(puzzle, explanation, narrator, self.title, self.paper_size))
