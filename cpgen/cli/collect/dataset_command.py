"""`cpgen dataset`: make a data set of explained puzzles, with splits and a data card."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cpgen.cli.collect.batch_command import (
    SLACK,
    ClusterAddress,
    carry_out,
    create_collection,
    is_new_collection,
    plan_of_table,
    refuse_impossible_cells,
    toml_in,
    workers_of,
)
from cpgen.cli.command import command
from cpgen.cli.options import Budget, Jobs, argument, flag, option
from cpgen.cli.output import note, show, warn
from cpgen.cli.progress import progress_bars, report_interrupt
from cpgen.dataset.dataset_spec import USUAL_SPLITS, DatasetSpec
from cpgen.errors import InputError, NotFoundError, packages_of
from cpgen.files import not_written
from cpgen.messages import counted
from cpgen.schema import build

if TYPE_CHECKING:
    from cpgen.collection.batch_workers import Workers
    from cpgen.collection.store import Store

USUAL_SEED = 1
"""Seed of a spec without one, so that a spec always makes the same files"""
CONTINUES = "the same command continues"

SpecFile = Annotated[str, argument("SPEC", "A TOML file of [[cell]]s, as for `cpgen batch`, with splits and a title.")]
Folder = Annotated[str, option("FOLDER", "The folder of the data set.", "--out", "-o")]
Parquet = Annotated[bool, flag("Write each split as Parquet, too (extra `parquet`).", "--parquet")]
PuzzleLimit = Annotated[float, option("SECONDS", "Time limit for each puzzle.", "--puzzle-time-limit", above=0)]


@command
def dataset(
    *,
    file: SpecFile,
    out: Folder = "",
    parquet: Parquet = False,
    jobs: Jobs = 0,
    cluster: ClusterAddress = "",
    budget: Budget = float("inf"),
    limit: PuzzleLimit = 600.0,
) -> None:
    """Make a data set of explained puzzles for machine reasoning.

    Each record has a puzzle, its solution, rules in words, a rating and the whole explanation. No two splits have
    essentially equal puzzles. The same command resumes an interrupted data set; the same spec makes the same files.

    \b
    Example: cpgen dataset spec.toml --out puzzles
    """
    from cpgen.collection.batch_runner import Ledger, Limits
    from cpgen.collection.store import Store
    from cpgen.dataset.dataset_files import STORE, require_no_other_files

    if not out:
        raise InputError("A data set needs a folder; give --out FOLDER.")
    text, spec = spec_in(file)
    if parquet:
        from cpgen.tabular import arrow

        arrow()  # a missing package is reported before the work
    if spec.clue_sets:
        with packages_of("research", "Clue sets need the package python-sat"):
            import_module("cpgen.dataset.clue_sets")
    folder = Path(out)
    if folder.exists() and not folder.is_dir():
        raise InputError(f"{out} is a file, but a data set needs a folder; give --out another name.")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise not_written(out, error) from error
    require_no_other_files(folder, spec, text)
    path = str(folder / STORE)
    with workers_of(jobs, cluster) as workers:
        if is_new_collection(path):
            create_collection(path, spec.plan, None)
        with Store(path, create=False) as store:
            if (ledger := Ledger.latest(store, spec.plan)) is None:
                raise InputError(f"{path} holds the puzzles of another spec; choose another folder, or remove it.")
            refuse_impossible_cells(ledger, CONTINUES)
            try:
                carry_out(ledger, workers, Limits(limit, limit + SLACK, budget), CONTINUES)
            except NotFoundError:
                if ledger.found:
                    workers.replace()  # they still look for puzzles
                    _write(store, spec, folder, text, parquet, workers)
                raise
            _write(store, spec, folder, text, parquet, workers)


def spec_in(file: str) -> tuple[str, DatasetSpec]:
    """Return the text of a TOML file, and the data set that it specifies; raise InputError if it is wrong."""
    text, data = toml_in(file)
    own = {name: data.pop(name) for name in ("splits", "title", "license", "clue_sets") if name in data}
    plan = plan_of_table(data, file, USUAL_SEED)
    return text, build(DatasetSpec, {"splits": dict(USUAL_SPLITS), **own, "plan": plan}, "a data set")


def _write(store: Store, spec: DatasetSpec, folder: Path, text: str, parquet: bool, workers: Workers) -> None:
    from cpgen.dataset.dataset_files import other_files, write_dataset

    with (
        report_interrupt(lambda: f"; all puzzles are kept in {store.name}; {CONTINUES}"),
        progress_bars([("explaining", store.count(), 0)]) as update,
    ):
        counts = write_dataset(store, spec, folder, text, parquet, lambda done: update([done]), workers)
    for name, cells in counts.items():
        show(f"{name}: {counted(cells.total(), 'puzzle')}")
    note(f"Wrote {folder}.")
    for path in other_files(folder, counts, parquet):
        warn(f"{path} is older than this data set and no part of it.")
