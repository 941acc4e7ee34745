"""A piece of a batch: the puzzles of a few starts of one cell, made anywhere, the same wherever that is."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from time import monotonic

from cpgen._version import __version__
from cpgen.collection.record import Making, Record, record_of_generated
from cpgen.generation.clock import Clock, OutOfTimeError
from cpgen.generation.request import Request
from cpgen.generation.two_phase import puzzles_from
from cpgen.oracles import Oracle, UndecidedError, open_oracle

_here = threading.local()


@dataclass(frozen=True)
class Piece:
    """The puzzles of starts `first` to `first + count − 1` of the cell's seed.

    When `enough` seconds have passed, the rest is left for another piece; one start gets at most `limit`.
    """

    cell: int
    request: Request
    seed: int
    first: int
    count: int
    enough: float
    limit: float


@dataclass(frozen=True)
class Outcome:
    """The puzzles of a piece in order, those of the starts before `next`; `gave_up` when that took the limit."""

    records: tuple[Record, ...]
    next: int
    seconds: float
    gave_up: bool = False


def carry_out(piece: Piece) -> Outcome:
    """Makes the puzzles of a piece."""
    began = monotonic()
    records: list[Record] = []
    for start in range(piece.first, piece.first + piece.count):
        try:
            records.extend(_records_from(piece, start))
        except (OutOfTimeError, UndecidedError):
            return Outcome(tuple(records), start, monotonic() - began, gave_up=start == piece.first)
        if monotonic() - began > piece.enough:
            break
    return Outcome(tuple(records), start + 1, monotonic() - began)


def _records_from(piece: Piece, start: int) -> list[Record]:
    """All puzzles of a start: a part of them would depend on how fast the machine is."""
    making, oracle = making_of(piece.request), oracle_here(piece.request.oracle)
    every = puzzles_from(piece.request, oracle, piece.seed, start, Clock(piece.limit))
    return [record_of_generated(made, making, oracle_here("bitset")) for made in every]


def making_of(request: Request) -> Making:
    """How the puzzles of a request are made."""
    names = f"{request.generation}/{request.replacement}" + ("" if request.until_match else " as in the paper")
    return Making(__version__, names, request.oracle, str(request.model), "batch")


def oracle_here(name: str) -> Oracle:
    """This thread's own oracle of that name, opened on first use."""
    opened: dict[str, Oracle] = _here.__dict__.setdefault("oracles", {})
    if name not in opened:
        opened[name] = open_oracle(name)
    return opened[name]
