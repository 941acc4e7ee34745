"""`cpgen batch`: a plan of many puzzles, made by processes or a cluster into a store."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Annotated, Any

import typer

from cpgen import api
from cpgen.cli.command import command
from cpgen.cli.naming import spelled, text_of_file
from cpgen.cli.options import Budget, Given, Jobs, Json, Limit, at_once, option
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


@command
def batch(
    *,
    file: PlanFile = "",
    out: Out = "",
    grade: Grades = None,
    wanted: Given[api.BatchCell],
    jobs: Jobs = 0,
    cluster: ClusterAddress = "",
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
    api.require_time(limit, "limit")
    api.require_time(budget)
    with _workers(jobs, cluster) as workers:
        plan = _plan(file, grade or [], wanted.data, resume)
        with api.Store(out, create=not resume) as store:
            ledger = _begun(store, plan) if plan and not resume else _resumed(store, plan)
            if ledger is None:
                return
            _carry_out(ledger, workers, api.Limits(limit, limit + SLACK, budget))
            for one in ledger.cells:
                if as_json:
                    print_json(one.as_json(ledger.version))
                else:
                    repeats = f", {counted(one.repeats, 'repeat')} left out" if one.repeats else ""
                    show(f"{one.cell.title}: {counted(one.found, 'puzzle')} (seed {one.cell.seed}){repeats}")


def _plan(file: str, grades: list[str], data: dict[str, Any], resume: bool) -> api.BatchPlan | None:
    """The plan of the file or of the options; None where it is that of the batch to resume."""
    seed = api.Series(seed=data.get("seed")).first_seed()
    if file:
        return plan_in(file, seed)
    if resume and not grades and not set(data) - {"count", "seed"}:
        return None
    return api.BatchPlan(cells=api.cells_of({**data, "grade": grades or "", "seed": seed}))


def plan_in(file: str, seed: int) -> api.BatchPlan:
    """The plan in a TOML file; raises InputError saying which cell is wrong."""
    text = text_of_file(file)
    if text is None:
        raise InputError(f"There is no plan {file}.")
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"The plan {file} is not valid TOML: {error}.") from error
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


def _begun(store: api.Store, plan: api.BatchPlan) -> api.Ledger:
    """A new batch; raises InputError when it is there, unfinished, and ImpossibleError when a cell is impossible."""
    if found := api.Ledger.unfinished(store, plan):
        raise InputError(
            f"The store {store.name} already has this batch, with {found.found} of {plan.count} puzzles; "
            "resume it with --resume."
        )
    for cell in plan.cells:
        api.require_possible(cell, api.open_oracle(cell.verifier, 60.0), cell.count)
    return api.Ledger.begin(store, plan)


def _resumed(store: api.Store, plan: api.BatchPlan | None) -> api.Ledger | None:
    """The unfinished batch, of this plan if there is one; None, with a warning, when there is nothing to resume."""
    found = api.Ledger.unfinished(store, plan)
    if found is None:
        why = "no batch of this plan in it is unfinished" if plan else "every batch in it is done"
        warn(f"there is nothing to resume in {store.name}: {why}.")
    elif found.version != api.__version__:
        warn(f"the batch was begun by cpgen {found.version}; its remaining puzzles may differ.")
    return found


@contextmanager
def _workers(jobs: int, cluster: str) -> Iterator[api.Workers]:
    """Who makes the puzzles, until the block ends; raises InputError when processes and a cluster are given."""
    if cluster and jobs:
        raise InputError(
            "--jobs is for processes on this machine; leave it out with --cluster, which has its own workers."
        )
    workers: api.Workers
    if cluster:
        workers = api.Cluster(cluster)
    else:
        count = at_once(jobs)
        workers = api.Processes(count) if count > 1 else api.ThisProcess()
    try:
        yield workers
    finally:
        workers.stop()


def _carry_out(ledger: api.Ledger, workers: api.Workers, limits: api.Limits) -> None:
    parts = [(one.cell.title, one.cell.count, one.found) for one in ledger.cells]
    with progress_bars(parts) as update:
        running = api.Batch(
            ledger, workers, limits, lambda now: update([one.found if one.next else None for one in now.cells])
        )
        with report_interrupt(lambda: f"; {running.so_far()}"):
            running.run()
