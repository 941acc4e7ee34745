"""Checked requests for pictures, explanations and books."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Annotated

from cpgen.errors import InputError
from cpgen.formats.digit_symbols import Symbols, read_symbols
from cpgen.messages import Message, shown
from cpgen.render.trim import bleed_of, size_of
from cpgen.schema import Record, field
from cpgen.translations import LANGUAGES, Translations, words_of

if TYPE_CHECKING:
    from cpgen.render.picture import Look
    from cpgen.render.sentences import Narrator

MOST_PER_PAGE = 12
"""Largest number of puzzles per page of a book"""
LONGEST = 200
"""Largest length of a title and of similar texts, in characters"""
MOST_PIXELS = 12_000
"""Greatest width of a picture, in pixels"""
SOLUTIONS = ("end", "overleaf")
"""Places of the solutions in a book"""

Title = Annotated[str, field("The title.", "TEXT", longest=LONGEST)]
PaperSize = Annotated[
    str, field("The size of the paper: a4, a5, b5, b6, letter, 6x9in …, or WxH with a unit.", "SIZE", longest=40)
]
Language = Annotated[str, field("The language.", "|".join(LANGUAGES), among=LANGUAGES)]
Coloured = Annotated[bool, field("Colour the regions.", "", "--colors")]
Theme = Annotated[
    str,
    field(
        "light, dark, print (greyscale), or auto (follows the viewer's system theme).",
        "NAME",
        among="cpgen.render.svg:THEME_NAMES",
    ),
]


class PictureRequest(Record, frozen=True, kw_only=True):
    """Checked options for the picture of a board."""

    title: Title = ""
    theme: Theme = "auto"
    colours: Coloured = False
    labels: Annotated[bool, field("Number rows and columns.")] = False
    symbols: Symbols = ""
    width: Annotated[int, field("Width of the picture.", "PIXELS", least=0, most=MOST_PIXELS)] = 0

    def look(self, size: int, own: str = "") -> Look:
        """Return the appearance of a board of this side; raise InputError if there are too few symbols.

        `own` is the puzzle's own symbols, for a request without symbols.
        """
        from cpgen.render.picture import Look

        return Look(read_symbols(self.symbols or own, size), self.colours, self.labels, self.title)


class Wording(Record, frozen=True, kw_only=True):
    """Checked options for the language and the symbols of an explanation."""

    lang: Language = "en"
    symbols: Symbols = ""

    def narrator(self, size: int) -> Narrator:
        """Return the narrator for a board of this side; raise InputError if there are too few symbols."""
        from cpgen.render.sentences import Narrator

        return Narrator(words_of(self.lang), read_symbols(self.symbols, size))


class PageRequest(Record, frozen=True, kw_only=True):
    """Checked options for the pages of an explanation."""

    paper_size: PaperSize = "a4"
    title: Title = ""
    compact: Annotated[bool, field("Several rounds per page, drawn small (PDF).")] = False

    def __post_init__(self) -> None:
        super().__post_init__()
        _ = size_of(self.paper_size)


class BookSettings(Record, frozen=True, kw_only=True):
    """Checked options of a book: its title, its pages, and what is printed with each puzzle.

    The font is not part of them: it is a file of this machine, while the options may come from another machine.
    """

    title: Title = ""
    subtitle: Annotated[str, field("The line below the title.", "TEXT", longest=LONGEST)] = ""
    author: Annotated[str, field("The author.", "TEXT", longest=LONGEST)] = ""
    publisher: Annotated[str, field("The publisher, for the imprint.", "TEXT", longest=LONGEST)] = ""
    isbn: Annotated[str, field("The ISBN, for the imprint.", "ISBN", longest=20)] = ""
    rights: Annotated[str, field("The copyright notice, as in '© 2030 A. Name'.", "TEXT", longest=1000)] = ""
    introduction: Annotated[str, field("A text printed before the rules of play.", "TEXT", longest=5000)] = ""
    per_page: Annotated[
        int,
        field("The most puzzles per page; 0 for as many as stay readable.", "N", least=0, most=MOST_PER_PAGE),
    ] = 0
    large_print: Annotated[bool, field("Digits of 24 points or more, one or two puzzles per page.")] = False
    paper_size: PaperSize = "a4"
    bleed: Annotated[
        str, field("Bleed beyond all edges but the spine's, as in 0.125in or 3mm.", "LENGTH", longest=40)
    ] = ""
    pdf_x: Annotated[bool, field("PDF/X-1a, as many printers ask for: no colours, no links.")] = False
    lang: Language = "en"
    front: Annotated[
        bool | None,
        field(
            "Title, imprint, contents, how to play and how to solve. By default, a set that fits on one page has none: "
            "it is one sheet, puzzles and solutions."
        ),
    ] = None
    sort: Annotated[
        bool, field("Chapters by grade, the easiest puzzles first; without it, the puzzles in their given order.")
    ] = True
    hints: Annotated[bool, field("Print hints for the first rounds of each puzzle before the solutions.")] = False
    solutions: Annotated[
        str, field("Where solutions are: at the end, or overleaf, upside down.", "end|overleaf", among=SOLUTIONS)
    ] = "end"
    certificate: Annotated[bool, field("Add a last page that says what was checked.")] = False
    time_line: Annotated[bool, field("Print a line next to each puzzle to note the time.")] = True
    qr: Annotated[bool, field("Print a QR code next to each puzzle to play it online.")] = True
    colours: Coloured = False
    symbols: Symbols = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        _ = self.signs, size_of(self.paper_size), self.bleed_points
        require_isbn(self.isbn)
        if self.pdf_x and self.colours:
            raise InputError(Message("pdf-x-colours"))

    @property
    def words(self) -> Translations:
        """Texts in the language of the book."""
        return words_of(self.lang)

    @property
    def needs_front(self) -> bool:
        """True if there are texts, such as a publisher, that only front pages show."""
        texts = (self.subtitle, self.author, self.publisher, self.isbn, self.rights, self.introduction)
        return any(texts)

    @property
    def name(self) -> str:
        """Title of the book, or the default title in its language."""
        return self.title or self.words("book.title")

    @property
    def bleed_points(self) -> float:
        """Bleed (the area around the page that is cut off after printing) in points."""
        return bleed_of(self.bleed)

    @cached_property
    def signs(self) -> tuple[str, ...]:
        """Symbols of the digits 1, 2, ..."""
        return read_symbols(self.symbols, 2)


def require_isbn(text: str) -> None:
    """Raise InputError unless the text is empty or an ISBN with a correct check digit."""
    digits = text.replace("-", "").replace(" ", "").upper()
    if not digits:
        return
    values = [10 if sign == "X" else int(sign) if sign in "0123456789" else -1 for sign in digits]
    if len(digits) == 13 and max(values) < 10:
        right = sum(value * (3 if place % 2 else 1) for place, value in enumerate(values)) % 10 == 0
    else:
        right = len(digits) == 10 and sum(value * (10 - place) for place, value in enumerate(values)) % 11 == 0
    if min(values) < 0 or 10 in values[:-1] or not right:
        raise InputError(Message("no-isbn", text=shown(text)))
