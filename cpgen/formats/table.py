"""Table of formats: the name, the signature and the abilities of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

from cpgen.constraints.base import Constraint
from cpgen.formats.checks import same_houses, short_spec
from cpgen.formats.entry import LOOKS, SIGNS, TEXTS, Entry
from cpgen.layout import Layout
from cpgen.messages import Message
from cpgen.notation import MAX_DIGIT
from cpgen.state import NONE_LEFT
from cpgen.suggestions import one_of

DEFAULT, BOXES, LATIN, JIGSAW = "default boxes", "any boxes", "Latin squares", "jigsaws"
DIAGONALS, EXTRAS = "diagonals", "extra houses"
ANY = (DEFAULT, BOXES, LATIN, JIGSAW, DIAGONALS, EXTRAS)
"""Kinds of layouts, as the table names them"""
EVERY = "every"
"""Value of `Format.constraints` for a format that can hold every constraint"""
CONSTRAINTS_HELD: dict[str, list[str]] = {
    "": [],
    EVERY: ["constraints"],
    "pencil_marks:unheld": ["given candidates"],
}
"""Constraints that a format can hold, in words, by the value of `Format.constraints`; other values mean some"""


@dataclass(frozen=True)
class Format:
    """Format of puzzle files or texts: its name, its abilities, and the functions that read and write it.

    Functions and classes are named as `module:name` in this package, and imported when they are needed.

    Attributes:
        name: Name for `--to` and in tables.
        title: Name in sentences.
        ending: File extension with its dot, or "".
        sides: The sides of the boards it can hold.
        shapes: The kinds of layouts that a text of the format describes by itself.
        reader: The reading function; by default `NAME:read`.
        writer: The writing function, or the class of a writer with a header or an end; by default `NAME:write`.
        needs_layout: True if a text does not contain its layout. Readers then assume the default boxes of the side,
            unless a layout is given.
        many: True if a file can hold several puzzles.
        lossless: The fields of `Entry` that survive writing and reading.
        comments: Prefix of the comments that survive although `lossless` has no "comment".
        empties: True if the format can hold a cell without any candidate left.
        digits_only: The writing function for clues alone, if dropping the other fields of `Entry` is not enough.
        signature: Regular expression for the start of a line that can only be of this format.
        clues: False if a text cannot hold clues.
        draws_only: True if constraints survive as drawings only, which cannot be read back.
        rules: True if solvers see a text with the rules. If a puzzle with constraints has none, cpgen then writes one.
        constraints: The constraints that a text of the format can hold: none by default, `EVERY`, or a function that
            returns those of a layout that cannot be held.
        takes_symbols: True if it can be written in a user's own symbols for the digits.
        notes: A function that returns True if a text can hold the placed digits and marks of an entry; by default, it
            can hold those in `lossless`.
        source: Where the format is defined.
        example: A text of the format, if the documentation needs its own.
    """

    name: str
    title: str
    ending: str
    sides: Sequence[int]
    shapes: tuple[str, ...] = (DEFAULT,)
    reader: str = ""
    writer: str = ""
    needs_layout: bool = False
    many: bool = True
    lossless: tuple[str, ...] = ()
    comments: str = ""
    empties: bool = True
    digits_only: str = ""
    signature: str = ""
    clues: bool = True
    draws_only: bool = False
    rules: bool = False
    constraints: str = ""
    notes: str = ""
    takes_symbols: bool = False
    source: str = ""
    example: str = ""

    def load_reader(self) -> Any:
        """Import the function that reads one text of this format."""
        return _loaded(self.reader or f"{self.name}:read")

    def load_writer(self, plain: bool = False) -> Any:
        """Import the function that writes one entry, or the class of a writer (see `writing.EntryWriter`).

        With `plain`, it is the one for clues alone, if there is one.
        """
        return _loaded((self.digits_only if plain else "") or self.writer or f"{self.name}:write")

    def lost(self, entry: Entry) -> dict[str, int]:
        """Count the parts of an entry that the format cannot hold, by their nouns in messages.

        These are placed digits, marked cells, cells without candidates, and texts. Parts that cpgen can compute again
        do not count: candidates that follow from the clues, the solution, the grade and `more`.
        """
        kept = self.lossless
        if self.notes and not _loaded(self.notes)(entry):
            kept = tuple(name for name in kept if name not in ("placed", "marks"))
        pairs = zip(entry.marks, entry.state.sight, strict=True) if entry.marks else ()
        noted = [cell for cell, seen in pairs if cell not in ((), seen)]
        lost = {
            **{noun: bool(getattr(entry, name)) for name, noun in NOUNS.items() if name not in kept},
            "placed digit": 0 if "placed" in kept else sum(map(bool, entry.placed)),
            "marked cell": 0 if "marks" in kept else len(noted),
            "emptied cell": noted.count(NONE_LEFT) if "marks" in kept and not self.empties else 0,
        }
        if self.comments and entry.comment.startswith(self.comments):
            del lost["comment"]
        return {noun: int(number) for noun, number in lost.items() if number}

    def refusal(self, layout: Layout, given: Layout | None = None) -> Message | None:
        """Return the reason why the format cannot hold a puzzle on a layout, or None if it can.

        `given` is the layout that readers of the text will be told, if any.
        """
        if layout.size not in self.sides:
            return Message("format-sides", format=self.title, sides=self.sides_text, side=layout.size)
        if self.needs_layout and given is not None and same_houses(layout, given):
            return self._refusal_of_constraints(layout, given.further)
        return self._refusal_of_houses(layout) or self._refusal_of_constraints(layout)

    def _refusal_of_houses(self, layout: Layout) -> Message | None:
        base = Layout(layout.size, layout.regions)
        diagonals_only = bool(layout.extras) and same_houses(layout, base.with_diagonals())
        advice = Message("format-advice") if self.needs_layout else ""
        if shape_of(base) not in self.shapes:
            holds = " and ".join(one for one in self.shapes if one not in (DIAGONALS, EXTRAS))
            return Message("format-boards", format=self.title, holds=holds, layout=short_spec(base), advice=advice)
        if layout.extras and EXTRAS not in self.shapes and not (diagonals_only and DIAGONALS in self.shapes):
            return Message("format-diagonals" if diagonals_only else "format-extras", format=self.title, advice=advice)
        return None

    def _refusal_of_constraints(self, layout: Layout, known: Sequence[Constraint] = ()) -> Message | None:
        unheld = (one for one in self.unheld(layout) if one not in known)
        kinds = Counter("open value" if one.is_open else one.kind for one in unheld)
        if not kinds:
            return None
        counted = tuple(f"{kind} ({number})" for kind, number in sorted(kinds.items()))
        others = tuple(one.name for one in FORMATS if not one.draws_only and one.can_hold(layout))
        return Message("format-constraints", format=self.title, constraints=counted, formats=others)

    def can_hold(self, layout: Layout) -> bool:
        """Return True if a text of the format can describe a layout by itself."""
        return layout.size in self.sides and not self._refusal_of_houses(layout) and not self.unheld(layout)

    def unheld(self, layout: Layout) -> Sequence[Constraint]:
        """Return the further constraints of a layout that a text of the format cannot hold."""
        if not layout.further or self.constraints == EVERY:
            return ()
        refused: Sequence[Constraint] = _loaded(self.constraints)(layout) if self.constraints else layout.further
        return refused

    @property
    def sides_text(self) -> str:
        """Sides of the boards that the format can hold, in words."""
        sides = list(self.sides)
        if len(sides) == 1:
            return f"boards of side {sides[0]} only"
        if isinstance(self.sides, range):
            return f"boards of side {sides[0]} to {sides[-1]}"
        return f"boards of side {', '.join(map(str, sides[:-1]))} and {sides[-1]}"


@cache
def _loaded(path: str) -> Any:
    """Import the function or class named `module:name`, in this package unless the module's name is full."""
    module, _, name = path.partition(":")
    return getattr(import_module(module if "." in module else f"cpgen.formats.{module}"), name)


def shape_of(base: Layout) -> str:
    """Return the kind of a layout without extra houses: default boxes, other boxes, Latin square or jigsaw."""
    if not base.regions:
        return LATIN
    if not base.box:
        return JIGSAW
    return DEFAULT if Layout.default(base.size) == base else BOXES


def format_named(name: str) -> Format:
    """Return the format of this name; raise InputError that lists the known names if there is none."""
    known = BY_NAME.get(name.lower())
    if known is None:
        raise one_of(list(BY_NAME), name, "a format")
    return known


def format_by_extension(file: str) -> Format | None:
    """Return the format with the extension of a file's name, or None."""
    by_ending = {one.ending: one for one in reversed(FORMATS) if one.ending}
    by_ending |= {ending: format_named(name) for ending, name in OTHER_ENDINGS.items()}
    return by_ending.get("." + file.rpartition(".")[2].lower()) if "." in file else None


SYMBOL_SIDES = range(2, MAX_DIGIT + 1)
OTHER_ENDINGS = {".ndjson": "jsonl", ".xml": "opensudoku"}
NOUNS = {
    **{name: name for name in ("title", "author", "comment", "date", "source")},
    "instructions": "rules text",
    "url": "URL",
    "cosmetics": "drawing",
    "fog": "fog",
    "message": "message for the solved puzzle",
}
"""Fields of `Entry` that a person writes, with their nouns in messages"""
ALL = ("solution", "placed", "marks", *TEXTS, "more")
IN_LINKS = ("solution", "placed", "marks", "title", "author", "instructions", *LOOKS)
NOTES = ("title", "author", "grade", "comment", "date", "source", "url")
PUZZ_LINK = ("puzz.link", "pzv.jp", "pzplus.tck.mn", "pzprxs.vercel.app", "pedros.works")
SUDOKUPAD = ("sudokupad.app", "sudokupad.svencodes.com", "app.crackingthecryptic.com", "crackingthecryptic.com")


def link(*hosts: str) -> str:
    """Return a regular expression for the beginning of an address on one of these hosts."""
    return rf"(?i:(https?://)?(www\.|beta\.)?({'|'.join(hosts).replace('.', '[.]')})([/?#]|$))"


# fmt: off
FORMATS = (
    Format("line", "A line", ".txt", SYMBOL_SIDES, ANY, reader="lines:read", writer="lines:write",
        constraints=EVERY, lossless=("solution", "comment"), takes_symbols=True,
        example="1...|..2.|....|...3".replace("|", "")),
    Format("rows", "Rows", ".rows", SYMBOL_SIDES, (DEFAULT, DIAGONALS, EXTRAS), reader="lines:read_rows",
        writer="lines:write_rows", needs_layout=True, constraints=EVERY, takes_symbols=True),
    Format("sdm", "A .sdm collection", ".sdm", (9,), reader="lines:read", writer="lines:write_sdm",
        digits_only="lines:write_digits", needs_layout=True, lossless=("comment",),
        source="http://sudocue.net/fileformats.php"),
    Format("sdk", "A .sdk file (SadMan Software, SudoCue)", ".sdk", (9,), needs_layout=True, many=False,
        lossless=("placed", *NOTES), source="http://sudocue.net/fileformats.php"),
    Format("ss", "A .ss file (Simple Sudoku)", ".ss", (9,), needs_layout=True, many=False,
        lossless=("placed", "marks"), source="HoDoKu, which reads and writes it (sudoku/MainFrame.java)"),
    Format("hodoku", "A HoDoKu library line", ".hodoku", (9,), needs_layout=True, lossless=("placed", "marks"),
        comments="HoDoKu ", signature=":", constraints="pencil_marks:unheld", notes="hodoku:can_hold_notes",
        example=":0000:x:.9.....6.8..14...2.....2.....93...7..5..1..3..6...79.....7.....7...29..5.4.....8.:::",
        source="HoDoKu's library of examples (reglib)"),
    Format("marks", "Pencil marks (a grid of candidates)", ".marks", range(4, 10), reader="pencil_marks:read_grid",
        writer="pencil_marks:write_grid", needs_layout=True, lossless=("placed", "marks"),
        constraints="pencil_marks:unheld", notes="pencil_marks:can_hold_notes"),
    Format("sdx", "A .sdx file (SudoCue)", ".sdx", (9,), reader="pencil_marks:read_grid",
        writer="pencil_marks:write_sdx", needs_layout=True, many=False, lossless=("placed", "marks"),
        constraints="pencil_marks:unheld",
        notes="pencil_marks:can_hold_notes_on_placed", source="http://sudocue.net/fileformats.php"),
    Format("candidates", "A list of candidates (729 characters for 9×9)", "", range(4, MAX_DIGIT + 1),
        reader="lines:read", writer="pencil_marks:write_list", needs_layout=True, lossless=("placed", "marks"),
        constraints="pencil_marks:unheld", notes="pencil_marks:can_hold_notes",
        example="1....234..34.234.234.2341.341234..341.34.2..1.34.23412341.341.34"),
    Format("jigsaw", "A jigsaw line", ".jigsaw", range(3, MAX_DIGIT + 1), (DEFAULT, BOXES, JIGSAW),
        reader="lines:read_jigsaw", writer="lines:write_jigsaw",
        example=".1425..3.....4..2.....2..AAABBAABBBCCCDDCCDDDEEEEE"),
    Format("sumocue", "A killer string of SumoCue", "", (9,), (DEFAULT, DIAGONALS), clues=False,
        constraints="sumocue:unheld", signature="3x3:[a-z]*:k:",
        source="http://www.sudocue.net/forum/viewtopic.php?f=1&t=519"),
    Format("iss", "A string of the Interactive Sudoku Solver", "", range(4, 10), ANY, constraints="iss:unheld",
        signature=r"(\.([A-Z]\w*)?\s*)*\.([A-Z]\w*)?\s*~|(\.[A-Z][A-Za-z]+\s*)+\.?$|" + link("sigh.github.io"),
        source="https://github.com/sigh/Interactive-Sudoku-Solver (js/sudoku_constraint.js, js/sudoku_parser.js)"),
    Format("tatham", "A game ID of Simon Tatham's Solo", ".sgt", range(3, 32), (DEFAULT, BOXES, JIGSAW, DIAGONALS),
        constraints="tatham:unheld", signature=r"(?a:\d+(x\d+|j)[a-z0-9]*:)",
        example="5j:a1_4_2_5b3e4b2e2b,bbdbgaaa____aaaa_",
        source="https://www.chiark.greenend.org.uk/~sgtatham/puzzles/ (solo.c)"),
    Format("puzzlink", "A puzz.link address", "", (4, 6, 9, 16, 25), signature="sudoku/.{6}|" + link(*PUZZ_LINK),
        example="https://puzz.link/p?sudoku/9/9/53h7j6h195j98j6g8i6i34h8g3h17i2i6g6j28j419h5j8h79",
        source="https://github.com/robx/pzprv3"),
    Format("sudokuwiki", "A SudokuWiki address", "", (9,), needs_layout=True, lossless=("placed", "marks"),
        empties=False, signature=link("sudokuwiki.org"),
        source="https://www.sudokuwiki.org/Sudoku_String_Definitions"),
    Format("sudokucoach", "A sudoku.coach address", "", (9,), reader="addresses:read",
        writer="addresses:write_coach", needs_layout=True, signature=link("sudoku.coach"),
        source="the addresses of the site itself, /play/ and /solver/"),
    Format("sudokuexchange", "A SudokuExchange address", "", (9,), reader="addresses:read",
        writer="addresses:write_exchange", needs_layout=True, signature=link("sudokuexchange.com"),
        source="https://github.com/grantm/sudoku-web-app (src/lib/url-utils.js)"),
    Format("fpuzzles", "An f-puzzles address", "", range(3, 17), ANY, lossless=IN_LINKS, empties=False,
        signature=link("f-puzzles.com"), constraints="fpuzzles_constraints:unheld", rules=True,
        source="https://github.com/SudokuPad/sudokutools (src/fpuzzlesdecoder.js)"),
    Format("sudokupad", "A SudokuPad address", "", range(3, 17), ANY, lossless=IN_LINKS, empties=False,
        signature="(fpuz|scl|scf).{9}|" + link(*SUDOKUPAD), constraints="fpuzzles_constraints:unheld", rules=True,
        source="https://github.com/SudokuPad/sudokutools (src/fpuzzlesdecoder.js, src/puzzletools_lib.js)"),
    Format("scl", "A SudokuPad address of its own kind (scl)", "", range(3, 10), ANY, reader="sudokupad:read",
        writer="sudokupad:write_scl", constraints=EVERY, rules=True, empties=False,
        lossless=("solution", "marks", "title", "author", "instructions", *LOOKS),
        source="https://github.com/SudokuPad/sudokutools (src/fpuzzlesdecoder.js, src/puzzlezipper_lib.js)"),
    Format("sudokumaker", "A SudokuMaker address", "", range(3, 17), (DEFAULT, BOXES, LATIN, JIGSAW, DIAGONALS),
        lossless=("placed", "marks", "title", "author", "instructions", "cosmetics"), empties=False,
        signature=link("sudokumaker.app"), constraints="sudokumaker_constraints:unheld", rules=True,
        source="https://github.com/yusitnikov/sudokumaker-mcp (src/SudokuMakerConstraint.ts), and links of the site"),
    Format("url", "An Internet shortcut to SudokuPad", ".url", range(3, 17), ANY, writer="shortcut:write",
        reader="sudokupad:read", many=False, lossless=IN_LINKS, empties=False, rules=True,
        constraints="fpuzzles_constraints:unheld", source="the files that browsers and Windows make of links"),
    Format("penpa", "A Penpa+ address", "", range(2, MAX_DIGIT + 1), (DEFAULT, BOXES, LATIN, JIGSAW),
        constraints="penpa:unheld", draws_only=True, rules=True,
        lossless=("placed", "title", "author", "instructions", "source", "cosmetics"),
        signature=r"(?i:https?://|www\.|[a-z-]+\.io/).*penpa-edit",
        source="https://github.com/swaroopg92/penpa-edit"),
    Format("opensudoku", "OpenSudoku XML", ".opensudoku", (9,), writer="opensudoku:GameWriter", needs_layout=True,
        lossless=("placed", "marks", "comment", "source"), empties=False,
        source="https://github.com/ogarcia/opensudoku (CellCollection.java), and OpenSudoku 2 (SudokuBoard.kt)"),
    Format("ipuz", "ipuz (sudoku)", ".ipuz", range(2, 37), ANY, many=False,
        lossless=("solution", "placed", "marks", *(name for name in TEXTS if name not in ("date", *LOOKS, SIGNS))),
        empties=False,
        source="https://libipuz.org/ipuz-spec.html (version 2)"),
    Format("latex", "LaTeX (packages sudoku and TikZ)", ".tex", SYMBOL_SIDES, ANY, reader="objects:read",
        writer="cpgen.render.latex_writer:LatexWriter", lossless=ALL, constraints=EVERY, rules=True,
        source="https://ctan.org/pkg/sudoku and https://ctan.org/pkg/pgf"),
    Format("json", "JSON", ".json", SYMBOL_SIDES, ANY, reader="objects:read", writer="objects:ListWriter", lossless=ALL,
        constraints=EVERY, signature=r"\{"),
    Format("jsonl", "JSON Lines", ".jsonl", SYMBOL_SIDES, ANY, reader="objects:read", writer="objects:write",
        constraints=EVERY, lossless=ALL),
    Format("csv", "CSV", ".csv", SYMBOL_SIDES, ANY, reader="objects:read_row", writer="objects:CsvWriter",
        constraints=EVERY, lossless=ALL),
)
# fmt: on

BY_NAME = {one.name: one for one in FORMATS}


def format_rows() -> list[dict[str, Any]]:
    """Return the table of formats for display: a row per format with name, title, ending, sides, layouts and fields."""
    return [
        {
            "name": one.name,
            "title": one.title,
            "ending": one.ending,
            "sides": one.sides_text.removeprefix("boards of side "),
            "shapes": [*one.shapes, *CONSTRAINTS_HELD.get(one.constraints, ["some constraints"])],
            "needs_layout": one.needs_layout,
            "many": one.many,
            "keeps": sorted(one.lossless, key=TEXTS.__contains__),  # the texts last
        }
        for one in FORMATS
    ]
