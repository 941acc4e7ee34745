"""`cpgen dig`: puzzles by taking clues away from a full grid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated

import typer

from cpgen import api
from cpgen.cli.command import command
from cpgen.cli.drawing import Symbols, draw_puzzle, in_digits, line_in, signs_of
from cpgen.cli.judge.rounds import show_rounds
from cpgen.cli.make.grid import Source
from cpgen.cli.naming import grades_of, spelled, text_of_file
from cpgen.cli.options import (
    Budget,
    ClueCount,
    GradeName,
    LayoutOptions,
    Model,
    OracleName,
    ShowOptions,
    Symmetry,
    option,
)
from cpgen.cli.output import for_people, print_json, show, show_seed
from cpgen.cli.progress import ProgressLine, report_interrupt
from cpgen.errors import InputError, NotFoundError, counted, shown

FEWEST = "fewest"


USUAL_CLUES = 26
"""Clues of the way `centre` on 9×9 when none are said, with the middle cell closed"""


CheckName = Annotated[
    str,
    option(
        "CHECK",
        "What must hold: unique (one solution), ladder:K (a person solves it with rules up to level K), direct (the "
        "houses of a cell leave one digit).",
        "--check",
    ),
]


Way = Annotated[
    str,
    option(
        "NAME",
        "single (one by one), orbits (of the symmetry), two-stage (orbits, then one by one), balanced (the fullest "
        "region first), centre (point-symmetric with a chosen centre, see --centre).",
    ),
]


Centre = Annotated[int | None, typer.Option(min=1, metavar="K", help="The centre's pattern, from `cpgen centres`.")]


Tries = Annotated[
    int | None,
    typer.Option(min=1, metavar="N", help="Tries of the way centre (299); then the search for few clues takes over."),
]


GivenGrid = Annotated[str, option("TEXT|FILE", "Dig in this full grid, not in those of a source.", "--grid")]


Keep = Annotated[
    str,
    option(
        "NAME|TEXT|FILE",
        "A pattern whose clues are never taken: its digits are fixed, an x keeps what the grid has.",
    ),
]


@dataclass(frozen=True, kw_only=True)
class DigOptions:
    """How clues are taken away, from what, and how many are to be left."""

    check: CheckName = ""
    way: Way = ""
    symmetry: Symmetry = ""
    clues: ClueCount = ""
    centre: Centre = None
    tries: Tries = None
    grade: GradeName = ""
    source: Source = "oracle"
    grid: GivenGrid = ""
    keep: Keep = ""
    oracle: OracleName = "bitset"
    board: LayoutOptions
    symbols: Symbols = ""
    model: Model = None

    @property
    def kept(self) -> api.Pattern | None:
        """The pattern to keep, None when there is none."""
        return api.Pattern.named(spelled("patterns", self.keep)) if self.keep else None

    @property
    def signs(self) -> tuple[str, ...]:
        """The signs of the digits."""
        return signs_of(self.symbols, self.layout.size)

    @property
    def layout(self) -> api.Layout:
        """The layout told, else the usual one for the pattern to keep, or 9×9."""
        return self.board.layout_or_default(self.kept.size if self.kept else 9)

    @property
    def request(self) -> api.DigRequest:
        """The request that the options make; raises InputError when they contradict each other."""
        self._require_sense()
        layout, way = self.layout, self._way
        model = grades_of(self.model, layout)
        return api.DigRequest(
            layout=layout,
            ladder=model.ladder,
            check=self._check(model),
            way=way,
            symmetry=self.symmetry or ("rot180" if way == "centre" else "none"),
            source=api.GridSource(self.source, "bitset"),
            clues=self._clues(layout),
            fewest=self.clues.strip().lower() == FEWEST,
            grade=self._grade(model),
            centre=self.centre,
            tries=self.tries or api.TRIES,
            oracle=self.oracle,
            grid=self._given(layout),
            keep=self.kept,
        )

    @property
    def _way(self) -> str:
        symmetric = self.symmetry not in ("", "none")
        return self.way or ("centre" if self.centre else "orbits" if symmetric else "single")

    def _require_sense(self) -> None:
        if self.tries and self._way != "centre":
            raise InputError("--tries belongs to the way centre; add --way centre or leave it out.")
        if self.grid and self.source != "oracle":
            raise InputError("Give a grid or a source of grids, not both.")
        if self.keep and self.source != "oracle":
            raise InputError("A pattern to keep needs grids completed around it; leave out --source.")

    def _grade(self, model: api.GradeModel) -> api.Grade | None:
        return model.grade(self.grade) if self.grade else None

    def _check(self, model: api.GradeModel) -> api.Check:
        """The check asked for; for a grade, otherwise, that a person solves it with the rules of the grade."""
        if self.check:
            return api.Check.parse(self.check)
        grade = self._grade(model)
        return api.Check("ladder", grade.levels[-1]) if grade else api.Check()

    def _clues(self, layout: api.Layout) -> int | None:
        text = self.clues.strip().lower()
        if text == FEWEST:
            return None
        if text:
            if not text.isdigit():
                raise InputError(f"{shown(self.clues)} is not a number of clues; give a number, or {FEWEST}.")
            return api.whole_number(text, "a number of clues")
        return USUAL_CLUES + (self.centre or 1) % 2 if self._way == "centre" and layout.size == 9 else None

    def _given(self, layout: api.Layout) -> api.Grid | None:
        """The grid that was given, as a text or a file, in the user's symbols."""
        if not self.grid:
            return None
        content = text_of_file(self.grid)
        return api.Puzzle.parse(in_digits(self.grid if content is None else content, self.signs), layout).clues


Rounds = Annotated[bool, typer.Option("--rounds", help="Show the table of `cpgen rounds` too.")]


@command
def dig(
    *,
    asked: DigOptions,
    series: api.Series,
    budget: Budget = 60.0,
    rounds: Rounds = False,
    showing: ShowOptions,
) -> None:
    """Make puzzles by removing clues from a full grid.

    A clue is removed if a check still holds without it.

    Every puzzle has one solution, proven by CP-SAT. Ctrl-C shows the best puzzle found so far. On 9×9, 17 clues are
    the proven minimum (McGuire, Tugemann and Civario 2012), and 18 the fewest known with half-turn symmetry.

    \b
    Example: cpgen dig --symmetry rot180 --clues 22
    Example: cpgen dig --keep "1... .2.. ..3. ...4"
    """
    request, seed = asked.request, series.first_seed()
    _dig(request, seed, budget, _Stage(series.count, asked.signs, rounds, showing))
    show_seed(seed, showing.as_json)


def _dig(request: api.DigRequest, seed: int, budget: float, stage: _Stage) -> None:
    """Shows the puzzles as they are found; at the time limit or on Ctrl-C, the best one of the unfinished search."""
    with report_interrupt(lambda: f" with {stage.found} of {stage.count} found (seed {seed})"):
        try:
            with stage.progress:
                for made in api.dig_many(
                    request, stage.count, seed=seed, budget=budget, progress=stage.progress, better=stage.better
                ):
                    stage.show(made)
        except (NotFoundError, KeyboardInterrupt):
            stage.show_best()
            raise


@dataclass
class _Stage:
    """Shows dug puzzles; keeps the best one of the search for the next."""

    count: int
    signs: tuple[str, ...]
    rounds: bool
    showing: ShowOptions
    progress: ProgressLine = field(init=False)
    best: api.Dug | None = None
    found: int = 0

    def __post_init__(self) -> None:
        self.progress = ProgressLine(self.count, "grids", "checks")

    def better(self, made: api.Dug) -> None:
        """Keeps the best puzzle so far and reports it on standard error."""
        self.best = made
        with self.progress.hidden():
            line = line_in(self.signs, made.puzzle.clues)
            typer.echo(f"{made.puzzle.clue_count} clues after {made.stats.seconds:.1f} s: {line}", err=True)

    def show(self, made: api.Dug) -> None:
        """Shows a finished puzzle."""
        self.found += 1
        self.best = None
        with self.progress.hidden():
            self._show(made)

    def show_best(self) -> None:
        """Shows the best puzzle so far, if there is one."""
        if self.best:
            self._show(self.best)

    def _show(self, made: api.Dug) -> None:

        show_dug(made, self.signs, self.showing)
        if self.rounds:
            show_rounds(made.puzzle, api.round_rows(made.puzzle, made.ladder), self.signs, self.showing.as_json)


def dug_sentence(made: api.Dug) -> str:
    """A dug puzzle's clues, minimality and rating in one line."""
    kept = "minimal" if made.minimal else f"no {made.symmetry} orbit can go" if made.orbit_minimal else "not minimal"
    rating = made.rating
    solved = f"level {rating.level}, {rating.steps} steps" if rating.solved else "the ladder gets stuck"
    return f"{counted(made.puzzle.clue_count, 'clue')} · {kept} · {solved} · one solution, proven by CP-SAT"


def show_dug(made: api.Dug, signs: Sequence[str], showing: ShowOptions) -> None:
    """Shows a dug puzzle: an object, a drawing for people, or a line for a pipe."""
    puzzle = made.puzzle
    if showing.as_json:
        print_json(made.as_json())
        return
    given = line_in(signs, puzzle.clues)
    if not for_people():
        show(f"{given}\t{line_in(signs, made.solution)}" if showing.solution else given)
        return
    show(draw_puzzle(puzzle, signs=signs))
    show(dug_sentence(made))
    show(given)
    if showing.solution:
        show(draw_puzzle(puzzle, made.solution, signs=signs))
