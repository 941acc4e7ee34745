"""OpenSudoku XML: games in folders; the board is an attribute with 81 digits or with a saved game.

A saved game is `version: N`, then for each cell its value, its notes, and 1 if it may be changed, separated by `|`.
Versions 4 and 5, of OpenSudoku 2, have further fields before the last. Newer files name the attributes `cells_data`,
`user_note` and `folder_name`, and some the root `opensudoku2`.
"""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any
from xml.parsers import expat
from xml.sax.saxutils import quoteattr

from cpgen.errors import InputError
from cpgen.formats.checks import (
    default_layout,
    digits_in,
    digits_of,
    mask_of,
    puzzle_and_placed,
    puzzle_of,
    text_of,
)
from cpgen.formats.entry import Entry, PuzzleText, damaged
from cpgen.formats.json_fields import json_object
from cpgen.layout import Layout
from cpgen.messages import Message
from cpgen.state import Marks

HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<opensudoku version="2">\n'
UNNAMED = "cpgen"
GAME = '    <game created="0" state="1" time="0" last_played="0" note={note} data="{data}"/>\n'
FIELDS = {"4": 4, "5": 5}
"""Number of fields per cell in the versions of OpenSudoku 2 (with more notes and a colour); other versions have 3"""
TAG = re.compile(r"<(game|folder)\b")
UNCLOSED = expat.errors.codes[expat.errors.XML_ERROR_UNCLOSED_TOKEN]
NO_CHARACTERS = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML cannot hold (XML 1.0, section 2.2)"""


def read(text: str, layout: Layout | None = None) -> Entry:
    """Read a game, given as a JSON object with its attributes and the name of its folder; `layout` is its 9×9 board."""
    game = json_object(text, "The game")
    data = game.get("data", game.get("cells_data", "")).strip()
    layout = layout or default_layout(9)
    folder = game.get("folder", "")
    texts = {"comment": game.get("note", game.get("user_note", "")), "source": "" if folder == UNNAMED else folder}
    if not data.startswith("version:"):
        return Entry(puzzle_of(digits_of(data, layout, "game's data"), layout), **texts)
    values, notes, given = _saved(data, layout)
    puzzle, placed = puzzle_and_placed(values, given, layout)
    return Entry(puzzle, placed=placed, marks=notes, **texts)


def _saved(data: str, layout: Layout) -> tuple[list[int], Marks, list[bool]]:
    """Parse a saved game to the value of each cell, its notes, and True if it was given."""
    version, _, rest = data.removeprefix("version:").strip().replace("\n", " ").partition(" ")
    fields, each = [text for text in rest.strip().split("|") if text], FIELDS.get(version, 3)
    if len(fields) < layout.cell_count * each or not version.isdigit():
        raise InputError(Message("game-short", cells=layout.cell_count, fields=each))
    fields = fields[: layout.cell_count * each]
    values = [_whole(text, layout.size) for text in fields[::each]]
    notes = tuple(_notes(text, version, layout.size) for text in fields[1::each])
    return values, notes if any(notes) else (), [text == "0" for text in fields[each - 1 :: each]]


def _notes(text: str, version: str, size: int) -> tuple[int, ...]:
    """Parse the notes of a cell: a list with commas in version 1, a bit mask in later versions."""
    if text in ("", "-"):
        return ()
    if version == "1":
        return tuple(_whole(one, size) for one in text.split(",") if one)
    return digits_in(_whole(text, 1 << size), size)


def _whole(text: str, most: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 9 and int(text) <= most):
        raise InputError(Message("game-number", text=repr(text[:20]), most=most))
    return int(text)


class _RefusedError(Exception):
    """Raised for a document that is not OpenSudoku's; its argument is the reason."""


def puzzle_texts(stream: Iterable[str]) -> Iterator[PuzzleText]:
    """Yield the games of an XML document while it is read; of a damaged one also later games whose tags are sound."""
    games: list[PuzzleText] = []
    folder = root = ""

    def start_element(name: str, attributes: dict[str, str]) -> None:
        nonlocal folder, root
        root = root or name
        if root not in ("opensudoku", "opensudoku2"):
            raise _RefusedError(Message("xml-other", name=repr(name[:30])))
        if name == "folder":
            folder = _folder_name(attributes)
        elif name == "game":
            games.append(_game(parser.CurrentLineNumber, attributes, folder))

    def refuse_doctype(*_: object) -> None:
        raise _RefusedError("XML with a document type is refused: no game file needs one.")

    parser: Any = expat.ParserCreate("utf-8")  # the text is decoded already, whatever it declares
    parser.StartElementHandler = start_element
    parser.StartDoctypeDeclHandler = refuse_doctype
    rows = enumerate(stream, 1)
    # Lines that the parser has not passed, with the offset of each: some versions of expat report damage in earlier
    # lines.
    pending: deque[tuple[int, int, bytes]] = deque()
    following = 0
    try:
        for line, row in rows:
            data = row.encode("utf-8", "replace")
            pending.append((line, following, data))
            following += len(data)
            parser.Parse(data, False)
            yield from games
            games.clear()
            while len(pending) > 1 and pending[1][1] <= parser.CurrentByteIndex:
                pending.popleft()
        parser.Parse(b"", True)
    except _RefusedError as error:
        yield from [*games, damaged(parser.CurrentLineNumber, *error.args)]
    except expat.ExpatError as error:
        why = Message("xml-place", error=expat.ErrorString(error.code), place=error.offset + 1)
        yield from [*games, damaged(error.lineno, why)]
        # The error position of an unclosed tag is its beginning, that of other damage what follows the readable part.
        place = parser.ErrorByteIndex + (error.code == UNCLOSED)
        after = ((line, data[max(0, place - begin) :].decode()) for line, begin, data in pending)
        yield from _games_of_tags(chain(after, rows), folder)


def _folder_name(attributes: dict[str, str]) -> str:
    return attributes.get("name", attributes.get("folder_name", ""))


def _game(line: int, attributes: dict[str, str], folder: str) -> PuzzleText:
    return PuzzleText(line, json.dumps({**attributes, "folder": folder}), read)


def _games_of_tags(rows: Iterable[tuple[int, str]], folder: str) -> Iterator[PuzzleText]:
    """Yield the games in numbered lines after damage, each parsed alone; they begin in the folder of this name."""
    for line, tag in _tags(rows):
        if not TAG.match(tag):
            continue
        try:
            name, attributes = _element(tag)
        except expat.ExpatError as error:
            yield damaged(line, Message("xml-damaged", error=expat.ErrorString(error.code)))
            continue
        if name == "folder":
            folder = _folder_name(attributes)
        else:
            yield _game(line, attributes, folder)


def _element(tag: str) -> tuple[str, dict[str, str]]:
    """Parse one tag to its name and attributes, whatever follows it; raise ExpatError if it is damaged."""
    elements: list[tuple[str, dict[str, str]]] = []
    parser = expat.ParserCreate("utf-8")
    parser.StartElementHandler = lambda *element: elements.append(element)
    try:
        parser.Parse(tag.encode("utf-8", "replace"), True)
    except expat.ExpatError:  # the end of the element is missing, at least
        if not elements:
            raise
    return elements[0]


def _tags(rows: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Yield line number and text of each part that begins with `<`: one tag, because values cannot contain `<`."""
    line, parts = 0, [""]
    for number, row in rows:
        rest, *others = row.split("<")
        parts.append(rest)
        for other in others:
            if line:
                yield line, "".join(parts)
            line, parts = number, ["<", other]
    if line:
        yield line, "".join(parts)


class GameWriter:
    """Writer of an XML document with a game per entry; consecutive entries from one source share a folder."""

    def __init__(self) -> None:
        self._folder: str | None = None

    def __call__(self, entry: Entry) -> str:
        """Return the XML of an entry's game, with the tags before it if a new folder begins."""
        folder = entry.source or UNNAMED
        game = GAME.format(note=_quoted(entry.comment), data=_data(entry))
        if folder == self._folder:
            return game
        before = HEAD if self._folder is None else "  </folder>\n"
        self._folder = folder
        return f'{before}  <folder name={_quoted(folder)} created="0">\n{game}'

    def end(self) -> str:
        """Return the tags that end the folder and the document."""
        return "  </folder>\n</opensudoku>\n"


def _quoted(text: str) -> str:
    return quoteattr(NO_CHARACTERS.sub("\ufffd", text), {"\n": "&#10;", "\t": "&#9;", "\r": "&#13;"})


def _data(entry: Entry) -> str:
    """Return a board as OpenSudoku's text: 81 digits, or a saved game if digits are placed or candidates noted."""
    clues = entry.puzzle.clues
    if not entry.placed and not entry.marks:
        return text_of(clues, "0")
    placed, marks = entry.placed or (0,) * len(clues), entry.marks or ((),) * len(clues)
    cells = zip(clues, placed, marks, strict=True)
    rows = (f"{clue or digit}|{mask_of(noted)}|{0 if clue else 1}|" for clue, digit, noted in cells)
    return "version: 2&#10;" + "".join(rows)
