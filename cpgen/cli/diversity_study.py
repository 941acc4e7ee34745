"""`cpgen study diversity`."""

from __future__ import annotations

from typing import Annotated

import typer

from cpgen.cli.commands import command
from cpgen.cli.naming import spelled
from cpgen.cli.options import Json, LayoutOptions, Model, OracleName, not_empty
from cpgen.cli.watch import tell_watchers


@command
def diversity(
    *,
    pattern: Annotated[
        str,
        typer.Option(
            "--pattern",
            "-p",
            callback=not_empty,
            metavar="NAME|TEXT|FILE",
            help="The pattern, as `generate` takes it.",
        ),
    ],
    grade: Annotated[
        str, typer.Option("--grade", "-g", callback=not_empty, metavar="GRADE", help="Without it as in `generate`.")
    ] = "",
    count: Annotated[int, typer.Option("--count", "-n", min=2, metavar="N", help="How many puzzles.")] = 1000,
    seed: Annotated[int, typer.Option(min=0, metavar="S", help="The same seed gives the same puzzles.")] = 1,
    board: LayoutOptions,
    oracle: OracleName = "bitset",
    model: Model = None,
    as_json: Json = False,
) -> None:
    """How different many puzzles from one pattern are.

    They are walked on from each other, and made independently.

    Essentially different means: not the same under the board's symmetries and other names for the digits. Pairs differ
    in so many clues as they are written, and after the renaming that makes most clues agree.

    \b
    Example: cpgen study diversity --pattern kamio-a --grade expert --count 200
    """
    from cpgen import api
    from cpgen.cli import shown
    from cpgen.generation.request import Method
    from cpgen.study.diversity import study
    from cpgen.tables import markdown

    request = api.request_for(
        api.named_pattern(spelled("patterns", pattern)),
        grade,
        board.layout,
        Method(oracle=oracle),
        api.named_model(model) if model else None,
    )
    rows = study(request, count, seed, tell_watchers)
    if not as_json:
        shown.tell(markdown([row.figures for row in rows]))
        return
    for row in rows:
        shown.tell_json(row.figures)
