"""The table of formats: what each is called, looks like and can hold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

from cpgen.errors import one_of
from cpgen.formats.checks import brief, same_houses
from cpgen.formats.entry import TEXTS, Entry
from cpgen.layout import Layout
from cpgen.notation import MAX_DIGIT
from cpgen.state import NONE_LEFT

DEFAULT, BOXES, LATIN, JIGSAW = "default boxes", "any boxes", "Latin squares", "jigsaws"
DIAGONALS, EXTRAS = "diagonals", "extra houses"
ANY = (DEFAULT, BOXES, LATIN, JIGSAW, DIAGONALS, EXTRAS)


@dataclass(frozen=True)
class Format:
    """A format: its names, what it holds, and where its code is (`module:object`; else `NAME:read` and `NAME:write`).

    `shapes` are the layouts that a text of the format holds by itself. A `bare` format holds no layout: the reader
    takes the default boxes of the side, unless another layout is given. `keeps` names the fields of Entry that survive,
    `comments` is how a comment begins that does where others do not, and `empties` says whether an emptied cell does.
    `plain` is what writes nothing but digits, where the format has more to leave out than the fields of Entry.
    `looks` is how a text on one line begins that can only be of this format, as a regular expression. `source` is where
    the format is defined.
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
    source: str = ""
    example: str = ""

    def load_reader(self) -> Any:
        """The function that reads one text of this format."""
        return _loaded(self.reader or f"{self.name}:read")

    def load_writer(self, plain: bool = False) -> Any:
        """The function that writes one entry, or the class of one that also writes what comes around the entries."""
        return _loaded((self.digits_only if plain else "") or self.writer or f"{self.name}:write")

    def lost(self, entry: Entry) -> dict[str, int]:
        """How much of an entry the format does not hold: placed digits, marked or emptied cells, texts.

        What cpgen finds out again is not counted: candidates that sight leaves, a solution, a grade, and what it
        knows besides.
        """
        pairs = zip(entry.marks, entry.state.sight, strict=True) if entry.marks else ()
        noted = [cell for cell, seen in pairs if cell not in ((), seen)]
        found = {
            **{noun: bool(getattr(entry, name)) for name, noun in SAID.items() if name not in self.lossless},
            "placed digit": 0 if "placed" in self.lossless else sum(map(bool, entry.placed)),
            "marked cell": 0 if "marks" in self.lossless else len(noted),
            "emptied cell": noted.count(NONE_LEFT) if "marks" in self.lossless and not self.empties else 0,
        }
        if self.comments and entry.comment.startswith(self.comments):
            del found["comment"]
        return {noun: int(number) for noun, number in found.items() if number}

    def refusal(self, layout: Layout, given: Layout | None = None) -> str:
        """Why the format cannot hold a puzzle of this layout, in a sentence; nothing when it can."""
        if layout.size not in self.sides:
            return f"{self.title} holds {self.sides_text}; this puzzle has side {layout.size}."
        if self.needs_layout and given is not None and same_houses(layout, given):
            return ""
        return self._shape_refusal(layout)

    def _shape_refusal(self, layout: Layout) -> str:
        base = Layout(layout.size, layout.regions)
        kind = shape_of(base)
        if kind not in self.shapes:
            holds = " and ".join(one for one in self.shapes if one not in (DIAGONALS, EXTRAS))
            return f"{self.title} holds {holds}; this puzzle's layout is {brief(base)}.{self._advice()}"
        if layout.extras and EXTRAS not in self.shapes:
            diagonal = _has_diagonals_only(layout)
            if not (diagonal and DIAGONALS in self.shapes):
                what = "diagonals" if diagonal else "extra houses"
                return f"{self.title} holds no {what}, which this puzzle has.{self._advice()}"
        return ""

    def _advice(self) -> str:
        return (
            " To write it all the same, give its layout (--layout); a reader needs it, too."
            if self.needs_layout
            else ""
        )

    @property
    def sides_text(self) -> str:
        """The sides it holds, in words."""
        sides = list(self.sides)
        if len(sides) == 1:
            return f"boards of side {sides[0]} only"
        if isinstance(self.sides, range):
            return f"boards of side {sides[0]} to {sides[-1]}"
        return f"boards of side {', '.join(map(str, sides[:-1]))} and {sides[-1]}"


@cache
def _loaded(place: str) -> Any:
    module, _, name = place.partition(":")
    return getattr(import_module(f"cpgen.formats.{module}"), name)


def shape_of(base: Layout) -> str:
    """What kind of layout one without extra houses is: its default boxes, other boxes, a Latin square or a jigsaw."""
    if not base.regions:
        return LATIN
    if "x" not in base.spec[:4] or "/" in base.spec:
        return JIGSAW
    return DEFAULT if Layout.default(base.size) == base else BOXES


def _has_diagonals_only(layout: Layout) -> bool:
    return same_houses(layout, Layout(layout.size, layout.regions).with_diagonals())


def named(name: str) -> Format:
    """The format of that name; raises InputError naming those that exist."""
    found = BY_NAME.get(name.lower())
    if found is None:
        raise one_of(list(BY_NAME), name, "a format")
    return found


def by_ending(file: str) -> Format | None:
    """The format that has the ending of a file's name."""
    endings = {one.ending: one for one in reversed(FORMATS) if one.ending}
    endings |= {other: named(name) for other, name in OTHER_ENDINGS.items()}
    return endings.get("." + file.rpartition(".")[2].lower()) if "." in file else None


SYMBOL_SIDES = range(2, MAX_DIGIT + 1)
OTHER_ENDINGS = {".jsonl": "json", ".ndjson": "json", ".xml": "opensudoku"}
SAID = {
    "title": "title",
    "author": "author",
    "comment": "comment",
    "instructions": "rules text",
    "date": "date",
    "source": "source",
    "url": "URL",
}
"""The fields of Entry that say what a person said, each with its noun"""
ALL = ("solution", "placed", "marks", *TEXTS, "more")
IN_LINKS = ("solution", "placed", "marks", "title", "author", "instructions")
NOTES = ("title", "author", "grade", "comment", "date", "source", "url")
PUZZ_LINK = ("puzz.link", "pzv.jp", "pzplus.tck.mn", "pzprxs.vercel.app", "pedros.works")
SUDOKUPAD = ("sudokupad.app", "sudokupad.svencodes.com", "app.crackingthecryptic.com", "crackingthecryptic.com")


def link(*hosts: str) -> str:
    """How an address on one of these hosts begins, as a regular expression."""
    return rf"(?i:(https?://)?(www\.|beta\.)?({'|'.join(hosts).replace('.', '[.]')})([/?#]|$))"


FORMATS = (
    Format(
        "line",
        "A line",
        ".txt",
        SYMBOL_SIDES,
        ANY,
        reader="lines:read",
        writer="lines:write",
        lossless=("solution", "comment"),
        example="1...|..2.|....|...3".replace("|", ""),
    ),
    Format(
        "rows", "Rows", ".rows", SYMBOL_SIDES, reader="lines:read_rows", writer="lines:write_rows", needs_layout=True
    ),
    Format(
        "sdm",
        "A .sdm collection",
        ".sdm",
        (9,),
        reader="lines:read",
        writer="lines:write_sdm",
        digits_only="lines:write_digits",
        needs_layout=True,
        lossless=("comment",),
        source="http://sudocue.net/fileformats.php",
    ),
    Format(
        "sdk",
        "A .sdk file (SadMan Software, SudoCue)",
        ".sdk",
        (9,),
        needs_layout=True,
        many=False,
        lossless=("placed", *NOTES),
        source="http://sudocue.net/fileformats.php",
    ),
    Format(
        "ss",
        "A .ss file (Simple Sudoku)",
        ".ss",
        (9,),
        needs_layout=True,
        many=False,
        lossless=("placed", "marks"),
        source="HoDoKu, which reads and writes it (sudoku/MainFrame.java)",
    ),
    Format(
        "hodoku",
        "A HoDoKu library line",
        ".hodoku",
        (9,),
        needs_layout=True,
        lossless=("placed", "marks"),
        comments="HoDoKu ",
        signature=":",
        example=":0000:x:.9.....6.8..14...2.....2.....93...7..5..1..3..6...79.....7.....7...29..5.4.....8.:::",
        source="HoDoKu's library of examples (reglib)",
    ),
    Format(
        "marks",
        "Pencil marks (a grid of candidates)",
        ".marks",
        range(4, 10),
        reader="marks:read_grid",
        writer="marks:write_grid",
        needs_layout=True,
        lossless=("placed", "marks"),
    ),
    Format(
        "sdx",
        "A .sdx file (SudoCue)",
        ".sdx",
        (9,),
        reader="marks:read_grid",
        writer="marks:write_sdx",
        needs_layout=True,
        many=False,
        lossless=("placed", "marks"),
        source="http://sudocue.net/fileformats.php",
    ),
    Format(
        "candidates",
        "A list of candidates (729 characters for 9×9)",
        "",
        range(4, MAX_DIGIT + 1),
        reader="lines:read",
        writer="marks:write_list",
        needs_layout=True,
        lossless=("placed", "marks"),
        example="1....234..34.234.234.2341.341234..341.34.2..1.34.23412341.341.34",
    ),
    Format(
        "jigsaw",
        "A jigsaw line",
        ".jigsaw",
        range(3, MAX_DIGIT + 1),
        (DEFAULT, BOXES, JIGSAW),
        reader="lines:read_jigsaw",
        writer="lines:write_jigsaw",
        example=".1425..3.....4..2.....2..AAABBAABBBCCCDDCCDDDEEEEE",
    ),
    Format(
        "tatham",
        "A game ID of Simon Tatham's Solo",
        ".sgt",
        range(3, 32),
        (DEFAULT, BOXES, JIGSAW, DIAGONALS),
        signature=r"(?a:\d+(x\d+|j)[a-z0-9]*:)",
        example="5j:a1_4_2_5b3e4b2e2b,bbdbgaaa____aaaa_",
        source="https://www.chiark.greenend.org.uk/~sgtatham/puzzles/ (solo.c)",
    ),
    Format(
        "puzzlink",
        "A puzz.link address",
        "",
        (4, 6, 9, 16, 25),
        signature="sudoku/.{6}|" + link(*PUZZ_LINK),
        example="https://puzz.link/p?sudoku/9/9/53h7j6h195j98j6g8i6i34h8g3h17i2i6g6j28j419h5j8h79",
        source="https://github.com/robx/pzprv3",
    ),
    Format(
        "sudokuwiki",
        "A SudokuWiki address",
        "",
        (9,),
        needs_layout=True,
        lossless=("placed", "marks"),
        empties=False,
        signature=link("sudokuwiki.org"),
        source="https://www.sudokuwiki.org/Sudoku_String_Definitions",
    ),
    Format(
        "sudokucoach",
        "A sudoku.coach address",
        "",
        (9,),
        reader="addresses:read",
        writer="addresses:write_coach",
        needs_layout=True,
        signature=link("sudoku.coach"),
        source="the addresses of the site itself, /play/ and /solver/",
    ),
    Format(
        "sudokuexchange",
        "A SudokuExchange address",
        "",
        (9,),
        reader="addresses:read",
        writer="addresses:write_exchange",
        needs_layout=True,
        signature=link("sudokuexchange.com"),
        source="https://github.com/grantm/sudoku-web-app (src/lib/url-utils.js)",
    ),
    Format(
        "fpuzzles",
        "An f-puzzles address",
        "",
        range(3, 17),
        ANY,
        lossless=IN_LINKS,
        empties=False,
        signature=link("f-puzzles.com"),
        source="https://github.com/SudokuPad/sudokutools (src/fpuzzlesdecoder.js)",
    ),
    Format(
        "sudokupad",
        "A SudokuPad address",
        "",
        range(3, 17),
        ANY,
        lossless=IN_LINKS,
        empties=False,
        signature="(fpuz|scl|scf).{9}|" + link(*SUDOKUPAD),
        source="https://github.com/SudokuPad/sudokutools (src/fpuzzlesdecoder.js, src/puzzletools_lib.js)",
    ),
    Format(
        "scl",
        "A SudokuPad address of its own kind (scl)",
        "",
        range(3, 10),
        ANY,
        reader="sudokupad:read",
        writer="sudokupad:write_scl",
        lossless=("solution", "marks", "title", "author", "instructions"),
        empties=False,
        source="https://github.com/SudokuPad/sudokutools (src/fpuzzlesdecoder.js, src/puzzlezipper_lib.js)",
    ),
    Format(
        "sudokumaker",
        "A SudokuMaker address",
        "",
        range(3, 17),
        (DEFAULT, BOXES, LATIN, JIGSAW, DIAGONALS),
        lossless=("placed", "marks", "title", "author", "instructions"),
        empties=False,
        signature=link("sudokumaker.app"),
        source="https://github.com/yusitnikov/sudokumaker-mcp (src/SudokuMakerConstraint.ts), and links of the site",
    ),
    Format(
        "penpa",
        "A Penpa+ address",
        "",
        range(2, MAX_DIGIT + 1),
        (DEFAULT, BOXES, LATIN, JIGSAW),
        lossless=("placed", "title", "author", "instructions", "source"),
        signature=r"(?i:https?://|www\.|[a-z-]+\.io/).*penpa-edit",
        source="https://github.com/swaroopg92/penpa-edit",
    ),
    Format(
        "opensudoku",
        "OpenSudoku XML",
        ".opensudoku",
        (9,),
        writer="opensudoku:Writer",
        needs_layout=True,
        lossless=("placed", "marks", "comment", "source"),
        empties=False,
        source="https://github.com/ogarcia/opensudoku (CellCollection.java), and OpenSudoku 2 (SudokuBoard.kt)",
    ),
    Format(
        "ipuz",
        "ipuz (sudoku)",
        ".ipuz",
        range(2, 37),
        ANY,
        many=False,
        lossless=(
            "solution",
            "placed",
            "marks",
            "title",
            "author",
            "grade",
            "comment",
            "instructions",
            "source",
            "url",
        ),
        empties=False,
        source="https://libipuz.org/ipuz-spec.html (version 2)",
    ),
    Format(
        "json",
        "JSON",
        ".json",
        SYMBOL_SIDES,
        ANY,
        reader="objects:read",
        writer="objects:write",
        lossless=ALL,
        signature=r"\{",
    ),
    Format(
        "csv", "CSV", ".csv", SYMBOL_SIDES, ANY, reader="objects:read_row", writer="objects:CsvWriter", lossless=ALL
    ),
)

BY_NAME = {one.name: one for one in FORMATS}


def listed() -> list[dict[str, Any]]:
    """The table as rows for people and programs."""
    return [
        {
            "name": one.name,
            "title": one.title,
            "ending": one.ending,
            "sides": one.sides_text.removeprefix("boards of side "),
            "shapes": list(one.shapes),
            "needs_layout": one.needs_layout,
            "many": one.many,
            "keeps": [*(k for k in one.lossless if k not in TEXTS), *(k for k in one.lossless if k in TEXTS)],
        }
        for one in FORMATS
    ]
