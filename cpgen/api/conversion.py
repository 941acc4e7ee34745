"""Calls that turn objects and texts into puzzles and models, and puzzles into texts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

from cpgen.board_display import Shown
from cpgen.errors import InputError
from cpgen.files import COLLECTION
from cpgen.layout import Layout
from cpgen.messages import shown
from cpgen.puzzle import Boards, Puzzle
from cpgen.schema import build
from cpgen.state import State

if TYPE_CHECKING:
    from cpgen.call_options import (
        ReadingOptions,
        WritingOptions,
    )
    from cpgen.difficulty import GradeModel
    from cpgen.formats import Entry, ReadingRequest

PuzzleLike = Shown | str | Iterable[Any]
"""A puzzle in any form: an object with a board, a text in any format, rows of digits, or an array"""


def read(
    source: str | Path, on_error: Callable[[InputError], object] | None = None, **options: Unpack[ReadingOptions]
) -> Boards[Entry]:
    """Read the puzzles of a text, a file or a collection.

    Args:
        source: The text, or the name of a file in any format that cpgen reads.
        on_error: A function that is called for each puzzle that cannot be read; without it, the first one raises.
        options: Those of `ReadingOptions`; `help("cpgen.call_options")` explains them.

    Returns:
        A list of entries, each with a puzzle and everything else that its text holds; a notebook shows their pictures.

    Raises:
        InputError: There is no puzzle, or one is wrong; the message has its line.

    >>> [entry.puzzle.clue_count for entry in read("1... .... ..2. ....")]
    [2]
    """
    from cpgen.formats import ReadingRequest

    reading: ReadingRequest = build(ReadingRequest, options, "read", ("on_error",))
    entries: Boards[Entry] = Boards()
    for entry in _entries(source, reading):
        if not isinstance(entry, InputError):
            entries.append(entry)
        elif on_error is None:
            raise entry
        else:
            on_error(entry)
    return entries


def _entries(source: str | Path, reading: ReadingRequest) -> Iterator[Entry | InputError]:
    """Yield the entries of a text, a file or a collection, and an error, with its place, for each wrong one."""
    from cpgen.collection.import_export import entry_of
    from cpgen.collection.store import Store
    from cpgen.formats import PuzzleText, lines, puzzle_texts

    content = _content_of(source)
    if isinstance(content, bytes) and content.startswith(COLLECTION):
        with Store(str(source), create=False) as store:
            yield from map(entry_of, store.records())
        return
    file = f"{source}, " if isinstance(content, bytes) else ""
    # A text in which no format finds a puzzle is read as a line, for its error.
    for text in list(puzzle_texts(content, reading.houses_given)) or [PuzzleText(0, str(source), lines.read)]:
        try:
            yield reading.read(text)
        except InputError as error:
            yield InputError(f"{file}line {text.line}: {error}" if text.line else str(error))


def _content_of(source: str | Path) -> str | bytes:
    """Return the bytes of the file of this name, or the text itself if there is none.

    Raises:
        InputError: The file cannot be read.
    """
    try:
        return source if isinstance(source, str) and not Path(source).is_file() else Path(source).read_bytes()
    except OSError as error:
        if isinstance(source, str):  # too long for the name of a file
            return source
        raise InputError(f"The file {source} cannot be read: {error.strerror}.") from error
    except ValueError:  # a NUL, which no name has
        return str(source)


def convert(puzzles: Shown | str | Iterable[PuzzleLike], to: str, **options: Unpack[WritingOptions]) -> str:
    """Write puzzles in a format.

    Args:
        puzzles: A puzzle as an object or a text, or several in any form, as `read` returns them.
        to: Name of the format, see `cpgen formats`.
        options: Those of `WritingOptions`; `help("cpgen.call_options")` explains them.

    Raises:
        InputError: The format is unknown, or cannot hold one of the puzzles.

    >>> convert("1... .... ..2. ....", "line")
    '1.........2.....\\n'
    """
    from cpgen.formats import Writer, WritingRequest, format_named

    writer = Writer(format_named(to), None, build(WritingRequest, options, "convert", ("to",)))
    several = [puzzles] if isinstance(puzzles, Shown | str) else puzzles
    return "".join([writer.add(as_entry(puzzle)) for puzzle in several] + [writer.end()])


def as_entry(puzzle: PuzzleLike, ignore_drawings: bool = False) -> Entry:
    """Return a puzzle with everything that its form holds, such as a title.

    Args:
        puzzle: A puzzle or position in any form.
        ignore_drawings: True to ignore drawings that may be constraints, with a warning, instead of refusing them.

    Raises:
        InputError: It is of another type, or cannot be read.
    """
    from cpgen import formats

    if isinstance(puzzle, formats.Entry):
        return puzzle
    if isinstance(puzzle, Shown):
        state, grade = State.of(puzzle.board), getattr(puzzle, "grade", None)
        made_for = grade.name if grade and not grade.takes_any else ""
        return formats.Entry(state.puzzle, placed=state.placed, marks=state.marks, grade=made_for)
    if isinstance(puzzle, str):
        spelled = list(formats.puzzle_texts(puzzle))
        if len(spelled) != 1:
            return formats.Entry(Puzzle.parse(puzzle))
        return formats.ReadingRequest(ignore_drawings=ignore_drawings).read(spelled[0])
    if isinstance(puzzle, Iterable):
        return formats.Entry(Puzzle.of(puzzle))
    raise InputError(f"The puzzle is {shown(repr(puzzle))}; it should be a Puzzle, a State, a text or rows of digits.")


def as_puzzle(puzzle: PuzzleLike, ignore_drawings: bool = False) -> Puzzle:
    """Return the clues and layout of a puzzle in any form; the arguments and errors are those of `as_entry`."""
    return as_state(puzzle, ignore_drawings).puzzle


def as_state(puzzle: PuzzleLike, ignore_drawings: bool = False) -> State:
    """Return a puzzle in any form with its placed digits and notes; arguments and errors are those of `as_entry`."""
    return State.of(puzzle.board) if isinstance(puzzle, Shown) else as_entry(puzzle, ignore_drawings).state


def as_model(model: GradeModel | str | None, layout: Layout, ladder: GradeModel | str | None = None) -> GradeModel:
    """Return the grade model given or named, or the one for a layout.

    Args:
        model: A GradeModel, a shipped name, or a file.
        layout: The board, for its own model if neither a model nor a ladder is given.
        ladder: A ladder, whose level names are the grades.

    Raises:
        InputError: Both are given, one cannot be read, or the model is for another layout.
    """
    from cpgen.difficulty import model_for

    chosen = chosen_model(model, ladder) or model_for(layout)
    chosen.require_for(layout)
    return chosen


def chosen_model(model: GradeModel | str | None = None, ladder: GradeModel | str | None = None) -> GradeModel | None:
    """Return the grade model or ladder given or named, None if neither is; errors are those of `as_model`."""
    from cpgen.difficulty import ladder_named, model_named, model_or_ladder

    return model_or_ladder(_read_model("model", model, model_named), _read_model("ladder", ladder, ladder_named))


def _read_model(what: str, given: Any, named: Callable[[str], GradeModel]) -> GradeModel | None:
    from cpgen.difficulty import GradeModel

    if given is None or given == "" or isinstance(given, GradeModel):
        return given or None
    if not isinstance(given, str):
        raise InputError(f"The {what} is {shown(repr(given))}; it should be a GradeModel, a name or a file.")
    return named(given)
