"""Find and read the puzzles in a text of any format, as a stream.

The first lines of a text show whether it is a file of one format (XML, JSON, CSV, `.ss`, `.sdk`). Any other text is
plain: blocks of lines, separated by empty lines and comments. A block is a grid of candidates, a board drawn in rows,
or one puzzle per line; the reader of a line is chosen by its signature (see `table`).
"""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from importlib import import_module
from itertools import chain, groupby, islice, pairwise
from math import isqrt
from typing import IO, Annotated

from cpgen.board_spec import BoardSpec
from cpgen.errors import DrawingsWarning, InputError
from cpgen.files import DECLARATION, UTF_8, ZIP, encoding_of
from cpgen.formats import iss, killers, lines, numbers, pencil_marks
from cpgen.formats.clue_lines import clue_line, is_clue_line, on_layout, parts_of, with_clue_lines
from cpgen.formats.digit_symbols import OwnSymbols, Symbols, symbols_for
from cpgen.formats.entry import Entry, Problem, PuzzleText, damaged
from cpgen.formats.iss import is_directive
from cpgen.formats.json_fields import PUZZLE_COLUMNS
from cpgen.formats.pasted import (
    BAR,
    boards_in_rows,
    framed_rows,
    is_heading,
    is_table,
    puzzle_in_comment,
    read_framed,
    read_table,
)
from cpgen.formats.signatures import reader_of
from cpgen.formats.ss import RECORD
from cpgen.layout import Layout
from cpgen.limits import LONGEST_LINE
from cpgen.notation import BLANKS, FRAME, INVISIBLE, MAX_DIGIT, SYMBOLS, is_rule, text_rows
from cpgen.schema import field

MOST_ROWS = 80
"""Number of lines of the longest drawing of a board, with its frame; a longer block has one puzzle per line"""
HEAD = 64
"""Number of lines from which the format of a text is recognised"""
WIDEST_ROW = MAX_DIGIT
JSON_BEGIN = re.compile(r"\{$|\[\s*([{\[\"]|\d{1,2}\s*,|\d?$|null)")
"""First line of JSON, except for files with an object per line"""
BEGIN_LATEX = re.compile(r"\\documentclass|\\begin\{(sudoku|document|tikzpicture)|% cpgen: \{")
SHORTCUT = "[internetshortcut]"
"""First line of an Internet shortcut, a file with the address of a page"""
RULER = re.compile(r"([-=~_*+#.])\1{2,}")
"""Line of one repeated sign, which separates puzzles unless it is a row of open cells or part of a frame"""
WORD = re.compile("[A-Za-z]{4}")
"""Word that shows that a line next to a grid of candidates is prose"""


class ReadingRequest(BoardSpec, frozen=True, kw_only=True):
    """Options for reading puzzles: the board, the user's symbols, and what happens to drawings."""

    ignore_drawings: Annotated[
        bool,
        field("Ignore drawings (lines, circles, cages …) that may be extra rules; reports their number."),
    ] = False
    key: Annotated[
        str,
        field("The key of the puzzles in JSON, or their column in CSV, if cpgen does not find them.", "NAME"),
    ] = ""
    symbols: Symbols = ""

    def texts(self, source: str | bytes | IO[str] | IO[bytes]) -> Iterator[PuzzleText]:
        """Yield the parts of a text, a file or a stream, each of which should be one puzzle."""
        if not self.symbols.strip():
            return puzzle_texts(source, self.houses_given, self.key)
        return self._texts_in_symbols(source)

    def _texts_in_symbols(self, source: str | bytes | IO[str] | IO[bytes]) -> Iterator[PuzzleText]:
        wrong: dict[int, InputError] = {}
        rows = OwnSymbols(self.symbols).rows(_rows_of(source), wrong)
        for text in split_rows(rows, self.houses_given, self.key):
            of_text = range(text.line, text.line + text.text.count("\n") + 1)
            error = next((wrong[number] for number in of_text if number in wrong), None)
            yield damaged(text.line, error.message) if error else text

    def translated(self, rows: Iterable[bytes]) -> Iterable[bytes]:
        """Translate lines from the user's symbols to default digits; a line with an unknown symbol stays as it is."""
        if not self.symbols.strip():
            return rows
        texts = (row.decode("utf-8", "surrogateescape") for row in rows)
        digits = OwnSymbols(self.symbols).rows(texts, {})
        return (text.encode("utf-8", "surrogateescape") for text in digits)

    def read(self, text: PuzzleText) -> Entry:
        """Read a part of a text with these options; warn of drawings that are ignored.

        Raises:
            InputError: The text is wrong, or does not fit the requested board.
        """
        entry = text.read(self.houses_given, self.ignore_drawings)
        if entry.drawings:
            warnings.warn(DrawingsWarning(entry.drawings, kept=bool(entry.cosmetics)), stacklevel=2)
        if self.symbols.strip():
            entry = replace(entry, symbols=symbols_for(self.symbols, entry.puzzle.layout.size))
        return on_layout(entry, self.constrained(entry.puzzle.layout))


def read(
    source: str | bytes | IO[str] | IO[bytes], layout: Layout | None = None, ignore_drawings: bool = False
) -> Iterator[Entry | Problem]:
    """Yield an entry for each puzzle in a text, a file or a stream, and a Problem for each wrong one.

    A puzzle with drawings that may be constraints is a Problem, unless `ignore_drawings` leaves them out.
    """
    for text in puzzle_texts(source, layout):
        try:
            yield text.read(layout, ignore_drawings)
        except InputError as error:
            yield Problem(text.line, error)


def puzzle_texts(
    source: str | bytes | IO[str] | IO[bytes], layout: Layout | None = None, key: str = ""
) -> Iterator[PuzzleText]:
    """Yield the parts of a text, each of which should be one puzzle.

    Args:
        source: The text.
        layout: The board, which helps to tell rows from puzzles; None if it is unknown.
        key: The key of the puzzles in JSON, or their column in CSV; "" for the usual ones.
    """
    return split_rows(_rows_of(source), layout, key)


def split_rows(stream: Iterator[str], layout: Layout | None = None, key: str = "") -> Iterator[PuzzleText]:
    """Yield the parts of a text, given as lines, each of which should be one puzzle (see `puzzle_texts`)."""
    try:
        head = list(islice(stream, HEAD))
    except InputError as error:
        return iter([damaged(0, error.message)])
    return _splitter(head, layout.size if layout else 0, key)(chain(head, stream))


def _splitter(head: list[str], side: int, key: str) -> Callable[[Iterable[str]], Iterator[PuzzleText]]:
    """Return the function that splits a text into puzzles, chosen by its first lines; a `side` of 0 is unknown.

    `key` is that of the puzzles in JSON or CSV, "" for the usual ones.
    """
    filled = [row.strip() for row in head if row.strip()]
    first = filled[0] if filled else ""
    # The order decides where several signs fit: marks that no other format can have come first, guesses last.
    signs: tuple[tuple[str, Callable[[], object]], ...] = (
        ("hsol", lambda: first.startswith("<") and any("<java" in row for row in filled[:2])),
        ("opensudoku", lambda: re.match("<[?!A-Za-z]", first)),
        ("latex", lambda: any(map(BEGIN_LATEX.match, filled))),
        ("shortcut", lambda: first.lower() == SHORTCUT),
        ("numbers:qwh_squares", lambda: numbers.is_qwh(filled)),
        ("numbers:arrays", lambda: numbers.is_array(head)),
        ("objects", lambda: JSON_BEGIN.match(first)),
        ("ss", lambda: is_rule(first) and any(map(RECORD.fullmatch, filled))),
        ("sdk", lambda: _looks_like_sdk(filled)),
        ("objects:table_rows", lambda: _looks_like_csv(first, key)),
    )
    # Only the module of the splitter is imported, since most texts are plain and need none of these modules.
    place = next((place for place, is_such in signs if is_such()), "")
    if not place:
        return partial(split_plain, side=side, key=key)
    module, _, name = place.partition(":")
    split = getattr(import_module(f"cpgen.formats.{module}"), name or "puzzle_texts")
    return partial(split, key=key) if module == "objects" else split


def _looks_like_sdk(filled: list[str]) -> bool:
    if any(row.lower() == "[puzzle]" for row in filled):
        return True
    notes = [row for row in filled if row.startswith("#")]
    # Comments of other formats begin with # too, so every one of them must be a field of .sdk.
    return (
        bool(notes) and all(re.match(r"#([ADCBSLNHT][^a-z\s]|U\S)", row) for row in notes) and len(filled) > len(notes)
    )


def _looks_like_csv(first: str, key: str) -> bool:
    words = re.split("[,;\t]", first.lower().replace('"', ""))
    return len(words) > 1 and any(word.strip() in (*PUZZLE_COLUMNS, key.lower() or "puzzle") for word in words)


def split_plain(stream: Iterable[str], side: int, key: str = "") -> Iterator[PuzzleText]:
    """Split plain text into blocks, at empty lines and comments (`#`), and each block into puzzles.

    A known side of the board decides whether a square of symbols is one board, or one small board per line. Lines of
    constraints belong to the puzzle above them.
    """
    texts = with_clue_lines(_split_lines_and_blocks(stream, side))
    return (one for text in texts for one in (_records(text, key) if text.text[:1] == "{" else [text]))


def _records(text: PuzzleText, key: str) -> Iterable[PuzzleText]:
    """Return the puzzles in a part of a text that is a JSON object on one line."""
    # Lines that cpgen wrote are the usual case, and need not be parsed twice.
    if text.text.startswith('{"puzzle"') and not key:
        return [text]
    from cpgen.formats.objects import line_texts

    return line_texts(text, key)


def _split_lines_and_blocks(stream: Iterable[str], side: int) -> Iterator[PuzzleText]:
    """Yield the puzzles of a plain text, and each line of constraints as a part of its own.

    A `side` of 0 is unknown.
    """
    below_clues = False  # True below a line of constraints
    block: list[tuple[int, str]] = []
    is_list = False  # True within a list of one puzzle per line, whose lines are not collected in a block
    for (number, row), (_, following) in pairwise(chain(_numbered(stream), [(0, "")])):
        text = _stripped(row, bool(block))
        below_board = bool(block) or is_list or below_clues
        below_clues = text[:1].isalpha() and is_clue_line(text, below_board and not is_heading(text, following.strip()))
        if below_clues:
            yield from _split_block(block, side)
            yield clue_line(number, text)
            block = []
        elif not text and block and pencil_marks.is_unfinished_grid([_without_comment(text) for _, text in block]):
            block.append((number, ""))
        elif _is_between(text, following.strip(), block, is_list):
            yield from _split_block(block, side)
            block, is_list = [], False
        elif is_list or (not block and _is_long(text) and not (_begins_grid(following.strip()) or is_directive(text))):
            is_list = True
            yield PuzzleText(number, text, reader_of(text))
        else:
            block.append((number, text))
            if len(block) > MOST_ROWS and not is_directive(text):
                boards = _boards_without_gaps(block, side)
                if boards:
                    yield from map(_drawn_board, boards[:-1])
                    block = boards[-1]
                else:
                    yield from _split_lines(block)
                    block, is_list = [], True
    yield from _split_block(block, side)


def _stripped(row: str, in_block: bool) -> str:
    """Return a line without outer blanks, unless it is a table row, and without `#` before a whole puzzle.

    A blank row is one of a table only within a block of lines.
    """
    text = row.strip()
    if "\t" in row and (text or in_block):  # the first and last cells of a table may be blank
        return row.strip(" \r\n")
    return puzzle_in_comment(text) or text if text[:1] == "#" else text


def _is_between(text: str, following: str, block: list[tuple[int, str]], is_list: bool) -> bool:
    """Return True if a line separates puzzles: an empty line, a comment, a title, or a line of one sign.

    `following` is the next line, `block` the lines since the last separator with their numbers, and `is_list` True in a
    list of one puzzle per line.
    """
    is_row = bool(block) and block[-1][1].isalpha() and len(block[-1][1]) == len(text)
    if not text or text[0] in "#%" or (not (is_list or is_row) and is_heading(text, following)):
        return True
    if block and is_rule(text) and is_rule(block[-1][1]):
        return True  # the frame of the next board
    return RULER.fullmatch(text) is not None and _separates(text, following, block, is_list)


def _numbered(stream: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Yield each line with its number from 1; constraints after semicolons become lines of their own."""
    for number, row in enumerate(stream, 1):
        for part in parts_of(row) if ";" in row else [row]:
            yield number, part


def _separates(text: str, following: str, block: list[tuple[int, str]], is_list: bool) -> bool:
    """Return True if a line of one sign separates puzzles, and is neither a row of open cells nor part of a frame.

    The other arguments are as in `_is_between`.
    """
    rows = [row for _, one in block for row in text_rows(_without_comment(one))]
    if is_list or not rows:
        sides = {len(text), len(following)} - {0}
        return text[0] not in BLANKS + "-" or (len(sides) > 1 and isqrt(len(text)) ** 2 != len(text))
    is_whole = len(rows) % len(rows[0]) == 0 and len(set(map(len, rows))) == 1
    return is_whole and not (text[0] in BLANKS and any(text[0] in row for row in (*rows, following)))


def _is_long(text: str) -> bool:
    """Return True if a line is a whole puzzle, not a row of one or part of a frame."""
    return len(text) > WIDEST_ROW and " " not in text and not is_rule(text)


def _begins_grid(text: str) -> bool:
    """Return True if a line may be the first row of a grid of candidates, or of its frame."""
    return " " in text or (is_rule(text) and text[0] != "=")


def _split_block(block: list[tuple[int, str]], side: int) -> Iterator[PuzzleText]:
    """Split a block of lines into grids of candidates and the puzzles between them, without prose about grids.

    A `side` of 0 is unknown.
    """
    texts = [_without_comment(text) for _, text in block]
    grids = pencil_marks.grids_in(texts) if len(block) > 1 else []
    for (_, before), (first, end) in pairwise([(0, 0), *grids, (len(block), len(block))]):
        others = [line for line in block[before:first] if not (grids and _is_about_grid(line[1]))]
        for empty, some in groupby(others, lambda line: not line[1]):
            if not empty:
                yield from _split_drawing(list(some), side)
        if first < end:
            yield PuzzleText(block[first][0], "\n".join(texts[first:end]), pencil_marks.read_grid)


def _is_about_grid(text: str) -> bool:
    """Return True if a line next to a grid of candidates is prose, as in a forum, or part of a frame."""
    return not pencil_marks.row_of(text) or (WORD.search(text) is not None and reader_of(text) is lines.read)


def _split_drawing(block: list[tuple[int, str]], side: int) -> Iterator[PuzzleText]:
    texts = [_without_comment(text) for _, text in block]
    if not any(map(pencil_marks.row_of, texts)):
        return
    if len(block) > 1 and all(map(is_directive, texts)):
        yield PuzzleText(block[0][0], "".join(texts), iss.read)
    elif len(block) > 1 and is_table(texts):
        yield PuzzleText(block[0][0], "\n".join(texts), read_table)
    elif len(block) > 1 and numbers.are_number_rows(texts):
        yield PuzzleText(block[0][0], "\n".join(texts), numbers.read_numbers)
    elif len(block) > 1 and killers.are_cages(texts):
        yield PuzzleText(block[0][0], "\n".join(texts), killers.read)
    elif len(block) > 1 and pencil_marks.looks_like_grid(texts):
        yield PuzzleText(block[0][0], "\n".join(texts), pencil_marks.read_grid)
    # Formats with signs of their own were tried before; what is left are rows of plain symbols.
    elif boards := _boards_without_gaps(block, side):
        yield from map(_drawn_board, boards)
    elif len(block) > 1 and BAR.search(texts[-1] + texts[0] + texts[1]) and framed_rows(texts):
        yield PuzzleText(block[0][0], "\n".join(texts), read_framed)
    elif len(block) > 1 and _drawn_in_rows(texts, side):
        yield _drawn_board(block)
    else:
        yield from _split_lines(block)


def _drawn_board(rows: Sequence[tuple[int, str]]) -> PuzzleText:
    return PuzzleText(rows[0][0], "\n".join(_without_comment(text) for _, text in rows), lines.read_rows)


def _boards_without_gaps(block: Sequence[tuple[int, str]], side: int) -> list[list[tuple[int, str]]]:
    """Return the boards that follow each other in a block without gaps; [] if the lines are not of this form.

    `side` is the side that the boards should have, 0 if it is not known.
    """
    boards = boards_in_rows(block)
    drawn = text_rows("\n".join(_without_comment(text) for _, text in boards[0])) if boards else []
    are_lines = not drawn or side * side == len(drawn[0]) or (side == 0 and _are_small_boards(drawn, len(drawn[0])))
    return [] if are_lines else boards


def _split_lines(block: list[tuple[int, str]]) -> Iterator[PuzzleText]:
    return (PuzzleText(number, text, reader_of(text)) for number, text in block)


def _without_comment(text: str) -> str:
    return text.partition("#")[0].rstrip() if "#" in text else text


def _drawn_in_rows(texts: list[str], given: int) -> bool:
    """Return True if lines are the rows of one board, even of a damaged one; `given` is the known side, or 0.

    They are a square, or too short to be puzzles.
    """
    if any(lines.split_layout(text)[1] for text in texts):
        return False  # each line ends with a layout
    drawn = text_rows("\n".join(texts))
    side = isqrt(sum(map(len, drawn)))
    if len(drawn) == side <= WIDEST_ROW and all(len(row) == side for row in drawn):
        # A square of 16 rows is one 16×16 board or 16 of 4×4: the given side decides, or else the digits.
        return given == side or not (given * given == side or (given == 0 and _are_small_boards(drawn, side)))
    # A first line as long as a whole board is a puzzle, and so are the lines below it.
    if given and len(texts[0].split()[0]) == given * given:
        return False
    # No square: a damaged board if the rows are too short for puzzles, and not all as long as a board of side 2 or 3.
    framed = any(text[0] in FRAME and text[-1] in FRAME for text in texts if text)
    short = max(map(len, drawn), default=0) < 16
    alike = len(set(map(len, drawn))) == 1 and len(drawn[0]) in (4, 9)
    return short and len(drawn) > 1 and (framed or not alike) and reader_of(texts[0]) is lines.read


def _are_small_boards(drawn: list[str], side: int) -> bool:
    """Return True if the rows of a square are probably boards themselves: 16 of 4×4, or 36 of 6×6.

    Their digits must fit the small board, and each must have at least as many clues as digits.
    """
    small = isqrt(side)
    if side not in (16, 36) or set("".join(drawn)) - set(SYMBOLS[:small] + BLANKS):
        return False
    return all(sum(map(row.count, BLANKS)) <= side - small for row in drawn)


def _rows_of(source: str | bytes | IO[str] | IO[bytes]) -> Iterator[str]:
    """Yield the lines of a source with their ends; bytes that are not text become surrogates, refused on reading."""
    stream = _text_stream(source)
    while row := stream.readline(LONGEST_LINE):
        if len(row) == LONGEST_LINE and not row.endswith("\n"):
            # The rest is skipped in pieces, so that a file without line ends does not fill the memory.
            while (rest := stream.readline(LONGEST_LINE)) and not rest.endswith("\n"):
                pass
        yield row if row.isascii() and "\x1a" not in row else _without_invisible(row)


def _without_invisible(row: str) -> str:
    """Return a line without invisible characters at its beginning and end."""
    text = row.rstrip("\r\n")
    return text.strip(INVISIBLE) + row[len(text) :]


def _text_stream(source: str | bytes | IO[str] | IO[bytes]) -> IO[str]:
    if isinstance(source, str):
        return io.StringIO(source, newline=None)
    if isinstance(source, bytes):
        source = io.BytesIO(source)
    if isinstance(source, io.TextIOBase):
        return source
    # `peek` looks ahead without consuming, which also works on pipes that cannot be rewound.
    stream = io.BufferedReader(_Raw(source))  # type: ignore[arg-type]
    if stream.peek(len(ZIP)).startswith(ZIP):
        from cpgen.formats.hsol import unzipped

        return io.StringIO(unzipped(stream))
    encoding = encoding_of(stream.peek(DECLARATION)[:DECLARATION])
    # Wrong bytes of UTF-8 are kept as surrogates, so that only the puzzle that holds them is refused.
    return io.TextIOWrapper(stream, encoding, errors="surrogateescape" if encoding == UTF_8 else "replace")


class _Raw(io.RawIOBase):
    """Binary stream over another one that stays open when its reader is garbage-collected."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        read = getattr(self._stream, "read1", self._stream.read)
        chunk: bytes = read(len(buffer))
        buffer[: len(chunk)] = chunk
        return len(chunk)
