"""Puzzles of others taken in: each shown to have one solution, rated, and left out when it is there already."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import islice

from cpgen._version import __version__
from cpgen.collection.record import Making, Record, is_minimal, record_of_puzzle
from cpgen.collection.store import Store
from cpgen.difficulty import GradeModel, model_for
from cpgen.errors import InputError, NotFoundError
from cpgen.formats import Excerpt
from cpgen.layout import Layout
from cpgen.oracles import Oracle
from cpgen.puzzle import Puzzle

AT_ONCE = 500
"""Puzzles that are stored in one transaction"""


@dataclass
class Tally:
    """What became of the puzzles of a file."""

    new: int = 0
    repeats: int = 0
    refused: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.new + other.new, self.repeats + other.repeats, self.refused + other.refused)


@dataclass(frozen=True)
class Importer:
    """Takes puzzles into a store; `tell` hears of each that is refused, with the line it stands on (0: unknown)."""

    store: Store
    oracle: Oracle
    model: GradeModel | None
    source: str
    minimal: bool
    tell: Callable[[int, Exception], object]

    def take(self, excerpts: Iterable[Excerpt], layout: Layout | None = None) -> Tally:
        """Takes what the excerpts of a text spell, some hundred puzzles a transaction."""
        tally = Tally()
        rest = iter(excerpts)
        while some := list(islice(rest, AT_ONCE)):
            records = [record for excerpt in some if (record := self._record(excerpt, layout, tally)) is not None]
            new = self.store.add_all(records)
            tally.new += new
            tally.repeats += len(records) - new
        return tally

    def _record(self, excerpt: Excerpt, layout: Layout | None, tally: Tally) -> Record | None:
        try:
            puzzle = excerpt.read(layout).puzzle
            puzzle.require_no_repeats()
            if self.store.has(puzzle):
                tally.repeats += 1
                return None
            return self._rated(puzzle)
        except (InputError, NotFoundError) as error:
            tally.refused += 1
            self.tell(excerpt.line, error)
            return None

    def _rated(self, puzzle: Puzzle) -> Record:
        witness = self.oracle.uniqueness(puzzle)
        if not witness.unique:
            how_many = "more than one solution" if witness.grids else "no solution"
            raise InputError(f"{puzzle.line} has {how_many}; a collection holds puzzles with exactly one.")
        model = self.model or model_for(puzzle.layout)
        making = Making(__version__, "import", self.oracle.name, model.name, self.source)
        minimal = is_minimal(puzzle, self.oracle) if self.minimal else None
        return record_of_puzzle(puzzle, witness, model, making, minimal)
