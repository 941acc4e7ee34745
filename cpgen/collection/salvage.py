"""Save the content of a damaged store that its pages still hold.

The rows of all pages are assigned to tables by the number and types of their values, whatever the schema and the tree
of pages say. A row counts as a puzzle only if its checksum proves that nothing in it has changed, so stale and damaged
rows do no harm.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

from cpgen.collection.batch_runner import sizes_of
from cpgen.collection.pages import INDEX_LEAF, TABLE_LEAF, Pages
from cpgen.collection.record import Provenance, StoredPuzzle
from cpgen.collection.store import Loss
from cpgen.collection.store_schema import PLAIN, record_of, stored_columns
from cpgen.rater.ladder import RULES, TECHNIQUES

DATE = re.compile(r"\d{4}-\d\d-\d\d")
NUMBERED = (11, 12)
"""Lengths of rows of the indexes `grades` and `traits`, whose last value is the number of a puzzle"""


class Salvage:
    """Content of a damaged store, as its pages still hold it: puzzles, plans and progress of batches, marks, losses."""

    def __init__(self, pages: Pages) -> None:
        self._pages = pages
        self._layouts: dict[int, list[str]] = {}
        self._origins: dict[int, list[Provenance]] = {}
        self._technique_bits = {rule: place for place, rule in enumerate(RULES)}
        self.plans: dict[int, tuple[str, str]] = {}
        """Plan of each batch, and the version of cpgen that began it, by the batch's number"""
        self.progress: dict[tuple[int, int], list[tuple[int, ...]]] = {}
        """All surviving rows (wanted, found, next, repeats) by batch and cell; newer ones have a greater `next`"""
        self.additions: dict[int, tuple[str, int | None]] = {}
        """Date and batch of the rows from a number on, by that number"""
        self.excluded: dict[int, int | None] = {}
        """Seed of the batch that a puzzle was removed from (None if the user excluded it), by sample key"""
        self.marks: set[tuple[int, str]] = set()
        """Row number and name of each mark"""
        self.lost: dict[int, Loss] = {}
        """Losses that earlier repairs recorded, by row number"""
        self.numbers: set[int] = set()
        """Row numbers of the puzzles that an index names"""
        # Damage may have destroyed the schema, so the table of a row is told by the types of its values.
        for number, values in pages.rows(TABLE_LEAF):
            if number is not None:
                self._read(number, values)
        for _, values in pages.rows(INDEX_LEAF):
            self._read_index(values)

    def _read(self, number: int, values: Sequence[Any]) -> None:
        """Keep the values of a row for the table that it must belong to, by the number and types of the values.

        Rows of the table `puzzles`, which `rows` reads, and rows of no known form are ignored. `number` is the row's
        number.
        """
        match values:
            case [None, str(name)] if name in TECHNIQUES:
                self._technique_bits[name] = number
            case [None, str(text), str(version)] if sizes_of(text):
                self.plans[number] = (text, version)
            case [None, str(added), int() | None as batch] if DATE.fullmatch(added):
                self.additions[number] = (added, batch)
            case [None, int() | None as seed]:
                self.excluded[number] = seed
            case [None, str(layout), str()]:
                self._layouts.setdefault(number, []).append(layout)
            case [None, str(found), str(what), int() | None as rows] if DATE.fullmatch(found):
                self.lost[number] = Loss(found, what, rows)
            case [None, str(version), str(method), str(oracle), str(model), str(source)]:
                self._origins.setdefault(number, []).append(Provenance(version, method, oracle, model, source))

    def _read_index(self, values: Sequence[Any]) -> None:
        """Keep the values of a row of an index, or of a table without row numbers, which SQLite stores like one."""
        match values:
            case [str(name), int(bit)] if name in TECHNIQUES:
                self._technique_bits[name] = bit
            case [int(number), str(name)]:
                self.marks.add((number, name))
            case [str(layout), int(number)]:
                self._layouts.setdefault(number, []).append(layout)
            case [str(version), str(method), str(oracle), str(model), str(source), int(number)]:
                self._origins.setdefault(number, []).append(Provenance(version, method, oracle, model, source))
            case [int(batch), int(cell), int(), int(), int(), int()]:
                self.progress.setdefault((batch, cell), []).append(tuple(values[2:]))
            case [*_, int(number)] if len(values) in NUMBERED and number > 0:
                self.numbers.add(number)

    @property
    def losses(self) -> list[Loss]:
        """Losses that earlier repairs recorded, in order."""
        return [loss for _, loss in sorted(self.lost.items())]

    @property
    def is_store(self) -> bool:
        """True if the pages hold a plan, or layout and provenance of a puzzle: the file was a store."""
        return bool(self.plans or (self._layouts and self._origins))

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield the rows that may be puzzles, as dictionaries by column name; they may be damaged (see `record`).

        These are the rows of any table that have a positive number and as many values as the table `puzzles` has
        columns.
        """
        columns = stored_columns("puzzles")
        for number, values in self._pages.rows(TABLE_LEAF):
            if len(values) == len(columns) and number is not None and number > 0:
                yield dict(zip(columns, (number, *values[1:]), strict=True))

    def record(self, row: dict[str, Any], *, is_verified: bool = True) -> StoredPuzzle | None:
        """Return the puzzle in a row; None if it is damaged.

        Args:
            row: A row that `rows` yielded.
            is_verified: Require that the checksum is right; False if the caller compares the values in another way.
        """
        plain = [row[name] for name in PLAIN]
        layouts, origins = self._layouts.get(row["board"], []), self._origins.get(row["making"], [])
        # Two versions of a page may survive; the checksum tells which combination the row was stored with.
        for layout, origin in product(dict.fromkeys(layouts), dict.fromkeys(origins)):
            try:
                record = record_of(
                    (row["id"], row["sum"], layout, row["rules"], row["more_rules"], *plain, *origin),
                    self._technique_bits,
                )
                if not is_verified or (row["sum"] == record.checksum and record.is_plausible):
                    return record
            except (TypeError, ValueError):
                continue
        return None

    def versions(self, row: dict[str, Any]) -> list[str]:
        """Return the versions of cpgen that may have made the puzzle of a row, according to surviving provenances."""
        return [origin.version for origin in dict.fromkeys(self._origins.get(row["making"], []))]
