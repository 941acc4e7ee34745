"""Run a batch: cut its plan into pieces, which workers make in any order, and store them in the order of the plan.

A *start* is one attempt to make puzzles, from the seed of a cell and its number; it gives one puzzle, or several that
are found on a walk from the first. A *piece* is a range of starts of one cell, the unit of work of a worker.

Determinism. The resulting set depends on the plan alone, not on the number or the speed of the workers. Results are
stored cell by cell in the order of the starts; repeats are dropped; a cell is complete when its count is reached, and
puzzles beyond that are discarded.

Crash safety. The store's table `cells` holds, for each cell of the plan, the number of puzzles found and the next
start. It is updated in the same transaction that inserts the puzzles of a piece. So whenever the program or the machine
stops, either both are on disk or neither, and `--resume` continues from the next start without loss or repeats.

Workers may die or hang. Pieces are pure functions of their arguments, so a lost piece is simply sent again; after a few
tries at the same piece the batch ends with an error.
"""

from __future__ import annotations

import json
import threading
from bisect import insort
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, replace
from math import ceil, inf
from time import monotonic
from typing import NamedTuple

from cpgen._version import __version__
from cpgen.answers import collection_answers as answers
from cpgen.answers.answer_base import joined
from cpgen.collection.batch_requests import BatchCell, BatchPlan, Filter
from cpgen.collection.batch_workers import Workers, WorkersError
from cpgen.collection.record import Provenance, StoredPuzzle, record_of_generated
from cpgen.collection.store import SOURCE, Store
from cpgen.collection.store_schema import StoreError, explained
from cpgen.errors import CpgenError, InputError, NotFoundError
from cpgen.generation.two_phase import SINGLE_STARTS, puzzles_from, puzzles_per_start, seems_exhausted
from cpgen.layout_kinds import kind_of_spec
from cpgen.oracles import Oracle, OracleLike, UndecidedError, open_oracle
from cpgen.requests.clock import Clock, GaveUpError, OutOfTimeError

PIECE_SECONDS = 0.5
"""Intended seconds per piece: long against the overhead of a message, short enough to store often"""
ENOUGH = 1.0
"""Seconds after which a piece returns early and leaves its remaining starts to another piece"""
MOST_IN_PIECE = 256
"""Largest number of puzzles to plan for one piece"""
LOOK_EVERY = 0.2
"""Seconds between checks for dead workers, and between progress reports"""
TRIES = 4
"""Number of times that a piece is sent to workers that die or hang before the batch ends with an error"""

_here = threading.local()


@dataclass(frozen=True)
class Piece:
    """Unit of work of a worker: some starts of a batch cell, numbered `first` to `first + count - 1`.

    A start is one attempt to make puzzles, determined by the seed of the batch cell and its number.
    """

    number: int
    """Index of the batch cell in the plan"""
    cell: BatchCell
    first: int
    count: int
    wanted: int
    """Number of puzzles at which the piece ends, even if starts are left"""
    limit: float
    """Seconds that one start may take"""

    @property
    def order(self) -> tuple[int, int]:
        """Sort key of the pieces: index of the batch cell, then first start."""
        return self.number, self.first


@dataclass(frozen=True)
class PieceResult:
    """Puzzles of a piece of work, in order: those of all its starts before number `next`.

    A start is one attempt to make puzzles. `gave_up` is True if start `next` ended without a puzzle.
    """

    records: tuple[StoredPuzzle, ...]
    next: int
    seconds: float
    gave_up: bool = False
    reason: str = ""
    """Reason for giving up, empty if it is the time limit"""


def carry_out(piece: Piece) -> PieceResult:
    """Make the puzzles of a piece of work, for as many of its starts as a fixed time allows.

    The speed of the machine decides how many starts are done, but not which puzzles they give.
    """
    cell = piece.cell
    began = monotonic()
    records: list[StoredPuzzle] = []
    for start in range(piece.first, piece.first + piece.count):
        try:
            # All puzzles of a start or none: how many are found within the limit would depend on the machine's speed.
            records += records_of_start(cell, start, Clock(piece.limit))
        except (OutOfTimeError, UndecidedError) as error:
            reason = str(error.reason) if isinstance(error, GaveUpError) else ""
            return PieceResult(tuple(records), start, monotonic() - began, start == piece.first, reason)
        if len(records) >= piece.wanted or monotonic() - began > ENOUGH:
            break
    return PieceResult(tuple(records), start + 1, monotonic() - began)


def records_of_start(cell: BatchCell, start: int, clock: Clock) -> list[StoredPuzzle]:
    """Return the puzzles of one start of a batch cell, including any that the store has already.

    Raises:
        OutOfTimeError, UndecidedError: The clock expires first.
    """
    oracle, quick, provenance = oracle_here(cell.request.verifier), oracle_here("bitset"), provenance_of(cell)
    generated = puzzles_from(cell.request, oracle, cell.seed, start, clock)
    return [record_of_generated(made, provenance, quick) for made in generated]


def provenance_of(cell: BatchCell) -> Provenance:
    """Return the provenance of the puzzles that this version of cpgen makes for a batch cell."""
    request = cell.request
    method = f"{request.generation}/{request.replacement}" + ("" if request.until_match else " as in the paper")
    for drawn in cell.drawn_as_records():
        method = f"kind {drawn.kind}" if drawn.kind else "drawing"
    return Provenance(__version__, method, str(request.oracle), str(request.model), SOURCE)


def oracle_here(oracle: OracleLike) -> Oracle:
    """Return this thread's oracle of that name, which is opened on the first call, because opening is slow."""
    opened: dict[OracleLike, Oracle] = _here.__dict__.setdefault("oracles", {})
    if oracle not in opened:
        opened[oracle] = open_oracle(oracle)
    return opened[oracle]


@dataclass(frozen=True)
class CellProgress:
    """Progress of a batch cell: puzzles found, number of the next start to store, and repeats so far."""

    cell: BatchCell
    found: int
    next: int
    repeats: int

    @property
    def missing(self) -> int:
        """Number of puzzles still to be found."""
        return self.cell.count - self.found

    def as_record(self, version: str) -> answers.CellRecord:
        """Return the batch cell and its progress as a record; `version` is that of the cpgen that began the batch."""
        cell, request = self.cell, self.cell.request
        return joined(
            answers.CellRecord,
            *cell.drawn_as_records(),
            layout=request.layout.spec,
            pattern=request.pattern.line if request.pattern else None,
            clues=request.clue_count,
            symmetry=request.symmetry,
            grade=request.grade.name,
            model=str(request.model),
            count=cell.count,
            target=request.target.as_record(),
            method=joined(answers.CellMethod, request.phases_as_record(), seed=cell.seed, version=version),
            found=self.found,
            repeats=self.repeats,
            looked_at=self.found + self.repeats,
        )


class Ledger:
    """Progress of a batch, kept in the store and updated in the transaction that stores the puzzles."""

    def __init__(self, store: Store, batch: int, plan: BatchPlan, version: str) -> None:
        self.store = store
        self.batch = batch
        self.plan = plan
        self.version = version
        """Version of cpgen that began the batch"""
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
        """Record a new batch in the store, with no puzzles found yet."""
        with store.writing():
            batch = store.connection.execute(
                "INSERT INTO batches (plan, version) VALUES (?, ?)", [plan.text, __version__]
            ).lastrowid
            # Puzzles that were removed from an earlier batch of the same seeds may be made again.
            seeds = [(cell.seed,) for cell in plan.cells]
            store.connection.executemany("DELETE FROM excluded WHERE seed = ?", seeds)
            store.connection.executemany(
                "INSERT INTO cells VALUES (?, ?, ?, 0, 0, 0)",
                [(batch, number, cell.count) for number, cell in enumerate(plan.cells)],
            )
        return cls(store, int(batch or 0), plan, __version__)

    @classmethod
    def unfinished(cls, store: Store, plan: BatchPlan | None = None) -> Ledger | None:
        """Return the last unfinished batch of the store, or with a plan the last one of that plan; None without any.

        Raises:
            StoreError: That batch is damaged.
        """
        return cls._last(store, plan, "EXISTS (SELECT 1 FROM cells WHERE batch = b.id AND found < wanted)")

    @classmethod
    def latest(cls, store: Store, plan: BatchPlan) -> Ledger | None:
        """Return the last batch of this plan, finished or not; None if there is none."""
        return cls._last(store, plan, "1")

    @classmethod
    def _last(cls, store: Store, plan: BatchPlan | None, condition: str) -> Ledger | None:
        """Return the last batch that meets an SQL condition on `batches b`, and has the plan unless that is None."""
        with explained(store.name):
            rows = store.connection.execute(
                f"SELECT id, plan, version FROM batches b WHERE {condition} ORDER BY id DESC"
            ).fetchall()
        for batch, text, version in rows:
            stored = plan_of(text)
            if stored is None and plan is None:
                raise _unreadable(store, batch, text)
            # Plans are compared by what they make, so that a file with other comments or order of keys resumes.
            if stored and (plan is None or plan.makes_the_same_as(stored)):
                return cls(store, batch, stored, version)
        return None

    @classmethod
    def has_begun(cls, store: Store) -> bool:
        """Return True if the store has a batch, finished or not."""
        with explained(store.name):
            return bool(store.connection.execute("SELECT 1 FROM batches LIMIT 1").fetchone())

    def withdraw(self) -> None:
        """Remove the batch and its progress from the store; its puzzles stay."""
        with self.store.writing():
            self.store.connection.execute("DELETE FROM cells WHERE batch = ?", [self.batch])
            self.store.connection.execute("DELETE FROM batches WHERE id = ?", [self.batch])

    @property
    def found(self) -> int:
        """Number of puzzles that all batch cells together have found so far."""
        return sum(cell.found for cell in self.cells)

    @property
    def done(self) -> bool:
        """True if all batch cells are complete."""
        return not any(cell.missing for cell in self.cells)

    def commit(self, number: int, records: Sequence[StoredPuzzle], following: int) -> int:
        """Store the puzzles of a batch cell's next starts, until it has enough, together with its progress.

        Everything happens in one transaction. `UPDATE ... WHERE next = ?` detects a second process that works on the
        same batch: it changes no row if `next` has moved meanwhile, and the transaction is rolled back.

        Args:
            number: Index of the batch cell in the plan.
            records: The puzzles of the starts from the batch cell's `next` to `following - 1`.
            following: The start after them.

        Returns:
            The number of records that were new.

        Raises:
            StoreError: Another process has stored some of this batch in the meantime.
        """
        before = self.cells[number]
        new = repeats = 0
        with self.store.writing():
            for record in records:
                if new == before.missing:
                    break
                added = not self.store.is_excluded(record) and self.store.add(record, batch=self.batch)
                new += added
                repeats += not added
                if new == before.missing:  # the cell is complete: the rest of this start is dropped
                    following = (record.number or 0) // puzzles_per_start(before.cell.request) + 1
            now = replace(before, found=before.found + new, next=following, repeats=before.repeats + repeats)
            updated = self.store.connection.execute(
                "UPDATE cells SET found = ?, next = ?, repeats = ? WHERE batch = ? AND cell = ? AND next = ?",
                [now.found, now.next, now.repeats, self.batch, number, before.next],
            )
            if updated.rowcount != 1:
                raise StoreError(f"Another process works on this batch of {self.store.name}; only one can.")
        self.cells[number] = now
        return new


class CellSize(NamedTuple):
    """Count and seed of a batch cell, as its plan has them; the stored progress must agree with them."""

    wanted: int
    """Number of puzzles"""
    seed: int


def plan_of(text: str) -> BatchPlan | None:
    """Parse the plan of a batch as a store holds it; return None when it is damaged."""
    try:
        return BatchPlan.from_text(text)
    except (ValueError, TypeError, AttributeError, KeyError, CpgenError):
        return None


def sizes_of(text: str) -> list[CellSize] | None:
    """Return count and seed of each batch cell of a plan, given as the store's text; None if the text is no plan.

    The rest is not parsed, because a plan may name files and kinds of constraints that are not there.
    """
    try:
        return [CellSize(int(cell["count"]), int(cell["seed"])) for cell in json.loads(text)] or None
    except (ValueError, TypeError, KeyError):
        return None


def _progress(cell: BatchCell, wanted: int, found: int, following: int, repeats: int) -> CellProgress:
    """Return the progress of a batch cell from the values of its row in the table `cells`.

    Args:
        cell: The batch cell.
        wanted: Number of puzzles to make.
        found: Number of puzzles stored.
        following: Index of the next start; the column is called `next`.
        repeats: Number of puzzles that were repeats.

    Raises:
        ValueError, TypeError: The values cannot be those of this batch cell.
    """
    if not (wanted == cell.count >= found >= 0 <= following and repeats >= 0):
        raise ValueError("the row is not one of this cell")
    return CellProgress(cell, found, following, repeats)


def _unreadable(store: Store, batch: int, text: str) -> StoreError:
    """Return the error for a plan that is damaged, or that names files and kinds which are not there."""
    try:
        BatchPlan.from_text(text)
    except InputError as error:
        return StoreError(
            f"The plan of batch {batch} in {store.name} cannot be read: {error} If it names files or kinds, resume it "
            "where they are, with the same --kinds. A repair keeps such a plan, as a wrong value looks like one "
            "that is defined elsewhere; if the value is wrong, begin a new batch. All puzzles are safe."
        )
    except (ValueError, TypeError, AttributeError, KeyError, CpgenError):
        pass
    return _damaged(store, batch)


def _damaged(store: Store, batch: int) -> StoreError:
    return StoreError(
        f"The progress of batch {batch} in {store.name} is damaged, so it cannot be resumed; its puzzles are safe. "
        f"`cpgen collection verify {store.name} --repair` repairs it, or removes it if its plan is damaged."
    )


@dataclass(frozen=True)
class Limits:
    """Time limits in seconds.

    Attributes:
        start: For one start, that is one attempt to make puzzles.
        hang: For the piece that is stored next; after that its worker counts as hanging.
        budget: For the whole batch.
    """

    start: float = 600.0
    hang: float = 900.0
    budget: float = float("inf")


@dataclass
class InFlightPiece:
    """Piece that was sent to a worker, with the time of sending (monotonic seconds) and the number of tries."""

    piece: Piece
    future: Future[PieceResult]
    since: float
    tries: int


@dataclass
class Throughput:
    """Estimate for one batch cell of the number of new puzzles that its starts give, and of the time that they take."""

    planned: int
    """Number of the next start to send to a worker"""
    per_walk: float
    """Expected number of new puzzles per start

    The earliest starts are exceptions, with one puzzle each; later ones walk on from their first puzzle.
    """
    size: float = 1.0
    """Number of puzzles to plan for the next piece"""
    fruitless: int = 0
    """Number of consecutive starts without a new puzzle"""

    def puzzles_of(self, first: int, count: int) -> float:
        """Return the expected number of new puzzles of `count` starts, from start `first` on."""
        single = min(count, max(0, SINGLE_STARTS - first))
        return single + (count - single) * self.per_walk

    def starts_for(self, puzzles: float) -> int:
        """Return the number of next starts that are expected to give this number of new puzzles."""
        single = min(ceil(puzzles), max(0, SINGLE_STARTS - self.planned))
        return single + max(0, ceil((puzzles - single) / self.per_walk))

    def learn(self, piece: Piece, result: PieceResult, new: int) -> None:
        """Update the estimate with the result of a piece that contained `new` new puzzles."""
        starts = result.next - piece.first
        # Pieces of PIECE_SECONDS each: short enough to lose little, long enough that sending costs nothing.
        right = len(result.records) * PIECE_SECONDS / max(result.seconds, 1e-3)
        self.size = min(max(1.0, right), 2 * self.size + 1, MOST_IN_PIECE)
        # The mean of old and new estimate follows a cell that gets harder as its puzzles run out.
        if (walks := min(starts, result.next - SINGLE_STARTS)) > 0:
            self.per_walk = max(1.0, (self.per_walk + (new - starts + walks) / walks) / 2)
        self.fruitless = 0 if new else self.fruitless + starts


class Batch:
    """Batch in progress: it sends pieces to workers and stores their puzzles, which are safe whenever it stops.

    Args:
        ledger: Progress of the batch in its store.
        workers: Executor of the pieces.
        limits: Time limits; None for the usual ones.
        report: Function that is called with the ledger several times a second.
        advice: Advice on how to continue, which ends the messages about a batch that stops early.
    """

    def __init__(
        self,
        ledger: Ledger,
        workers: Workers,
        limits: Limits | None = None,
        report: Callable[[Ledger], object] = lambda ledger: None,
        advice: str = "resume with --resume",
    ) -> None:
        self.ledger = ledger
        self.workers = workers
        self.limits = limits or Limits()
        self.report = report
        self.advice = advice
        self.end = inf
        """Time on the monotonic clock when the budget is spent"""
        self.in_flight: list[InFlightPiece] = []
        """Pieces that are sent but not yet stored, in the order of the plan"""
        self.throughputs = [Throughput(cell.next, puzzles_per_start(cell.cell.request)) for cell in ledger.cells]

    def run(self) -> None:
        """Complete all batch cells.

        Raises:
            NotFoundError: The time is up, a start takes too long, or a batch cell seems exhausted.
            WorkersError: The workers die or hang repeatedly.
        """
        self.end = monotonic() + self.limits.budget
        while not self.ledger.done:
            self._send()
            # Results wait for their turn, so a finished piece does not mean that there is something to store.
            waiting = [sent for sent in self.in_flight if not sent.future.done()] or self.in_flight[:1]
            wait([sent.future for sent in waiting], LOOK_EVERY, FIRST_COMPLETED)
            self._store()
            self._replace_lost_workers()
            self.report(self.ledger)
            if not self.ledger.done:
                self._require_time()

    def _require_time(self) -> None:
        """Raise NotFoundError when the budget is spent."""
        if monotonic() > self.end:
            raise NotFoundError(f"The time is up; {self.so_far()}.")

    def so_far(self) -> str:
        """Return the progress of the batch in words, and the advice on how to continue."""
        found, count, name = self.ledger.found, self.ledger.plan.count, self.ledger.store.name
        return f"{found} of {count} puzzles are found and stored in {name}; {self.advice}"

    def _send(self) -> None:
        """Send pieces to the workers until they have enough work, covering one batch cell after another.

        A batch cell is covered when the expected puzzles of its pieces in flight reach its missing number. If repeats
        leave the first incomplete one short, a piece is sent even when the workers have enough: all others wait for it.
        """
        first = next((number for number, cell in enumerate(self.ledger.cells) if cell.missing), -1)
        for number, (cell, throughput) in enumerate(zip(self.ledger.cells, self.throughputs, strict=True)):
            pieces = [sent.piece for sent in self.in_flight if sent.piece.number == number]
            missing = cell.missing - sum(throughput.puzzles_of(piece.first, piece.count) for piece in pieces)
            is_blocking = number == first and not pieces
            while missing > 0 and (len(self.in_flight) < self.workers.room or is_blocking):
                is_blocking = False
                count = throughput.starts_for(min(throughput.size, missing / self.workers.room))
                self._launch(number, throughput.planned, count)
                missing -= throughput.puzzles_of(throughput.planned, count)
                throughput.planned += count

    def _launch(self, number: int, first: int, count: int, tries: int = 1) -> None:
        limit = min(self.limits.start, self.end - monotonic())
        piece = Piece(number, self.ledger.plan.cells[number], first, count, self.ledger.cells[number].missing, limit)
        sent = InFlightPiece(piece, self.workers.submit(carry_out, piece, piece.order), monotonic(), tries)
        insort(self.in_flight, sent, key=lambda sent: sent.piece.order)

    def _store(self) -> None:
        """Store the results that come next in the order of the plan; later results wait in `in_flight`."""
        while self.in_flight and self._can_store(self.in_flight[0]):
            sent = self.in_flight.pop(0)
            piece, result = sent.piece, sent.future.result()
            new = self.ledger.commit(piece.number, result.records, result.next)
            self._learn(piece, result, new)
            if not self.ledger.cells[piece.number].missing:
                self._drop(piece.number)
            elif result.gave_up:
                self._require_time()
                if result.reason:
                    where = f"Start {result.next} of {piece.cell.title}"
                    raise NotFoundError(f"{where} was given up. {result.reason} {self.so_far()}.")
                raise NotFoundError(
                    f"Start {result.next} of {piece.cell.title} did not end in {self.limits.start:g} s; more time "
                    f"(--puzzle-time-limit), another grade or another number of clues may help. "
                    f"{self.so_far()}."
                )
            elif left := piece.first + piece.count - result.next:
                self._launch(piece.number, result.next, left)

    def _can_store(self, sent: InFlightPiece) -> bool:
        """Return True if a piece has its result and all batch cells before its own are complete."""
        is_next = not any(cell.missing for cell in self.ledger.cells[: sent.piece.number])
        return is_next and sent.future.done() and not self._lost(sent)

    def _learn(self, piece: Piece, result: PieceResult, new: int) -> None:
        """Update the estimate for the batch cell of a piece that gave `new` new puzzles.

        Raises:
            NotFoundError: The batch cell seems exhausted.
        """
        throughput, cell, store = self.throughputs[piece.number], piece.cell, self.ledger.store
        throughput.learn(piece, result, new)
        alike = _count_possible_repeats(store, cell, result) if throughput.fruitless else 0
        if seems_exhausted(throughput.fruitless, alike):
            raise NotFoundError(
                f"{throughput.fruitless} starts of {cell.title} in a row brought nothing new; {self.so_far()}."
            )

    def _drop(self, number: int) -> None:
        """Cancel the pieces that workers still have of the batch cell with this index, which is complete."""
        for sent in self.in_flight:
            if sent.piece.number == number:
                sent.future.cancel()
        self.in_flight = [sent for sent in self.in_flight if sent.piece.number != number]

    def _lost(self, sent: InFlightPiece) -> bool:
        """Return True if a piece that was sent has no result because its worker died or the call was dropped."""
        if not sent.future.done():
            return False
        return sent.future.cancelled() or isinstance(sent.future.exception(), self.workers.lost)

    def _replace_lost_workers(self) -> None:
        """Restart all workers if one died or the next piece hangs, and send the lost pieces again."""
        if not self.in_flight:
            return
        first = self.in_flight[0]
        hanging = not first.future.done() and monotonic() - first.since > self.limits.hang
        if not hanging and not any(map(self._lost, self.in_flight)):
            return
        # `replace` drops all submitted calls, so whatever has no result is sent again below.
        before, self.in_flight = self.in_flight, []
        try:
            self.workers.replace()
        except CpgenError as error:
            raise WorkersError(f"{error} {self.so_far()}.") from error
        # Only the piece that is stored next counts. Others are often lost with it, without being the cause; one that
        # is the cause comes to be the next.
        if first.tries >= TRIES:
            raise WorkersError(
                f"The workers died or hung {TRIES} times at start {first.piece.first} of {first.piece.cell.title}; "
                f"{self.so_far()}."
            )
        for sent in before:
            # Finished results stay: making them again would give the same puzzles.
            if sent.future.done() and not self._lost(sent):
                self.in_flight.append(sent)
            else:
                self._launch(*sent.piece.order, sent.piece.count, sent.tries + 1)


def _count_possible_repeats(store: Store, cell: BatchCell, result: PieceResult) -> int:
    """Return an upper bound on the number of stored puzzles that new ones of a batch cell may repeat.

    `result` is that of a piece of the batch cell, whose layouts count if constraints are drawn.
    """
    request = cell.request
    if not request.drawing_source:
        return store.count_possible_repeats(request.layout, request.clue_count)
    return sum(store.count(Filter(kind=kind)) for kind in {kind_of_spec(record.layout) for record in result.records})
