"""The options that several commands share, alone and in groups.

A group is a frozen dataclass: a command that takes one gets an option for each of its fields (see `command.py`), and
the group turns itself into what was asked for.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cpgen.cli.naming import model_named, spelled
from cpgen.errors import InputError
from cpgen.layout import Layout
from cpgen.notation import whole_number

if TYPE_CHECKING:
    from cpgen.api import Wishes
    from cpgen.generation.request import Method, RandomPattern, Request
    from cpgen.oracles import Oracle
    from cpgen.pattern import Pattern


def not_empty(context: typer.Context, option: typer.CallbackParam, value: Any) -> Any:
    """The value of an option; an empty one (from an unset variable of the shell, say) is refused."""
    source = context.get_parameter_source(option.name or "")
    if not value and source is not None and source.name == "COMMANDLINE":
        raise typer.BadParameter(f"{value!r} is empty; give a value, or leave the option out.")
    return value


def option(metavar: str, text: str, *names: str, **more: Any) -> Any:
    """An option with a value, which may not be empty."""
    return typer.Option(*names, callback=not_empty, metavar=metavar, help=text, **more)


PatternName = Annotated[
    str,
    option(
        "NAME|TEXT|FILE",
        "Which cells hold clues: a name from `cpgen patterns`, rows of x and dots (a digit fixes that cell's "
        "clue), or a file of them.",
        "--pattern",
        "-p",
    ),
]
Clues = Annotated[int, option("N", "Number of clues of a random pattern.", min=0)]
ClueCount = Annotated[str, option("N|fewest", "The exact number of clues, or the fewest that can be found.", "--clues")]
Symmetry = Annotated[
    str,
    option(
        "NAME",
        "The symmetry: rot180, rot90, left-right, top-bottom, mirrors, diagonal, antidiagonal, diagonals, full, none.",
    ),
]

Boxes = Annotated[str | None, option("RxC", "Boxes R rows high and C columns wide; 3x3 is a 9×9 board.")]
Latin = Annotated[int | None, option("N", "An N×N board of rows and columns only.")]
Regions = Annotated[
    str | None, option("TEXT|FILE|NAME", "Regions drawn with one symbol for each cell, or a name from `cpgen layouts`.")
]
Diagonals = Annotated[bool, typer.Option("--diagonals", help="Both diagonals hold each digit once, too.")]

GradeName = Annotated[str, option("GRADE", "Difficulty, in English or Japanese: see `cpgen grades`.", "--grade", "-g")]
Level = Annotated[str, option("SPAN", "Complexity of the hardest rule, as in 3.., ..6, 2..4 or 5.")]
Steps = Annotated[str, option("SPAN", "Number of rounds that solving takes, as in 30.. or 25..30.")]
Needs = Annotated[list[str] | None, option("RULE", "A rule that solving must use, as in x-wing; repeatable.")]
Without = Annotated[list[str] | None, option("RULE", "A rule that solving must not use; repeatable.")]
Typical = Annotated[
    float | None,
    typer.Option(metavar="A", help="Minimum appropriateness to the grade, as in 0.9; by default 0.7."),
]
Model = Annotated[str | None, option("NAME|FILE", "Grade model: see `cpgen grades`, or a TOML file.", "--model")]

Generation = Annotated[str, option("NAME", "How a pattern is filled: sample (the default), zama, zama-open, kamio.")]
Replacement = Annotated[
    str, option("NAME", "How the filling is repaired: anneal (the default), zama, zama-open, kamio.")
]
Paper = Annotated[
    bool,
    typer.Option(
        "--paper", help="The method of Kamio (2022): both phases kamio, without a check of the grade at the end."
    ),
]
OracleName = Annotated[str, option("NAME", "The solver to use, see `cpgen oracles`.", "--oracle")]

_COUNT = typer.Option("--count", "-n", min=1, metavar="N", help="How many to make, show or measure.")
Count = Annotated[int, _COUNT]
CountOrAll = Annotated[int | None, _COUNT]
_SEED = typer.Option("--seed", min=0, metavar="S", help="A whole number from 0; the same seed gives the same result.")
Seed = Annotated[int | None, _SEED]
SeedOrUsual = Annotated[int, _SEED]
Budget = Annotated[float, typer.Option(metavar="SECONDS", help="Time limit for the whole command.")]
Limit = Annotated[float, typer.Option(metavar="SECONDS", help="Time limit per puzzle or query.")]
Jobs = Annotated[
    int, typer.Option("--jobs", "-j", min=0, metavar="N", help="How many run at once; 0: one for each processor.")
]

Solution = Annotated[bool, typer.Option("--solution", help="Show the solution too.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object per line.")]

Language = Annotated[str, option("en|ja", "The language: English or Japanese.", "--lang")]
PaperSize = Annotated[str, option("a4|letter", "The size of the paper.", "--paper-size")]
Title = Annotated[str, typer.Option("--title", metavar="TEXT", help="The title.")]
Coloured = Annotated[bool, typer.Option("--colours", "--colors", help="Colour the regions.")]

Name = Annotated[str, typer.Argument(metavar="NAME", help="Show only this one, with a drawing.")]


def at_once(jobs: int) -> int:
    """The number of jobs for --jobs; 0 means one for each usable processor."""
    return jobs or (len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)


@dataclass(frozen=True)
class PatternOptions:
    """Which cells hold clues: a pattern, or what random ones are like."""

    pattern: PatternName = ""
    clues: Clues = 0
    symmetry: Symmetry = ""

    @property
    def drawn(self) -> Pattern | RandomPattern | None:
        """The pattern told, None when nothing is; raises InputError when it is told twice."""
        from cpgen.generation.request import RandomPattern
        from cpgen.pattern import Pattern

        random = self.clues or self.symmetry
        if self.pattern and random:
            raise InputError("--clues and --symmetry make a random pattern; leave out --pattern, or leave them out.")
        if self.pattern:
            return Pattern.named(spelled("patterns", self.pattern))
        return RandomPattern(self.clues, self.symmetry) if random else None


@dataclass(frozen=True)
class LayoutOptions:
    """The board: its layout."""

    boxes: Boxes = None
    latin: Latin = None
    regions: Regions = None
    diagonals: Diagonals = False

    @property
    def layout(self) -> Layout | None:
        """The layout told, None when none is; raises InputError when several are."""
        if sum(map(bool, (self.boxes, self.latin, self.regions))) > 1:
            raise InputError("Give one of --boxes, --latin and --regions, not several.")
        base = _base_layout(self.boxes, self.latin, self.regions)
        return (base or Layout.boxes(3, 3)).with_diagonals() if self.diagonals else base

    def layout_or_usual(self, side: int) -> Layout:
        """The layout told, the usual one of a side when none is."""
        return self.layout or Layout.default(side)


def _base_layout(boxes: str | None, latin: int | None, regions: str | None) -> Layout | None:
    if boxes:
        height, _, width = boxes.lower().replace("×", "x").partition("x")
        return Layout.boxes(whole_number(height, "a box's height"), whole_number(width, "a box's width"))
    if latin:
        return Layout.latin(latin)
    if not regions:
        return None
    return Layout.named(spelled("layouts", regions))


@dataclass(frozen=True)
class WishOptions:
    """What a puzzle is to be like in place of a grade, or beside it."""

    level: Level = ""
    steps: Steps = ""
    needs: Needs = None
    without: Without = None
    typical: Typical = None

    @property
    def wishes(self) -> Wishes:
        """The wishes as `api.request_for` takes them."""
        return {
            "level": self.level,
            "steps": self.steps,
            "needs": self.needs or (),
            "without": self.without or (),
            "typical": self.typical,
        }


@dataclass(frozen=True)
class MethodOptions:
    """How puzzles are made."""

    generation: Generation = ""
    replacement: Replacement = ""
    paper: Paper = False
    oracle: OracleName = "cpsat"

    @property
    def method(self) -> Method:
        """The method told; raises InputError when it is told twice."""
        from cpgen.generation.request import FAST, PAPER, Method

        if self.paper and (self.generation or self.replacement):
            raise InputError("--paper says both phases; leave out --generation and --replacement, or leave it out.")
        usual = PAPER if self.paper else FAST
        phases = self.generation or usual.generation, self.replacement or usual.replacement
        return Method(*phases, self.oracle, usual.until_match)


@dataclass(frozen=True)
class RequestOptions:
    """All that is asked of a puzzle but its grade, which some commands take several of."""

    drawing: PatternOptions
    wishing: WishOptions
    board: LayoutOptions
    making: MethodOptions
    model: Model = None

    def request(self, grade: str) -> Request:
        """The request for a grade (empty: the usual one); raises InputError when the options do not go together."""
        from cpgen import api

        return api.request_for(
            self.drawing.drawn,
            grade,
            self.board.layout,
            self.making.method,
            model_named(self.model),
            **self.wishing.wishes,
        )


@dataclass(frozen=True)
class SolverOptions:
    """The oracle and its time limit."""

    oracle: OracleName = "cpsat"
    limit: Limit = 60.0

    @property
    def solver(self) -> Oracle:
        """The oracle, opened; raises InputError for an unknown name or an invalid limit."""
        from cpgen.api import require_time
        from cpgen.oracles import open_oracle

        require_time(self.limit, "limit")
        return open_oracle(self.oracle, self.limit)


@dataclass(frozen=True)
class SeriesOptions:
    """How many are wanted, and from which seed."""

    count: Count = 1
    seed: Seed = None

    def first_seed(self) -> int:
        """The seed told, a fresh one when none is."""
        from cpgen.api import usable_seed

        return usable_seed(self.seed)


@dataclass(frozen=True)
class ShowOptions:
    """How puzzles that were made are shown."""

    solution: Solution = False
    as_json: Json = False
