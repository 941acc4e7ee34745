"""`cpgen dig`: make puzzles by removing clues from full grids."""

from __future__ import annotations

from dataclasses import dataclass, field

import click
from msgspec import structs

from cpgen import api
from cpgen.cli.board_text import line_here, rating_sentence, signs_here
from cpgen.cli.command import command
from cpgen.cli.judge.explain_command import show_rounds
from cpgen.cli.make.drop import ReducingOptions, list_or_drop
from cpgen.cli.make.puzzle_file import FormatName, PuzzleOutput, PuzzlesOut, Show, show_made
from cpgen.cli.options import Rounds, ShowOptions, Symbols
from cpgen.cli.output import is_quiet, show_seed
from cpgen.cli.progress import ProgressLine, report_interrupt
from cpgen.digging.dig_request import DigRequest, Dug, resolve_dig
from cpgen.digging.dig_spec import DigSpec
from cpgen.errors import NotFoundError
from cpgen.formats.digit_symbols import in_digits
from cpgen.messages import counted
from cpgen.requests.series import TimedSeries
from cpgen.schema import chosen


@command
def dig(
    *,
    existing: ReducingOptions,
    spec: DigSpec,
    series: TimedSeries,
    symbols: Symbols = "",
    rounds: Rounds = False,
    out: PuzzlesOut = "",
    to: FormatName = "",
    showing: ShowOptions,
) -> None:
    """Make puzzles by removing clues, or remove superfluous clues.

    Puzzles are made from full grids. A clue is removed if a check still holds without it. If the symmetry or the centre
    does not allow the number of clues, the nearest possible number is used, with a note.

    Every puzzle has one solution, proven by CP-SAT or by the oracle that you name. Ctrl-C shows the best puzzle found
    so far. On 9×9, 17 clues are the proven minimum (McGuire, Tugemann and Civario 2012), and 18 the fewest known with
    half-turn symmetry.

    --drop removes clues, given digits and constraints, from the puzzles given as arguments, in files or on standard
    input, while the puzzle without them has the same single solution; with --grade, --ladder or --check ladder:K, while
    these rules also solve it. With --symmetry, whole orbits are removed. Houses stay.

    \b
    Example: cpgen dig --symmetry rot180 --clues 22
    Example: cpgen dig --layout 2x3 --count 4 -o four.svg
    Example: cpgen dig --keep "1... .2.. ..3. ...4"
    Example: cpgen dig --drop givens 1234341221434...
    Example: cpgen dig --list-superfluous 1234341221434...
    """
    if existing.are_used():
        list_or_drop(existing, chosen(spec), series, showing, symbols=symbols, rounds=rounds, out=out, to=to)
        return
    seed = series.first_seed()
    request = resolve_dig(structs.replace(spec, grid=in_digits(spec.grid, symbols)) if spec.grid else spec)
    signs_here(request.layout.size)  # wrong symbols are reported before the search
    stage = _Stage(series.count, rounds, showing)
    is_plain = showing == ShowOptions() and not rounds
    target = PuzzleOutput(out, to, request.layout, series.count, symbols)
    with target.shown_or_written(stage.show_puzzle, is_plain) as stage.take:
        _dig(request, seed, series.budget, stage)
    show_seed(seed, showing.as_json or bool(to and not out))


def _dig(request: DigRequest, seed: int, budget: float, stage: _Stage) -> None:
    """Show the puzzles as they are found, and at the time limit or on Ctrl-C the best of the unfinished search."""
    with report_interrupt(lambda: f" with {stage.found} of {stage.count} found (seed {seed})"):
        try:
            with stage.progress:
                for made in api.dig_many(
                    stage.count, request.spec, seed=seed, budget=budget, progress=stage.progress, better=stage.better
                ):
                    stage.show(made)
        except (NotFoundError, KeyboardInterrupt):
            stage.show_best()
            raise


@dataclass
class _Stage:
    """Output of `dig`: shows finished puzzles, and keeps the best one of the search that is still running."""

    count: int
    rounds: bool
    showing: ShowOptions
    progress: ProgressLine = field(init=False)
    take: Show = field(init=False)
    """Function that is called with each finished puzzle, to print it or to collect it for a file"""
    best: Dug | None = None
    found: int = 0

    def __post_init__(self) -> None:
        self.progress = ProgressLine(self.count, "grid", "check")

    def better(self, made: Dug) -> None:
        """Keep a puzzle that is better than all before, and report it on standard error."""
        self.best = made
        if is_quiet():
            return
        with self.progress.hidden():
            line = line_here(made.puzzle.clues)
            click.echo(f"{counted(made.puzzle.clue_count, 'clue')} after {made.stats.seconds:.1f} s: {line}", err=True)

    def show(self, made: Dug) -> None:
        """Show a finished puzzle."""
        self.found += 1
        self.best = None
        with self.progress.hidden():
            self.take(made)

    def show_best(self) -> None:
        """Show the best puzzle so far, if there is one."""
        if self.best:
            self.take(self.best)

    def show_puzzle(self, made: Dug) -> None:
        """Print a puzzle and, if wanted, its rounds."""
        show_made(made, self.showing, lambda: [dug_sentence(made)])
        if self.rounds:
            show_rounds(made.puzzle, made.model.ladder, self.showing.as_json)


def dug_sentence(made: Dug) -> str:
    """Return one line with the rating of a dug puzzle, its clues, and whether more of them can be removed."""
    kept = (
        "minimal"
        if made.minimal
        else f"no {made.symmetry} orbit can be removed"
        if made.orbit_minimal
        else "not minimal"
    )
    return f"{rating_sentence(made.graded)} · {kept} · one solution, proven by {made.oracle}"
