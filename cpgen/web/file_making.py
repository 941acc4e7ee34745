"""Endpoints for files: convert texts between formats, and write puzzles as pictures, booklets and web pages."""

from __future__ import annotations

from base64 import b64encode
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from io import StringIO
from time import monotonic
from typing import Any

from msgspec import UNSET, UnsetType

from cpgen import api
from cpgen.answers.answer_base import stated
from cpgen.errors import InputError
from cpgen.formats import Entry, Problem, Writer
from cpgen.formats import read as read_entries
from cpgen.formats.objects import from_object
from cpgen.formats.table import format_named
from cpgen.messages import Message
from cpgen.render.picture import Look, Scene, picture_of
from cpgen.render.picture_shapes import Picture
from cpgen.render.svg import png_of, svg_of
from cpgen.render.zip_parts import slug, zipped
from cpgen.schema import FieldError
from cpgen.web.play import page_of, walkthrough_of
from cpgen.web.puzzles import layout_of, require_size
from cpgen.web.records import file_answers
from cpgen.web.records.file_answers import BookPages, Download, Entries, Report, TextRecord
from cpgen.web.records.request_records import BookPagesRequest, BookRequest, ConvertRequest, ExportRequest, ReadRequest

SOLUTION_SECONDS = 2.0
"""Time limit for the solution of a printed puzzle"""
MOST_READ, READ_SECONDS = 10_000, 10.0
"""Limits on reading a text, in puzzles and in seconds: a short address can expand to a large text"""
MEDIA = {"svg": "image/svg+xml", "png": "image/png", "pdf": "application/pdf", "html": "text/html; charset=utf-8"}
MEDIA |= {"epub": "application/epub+zip", "zip": "application/zip"}
RATED = 0.3
"""Share of the work on a booklet that rates its puzzles"""
TEXT = "text/plain; charset=utf-8"


def read(request: ReadRequest) -> Entries:
    """Read the puzzles in a text of any format, and report the parts that are not puzzles.

    A rules text that cpgen writes itself is left out: pages write it in the reader's language.
    """
    entries, problems = _read(request)
    puzzles = tuple({**one.with_own_rules().as_json(), "layout": one.puzzle.layout.spec} for one in entries)
    return Entries(
        puzzles=puzzles,
        problems=_described(problems),
        ignored=_drawings(entries, kept=False),
        kept=_drawings(entries, kept=True),
    )


def convert(request: ConvertRequest) -> TextRecord:
    """Write the puzzles in a text in another format, and report those that it cannot hold."""
    entries, problems = _read(request)
    text, writer, refused = _written(entries, request.to)
    described, lost = _described([*problems, *refused]), {**writer.lost, **_drawn(writer)} or UNSET
    return TextRecord(
        text=text,
        count=writer.count,
        problems=described,
        ignored=_drawings(entries, kept=False),
        kept=_drawings(entries, kept=True),
        lost=lost,
    )


def _drawn(writer: Writer) -> dict[str, int]:
    """Return the number of constraints that a format holds only as drawings, by their noun; {} if there are none."""
    return {"drawn constraint": writer.drawn} if writer.drawn else {}


def _drawings(entries: list[Entry], kept: bool) -> dict[str, int] | UnsetType:
    """Return the number of kept or ignored drawings of each kind; unset if there are none."""
    counted = (Counter(one.drawings) for one in entries if bool(one.cosmetics) == kept)
    return dict(sum(counted, Counter())) or UNSET


def _read(request: ReadRequest) -> tuple[list[Entry], list[Problem]]:
    """Read puzzles and problems from a text; raise FieldError if there are too many."""
    entries: list[Entry] = []
    problems: list[Problem] = []
    # Both limits are checked while reading, since a short text of an address can stand for thousands of puzzles.
    late = monotonic() + READ_SECONDS
    for one in read_entries(request.text, layout_of(request.layout), request.ignore_drawings):
        if len(entries) + len(problems) == MOST_READ or monotonic() > late:
            raise FieldError("text", Message("too-much", most=MOST_READ))
        if isinstance(one, Entry):
            entries.append(one)
        else:
            problems.append(one)
    return entries, problems


def _described(problems: list[Problem]) -> tuple[file_answers.ProblemRecord, ...]:
    return tuple(file_answers.ProblemRecord(line=one.line, **stated(one.error.message)) for one in problems)


def _written(entries: list[Entry], name: str) -> tuple[str, Writer, list[Problem]]:
    """Write the entries that the format can hold; return the text, its writer, and the problems of the others."""
    writer, text, refused = Writer(format_named(name)), StringIO(), []
    for entry in entries:
        try:
            text.write(writer.add(entry))
        except InputError as error:
            refused.append(Problem(0, error))
    if writer.count:
        text.write(writer.end())
    return text.getvalue(), writer, refused


def _ignore(_: float) -> None:
    pass


def export(request: ExportRequest, report: Report = _ignore) -> Download:
    """Write puzzles to a file: a format of other programs, pictures, a booklet, or a page to play.

    `report` is called with the share of the work that is done.
    """
    if request.to in PAINTERS:
        return _pictures(request, report)
    if request.to == "pdf":
        return book(BookRequest(puzzles=request.puzzles, title=request.title, lang=request.lang), report)
    if request.to == "html":
        walkthroughs = [walkthrough_of(one, SOLUTION_SECONDS) for one in _reported(request, report)]
        return _download(page_of(walkthroughs, request.lang).encode(), "html")
    text, _, refused = _written(list(entries_of(request.puzzles)), request.to)
    if refused:
        raise refused[0].error
    ending = format_named(request.to).ending or ".txt"
    return Download(text.encode("utf-8", "replace"), TEXT, f"puzzles{ending}")


PAINTERS: dict[str, Callable[[Picture], bytes]] = {"svg": lambda picture: svg_of(picture).encode(), "png": png_of}


def _pictures(request: ExportRequest, report: Report) -> Download:
    """Return the picture of a puzzle, or a zip file of several pictures, named by number and title."""
    paint, many = PAINTERS[request.to], len(request.puzzles) > 1
    painted = []
    for number, one in enumerate(_reported(request, report), 1):
        title = one.title or ("" if many else request.title)
        picture = paint(picture_of(replace(Scene.of(one.puzzle), cosmetics=one.cosmetics), Look(title=title)))
        name = "-".join([f"{number:04}", *([slug(title)] if title else [])])
        painted.append((f"{name}.{request.to}", picture))
    return _download(zipped(painted, len(painted)), "zip") if many else _download(painted[0][1], request.to)


def _reported(request: ExportRequest | BookRequest, report: Report, end: float = 1.0) -> Iterator[Entry]:
    """Yield the puzzles of a request; after each, report the share of the work that is done, which ends at `end`."""
    for number, one in enumerate(entries_of(request.puzzles), 1):
        yield one
        report(end * number / len(request.puzzles))


def _download(content: bytes, kind: str) -> Download:
    return Download(content, MEDIA[kind], f"puzzles.{kind}")


def book(request: BookRequest, report: Report = _ignore) -> Download:
    """Make a booklet to print: title page, puzzles, solutions; `report` is called with the share that is done."""
    write = api.book_writer(request.kind)
    items = [api.book_item(one, request, None, SOLUTION_SECONDS) for one in _reported(request, report, RATED)]
    content = write(items, request, "", lambda done, of: report(RATED + (1 - RATED) * done / of))
    return _download(content, request.kind)


def book_pages(request: BookPagesRequest) -> BookPages:
    """Return some pages of a booklet as pictures."""
    entries = entries_of(request.puzzles)
    pages, of = api.book_pages(entries, request, request.first, request.most, seconds=SOLUTION_SECONDS)
    return BookPages(pages=tuple(b64encode(page).decode() for page in pages), of=of)


def entries_of(objects: Sequence[Mapping[str, Any]]) -> Iterator[Entry]:
    """Yield the puzzles of objects as `cpgen --json` writes them; raise FieldError naming an invalid object."""
    if not objects:
        raise FieldError("puzzles", Message("puzzles-empty"))
    for place, data in enumerate(objects):
        try:
            entry = from_object(dict(data))
            require_size(entry.puzzle.layout)
            yield entry
        except InputError as error:
            raise FieldError(f"puzzles[{place}]", Message("puzzle-wrong", error=error.message)) from None
