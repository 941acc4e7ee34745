"""Files of a data set: JSON Lines and Parquet of each split, and the data card, a description for readers.

A split is a part of the records, such as `train` or `test`. Puzzles are read and written one after the other, and
workers explain some at a time, so memory does not grow with their number. All files appear together when the last one
is complete. Until then the lines are in temporary files, with which an interrupted run is continued; Parquet is made
from the lines.
"""

from __future__ import annotations

import json
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import IO, Any

import msgspec
from msgspec import inspect

from cpgen._version import __version__
from cpgen.answers.dataset_answers import DatasetRecord
from cpgen.collection.batch_runner import TRIES
from cpgen.collection.batch_workers import ThisProcess, Workers, WorkersError
from cpgen.collection.record import StoredPuzzle
from cpgen.collection.store import Store
from cpgen.dataset.dataset_records import RecordTask, dataset_records, split_of
from cpgen.dataset.dataset_spec import DatasetSpec
from cpgen.errors import InputError
from cpgen.files import not_written, replacing, write_whole
from cpgen.tabular import arrow, markdown

CARD = "README.md"
LINES, TABLE = ".jsonl", ".parquet"
"""Endings of the files of a split"""
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

_SplitTask = tuple[str, RecordTask]
"""The split of a puzzle, and the task to explain it"""
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
    key = sha256(f"{__version__}\n{text}".encode()).hexdigest()[:16]
    with ExitStack() as files:
        lines = {name: _Lines(files.enter_context(_new(folder / (name + LINES), key))) for name in spec.splits}
        tasks = _unwritten(store, spec, lines, counts)
        for split, record in _explained(tasks, workers or ThisProcess()):
            lines[split].write(record)
            progress(sum(one.number for one in lines.values()))
        for name, written in lines.items():
            written.end()
            if parquet:
                add = files.enter_context(_table(files.enter_context(_new(folder / (name + TABLE)))))
                for row in written.rows():
                    add(row)
    write_whole(str(folder / SPEC), text.encode())
    write_whole(str(folder / CARD), card_of(spec, counts, text).encode())
    return counts


class _Lines:
    """The JSON Lines of a split.

    First, the lines that an interrupted run has written are read, one for each puzzle that comes; from the first puzzle
    that has none, further lines are written.
    """

    def __init__(self, file: IO[bytes]) -> None:
        self._file, self._is_reading = file, True
        self.number = 0
        """Number of lines read or written"""

    def has(self, stored: StoredPuzzle) -> bool:
        """Return True if the next line is the record of a puzzle; if not, cut off all lines from there."""
        if self._is_reading:
            begin, line = self._file.tell(), self._file.readline()
            if line.endswith(b"\n") and _is_record_of(line, stored):
                self.number += 1
                return True
            self._cut(begin)
        return False

    def write(self, record: DatasetRecord) -> None:
        """Add the line of a record."""
        self._file.write(msgspec.json.encode(record) + b"\n")
        self.number += 1

    def end(self) -> None:
        """Cut off lines that belong to no puzzle."""
        if self._is_reading:
            self._cut(self._file.tell())

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield the fields of each record, as for Parquet."""
        self._file.seek(0)
        for line in self._file:
            row = msgspec.json.decode(line)
            yield row | {"rounds": msgspec.json.encode(row["rounds"]).decode()}

    def _cut(self, place: int) -> None:
        self._file.seek(place)
        self._file.truncate()
        self._is_reading = False


class _Subject(msgspec.Struct):
    """The fields of a record that tell which puzzle it is about."""

    id: int
    puzzle: str
    layout: str


def _is_record_of(line: bytes, stored: StoredPuzzle) -> bool:
    try:
        found = msgspec.json.decode(line, type=_Subject)
    except msgspec.DecodeError:
        return False
    return (found.id, found.puzzle, found.layout) == (stored.id, stored.puzzle, stored.layout)


def _unwritten(store: Store, spec: DatasetSpec, lines: Mapping[str, _Lines], counts: Counts) -> Iterator[_SplitTask]:
    """Yield each puzzle of a collection that has no line yet, in order, as a task with its split; count all puzzles."""
    cells = spec.cell_of_seed
    for stored in store.records():
        split, (number, cell) = split_of(stored, spec), cells[stored.seed or 0]
        counts[split][number] += 1
        if not lines[split].has(stored):
            yield split, RecordTask(stored, number, cell.request.grade.full_ladder, spec.clue_sets)


def _explained(wanted: Iterator[_SplitTask], workers: Workers) -> Iterator[tuple[str, DatasetRecord]]:
    """Yield the split and the record of each task, in order; the workers explain some puzzles at a time.

    When a worker is lost, all puzzles that were sent and are not yielded yet are sent again.
    """
    waiting: deque[tuple[list[_SplitTask], Future[list[DatasetRecord]]]] = deque()
    losses = 0

    def submit(some: list[_SplitTask]) -> None:
        waiting.append((some, workers.submit(dataset_records, [task for _, task in some])))

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
    names = [CARD, *_files_of(spec.splits, parquet=True)]
    existing = [name for name in names if (folder / name).exists()]
    copy = folder / SPEC
    if copy.exists() and copy.read_bytes() != text.encode():
        existing.append(SPEC)
    if existing:
        raise InputError(f"{folder} has a file {existing[0]} that is of no data set; choose another folder.")


def other_files(folder: Path, splits: Iterable[str], parquet: bool) -> list[Path]:
    """Return the JSON Lines and Parquet in the folder of a data set that are not its own, but of an earlier run.

    `parquet` is True if the data set has Parquet of its splits.
    """
    own = _files_of(splits, parquet)
    return sorted(path for path in folder.iterdir() if path.suffix in (LINES, TABLE) and path.name not in own)


def _files_of(splits: Iterable[str], parquet: bool) -> list[str]:
    """Return the names of the files of splits, with Parquet or without."""
    return [name + ending for name in splits for ending in ((LINES, TABLE) if parquet else (LINES,))]


@contextmanager
def _new(path: Path, key: str = "") -> Iterator[IO[bytes]]:
    """Open a file as `replacing` does; raise CpgenError if that is impossible."""
    try:
        with replacing(path, key) as file:
            yield file
    except OSError as error:
        raise not_written(str(path), error) from error


@contextmanager
def _table(file: IO[bytes]) -> Iterator[Callable[[dict[str, Any]], None]]:
    """Yield a function that adds a row to a Parquet file, which is written in row groups."""
    pyarrow = arrow()
    schema = pyarrow.schema([(field.name, getattr(pyarrow, _column(field.type))()) for field in _fields()])
    rows: list[dict[str, Any]] = []
    with pyarrow.parquet.ParquetWriter(file, schema, compression="zstd") as writer:

        def add(row: dict[str, Any]) -> None:
            rows.append(row)
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
        head += [f"  - split: {name}", f"    path: {name}{LINES}"]
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
        clue_sets=f"\n\n{CLUE_SETS}" if spec.clue_sets else "",
        spec=text.strip(),
    )


CLUE_SETS = """Each finding of a round has `clues`: a minimal set of given digits (`r1c2=5`) and constraints from which
what it `placed` and `removed` follows by the rules, without the findings before it."""
CARD_TEXT = """---
{head}
---
# {title}

Puzzles with exactly one solution, which an exact solver proved, and the steps in which a person solves them. Made by
cpgen {version}.

{cells}

## Fields

{fields}

In Parquet, `rounds` is a text in JSON.{clue_sets}

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
