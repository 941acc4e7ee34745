"""Import puzzles of any format into a store, and export records to a format or to Parquet."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import islice
from typing import IO

from cpgen._version import __version__
from cpgen.collection.record import Provenance, StoredPuzzle, is_minimal, record_of_puzzle
from cpgen.collection.store import Store
from cpgen.difficulty import GradeModel, model_for
from cpgen.errors import CpgenError, InputError, NotFoundError
from cpgen.formats import Entry, PuzzleText, ReadingRequest
from cpgen.formats.entry import OWN_KEYS
from cpgen.formats.lines import layout_of
from cpgen.notation import SYMBOLS
from cpgen.oracles import Oracle
from cpgen.puzzle import Puzzle
from cpgen.tabular import arrow

IMPORTED_AT_ONCE = 500
"""Number of puzzles that an import stores per transaction"""
EXPORTED_AT_ONCE = 10_000
"""Number of puzzles per row group of a Parquet file"""


@dataclass
class Tally:
    """Result of an import: numbers of new, repeated and refused puzzles."""

    new: int = 0
    repeats: int = 0
    refused: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.new + other.new, self.repeats + other.repeats, self.refused + other.refused)


@dataclass(frozen=True)
class Importer:
    """Importer of puzzles into a store: it proves that each has one solution, rates it, and skips repeats.

    Attributes:
        store: The collection that gets the puzzles.
        oracle: The solver that proves the single solution.
        model: Grade model of the ratings; None for the default of each layout.
        source: Name of the imported file, which is stored with the puzzles.
        minimal: True if each puzzle is tested for clues that it does not need.
        report: Called for each refused puzzle, with the line where it begins (0 if unknown) and the error.
    """

    store: Store
    oracle: Oracle
    model: GradeModel | None
    source: str
    minimal: bool
    report: Callable[[int, CpgenError], object]

    def take(self, excerpts: Iterable[PuzzleText], reading: ReadingRequest | None = None) -> Tally:
        """Add the puzzles of some texts, a few hundred per transaction; count the new, repeated and refused ones."""
        reading = reading or ReadingRequest()
        tally = Tally()
        rest = iter(excerpts)
        while some := list(islice(rest, IMPORTED_AT_ONCE)):
            records = []
            for excerpt in some:
                try:
                    records.append(self._record(reading.read(excerpt).puzzle))
                except (InputError, NotFoundError) as error:
                    tally.refused += 1
                    self.report(excerpt.line, error)
            # None stands for a repeat of a stored puzzle; repeats among these records are noticed by the store.
            new = self.store.add_all(record for record in records if record)
            tally.new += new
            tally.repeats += len(records) - new
        return tally

    def _record(self, puzzle: Puzzle) -> StoredPuzzle | None:
        """Return the record of a puzzle, or None if the store has an equivalent one.

        Raises:
            InputError: The puzzle does not have exactly one solution.
        """
        puzzle.require_no_repeats()
        if self.store.has(puzzle):
            return None
        witness = self.oracle.uniqueness(puzzle)
        if not witness.unique:
            how_many = "more than one solution" if witness.grids else "no solution"
            raise InputError(f"{puzzle.line} has {how_many}; a collection holds puzzles with exactly one.")
        model = self.model or model_for(puzzle.layout)
        model.require_for(puzzle.layout)
        provenance = Provenance(__version__, "import", self.oracle.name, model.name, self.source)
        return record_of_puzzle(
            puzzle, witness, model, provenance, is_minimal(puzzle, self.oracle) if self.minimal else None
        )


def entry_of(record: StoredPuzzle) -> Entry:
    """Convert a stored puzzle to the `Entry` that `cpgen.formats` writes."""
    puzzle, solution = (tuple(SYMBOLS.find(one) + 1 for one in line) for line in (record.puzzle, record.solution))
    more = {key: value for key, value in record.as_json().items() if key not in OWN_KEYS and value is not None}
    return Entry(Puzzle(layout_of(record.layout), puzzle), solution=solution, grade=record.grade, more=more)


TYPES = {
    **dict.fromkeys(("puzzle", "solution", "layout", "canonical", "kind", "pattern", "grade", "symmetry"), "string"),
    **dict.fromkeys(("ladder", "level_name"), "string"),
    "clues": "uint16",
    **dict.fromkeys(("level", "steps", "score"), "uint32"),
    "appropriateness": "float32",
    **dict.fromkeys(("solved", "minimal"), "bool_"),
}
"""Types of the Parquet columns that have the name of a field of `StoredPuzzle`"""


def write_parquet(records: Iterable[StoredPuzzle], file: IO[bytes]) -> None:
    """Write puzzles as Parquet into an open file, in row groups, so that memory stays bounded."""
    pyarrow = arrow()
    fields = [(name, getattr(pyarrow, kind)()) for name, kind in TYPES.items()]
    fields += [("rules", pyarrow.list_(pyarrow.string())), ("seed", pyarrow.int64()), ("index", pyarrow.int64())]
    fields += [(f"made_{name}", pyarrow.string()) for name in Provenance._fields]
    schema = pyarrow.schema(fields)
    rest = iter(records)
    with pyarrow.parquet.ParquetWriter(file, schema, compression="zstd") as writer:
        while some := list(islice(rest, EXPORTED_AT_ONCE)):
            columns = [[getattr(record, name) for record in some] for name in TYPES]
            columns += [[getattr(record, name) for record in some] for name in ("rules", "seed", "number")]
            columns += map(list, zip(*(record.provenance for record in some), strict=True))
            writer.write_table(pyarrow.table(columns, schema=schema))
