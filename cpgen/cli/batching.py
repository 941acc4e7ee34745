"""`cpgen batch`: a plan of many puzzles, carried out by processes or a cluster into a store."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Callable, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cpgen.cli.commands import command
from cpgen.cli.filtering import Level, Needs, Steps, Without
from cpgen.cli.making import wanted_method, wanted_pattern
from cpgen.cli.naming import text_of_file
from cpgen.cli.options import Json, LayoutOptions, Model, OracleName, Typical, not_empty
from cpgen.errors import InputError, one_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cpgen.collection.ledger import Ledger
    from cpgen.collection.plan import Plan
    from cpgen.collection.workers import Workers

WISHES = ("level", "steps", "needs", "without", "typical")
KEYS = (
    *("pattern", "clues", "symmetry", "layout", "diagonals", "grade", "model", "count", "seed"),
    *("generation", "replacement", "oracle"),
    *WISHES,
)


@command
def batch(
    *,
    plan: Annotated[
        str, typer.Argument(metavar="[PLAN]", help="A TOML file of [[cell]]s; or say one with the options.")
    ] = "",
    store: Annotated[str, typer.Option("--store", "-o", callback=not_empty, metavar="FILE", help="The store.")] = "",
    pattern: Annotated[str, typer.Option("--pattern", "-p", callback=not_empty, metavar="NAME|TEXT|FILE")] = "",
    grade: Annotated[
        list[str] | None, typer.Option("--grade", "-g", metavar="GRADE", help="A grade; repeatable, a cell for each.")
    ] = None,
    level: Level = "",
    steps: Steps = "",
    needs: Needs = None,
    without: Without = None,
    typical: Typical = None,
    count: Annotated[int, typer.Option("--count", "-n", min=1, metavar="N", help="Puzzles of each grade.")] = 100,
    seed: Annotated[int | None, typer.Option(min=0, metavar="S", help="The same seed gives the same set.")] = None,
    clues: Annotated[int, typer.Option(min=0, callback=not_empty, metavar="N", help="Clues of random patterns.")] = 0,
    symmetry: Annotated[str, typer.Option(callback=not_empty, metavar="NAME", help="Their symmetry.")] = "",
    board: LayoutOptions,
    generation: Annotated[str, typer.Option(callback=not_empty, metavar="NAME")] = "",
    replacement: Annotated[str, typer.Option(callback=not_empty, metavar="NAME")] = "",
    oracle: OracleName = "cpsat",
    model: Model = None,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=0, metavar="N", help="Processes; 0: one a core.")] = 0,
    cluster: Annotated[
        str, typer.Option(callback=not_empty, metavar="ADDRESS", help="A Dask scheduler, as tcp://host:8786.")
    ] = "",
    resume: Annotated[bool, typer.Option("--resume", help="Go on with what was interrupted.")] = False,
    budget: Annotated[float, typer.Option(metavar="SECONDS", help="Time for all; without it, no end.")] = float("inf"),
    patience: Annotated[float, typer.Option(metavar="SECONDS", help="Time for one puzzle.")] = 600.0,
    as_json: Json = False,
) -> None:
    """Make a large set into a store: distinct, the same for a seed whatever the workers, and safe when killed.

    \b
    Example: cpgen batch --store set.db -p kamio-a -g beginner -g expert --count 5 --seed 1
    """
    from cpgen import api
    from cpgen.collection.plan import Plan
    from cpgen.collection.store import Store

    if not store:
        raise InputError("A batch needs a store: give --store FILE.")
    api.require_time(budget)
    api.require_time(patience)
    first_seed = api.fresh_seed() if seed is None else seed
    asked: Plan | None = None
    if plan:
        asked = _plan_in(plan, first_seed)
    elif not resume or pattern or grade or clues or symmetry or level or steps or needs or without:
        layout = board.layout
        method = wanted_method(False, generation, replacement, oracle)
        drawn = wanted_pattern(pattern, clues, symmetry)
        grades = api.named_model(model) if model else None
        wishes: Any = {
            "level": level,
            "steps": steps,
            "needs": needs or (),
            "without": without or (),
            "typical": typical,
        }
        requests = [api.request_for(drawn, one, layout, method, grades, **wishes) for one in (grade or [""])]
        asked = Plan(tuple(_cell(one, model, count, first_seed + k) for k, one in enumerate(requests)))
    with Store(store, create=not resume) as opened:
        ledger = _ledger(opened, asked, resume)
        if ledger is not None:
            with _workers(jobs, cluster) as workers:
                _carry_out(ledger, workers, budget, patience)
            _tell_end(ledger, as_json)


def _cell(request: Any, model: str | None, count: int, seed: int) -> Any:
    from cpgen.collection.plan import Cell
    from cpgen.difficulty import model_for

    return Cell(request, model or model_for(request.layout).name, count, seed)


def _plan_in(file: str, seed: int) -> Plan:
    """The plan in a TOML file; raises InputError saying which cell is wrong."""
    from cpgen import api
    from cpgen.collection.plan import Plan

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
    seed = data.pop("seed", seed)
    api.require_whole(seed, "the seed", 0)
    cells: list[Any] = []
    for number, row in enumerate(rows, 1):
        try:
            cells += _cells_of({**data, "seed": seed + len(cells), **row})
        except InputError as error:
            raise InputError(f"Cell {number} of the plan {file}: {error}") from error
    return Plan(tuple(cells))


def _cells_of(row: Mapping[str, Any]) -> list[Any]:
    """The cells of a row, one for each of its grades."""
    from cpgen import api

    for key in row:
        if key not in KEYS:
            raise one_of(KEYS, key, "a key of a cell")
    grades = row.get("grade")
    grades = grades if isinstance(grades, list) else [grades]
    count, seed = row.get("count", 100), row.get("seed", 0)
    api.require_whole(count, "the number of puzzles", 1)
    api.require_whole(seed, "the seed", 0)
    for key in ("pattern", "symmetry", "layout", "model", "generation", "replacement", "oracle"):
        if not isinstance(row.get(key, ""), str):
            raise InputError(f"{key!r} must be a text in quotes, but is {row[key]!r}.")
    board = api.named_layout(row["layout"]) if "layout" in row else None
    if row.get("diagonals"):
        board = (board or api.named_layout("3x3")).with_diagonals()
    clues = row.get("clues", 0)
    api.require_whole(clues, "the number of clues", 0)
    drawn = wanted_pattern(row.get("pattern", ""), clues, row.get("symmetry", ""))
    method = wanted_method(False, row.get("generation", ""), row.get("replacement", ""), row.get("oracle", "cpsat"))
    model = api.named_model(row["model"]) if "model" in row else None
    requests = [api.request_for(drawn, grade, board, method, model, **_wishes(row)) for grade in grades]
    return [_cell(one, row.get("model"), count, seed + k) for k, one in enumerate(requests)]


def _wishes(row: Mapping[str, Any]) -> Any:
    """What a row asks for beside its grade."""
    for key in ("level", "steps"):
        if not isinstance(row.get(key, ""), str | int):
            raise InputError(f'{key!r} must be a number or a text like "3..5", but is {row[key]!r}.')
    for key in ("needs", "without"):
        rules = row.get(key, [])
        if not isinstance(rules, str) and not (isinstance(rules, list) and all(isinstance(one, str) for one in rules)):
            raise InputError(f"{key!r} must be the name of a rule or a list of names, but is {rules!r}.")
    typical = row.get("typical", 0.5)
    if not isinstance(typical, int | float) or isinstance(typical, bool):
        raise InputError(f"'typical' must be a number between 0 and 1, but is {typical!r}.")
    return {key: row[key] for key in WISHES if key in row}


def _ledger(store: Any, asked: Plan | None, resume: bool) -> Ledger | None:
    """The batch to carry out: a new one, or the one to resume; nothing when that is done."""
    from cpgen._version import __version__
    from cpgen.collection import ledger

    found = ledger.unfinished(store, asked)
    if resume:
        if found is None:
            why = "no batch of this plan in it is unfinished" if asked else "every batch in it is done"
            typer.echo(f"cpgen: there is nothing to resume in {store.name}: {why}.", err=True)
        elif found.version != __version__:
            typer.echo(f"cpgen: the batch was begun by cpgen {found.version}; what follows may differ.", err=True)
        return found
    if found is not None:
        raise InputError(
            f"The store {store.name} has this batch already, with {found.found} of {found.plan.count} puzzles; "
            "--resume goes on with it."
        )
    assert asked is not None
    _require_possible(asked)
    return ledger.begin(store, asked)


def _require_possible(plan: Plan) -> None:
    from cpgen.generation.possible import require_possible
    from cpgen.oracles import open_oracle

    for cell in plan.cells:
        require_possible(cell.request, open_oracle(cell.request.method.oracle, 60.0), cell.count)


@contextmanager
def _workers(jobs: int, cluster: str) -> Iterator[Workers]:
    import os

    from cpgen.collection.workers import Cluster, Processes

    if cluster and jobs:
        raise InputError("--jobs is for processes on this machine; a cluster has its own workers.")
    workers: Workers = Cluster(cluster) if cluster else Processes(jobs or len(os.sched_getaffinity(0)))
    try:
        yield workers
    finally:
        workers.stop()


def _carry_out(ledger: Ledger, workers: Workers, budget: float, patience: float) -> None:
    from cpgen.collection.batch import Batch, Limits

    with _shown(ledger) as tell:
        going = Batch(ledger, workers, Limits(patience, patience + 300, budget), tell)
        try:
            going.run()
        except KeyboardInterrupt:
            typer.echo(f"cpgen: interrupted; {going.so_far()}.", err=True)
            raise typer.Exit(130) from None


@contextmanager
def _shown(ledger: Ledger) -> Iterator[Callable[[Ledger], object]]:
    """Bars for people who watch: each cell of the plan with its rate and the time left."""
    if not sys.stderr.isatty():
        yield lambda ledger: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[rate]}"))
    with Progress(*columns, TimeRemainingColumn(), console=Console(stderr=True)) as bars:
        tasks = [
            bars.add_task(cell.title, total=cell.count, completed=state.found, rate="", start=False)
            for cell, state in zip(ledger.plan.cells, ledger.cells, strict=True)
        ]

        def tell(ledger: Ledger) -> None:
            for task, state in zip(tasks, ledger.cells, strict=True):
                if state.next and not bars.tasks[task].started:
                    bars.start_task(task)
                speed = bars.tasks[task].speed
                bars.update(task, completed=state.found, rate=f"{speed:.1f}/s" if speed else "")

        yield tell


def _tell_end(ledger: Ledger, as_json: bool) -> None:
    from cpgen.cli import shown

    for cell, state in zip(ledger.plan.cells, ledger.cells, strict=True):
        if as_json:
            numbers = {"found": state.found, "looked_at": state.found + state.repeats, "repeats": state.repeats}
            shown.tell_json({**cell.as_data(), **numbers})
        else:
            repeats = f", {state.repeats} repeats left out" if state.repeats else ""
            shown.tell(f"{cell.title}: {state.found} puzzles (seed {cell.seed}){repeats}")
