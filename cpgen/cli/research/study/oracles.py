"""`cpgen study oracles`: the oracles side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from cpgen import api
from cpgen.cli.command import command
from cpgen.cli.options import Count, Limit, SeedOrDefault, option
from cpgen.cli.output import warn
from cpgen.cli.progress import ProgressLine
from cpgen.cli.research.study.running import KeepOptions, Names, Oracles, run
from cpgen.errors import one_of

Share = Annotated[float, option("SECONDS", "Time limit of an oracle for one workload.")]


@dataclass(frozen=True)
class TermOptions:
    """The conditions that are the same for all oracles."""

    repeat: Annotated[int, option("N", "How often each query is repeated.", least=1)] = 3
    limit: Limit = 2.0
    share: Share = 10.0

    def terms(self, seed: int) -> api.Terms:
        """The terms; raises InputError when they leave no time."""
        api.require_time(self.limit, "limit")
        api.require_time(self.share)
        return api.Terms(self.limit, self.share, self.repeat, seed)


@command
def oracles(
    *,
    oracle: Oracles = None,
    workload: Annotated[
        Names, option("NAME", "A workload, as in hardest; repeatable. By default all workloads.")
    ] = None,
    puzzles: Annotated[Names, option("FILE", "Your own puzzles, in any format; repeatable.")] = None,
    terms: TermOptions,
    count: Count = 200,
    seed: SeedOrDefault = 1,
    keeping: KeepOptions,
) -> None:
    """Compare the oracles: answers, speed and agreement.

    Workloads are puzzles of many kinds, queries recorded during generation, and whole generations (generate-...), each
    of --count queries. The oracles take turns on one core. The exit code is 1 when any two answers disagree.

    \b
    Example: cpgen study oracles --oracle bitset --oracle cpsat --workload easy --count 20 --share 1
    """
    agreed = terms.terms(seed)
    wanted = _wanted(workload or [], puzzles or [])
    own = _of_files(puzzles or [])
    opening, absent = api.usable_oracles(oracle or [])
    for sentence in absent:
        warn(sentence)
    run(api.oracle_study(opening, absent, wanted, (*own, *_drawn(wanted, seed, count)), agreed, count), keeping)


def _wanted(workloads: list[str], files: list[str]) -> list[str]:
    """The names of the workloads to run: the given ones; without any, none if there are files, else all."""
    known = [*api.workload_names(), *api.WORKLOAD_METHODS, api.WORKLOAD_START]
    for name in workloads:
        if name not in known:
            raise one_of(known, name, "a workload")
    return workloads or ([] if files else known)


def _drawn(wanted: Sequence[str], seed: int, count: int) -> list[api.Workload]:

    chosen = []
    with ProgressLine() as progress:
        for name in api.workload_names():
            if name in wanted:
                progress.update(f"preparing {name}")
                chosen.append(api.workload(name, seed, count))
    return chosen


def _of_files(files: list[str]) -> list[api.Workload]:
    """A workload for each file; raises InputError when a file, or a puzzle in it, cannot be read."""
    from cpgen.cli.inputs import sources

    return [
        api.uniqueness_of(
            [source.entry(api.ReadingRequest()).puzzle for source in sources([name])],
            name,
            "uniqueness of your puzzles",
        )
        for name in dict.fromkeys(files)
    ]
