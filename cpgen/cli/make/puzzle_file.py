"""Output of `generate` and `dig`: a format, by its name or the file extension, a booklet or pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cpgen import api
from cpgen.cli.board_text import draw_puzzle, layout_after_line, line_here
from cpgen.cli.options import ShowOptions, file_option, option
from cpgen.cli.output import STANDARD, for_people, print_json, show, text_file
from cpgen.cli.share.book_command import one_by_one, write_book
from cpgen.cli.share.convert_command import note_written
from cpgen.cli.share.draw_command import numbered, write_picture
from cpgen.errors import InputError
from cpgen.formats import Entry, Writer, WritingRequest
from cpgen.formats.entry import OWN_KEYS
from cpgen.formats.table import format_by_extension, format_named
from cpgen.messages import shown as shortened
from cpgen.render.render_requests import BookSettings, PictureRequest

if TYPE_CHECKING:
    from cpgen.digging.dig_request import Dug
    from cpgen.digging.drop_request import Dropped
    from cpgen.formats import Entry, Format
    from cpgen.layout import Layout
    from cpgen.requests.results import Generated

Show = Callable[[Any], object]
"""Function that shows a puzzle, or collects it for a file"""
BOOKS, PICTURES = (".pdf", ".epub"), (".svg", ".png")
"""File extensions of booklets and of pictures"""

PuzzlesOut = Annotated[
    str,
    file_option(
        "FILE", "Write the puzzles to a file: a format by its extension, .pdf, .epub, .svg or .png.", "--out", "-o"
    ),
]
FormatName = Annotated[
    str, option("NAME", "The format, see `cpgen formats`; by default, the file extension decides.", "--to")
]


@dataclass(frozen=True)
class PuzzleOutput:
    """Destination of puzzles: the terminal, or a file or pipe in a format.

    Attributes:
        out: The name of the file; "" for standard output.
        to: The name of a format; "" to take that of the file extension, or to show the puzzles.
        layout: The layout of the puzzles.
        count: Their number.
        symbols: The user's symbols for the digits.
        known: The layout that readers of the file will use; by default, that of the puzzles.
    """

    out: str
    to: str
    layout: Layout
    count: int
    symbols: str = ""
    known: Layout | None = None

    @contextmanager
    def shown_or_written(self, show_one: Show, is_plain: bool = True) -> Iterator[Show]:
        """Yield the function that takes each puzzle: `show_one`, or one that collects them for a file.

        The file is written at the end of the block, also if an error or Ctrl-C ends it, with the puzzles found until
        then.

        Args:
            show_one: Function that shows a puzzle.
            is_plain: False if the user set options for the display in the terminal, which a file cannot follow.

        Raises:
            InputError: The file cannot hold these puzzles, or `is_plain` is False although they go to a file.
        """
        if not (self.out or self.to):
            yield show_one
            return
        if not is_plain:
            raise InputError("With --out or --to, the format decides what is written; leave out options for that.")
        known = self.known or self.layout
        # Here and not at the end, so that a wrong name is reported before a search that may take minutes.
        format_ = _format_for(self.out, self.to, self.layout, self.count, known)
        entries: list[Entry] = []
        try:
            yield lambda made: entries.append(made if isinstance(made, Entry) else entry_of(made))
        finally:
            if entries:
                _write(entries, self.out or STANDARD, format_, known, self.symbols)


def show_made(made: Generated | Dug | Dropped, showing: ShowOptions, remarks: Callable[[], Iterable[str]]) -> None:
    """Show a puzzle as a JSON object, a drawing for people, or a line for a pipe.

    Args:
        made: The puzzle.
        showing: The form, and whether the solution is shown.
        remarks: Returns the lines that people see between the drawing and the line of the puzzle.
    """
    clues, layout = line_here(made.puzzle.clues), layout_after_line(made.puzzle.layout)
    if showing.as_json:
        print_json(made.as_json())
    elif for_people():
        for text in (draw_puzzle(made.puzzle), *remarks(), clues + layout):
            show(text)
        if showing.solution:
            show(draw_puzzle(made.puzzle, made.solution))
    else:
        show(f"{clues}\t{line_here(made.solution)}{layout}" if showing.solution else clues + layout)


def entry_of(made: Generated | Dug | Dropped) -> Entry:
    """Return a puzzle with its solution, and rating and provenance for JSON (but no statistics of the search)."""
    data = made.as_json()
    more = {key: value for key, value in data.items() if key not in (*OWN_KEYS, "stats") and value is not None}
    entry = api.as_entry(made)
    return replace(entry, solution=made.solution, grade=entry.grade or data["grade"] or "", more=more)


def _format_for(out: str, to: str, layout: Layout, count: int, known: Layout) -> Format | None:
    """Return the format to write, None for booklets and pictures; raise InputError if it cannot hold the puzzles.

    The arguments are the attributes of `PuzzleOutput`.
    """
    extension = Path(out).suffix.lower()
    if extension in BOOKS and not to:
        api.book_writer(extension[1:])
        return None
    if extension in PICTURES and not to:
        return None
    if (format_ := format_named(to) if to else format_by_extension(out)) is None:
        raise InputError(
            f"{shortened(out)} has no known file extension; give that of a format (see `cpgen formats`), .pdf, .epub, "
            ".svg or .png. `cpgen batch` makes collections."
        )
    if reason := format_.refusal(layout, known):
        raise InputError(reason)
    if count > 1 and not format_.many:
        raise InputError(f"{format_.title} holds one puzzle; choose another format, or --count 1.")
    return format_


def _write(entries: Sequence[Entry], out: str, format_: Format | None, layout: Layout, symbols: str) -> None:
    if format_ is not None:
        writer = Writer(format_, layout, WritingRequest(symbols=symbols))
        with text_file(out) as file:
            file.writelines(map(writer.add, entries))
            file.write(writer.end())
        note_written(out, writer)
    elif Path(out).suffix.lower() in BOOKS:
        write_book(out, one_by_one(entries), BookSettings(symbols=symbols), "", None)
    else:
        from cpgen.render.picture import Scene, picture_of

        look = PictureRequest(symbols=symbols).look(layout.size)
        for name, entry in zip(numbered(out, len(entries)), entries, strict=True):
            write_picture(picture_of(replace(Scene.of(entry.state), cosmetics=entry.cosmetics), look), name)
