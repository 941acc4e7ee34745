"""Puzzles of a collection handed out: as entries of every format, or as columns of Parquet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import IO, Any

from cpgen.collection.record import Record
from cpgen.formats import Entry
from cpgen.formats.objects import layout_of
from cpgen.formats.tabular import arrow
from cpgen.notation import SYMBOLS
from cpgen.puzzle import Puzzle

AT_ONCE = 10_000
NUMBERS = {"clues": "uint16", "level": "uint16", "steps": "uint32", "appropriateness": "float32"}
FLAGS = ("solved", "minimal")
TEXTS = ("puzzle", "solution", "layout", "canonical", "kind", "pattern", "grade", "symmetry")


def entry_of(record: Record, data: Mapping[str, Any]) -> Entry:
    """The record as what formats can tell of a puzzle, with its JSON object."""
    own = ("puzzle", "solution", "layout", "clues", "grade")
    return Entry(
        Puzzle(layout_of(record.layout), _digits(record.puzzle)),
        solution=_digits(record.solution),
        grade=record.grade,
        more={key: value for key, value in data.items() if key not in own and value is not None},
    )


def _digits(line: str) -> tuple[int, ...]:
    return tuple(SYMBOLS.find(symbol) + 1 for symbol in line)


def write_parquet(records: Iterable[Record], file: IO[bytes]) -> int:
    """Writes the records as Parquet, some thousand a group; how many there were."""
    pyarrow = arrow()
    schema = _schema(pyarrow)
    count = 0
    with pyarrow.parquet.ParquetWriter(file, schema, compression="zstd") as writer:
        for some in _groups(records):
            writer.write_table(pyarrow.table(_columns(some), schema=schema))
            count += len(some)
    return count


def _groups(records: Iterable[Record]) -> Iterator[list[Record]]:
    rest = iter(records)
    while some := list(islice(rest, AT_ONCE)):
        yield some


def _schema(pyarrow: Any) -> Any:
    fields = [(name, pyarrow.string()) for name in TEXTS]
    fields += [(name, getattr(pyarrow, kind)()) for name, kind in NUMBERS.items()]
    fields += [(name, pyarrow.bool_()) for name in FLAGS]
    fields += [("rules", pyarrow.list_(pyarrow.string())), ("seed", pyarrow.int64()), ("index", pyarrow.int64())]
    return pyarrow.schema([*fields, *((f"made_{name}", pyarrow.string()) for name in _MADE)])


_MADE = ("version", "method", "oracle", "model", "source")


def _columns(records: list[Record]) -> dict[str, list[Any]]:
    columns = {name: [getattr(record, name) for record in records] for name in (*TEXTS, *NUMBERS, *FLAGS)}
    columns["rules"] = [list(record.rules) for record in records]
    columns["seed"] = [record.seed for record in records]
    columns["index"] = [record.number for record in records]
    return columns | {f"made_{name}": [getattr(record.making, name) for record in records] for name in _MADE}
