"""Endpoints for files: texts of any format read and written, and puzzles as pictures, booklets and pages to play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from time import monotonic
from typing import Any

from msgspec import UNSET, UnsetType

from cpgen import api
from cpgen.errors import InputError
from cpgen.schema import FieldError
from cpgen.web.play import page_of, walkthrough_of
from cpgen.web.puzzles import layout_of, require_size
from cpgen.web.schema import (
    BookRequest,
    ConvertRequest,
    Entries,
    ExportRequest,
    Problem,
    ReadRequest,
    Text,
)

SOLUTION_SECONDS = 2.0
"""Time limit for the solution of a puzzle that is printed"""
MOST_READ, READ_SECONDS = 10_000, 10.0
"""How many puzzles are read from one text, and for how long: a short address can take long to unpack"""
MEDIA = {"svg": "image/svg+xml", "png": "image/png", "pdf": "application/pdf", "html": "text/html; charset=utf-8"}
MEDIA |= {"epub": "application/epub+zip", "zip": "application/zip"}
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
            raise FieldError("text", f"{{where}} is too much at once; give up to {MOST_READ} puzzles, or simpler ones.")
        if isinstance(one, api.Entry):
            entries.append(one)
        else:
            problems.append(one)
    return entries, problems


def _described(problems: list[api.FormatProblem]) -> tuple[Problem, ...]:
    return tuple(Problem(line=one.line, sentence=str(one.error)) for one in problems)


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


def export(request: ExportRequest) -> Download:
    """Puzzles as a file: in a format of other programs, a picture, a booklet, or a page to play."""
    if request.to in EXPORTERS:
        return EXPORTERS[request.to](request)
    text, _, refused = _written(list(entries_of(request.puzzles)), request.to)
    if refused:
        raise refused[0].error
    ending = api.format_named(request.to).ending or ".txt"
    return Download(text.encode("utf-8", "replace"), TEXT, f"puzzles{ending}")


def _svg(request: ExportRequest) -> Download:
    return _download(api.svg_of(api.picture_of(_scene(request), api.Look(title=request.title))).encode(), "svg")


def _png(request: ExportRequest) -> Download:
    return _download(api.png_of(api.picture_of(_scene(request), api.Look(title=request.title))), "png")


def _pdf(request: ExportRequest) -> Download:
    return book(BookRequest(puzzles=request.puzzles, title=request.title, lang=request.lang))


def _html(request: ExportRequest) -> Download:
    walkthroughs = [walkthrough_of(entry.puzzle, SOLUTION_SECONDS) for entry in entries_of(request.puzzles)]
    return _download(page_of(walkthroughs, request.lang).encode(), "html")


EXPORTERS = {"svg": _svg, "png": _png, "pdf": _pdf, "html": _html}


def _scene(request: ExportRequest) -> api.Scene:
    if len(request.puzzles) > 1:
        raise FieldError("puzzles", f"{{where}} has {len(request.puzzles)} items; a picture shows one.")
    return api.Scene.of(next(entries_of(request.puzzles)).puzzle)


def _download(content: bytes, kind: str) -> Download:
    return Download(content, MEDIA[kind], f"puzzles.{kind}")


def book(request: BookRequest) -> Download:
    """A booklet of puzzles to print: title page, puzzles, solutions."""
    entries = entries_of(request.puzzles)
    return _download(api.book(entries, request, seconds=SOLUTION_SECONDS, kind=request.kind), request.kind)


def entries_of(objects: Sequence[Mapping[str, Any]]) -> Iterator[api.Entry]:
    """The puzzles of objects as `cpgen --json` writes them; raises FieldError naming the one that is wrong."""
    if not objects:
        raise FieldError("puzzles", "{where} is empty; give one or more.")
    for place, data in enumerate(objects):
        try:
            entry = api.from_object(dict(data))
            require_size(entry.puzzle.layout)
            yield entry
        except InputError as error:
            raise FieldError(f"puzzles[{place}]", f"{{where}} is wrong: {error}") from None
