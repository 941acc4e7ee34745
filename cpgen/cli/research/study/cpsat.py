"""`cpgen study cpsat`: CP-SAT with other settings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from cpgen import api
from cpgen.cli.command import command
from cpgen.cli.options import Count, SeedOrDefault, option
from cpgen.cli.research.study.oracles import Share, TermOptions
from cpgen.cli.research.study.running import KeepOptions, Names, run


@dataclass(frozen=True)
class WayTerms(TermOptions):
    """The same, with less time, for the many settings of CP-SAT."""

    share: Share = 5.0


@command
def cpsat(
    *,
    way: Annotated[Names, option("NAME", "A setting of CP-SAT; repeatable. By default all settings.")] = None,
    terms: WayTerms,
    count: Count = 100,
    seed: SeedOrDefault = 1,
    keeping: KeepOptions,
) -> None:
    """Measure CP-SAT with one setting changed at a time.

    The settings are presolve, probing, encodings, and how clues and second grids are handled.

    A wrong answer counts as a finding: CP-SAT 9.15 gives some when presolve is on with no iteration.

    \b
    Example: cpgen study cpsat --way rebuilt --count 10 --share 0.5
    """
    run(api.cpsat_study(way or [], terms.terms(seed), count), keeping)
