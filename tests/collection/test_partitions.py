"""Partitions: no puzzle in two, none twice in one, whoever writes and however often."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from cpgen.collection.partitions import Partition, partition_of
from cpgen.collection.record import Record
from tests.collection.making import record

pyarrow = pytest.importorskip("pyarrow")


def some(count: int) -> list[Record]:
    base = record()
    return [replace(base, canonical=f"form {k}") for k in range(count)]


def test_partitions_hold_every_puzzle_once(tmp_path: Path) -> None:
    everything = some(300)
    for part in range(4):
        own = [one for one in everything if partition_of(one, 4) == part]
        assert 40 < len(own) < 120
        assert Partition(tmp_path, part).add_all(own + own) == len(own)
        assert Partition(tmp_path, part).add_all(own) == 0
    table = pyarrow.parquet.read_table(tmp_path)
    assert sorted(table["canonical"].to_pylist()) == sorted(one.canonical for one in everything)


def test_a_write_that_fails_leaves_the_partition_as_it_was(tmp_path: Path) -> None:
    partition = Partition(tmp_path, 0)
    partition.add_all(some(3))
    with pytest.raises(TypeError):
        partition.add_all([replace(some(9)[8], solution=3)])  # type: ignore[arg-type]
    assert [path.name for path in partition.folder.iterdir()] == ["00000000.parquet"]
    assert len(Partition(tmp_path, 0)) == 3
