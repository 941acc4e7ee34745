"""`cpgen study methods`."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Annotated

from msgspec import structs

from cpgen import api
from cpgen.cli.command import command
from cpgen.cli.options import Count, Limit, Model, Paper, SeedOrDefault, flag, option
from cpgen.cli.research.study.running import Grades, KeepOptions, Names, Oracles, Patterns, run, tabled_patterns


@dataclass(frozen=True)
class MethodChoice:
    """Methods to compare: each generation with each replacement and each oracle, and the paper's method."""

    generation: Annotated[
        Names, option("NAME", "A generation phase: sample, zama, zama-open, kamio; repeatable.", "--generation")
    ] = None
    replacement: Annotated[
        Names,
        option(
            "NAME",
            "A replacement phase: anneal, zama, zama-open, kamio; repeatable, combined with each generation.",
        ),
    ] = None
    unchecked: Annotated[bool, flag("Take the first puzzle with one solution, whatever its grade.", "--unchecked")] = (
        False
    )
    paper: Paper = False
    oracle: Oracles = None

    @property
    def methods(self) -> tuple[api.Method, ...]:
        """The chosen methods; by default the fast one and the paper's."""
        given = self.generation or self.replacement or self.unchecked
        pairs = product(self.generation or [api.FAST.generation], self.replacement or [api.FAST.replacement])
        method = "paper" if self.unchecked else "fast"
        made = [api.Method(method=method, generation=fill, replacement=repair) for fill, repair in pairs]
        made = made if given or not self.paper else []
        made += [api.PAPER] if self.paper or not given else []
        every = dict.fromkeys(structs.replace(one, oracle=name) for one in made for name in self.oracle or ["cpsat"])
        return tuple(one for one in every if one.asks_what_is_known) or tuple(every)


@command
def methods(
    *,
    pattern: Patterns = None,
    grade: Grades = None,
    chosen: MethodChoice,
    count: Count = 25,
    seed: SeedOrDefault = 1,
    limit: Limit = 60,
    board: api.BoardRequest,
    model: Model = None,
    keeping: KeepOptions,
) -> None:
    """Compare methods: match rate, time, attempts, level, steps.

    Ratings and oracle calls are counted too.

    Each cell is a pattern (kamio-a), a grade, a method (generation × replacement) and an oracle (cpsat), and gets
    --count puzzles. By default, the fast method and the paper's are compared; the oracle ladder is left out where a
    phase asks for more than contradictions.

    \b
    Example: cpgen study methods --grade expert --oracle bitset --count 5
    """
    api.require_time(limit, "limit")
    study = api.MethodStudy(
        patterns=tabled_patterns(pattern or ["kamio-a"]),
        methods=chosen.methods,
        grades=tuple(grade or ()),
        layout=board.layout_given,
        model=api.model_named(model) if model else None,
        count=count,
        seed=seed,
        limit=limit,
    )
    run(study, keeping)
