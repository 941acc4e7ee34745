"""`cpgen study diversity`."""

from __future__ import annotations

from cpgen import api
from cpgen.cli.command import command
from cpgen.cli.naming import spelled
from cpgen.cli.options import Count, GradeName, Model, OracleName, PatternName, SeedOrDefault
from cpgen.cli.research.study.running import KeepOptions, run


@command
def diversity(
    *,
    pattern: PatternName,
    grade: GradeName = "",
    count: Count = 1000,
    seed: SeedOrDefault = 1,
    board: api.BoardRequest,
    oracle: OracleName = "bitset",
    model: Model = None,
    keeping: KeepOptions,
) -> None:
    """Measure how different many puzzles from one pattern are.

    Puzzles from one random walk are compared with puzzles made independently.

    It counts the puzzles that are not the same under the board's symmetries and a renaming of the digits, and the
    clues in which pairs differ, as they are and after the renaming that makes most clues agree.

    \b
    Example: cpgen study diversity --pattern kamio-a --grade expert --count 200
    """
    from cpgen.schema import build

    data = {"pattern": spelled("patterns", pattern), "grade": grade, "layout": board.layout_given, "oracle": oracle}
    request = build(api.Request, {**data, "model": model})
    run(api.DiversityStudy(request, count, seed), keeping)
