"""Endpoints for files: texts of any format read and written, and puzzles as pictures, booklets and pages to play."""

from __future__ import annotations

from base64 import b64encode
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from time import monotonic
from typing import Any

from msgspec import UNSET, UnsetType

from cpgen import api
from cpgen.errors import InputError, Message
from cpgen.schema import FieldError
from cpgen.web.play import page_of, walkthrough_of
from cpgen.web.puzzles import layout_of, require_size
from cpgen.web.schema import (
    BookPages,
    BookPagesRequest,
    BookRequest,
    ConvertRequest,
    Entries,
    ExportRequest,
    Problem,
    ReadRequest,
    Text,
    stated,
)

SOLUTION_SECONDS = 2.0
"""Time limit for the solution of a puzzle that is printed"""
MOST_READ, READ_SECONDS = 10_000, 10.0
"""How many puzzles are read from one text, and for how long: a short address can take long to unpack"""
MEDIA = {"svg": "image/svg+xml", "png": "image/png", "pdf": "application/pdf", "html": "text/html; charset=utf-8"}
MEDIA |= {"epub": "application/epub+zip", "zip": "application/zip"}
RATED = 0.3
"""The share of the work on a booklet after which its puzzles are rated"""
Tell = Callable[[float], object]
TEXT = "text/plain; charset=utf-8"


@dataclass(frozen=True)
class Download:
    """A file for the browser to save."""

    content: bytes
    media: str
    name: str


def read(request: ReadRequest) -> Entries:
    """The puzzles in a text of any format, and what in it is not one."""
    entries, problems = _read(request)
    puzzles = tuple(one.as_json() for one in entries)
    return Entries(puzzles=puzzles, problems=_described(problems), ignored=_ignored(entries))


def convert(request: ConvertRequest) -> Text:
    """The puzzles in a text, written in another format, and those that could not be."""
    entries, problems = _read(request)
    text, writer, refused = _written(entries, request.to)
    told, lost = _described([*problems, *refused]), dict(writer.lost) or UNSET
    return Text(text=text, count=writer.count, problems=told, ignored=_ignored(entries), lost=lost)


def _ignored(entries: list[api.Entry]) -> dict[str, int] | UnsetType:
    """How many drawings of each kind were left out of the puzzles; unset for none."""
    return dict(sum((Counter(one.drawings) for one in entries), Counter())) or UNSET


def _read(request: ReadRequest) -> tuple[list[api.Entry], list[api.FormatProblem]]:
    """The puzzles in a text, and what in it is not one; raises FieldError when there is too much of either."""
    entries: list[api.Entry] = []
    problems: list[api.FormatProblem] = []
    late = monotonic() + READ_SECONDS
    for one in api.read_entries(request.text, layout_of(request.layout), request.ignore_drawings):
        if len(entries) + len(problems) == MOST_READ or monotonic() > late:
            raise FieldError("text", Message("too-much", most=MOST_READ))
        if isinstance(one, api.Entry):
            entries.append(one)
        else:
            problems.append(one)
    return entries, problems


def _described(problems: list[api.FormatProblem]) -> tuple[Problem, ...]:
    return tuple(Problem(line=one.line, **stated(one.error.message)) for one in problems)


def _written(entries: list[api.Entry], name: str) -> tuple[str, api.Writer, list[api.FormatProblem]]:
    """The text of the entries that the format can hold, what wrote it, and why the others are missing."""
    writer, text, refused = api.Writer(api.format_named(name)), StringIO(), []
    for entry in entries:
        try:
            text.write(writer.add(entry))
        except InputError as error:
            refused.append(api.FormatProblem(0, error))
    if writer.count:
        text.write(writer.end())
    return text.getvalue(), writer, refused


def _tell_nobody(_: float) -> None:
    pass


def export(request: ExportRequest, tell: Tell = _tell_nobody) -> Download:
    """Puzzles as a file: in a format of other programs, pictures, a booklet, or a page to play.

    `tell` hears which share of the work is done.
    """
    if request.to in PAINTERS:
        return _pictures(request, tell)
    if request.to == "pdf":
        return book(BookRequest(puzzles=request.puzzles, title=request.title, lang=request.lang), tell)
    if request.to == "html":
        walkthroughs = [walkthrough_of(one.puzzle, SOLUTION_SECONDS) for one in _told(request, tell)]
        return _download(page_of(walkthroughs, request.lang).encode(), "html")
    text, _, refused = _written(list(entries_of(request.puzzles)), request.to)
    if refused:
        raise refused[0].error
    ending = api.format_named(request.to).ending or ".txt"
    return Download(text.encode("utf-8", "replace"), TEXT, f"puzzles{ending}")


PAINTERS: dict[str, Callable[[api.Picture], bytes]] = {
    "svg": lambda picture: api.svg_of(picture).encode(),
    "png": api.png_of,
}


def _pictures(request: ExportRequest, tell: Tell) -> Download:
    """The picture of a puzzle, or a zip file of those of several, named by number and title."""
    paint, many = PAINTERS[request.to], len(request.puzzles) > 1
    painted = []
    for number, one in enumerate(_told(request, tell), 1):
        title = one.title or ("" if many else request.title)
        picture = paint(api.picture_of(api.Scene.of(one.puzzle), api.Look(title=title)))
        name = "-".join([f"{number:04}", *([api.slug(title)] if title else [])])
        painted.append((f"{name}.{request.to}", picture))
    return _download(api.zipped(painted, len(painted)), "zip") if many else _download(painted[0][1], request.to)


def _told(request: ExportRequest | BookRequest, tell: Tell, end: float = 1.0) -> Iterator[api.Entry]:
    """The puzzles of a request; `tell` hears of each share of the work up to `end`."""
    for number, one in enumerate(entries_of(request.puzzles), 1):
        yield one
        tell(end * number / len(request.puzzles))


def _download(content: bytes, kind: str) -> Download:
    return Download(content, MEDIA[kind], f"puzzles.{kind}")


def book(request: BookRequest, tell: Tell = _tell_nobody) -> Download:
    """A booklet of puzzles to print: title page, puzzles, solutions; `tell` hears which share of the work is done."""
    write = api.book_writer(request.kind)
    items = [api.book_item(one, request, None, SOLUTION_SECONDS) for one in _told(request, tell, RATED)]
    content = write(items, request, "", lambda done, of: tell(RATED + (1 - RATED) * done / of))
    return _download(content, request.kind)


def book_pages(request: BookPagesRequest) -> BookPages:
    """Some pages of a booklet, as pictures."""
    entries = entries_of(request.puzzles)
    pages, of = api.book_pages(entries, request, request.first, request.most, seconds=SOLUTION_SECONDS)
    return BookPages(pages=tuple(b64encode(page).decode() for page in pages), of=of)


def entries_of(objects: Sequence[Mapping[str, Any]]) -> Iterator[api.Entry]:
    """The puzzles of objects as `cpgen --json` writes them; raises FieldError naming the one that is wrong."""
    if not objects:
        raise FieldError("puzzles", Message("puzzles-empty"))
    for place, data in enumerate(objects):
        try:
            entry = api.from_object(dict(data))
            require_size(entry.puzzle.layout)
            yield entry
        except InputError as error:
            raise FieldError(f"puzzles[{place}]", Message("puzzle-wrong", error=error.message)) from None
