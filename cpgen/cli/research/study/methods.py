"""`cpgen study methods`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING, Annotated

import typer

from cpgen.cli.command import command
from cpgen.cli.naming import model_told
from cpgen.cli.options import Count, LayoutOptions, Limit, Model, Paper, SeedOrUsual, option
from cpgen.cli.research.study.running import Grades, KeepOptions, Names, Oracles, Patterns, run, tabled_patterns

if TYPE_CHECKING:
    from cpgen.generation.request import Method


@dataclass(frozen=True)
class Methods:
    """Every way to fill with every way to repair and every oracle, and the paper's own method."""

    generation: Annotated[
        Names, option("NAME", "A way to fill: sample, zama, zama-open, kamio; repeatable.", "--generation")
    ] = None
    replacement: Annotated[
        Names,
        option("NAME", "A way to repair: anneal, zama, zama-open, kamio; repeatable, each with each way to fill."),
    ] = None
    unchecked: Annotated[
        bool, typer.Option("--unchecked", help="Take the first puzzle with one solution, whatever its grade.")
    ] = False
    paper: Paper = False
    oracle: Oracles = None

    @property
    def methods(self) -> tuple[Method, ...]:
        """The methods told; the usual one beside the paper's when none is."""
        from cpgen.generation.request import FAST, PAPER, Method

        asked = self.generation or self.replacement or self.unchecked
        pairs = product(self.generation or [FAST.generation], self.replacement or [FAST.replacement])
        made = [Method(*pair, until_match=not self.unchecked) for pair in pairs] if asked or not self.paper else []
        made += [PAPER] if self.paper or not asked else []
        return tuple(dict.fromkeys(replace(one, oracle=name) for one in made for name in self.oracle or ["cpsat"]))


@command
def methods(
    *,
    pattern: Patterns = None,
    grade: Grades = None,
    asked: Methods,
    count: Count = 25,
    seed: SeedOrUsual = 1,
    limit: Limit = 60,
    board: LayoutOptions,
    model: Model = None,
    keeping: KeepOptions,
) -> None:
    """Compare methods: match rate, time, attempts, level, steps.

    Ratings and oracle calls are counted, too, a cell each.

    A cell is a pattern (kamio-a), a grade, a method (generation × replacement) and an oracle (cpsat); --count puzzles
    are made in each. Without --generation, --replacement and --paper the usual method stands beside the paper's.

    \b
    Example: cpgen study methods --grade expert --oracle bitset --count 5
    """
    from cpgen import api
    from cpgen.study.methods.plan import Plan
    from cpgen.study.methods.study import study

    api.require_time(limit, "limit")
    plan = Plan(
        patterns=tabled_patterns(pattern or ["kamio-a"]),
        methods=asked.methods,
        grades=tuple(grade or ()),
        layout=board.layout,
        model=model_told(model),
        count=count,
        seed=seed,
        limit=limit,
    )
    run(study(plan), keeping)
