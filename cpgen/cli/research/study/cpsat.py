"""`cpgen study cpsat`: CP-SAT asked in other ways."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from cpgen.cli.command import command
from cpgen.cli.options import Count, SeedOrUsual, option
from cpgen.cli.research.study.oracles import Share, TermOptions
from cpgen.cli.research.study.running import KeepOptions, Names, run

if TYPE_CHECKING:
    pass


@dataclass(frozen=True)
class WayTerms(TermOptions):
    """The same for the many ways of asking CP-SAT."""

    share: Share = 5.0


@command
def cpsat(
    *,
    way: Annotated[Names, option("NAME", "A way of asking CP-SAT; repeatable. Without it, all.")] = None,
    terms: WayTerms,
    count: Count = 100,
    seed: SeedOrUsual = 1,
    keeping: KeepOptions,
) -> None:
    """CP-SAT with one thing changed at a time.

    Presolve, probing, encodings, how clues and second grids come.

    A wrong answer is counted as a finding: CP-SAT 9.15 gives some when presolve is on but has no iteration.

    \b
    Example: cpgen study cpsat --way rebuilt --count 10 --share 0.5
    """
    from cpgen.study.oracles.ablation import BASE, JUDGES, WAYS, openers, workloads
    from cpgen.study.oracles.session import Plan
    from cpgen.study.oracles.study import cpsat as study

    opening, agreed = openers(way or list(WAYS)), terms.terms(seed)
    plan = Plan(opening, tuple(workloads(seed, count)), agreed, reference=BASE, judges=JUDGES)
    run(study(plan), keeping)
