"""`cpgen study rules`."""

from __future__ import annotations

from cpgen.cli.commands import command
from cpgen.cli.options import Count, LayoutOptions, Limit, Model, OracleName, PatternOptions
from cpgen.cli.study_run import Seed, ShowOptions, run


@command
def rules(
    *,
    drawing: PatternOptions,
    count: Count = 10,
    seed: Seed = 1,
    limit: Limit = 10,
    board: LayoutOptions,
    oracle: OracleName = "bitset",
    model: Model = None,
    showing: ShowOptions,
) -> None:
    """Which rules of the ladder a pattern, or random ones on a board, can need, and how soon a puzzle is found.

    --count puzzles are looked for with each rule. Why a rule is impossible is told by --json and in the report.

    \b
    Example: cpgen study rules --pattern 6x6-wave --count 3 --limit 1
    """
    from cpgen import api
    from cpgen.generation.request import Method
    from cpgen.study.rules import Plan, study

    api.require_time(limit)
    grades = api.named_model(model) if model else None
    request = api.request_for(drawing.drawn, "any", board.layout, Method(oracle=oracle), grades)
    run(study(Plan(request, count, seed, limit)), showing)
