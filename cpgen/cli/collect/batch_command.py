"""`cpgen batch`: generate a plan of many puzzles into a collection, with processes or a cluster."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cpgen._version import __version__
from cpgen.cli.command import command
from cpgen.cli.inputs import excluded_puzzles
from cpgen.cli.naming import spelled, text_of_file
from cpgen.cli.options import (
    Budget,
    Exclude,
    Jobs,
    Json,
    Seed,
    argument,
    field_option,
    file_option,
    flag,
    job_count,
    option,
)
from cpgen.cli.output import print_json, show, warn
from cpgen.cli.progress import progress_bars, report_interrupt
from cpgen.collection.batch_requests import BatchCell, BatchPlan, cells_of
from cpgen.errors import ImpossibleError, InputError
from cpgen.files import not_written, parse_toml, replacing
from cpgen.messages import counted
from cpgen.oracles import open_oracle
from cpgen.requests.generate_spec import GenerateSpec
from cpgen.requests.series import Series
from cpgen.schema import chosen, fields

if TYPE_CHECKING:
    from cpgen.collection.batch_requests import BatchPlan
    from cpgen.collection.batch_runner import Ledger, Limits
    from cpgen.collection.batch_workers import Workers
    from cpgen.collection.store import Store

PROOF_SECONDS = 60.0
"""Time limit, in seconds, of each query of a proof that no puzzle of a cell (a pattern with a grade) exists"""
SLACK = 300.0
"""Seconds beyond the time limit of a puzzle after which a worker counts as hanging"""

PlanFile = Annotated[str, argument("[PLAN]", "A TOML file of [[cell]]s; otherwise the options make the plan.")]
Out = Annotated[str, file_option("FILE", "The file of the collection.", "--out", "-o")]
Grades = Annotated[
    list[str] | None,
    option("GRADE", "Difficulty, in English or Japanese: see `cpgen grades`; repeatable.", "--grade", "-g"),
]
CellCount = Annotated[int, field_option(BatchCell, "count")]
Patterns = Annotated[
    list[str] | None,
    file_option(
        "NAME|TEXT|FILE",
        "Which cells hold clues: a name from `cpgen patterns`, or rows of x and dots (a digit: that cell's digit is "
        "fixed); repeatable.",
        "--pattern",
        "-p",
    ),
]
ClusterAddress = Annotated[str, option("ADDRESS", "A Dask scheduler, as tcp://host:8786.", "--cluster")]
PuzzleLimit = Annotated[float, option("SECONDS", "Time limit for each puzzle.", "--puzzle-time-limit", above=0)]
Resume = Annotated[bool, flag("Resume an interrupted batch.", "--resume")]


@command
def batch(
    *,
    file: PlanFile = "",
    out: Out = "",
    pattern: Patterns = None,
    grade: Grades = None,
    spec: GenerateSpec,
    count: CellCount = 100,
    seed: Seed = None,
    jobs: Jobs = 0,
    cluster: ClusterAddress = "",
    resume: Resume = False,
    exclude: Exclude = None,
    budget: Budget = float("inf"),
    limit: PuzzleLimit = 600.0,
    as_json: Json = False,
) -> None:
    """Make a large collection of distinct puzzles.

    The same seed gives the same set with any number of workers. After a crash, --resume completes the batch. Each
    pair of a pattern and a grade gets --count puzzles and its own seed. Puzzles of --exclude are left out of later
    batches of the collection, too.

    \b
    Example: cpgen batch --out set.db -p kamio-a -g beginner -g expert --count 5 --seed 1
    """
    from cpgen.collection.batch_runner import Limits
    from cpgen.collection.store import Store

    if not out:
        raise InputError("A batch needs the file of a collection; give --out FILE.")
    with workers_of(jobs, cluster) as workers:
        repeated = {"pattern": [spelled("patterns", one) for one in pattern or ()], "grade": grade or []}
        options = chosen(spec) | {name: values for name, values in repeated.items() if values}
        plan = _plan(file, options, count, Series(seed=seed).first_seed(), resume)
        is_new = plan is not None and is_new_collection(out)
        # A new file gets its batch before it appears. In an existing one the puzzles to exclude are stored before the
        # batch, so that a batch that is resumed after a kill never lacks them.
        if plan and is_new:
            create_collection(out, plan, exclude)
        with Store(out, create=False) as store:
            if plan and not is_new:
                _exclude(store, plan, exclude)
            ledger = _begun(store, plan) if plan and not (resume or is_new) else _resumed(store, plan)
            if ledger is None:
                return
            if not plan:
                _exclude(store, ledger.plan, exclude)
            refuse_impossible_cells(ledger)
            carry_out(ledger, workers, Limits(limit, limit + SLACK, budget))
            for one in ledger.cells:
                if as_json:
                    print_json(one.as_record(ledger.version))
                else:
                    repeats = f", {counted(one.repeats, 'repeat')} left out" if one.repeats else ""
                    show(f"{one.cell.title}: {counted(one.found, 'puzzle')} (seed {one.cell.seed}){repeats}")


def is_new_collection(name: str) -> bool:
    """Return True if a collection has to be created: there is no file, or an empty one."""
    path = Path(name)
    return not path.exists() or (path.is_file() and not path.stat().st_size)


def create_collection(name: str, plan: BatchPlan, exclude: list[str] | None) -> None:
    """Create the file of a collection, with a new batch in it that leaves out the puzzles of the files `exclude`.

    The file appears only with its batch, so that after a kill it is absent or can be resumed.
    """
    from cpgen.collection.batch_runner import Ledger
    from cpgen.collection.store import NewStore

    try:
        with replacing(Path(name).resolve()) as file, NewStore(str(file.name)) as store:
            _exclude(store, plan, exclude)
            Ledger.begin(store, plan)
    except OSError as error:
        raise not_written(name, error) from error


def _exclude(store: Store, plan: BatchPlan, exclude: list[str] | None) -> None:
    """Exclude the puzzles of the files and collections `exclude` from all batches of the collection.

    They are read on each layout of the plan.
    """
    for layout in dict.fromkeys(cell.request.layout for cell in plan.cells) if exclude else ():
        store.exclude(excluded_puzzles(exclude or [], layout))


def _plan(file: str, options: dict[str, Any], count: int, seed: int, resume: bool) -> BatchPlan | None:
    """Return the plan in a file, or the one that the options describe; None if a batch is resumed without either."""
    if file:
        return plan_of_table(toml_in(file)[1], file, seed)
    if resume and not options:
        return None
    return BatchPlan(cells=cells_of({**options, "count": count, "seed": seed}))


def toml_in(file: str) -> tuple[str, dict[str, Any]]:
    """Return the text of a TOML file and the table parsed from it; raise InputError if it is missing or wrong."""
    text = text_of_file(file)
    if text is None:
        raise InputError(f"There is no plan {file}.")
    try:
        return text, parse_toml(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"The plan {file} is not valid TOML: {error}.") from error


def plan_of_table(data: dict[str, Any], file: str, seed: int) -> BatchPlan:
    """Return the plan that the table of a TOML file describes.

    Args:
        data: The table; its entries `cell` and `seed` are removed.
        file: Name of the file, for error messages.
        seed: Seed of the plan if the table has none.

    Raises:
        InputError: A [[cell]] is missing or wrong; the message has its number.
    """
    rows = data.pop("cell", None)
    if not isinstance(rows, list) or not rows or not all(isinstance(row, dict) for row in rows):
        raise InputError(f'The plan {file} has no [[cell]]; each says what to make, as in grade = "expert".')
    seed = Series(seed=data.pop("seed", seed)).first_seed()
    cells: list[BatchCell] = []
    for number, row in enumerate(rows, 1):
        try:
            cells += cells_of(_with_files_read({**data, "seed": seed + len(cells), **row}))
        except InputError as error:
            raise InputError(f"Cell {number} of the plan {file}: {error}") from error
    return BatchPlan(cells=tuple(cells))


def _with_files_read(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a [[cell]] of a plan in which the names of pattern and layout files are replaced by their texts."""
    folders = {field.name: field.extra("folder") for field in fields(BatchCell) if field.extra("folder")}

    def read(name: str, value: Any) -> Any:
        if name not in folders:
            return value
        if isinstance(value, list):
            return [read(name, word) for word in value]
        return spelled(folders[name], value) if isinstance(value, str) else value

    return {name: read(name, value) for name, value in row.items()}


def _begun(store: Store, plan: BatchPlan) -> Ledger:
    """Record a new batch of the plan in the store and return its ledger.

    Raises:
        InputError: The store has an unfinished batch of the same plan.
    """
    from cpgen.collection.batch_runner import Ledger

    if unfinished := Ledger.unfinished(store, plan):
        raise InputError(
            f"The collection {store.name} already has this batch, with {unfinished.found} of {plan.count} puzzles; "
            "resume it with --resume."
        )
    return Ledger.begin(store, plan)


def refuse_impossible_cells(ledger: Ledger, advice: str = "") -> None:
    """Raise ImpossibleError if no puzzle can exist for a batch cell (a pattern with a grade) that has none yet.

    A batch without any puzzle is then withdrawn. The proofs may take a minute for each batch cell. They come after the
    batch is recorded, so that it can be resumed when the program is stopped meanwhile.

    Args:
        ledger: The batch.
        advice: End of the message after Ctrl-C, which says how to resume; by default, with --resume.
    """
    from cpgen.feasibility.infeasible import require_possible

    advice = advice or f"resume {ledger.store.name} with --resume"
    with report_interrupt(lambda: f"; no puzzle is made yet; {advice}"):
        for cell in (begun.cell for begun in ledger.cells if not begun.next):
            try:
                oracle = open_oracle(cell.request.verifier, PROOF_SECONDS)
                require_possible(cell.request, oracle, cell.count)
            except ImpossibleError:
                if not ledger.found:
                    ledger.withdraw()
                raise


def _resumed(store: Store, plan: BatchPlan | None) -> Ledger | None:
    """Return the unfinished batch of a plan, or of any plan if it is None; None, with a warning, if all are done.

    If the store has no batch at all, the plan is begun: the program may have been stopped just before it was recorded.

    Raises:
        InputError: The store has no batch, and there is no plan.
    """
    from cpgen.collection.batch_runner import Ledger

    if not Ledger.has_begun(store):
        if plan is None:
            raise InputError(f"No batch was begun in {store.name}; give its plan, too.")
        return _begun(store, plan)
    unfinished = Ledger.unfinished(store, plan)
    if unfinished is None:
        why = "no batch of this plan in it is unfinished" if plan else "every batch in it is done"
        warn(f"there is nothing to resume in {store.name}: {why}.")
    elif unfinished.version != __version__:
        warn(f"the batch was begun by cpgen {unfinished.version}; its remaining puzzles may differ.")
    return unfinished


@contextmanager
def workers_of(jobs: int, cluster: str) -> Iterator[Workers]:
    """Yield the workers of a batch, which are stopped after the block.

    Args:
        jobs: Number of processes, 0 for one per processor.
        cluster: Address of a Dask scheduler, whose workers are used instead; "" for none.

    Raises:
        InputError: Both are given.
    """
    from cpgen.collection.batch_workers import Cluster, Processes, ThisProcess

    if cluster and jobs:
        raise InputError(
            "--jobs is for processes on this machine; leave it out with --cluster, which has its own workers."
        )
    workers: Workers
    if cluster:
        workers = Cluster(cluster)
    else:
        count = job_count(jobs)
        workers = Processes(count) if count > 1 else ThisProcess()
    try:
        yield workers
    finally:
        workers.stop()


def carry_out(ledger: Ledger, workers: Workers, limits: Limits, advice: str = "resume with --resume") -> None:
    """Complete a batch, with progress bars.

    Raises:
        NotFoundError: The time is up; the message ends with `advice`.
    """
    from cpgen.collection.batch_runner import Batch

    parts = [(cell.cell.title, cell.cell.count, cell.found) for cell in ledger.cells]
    with progress_bars(parts) as update:

        def report(now: Ledger) -> None:
            update([cell.found if cell.next else None for cell in now.cells])

        running = Batch(ledger, workers, limits, report, advice)
        with report_interrupt(lambda: f"; {running.so_far()}"):
            running.run()
