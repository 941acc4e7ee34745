"""`cpgen study rules`."""

from __future__ import annotations

from cpgen import api
from cpgen.cli.command import command
from cpgen.cli.options import Count, Given, Limit, OracleName, SeedOrDefault
from cpgen.cli.research.study.running import KeepOptions, run


@command
def rules(
    *,
    wanted: Given[api.Request],
    count: Count = 10,
    seed: SeedOrDefault = 1,
    limit: Limit = 10,
    oracle: OracleName = "bitset",
    keeping: KeepOptions,
) -> None:
    """Find which rules of the ladder a pattern can need.

    For one pattern, or random ones, it looks for --count puzzles that need each rule, and measures how long that
    takes. --json and the report explain why a rule is impossible.

    \b
    Example: cpgen study rules --pattern 6x6-wave --count 3 --limit 1
    """
    api.require_time(limit, "limit")
    request = wanted.record(grade="any", oracle=oracle)
    run(api.RuleStudy(request, count, seed, limit), keeping)
