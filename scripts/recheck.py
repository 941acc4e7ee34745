"""Checks every puzzle of a store independently of the code that made it.

- plan: the puzzle belongs to a cell of a batch in the store: pattern, or clue count and symmetry. The solution contains
  its clues, and each digit once in every house.
- oracle: an oracle other than the one that proved the puzzle finds one solution, the stored one.
- rating: the independent rater of the tests finds the same level, steps and rules, hence the same appropriateness, and
  the cell asks for it. It knows the rules of Kamio (2022) only; puzzles of other ladders are counted as not rated.
- form: after exchanging lines, turning or mirroring the board and renaming digits, the puzzle has the stored canonical
  form; and no form occurs twice.

Minimality and the scores of ladders are not checked. The store may be read while a batch writes to it. The exit code is
1 if anything is wrong; Ctrl-C ends with the checks so far.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future
from contextlib import closing, suppress
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import chain, groupby, islice
from math import isclose
from typing import NamedTuple

import numpy as np

from cpgen import resources
from cpgen.collection.batch_requests import BatchCell
from cpgen.collection.batch_runner import SOURCE, plan_of, provenance_of
from cpgen.collection.batch_workers import Processes, ThisProcess, Workers
from cpgen.collection.record import StoredPuzzle, in_order
from cpgen.collection.store import Store
from cpgen.collection.store_schema import explained
from cpgen.constraints.house import REGION
from cpgen.difficulty import GradeModel, model_named
from cpgen.errors import CpgenError
from cpgen.layout import Layout
from cpgen.library import layout_named
from cpgen.notation import line
from cpgen.oracles import Oracle, open_oracle
from cpgen.puzzle import Puzzle
from cpgen.rater.ladder import FIRST_ALONE, ORDERED, RULES, SWEEP
from cpgen.rater.rating import Rating
from cpgen.regions import relabel
from cpgen.symmetry.canonical import canonical
from cpgen.symmetry.square import maps, orbits
from tests import reference_rater

PIECE = 100
"""Maximum number of puzzles that a process checks at a time"""
PROGRESS_SECONDS = 10.0
SHOWN = 20
"""Maximum number of faults to print"""
EXCHANGES = 10
"""Number of random line exchanges before a canonical form is computed again"""

Cells = tuple[BatchCell, ...]


class Piece(NamedTuple):
    """Puzzles with the same seed and provenance, and the cells of plans with this seed."""

    records: tuple[StoredPuzzle, ...]
    cells: Cells


@dataclass
class Tally:
    """Numbers of checked and wrong puzzles by kind, and the first faults."""

    checked: Counter[tuple[str, str]] = field(default_factory=Counter)
    wrong: Counter[tuple[str, str]] = field(default_factory=Counter)
    puzzles: int = 0
    unrated: int = 0
    faulty: int = 0
    faults: list[str] = field(default_factory=list)

    def note(self, fault: str) -> None:
        """Record a fault."""
        self.faulty += 1
        self.faults = [*self.faults, fault][:SHOWN]

    def add(self, other: Tally) -> None:
        """Add the results of another process."""
        self.checked += other.checked
        self.wrong += other.wrong
        self.puzzles += other.puzzles
        self.unrated += other.unrated
        self.faulty += other.faulty
        self.faults = [*self.faults, *other.faults][:SHOWN]

    def __str__(self) -> str:
        unrated = f", {self.unrated:,} with a ladder that is not rated again" if self.unrated else ""
        return f"{self.puzzles:,} puzzles, {self.faulty:,} wrong{unrated}"

    def table(self) -> str:
        """Return the counts by kind as a table."""
        kinds = [kind for name in KINDS for kind, _ in self.checked.most_common() if kind[0] == name]
        rows = [f"{kind:8}{name:32}{self.checked[kind, name]:12,}{self.wrong[kind, name]:8,}" for kind, name in kinds]
        return "\n".join([f"{'':40}{'puzzles':>12}{'wrong':>8}", *rows, str(self)])


def recheck(piece: Piece) -> Tally:
    """Check the puzzles of a piece."""
    tally = Tally()
    for record in piece.records:
        faults = list(faults_of(record, piece.cells))
        tally.puzzles += 1
        with suppress(CpgenError):  # an unknown model is a fault of the rating check
            tally.unrated += not is_rated(record)
        tally.checked.update(names := {(kind, name_of(record)) for kind, name_of in KINDS.items()})
        if faults:
            tally.wrong.update(names)
            tally.note(f"row {record.id}: {'; '.join(faults)}")
    return tally


def faults_of(record: StoredPuzzle, cells: Cells) -> Iterator[str]:
    for name, check in CHECKS.items():
        try:
            fault = check(record, Puzzle.parse(record.puzzle, layout_of(record.layout)), cells)
        except (CpgenError, ValueError) as error:
            fault = str(error)
        if fault:
            yield f"{name}: {fault}"


@lru_cache
def layout_of(spec: str) -> Layout:
    return Layout.parse(spec)


def check_plan(record: StoredPuzzle, puzzle: Puzzle, cells: Cells) -> str:
    grid = Puzzle.parse(record.solution, puzzle.layout)  # refuses a digit twice in a house
    if not puzzle.is_solved_by(grid.clues):
        return "the solution is not a full grid with the clues of the puzzle"
    if record.provenance.source == SOURCE and not any(asks_for(cell, record, puzzle) for cell in cells):
        return "no cell of a plan in this store asks for such a puzzle"
    return ""


def asks_for(cell: BatchCell, record: StoredPuzzle, puzzle: Puzzle) -> bool:
    """Return True if a cell asks for the provenance, layout, grade and clue positions of a puzzle."""
    request = cell.request
    wanted = (*provenance_of(cell)[1:], request.layout.spec, request.grade.name, request.grade.full_ladder.name)
    if (*record.provenance[1:], record.layout, record.grade, record.ladder) != wanted:  # [0] is cpgen's version
        return False
    given = {place for place, digit in enumerate(puzzle.clues) if digit}
    if request.pattern:
        cells, fixed = request.pattern.cells, request.pattern.fixed
        agrees = all(puzzle.clues[place] == digit for place, digit in zip(cells, fixed, strict=True) if digit)
        return agrees and given == set(cells)
    all_orbits = orbits(request.layout.size, request.symmetry or "none")
    symmetric = all(given.issuperset(orbit) or given.isdisjoint(orbit) for orbit in all_orbits)
    regions = (house for house in request.layout.houses if house.kind == REGION)
    least = min((len(given.intersection(region.cells)) for region in regions), default=0)
    return len(given) == request.clue_count and symmetric and least >= request.region_clues


def check_solution(record: StoredPuzzle, puzzle: Puzzle, cells: Cells) -> str:
    witness = oracle_for(other_than(record.provenance.oracle)).uniqueness(puzzle)
    if not witness.unique:
        return f"{len(witness.grids)} solutions or more"
    return "" if line(witness.grids[0]) == record.solution else "another solution"


def other_than(oracle: str) -> str:
    """Return a fast oracle that has no part in the named one."""
    return "sat" if {"bitset", "checked"} & set(oracle.split("+")) else "bitset"


@cache
def oracle_for(name: str) -> Oracle:
    return open_oracle(name)


def check_rating(record: StoredPuzzle, puzzle: Puzzle, cells: Cells) -> str:
    if not is_rated(record):
        return ""
    model = model_of(record.provenance.model)
    found = reference_rater.rate(puzzle.layout, puzzle.clues, model.ladder.pairs)
    masks = tuple(sum(1 << digit - 1 for digit in left) for left in found.candidates)
    rating = Rating(found.outcome, found.level, found.steps, found.rules, found.digits, masks)
    if (record.solved, record.level, record.steps) != (rating.solved, rating.level, rating.steps):
        return f"{found.outcome}, level {found.level} in {found.steps} steps, not {record.level} in {record.steps}"
    if record.rules != in_order(found.rules):
        return f"the rules are {', '.join(found.rules)}"
    fit = model.grade(record.grade).fit(rating) if rating.solved else 0.0
    if not isclose(fit, record.appropriateness, abs_tol=1e-9):
        return f"the appropriateness to {record.grade} is {fit}, not {record.appropriateness}"
    if cells and not any(cell.request.target.accepts(rating) or not cell.request.until_match for cell in cells):
        return "no cell of a plan in this store asks for such a rating"
    return ""


def is_rated(record: StoredPuzzle) -> bool:
    """Return True if the independent rater knows the ladder of a record."""
    ladder = model_of(record.provenance.model).ladder
    how = (record.ladder, ladder.round, ladder.places, ladder.sweep)
    sweeps = how == (ladder.name, SWEEP, FIRST_ALONE, ORDERED)
    return sweeps and set(ladder.rules) <= set(RULES) and not ladder.levels


@cache
def model_of(name: str) -> GradeModel:
    return model_named(name)


def check_form(record: StoredPuzzle, puzzle: Puzzle, cells: Cells) -> str:
    form = canonical(disguised(puzzle, np.random.default_rng(record.sample_key)))
    return "" if (form.layout.spec, form.line) == (record.kind, record.canonical) else "another canonical form"


def disguised(puzzle: Puzzle, rng: np.random.Generator) -> Puzzle:
    """Return an essentially equal puzzle: lines exchanged, board turned or mirrored, digits renamed."""
    layout = puzzle.layout
    names = [0, *(rng.permutation(layout.size) + 1).tolist()]
    clues = [names[digit] for digit in puzzle.clues]
    twins = layout.twin_lines
    for pair in rng.integers(len(twins), size=EXCHANGES) if twins else ():
        for here, there in zip(*(house.cells for house in twins[pair]), strict=True):
            clues[here], clues[there] = clues[there], clues[here]
    image, source = image_of(layout, int(rng.integers(8)))
    return Puzzle(image, tuple(clues[cell] for cell in source))


@lru_cache
def image_of(layout: Layout, number: int) -> tuple[Layout, tuple[int, ...]]:
    """Return the board after one of the eight symmetries of the square, and for each cell where it comes from."""
    source = tuple(maps(layout.size)[number].tolist())
    place = {cell: k for k, cell in enumerate(source)}
    extras = sorted(tuple(sorted(place[cell] for cell in cells)) for cells in layout.extras)
    regions = relabel([layout.regions[cell] for cell in source]) if layout.regions else ()
    return Layout(layout.size, regions, tuple(extras)), source


@cache
def layout_names() -> dict[str, str]:
    return {layout_named(name).spec: name for name in resources.names("layouts")}


Check = Callable[[StoredPuzzle, Puzzle, Cells], str]
CHECKS: Mapping[str, Check] = {
    "plan": check_plan,
    "oracle": check_solution,
    "rating": check_rating,
    "form": check_form,
}
"""Checks by name; each returns a fault, or an empty text"""
KINDS: Mapping[str, Callable[[StoredPuzzle], str]] = {
    "layout": lambda record: layout_names().get(record.layout, record.layout[:24]),
    "grade": lambda record: record.grade,
    "method": lambda record: record.provenance.method,
    "oracle": lambda record: f"{record.provenance.oracle}, then {other_than(record.provenance.oracle)}",
}
"""Properties by which the puzzles are counted"""


def pieces(store: Store, after: int) -> Iterator[Piece]:
    """Yield the puzzles of a store after a row, in the order of the store."""
    cells = cells_of(store)
    records = (record for record in store.records() if record.id > after)
    for (seed, *_), group in groupby(records, lambda record: (record.seed, record.layout, record.provenance)):
        while together := tuple(islice(group, PIECE)):
            yield Piece(together, tuple(cells[seed]))


def cells_of(store: Store) -> defaultdict[int | None, list[BatchCell]]:
    """Return the cells of all plans in a store by seed."""
    cells: defaultdict[int | None, list[BatchCell]] = defaultdict(list)
    with explained(store.name):
        plans = [plan_of(text) for (text,) in store.connection.execute("SELECT plan FROM batches")]
    for cell in chain.from_iterable(plan.cells for plan in plans if plan):
        cells[cell.seed].append(cell)
    return cells


def check_all(store: Store, workers: Workers, tally: Tally, after: int = 0) -> None:
    """Add the faults of all puzzles of a store after a row, and of the store itself, to the tally."""
    began = reported = time.monotonic()
    wanted = store.count()
    for one in results(workers, pieces(store, after)):
        tally.add(one)
        if time.monotonic() > reported + PROGRESS_SECONDS:
            reported = time.monotonic()
            print(f"{tally}, of {wanted - after:,} in {reported - began:,.0f} s", file=sys.stderr, flush=True)
    for number, why in store.damages.items():
        tally.note(f"row {number}: {why}")
    for fault in store.faults:
        tally.note(f"the file: {fault}")
    with explained(store.name):
        for (rows,) in store.connection.execute(TWICE):
            tally.note(f"rows {rows}: the same puzzle")


TWICE = "SELECT group_concat(id) FROM puzzles NOT INDEXED GROUP BY kind, canonical HAVING count(*) > 1"
"""Rows with the same canonical form, read from the table itself because an index may be damaged"""


def results(workers: Workers, work: Iterable[Piece]) -> Iterator[Tally]:
    """Yield the tallies of the pieces in order, with as many pieces in work as the workers take."""
    waiting: deque[Future[Tally]] = deque()
    for piece in work:
        waiting.append(workers.submit(recheck, piece))
        if len(waiting) >= workers.room:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


def main() -> int:
    parser = argparse.ArgumentParser(prog="scripts/recheck", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("store", metavar="STORE", help="a store of `cpgen batch` or `cpgen collection`")
    parser.add_argument(
        "--jobs", "-j", type=int, default=os.cpu_count() or 1, metavar="N", help="processes (all cores)"
    )
    parser.add_argument("--after", type=int, default=0, metavar="ROW", help="only the puzzles after this row (0)")
    asked = parser.parse_args()
    tally, complete = Tally(), False
    workers: Workers = Processes(asked.jobs) if asked.jobs > 1 else ThisProcess()
    try:
        with closing(Store(asked.store, create=False)) as store:
            check_all(store, workers, tally, asked.after)
            complete = True
    except CpgenError as error:
        tally.note(str(error))
    except KeyboardInterrupt:
        print("Interrupted; these are the checks so far.", file=sys.stderr)
    finally:
        workers.stop()
    print(tally.table(), *tally.faults, sep="\n")
    return 0 if complete and not tally.faulty else 1


if __name__ == "__main__":
    sys.exit(main())
