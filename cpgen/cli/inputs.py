"""Puzzles of any format from arguments, files and standard input.

An argument is a puzzle, a file or a collection. The text of a file is cut into the texts of single puzzles, which are
read one by one, so that an invalid puzzle is reported with its line and the others are still processed.
"""

from __future__ import annotations

import codecs
import io
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from stat import S_ISFIFO, S_ISREG
from typing import IO, TYPE_CHECKING, Annotated, Any, Self

import click

from cpgen.answers.answer_base import joined
from cpgen.answers.solution_answers import Undecided
from cpgen.cli.board_text import puzzle_name
from cpgen.cli.naming import FILE_NAME, as_text, no_such_file
from cpgen.cli.options import file_argument
from cpgen.cli.output import STANDARD, print_json, reason, show_error, with_options
from cpgen.errors import CpgenError, InputError, NotFoundError
from cpgen.files import COLLECTION, is_text
from cpgen.formats import Entry, PuzzleText, ReadingRequest
from cpgen.formats.lines import read as read_line
from cpgen.layout import Layout
from cpgen.messages import Message, counted, printable, shown
from cpgen.oracles import UndecidedError
from cpgen.puzzle import DEFAULT_SIDE, Puzzle

if TYPE_CHECKING:
    from cpgen.formats import Entry
    from cpgen.puzzle import Puzzle
    from cpgen.state import State

WORD = re.compile(r"[^\W\d_](-?[^\W\d]){1,40}")
"""A word of letters, which is more often the name of a file than a puzzle"""
HEAD = 1 << 16
"""Number of bytes at the start of a file that are checked: they must be text"""
USUAL = ReadingRequest()
VALUES = re.compile(r"'[^']*'|\d+")
"""Quoted words and numbers, by which two sentences about the same kind of fault may differ"""

Puzzles = Annotated[
    list[str] | None,
    file_argument("[PUZZLE|FILE]...", "Puzzles, or files or collections of puzzles; none or - for standard input."),
]


def where_of(file: str, place: str) -> str:
    """Return the file and place of a puzzle to begin a sentence with, as in `a.sdm, line 3: `; "" for an argument."""
    return ", ".join(filter(None, (file, place))) + ": " * bool(file)


class PuzzleError(InputError):
    """Error in a puzzle of a file; its sentence begins with the file and the place."""

    def __init__(self, file: str, place: str, problem: Message | str) -> None:
        super().__init__(f"{where_of(file, place)}{with_options(problem)}")
        self.file, self.place, self.problem = file, place, problem


@dataclass(frozen=True)
class Source:
    """The text of one puzzle in the input, not read yet."""

    file: str
    """Name of the file that the puzzle is from; "" for an argument"""
    place: str = ""
    """Its place in the file, as in `line 3`"""
    excerpt: PuzzleText | None = None
    problem: CpgenError | None = None
    """Error to raise if the text is missing or is no puzzle; None for the error of the reader"""

    @property
    def where(self) -> str:
        """File and place of the puzzle, to begin a sentence with; "" for an argument."""
        return where_of(self.file, self.place)

    def entry(self, reading: ReadingRequest) -> Entry:
        """Return the puzzle with everything in its text; raise InputError, in a file with the place in front."""
        if self.excerpt is None:
            raise self.problem or InputError("There is no puzzle.")
        with self.placed():
            return reading.read(self.excerpt)

    @contextmanager
    def placed(self) -> Iterator[None]:
        """Within the block, begin the sentences of input errors with the file and place of the puzzle."""
        try:
            yield
        except InputError as error:
            # A word such as `heart` is hardly a puzzle with a wrong symbol: the mistake is the missing file.
            if self.problem:
                raise self.problem from None
            if self.file:
                raise PuzzleError(self.file, self.place, error.message) from None
            raise InputError(str(with_options(error.message))) from None


class Faults:
    """Collector of errors about puzzles in files, as a context manager.

    At the end of each file it prints one sentence for each kind of error, with the number of such puzzles.
    """

    def __init__(self) -> None:
        self._found: dict[tuple[str, str], list[PuzzleError]] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.report()

    def add(self, error: CpgenError) -> None:
        """Add an error; if it is not about a puzzle in a file, print it immediately."""
        if not isinstance(error, PuzzleError):
            show_error(error)
            return
        if any(file != error.file for file, _ in self._found):
            self.report()
        self._found.setdefault((error.file, kind_of_problem(error.problem)), []).append(error)

    def report(self) -> None:
        """Print one sentence for each file and kind of error that was added since the last report."""
        for first, *others in self._found.values():
            last = f" in {others[-1].place}" if others and others[-1].place else ""
            have = "has" if len(others) == 1 else "have"
            what = counted(len(others), "more puzzle")
            more = f" {what} {have} such a fault{', the last' * (len(others) > 1)}{last}." if others else ""
            show_error(f"{first}{more}")
        self._found = {}


def kind_of_problem(problem: Message | str) -> str:
    """Return a text that is equal for errors of one kind: the keys of a message, or a text without its numbers."""
    if isinstance(problem, str):
        return VALUES.sub("", problem)
    inner = [kind_of_problem(value) for value in problem.values.values() if isinstance(value, Message)]
    return "/".join([problem.key, *inner])


@dataclass(frozen=True, kw_only=True)
class PuzzleOptions:
    """Options of commands that read puzzles: the arguments, and how to read them."""

    puzzles: Puzzles = None
    reading: ReadingRequest

    def each(self, take: Callable[[int, Entry], object], as_json: bool = False) -> int:
        """Call `take` with the number, from 1, and the content of every puzzle; report errors.

        A puzzle about which an oracle was undecided is named, and with `as_json` gets an object with the reason.

        Returns:
            The exit code: 0, or the highest of all errors.
        """
        worst = 0
        with Faults() as faults:
            for number, source in enumerate(sources(self.puzzles, self.reading), 1):
                try:
                    entry = source.entry(self.reading)
                    try:
                        take(number, entry)
                    except UndecidedError as problem:
                        raise self._undecided(source, entry, problem, as_json) from None
                except CpgenError as problem:
                    faults.add(problem)
                    worst = max(worst, problem.exit_code)
        return worst

    def _undecided(self, source: Source, entry: Entry, problem: UndecidedError, as_json: bool) -> CpgenError:
        """Return the error for an undecided puzzle, with its name; print an object for JSON if wanted."""
        puzzle = entry.puzzle
        if as_json:
            print_json(joined(Undecided, puzzle.as_record(), undecided=str(problem)))
        return NotFoundError(f"{source.where}{puzzle_name(puzzle)}: {problem}")

    def show_each(self, show: Callable[[State], object]) -> None:
        """Call `show` with the state of every puzzle; at the end, exit with the highest exit code of all errors."""
        if worst := self.each(lambda _, entry: show(entry.state)):
            raise click.exceptions.Exit(worst)

    @property
    def only(self) -> State:
        """The state (clues, digits, candidates) of the only puzzle given; raises InputError if there are several."""
        puzzles = iter(sources(self.puzzles, ReadingRequest(key=self.reading.key, symbols=self.reading.symbols)))
        state = next(puzzles).entry(self.reading).state
        if next(puzzles, None) is not None:
            raise InputError("There are several puzzles; a picture or page shows one (`cpgen book` takes many).")
        return state


def sources(arguments: list[str] | None, reading: ReadingRequest = USUAL) -> Iterator[Source]:
    """Yield the puzzles of the arguments in order; a file that cannot be read is one source with the problem.

    Without arguments, standard input is read. If nothing is there, constraints alone make a puzzle without clues.
    """
    if not arguments and reading.constraints and not _is_piped():
        yield Source("", excerpt=PuzzleText(0, "", partial(_without_clues, reading)))
        return
    for argument in arguments or [STANDARD]:
        try:
            yield from _sources(argument, reading)
        except CpgenError as error:
            yield Source("", problem=error)


def _is_piped() -> bool:
    """Return True if standard input is a pipe or a file, and something is in it."""
    try:
        mode = os.fstat(sys.stdin.fileno()).st_mode
        is_open = S_ISFIFO(mode) or S_ISREG(mode)
    except (OSError, ValueError):  # closed, or replaced by a program
        is_open = True
    buffer: Any = getattr(sys.stdin, "buffer", None)
    return is_open and hasattr(buffer, "peek") and bool(buffer.peek(1))


def _without_clues(reading: ReadingRequest, *_: object) -> Entry:
    layout = reading.houses_given or Layout.default(DEFAULT_SIDE)
    return Entry(Puzzle(layout, (0,) * layout.cell_count))


def excluded_puzzles(names: list[str], layout: Layout) -> Iterator[Puzzle]:
    """Yield the puzzles of files and collections.

    Args:
        names: The files.
        layout: Layout of puzzles whose text does not name one.

    Raises:
        InputError: A file or a puzzle in it cannot be read.
    """
    for source in sources(names):
        try:
            yield source.entry(ReadingRequest(layout=layout)).puzzle
        except InputError:  # of another size, perhaps
            yield source.entry(ReadingRequest()).puzzle


def name_of(text: str) -> str:
    """Return an argument as messages name it: a file name, a puzzle in quotes, or `standard input`."""
    return "standard input" if text == STANDARD else shown(text) if is_puzzle(text) else text


def is_puzzle(text: str) -> bool:
    """Return True unless the argument is standard input or the name of a file."""
    return text != STANDARD and not _exists(text) and not FILE_NAME.fullmatch(text)


def _sources(argument: str, reading: ReadingRequest) -> Iterator[Source]:
    if argument != STANDARD and not _exists(argument):
        problem = no_such_file(argument) if FILE_NAME.fullmatch(argument) or WORD.fullmatch(argument) else None
        text = as_text(argument)
        # A text in which no format finds a puzzle is read as a line, for its error.
        for excerpt in list(reading.texts(text)) or [PuzzleText(0, text, read_line)]:
            yield Source("", excerpt=excerpt, problem=problem)
        return
    if argument != STANDARD and _is_store(argument):
        yield from _sources_in_store(argument)
        return
    with opened(argument) as (name, stream):
        is_any = False
        for excerpt in reading.texts(stream):
            is_any = True
            yield Source(name, f"line {excerpt.line}" if excerpt.line else "", excerpt)
        if not is_any:
            raise InputError(f"There is no puzzle in {name}.")


def _is_store(name: str) -> bool:
    try:
        if not Path(name).is_file():
            return False  # what is read from a pipe is lost to `opened`
        with open(name, "rb") as file:
            return file.read(len(COLLECTION)) == COLLECTION
    except OSError:  # `opened` reports it
        return False


def _sources_in_store(name: str) -> Iterator[Source]:
    from cpgen.collection.import_export import entry_of
    from cpgen.collection.store import Store

    with Store(name, create=False) as store:
        is_any = False
        for record in store.records():
            is_any = True
            excerpt = PuzzleText(0, "", partial(_entry_as_it_is, entry_of(record)))
            yield Source(name, f"row {record.id}", excerpt)
        if not is_any:
            store.require_sound()
            raise InputError(f"There is no puzzle in {name}.")


def _entry_as_it_is(entry: Entry, *_: object) -> Entry:
    return entry


def _exists(name: str) -> bool:
    try:
        return bool(name) and Path(name).exists()
    except (OSError, ValueError):  # too long for a name, or with a NUL: a drawing
        return False


@contextmanager
def opened(name: str) -> Iterator[tuple[str, IO[bytes]]]:
    """Open a file or standard input.

    Yields:
        Its name for messages, and its bytes; UTF-16 is converted to UTF-8.

    Raises:
        InputError: It cannot be read, or is not text.
    """
    if name == STANDARD:
        if sys.stdin.isatty():
            raise InputError("There is no puzzle; give one as an argument, in a file, or on standard input.")
        yield "standard input", _checked("Standard input", sys.stdin.buffer)
        return
    try:
        if Path(name).is_dir():
            raise InputError(f"{printable(name)} is a folder; give a file.")
        stream = open(name, "rb", buffering=HEAD)  # noqa: SIM115
    except FileNotFoundError:
        raise no_such_file(name) from None
    except (OSError, ValueError) as error:
        raise InputError(f"The file {printable(name)} cannot be read: {reason(error)}.") from error
    with stream:
        text = printable(as_text(name).encode("utf-8", "replace").decode())
        yield text, _checked(f"The file {text}", stream)


def _checked(name: str, stream: IO[bytes]) -> IO[bytes]:
    """Return the stream in UTF-8; raise InputError when its head cannot be read, or is not text."""
    try:
        head: bytes = stream.peek(HEAD) if hasattr(stream, "peek") else b""
        if head.startswith(COLLECTION):
            raise InputError(f"{name} is a collection; `cpgen collection export` writes its puzzles.")
        if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            return io.BytesIO(stream.read().decode("utf-16", "replace").encode())
    except OSError as error:
        raise InputError(f"{name} cannot be read: {reason(error)}.") from error
    if not is_text(head):
        raise InputError(f"{name} is not text in UTF-8 or UTF-16.")
    return stream
