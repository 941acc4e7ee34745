"""The puzzles in a text, whatever their formats: each is recognised by its looks, as the text streams by."""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, groupby, islice, pairwise
from math import isqrt
from typing import IO, Annotated, cast

from cpgen.board_request import BoardRequest
from cpgen.errors import DrawingsWarning, InputError, shown
from cpgen.files import DECLARATION, UTF_8, ZIP, encoding_of
from cpgen.formats import lines, marks
from cpgen.formats.entry import Entry, Problem, PuzzleText, Reader, damaged
from cpgen.formats.ss import RECORD
from cpgen.formats.table import FORMATS, format_named
from cpgen.layout import Layout
from cpgen.notation import BLANKS, FRAME, SYMBOLS, is_rule, text_rows
from cpgen.schema import field

MOST_ROWS = 80
"""The most lines that the drawing of one board can take, frames and all; a block with more has a puzzle a line"""
HEAD = 64
WIDEST_ROW = 36
WORD = re.compile("[A-Za-z]{4}")
LONGEST = 1 << 22
"""Characters of the longest line that is read; the rest of a longer one is left out, so that it is refused as wrong"""


class ReadingRequest(BoardRequest, frozen=True, kw_only=True):
    """How puzzles are read: their board, and whether to ignore what is drawn on it."""

    ignore_drawings: Annotated[
        bool, field("Read puzzles without the drawings on them, which may be rules; their numbers are told.")
    ] = False

    def read(self, excerpt: PuzzleText) -> Entry:
        """The entry of an excerpt; warns of drawings that were left out, and raises InputError."""
        entry = excerpt.read(self.layout_given, self.ignore_drawings)
        if entry.drawings:
            warnings.warn(DrawingsWarning(entry.drawings), stacklevel=2)
        return entry


def read(
    source: str | bytes | IO[str] | IO[bytes], layout: Layout | None = None, ignore_drawings: bool = False
) -> Iterator[Entry | Problem]:
    """The puzzles in a text, a file or a stream, one by one; in the place of a wrong one, a Problem."""
    for excerpt in puzzle_texts(source, layout):
        try:
            yield excerpt.read(layout, ignore_drawings)
        except InputError as error:
            yield Problem(excerpt.line, error)


def puzzle_texts(source: str | bytes | IO[str] | IO[bytes], layout: Layout | None = None) -> Iterator[PuzzleText]:
    """The parts of a text that should each spell a puzzle, found by their looks; a given layout helps."""
    stream = _rows_of(source)
    try:
        head = list(islice(stream, HEAD))
    except InputError as error:
        return iter([damaged(0, str(error))])
    split = _splitter(head)
    if split is plain_puzzle_texts and layout is not None:
        return plain_puzzle_texts(chain(head, stream), layout.size)
    return split(chain(head, stream))


def _splitter(head: list[str]) -> Callable[[Iterable[str]], Iterator[PuzzleText]]:
    """What takes a text with this beginning apart."""
    filled = [row.strip() for row in head if row.strip()]
    first = filled[0] if filled else ""
    split: Callable[[Iterable[str]], Iterator[PuzzleText]]
    if first.startswith("<") and any("<java" in row for row in filled[:2]):
        from cpgen.formats.hsol import puzzle_texts as split
    elif first.startswith("<"):
        from cpgen.formats.opensudoku import puzzle_texts as split
    elif first.startswith("[{") or first in ("{", "[") or (first.startswith("[") and first[1:2] in "{ \t"):
        from cpgen.formats.objects import puzzle_texts as split
    elif is_rule(first) and any(map(RECORD.fullmatch, filled)):
        from cpgen.formats.ss import puzzle_texts as split
    elif _looks_like_sdk(filled):
        from cpgen.formats.sdk import puzzle_texts as split
    elif _looks_like_csv(first):
        from cpgen.formats.objects import rows_of as split
    else:
        return plain_puzzle_texts
    return split


def _looks_like_sdk(filled: list[str]) -> bool:
    if any(row.lower() == "[puzzle]" for row in filled):
        return True
    notes = [row for row in filled if row.startswith("#")]
    return (
        bool(notes) and all(re.match(r"#([ADCBSLNHT][^a-z\s]|U\S)", row) for row in notes) and len(filled) > len(notes)
    )


def _looks_like_csv(first: str) -> bool:
    words = re.split("[,;\t]", first.lower().replace('"', ""))
    return len(words) > 1 and not {"puzzle", "puzzles", "quizzes"}.isdisjoint(map(str.strip, words))


def plain_puzzle_texts(stream: Iterable[str], side: int = 0) -> Iterator[PuzzleText]:
    """One puzzle a line, or one drawn in rows; empty lines part them, and `#` begins a comment.

    The board's side, when it is given, decides whether a drawing is one board or a small board a line.
    """
    block: list[tuple[int, str]] = []
    flowing = False
    for number, (row, following) in enumerate(pairwise(chain(stream, [""])), 1):
        text = row.strip()
        if not text and block and marks.is_unfinished_grid([_bare(text) for _, text in block]):
            block.append((number, ""))
        elif not text or text[0] == "#":
            yield from _block_puzzle_texts(block, side)
            block, flowing = [], False
        elif flowing or (not block and _is_long(text) and not _begins_grid(following.strip())):
            flowing = True
            yield PuzzleText(number, text, reader_of(text))
        else:
            block.append((number, text))
            if len(block) > MOST_ROWS:
                yield from _single_puzzle_texts(block)
                block, flowing = [], True
    yield from _block_puzzle_texts(block, side)


def _is_long(text: str) -> bool:
    """Whether a line is a puzzle by itself, neither a row nor a part of a frame."""
    return len(text) > WIDEST_ROW and " " not in text and not is_rule(text)


def _begins_grid(text: str) -> bool:
    """Whether a line can be the first of a grid of candidates."""
    return " " in text or is_rule(text)


def _block_puzzle_texts(block: list[tuple[int, str]], side: int) -> Iterator[PuzzleText]:
    """The grids of candidates among lines, and what the others spell, but for words about the grids."""
    texts = [_bare(text) for _, text in block]
    grids = marks.grids_in(texts) if len(block) > 1 else []
    for (_, before), (first, end) in pairwise([(0, 0), *grids, (len(block), len(block))]):
        others = [line for line in block[before:first] if not (grids and _is_about_grid(line[1]))]
        for empty, some in groupby(others, lambda line: not line[1]):
            if not empty:
                yield from _drawing_puzzle_texts(list(some), side)
        if first < end:
            yield PuzzleText(block[first][0], "\n".join(texts[first:end]), marks.read_grid)


def _is_about_grid(text: str) -> bool:
    """Whether a line beside a grid is words, as in a forum, or a line of a frame."""
    return not marks.row_of(text) or (WORD.search(text) is not None and reader_of(text) is lines.read)


def _drawing_puzzle_texts(block: list[tuple[int, str]], side: int) -> Iterator[PuzzleText]:
    texts = [_bare(text) for _, text in block]
    if not any(map(marks.row_of, texts)):
        return
    if len(block) > 1 and marks.looks_like_grid(texts):
        yield PuzzleText(block[0][0], "\n".join(texts), marks.read_grid)
    elif len(block) > 1 and _drawn_in_rows(texts, side):
        yield PuzzleText(block[0][0], "\n".join(texts), lines.read_rows)
    else:
        yield from _single_puzzle_texts(block)


def _single_puzzle_texts(block: list[tuple[int, str]]) -> Iterator[PuzzleText]:
    return (PuzzleText(number, text, reader_of(text)) for number, text in block)


def _bare(text: str) -> str:
    """The text without its comment."""
    return text.partition("#")[0].strip()


def _drawn_in_rows(texts: list[str], given: int) -> bool:
    """Whether lines are the rows of one board, perhaps damaged: a square, or all too short to be a puzzle each."""
    if any(lines.split_layout(text)[1] for text in texts):
        return False
    drawn = text_rows("\n".join(texts))
    side = isqrt(sum(map(len, drawn)))
    if len(drawn) == side <= WIDEST_ROW and all(len(row) == side for row in drawn):
        return given == side or not (given * given == side or (given == 0 and _small_boards(drawn, side)))
    if given and len(texts[0].split()[0]) == given * given:
        return False
    framed = any(text[0] in FRAME and text[-1] in FRAME for text in texts if text)
    short = max(map(len, drawn), default=0) < 16
    alike = len(set(map(len, drawn))) == 1 and len(drawn[0]) in (4, 9)
    return short and len(drawn) > 1 and (framed or not alike) and reader_of(texts[0]) is lines.read


def _small_boards(drawn: list[str], side: int) -> bool:
    """Whether the rows of a square are rather boards themselves, a line each: 16 of 4×4, or 36 of 6×6.

    Such a board shows no greater digits, and takes at least as many clues as it has digits.
    """
    small = isqrt(side)
    if side not in (16, 36) or set("".join(drawn)) - set(SYMBOLS[:small] + BLANKS):
        return False
    return all(sum(map(row.count, BLANKS)) <= side - small for row in drawn)


SIGNATURES = re.compile("|".join(f"(?P<{one.name}>{one.signature})" for one in FORMATS if one.signature))
LINK = re.compile(r"(https?://|www\.|[a-z-]+\.(com|link|app|net|jp|io)/)", re.IGNORECASE)


def reader_of(text: str) -> Reader:
    """The reader for a text on one line, by its looks."""
    if text[:1] in "0123456789." and ":" not in text and "," not in text:
        is_jigsaw = lines.looks_like_jigsaw(text) and lines.fast_puzzle(text, None) is None and not marks.is_list(text)
        return lines.read_jigsaw if is_jigsaw else lines.read
    if found := SIGNATURES.match(text):
        return cast(Reader, format_named(str(found.lastgroup)).load_reader())
    if LINK.match(text):
        return _read_unknown_link
    return lines.read_jigsaw if lines.looks_like_jigsaw(text) else lines.read


def _read_unknown_link(text: str, layout: Layout | None) -> Entry:
    raise InputError(f"{shown(text)} is not a link that can be read; `cpgen formats` lists the addresses that can.")


def _rows_of(source: str | bytes | IO[str] | IO[bytes]) -> Iterator[str]:
    """The lines, ends included; a byte that is not text is kept as an escape, for which its excerpt is refused."""
    stream = _text_stream(source)
    first = True
    while row := stream.readline(LONGEST):
        if len(row) == LONGEST and not row.endswith("\n"):
            _skip_line(stream)
        yield row.removeprefix("\ufeff") if first else row
        first = False


def _skip_line(stream: IO[str]) -> None:
    while (row := stream.readline(LONGEST)) and not row.endswith("\n"):
        pass


def _text_stream(source: str | bytes | IO[str] | IO[bytes]) -> IO[str]:
    if isinstance(source, str):
        return io.StringIO(source, newline=None)
    if isinstance(source, bytes):
        source = io.BytesIO(source)
    if isinstance(source, io.TextIOBase):
        return source
    stream = io.BufferedReader(_Raw(source))  # type: ignore[arg-type]
    if stream.peek(len(ZIP)).startswith(ZIP):
        from cpgen.formats.hsol import unzipped

        return io.StringIO(unzipped(stream))
    encoding = encoding_of(stream.peek(DECLARATION)[:DECLARATION])
    return io.TextIOWrapper(stream, encoding, errors="surrogateescape" if encoding == UTF_8 else "replace")


class _Raw(io.RawIOBase):
    """A binary stream, which stays open when its reader is thrown away."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        read = getattr(self._stream, "read1", self._stream.read)
        chunk: bytes = read(len(buffer))
        buffer[: len(chunk)] = chunk
        return len(chunk)
