"""`cpgen study rules`."""

from __future__ import annotations

from cpgen.cli.command import command
from cpgen.cli.naming import model_named
from cpgen.cli.options import Count, LayoutOptions, Limit, Model, OracleName, PatternOptions, SeedOrUsual
from cpgen.cli.research.study.running import KeepOptions, run


@command
def rules(
    *,
    drawing: PatternOptions,
    count: Count = 10,
    seed: SeedOrUsual = 1,
    limit: Limit = 10,
    board: LayoutOptions,
    oracle: OracleName = "bitset",
    model: Model = None,
    keeping: KeepOptions,
) -> None:
    """Find which rules of the ladder a pattern can need.

    For one pattern, or random ones, it looks for --count puzzles that need each rule, and measures how long that
    takes. --json and the report explain why a rule is impossible.

    \b
    Example: cpgen study rules --pattern 6x6-wave --count 3 --limit 1
    """
    from cpgen import api
    from cpgen.generation.request import Method
    from cpgen.study.rules import RuleStudy

    api.require_time(limit, "limit")
    request = api.request_for(drawing.drawn, "any", board.layout, Method(oracle=oracle), model_named(model))
    run(RuleStudy(request, count, seed, limit), keeping)
