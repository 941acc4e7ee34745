"""The progress of a batch, kept in the store and updated in the transaction that stores the puzzles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cpgen._version import __version__
from cpgen.collection.plan import BatchCell, BatchPlan
from cpgen.collection.record import Record
from cpgen.collection.store import Store
from cpgen.collection.trouble import StoreError, telling


@dataclass
class CellState:
    """A cell of a batch: how many are wanted and found, the next start to look at, and how many were repeats."""

    wanted: int
    found: int = 0
    next: int = 0
    repeats: int = 0

    @property
    def done(self) -> bool:
        """Whether nothing is missing."""
        return self.found >= self.wanted

    def as_json(self, cell: BatchCell, version: str) -> dict[str, Any]:
        """The cell and how far it is, as an object for JSON."""
        return {
            "layout": cell.layout.spec,
            "pattern": cell.pattern.line if cell.pattern else None,
            "clues": cell.clue_count,
            "symmetry": cell.symmetry,
            "grade": cell.grade.name,
            "model": str(cell.model),
            "count": cell.count,
            "target": cell.target.as_json(),
            "method": {**cell.method_as_json(), "seed": cell.seed, "version": version},
            "found": self.found,
            "repeats": self.repeats,
            "looked_at": self.found + self.repeats,
        }


class Ledger:
    """One batch of a store."""

    def __init__(self, store: Store, batch: int, plan: BatchPlan, version: str) -> None:
        self.store = store
        self.batch = batch
        self.plan = plan
        self.version = version
        with telling(store.name):
            rows = store.connection.execute(
                "SELECT wanted, found, next, repeats FROM cells WHERE batch = ? ORDER BY cell", [batch]
            ).fetchall()
        self.cells = [CellState(*row) for row in rows]

    @property
    def found(self) -> int:
        """How many puzzles the batch has found."""
        return sum(cell.found for cell in self.cells)

    @property
    def done(self) -> bool:
        """Whether all cells are filled."""
        return all(cell.done for cell in self.cells)

    def commit(self, cell: int, records: Sequence[Record], following: int) -> None:
        """Stores what a cell's next starts gave, as many as are wanted, and which start follows, in one transaction."""
        state = self.cells[cell]
        now = CellState(state.wanted, state.found, following, state.repeats)
        with self.store.writing():
            self._require_ours(cell, state)
            for record in records:
                if now.done:
                    break
                new = self.store.add(record)
                now.found += new
                now.repeats += not new
            self.store.connection.execute(
                "UPDATE cells SET found = ?, next = ?, repeats = ? WHERE batch = ? AND cell = ?",
                [now.found, now.next, now.repeats, self.batch, cell],
            )
        self.cells[cell] = now

    def _require_ours(self, cell: int, state: CellState) -> None:
        row = self.store.connection.execute(
            "SELECT next FROM cells WHERE batch = ? AND cell = ?", [self.batch, cell]
        ).fetchone()
        if row != (state.next,):
            raise StoreError(f"Another process works on this batch of {self.store.name}; only one can.")


def begin(store: Store, plan: BatchPlan) -> Ledger:
    """A new batch of the store."""
    with store.writing():
        batch = store.connection.execute(
            "INSERT INTO batches (plan, version) VALUES (?, ?)", [plan.text, __version__]
        ).lastrowid
        store.connection.executemany(
            "INSERT INTO cells VALUES (?, ?, ?, 0, 0, 0)",
            [(batch, number, cell.count) for number, cell in enumerate(plan.cells)],
        )
    return Ledger(store, int(batch or 0), plan, __version__)


def unfinished(store: Store, plan: BatchPlan | None = None) -> Ledger | None:
    """The last batch of the store (of this plan, if one is said) that is not done."""
    with telling(store.name):
        rows = store.connection.execute(
            "SELECT id, plan, version FROM batches b WHERE EXISTS "
            "(SELECT 1 FROM cells WHERE batch = b.id AND found < wanted) ORDER BY id DESC"
        ).fetchall()
    for batch, text, version in rows:
        stored = BatchPlan.from_text(text)
        if plan in (None, stored):
            return Ledger(store, batch, stored, version)
    return None
