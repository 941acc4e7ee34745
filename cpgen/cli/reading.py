"""`cpgen rate`, `solve` and `check`: what a puzzle is like."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cpgen.cli.commands import command
from cpgen.cli.inputs import PuzzleOptions
from cpgen.cli.naming import grades_of
from cpgen.cli.options import Jobs, Json, Limit, Model, OracleName, option
from cpgen.errors import ImpossibleError, InputError
from cpgen.puzzle import Puzzle

if TYPE_CHECKING:
    from cpgen.oracles import Oracle, Uniqueness

Out = Annotated[
    str,
    option(
        "FILE",
        "Rate a file of many, a puzzle a line, into a table: .parquet, else CSV; - for CSV on a pipe.",
        "--out",
        "-o",
    ),
]


@command
def rate(*, given: PuzzleOptions, model: Model = None, out: Out = "", jobs: Jobs = 0, as_json: Json = False) -> None:
    """Say how hard puzzles are: level, steps, grade and rules.

    Hard for a person, that is: level and steps of the rules that a person uses.

    With --out millions are rated, --jobs at once.

    \b
    Example: cpgen rate .9.....6.8..14...2.....2.....93...7..5..1..3..6...79.....7.....7...29..5.4.....8.
    """
    if out:
        from cpgen.cli.bulk import rate_in_bulk

        rate_in_bulk(given.puzzles, given.board.layout, model, jobs, out)
    elif jobs:
        raise InputError("--jobs is for rating a file into a table; add --out FILE, or leave it out.")
    else:
        given.show_each(lambda puzzle: _show_rating(puzzle, model, as_json))


def _show_rating(puzzle: Puzzle, model: str | None, as_json: bool) -> None:
    from cpgen import api
    from cpgen.cli import shown
    from cpgen.objects import graded_object

    grades = grades_of(model, puzzle.layout)
    data = graded_object(puzzle, api.rate(puzzle, grades), grades)
    if as_json:
        shown.tell_json(data)
    elif shown.for_people():
        shown.tell(shown.board(puzzle))
        shown.tell(shown.rating_sentence(data))
        shown.tell(shown.rules_lines(data["rules"]) + "\n")
    else:
        shown.tell("\t".join(map(str, _columns(data))))


def _columns(data: Mapping[str, Any]) -> list[Any]:
    plain = [data[key] for key in ("puzzle", "level", "steps", "outcome")]
    return [*plain, data["grade"] or "-", data["appropriateness"] or 0]


@dataclass(frozen=True)
class SolverOptions:
    """Who solves, and for how long."""

    oracle: OracleName = "cpsat"
    limit: Limit = 60.0

    @property
    def solver(self) -> Oracle:
        """The oracle, opened; raises InputError when there is none of that name, or no time."""
        from cpgen.api import require_time
        from cpgen.oracles import open_oracle

        require_time(self.limit)
        return open_oracle(self.oracle, self.limit)


@command
def solve(*, given: PuzzleOptions, asked: SolverOptions, as_json: Json = False) -> None:
    """Solve puzzles, and say so when there is not one solution.

    A puzzle without a solution ends with exit code 4.

    \b
    Example: cpgen solve 1....2....3....4
    """
    solver = asked.solver
    given.show_each(lambda puzzle: _show_solution(puzzle, solver.uniqueness(puzzle), as_json))


def _show_solution(puzzle: Puzzle, witness: Uniqueness, as_json: bool) -> None:
    from cpgen.cli import shown
    from cpgen.objects import witness_object
    from cpgen.puzzle import line

    if as_json:
        shown.tell_json(witness_object(puzzle, witness))
    if not witness.grids:
        raise ImpossibleError(f"{puzzle.line} has no solution.")
    if as_json:
        return
    shown.tell(shown.board(puzzle, witness.grids[0]) if shown.for_people() else line(witness.grids[0]))
    if not witness.unique:
        typer.echo(f"cpgen: {puzzle.line} has more than one solution; `cpgen check` shows two.", err=True)


@command
def check(*, given: PuzzleOptions, asked: SolverOptions, as_json: Json = False) -> None:
    """Say whether puzzles have one solution.

    When there are two, both are shown, and where they differ.

    \b
    Example: cpgen check 1....2....3....4
    """
    solver = asked.solver
    given.show_each(lambda puzzle: _show_witness(puzzle, solver.uniqueness(puzzle), as_json))


def _show_witness(puzzle: Puzzle, witness: Uniqueness, as_json: bool) -> None:
    from cpgen.cli import shown
    from cpgen.objects import witness_object

    if as_json:
        shown.tell_json(witness_object(puzzle, witness))
    else:
        shown.tell(shown.witness_text(puzzle, witness))
