"""A batch: its plan cut into pieces, which workers make in any order and the store takes in the order of the plan.

The set depends on the plan alone. The puzzles of a cell's start number i are made from the cell's seed and i; the store
takes them cell by cell in the order of the starts, leaves out repeats, and continues until the count is reached.
"""

from __future__ import annotations

import threading
from bisect import insort
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, replace
from math import ceil, inf
from time import monotonic
from typing import Any

from cpgen._version import __version__
from cpgen.collection.record import Making, Record, record_of_generated
from cpgen.collection.requests import BatchCell, BatchPlan
from cpgen.collection.store import Store
from cpgen.collection.tables import StoreError, explained
from cpgen.collection.workers import Workers, WorkersError
from cpgen.errors import CpgenError, NotFoundError
from cpgen.generation.two_phase import SINGLE_STARTS, puzzles_from, puzzles_per_start, seems_exhausted
from cpgen.oracles import Oracle, UndecidedError, open_oracle
from cpgen.requests.clock import Clock, OutOfTimeError

PIECE_SECONDS = 0.5
"""What a piece should take"""
ENOUGH = 1.0
"""Seconds after which a piece ends, and leaves its other starts for another: what is made is soon stored"""
MOST_IN_PIECE = 256
"""The most puzzles to expect of a piece"""
LOOK_EVERY = 0.2
TRIES = 4

SOURCE = "batch"
"""From what a puzzle of a batch was made, in the words of a record"""

_here = threading.local()


@dataclass(frozen=True)
class Piece:
    """The starts `first` to `first + count − 1` of a cell of the plan."""

    number: int
    """The place of the cell in the plan"""
    cell: BatchCell
    first: int
    count: int
    wanted: int
    """So many puzzles are enough, and starts that are left then are not begun"""
    limit: float
    """The seconds that one start may take"""

    @property
    def place(self) -> tuple[int, int]:
        """The place of the piece in the plan."""
        return self.number, self.first


@dataclass(frozen=True)
class Outcome:
    """The puzzles of a piece in order, those of the starts before `next`; `gave_up` when that took the limit."""

    records: tuple[Record, ...]
    next: int
    seconds: float
    gave_up: bool = False


def carry_out(piece: Piece) -> Outcome:
    """Makes the puzzles of a piece: the same ones wherever that is."""
    cell = piece.cell
    began = monotonic()
    records: list[Record] = []
    for start in range(piece.first, piece.first + piece.count):
        try:  # all puzzles of a start or none: a part of them would depend on how fast the machine is
            records += records_of_start(cell, start, Clock(piece.limit))
        except (OutOfTimeError, UndecidedError):
            return Outcome(tuple(records), start, monotonic() - began, gave_up=start == piece.first)
        if len(records) >= piece.wanted or monotonic() - began > ENOUGH:
            break
    return Outcome(tuple(records), start + 1, monotonic() - began)


def records_of_start(cell: BatchCell, start: int, clock: Clock) -> list[Record]:
    """The puzzles of a start of a cell, repeats included; raises OutOfTimeError and UndecidedError."""
    oracle, quick, making = oracle_here(cell.verifier), oracle_here("bitset"), making_of(cell)
    return [record_of_generated(made, making, quick) for made in puzzles_from(cell, oracle, cell.seed, start, clock)]


def making_of(cell: BatchCell) -> Making:
    """How this cpgen makes the puzzles of a cell."""
    method = f"{cell.generation}/{cell.replacement}" + ("" if cell.until_match else " as in the paper")
    return Making(__version__, method, cell.oracle, str(cell.model), SOURCE)


def oracle_here(name: str) -> Oracle:
    """This thread's own oracle of that name, opened on first use."""
    opened: dict[str, Oracle] = _here.__dict__.setdefault("oracles", {})
    if name not in opened:
        opened[name] = open_oracle(name)
    return opened[name]


@dataclass(frozen=True)
class CellProgress:
    """How far a cell of a batch is: how many puzzles are found, the next start to store, and the repeats so far."""

    cell: BatchCell
    found: int
    next: int
    repeats: int

    @property
    def missing(self) -> int:
        """How many puzzles are still to be found."""
        return self.cell.count - self.found

    def as_json(self, version: str) -> dict[str, Any]:
        """The cell and how far it is, as an object for JSON."""
        cell = self.cell
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
    """The progress of a batch, kept in the store and updated in the transaction that stores the puzzles."""

    def __init__(self, store: Store, batch: int, plan: BatchPlan, version: str) -> None:
        self.store = store
        self.batch = batch
        self.plan = plan
        self.version = version
        """The version of cpgen that began the batch"""
        with explained(store.name):
            rows = store.connection.execute(
                "SELECT wanted, found, next, repeats FROM cells WHERE batch = ? ORDER BY cell", [batch]
            ).fetchall()
        try:
            self.cells = [_progress(cell, *row) for cell, row in zip(plan.cells, rows, strict=True)]
        except (ValueError, TypeError) as error:
            raise _damaged(store, batch) from error

    @classmethod
    def begin(cls, store: Store, plan: BatchPlan) -> Ledger:
        """A new batch of the store."""
        with store.writing():
            batch = store.connection.execute(
                "INSERT INTO batches (plan, version) VALUES (?, ?)", [plan.text, __version__]
            ).lastrowid
            store.connection.executemany(
                "INSERT INTO cells VALUES (?, ?, ?, 0, 0, 0)",
                [(batch, number, cell.count) for number, cell in enumerate(plan.cells)],
            )
        return cls(store, int(batch or 0), plan, __version__)

    @classmethod
    def unfinished(cls, store: Store, plan: BatchPlan | None = None) -> Ledger | None:
        """The last unfinished batch of the store, or the last one of this plan."""
        with explained(store.name):
            rows = store.connection.execute(
                "SELECT id, plan, version FROM batches b WHERE EXISTS "
                "(SELECT 1 FROM cells WHERE batch = b.id AND found < wanted) ORDER BY id DESC"
            ).fetchall()
        for batch, text, version in rows:
            stored = plan_of(text)
            if stored is None and plan is None:
                raise _damaged(store, batch)
            if stored and plan in (None, stored):
                return cls(store, batch, stored, version)
        return None

    @property
    def found(self) -> int:
        """How many puzzles the batch has found."""
        return sum(cell.found for cell in self.cells)

    @property
    def done(self) -> bool:
        """Whether all cells are filled."""
        return not any(cell.missing for cell in self.cells)

    def commit(self, number: int, records: Sequence[Record], following: int) -> int:
        """Stores the records of a cell's next starts, as many as are missing, and which start follows those stored.

        All in one transaction; returns how many records were new. Raises StoreError when another process has stored
        some of this batch in the meantime.
        """
        before = self.cells[number]
        new = repeats = 0
        with self.store.writing():
            for record in records:
                if new == before.missing:
                    break
                added = self.store.add(record)
                new += added
                repeats += not added
                if new == before.missing:
                    following = (record.number or 0) // puzzles_per_start(before.cell) + 1
            now = replace(before, found=before.found + new, next=following, repeats=before.repeats + repeats)
            updated = self.store.connection.execute(
                "UPDATE cells SET found = ?, next = ?, repeats = ? WHERE batch = ? AND cell = ? AND next = ?",
                [now.found, now.next, now.repeats, self.batch, number, before.next],
            )
            if updated.rowcount != 1:
                raise StoreError(f"Another process works on this batch of {self.store.name}; only one can.")
        self.cells[number] = now
        return new


def plan_of(text: str) -> BatchPlan | None:
    """The plan that a store has as a text; None when it is damaged."""
    try:
        return BatchPlan.from_text(text)
    except (ValueError, TypeError, AttributeError, KeyError, CpgenError):
        return None


def _progress(cell: BatchCell, wanted: int, found: int, following: int, repeats: int) -> CellProgress:
    """The progress in a row of the store; raises ValueError or TypeError when it cannot be that of the cell."""
    if not (wanted == cell.count >= found >= 0 <= following and repeats >= 0):
        raise ValueError("the row is not one of this cell")
    return CellProgress(cell, found, following, repeats)


def _damaged(store: Store, batch: int) -> StoreError:
    return StoreError(
        f"What {store.name} says of batch {batch} is damaged, so it cannot be resumed; its puzzles are safe. "
        f"`cpgen collection repair {store.name}` mends it, or removes it if its plan is damaged."
    )


@dataclass(frozen=True)
class Limits:
    """Seconds: for one start, for a piece before its worker counts as hanging, and for the whole batch."""

    start: float = 600.0
    hang: float = 900.0
    budget: float = float("inf")


@dataclass
class Flight:
    """A piece that a worker has, since when, and how often it was sent."""

    piece: Piece
    future: Future[Outcome]
    since: float
    tries: int


@dataclass
class Pace:
    """How the work on a cell goes."""

    planned: int
    """The next start to send"""
    per_walk: float
    """How many new puzzles to expect of a start that goes on from its first, as all but the earliest starts do"""
    size: float = 1.0
    """How many puzzles to ask of a piece"""
    fruitless: int = 0
    """How many starts in a row brought nothing new"""

    def puzzles_of(self, first: int, count: int) -> float:
        """How many new puzzles to expect of so many starts."""
        single = min(count, max(0, SINGLE_STARTS - first))
        return single + (count - single) * self.per_walk

    def starts_for(self, puzzles: float) -> int:
        """How many of the next starts to expect so many new puzzles of."""
        single = min(ceil(puzzles), max(0, SINGLE_STARTS - self.planned))
        return single + max(0, ceil((puzzles - single) / self.per_walk))

    def learn(self, piece: Piece, outcome: Outcome, new: int) -> None:
        """Adapts what to expect to what came of a piece."""
        starts = outcome.next - piece.first
        right = len(outcome.records) * PIECE_SECONDS / max(outcome.seconds, 1e-3)
        self.size = min(max(1.0, right), 2 * self.size + 1, MOST_IN_PIECE)
        if (walks := min(starts, outcome.next - SINGLE_STARTS)) > 0:
            self.per_walk = max(1.0, (self.per_walk + (new - starts + walks) / walks) / 2)
        self.fruitless = 0 if new else self.fruitless + starts


class Batch:
    """A batch under way; `run` ends when every cell is filled, and what is stored is safe whenever it stops."""

    def __init__(
        self,
        ledger: Ledger,
        workers: Workers,
        limits: Limits | None = None,
        report: Callable[[Ledger], object] = lambda ledger: None,
    ) -> None:
        self.ledger = ledger
        self.workers = workers
        self.limits = limits or Limits()
        self.report = report
        self.end = inf
        """When the budget is spent, on the monotonic clock"""
        self.flights: list[Flight] = []
        """In the order of the plan"""
        self.paces = [Pace(cell.next, puzzles_per_start(cell.cell)) for cell in ledger.cells]

    def run(self) -> None:
        """Fills all cells; raises NotFoundError when the budget is spent or one start takes too long."""
        self.end = monotonic() + self.limits.budget
        while not self.ledger.done:
            self._send()
            waiting = [flight for flight in self.flights if not flight.future.done()] or self.flights[:1]
            wait([flight.future for flight in waiting], LOOK_EVERY, FIRST_COMPLETED)
            self._store()
            self._replace_lost_workers()
            self.report(self.ledger)
            if not self.ledger.done:
                self._require_time()

    def _require_time(self) -> None:
        """Raises NotFoundError when the budget is spent."""
        if monotonic() > self.end:
            raise NotFoundError(f"The time is up; {self.so_far()}.")

    def so_far(self) -> str:
        """How far the batch is, in words."""
        found, count, name = self.ledger.found, self.ledger.plan.count, self.ledger.store.name
        return f"{found} of {count} puzzles are found and stored in {name}; resume with --resume"

    def _send(self) -> None:
        """Keeps the workers busy: with the first cell that may not have enough yet, then the next."""
        for number, (cell, pace) in enumerate(zip(self.ledger.cells, self.paces, strict=True)):
            pieces = [flight.piece for flight in self.flights if flight.piece.number == number]
            missing = cell.missing - sum(pace.puzzles_of(piece.first, piece.count) for piece in pieces)
            while missing > 0 and len(self.flights) < self.workers.room:
                count = pace.starts_for(min(pace.size, missing / self.workers.room))
                self._launch(number, pace.planned, count)
                missing -= pace.puzzles_of(pace.planned, count)
                pace.planned += count

    def _launch(self, number: int, first: int, count: int, tries: int = 1) -> None:
        limit = min(self.limits.start, self.end - monotonic())
        piece = Piece(number, self.ledger.plan.cells[number], first, count, self.ledger.cells[number].missing, limit)
        flight = Flight(piece, self.workers.submit(carry_out, piece, piece.place), monotonic(), tries)
        insort(self.flights, flight, key=lambda flight: flight.piece.place)

    def _store(self) -> None:
        """Stores what has come back and is next in the order of the plan."""
        while self.flights and self.flights[0].future.done() and not self._lost(self.flights[0]):
            flight = self.flights.pop(0)
            piece, outcome = flight.piece, flight.future.result()
            new = self.ledger.commit(piece.number, outcome.records, outcome.next)
            self._learn(piece, outcome, new)
            if not self.ledger.cells[piece.number].missing:
                self._drop(piece.number)
            elif outcome.gave_up:
                self._require_time()
                raise NotFoundError(
                    f"Start {outcome.next} of {piece.cell.title} did not end in {self.limits.start:g} s; more time "
                    f"(--limit), another grade or a few more clues may help. {self.so_far().capitalize()}."
                )
            elif left := piece.first + piece.count - outcome.next:
                self._launch(piece.number, outcome.next, left)

    def _learn(self, piece: Piece, outcome: Outcome, new: int) -> None:
        """Adapts the pace of the piece's cell; raises NotFoundError when very many starts in a row were fruitless."""
        pace, cell, store = self.paces[piece.number], piece.cell, self.ledger.store
        pace.learn(piece, outcome, new)
        alike = store.count_possible_repeats(cell.layout, cell.clue_count) if pace.fruitless else 0
        if seems_exhausted(pace.fruitless, alike):
            raise NotFoundError(
                f"{pace.fruitless} starts of {cell.title} in a row brought nothing new; {self.so_far()}."
            )

    def _drop(self, number: int) -> None:
        """Cancels what is still under way for a cell."""
        for flight in self.flights:
            if flight.piece.number == number:
                flight.future.cancel()
        self.flights = [flight for flight in self.flights if flight.piece.number != number]

    def _lost(self, flight: Flight) -> bool:
        if not flight.future.done():
            return False
        return flight.future.cancelled() or isinstance(flight.future.exception(), self.workers.lost)

    def _replace_lost_workers(self) -> None:
        """Starts new workers when one has died, or when the next piece does not come back, and sends what was lost."""
        if not self.flights:
            return
        first = self.flights[0]
        hanging = not first.future.done() and monotonic() - first.since > self.limits.hang
        if not hanging and not any(map(self._lost, self.flights)):
            return
        before, self.flights = self.flights, []
        self.workers.replace()
        if first.tries >= TRIES:
            raise WorkersError(
                f"The workers died or hung {TRIES} times at start {first.piece.first} of {first.piece.cell.title}; "
                f"{self.so_far()}."
            )
        for flight in before:
            if flight.future.done() and not self._lost(flight):
                self.flights.append(flight)
            else:
                self._launch(*flight.piece.place, flight.piece.count, flight.tries + 1)
