"""`cpgen study diversity`."""

from __future__ import annotations

from cpgen.cli.command import command
from cpgen.cli.naming import model_told, spelled
from cpgen.cli.options import Count, GradeName, LayoutOptions, Model, OracleName, PatternName, SeedOrUsual
from cpgen.cli.research.study.running import KeepOptions, run


@command
def diversity(
    *,
    pattern: PatternName,
    grade: GradeName = "",
    count: Count = 1000,
    seed: SeedOrUsual = 1,
    board: LayoutOptions,
    oracle: OracleName = "bitset",
    model: Model = None,
    keeping: KeepOptions,
) -> None:
    """How different many puzzles from one pattern are.

    They are walked on from each other, and made independently.

    Different ones are not the same under the board's symmetries and other names for the digits. Pairs differ in so many
    clues as they are written, and after the renaming that makes most clues agree.

    \b
    Example: cpgen study diversity --pattern kamio-a --grade expert --count 200
    """
    from cpgen import api
    from cpgen.generation.request import Method
    from cpgen.pattern import Pattern
    from cpgen.study.diversity import Plan, study

    drawn = Pattern.named(spelled("patterns", pattern))
    request = api.request_for(drawn, grade, board.layout, Method(oracle=oracle), model_told(model))
    run(study(Plan(request, count, seed)), keeping)
