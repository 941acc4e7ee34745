"""`cpgen study rules`."""

from __future__ import annotations

from typing import Annotated

import typer

from cpgen.cli.commands import command
from cpgen.cli.options import Json, LayoutOptions, MethodOptions, Model, OracleName, PatternOptions, not_empty
from cpgen.cli.study_folder import JournalFile
from cpgen.cli.watch import tell_watchers


@command
def rules(
    *,
    pattern: Annotated[
        str,
        typer.Option("--pattern", "-p", callback=not_empty, metavar="NAME|TEXT|FILE", help="Which cells hold clues."),
    ] = "",
    count: Annotated[int, typer.Option("--count", "-n", min=1, metavar="N", help="Puzzles to look for, a rule.")] = 10,
    seed: Annotated[int, typer.Option(min=0, metavar="S", help="The same seed looks for the same puzzles.")] = 1,
    budget: Annotated[float, typer.Option(metavar="SECONDS", help="Time for one puzzle.")] = 10.0,
    clues: Annotated[int, typer.Option(min=0, callback=not_empty, metavar="N", help="Clues of random patterns.")] = 0,
    symmetry: Annotated[str, typer.Option(callback=not_empty, metavar="NAME", help="Their symmetry.")] = "",
    board: LayoutOptions,
    oracle: OracleName = "bitset",
    model: Model = None,
    journal_file: JournalFile = "",
    as_json: Json = False,
) -> None:
    """Which rules of the ladder a pattern can need.

    A pattern, or random ones on a board; and how soon a puzzle is found.

    \b
    Example: cpgen study rules --pattern 6x6-wave --count 3 --budget 1
    """
    from cpgen import api
    from cpgen.cli import shown
    from cpgen.study.rules import RuleRow, journal_of, study
    from cpgen.tables import markdown

    api.require_time(budget)
    request = api.request_for(
        PatternOptions(pattern, clues, symmetry).drawn,
        "any",
        board.layout,
        MethodOptions(oracle=oracle).method,
        api.named_model(model) if model else None,
    )
    done: list[RuleRow] = []
    ended = 0
    with journal_of(journal_file, request, count, seed, budget) as journal:
        try:
            for row in study(request, count, seed, budget, journal, tell_watchers):
                done.append(row)
                if as_json:
                    shown.tell_json(row.figures)
        except KeyboardInterrupt:
            typer.echo("cpgen: interrupted.", err=True)
            ended = 130
    if not as_json and done:
        shown.tell(markdown([row.figures for row in done]))
    raise typer.Exit(ended)
