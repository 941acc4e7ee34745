"""Files of a data set: JSON Lines and Parquet of each split, and the data card, a description for readers.

A split is a part of the records, such as `train` or `test`. Puzzles are read and written one after the other, and
workers explain some at a time, so memory does not grow with their number. All files appear together when the last one
is complete.
"""

from __future__ import annotations

import json
from collections import Counter, deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager
from itertools import islice
from pathlib import Path
from typing import IO, Any

import msgspec
from msgspec import inspect

from cpgen._version import __version__
from cpgen.answers.dataset_answers import DatasetRecord
from cpgen.collection.batch_runner import TRIES
from cpgen.collection.batch_workers import ThisProcess, Workers, WorkersError
from cpgen.collection.store import Store
from cpgen.dataset.dataset_records import dataset_records, split_of
from cpgen.dataset.dataset_spec import DatasetSpec
from cpgen.errors import InputError
from cpgen.files import not_written, replacing, write_whole
from cpgen.tabular import arrow, markdown

CARD = "README.md"
STORE = "puzzles.db"
"""Name of the collection of puzzles in the folder"""
SPEC = "spec.toml"
"""Name of the copy of the spec in the folder"""
ROW_GROUP = 200
"""Number of records per row group of Parquet; a record of a 9×9 board has some 30 kB"""
CHUNK = 20
"""Number of puzzles that a worker explains at a time: one takes some 10 ms, and few are waiting in memory"""
PARQUET_TYPES = {inspect.IntType: "int64", inspect.FloatType: "float64", inspect.BoolType: "bool_"}
"""Names of the types of Parquet columns by the types of fields; all others are strings, and nested data is JSON"""

Counts = dict[str, Counter[int]]
"""For each split, the number of records by the number of their cell in the plan"""


def write_dataset(
    store: Store,
    spec: DatasetSpec,
    folder: Path,
    text: str,
    parquet: bool = False,
    progress: Callable[[int], object] = lambda _: None,
    workers: Workers | None = None,
) -> Counts:
    """Write the files of a data set from its collection, and return the numbers of records by split and batch cell.

    Args:
        store: The collection that holds the puzzles of the plan.
        spec: The spec of the data set.
        folder: The folder, which exists.
        text: The text of the spec, for the data card.
        parquet: Write each split as Parquet, too.
        progress: A function that is called with the number of records written so far.
        workers: The processes that explain the puzzles; by default this process.

    Raises:
        WorkersError: The workers die repeatedly.
    """
    counts: Counts = {name: Counter() for name in spec.splits}
    with ExitStack() as files:
        lines = {name: files.enter_context(_new(folder / f"{name}.jsonl")) for name in spec.splits}
        tables = {}
        if parquet:
            for name in spec.splits:
                tables[name] = files.enter_context(_table(files.enter_context(_new(folder / f"{name}.parquet"))))
        for done, (split, record) in enumerate(_explained(store, spec, workers or ThisProcess()), 1):
            lines[split].write(msgspec.json.encode(record) + b"\n")
            if parquet:
                tables[split](record)
            counts[split][record.cell] += 1
            progress(done)
    write_whole(str(folder / SPEC), text.encode())
    write_whole(str(folder / CARD), card_of(spec, counts, text).encode())
    return counts


def _explained(store: Store, spec: DatasetSpec, workers: Workers) -> Iterator[tuple[str, DatasetRecord]]:
    """Yield the split and the record of each puzzle of a collection, in order; the workers explain some at a time.

    When a worker is lost, all puzzles that were sent and are not yielded yet are sent again.
    """
    ladders = {seed: (number, cell.request.grade.full_ladder) for seed, (number, cell) in spec.cell_of_seed.items()}
    wanted = ((split_of(stored, spec), (stored, *ladders[stored.seed or 0])) for stored in store.records())
    waiting: deque[tuple[Any, Future[list[DatasetRecord]]]] = deque()
    losses = 0

    def submit(some: Any) -> None:
        waiting.append((some, workers.submit(dataset_records, [stored for _, stored in some])))

    while True:
        while len(waiting) < workers.room and (some := list(islice(wanted, CHUNK))):
            submit(some)
        if not waiting:
            return
        some, future = waiting[0]
        try:
            records = future.result()
        except workers.lost as error:
            losses += 1
            if losses == TRIES:
                raise WorkersError(f"The workers died {TRIES} times while they explained puzzles.") from error
            workers.replace()
            again = [some for some, _ in waiting]
            waiting.clear()
            for some in again:
                submit(some)
            continue
        waiting.popleft()
        yield from zip((split for split, _ in some), records, strict=True)


def require_no_other_files(folder: Path, spec: DatasetSpec, text: str) -> None:
    """Raise InputError if a folder without a collection has files that those of the data set would replace."""
    if (folder / STORE).exists():
        return
    names = [CARD, *(f"{name}.{ending}" for name in spec.splits for ending in ("jsonl", "parquet"))]
    existing = [name for name in names if (folder / name).exists()]
    copy = folder / SPEC
    if copy.exists() and copy.read_bytes() != text.encode():
        existing.append(SPEC)
    if existing:
        raise InputError(f"{folder} has a file {existing[0]} that is of no data set; choose another folder.")


@contextmanager
def _new(path: Path) -> Iterator[IO[bytes]]:
    """Open a file for writing, which appears completely or not at all; raise CpgenError if that is impossible."""
    try:
        with replacing(path) as file:
            yield file
    except OSError as error:
        raise not_written(str(path), error) from error


@contextmanager
def _table(file: IO[bytes]) -> Iterator[Callable[[DatasetRecord], None]]:
    """Yield a function that adds a record to a Parquet file, which is written in row groups."""
    pyarrow = arrow()
    fields = {field.name: field.type for field in _fields()}
    schema = pyarrow.schema([(name, getattr(pyarrow, _column(kind))()) for name, kind in fields.items()])
    rows: list[dict[str, Any]] = []
    with pyarrow.parquet.ParquetWriter(file, schema, compression="zstd") as writer:

        def add(record: DatasetRecord) -> None:
            row = {name: getattr(record, name) for name in fields}
            rows.append(row | {"rounds": msgspec.json.encode(record.rounds).decode()})
            if len(rows) == ROW_GROUP:
                write()

        def write() -> None:
            writer.write_table(pyarrow.Table.from_pylist(rows, schema=schema))
            rows.clear()

        yield add
        if rows:
            write()


def _fields() -> tuple[inspect.Field, ...]:
    kind = inspect.type_info(DatasetRecord)
    assert isinstance(kind, inspect.StructType)
    return kind.fields


def _column(kind: inspect.Type) -> str:
    """Return the name of the Parquet type of the column for a field of this type."""
    plain = kind.type if isinstance(kind, inspect.Metadata) else kind
    if isinstance(plain, inspect.UnionType):
        plain = plain.types[0]
    return PARQUET_TYPES.get(type(plain), "string")


def card_of(spec: DatasetSpec, counts: Counts, text: str) -> str:
    """Return the data card in Markdown: the fields of the records, the splits, and how to make them again.

    Args:
        spec: The spec of the data set.
        counts: Numbers of records by split and batch cell.
        text: The text of the spec.
    """
    head = ["configs:", "- config_name: default", "  data_files:"]
    for name in spec.splits:
        head += [f"  - split: {name}", f"    path: {name}.jsonl"]
    head += [f"license: {json.dumps(spec.license)}"] if spec.license else []
    cells = [
        {"cell": number, "puzzles": cell.title, "seed": cell.seed, **{name: counts[name][number] for name in counts}}
        for number, cell in enumerate(spec.plan.cells, 1)
    ]
    fields = [
        {"field": field.name, "content": field.type.extra_json_schema.get("description", "")}
        for field in _fields()
        if isinstance(field.type, inspect.Metadata) and field.type.extra_json_schema
    ]
    return CARD_TEXT.format(
        head="\n".join(head),
        title=spec.title or "Explained puzzles",
        version=__version__,
        cells=markdown(cells),
        fields=markdown(fields),
        shares=", ".join(f"{name} {share:g}" for name, share in spec.splits.items()),
        spec=text.strip(),
    )


CARD_TEXT = """---
{head}
---
# {title}

Puzzles with exactly one solution, which an exact solver proved, and the steps in which a person solves them. Made by
cpgen {version}.

{cells}

## Fields

{fields}

In Parquet, `rounds` is a text in JSON.

## Splits

Shares: {shares}. The numbers of records are only close to them: a puzzle's split depends on its canonical form. So no
split has a puzzle that rotations, reflections, exchanges of rows and columns, turned boards or new names of the digits
turn into one of another split. The same holds for all data sets with these shares.

## How to make it again

With the same version, `cpgen dataset {SPEC} --out FOLDER` makes the same files from this spec.

```toml
{spec}
```
""".replace("{SPEC}", SPEC)
