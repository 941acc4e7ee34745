"""Book in parts for layout programs: vector files of each puzzle and solution, with names that sort."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from csv import writer
from io import BytesIO, StringIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from cpgen.render.item import Item, in_order
from cpgen.render.lettering import Fonts
from cpgen.render.paper import require_reportlab
from cpgen.render.picture_shapes import Picture
from cpgen.render.render_requests import BookSettings
from cpgen.render.section import puzzle_picture, solution_picture, theme_of
from cpgen.render.vector import vector_pdf, vector_svg

COLUMNS = ("number", "name", "grade", "stars", "level", "steps", "title", "author", "puzzle")
CELL, SOLUTION_CELL = 9.0, 4.0
"""Side of a cell of puzzles and of solutions, in millimetres"""


def parts_of(items: Sequence[Item], request: BookSettings, font: str = "") -> Iterator[tuple[str, bytes]]:
    """Yield name and content of each file: pictures such as `001-beginner.svg`, and a CSV list of all puzzles."""
    require_reportlab()
    fonts = Fonts(font, request.colours)
    ordered = in_order(items, request)
    digits = max(3, len(str(len(ordered))))
    listed = StringIO()
    table = writer(listed, lineterminator="\n")
    table.writerow(COLUMNS)
    for item in ordered:
        name = f"{item.number:0{digits}}-{slug(item.grade_name)}"
        for kind, picture, cell in pictures_of(item, request):
            width = cell * picture.width
            yield f"{name}{kind}.svg", vector_svg(picture, theme_of(request.colours), fonts, width).encode()
            yield f"{name}{kind}.pdf", vector_pdf(picture, theme_of(request.colours), fonts, width)
        row = (item.number, name, item.grade_name, item.grade, item.level, item.steps, item.title, item.author)
        table.writerow([*row, item.puzzle.line])
    yield "contents.csv", listed.getvalue().encode()


def parts_zip(
    items: Sequence[Item], request: BookSettings, font: str = "", progress: Callable[[int, int], object] | None = None
) -> bytes:
    """Return the files of `parts_of` as a zip file; `progress` is called with the numbers of files made and in all."""
    return zipped(parts_of(items, request, font), 4 * len(items) + 1, progress)


def zipped(
    files: Iterable[tuple[str, bytes]], count: int, progress: Callable[[int, int], object] | None = None
) -> bytes:
    """Return a zip file of named contents.

    `progress` is called with the number of files so far and `count`, their total.
    """
    made = BytesIO()
    with ZipFile(made, "w") as file:
        for number, (name, content) in enumerate(files, 1):
            file.writestr(ZipInfo(name), content, ZIP_DEFLATED)
            if progress:
                progress(number, count)
    return made.getvalue()


def pictures_of(item: Item, request: BookSettings) -> Iterator[tuple[str, Picture, float]]:
    """Yield the pictures of a puzzle and its solution, each with a file name suffix and the side of a cell in mm."""
    yield "", puzzle_picture(item, request), CELL
    yield "-solution", solution_picture(item, request), SOLUTION_CELL


def slug(text: str) -> str:
    """Return a text as part of a file name: its words in lower case, joined by hyphens."""
    return re.sub(r"[^\w]+", "-", text.lower()).strip("-") or "x"
