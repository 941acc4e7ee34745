"""`cpgen rate`, `solve` and `check`: what a puzzle is like."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from cpgen.cli.commands import command
from cpgen.cli.options import Budget, Json, LayoutOptions, Model, OracleName, Puzzles, not_empty
from cpgen.errors import CpgenError, ImpossibleError
from cpgen.layout import Layout
from cpgen.puzzle import Puzzle

if TYPE_CHECKING:
    from cpgen.difficulty import GradeModel

Jobs = Annotated[
    int, typer.Option("--jobs", "-j", min=0, metavar="N", help="Rate a file, a puzzle a line, in bulk on N threads.")
]
Out = Annotated[
    str, typer.Option("--out", callback=not_empty, metavar="FILE", help="In bulk: a .csv or .parquet file.")
]


def each_puzzle(arguments: list[str] | None, layout: Layout | None, show: Callable[[Puzzle], None]) -> None:
    """Shows every puzzle; one that is wrong is named on standard error, the rest goes on, and the exit code says so."""
    from cpgen.cli.inputs import sources

    worst = 0
    for source in sources(arguments, layout):
        try:
            show(source.puzzle(layout))
        except CpgenError as error:
            typer.echo(f"cpgen: {error}", err=True)
            worst = max(worst, error.exit_code)
    if worst:
        raise typer.Exit(worst)


def grades_of(model: str | None, puzzle: Puzzle) -> GradeModel:
    """The grade model that is named, or the one of the puzzle's layout."""
    from cpgen.api import named_model
    from cpgen.difficulty import model_for

    return named_model(model) if model else model_for(puzzle.layout)


@command
def rate(
    *,
    puzzles: Puzzles = None,
    board: LayoutOptions,
    model: Model = None,
    jobs: Jobs = 0,
    out: Out = "",
    as_json: Json = False,
) -> None:
    """Say how hard puzzles are for a person: level, steps, grade, and the rules it takes.

    \b
    Example: cpgen rate .9.....6.8..14...2.....2.....93...7..5..1..3..6...79.....7.....7...29..5.4.....8.
    """
    if jobs or out:
        from cpgen.cli.bulk import rate_in_bulk

        rate_in_bulk(puzzles, board.layout, model, jobs or 1, out)
        return
    from cpgen import api
    from cpgen.cli import shown
    from cpgen.cli.warning import note_if_unfitted
    from cpgen.objects import graded_object

    def show(puzzle: Puzzle) -> None:
        grades = grades_of(model, puzzle)
        if not model:
            note_if_unfitted(puzzle.layout)
        data = graded_object(puzzle, api.rate(puzzle, grades), grades)
        if as_json:
            shown.tell_json(data)
        elif shown.for_people():
            shown.tell(shown.board(puzzle))
            shown.tell(shown.rating_sentence(data))
            shown.tell(shown.rules_lines(data["rules"]) + "\n")
        else:
            columns = (
                data["level"],
                data["steps"],
                data["outcome"],
                data["grade"] or "-",
                data["appropriateness"] or 0,
            )
            shown.tell("\t".join([puzzle.line, *map(str, columns)]))

    each_puzzle(puzzles, board.layout, show)


@command
def solve(
    *,
    puzzles: Puzzles = None,
    board: LayoutOptions,
    oracle: OracleName = "cpsat",
    budget: Budget = 60.0,
    as_json: Json = False,
) -> None:
    """Solve puzzles with an oracle; says so when there is no solution (exit code 4) or more than one.

    \b
    Example: cpgen solve 1....2....3....4
    """
    from cpgen.api import require_time
    from cpgen.cli import shown
    from cpgen.objects import witness_object
    from cpgen.oracles import open_oracle
    from cpgen.puzzle import line

    require_time(budget)
    solver = open_oracle(oracle, budget)

    def show(puzzle: Puzzle) -> None:
        witness = solver.uniqueness(puzzle)
        if as_json:
            shown.tell_json(witness_object(puzzle, witness))
        if not witness.grids:
            raise ImpossibleError(f"{puzzle.line} has no solution.")
        if as_json:
            return
        shown.tell(shown.board(puzzle, witness.grids[0]) if shown.for_people() else line(witness.grids[0]))
        if not witness.unique:
            typer.echo(f"cpgen: {puzzle.line} has more than one solution; `cpgen check` shows two.", err=True)

    each_puzzle(puzzles, board.layout, show)


@command
def check(
    *,
    puzzles: Puzzles = None,
    board: LayoutOptions,
    oracle: OracleName = "cpsat",
    budget: Budget = 60.0,
    as_json: Json = False,
) -> None:
    """Say whether puzzles have one solution; when there are two, show both and where they differ.

    \b
    Example: cpgen check 1....2....3....4
    """
    from cpgen.api import require_time
    from cpgen.cli import shown
    from cpgen.objects import witness_object
    from cpgen.oracles import open_oracle

    require_time(budget)
    solver = open_oracle(oracle, budget)

    def show(puzzle: Puzzle) -> None:
        witness = solver.uniqueness(puzzle)
        if as_json:
            shown.tell_json(witness_object(puzzle, witness))
        else:
            shown.tell(shown.witness_text(puzzle, witness))

    each_puzzle(puzzles, board.layout, show)
