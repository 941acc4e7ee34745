"""Digits in order: the runs of a pattern's clues that a person reads as one, filled with consecutive digits.

A run goes along a row, column or diagonal, through a region in reading order, clockwise around the board, along or
around a shape, or through all clues in reading order. Its digits rise or fall by one from clue to clue, and none comes
twice: of a longer run, a stretch has all digits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import numpy as np

from cpgen.errors import ImpossibleError, InputError, Message, one_of
from cpgen.layout import REGION, Layout, neighbours
from cpgen.notation import cell_name, symbol
from cpgen.pattern import Pattern
from cpgen.puzzle import Grid

LEAST = 3
"""Clues of a run"""
FEW = 5
"""So many runs are named in a sentence"""
MOST_TRIED = 20_000
"""Fillings of a run that are tried to put several in order together"""

Cells = tuple[int, ...]
Filling = tuple[tuple[int, int], ...]
"""Cells with their digits"""


@dataclass(frozen=True)
class ClueRun:
    """Clues that a person reads one after another."""

    name: str
    """As in `row 5`, `diagonal r1c1`, `ring 2`"""
    cells: Cells
    stretches: int = 1
    """At how many of its cells a stretch may begin, where it is longer than there are digits"""

    def fillings(self, size: int) -> Iterator[Filling]:
        """The ways to put digits in order.

        >>> [[digit for _, digit in filling] for filling in ClueRun("row 1", (0, 1, 3)).fillings(4)]
        [[1, 2, 3], [4, 3, 2], [2, 3, 4], [3, 2, 1]]
        """
        length = min(size, len(self.cells))
        for first in range(self.stretches if len(self.cells) > size else 1):
            cells = (*self.cells, *self.cells)[first : first + length]
            for least in range(1, size - length + 2):
                yield tuple((cell, least + place) for place, cell in enumerate(cells))
                yield tuple((cell, size + 1 - least - place) for place, cell in enumerate(cells))


@lru_cache(maxsize=64)
def runs_of(layout: Layout, pattern: Pattern) -> tuple[ClueRun, ...]:
    """The runs of a pattern, each once, by kind."""
    found: dict[Cells, ClueRun] = {}
    for run in _lines(layout, pattern):
        if len(run.cells) >= LEAST and run.cells[::-1] not in found:
            found.setdefault(run.cells, run)
    return tuple(found.values())


def _lines(layout: Layout, pattern: Pattern) -> Iterator[ClueRun]:
    """All that may be runs: the clues on each line of the board, along each shape, and all of them."""
    n, given = layout.size, set(pattern.cells)
    for name, line in _board_lines(layout):
        yield ClueRun(name, tuple(cell for cell in line if cell in given))
    for k in range(n // 2):
        line = _ring(n, k, n - 1 - k)
        cells = tuple(cell for cell in line if cell in given)
        if 2 * len(cells) >= len(line):
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
    """The cells around the board between two rows, clockwise from the top left."""
    side = range(first, last)
    places = [(first, k) for k in side]
    places += [(k, last) for k in side]
    places += [(last, last + first - k) for k in side]
    places += [(last + first - k, first) for k in side]
    return [row * n + column for row, column in places]


def _shapes(n: int, cells: Cells) -> Iterator[tuple[Cells, bool]]:
    """The lines that clues draw, and whether each is closed.

    Clues that touch at most two others each are a line: it begins at the end that comes first in reading order, or,
    when it is closed, at its first cell and goes clockwise. Of other shapes the outline is read, in pieces.
    """
    touching = {cell: _touching(n, cell, set(cells)) for cell in cells}
    left = set(cells)
    while left:
        shape = _connected(min(left), touching)
        left -= shape
        if any(len(touching[cell]) > 2 for cell in shape):
            yield from _pieces(_outline(n, shape), touching)
        else:
            ends = sorted(cell for cell in shape if len(touching[cell]) < 2)
            yield _walk(n, ends[0] if ends else min(shape), touching), not ends


CLOCKWISE = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))


def _outline(n: int, shape: set[int]) -> list[int]:
    """The cells around a shape, clockwise from its first one; where it is one cell wide, there and back."""
    inside = {divmod(cell, n) for cell in shape}
    here = divmod(min(shape), n)
    outside, path = CLOCKWISE.index((0, -1)), [here]
    while True:
        around = [(outside + turn) % 8 for turn in range(1, 9)]
        way = next(way for way in around if (here[0] + CLOCKWISE[way][0], here[1] + CLOCKWISE[way][1]) in inside)
        (down, right), (over, aside) = CLOCKWISE[way], CLOCKWISE[way - 1]
        here = (here[0] + down, here[1] + right)
        if len(path) > 1 and (path[-1], here) == (path[0], path[1]):
            return [row * n + column for row, column in path[:-1]]
        path.append(here)
        outside = CLOCKWISE.index((over - down, aside - right))


def _pieces(outline: Sequence[int], touching: dict[int, set[int]]) -> Iterator[tuple[Cells, bool]]:
    """The outline cut where it comes back to cells that it has passed; whether it is whole."""
    pieces, passed = [[outline[0]]], {outline[0]}
    for before, cell in pairwise(outline):
        if cell not in passed:
            if before != pieces[-1][-1]:
                pieces.append([])
            pieces[-1].append(cell)
            passed.add(cell)
    for piece in pieces:
        yield tuple(piece), len(pieces) == 1 and piece[0] in touching[piece[-1]]


def _touching(n: int, cell: int, given: set[int]) -> set[int]:
    """The clues beside a clue, and those diagonally across where no clue leads around the corner."""
    row, column = divmod(cell, n)
    beside = given.intersection(neighbours(cell, n))
    corners = [(row + r, column + c) for r in (-1, 1) for c in (-1, 1)]
    across = {r * n + c for r, c in corners if 0 <= r < n and 0 <= c < n} & given
    return beside | {other for other in across if not beside.intersection(neighbours(other, n))}


def _connected(start: int, touching: dict[int, set[int]]) -> set[int]:
    reached, frontier = {start}, [start]
    while frontier:
        fresh = touching[frontier.pop()] - reached
        reached |= fresh
        frontier.extend(fresh)
    return reached


def _walk(n: int, start: int, touching: dict[int, set[int]]) -> Cells:
    """The cells of a line from one of them; from there to the right where there are two ways."""
    cells, following = [start], sorted(touching[start], key=lambda cell: (-(cell % n), cell))
    while following:
        cells.append(following[0])
        following = [cell for cell in touching[cells[-1]] if cell not in cells]
    return tuple(cells)


def named_runs(layout: Layout, pattern: Pattern, names: Sequence[str]) -> tuple[ClueRun, ...]:
    """The runs of a pattern with these names; raises InputError for one that it has not."""
    known = {run.name: run for run in runs_of(layout, pattern)}
    for name in names:
        if name not in known:
            if not known:
                raise InputError(Message("no-run", least=LEAST))
            raise one_of(list(known), name, "a run of the pattern")
    return tuple(known[name] for name in dict.fromkeys(names))


@lru_cache(maxsize=64)
def likely_runs(layout: Layout, pattern: Pattern) -> tuple[ClueRun, ...]:
    """The runs that are taken where none is named: those that can be filled, at least half as long as the longest."""
    possible = [run for run in runs_of(layout, pattern) if not why_not(layout, pattern, (run,))]
    longest = min(layout.size, max((len(run.cells) for run in possible), default=0))
    return tuple(run for run in possible if 2 * len(run.cells) >= longest)


def choices(layout: Layout, pattern: Pattern, names: Sequence[str]) -> Iterator[Pattern]:
    """All patterns that `ordered` chooses from."""
    sets = [named_runs(layout, pattern, names)] if names else [(run,) for run in likely_runs(layout, pattern)]
    return (one for runs in sets for one in filled(layout, pattern, runs))


def ordered(layout: Layout, pattern: Pattern, names: Sequence[str], rng: np.random.Generator) -> Pattern | None:
    """The pattern with the runs of these names, or a random one, in order; None when there is no way."""
    if names:
        return next(filled(layout, pattern, named_runs(layout, pattern, names), rng), None)
    runs = likely_runs(layout, pattern)
    return next(filled(layout, pattern, (runs[int(rng.integers(len(runs)))],), rng)) if runs else None


def filled(
    layout: Layout, pattern: Pattern, runs: Sequence[ClueRun], rng: np.random.Generator | None = None
) -> Iterator[Pattern]:
    """The pattern with all the runs in order, in the ways that repeat no digit in a house; at random with `rng`.

    Several runs have many ways, and those that are found by trying so many fillings of a run are all.
    """
    for clues in _filled(layout, pattern.fixed_clues(), runs, rng, iter(range(MOST_TRIED))):
        yield Pattern(pattern.size, pattern.cells, tuple(clues[cell] for cell in pattern.cells))


def _filled(
    layout: Layout, clues: Grid, runs: Sequence[ClueRun], rng: np.random.Generator | None, tries: Iterator[int]
) -> Iterator[Grid]:
    if not runs:
        yield clues
        return
    fillings = list(runs[0].fillings(layout.size))
    order = rng.permutation(len(fillings)) if rng else range(len(fillings))
    for place, _ in zip(order, tries, strict=False):
        if not _clash(layout, clues, fillings[place]):
            digits = dict(fillings[place])
            following = tuple(digits.get(cell, digit) for cell, digit in enumerate(clues))
            yield from _filled(layout, following, runs[1:], rng, tries)


def _clash(layout: Layout, clues: Grid, filling: Filling) -> Message | None:
    """What is wrong with a filling beside other clues, the end of a sentence; empty when nothing is."""
    for cell, digit in filling:
        if clues[cell] not in (0, digit):
            return Message("run-clue", cell=layout.cell_name(cell), digit=symbol(digit), clue=symbol(clues[cell]))
        for peer in layout.peers[cell]:
            if clues[peer] == digit:
                one, other = layout.cell_name(cell), layout.cell_name(peer)
                return Message("run-repeat", digit=symbol(digit), one=one, other=other)
    return None


def require_order(layout: Layout, pattern: Pattern, names: Sequence[str]) -> None:
    """Raises ImpossibleError, with the reason, when the runs of these names, or any, cannot hold digits in order."""
    runs = named_runs(layout, pattern, names) or runs_of(layout, pattern)[:1]
    if not runs:
        raise ImpossibleError(Message("no-runs", least=LEAST))
    if (names or not likely_runs(layout, pattern)) and (why := why_not(layout, pattern, runs)):
        raise ImpossibleError(why)


def why_not(layout: Layout, pattern: Pattern, runs: Sequence[ClueRun]) -> Message | None:
    """Why the runs cannot all hold digits in order, in a sentence with an example; empty when they can."""
    if next(filled(layout, pattern, runs), None):
        return None
    for run in runs:
        if len(runs) > 1 and (why := why_not(layout, pattern, (run,))):
            return why
    if len(runs) > 1:
        if len(runs) > FEW:
            return Message("many-runs-together", count=len(runs))
        return Message("runs-together", runs=tuple(run.name for run in runs))
    first = next(runs[0].fillings(layout.size))
    example = " ".join(symbol(digit) for _, digit in first)
    why = _clash(layout, pattern.fixed_clues(), first)
    assert why is not None  # or the filling would have been found
    return Message("run-fixed", run=runs[0].name, example=example, why=why)


def runs_shown(layout: Layout, clues: Sequence[int]) -> tuple[ClueRun, ...]:
    """The runs of a puzzle's clues that hold digits in order, longest first."""
    runs = runs_of(layout, Pattern.of(clues, layout.size))
    shown = [run for run in runs if _shown(layout, clues, run)]
    return tuple(sorted(shown, key=lambda run: -len(run.cells)))


def _shown(layout: Layout, clues: Sequence[int], run: ClueRun) -> Filling:
    """The filling of the run that the clues show; empty when they show none."""
    fillings = run.fillings(layout.size)
    return next((one for one in fillings if all(clues[cell] == digit for cell, digit in one)), ())


def pattern_shown(layout: Layout, clues: Sequence[int], drawn: Pattern | None) -> Pattern:
    """The pattern of a puzzle's clues, with the digits fixed that are in order or that the drawn pattern fixes."""
    kept = {cell for run in runs_shown(layout, clues) for cell, _ in _shown(layout, clues, run)}
    kept |= {cell for cell, digit in enumerate(drawn.fixed_clues() if drawn else ()) if digit}
    pattern = Pattern.of(clues, layout.size)
    return Pattern(pattern.size, pattern.cells, tuple(clues[cell] if cell in kept else 0 for cell in pattern.cells))
