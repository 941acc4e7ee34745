"""Checks every puzzle of a store again, by other means than those that made it.

- plan: the puzzle is of a cell of a batch in the store, with the pattern or the clues and symmetry that this asks for;
  the solution has its clues, and each digit once in every house.
- oracle: another oracle than the one that proved the puzzle finds one solution, the stored one.
- rating: the plain rater of the tests finds the same level, steps and rules, and so the same appropriateness to the
  grade, which is what the cell asks for. It knows the rules of Kamio (2022) alone: of other ladders' puzzles the
  rating is not checked, and they are counted apart.
- form: the puzzle has the stored canonical form even with its lines exchanged, the board turned or mirrored, and the
  digits renamed; and no form is there twice.

Whether every clue is needed is not checked again, nor are the scores that some ladders have.

The store is read as a stream, also while a batch writes to it, whose log (`-wal`) then grows until the end. Ends with 1
when something is wrong, and says what in which row; Ctrl-C ends it with what was checked so far.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import chain, groupby, islice
from math import isclose
from typing import NamedTuple

import numpy as np

from cpgen import resources
from cpgen.collection.batch import SOURCE, making_of, plan_of
from cpgen.collection.record import Record, in_order
from cpgen.collection.requests import BatchCell
from cpgen.collection.store import Store
from cpgen.collection.tables import explained
from cpgen.collection.workers import Workers
from cpgen.difficulty import GradeModel, model_named
from cpgen.errors import CpgenError
from cpgen.layout import REGION, Layout, relabel
from cpgen.library import layout_named
from cpgen.notation import line
from cpgen.oracles import Oracle, open_oracle
from cpgen.puzzle import Puzzle
from cpgen.rater.ladder import FIRST_ALONE, RULES, SWEEP
from cpgen.rater.rating import Rating
from cpgen.symmetry.canonical import canonical
from cpgen.symmetry.square import maps, orbits
from scripts.soundness import in_order as results_in_order
from scripts.soundness import workers_for
from tests import reference_rater

TOGETHER = 100
"""The most puzzles that a process checks at a time"""
TOLD_EVERY = 10.0
"""Seconds between two lines of progress"""
SHOWN = 20
"""The most wrong rows that are told"""
EXCHANGES = 10
"""How often two lines change places before a form is found again"""

Cells = tuple[BatchCell, ...]


class Piece(NamedTuple):
    """Some puzzles with the same seed and making, and the cells of plans that have this seed."""

    records: tuple[Record, ...]
    cells: Cells


@dataclass
class Tally:
    """How many puzzles were checked, and how many are wrong, by each of `KINDS`; what is wrong, and what it took."""

    checked: Counter[tuple[str, str]] = field(default_factory=Counter)
    wrong: Counter[tuple[str, str]] = field(default_factory=Counter)
    seconds: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    """Processor time of each check"""
    puzzles: int = 0
    apart: int = 0
    """Puzzles of ladders that the plain rater does not know"""
    faulty: int = 0
    faults: list[str] = field(default_factory=list)
    """What is wrong, the first of it"""

    def note(self, fault: str) -> None:
        """Notes something that is wrong."""
        self.faulty += 1
        self.faults = [*self.faults, fault][:SHOWN]

    def add(self, other: Tally) -> None:
        """Adds what was checked elsewhere."""
        self.checked += other.checked
        self.wrong += other.wrong
        for name, seconds in other.seconds.items():
            self.seconds[name] += seconds
        self.puzzles += other.puzzles
        self.apart += other.apart
        self.faulty += other.faulty
        self.faults = [*self.faults, *other.faults][:SHOWN]

    def __str__(self) -> str:
        return f"{self.puzzles:,} puzzles, {self.faulty:,} wrong"

    def table(self) -> str:
        """How many puzzles there are of each kind, how many are wrong, and the processor time of the checks."""
        rows = [f"{'':40}{'puzzles':>12}{'wrong':>8}"]
        rows += [
            f"{kind:8}{name:32}{self.checked[kind, name]:12,}{self.wrong[kind, name]:8,}" for kind, name in self.kinds
        ]
        spent = ", ".join(f"{name} {self.seconds[name]:,.0f} s" for name in CHECKS)
        apart = f"; {self.apart:,} of ladders whose rating was not checked" if self.apart else ""
        return "\n".join([*rows, f"{self}{apart}", f"processor time: {spent}"])

    @property
    def kinds(self) -> list[tuple[str, str]]:
        """The kinds of the puzzles, in the order of `KINDS`, the most frequent first."""
        return [kind for name in KINDS for kind, _ in self.checked.most_common() if kind[0] == name]


def recheck(piece: Piece) -> Tally:
    """The tally of a piece."""
    tally = Tally()
    for record in piece.records:
        faults = list(faults_of(record, piece.cells, tally.seconds))
        tally.puzzles += 1
        with suppress(CpgenError):  # the check has told that there is no such model
            tally.apart += not is_plain(record)
        tally.checked.update(names := {(kind, name_of(record)) for kind, name_of in KINDS.items()})
        if faults:
            tally.wrong.update(names)
            tally.note(f"row {record.id}: {'; '.join(faults)}")
    return tally


def faults_of(record: Record, cells: Cells, seconds: defaultdict[str, float]) -> Iterator[str]:
    """What each check finds wrong with a puzzle; what the checks take is added to the seconds."""
    for name, check in CHECKS.items():
        began = time.process_time()
        try:
            fault = check(record, puzzle_of(record), cells)
        except (CpgenError, ValueError) as error:
            fault = str(error)
        seconds[name] += time.process_time() - began
        if fault:
            yield f"{name}: {fault}"


def puzzle_of(record: Record) -> Puzzle:
    """The puzzle of a record; raises InputError when it is none."""
    return Puzzle.parse(record.puzzle, layout_of(record.layout))


@lru_cache
def layout_of(spec: str) -> Layout:
    """The layout with that spec."""
    return Layout.parse(spec)


def check_plan(record: Record, puzzle: Puzzle, cells: Cells) -> str:
    """Whether clues and solution fit together, the layout, and a cell of the plan."""
    grid = Puzzle.parse(record.solution, puzzle.layout)  # no digit twice in a house
    if not puzzle.is_solved_by(grid.clues):
        return "the solution is no full grid with the clues of the puzzle"
    if record.making.source == SOURCE and not any(asks_for(cell, record, puzzle) for cell in cells):
        return "no cell of a plan in this store asks for such a puzzle"
    return ""


def asks_for(cell: BatchCell, record: Record, puzzle: Puzzle) -> bool:
    """Whether a puzzle has the making, the layout, the grade and the clues that a cell asks for."""
    wanted = (*making_of(cell)[1:], cell.layout.spec, cell.grade.name, cell.grade.full_ladder.name)
    if (*record.making[1:], record.layout, record.grade, record.ladder) != wanted:  # another version may have made it
        return False
    given = {place for place, digit in enumerate(puzzle.clues) if digit}
    if cell.pattern:
        fixed = zip(cell.pattern.cells, cell.pattern.fixed, strict=True)
        return given == set(cell.pattern.cells) and all(puzzle.clues[place] == digit for place, digit in fixed if digit)
    whole = orbits(cell.layout.size, cell.symmetry or "none")
    symmetric = all(given.issuperset(orbit) or given.isdisjoint(orbit) for orbit in whole)
    regions = (house for house in cell.layout.houses if house.kind == REGION)
    least = min((len(given.intersection(region.cells)) for region in regions), default=0)
    return len(given) == cell.clues and symmetric and least >= cell.region_clues


def check_solution(record: Record, puzzle: Puzzle, cells: Cells) -> str:
    """Whether another oracle than that of the record finds its solution, and no other."""
    witness = oracle_for(other_than(record.making.oracle)).uniqueness(puzzle)
    if not witness.unique:
        return f"{len(witness.grids)} solutions or more"
    return "" if line(witness.grids[0]) == record.solution else "another solution"


def other_than(oracle: str) -> str:
    """A quick oracle that is, or has in it, none of those of that name."""
    return "sat" if {"bitset", "checked"} & set(oracle.split("+")) else "bitset"


@cache
def oracle_for(name: str) -> Oracle:
    """The oracle of that name, opened on first use."""
    return open_oracle(name)


def check_rating(record: Record, puzzle: Puzzle, cells: Cells) -> str:
    """Whether the plain rater comes to the stored rating, and a cell of the plan asks for it."""
    if not is_plain(record):
        return ""
    model = model_of(record.making.model)
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
    if cells and not any(cell.target.accepts(rating) or not cell.until_match for cell in cells):
        return "no cell of a plan in this store asks for such a rating"
    return ""


def is_plain(record: Record) -> bool:
    """Whether the plain rater knows the ladder of a record."""
    ladder = model_of(record.making.model).ladder
    sweeps = (record.ladder, ladder.round, ladder.places) == (ladder.name, SWEEP, FIRST_ALONE)
    return sweeps and set(ladder.rules) <= set(RULES) and not ladder.levels


@cache
def model_of(name: str) -> GradeModel:
    """The grade model of that name."""
    return model_named(name)


def check_form(record: Record, puzzle: Puzzle, cells: Cells) -> str:
    """Whether the puzzle in disguise has the stored canonical form."""
    form = canonical(disguised(puzzle, np.random.default_rng(record.chance)))
    return "" if (form.layout.spec, form.line) == (record.kind, record.canonical) else "another canonical form"


def disguised(puzzle: Puzzle, rng: np.random.Generator) -> Puzzle:
    """The same puzzle with lines exchanged, with the board turned or mirrored, and with other names for the digits."""
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
    """The board turned or mirrored, and for each of its cells that which comes to lie there."""
    source = tuple(maps(layout.size)[number].tolist())
    place = {cell: k for k, cell in enumerate(source)}
    extras = sorted(tuple(sorted(place[cell] for cell in cells)) for cells in layout.extras)
    regions = relabel([layout.regions[cell] for cell in source]) if layout.regions else ()
    return Layout(layout.size, regions, tuple(extras)), source


@cache
def layout_names() -> dict[str, str]:
    """The names of the shipped layouts by their specs."""
    return {layout_named(name).spec: name for name in resources.names("layouts")}


Check = Callable[[Record, Puzzle, Cells], str]
CHECKS: Mapping[str, Check] = {
    "plan": check_plan,
    "oracle": check_solution,
    "rating": check_rating,
    "form": check_form,
}
"""The checks of a puzzle, each of which says what is wrong, or nothing"""
KINDS: Mapping[str, Callable[[Record], str]] = {
    "layout": lambda record: layout_names().get(record.layout, record.layout[:24]),
    "grade": lambda record: record.grade,
    "method": lambda record: record.making.method,
    "oracle": lambda record: f"{record.making.oracle}, then {other_than(record.making.oracle)}",
}
"""By what the puzzles are counted"""


def pieces(store: Store, after: int) -> Iterator[Piece]:
    """The puzzles of a store after a row, in its order, with the cells that may have asked for them."""
    cells = cells_of(store)
    records = (record for record in store.records() if record.id > after)
    for (seed, *_), group in groupby(records, lambda record: (record.seed, record.layout, record.making)):
        while together := tuple(islice(group, TOGETHER)):
            yield Piece(together, tuple(cells[seed]))


def cells_of(store: Store) -> defaultdict[int | None, list[BatchCell]]:
    """The cells of all plans in a store, by their seeds."""
    cells: defaultdict[int | None, list[BatchCell]] = defaultdict(list)
    with explained(store.name):
        plans = [plan_of(text) for (text,) in store.connection.execute("SELECT plan FROM batches")]
    for cell in chain.from_iterable(plan.cells for plan in plans if plan):
        cells[cell.seed].append(cell)
    return cells


def check_all(store: Store, workers: Workers, tally: Tally, after: int = 0) -> None:
    """Adds what the workers find wrong with the puzzles of a store after a row, and what is wrong with its rows."""
    began = told = time.monotonic()
    wanted = store.count()
    for one in results_in_order(workers, recheck, pieces(store, after)):
        tally.add(one)
        if time.monotonic() > told + TOLD_EVERY:
            told = time.monotonic()
            print(f"{tally}, of {wanted - after:,} in {told - began:,.0f} s", file=sys.stderr, flush=True)
    for number, why in store.damages.items():
        tally.note(f"row {number}: {why}")
    for fault in store.faults:
        tally.note(f"the file: {fault}")
    with explained(store.name):
        for (rows,) in store.connection.execute(TWICE):
            tally.note(f"rows {rows}: the same puzzle")


TWICE = "SELECT group_concat(id) FROM puzzles NOT INDEXED GROUP BY kind, canonical HAVING count(*) > 1"
"""The rows that are the same puzzle, in the table itself"""


def main() -> int:
    parser = argparse.ArgumentParser(prog="scripts/recheck", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("store", metavar="STORE", help="a store that `cpgen batch` or `cpgen collection` made")
    parser.add_argument(
        "--jobs", "-j", type=int, default=os.cpu_count() or 1, metavar="N", help="processes (all cores)"
    )
    parser.add_argument("--after", type=int, default=0, metavar="ROW", help="only the puzzles after this row (0)")
    asked = parser.parse_args()
    tally, began, whole = Tally(), time.monotonic(), False
    try:
        with closing(Store(asked.store, create=False)) as store, workers_for(asked.jobs) as workers:
            check_all(store, workers, tally, asked.after)
            whole = True
    except CpgenError as error:
        tally.note(str(error))
    print(tally.table())
    seconds = f"{time.monotonic() - began:,.0f} s with {asked.jobs} processes"
    print(f"by the clock: {seconds}" + ("" if whole else ", and not all was checked"))
    print(*tally.faults, sep="\n", end="\n" if tally.faults else "")
    return 0 if whole and not tally.faulty else 1


if __name__ == "__main__":
    sys.exit(main())
