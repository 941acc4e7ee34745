"""Which puzzles are in a text, whatever the formats? Each is found by what it looks like, as the text streams by."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from math import isqrt
from typing import IO, NamedTuple, cast

from cpgen.errors import InputError, shown
from cpgen.formats import jigsaw, lines, rows
from cpgen.formats.entry import Entry, Problem
from cpgen.formats.table import FORMATS, named
from cpgen.formats.text import lines_of
from cpgen.layout import Layout
from cpgen.notation import BLANKS, FRAME, SYMBOLS, text_rows

Reader = Callable[[str, Layout | None], Entry]

MOST_ROWS = 80
"""The most lines that the drawing of one board can take, frames and all; a block with more has a puzzle a line"""
HEAD = 64
WIDEST_ROW = 36


class Piece(NamedTuple):
    """A part of a text that should spell a puzzle: the line it begins on, its text, and the reader for it."""

    line: int
    text: str
    reader: Reader

    def read(self, layout: Layout | None = None) -> Entry:
        """The entry, on the layout that is said (None: its own, or the usual boxes); raises InputError."""
        return self.reader(self.text, layout)


def read(source: str | bytes | IO[str] | IO[bytes], layout: Layout | None = None) -> Iterator[Entry | Problem]:
    """The puzzles in a text, a file or a stream, one by one; where one is wrong stands a Problem."""
    for piece in pieces(source, layout):
        try:
            yield piece.read(layout)
        except InputError as error:
            yield Problem(piece.line, error)


def pieces(source: str | bytes | IO[str] | IO[bytes], layout: Layout | None = None) -> Iterator[Piece]:
    """The parts of a text that should each spell a puzzle, found by their looks; a layout that is said helps."""
    stream = lines_of(source)
    head = list(islice(stream, HEAD))
    split = _splitter(head)
    if split is plain_pieces and layout is not None:
        return plain_pieces(chain(head, stream), layout.size)
    return split(chain(head, stream))


def _splitter(head: list[str]) -> Callable[[Iterable[str]], Iterator[Piece]]:
    """What takes a text with this beginning apart."""
    filled = [row.strip() for row in head if row.strip()]
    first = filled[0] if filled else ""
    if first.startswith("<"):
        from cpgen.formats.opensudoku import pieces as split
    elif first.startswith("[{") or first in ("{", "[") or (first.startswith("[") and first[1:2] in "{ \t"):
        from cpgen.formats.objects import pieces as split
    elif _looks_like_sdk(filled):
        from cpgen.formats.sdk import pieces as split
    elif _looks_like_csv(first):
        from cpgen.formats.commas import pieces as split
    else:
        return plain_pieces
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


def plain_pieces(stream: Iterable[str], side: int = 0) -> Iterator[Piece]:
    """One puzzle a line, or one drawn in rows; empty lines part them, and `#` begins a comment.

    The board's side, when it is said, tells which of the two small boards are.
    """
    block: list[tuple[int, str]] = []
    flowing = False
    for number, row in enumerate(stream, 1):
        text = row.strip()
        if not text or text[0] == "#":
            yield from _block_pieces(block, side)
            block, flowing = [], False
        elif flowing or (not block and len(text) > WIDEST_ROW and " " not in text):
            flowing = True
            yield Piece(number, text, reader_of(text))
        else:
            block.append((number, text))
            if len(block) > MOST_ROWS:
                yield from _single_pieces(block)
                block, flowing = [], True
    yield from _block_pieces(block, side)


def _block_pieces(block: list[tuple[int, str]], side: int) -> Iterator[Piece]:
    if len(block) > 1 and _drawn_in_rows(bare := [_bare(text) for _, text in block], side):
        yield Piece(block[0][0], "\n".join(bare), rows.read)
    else:
        yield from _single_pieces(block)


def _single_pieces(block: list[tuple[int, str]]) -> Iterator[Piece]:
    return (Piece(number, text, reader_of(text)) for number, text in block)


def _bare(text: str) -> str:
    """The text without its comment."""
    return text.partition("#")[0].strip()


def _drawn_in_rows(texts: list[str], said: int) -> bool:
    """Whether lines are the rows of one board, perhaps damaged: a square, or all too short to be a puzzle each."""
    drawn = text_rows("\n".join(texts))
    side = isqrt(sum(map(len, drawn)))
    if len(drawn) == side <= WIDEST_ROW and all(len(row) == side for row in drawn):
        return said == side or not (said * said == side or (said == 0 and _small_boards(drawn, side)))
    if said and len(texts[0].split()[0]) == said * said:
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


LOOKS = re.compile("|".join(f"(?P<{one.name}>{one.looks})" for one in FORMATS if one.looks))
LINK = re.compile(r"(https?://|www\.|[a-z-]+\.(com|link|app|net|jp|io)/)", re.IGNORECASE)


def reader_of(text: str) -> Reader:
    """The reader for a text on one line, by its looks."""
    if text[:1] in "0123456789." and ":" not in text and "," not in text:
        return jigsaw.read if jigsaw.looks_like(text) and lines.quick(text, None) is None else lines.read
    if found := LOOKS.match(text):
        return cast(Reader, named(str(found.lastgroup)).load_reader())
    if LINK.match(text):
        return _read_unknown_link
    return jigsaw.read if jigsaw.looks_like(text) else lines.read


def _read_unknown_link(text: str, layout: Layout | None) -> Entry:
    raise InputError(f"{shown(text)} is not a link that can be read; `cpgen formats` lists the addresses that can.")
