"""Digits in order: runs of a pattern's clues that a person reads as one line, filled with consecutive digits.

A run follows a row, a column or a diagonal, a region in reading order, a ring around the board (clockwise), a line or
outline that the clues draw, or all clues in reading order. Its digits rise or fall by one from clue to clue without
repeating; if the run has more clues than there are digits, one stretch of it shows all digits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import numpy as np

from cpgen.constraints.geometry import neighbours
from cpgen.constraints.house import REGION
from cpgen.errors import ImpossibleError, InputError
from cpgen.layout import Layout
from cpgen.messages import Message
from cpgen.notation import cell_name, symbol
from cpgen.pattern import Pattern
from cpgen.puzzle import Grid
from cpgen.suggestions import one_of

MIN_CLUES = 3
"""Minimum number of clues of a run"""
MOST_NAMED = 5
"""Maximum number of runs that a sentence names"""
MOST_TRIED = 20_000
"""Fillings of single runs that are tried to put several runs in order simultaneously"""

Cells = tuple[int, ...]
Filling = tuple[tuple[int, int], ...]
"""Digits for cells, as pairs of a cell and its digit"""


@dataclass(frozen=True)
class ClueRun:
    """Run: the cells of clues that a person reads one after another, such as those of a row."""

    name: str
    """For example `row 5`, `diagonal r1c1` or `ring 2`"""
    cells: Cells
    stretches: int = 1
    """Number of cells at which consecutive digits may begin; used if the run has more clues than there are digits"""

    def fillings(self, size: int) -> Iterator[Filling]:
        """Yield all ways to put consecutive digits (of 1 to `size`, rising or falling) along the run.

        >>> [[digit for _, digit in filling] for filling in ClueRun("row 1", (0, 1, 3)).fillings(4)]
        [[1, 2, 3], [4, 3, 2], [2, 3, 4], [3, 2, 1]]
        """
        # A stretch that begins near the end of a ring continues at its beginning.
        length = min(size, len(self.cells))
        for first in range(self.stretches if len(self.cells) > size else 1):
            cells = (*self.cells, *self.cells)[first : first + length]
            for least in range(1, size - length + 2):
                yield tuple((cell, least + position) for position, cell in enumerate(cells))
                yield tuple((cell, size + 1 - least - position) for position, cell in enumerate(cells))


@lru_cache(maxsize=64)
def runs_of(layout: Layout, pattern: Pattern) -> tuple[ClueRun, ...]:
    """Return the runs of at least three clues in a pattern: rows first, then columns and so on.

    Of runs over the same cells only the first is returned.
    """
    runs: dict[Cells, ClueRun] = {}
    for run in _candidate_runs(layout, pattern):
        if len(run.cells) >= MIN_CLUES and run.cells[::-1] not in runs:
            runs.setdefault(run.cells, run)
    return tuple(runs.values())


def _candidate_runs(layout: Layout, pattern: Pattern) -> Iterator[ClueRun]:
    """Yield what may be runs, however short: the clues on each line and ring, on each drawn shape, and all of them."""
    # The order matters: of two runs over the same cells, the first names them.
    n, clue_cells = layout.size, set(pattern.cells)
    for name, line in _board_lines(layout):
        yield ClueRun(name, tuple(cell for cell in line if cell in clue_cells))
    for k in range(n // 2):
        line = _ring(n, k, n - 1 - k)
        cells = tuple(cell for cell in line if cell in clue_cells)
        if 2 * len(cells) >= len(line):  # a sparser ring is not seen as one
            yield ClueRun(f"ring {k + 1}", cells, len(cells))
    for number, (shape, closed) in enumerate(_shapes(n, pattern.cells), 1):
        yield ClueRun(f"shape {number}", shape, len(shape) if closed else max(1, len(shape) - n + 1))
    yield ClueRun("reading", pattern.cells)


def _board_lines(layout: Layout) -> Iterator[tuple[str, Sequence[int]]]:
    n = layout.size
    for k in range(n):
        yield f"row {k + 1}", range(k * n, k * n + n)
    for k in range(n):
        yield f"column {k + 1}", range(k, n * n, n)
    for name, step in (("diagonal", 1), ("antidiagonal", -1)):
        side = 0 if step > 0 else n - 1
        for row, column in [*((0, c) for c in range(n)), *((r, side) for r in range(1, n))]:
            length = min(n - row, n - column if step > 0 else column + 1)
            cells = [(row + k) * n + column + step * k for k in range(length)]
            yield f"{name} {cell_name(cells[0], n)}", cells
    for house in layout.houses:
        if house.kind == REGION:
            yield f"region {house.number}", sorted(house.cells)


def _ring(n: int, first: int, last: int) -> list[int]:
    """Return the border of the square from row and column `first` to `last`: cells clockwise from the top left."""
    side = range(first, last)
    places = [(first, k) for k in side]
    places += [(k, last) for k in side]
    places += [(last, last + first - k) for k in side]
    places += [(last + first - k, first) for k in side]
    return [row * n + column for row, column in places]


def _shapes(n: int, cells: Cells) -> Iterator[tuple[Cells, bool]]:
    """Yield the lines that connected clues draw on a board of side n, each with True if it is closed.

    Connected clues that touch at most two others each form a line. It begins at the end that comes first in reading
    order or, if closed, at its first cell and continues clockwise. Any other shape is read along its outline, which is
    cut into pieces.
    """
    # Follow each connected set of clues: as a line if it has no branch, otherwise along its outline.
    touching = {cell: _touching(n, cell, set(cells)) for cell in cells}
    left = set(cells)
    while left:
        shape = _connected(min(left), touching)
        left -= shape
        if any(len(touching[cell]) > 2 for cell in shape):
            yield from _pieces(_outline(n, shape), touching)
        else:
            ends = sorted(cell for cell in shape if len(touching[cell]) < 2)
            yield _trace(n, ends[0] if ends else min(shape), touching), not ends


CLOCKWISE = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
"""Steps (rows, columns) to the eight neighbours of a cell, clockwise from the one above"""


def _outline(n: int, shape: set[int]) -> list[int]:
    """Return the boundary cells of a shape, clockwise from its first cell; parts one cell wide appear twice.

    This is Moore neighbour tracing: from each boundary cell, turn clockwise from the last cell known to be outside
    until a neighbour is inside. It ends when the first step is repeated.
    """
    inside = {divmod(cell, n) for cell in shape}
    here = divmod(min(shape), n)
    outside, path = CLOCKWISE.index((0, -1)), [here]  # the first cell has nothing to its left
    while True:
        around = [(outside + turn) % 8 for turn in range(1, 9)]
        step = next(step for step in around if (here[0] + CLOCKWISE[step][0], here[1] + CLOCKWISE[step][1]) in inside)
        (down, right), (down_before, right_before) = CLOCKWISE[step], CLOCKWISE[step - 1]
        here = (here[0] + down, here[1] + right)
        if len(path) > 1 and (path[-1], here) == (path[0], path[1]):
            return [row * n + column for row, column in path[:-1]]
        path.append(here)
        # The neighbour before the step was outside; find its direction from the new cell.
        outside = CLOCKWISE.index((down_before - down, right_before - right))


def _pieces(outline: Sequence[int], touching: dict[int, set[int]]) -> Iterator[tuple[Cells, bool]]:
    """Cut an outline where it returns to cells already passed; yield each piece with True if it is closed.

    `touching` has the clues that touch each clue.
    """
    # Begin a new piece whenever the outline comes back from cells that it has passed before.
    pieces, passed = [[outline[0]]], {outline[0]}
    for before, cell in pairwise(outline):
        if cell not in passed:
            if before != pieces[-1][-1]:
                pieces.append([])
            pieces[-1].append(cell)
            passed.add(cell)
    for piece in pieces:
        yield tuple(piece), len(pieces) == 1 and piece[0] in touching[piece[-1]]


def _touching(n: int, cell: int, clue_cells: set[int]) -> set[int]:
    """Return those of the clue cells that touch a cell by a side, or by a corner alone and are not connected to it."""
    # Diagonal neighbours touch only where no clue around the corner already connects them.
    row, column = divmod(cell, n)
    adjacent = clue_cells.intersection(neighbours(cell, n))
    corners = [(row + r, column + c) for r in (-1, 1) for c in (-1, 1)]
    diagonal = {r * n + c for r, c in corners if 0 <= r < n and 0 <= c < n} & clue_cells
    return adjacent | {other for other in diagonal if not adjacent.intersection(neighbours(other, n))}


def _connected(start: int, touching: dict[int, set[int]]) -> set[int]:
    reached, frontier = {start}, [start]
    while frontier:
        fresh = touching[frontier.pop()] - reached
        reached |= fresh
        frontier.extend(fresh)
    return reached


def _trace(n: int, start: int, touching: dict[int, set[int]]) -> Cells:
    """Return the cells of a line without branches in order from `start`, first to the right if there is a choice.

    `touching` gives, for each cell, those that it touches.
    """
    cells, following = [start], sorted(touching[start], key=lambda cell: (-(cell % n), cell))
    while following:
        cells.append(following[0])
        following = [cell for cell in touching[cells[-1]] if cell not in cells]
    return tuple(cells)


def named_runs(layout: Layout, pattern: Pattern, names: Sequence[str]) -> tuple[ClueRun, ...]:
    """Return the runs of a pattern with these names; raise InputError for a name that it lacks."""
    known = {run.name: run for run in runs_of(layout, pattern)}
    for name in names:
        if name not in known:
            if not known:
                raise InputError(Message("no-run", least=MIN_CLUES))
            raise one_of(list(known), name, "a run of the pattern")
    return tuple(known[name] for name in dict.fromkeys(names))


@lru_cache(maxsize=64)
def likely_runs(layout: Layout, pattern: Pattern) -> tuple[ClueRun, ...]:
    """Return the runs from which one is chosen if the request names none.

    They are those that can be filled in order and have at least half as many clues as the longest of them.
    """
    possible = [run for run in runs_of(layout, pattern) if not why_not_ordered(layout, pattern, (run,))]
    longest = min(layout.size, max((len(run.cells) for run in possible), default=0))
    return tuple(run for run in possible if 2 * len(run.cells) >= longest)


def ordered_patterns(layout: Layout, pattern: Pattern, names: Sequence[str]) -> Iterator[Pattern]:
    """Yield all patterns from which `random_ordered_pattern` chooses, for the runs with these names, or likely runs."""
    sets = [named_runs(layout, pattern, names)] if names else [(run,) for run in likely_runs(layout, pattern)]
    return (ordered for runs in sets for ordered in put_in_order(layout, pattern, runs))


def random_ordered_pattern(
    layout: Layout, pattern: Pattern, names: Sequence[str], rng: np.random.Generator
) -> Pattern | None:
    """Return the pattern with fixed digits in order along the named runs (if none, a random one).

    None if impossible.
    """
    if names:
        return next(put_in_order(layout, pattern, named_runs(layout, pattern, names), rng), None)
    runs = likely_runs(layout, pattern)
    return next(put_in_order(layout, pattern, (runs[int(rng.integers(len(runs)))],), rng)) if runs else None


def put_in_order(
    layout: Layout, pattern: Pattern, runs: Sequence[ClueRun], rng: np.random.Generator | None = None
) -> Iterator[Pattern]:
    """Yield the pattern with fixed digits in order along all given runs, in each way that repeats no digit in a house.

    They come in random order if `rng` is given. Several runs can be filled in very many ways; the search ends after
    `MOST_TRIED` fillings of single runs.
    """
    for clues in _fill_runs(layout, pattern.fixed_clues(), runs, rng, iter(range(MOST_TRIED))):
        yield Pattern(pattern.size, pattern.cells, tuple(clues[cell] for cell in pattern.cells))


def _fill_runs(
    layout: Layout, clues: Grid, runs: Sequence[ClueRun], rng: np.random.Generator | None, tries: Iterator[int]
) -> Iterator[Grid]:
    """Yield `clues` (by cell, 0: open) with digits in order along all runs, by backtracking.

    At most `tries` fillings.
    """
    if not runs:
        yield clues
        return
    fillings = list(runs[0].fillings(layout.size))
    order = rng.permutation(len(fillings)) if rng else range(len(fillings))
    for position, _ in zip(order, tries, strict=False):
        if not _clash(layout, clues, fillings[position]):
            digits = dict(fillings[position])
            following = tuple(digits.get(cell, digit) for cell, digit in enumerate(clues))
            yield from _fill_runs(layout, following, runs[1:], rng, tries)


def _clash(layout: Layout, clues: Grid, filling: Filling) -> Message | None:
    """Return the first conflict of a filling with clues, as the end of a sentence; None if there is none."""
    for cell, digit in filling:
        if clues[cell] not in (0, digit):
            return Message("run-clue", cell=layout.cell_name(cell), digit=symbol(digit), clue=symbol(clues[cell]))
        for peer in layout.peers[cell]:
            if clues[peer] == digit:
                name, other_name = layout.cell_name(cell), layout.cell_name(peer)
                return Message("run-repeat", digit=symbol(digit), one=name, other=other_name)
    return None


def require_order(layout: Layout, pattern: Pattern, names: Sequence[str]) -> None:
    """Raise ImpossibleError, with the reason, if digits cannot be in order along the named runs.

    Without names, one run must be possible.
    """
    runs = named_runs(layout, pattern, names) or runs_of(layout, pattern)[:1]
    if not runs:
        raise ImpossibleError(Message("no-runs", least=MIN_CLUES))
    if (names or not likely_runs(layout, pattern)) and (why := why_not_ordered(layout, pattern, runs)):
        raise ImpossibleError(why)


def why_not_ordered(layout: Layout, pattern: Pattern, runs: Sequence[ClueRun]) -> Message | None:
    """Return a sentence on why digits cannot be in order along all runs, with an example; None if they can."""
    if next(put_in_order(layout, pattern, runs), None):
        return None
    for run in runs:
        if len(runs) > 1 and (why := why_not_ordered(layout, pattern, (run,))):
            return why
    if len(runs) > 1:
        if len(runs) > MOST_NAMED:
            return Message("many-runs-together", count=len(runs))
        return Message("runs-together", runs=tuple(run.name for run in runs))
    first = next(runs[0].fillings(layout.size))
    example = " ".join(symbol(digit) for _, digit in first)
    why = _clash(layout, pattern.fixed_clues(), first)
    assert why is not None  # or the filling would have been found
    return Message("run-fixed", run=runs[0].name, example=example, why=why)


def ordered_runs(layout: Layout, clues: Sequence[int]) -> tuple[ClueRun, ...]:
    """Return the runs along which the clues of a puzzle are in order, longest first; `clues` has 0 for an open cell."""
    runs = runs_of(layout, Pattern.of(clues, layout.size))
    return tuple(sorted((run for run in runs if _ordered_part(layout, clues, run)), key=lambda run: -len(run.cells)))


def _ordered_part(layout: Layout, clues: Sequence[int], run: ClueRun) -> Filling:
    """Return the cells and digits of a run that are in order: all, one stretch of a long run, or none."""
    fillings = run.fillings(layout.size)
    return next((filling for filling in fillings if all(clues[cell] == digit for cell, digit in filling)), ())


def pattern_of_ordered(layout: Layout, clues: Sequence[int], requested: Pattern | None) -> Pattern:
    """Return the pattern of a puzzle's clues, with those fixed that are in order or that the requested pattern fixes.

    Args:
        layout: The board.
        clues: Digits by cell, 0 for an open cell.
        requested: The pattern of the request, which may fix digits; None for random patterns.
    """
    kept = {cell for run in ordered_runs(layout, clues) for cell, _ in _ordered_part(layout, clues, run)}
    kept |= {cell for cell, digit in enumerate(requested.fixed_clues() if requested else ()) if digit}
    pattern = Pattern.of(clues, layout.size)
    return Pattern(pattern.size, pattern.cells, tuple(clues[cell] if cell in kept else 0 for cell in pattern.cells))
