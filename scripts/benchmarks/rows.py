"""Which measurements are there? Those of every subject, in the order of the table."""

from __future__ import annotations

from benchmarks import (
    boards,
    canonical,
    collection,
    digging,
    documents,
    generation,
    rating,
    serving,
    starting,
    uniqueness,
)
from benchmarks.measuring import Row

SUBJECTS = (generation, rating, uniqueness, digging, boards, canonical, collection, documents, starting, serving)


def all_rows() -> list[Row]:
    return [row for subject in SUBJECTS for row in subject.rows()]
