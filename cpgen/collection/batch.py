"""A plan carried out: pieces go out to workers and come back in any order, and are stored in the order of the plan.

The set depends on the plan alone. The puzzles of a cell's start number i are made from the cell's seed and i; the store
takes them cell by cell in the order of the starts, leaves out repeats, and goes on until the count is reached.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, field
from math import ceil
from time import monotonic

from cpgen.collection.ledger import Ledger
from cpgen.collection.pieces import Outcome, Piece, carry_out
from cpgen.collection.workers import Workers
from cpgen.errors import CpgenError, NotFoundError
from cpgen.generation.two_phase import seems_exhausted

PIECE_SECONDS = 0.5
"""What a piece should take"""
ENOUGH = 5.0
MOST_IN_PIECE = 256
LOOK_EVERY = 0.2
TRIES = 4


class WorkersError(CpgenError):
    """The workers die or hang, again and again."""


@dataclass
class Limits:
    """Seconds: for one start, for a piece to come back before its worker counts as hanging, and for all."""

    start: float = 600.0
    hang: float = 900.0
    budget: float = float("inf")


@dataclass(order=True)
class Flight:
    """A piece that is being carried out, ordered by its place in the plan."""

    cell: int
    first: int
    piece: Piece = field(compare=False)
    future: Future[Outcome] = field(compare=False)
    since: float = field(compare=False)
    tries: int = field(compare=False, default=1)


class Batch:
    """A batch on its way; `run` ends when all is found, and everything stored is safe whenever it stops."""

    def __init__(
        self,
        ledger: Ledger,
        workers: Workers,
        limits: Limits | None = None,
        tell: Callable[[Ledger], object] = lambda ledger: None,
    ) -> None:
        self.ledger = ledger
        self.workers = workers
        self.limits = limits or Limits()
        self.tell = tell
        self.flights: list[Flight] = []
        self.planned = [cell.next for cell in ledger.cells]
        self.sizes = [4] * len(ledger.cells)
        self.yields = [1.0] * len(ledger.cells)
        self.fruitless = [0] * len(ledger.cells)
        self.began = monotonic()

    def run(self) -> None:
        """Fills all cells; raises NotFoundError when the budget is spent or one start takes too long."""
        while not self.ledger.done:
            self._send()
            wait([flight.future for flight in self._waiting()], LOOK_EVERY, FIRST_COMPLETED)
            self._store()
            self._look_after_workers()
            self.tell(self.ledger)
            if monotonic() - self.began > self.limits.budget and not self.ledger.done:
                raise NotFoundError(f"The time is up; {self.so_far()}.")

    def so_far(self) -> str:
        """How far the batch is, in words."""
        return (
            f"{self.ledger.found} of {self.ledger.plan.count} puzzles are found and stored in "
            f"{self.ledger.store.name}; --resume goes on"
        )

    def _waiting(self) -> list[Flight]:
        return [flight for flight in self.flights if not flight.future.done()] or self.flights[:1]

    def _send(self) -> None:
        """Keeps the workers busy: with the first cell that may not have enough yet, then the next."""
        cell = 0
        while len(self.flights) < 3 * self.workers.count and cell < len(self.ledger.cells):
            state = self.ledger.cells[cell]
            coming = sum(flight.piece.count for flight in self.flights if flight.cell == cell)
            missing = ceil((state.wanted - state.found) / self.yields[cell]) - coming
            if missing > 0:
                count = min(missing, self.sizes[cell])
                self._launch(cell, self.planned[cell], count)
                self.planned[cell] += count
            else:
                cell += 1

    def _launch(self, cell: int, first: int, count: int, tries: int = 1) -> None:
        wanted = self.ledger.plan.cells[cell]
        piece = Piece(cell, wanted, wanted.seed, first, count, ENOUGH, self.limits.start)
        insort(self.flights, Flight(cell, first, piece, self.workers.submit(carry_out, piece), monotonic(), tries))

    def _store(self) -> None:
        """Stores what has come back and is next in the order of the plan."""
        while self.flights and self.flights[0].future.done() and not self._lost(self.flights[0]):
            flight = self.flights.pop(0)
            outcome = flight.future.result()
            found = self.ledger.cells[flight.cell].found
            self.ledger.commit(flight.cell, outcome.records, outcome.next)
            self._learn(flight, outcome)
            self._require_new(flight, outcome, self.ledger.cells[flight.cell].found - found)
            if self.ledger.cells[flight.cell].done:
                self._forget(flight.cell)
            elif outcome.gave_up:
                raise NotFoundError(self._too_long(flight, outcome))
            elif outcome.next < flight.first + flight.piece.count:
                self._launch(flight.cell, outcome.next, flight.first + flight.piece.count - outcome.next)

    def _require_new(self, flight: Flight, outcome: Outcome, new: int) -> None:
        """Raises NotFoundError when very many starts in a row brought nothing that the store did not have."""
        fruitless = 0 if new else self.fruitless[flight.cell] + outcome.next - flight.first
        self.fruitless[flight.cell] = fruitless
        if seems_exhausted(fruitless, self.ledger.store.count()):
            title = self.ledger.plan.cells[flight.cell].title
            raise NotFoundError(f"{fruitless} starts of {title} in a row brought nothing new; {self.so_far()}.")

    def _learn(self, flight: Flight, outcome: Outcome) -> None:
        """Makes the pieces of the cell as long as they should be, and knows how many puzzles a start gives."""
        starts = outcome.next - flight.first
        self.yields[flight.cell] = max(1.0, len(outcome.records) / max(1, starts))
        right = starts * PIECE_SECONDS / max(outcome.seconds, 1e-3)
        self.sizes[flight.cell] = int(min(max(1, right), 2 * self.sizes[flight.cell] + 1, MOST_IN_PIECE))

    def _forget(self, cell: int) -> None:
        for flight in self.flights:
            if flight.cell == cell:
                flight.future.cancel()
        self.flights = [flight for flight in self.flights if flight.cell != cell]

    def _lost(self, flight: Flight) -> bool:
        if flight.future.cancelled():
            return True
        return flight.future.done() and isinstance(flight.future.exception(), self.workers.lost)

    def _look_after_workers(self) -> None:
        """Replaces the workers when one has died, or when the next piece does not come back."""
        if not self.flights:
            return
        hanging = monotonic() - self.flights[0].since > self.limits.hang and not self.flights[0].future.done()
        if hanging or any(map(self._lost, self.flights)):
            self._begin_again()

    def _begin_again(self) -> None:
        before, self.flights = self.flights, []
        self.workers.replace()
        if before[0].tries >= TRIES:
            raise WorkersError(
                f"The workers died or hung {TRIES} times at start {before[0].first} of "
                f"{self.ledger.plan.cells[before[0].cell].title}; {self.so_far()}."
            )
        for flight in before:
            if flight.future.done() and not self._lost(flight):
                insort(self.flights, flight)
            else:
                self._launch(flight.cell, flight.first, flight.piece.count, flight.tries + 1)

    def _too_long(self, flight: Flight, outcome: Outcome) -> str:
        cell = self.ledger.plan.cells[flight.cell]
        return (
            f"Start {outcome.next} of {cell.title} did not end in {self.limits.start:g} s; more time "
            f"(--limit), another grade or a few more clues may help. {self.so_far().capitalize()}."
        )
