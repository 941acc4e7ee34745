"""`cpgen dig --drop` and `--list-superfluous`: remove superfluous clues from existing puzzles, or list them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Annotated, Any, TypeVar

import click

from cpgen.cli.board_text import puzzle_name, rating_sentence
from cpgen.cli.help import option_meant
from cpgen.cli.inputs import PuzzleOptions, Puzzles
from cpgen.cli.judge.explain_command import show_rounds
from cpgen.cli.make.puzzle_file import PuzzleOutput, entry_of, show_made
from cpgen.cli.options import ShowOptions, field_option, flag
from cpgen.cli.output import for_people, note, print_json, show, show_error, show_seed
from cpgen.cli.progress import watching
from cpgen.digging.drop_request import Clue, Dropped, DropRequest, Given, SuperfluousClues
from cpgen.errors import CpgenError, InputError, NotFoundError
from cpgen.formats import Entry, ReadingRequest
from cpgen.messages import Message, counted, field_named, shown
from cpgen.requests.clock import Clock
from cpgen.requests.series import TimedSeries
from cpgen.schema import build, fields

BOARD = ("layout", "diagonals", "constraints")
"""Options for the board of puzzles that are read"""
R = TypeVar("R", Dropped, SuperfluousClues)


@dataclass(frozen=True)
class ReducingOptions:
    """Options to remove superfluous clues from existing puzzles (--drop), or to list them (--list-superfluous)."""

    puzzles: Puzzles = None
    drop: Annotated[str, field_option(DropRequest, "drop")] = ""
    list_superfluous: Annotated[
        bool,
        flag("List the clues of the given puzzles that are superfluous, each on its own; with --drop, of its kinds."),
    ] = False
    ignore_drawings: Annotated[bool, field_option(ReadingRequest, "ignore_drawings")] = False

    def are_used(self) -> bool:
        """Return True if an option of the group is used; raise InputError for puzzles without --drop or the like."""
        used = bool(self.drop) or self.list_superfluous
        if self.puzzles and not used:
            if meant := option_meant(self.puzzles[0], click.get_current_context()):
                word = self.puzzles[0]
                raise InputError(f"Unexpected argument {shown(word)}. Did you mean '{meant}'?")
            raise InputError(
                "Say what to do with the puzzle: --drop WORDS removes superfluous clues, as in --drop all, and "
                "--list-superfluous lists them. Without a puzzle, cpgen dig makes new ones."
            )
        if self.ignore_drawings and not used:
            raise InputError("--ignore-drawings is for puzzles that are read, with --drop or --list-superfluous.")
        return used

    def request(self, values: Mapping[str, Any]) -> DropRequest:
        """Return the request that the options make; raise InputError for an option that is only for new puzzles.

        `values` are the other options of `cpgen dig` by field name, without those at their defaults.
        """
        known = {field_.name for field_ in fields(DropRequest)}
        for name in values:
            if name not in known and name not in BOARD:
                raise InputError(Message("new-puzzles-only", option=field_named(name)))
        words = {"drop": self.drop} if self.drop else {}
        return build(DropRequest, {name: value for name, value in values.items() if name in known} | words)

    def entries(self, values: Mapping[str, Any]) -> tuple[list[Entry], int]:
        """Return the puzzles that can be read, and the highest exit code of the others, which are reported.

        `values` are as in `request`; those about the board are used for reading.
        """
        board = {name: value for name, value in values.items() if name in (*BOARD, "symbols")}
        reading = build(ReadingRequest, {**board, "ignore_drawings": self.ignore_drawings})
        readable: list[Entry] = []
        worst = PuzzleOptions(puzzles=self.puzzles, reading=reading).each(lambda _, entry: readable.append(entry))
        return readable, worst


@dataclass(frozen=True)
class _Run:
    """A call of `dig` for existing puzzles: the request, and how results are shown."""

    request: DropRequest
    series: TimedSeries
    showing: ShowOptions
    rounds: bool
    seed: int


def list_or_drop(
    options: ReducingOptions,
    values: Mapping[str, Any],
    series: TimedSeries,
    showing: ShowOptions,
    *,
    symbols: str,
    rounds: bool,
    out: str,
    to: str,
) -> None:
    """Carry out `cpgen dig --drop` or --list-superfluous; exit with the highest code of all errors.

    Args:
        options: The options that are only for existing puzzles.
        values: The options that are also for new puzzles, by field name, without those at their defaults.
        series: Seed, time limit, and a count that must be 1.
        showing: How puzzles are shown.
        symbols: The user's symbols for the digits.
        rounds: Show a table of the rounds of solving, too.
        out: Name of a file for the puzzles; "" to show them.
        to: Name of its format; "" for that of the file extension.
    """
    request = options.request(values)
    if series.count != 1:
        raise InputError("--count is for new puzzles; leave it out with --drop and --list-superfluous.")
    if options.list_superfluous and (out or to or rounds or showing.solution or request.symmetry):
        extra = "--out, --to, --rounds, --solution and --symmetry"
        raise InputError(f"--list-superfluous changes no puzzle; leave out {extra}.")
    run = _Run(request, series, showing, rounds, series.first_seed())
    entries, worst = options.entries({**values, "symbols": symbols})
    if options.list_superfluous:
        worst = max(worst, _each(entries, lambda entry: _list(entry, run)))
    elif entries:
        worst = max(worst, _drop_all(entries, run, out, to, symbols))
    if worst:
        raise click.exceptions.Exit(worst)


def _each(entries: Iterable[Entry], take: Callable[[Entry], object]) -> int:
    """Call `take` for each entry, report errors, and return the highest exit code."""
    worst = 0
    for entry in entries:
        try:
            take(entry)
        except CpgenError as problem:
            show_error(problem)
            worst = max(worst, problem.exit_code)
    return worst


def _drop_all(entries: list[Entry], run: _Run, out: str, to: str, symbols: str) -> int:
    from cpgen.digging.superfluous import remove_superfluous

    first, is_plain = entries[0].puzzle.layout, run.showing == ShowOptions() and not run.rounds

    def show_one(made: Dropped) -> None:
        _show_dropped(made, run)

    # Readers of the file are taken to know the houses alone, since constraints are among the clues that may go.
    with PuzzleOutput(out, to, first, len(entries), symbols, first.base).shown_or_written(show_one, is_plain) as take:

        def drop(entry: Entry) -> None:
            results = remove_superfluous(entry.puzzle, run.request, run.seed, Clock(run.series.budget))
            with _last_of(results) as made:
                take(_with_texts(entry, made) if out or to else made)

        return _each(entries, drop)


@contextmanager
def _last_of(results: Iterator[R]) -> Iterator[R]:
    """Run a search to its end or to Ctrl-C, and yield its last result, which the block shows.

    After the block, an interrupted command ends with exit code 130.

    Raises:
        NotFoundError: It is not known of all clues whether they can be removed.
    """
    last: R | None = None
    is_interrupted = False
    try:
        for last in watching(results, lambda now: f"{counted(len(now.undecided), 'clue')} to check"):  # noqa: B007
            pass
    except KeyboardInterrupt:
        is_interrupted = True
    if last is None:
        raise KeyboardInterrupt
    yield last
    if is_interrupted:
        show_error(f"interrupted: {counted(len(last.undecided), 'clue')} not checked.")
        raise click.exceptions.Exit(130)
    if last.undecided:
        count, names = counted(len(last.undecided), "clue"), _names(last.undecided, last.puzzle.layout.size)
        raise NotFoundError(f"It was not decided in time whether {count} can be removed: {names}.")


def _with_texts(entry: Entry, made: Dropped) -> Entry:
    """Return the reduced puzzle as an entry with the title, author and other texts of the original."""
    entry_ = entry_of(made)
    return replace(entry, puzzle=made.puzzle, solution=made.solution, grade=entry_.grade, more=entry_.more, marks=())


def _names(clues: Sequence[Clue], size: int) -> str:
    """Return clues in one line, such as `r1c1=5 r1c2=3; cage 15: r2c1 r2c2`."""
    places = sorted((clue for clue in clues if isinstance(clue, Given)), key=lambda clue: clue.cell)
    givens = " ".join(clue.text(size) for clue in places)
    return "; ".join(filter(None, [givens, *(clue.text(size) for clue in clues if not isinstance(clue, Given))]))


def _show_dropped(made: Dropped, run: _Run) -> None:
    """Show the reduced puzzle as a JSON object, a drawing with the removed clues below, or a line for a pipe."""
    removed = _removed_sentence(made)
    show_made(made, run.showing, lambda: [f"{rating_sentence(made.graded)} · {_proof(made)}", removed])
    show_seed(made.seed, run.showing.as_json)
    if not (run.showing.as_json or for_people()):
        note(removed)
    if run.rounds:
        show_rounds(made.puzzle, made.model.ladder, run.showing.as_json)


def _proof(made: Dropped) -> str:
    """Return words that say whether each remaining clue is needed, and which oracle proved the single solution."""
    symmetry, kept = made.request.symmetry or "none", f"minimal in {made.request.drop}"
    if not made.minimal:
        kept = "not minimal"
    elif symmetry != "none":
        kept = f"no {symmetry} orbit of {made.request.drop} can be removed"
    return f"{kept} · one solution, proven by {made.oracle}"


def _removed_sentence(made: Dropped) -> str:
    return f"{made.summary}: {_names(made.removed, made.puzzle.layout.size)}" if made.removed else str(made.summary)


def _list(entry: Entry, run: _Run) -> None:
    """List the superfluous clues of a puzzle."""
    from cpgen.digging.superfluous import find_superfluous

    with _last_of(find_superfluous(entry.puzzle, run.request, Clock(run.series.budget))) as found:
        _show_found(found, run.showing.as_json)


def _show_found(superfluous: SuperfluousClues, as_json: bool) -> None:
    if as_json:
        print_json(superfluous.as_json())
        return
    for clue in superfluous.clues:
        show(clue.text(superfluous.puzzle.layout.size))
    show(f"{'' if for_people() else '# '}{_superfluous_sentence(superfluous)}")


def _superfluous_sentence(superfluous: SuperfluousClues) -> str:
    """Return a sentence with the number of superfluous clues, and whether all of them can be removed together."""
    name, asked, number = puzzle_name(superfluous.puzzle), counted(superfluous.asked, "clue"), len(superfluous.clues)
    if not number:
        return f"{name}: none of {asked} is superfluous."
    if number == 1:
        return f"{name}: 1 of {asked} is superfluous."
    also = "and all of them can be removed together" if superfluous.together else "but not all can be removed together"
    if superfluous.together is None:
        also = "but it is not known whether all can be removed together"
    return f"{name}: {number} of {asked} are superfluous, each on its own, {also}."
