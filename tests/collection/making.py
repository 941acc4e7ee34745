"""Small plans, records, and ways to run batches, for the tests of collections."""

from __future__ import annotations

import subprocess
import sys
import time
from concurrent.futures import Future
from pathlib import Path
from typing import Any

from cpgen.collection.batch_requests import BatchCell, BatchPlan
from cpgen.collection.batch_runner import Batch, Ledger, Limits
from cpgen.collection.batch_workers import PIECES_EACH, ThisProcess, Workers
from cpgen.collection.record import Provenance, StoredPuzzle, record_of_puzzle
from cpgen.collection.store import Store
from cpgen.constraints.own_kinds import read_kind
from cpgen.difficulty import model_for
from cpgen.layout import Layout
from cpgen.oracles import open_oracle
from cpgen.puzzle import Puzzle
from cpgen.schema import build

CPGEN = str(Path(sys.executable).with_name("cpgen"))
LEFT = ".9.....6.8..14...2.....2.....93...7..5..1..3..6...79.....7.....7...29..5.4.....8."
PROVENANCE = Provenance("0", "import", "bitset", "nikoli100", "a test")


def cell(count: int, seed: int = 3, clues: int = 8, layout: str = "2x2", grade: str = "any") -> BatchCell:
    wanted = {"layout": layout, "clues": clues, "symmetry": "none", "grade": grade, "oracle": "bitset"}
    return build(BatchCell, {**wanted, "count": count, "seed": seed})


def plan(*counts: int, **more: Any) -> BatchPlan:
    return BatchPlan(cells=tuple(cell(count, seed=3 + k, **more) for k, count in enumerate(counts)))


MINE = read_kind("product-dot", 'rule = "a * b == total"\n[[parameter]]\nname = "total"\nleast = 2\nmost = 20')
"""A kind of constraints of the user's own"""


def mixed() -> BatchPlan:
    """Return a plan of classic puzzles, a drawn style, an own rule, and an own kind, which has to be in use."""
    drawn = ({"kind": "killer"}, {"drawing": 'rule "a * b == ?": r1c1 r1c2'}, {"drawing": "product-dot ?: r1c1 r1c2"})
    whole = {"layout": "2x2", "grade": "any", "oracle": "bitset", "count": 3}
    cells = [build(BatchCell, {**whole, **one, "seed": 9 + number}) for number, one in enumerate(drawn)]
    return BatchPlan(cells=(*plan(60, 40).cells, *cells))


def record(text: str = LEFT, layout: Layout | None = None) -> StoredPuzzle:
    puzzle = Puzzle.parse(text, layout)
    witness = open_oracle("bitset").uniqueness(puzzle)
    return record_of_puzzle(puzzle, witness, model_for(puzzle.layout), PROVENANCE, None)


class Here(ThisProcess):
    """Executor that works in this process but stands for several workers, some of which may die or hang."""

    lost: tuple[type[BaseException], ...] = (ConnectionError,)

    def __init__(self, count: int = 2, fail: dict[int, int] | None = None) -> None:
        super().__init__()
        self.room = PIECES_EACH * count
        self.fail = fail or {}
        """By the number of a submission, from 0: 0 for a worker that dies, 1 for one that hangs"""
        self.submitted = 0
        self.replaced = 0

    def submit(self, work: Any, argument: Any, order: Any = ()) -> Future[Any]:
        fate = self.fail.get(self.submitted)
        self.submitted += 1
        if fate is None:
            return super().submit(work, argument)
        future: Future[Any] = Future()
        if fate == 0:
            future.set_exception(ConnectionError("gone"))
        return future

    def replace(self) -> None:
        self.replaced += 1


def carried_out(path: Path, wanted: BatchPlan, workers: Workers, limits: Limits | None = None) -> list[tuple[Any, ...]]:
    """Run a batch with a plan into a store; return the store's rows."""
    with Store(path) as store:
        going = Ledger.unfinished(store, wanted) or Ledger.begin(store, wanted)
        Batch(going, workers, limits).run()
        return rows(store)


def progress(path: Path) -> list[tuple[Any, ...]]:
    """Return the progress of each cell of the store's batches."""
    with Store(path) as store:
        return store.connection.execute("SELECT * FROM cells ORDER BY batch, cell").fetchall()


def rows(store: Store) -> list[tuple[Any, ...]]:
    return store.connection.execute("SELECT * FROM puzzles ORDER BY id").fetchall()


def until(true: Any, seconds: float = 300.0) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.01)


def batch(store: Path, *more: str) -> subprocess.Popen[bytes]:
    """`cpgen batch` in a process of its own."""
    return subprocess.Popen(
        [CPGEN, "batch", "--out", str(store), *more], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
