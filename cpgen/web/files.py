"""How do puzzles enter and leave? Texts of any format read and written, and files to keep or to print."""

from __future__ import annotations

from dataclasses import dataclass
from io import StringIO
from typing import Any

from cpgen import api, formats
from cpgen.errors import InputError
from cpgen.formats import Entry, Problem, Writer
from cpgen.render.book import Style, book_pdf, play_link
from cpgen.render.paper import require_reportlab
from cpgen.render.picture import Look, Scene, picture_of
from cpgen.render.svg import png_of, svg_of
from cpgen.web.asked import MOST_PRINTED, PRINTED, ToConvert, ToExport, ToPrint, ToRead
from cpgen.web.given import entries_of, read_all
from cpgen.web.lesson import lesson_of
from cpgen.web.page import page_of
from cpgen.web.schemas import RequestError
from cpgen.words import words_of

SOLUTION_SECONDS = 2.0
"""How long an oracle may look for the solution of a puzzle that is printed"""
MEDIA = {"svg": "image/svg+xml", "png": "image/png", "pdf": "application/pdf", "html": "text/html; charset=utf-8"}
TEXT = "text/plain; charset=utf-8"


@dataclass(frozen=True)
class Download:
    """A file for the browser to keep."""

    content: bytes
    media: str
    name: str


def read(asked: ToRead) -> dict[str, Any]:
    """The puzzles in a text of any format, and what in it is wrong."""
    entries, problems = read_all(asked.text, asked.layout)
    return {"puzzles": [one.as_json() for one in entries], "problems": _problems(problems)}


def convert(asked: ToConvert) -> dict[str, Any]:
    """The puzzles in a text written in another format, and what could not be."""
    entries, problems = read_all(asked.text, asked.layout)
    text, count, refused = _written(entries, asked.to)
    return {"text": text, "count": count, "problems": _problems([*problems, *refused])}


def _problems(problems: list[Problem]) -> list[dict[str, Any]]:
    return [{"line": one.line, "sentence": str(one.error)} for one in problems]


def _written(entries: list[Entry], name: str) -> tuple[str, int, list[Problem]]:
    """The text of the entries that the format can hold, how many they are, and why the others are not there."""
    writer, text, refused = Writer(formats.named(name)), StringIO(), []
    for entry in entries:
        try:
            text.write(writer.add(entry))
        except InputError as error:
            refused.append(Problem(0, error))
    if writer.count:
        text.write(writer.end())
    return text.getvalue(), writer.count, refused


def export(asked: ToExport) -> Download:
    """Puzzles as a file: in a format of other programs, a picture, a booklet, or a page to play."""
    if asked.to in PRINTED:
        return PRINTERS[asked.to](asked)
    text, _, refused = _written(list(entries_of(asked.puzzles)), asked.to)
    if refused:
        raise refused[0].error
    ending = formats.named(asked.to).ending or ".txt"
    return Download(text.encode("utf-8", "replace"), TEXT, f"puzzles{ending}")


def _svg(asked: ToExport) -> Download:
    return _download(svg_of(picture_of(Scene.of(_only(asked).puzzle), _look(asked))).encode(), "svg")


def _png(asked: ToExport) -> Download:
    return _download(png_of(picture_of(Scene.of(_only(asked).puzzle), _look(asked))), "png")


def _pdf(asked: ToExport) -> Download:
    if len(asked.puzzles) > MOST_PRINTED:
        raise RequestError("puzzles", f"has {len(asked.puzzles)} items; a booklet has up to {MOST_PRINTED}")
    return book(ToPrint(asked.puzzles, title=asked.title, lang=asked.lang))


def _html(asked: ToExport) -> Download:
    lessons = [lesson_of(entry.puzzle, SOLUTION_SECONDS) for entry in entries_of(asked.puzzles)]
    return _download(page_of(lessons, asked.lang).encode(), "html")


PRINTERS = {"svg": _svg, "png": _png, "pdf": _pdf, "html": _html}


def _look(asked: ToExport) -> Look:
    return Look(title=asked.title)


def _only(asked: ToExport) -> Entry:
    if len(asked.puzzles) > 1:
        raise RequestError("puzzles", f"has {len(asked.puzzles)} items; a picture shows one")
    return next(entries_of(asked.puzzles))


def _download(content: bytes, kind: str) -> Download:
    return Download(content, MEDIA[kind], f"puzzles.{kind}")


def book(asked: ToPrint) -> Download:
    """A booklet of puzzles to print: title page, puzzles, solutions."""
    require_reportlab()
    style = Style(
        words_of(asked.lang),
        asked.title,
        asked.subtitle,
        asked.author,
        asked.paper_size,
        asked.per_page,
        coloured=asked.colours,
        hints=asked.hints,
        link=play_link if asked.qr else None,
    )
    entries = enumerate(entries_of(asked.puzzles), 1)
    items = [api.book_item(number, entry.puzzle, style, seconds=SOLUTION_SECONDS) for number, entry in entries]
    return _download(book_pdf(items, style), "pdf")
