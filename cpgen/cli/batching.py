"""`cpgen batch`: a plan of many puzzles, carried out by processes or a cluster into a store."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from cpgen.cli.commands import command
from cpgen.cli.options import (
    Budget,
    Count,
    Jobs,
    Json,
    Limit,
    PatternOptions,
    RequestOptions,
    SeriesOptions,
    WishOptions,
    at_once,
    option,
)
from cpgen.cli.plans import cells_of, plan_in
from cpgen.cli.watch import bars, interrupted
from cpgen.errors import InputError

if TYPE_CHECKING:
    from cpgen.collection.batch import Limits
    from cpgen.collection.ledger import Ledger
    from cpgen.collection.plan import Plan
    from cpgen.collection.store import Store
    from cpgen.collection.workers import Workers

SLACK = 300.0
"""Seconds that a worker has beyond the limit before it counts as hanging"""
PlanFile = Annotated[
    str, typer.Argument(metavar="[PLAN]", help="A TOML file of [[cell]]s; or say one with the options.")
]
Out = Annotated[str, option("FILE", "The store that the puzzles go into.", "--out", "-o")]
Grades = Annotated[
    list[str] | None,
    option("GRADE", "How hard, in English or Japanese: see `cpgen grades`; repeatable.", "--grade", "-g"),
]
ClusterAddress = Annotated[str, option("ADDRESS", "A Dask scheduler, as tcp://host:8786.", "--cluster")]
Resume = Annotated[bool, typer.Option("--resume", help="Go on with what was interrupted.")]


@dataclass(frozen=True)
class CellOptions(SeriesOptions):
    """How many puzzles of each grade, and from which seed."""

    count: Count = 100


@dataclass(frozen=True)
class WorkerOptions:
    """Who makes the puzzles."""

    jobs: Jobs = 0
    cluster: ClusterAddress = ""

    @contextmanager
    def workers(self) -> Iterator[Workers]:
        """The workers, until they are no longer needed; raises InputError when both kinds are asked for."""
        from cpgen.collection.workers import Cluster, Processes

        if self.cluster and self.jobs:
            raise InputError("--jobs is for processes on this machine; a cluster has its own workers.")
        workers: Workers = Cluster(self.cluster) if self.cluster else Processes(at_once(self.jobs))
        try:
            yield workers
        finally:
            workers.stop()


@command
def batch(
    *,
    file: PlanFile = "",
    out: Out = "",
    grade: Grades = None,
    asked: RequestOptions,
    series: CellOptions,
    who: WorkerOptions,
    resume: Resume = False,
    budget: Budget = float("inf"),
    limit: Limit = 600.0,
    as_json: Json = False,
) -> None:
    """Make a large set of distinct puzzles into a store.

    The set is the same for a seed whatever the workers, and safe when killed: --resume goes on. --count puzzles are
    made of each grade, each grade from a seed of its own.

    \b
    Example: cpgen batch --out set.db -p kamio-a -g beginner -g expert --count 5 --seed 1
    """
    from cpgen.collection.store import Store

    if not out:
        raise InputError("A batch needs a store: give --out FILE.")
    limits = _limits(limit, budget)
    plan = _plan(file, grade, asked, series, resume)
    with Store(out, create=not resume) as store:
        ledger = _ledger(store, plan, resume)
        if ledger is not None:
            with who.workers() as workers:
                _carry_out(ledger, workers, limits)
            _tell_end(ledger, as_json)


def _limits(limit: float, budget: float) -> Limits:
    from cpgen.api import require_time
    from cpgen.collection.batch import Limits

    require_time(limit)
    require_time(budget)
    return Limits(limit, limit + SLACK, budget)


def _plan(
    file: str, grades: list[str] | None, asked: RequestOptions, series: SeriesOptions, resume: bool
) -> Plan | None:
    """The plan of the file or of the options; none where it is that of the batch to resume."""
    from cpgen.collection.plan import Plan

    if file:
        return plan_in(file, series.first_seed())
    told = grades or asked.drawing != PatternOptions() or asked.wishing != WishOptions()
    if resume and not told:
        return None
    return Plan(tuple(cells_of(asked, grades or [""], series.count, series.first_seed())))


def _ledger(store: Store, asked: Plan | None, resume: bool) -> Ledger | None:
    """The batch to carry out: a new one, or the one to resume; nothing when that is done."""
    from cpgen.collection import ledger

    found = ledger.unfinished(store, asked)
    if resume:
        _tell_resumed(store, asked, found)
        return found
    if found is not None:
        raise InputError(
            f"The store {store.name} has this batch already, with {found.found} of {found.plan.count} puzzles; "
            "--resume goes on with it."
        )
    assert asked is not None
    _require_possible(asked)
    return ledger.begin(store, asked)


def _tell_resumed(store: Store, asked: Plan | None, found: Ledger | None) -> None:
    from cpgen._version import __version__

    if found is None:
        why = "no batch of this plan in it is unfinished" if asked else "every batch in it is done"
        typer.echo(f"cpgen: there is nothing to resume in {store.name}: {why}.", err=True)
    elif found.version != __version__:
        typer.echo(f"cpgen: the batch was begun by cpgen {found.version}; what follows may differ.", err=True)


def _require_possible(plan: Plan) -> None:
    from cpgen.generation.possible import require_possible
    from cpgen.oracles import open_oracle

    for cell in plan.cells:
        require_possible(cell.request, open_oracle(cell.request.method.oracle, 60.0), cell.count)


def _carry_out(ledger: Ledger, workers: Workers, limits: Limits) -> None:
    from cpgen.collection.batch import Batch

    parts = [(cell.title, cell.count, state.found) for cell, state in zip(ledger.plan.cells, ledger.cells, strict=True)]
    with bars(parts) as tell:
        going = Batch(
            ledger, workers, limits, lambda now: tell([state.found if state.next else None for state in now.cells])
        )
        with interrupted(lambda: f"; {going.so_far()}"):
            going.run()


def _tell_end(ledger: Ledger, as_json: bool) -> None:
    from cpgen.cli import shown
    from cpgen.objects import cell_object

    for cell, state in zip(ledger.plan.cells, ledger.cells, strict=True):
        if as_json:
            shown.tell_json(cell_object(cell, state, ledger.version))
        else:
            repeats = f", {state.repeats} repeats left out" if state.repeats else ""
            shown.tell(f"{cell.title}: {state.found} puzzles (seed {cell.seed}){repeats}")
