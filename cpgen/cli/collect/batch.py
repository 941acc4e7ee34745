"""`cpgen batch`: a plan of many puzzles, carried out by processes or a cluster into a store."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Annotated, Any

import typer

from cpgen import api
from cpgen.cli.command import command
from cpgen.cli.naming import spelled, text_of_file
from cpgen.cli.options import (
    Budget,
    Given,
    Jobs,
    Json,
    Limit,
    at_once,
    option,
)
from cpgen.cli.output import print_json, show, warn
from cpgen.cli.progress import progress_bars, report_interrupt
from cpgen.errors import InputError, counted
from cpgen.schema import fields

SLACK = 300.0
"""Seconds that a worker has beyond the limit before it counts as hanging"""


PlanFile = Annotated[
    str, typer.Argument(metavar="[PLAN]", help="A TOML file of [[cell]]s; otherwise the options make the plan.")
]


Out = Annotated[str, option("FILE", "The store for the puzzles.", "--out", "-o")]


Grades = Annotated[
    list[str] | None,
    option("GRADE", "Difficulty, in English or Japanese: see `cpgen grades`; repeatable.", "--grade", "-g"),
]


ClusterAddress = Annotated[str, option("ADDRESS", "A Dask scheduler, as tcp://host:8786.", "--cluster")]


Resume = Annotated[bool, typer.Option("--resume", help="Resume an interrupted batch.")]


@dataclass(frozen=True)
class WorkerOptions:
    """The processes or the cluster that make the puzzles."""

    jobs: Jobs = 0
    cluster: ClusterAddress = ""

    @contextmanager
    def workers(self) -> Iterator[api.Workers]:
        """The workers, until the block ends; raises InputError when both kinds are given."""
        if self.cluster and self.jobs:
            raise InputError(
                "--jobs is for processes on this machine; leave it out with --cluster, which has its own workers."
            )
        workers: api.Workers = api.Cluster(self.cluster) if self.cluster else api.Processes(at_once(self.jobs))
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
    wanted: Given[api.BatchCell],
    who: WorkerOptions,
    resume: Resume = False,
    budget: Budget = float("inf"),
    limit: Limit = 600.0,
    as_json: Json = False,
) -> None:
    """Make a large set of distinct puzzles in a store.

    A seed gives the same set with any number of workers. After a crash, --resume completes the batch. Each grade gets
    --count puzzles and its own seed.

    \b
    Example: cpgen batch --out set.db -p kamio-a -g beginner -g expert --count 5 --seed 1
    """
    if not out:
        raise InputError("A batch needs a store; give --out FILE.")
    limits = _limits(limit, budget)
    plan = _plan(file, grade or [], wanted.data, resume)
    with api.Store(out, create=not resume) as store:
        ledger = _ledger(store, plan, resume)
        if ledger is not None:
            with who.workers() as workers:
                _carry_out(ledger, workers, limits)
            _show_results(ledger, as_json)


def _limits(limit: float, budget: float) -> api.Limits:

    api.require_time(limit, "limit")
    api.require_time(budget)
    return api.Limits(limit, limit + SLACK, budget)


def _plan(file: str, grades: list[str], data: dict[str, Any], resume: bool) -> api.BatchPlan | None:
    """The plan of the file or of the options; none where it is that of the batch to resume."""
    seed = api.Series(seed=data.get("seed")).first_seed()
    if file:
        return plan_in(file, seed)
    if resume and not grades and not set(data) - {"count", "seed"}:
        return None
    return api.BatchPlan(cells=api.cells_of({**data, "grade": grades or "", "seed": seed}))


def _ledger(store: api.Store, asked: api.BatchPlan | None, resume: bool) -> api.Ledger | None:
    """The batch to carry out: a new one, or the one to resume; nothing when that is done."""
    found = api.unfinished_ledger(store, asked)
    if resume:
        _report_resumed(store, asked, found)
        return found
    if found is not None:
        raise InputError(
            f"The store {store.name} already has this batch, with {found.found} of {found.plan.count} puzzles; "
            "resume it with --resume."
        )
    assert asked is not None
    _require_possible(asked)
    return api.begin_ledger(store, asked)


def _report_resumed(store: api.Store, asked: api.BatchPlan | None, found: api.Ledger | None) -> None:

    if found is None:
        why = "no batch of this plan in it is unfinished" if asked else "every batch in it is done"
        warn(f"there is nothing to resume in {store.name}: {why}.")
    elif found.version != api.__version__:
        warn(f"the batch was begun by cpgen {found.version}; its remaining puzzles may differ.")


def _require_possible(plan: api.BatchPlan) -> None:

    for cell in plan.cells:
        api.require_possible(cell, api.open_oracle(cell.oracle, 60.0), cell.count)


def _carry_out(ledger: api.Ledger, workers: api.Workers, limits: api.Limits) -> None:

    parts = [(cell.title, cell.count, state.found) for cell, state in zip(ledger.plan.cells, ledger.cells, strict=True)]
    with progress_bars(parts) as tell:
        going = api.Batch(
            ledger, workers, limits, lambda now: tell([state.found if state.next else None for state in now.cells])
        )
        with report_interrupt(lambda: f"; {going.so_far()}"):
            going.run()


def _show_results(ledger: api.Ledger, as_json: bool) -> None:

    for cell, state in zip(ledger.plan.cells, ledger.cells, strict=True):
        if as_json:
            print_json(state.as_json(cell, ledger.version))
        else:
            repeats = f", {counted(state.repeats, 'repeat')} left out" if state.repeats else ""
            show(f"{cell.title}: {state.found} puzzles (seed {cell.seed}){repeats}")


def plan_in(file: str, seed: int) -> api.BatchPlan:
    """The plan in a TOML file; raises InputError saying which cell is wrong."""
    data = _data_in(file)
    rows = data.pop("cell", None)
    if not isinstance(rows, list) or not rows or not all(isinstance(row, dict) for row in rows):
        raise InputError(f'The plan {file} has no [[cell]]; each says what to make, as in grade = "expert".')
    seed = api.Series(seed=data.pop("seed", seed)).first_seed()
    cells: list[api.BatchCell] = []
    for number, row in enumerate(rows, 1):
        try:
            cells += api.cells_of(_with_files_read({**data, "seed": seed + len(cells), **row}))
        except InputError as error:
            raise InputError(f"Cell {number} of the plan {file}: {error}") from error
    return api.BatchPlan(cells=tuple(cells))


def _with_files_read(row: Mapping[str, Any]) -> dict[str, Any]:
    """The row with the text of a file where a field names one."""
    folders = {field.name: field.extra("folder") for field in fields(api.BatchCell) if field.extra("folder")}
    return {
        name: spelled(folders[name], value) if name in folders and isinstance(value, str) else value
        for name, value in row.items()
    }


def _data_in(file: str) -> dict[str, Any]:
    text = text_of_file(file)
    if text is None:
        raise InputError(f"There is no plan {file}.")
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"The plan {file} is not valid TOML: {error}.") from error
