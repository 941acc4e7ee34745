"""Storing: batches, the store and its samples, export."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile

import numpy as np

from benchmarks.commands import CPGEN, quietly
from benchmarks.measuring import Row, Sample, Take, repeated, seconds, timed_by_clock
from benchmarks.puzzles import GRADES, PATTERN, solvable
from cpgen import model_for, open_oracle
from cpgen.collection.exchange import write_parquet
from cpgen.collection.record import Making, Record, is_minimal, record_of_puzzle
from cpgen.collection.requests import Filter
from cpgen.collection.store import KEYS, Store
from cpgen.collection.tables import COLUMNS, add_sums
from cpgen.difficulty import span_of
from cpgen.tabular import arrow

FILTERS = {
    "no filter": Filter(),
    "expert, steps 30.., x-wing, rot180": Filter(
        grade="expert", steps=span_of("30.."), needs=("x-wing",), symmetry="rot180"
    ),
    "a filter that none passes": Filter(clues=span_of(80)),
}
MILLION = 1_000_000
STORED = 10_000


def collection_rows() -> Iterator[Row]:
    for processes in (1, 2):
        yield Row(f"batch of 8,000, --jobs {processes}", partial(batch, 2_000, processes), 3, "s", quick=False)
    yield Row("is every clue needed?", minimal, 5, "ms")
    yield Row("store 10,000 rows: a row", storing, 2, "µs")
    yield Row("export 10,000 rows to Parquet: a row", exporting_parquet, 2, "µs")
    yield Row("size of a row in the store", size_of_row, 1, "bytes")
    yield Row("size of a record on its way", size_of_record, 1, "bytes")
    for name, wanted in FILTERS.items():
        yield Row(f"sample of 10 from a million, {name}", partial(sample, wanted), 7, "ms", quick=False)
    yield Row("statistics of a million by grade", statistics, 3, "s", quick=False)


def batch(each: int, processes: int) -> Take:
    """The command on all processors, by the clock: so many of each grade into a new store, start-up included."""

    def take() -> Sample:
        with TemporaryDirectory() as folder:
            grades = [word for grade in GRADES for word in ("--grade", grade)]
            plan = ["--pattern", PATTERN, *grades, "--count", str(each), "--seed", "7", "--oracle", "bitset"]
            command = [CPGEN, "batch", "-o", str(Path(folder, "set.db")), "--jobs", str(processes), *plan]
            return timed_by_clock(lambda: quietly(command))

    return take


def minimal() -> Take:
    some, oracle = solvable()[::4], open_oracle("bitset")
    return repeated(lambda: [is_minimal(one, oracle) for one in some], 1, len(some))


@cache
def records() -> list[Record]:
    """Ten thousand records that differ, made up from real ones."""
    oracle, making = open_oracle("bitset"), Making("0", "import", "bitset", "nikoli100", "made up")
    real = [record_of_puzzle(one, oracle.uniqueness(one), model_for(one.layout), making, None) for one in solvable()]
    renamed = (str.maketrans("123456789", "".join(map(str, names))) for names in permutations(STORED))
    return [
        replace(one, canonical=one.canonical.translate(names), number=k)
        for k, (one, names) in enumerate(zip(real * (STORED // len(real)), renamed, strict=True))
    ]


def permutations(many: int) -> Iterator[list[int]]:
    rng = np.random.default_rng(3)
    return (rng.permutation(np.arange(1, 10)).tolist() for _ in range(many))


def storing() -> Take:
    """A hundred rows a transaction, as a batch stores them."""
    some = records()

    def take() -> Sample:
        with TemporaryDirectory() as folder, Store(Path(folder, "set.db")) as store:
            started = seconds()
            for first in range(0, len(some), 100):
                store.add_all(some[first : first + 100])
            return Sample((seconds() - started) / len(some))

    return take


def exporting_parquet() -> Take:
    some = records()
    arrow()  # imported before the clock starts

    def take() -> Sample:
        with TemporaryFile() as file:
            started = seconds()
            write_parquet(some, file)
            return Sample((seconds() - started) / len(some))

    return take


def size_of_row() -> Take:
    some = records()

    def take() -> Sample:
        with TemporaryDirectory() as folder:
            path = Path(folder, "set.db")
            with Store(path) as store:
                store.add_all(some)
            return Sample(path.stat().st_size / len(some))

    return take


def size_of_record() -> Take:
    some = records()[:100]
    return lambda: Sample(len(pickle.dumps(some)) / len(some))


@cache
def million() -> tuple[Store, TemporaryDirectory[str]]:
    """A store of a million rows, copied from ten thousand under other names and keys."""
    folder = TemporaryDirectory(prefix="cpgen-")
    store = Store(Path(folder.name, "set.db"))
    store.add_all(records())
    names = ", ".join(COLUMNS[1:])
    columns = names.replace("canonical", "canonical || :copy").replace("chance", "abs(random()) % :keys")
    for copy in range(1, MILLION // STORED):
        with store.writing():
            store.connection.execute(
                f"INSERT INTO puzzles ({names}) SELECT {columns} FROM puzzles WHERE id <= :stored",
                {"copy": copy, "keys": KEYS, "stored": STORED},
            )
    with store.writing():
        add_sums(store.connection)
    return store, folder


def sample(wanted: Filter) -> Take:
    store, _ = million()
    seeds = count()
    return repeated(lambda: store.sample(10, next(seeds), wanted))


def statistics() -> Take:
    store, _ = million()
    return repeated(lambda: store.table("grade"))
