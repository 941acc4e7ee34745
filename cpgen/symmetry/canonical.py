"""Canonical forms: two puzzles have the same one exactly when a symmetry of the board and relabelling join them.

Of all ways to choose between lines that colours leave alike, the one with the smallest traces, and among those the
smallest form, is the canonical one (individualisation and refinement, as in McKay and Piperno, Practical graph
isomorphism II, 2014). Two choices that end in the same form show a symmetry of the puzzle: what is left under the
later one would only repeat the earlier, and so would other choices that the symmetries found carry to earlier ones.
The choice is among the smallest class of several lines. Only in grids more than half full where all rows or all columns
are alike it is among the largest: that takes a row and a column early, which with their digits tell other lines apart,
while many rows, of a group's table say, tell nothing about its columns.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from threading import Lock
from typing import NamedTuple

import numpy as np

from cpgen.kernel import compiled, compiled_when_hot, inlined
from cpgen.layout import Layout
from cpgen.puzzle import Puzzle
from cpgen.symmetry.layout_images import canonical_layout
from cpgen.symmetry.line_maps import LineTables, Placing, line_tables, place_lines, placing_for, source_cell
from cpgen.symmetry.line_orbits import Orbits, is_repeated, note_symmetry, orbits_for
from cpgen.symmetry.line_pairs import compare_lines
from cpgen.symmetry.refinement import CHOSEN, OPEN_COLOUR, Colours, colours_for, mixed, refine


class Canoniser:
    """Finds the canonical forms of puzzles on one layout; safe to share between threads."""

    def __init__(self, layout: Layout) -> None:
        self.board = canonical_layout(layout)
        """The layout that the forms are written on, one for all that rotation and reflection make of it"""
        self._tables = line_tables(layout)
        self._target = line_tables(self.board)
        self._work = _work_for(self._tables)
        self._lock = Lock()

    def forms(self, clues: np.ndarray) -> np.ndarray:
        """[k, n²] the canonical forms of puzzles, a row of digits each, 0 for an open cell."""
        forms = np.zeros(clues.shape, np.uint8)
        with self._lock:
            _find_forms.call_alike(self._tables, self._target, self._work, np.ascontiguousarray(clues, np.uint8), forms)
        return forms

    @property
    def tried(self) -> int:
        """How many choices between lines that colours leave alike were tried so far, for all forms together."""
        return int(self._work.tried[0])

    def form(self, puzzle: Puzzle) -> Puzzle:
        """The canonical form of a puzzle, a puzzle itself."""
        digits = self.forms(np.array([puzzle.clues], np.uint8))[0]
        return Puzzle(self.board, tuple(digits.tolist()))


class Forms:
    """A set of canonical forms of puzzles on one layout."""

    def __init__(self, layout: Layout) -> None:
        self._canoniser = canoniser_for(layout)
        self._seen: set[bytes] = set()

    def add(self, clues: Sequence[int]) -> bool:
        """Adds the form of these clues; False when it was there already."""
        form = self._canoniser.forms(np.frombuffer(bytearray(clues), np.uint8).reshape(1, -1)).tobytes()
        before = len(self._seen)
        self._seen.add(form)
        return len(self._seen) > before


@lru_cache(maxsize=32)
def canoniser_for(layout: Layout) -> Canoniser:
    """The canoniser of a layout, made on first use."""
    return Canoniser(layout)


def canonical(puzzle: Puzzle) -> Puzzle:
    """The canonical form of a puzzle: the same for two puzzles exactly when a symmetry and relabelling joins them.

    >>> one, other = Puzzle.parse("1.../..2./..../...3"), Puzzle.parse("3.../...1/..../..2.")
    >>> canonical(one) == canonical(other)
    True
    """
    return canoniser_for(puzzle.layout).form(puzzle)


class _Work(NamedTuple):
    """Memory of one search, by its depth where that is the first axis; changed in place."""

    colours: Colours
    placing: Placing
    branches: np.ndarray
    """[depth, 2n] the lines to choose from"""
    counts: np.ndarray
    """[depth, 2] how many they are, and the next to choose"""
    path: np.ndarray
    """[2, depth] the lines chosen, now and for the best form"""
    traces: np.ndarray
    """[2, depth] what a choice has led to, now and for the best form"""
    ahead: np.ndarray
    """[depth] whether the choices up to here are better than those of the best form"""
    placed: np.ndarray
    """[2n] where the lines lie in the best form"""
    orbits: Orbits
    tried: np.ndarray
    """[1] how many choices were tried since the memory was made"""
    from_largest: np.ndarray
    """[1] whether the choice is among the lines of the largest class and not of the smallest"""
    names: np.ndarray
    """[n + 1] the new name of a digit"""
    follows: np.ndarray
    """[2, n + 1] the digit that follows a digit, and the one before it, when two lines are compared"""
    form: np.ndarray
    """[N] the form that was found last"""


def _work_for(tables: LineTables) -> _Work:
    lines, cells = len(tables.bare), len(tables.region_of)
    depths = lines + 1
    return _Work(
        colours_for(tables.incidence, lines, depths + 1),
        placing_for(tables),
        branches=np.zeros((depths, lines), np.int64),
        counts=np.zeros((depths, 2), np.int64),
        path=np.zeros((2, depths), np.int64),
        traces=np.zeros((2, depths + 1), np.uint64),
        ahead=np.zeros(depths + 1, np.int64),
        placed=np.zeros(lines, np.int64),
        orbits=orbits_for(lines, depths),
        tried=np.zeros(1, np.int64),
        from_largest=np.zeros(1, np.bool_),
        names=np.zeros(lines // 2 + 1, np.int64),
        follows=np.zeros((2, lines // 2 + 1), np.int64),
        form=np.zeros(cells, np.uint8),
    )


@compiled_when_hot
def _find_forms(board: LineTables, target: LineTables, work: _Work, clues: np.ndarray, forms: np.ndarray) -> None:
    """The canonical forms of many puzzles, a row each."""
    for k in range(len(clues)):
        _find_form(board, target, work, clues[k], forms[k])


@inlined
def _find_form(board: LineTables, target: LineTables, work: _Work, clues: np.ndarray, form: np.ndarray) -> None:
    """The canonical form of a puzzle on the board, written on the target's board."""
    colours = work.colours
    work.ahead[:] = 0
    work.orbits.found[0] = 0
    _begin(board, colours, clues)
    refine(board.incidence, colours, 0, clues)
    if _branch(work, 0) and _count_line_classes(colours) < len(work.placing.order) // 2:
        compare_lines(colours.alike, work.follows, clues)
        colours.paired[0] = 1
        refine(board.incidence, colours, 0, clues)
    work.from_largest[0] = _is_mostly_given(clues) and _largest_class(colours) >= len(work.placing.order) // 2
    if not _branch(work, 0):
        _write_form(board, target, work, clues, 0)
        _copy(work.form, form)
        return
    depth, deepest = 0, 0
    while depth >= 0:
        if work.counts[depth, 1] == work.counts[depth, 0]:
            depth -= 1
            continue
        if is_repeated(work.orbits, work.path[0], depth, work.branches[depth], work.counts[depth, 1]):
            work.counts[depth, 1] += 1
            continue
        if not _step(board, work, depth, deepest, clues):
            continue
        if _branch(work, depth + 1):
            depth += 1
            continue
        _write_form(board, target, work, clues, depth + 1)
        comparison = -1 if work.ahead[depth + 1] or not deepest else _compare(work.form, form)
        if comparison < 0:
            deepest = depth + 1
            _keep(work, deepest, form)
        elif comparison == 0:
            note_symmetry(work.orbits, work.placed, work.placing.placed)
            depth = _parting(work, depth)


@inlined
def _begin(board: LineTables, colours: Colours, clues: np.ndarray) -> None:
    first = board.incidence.first
    for vertex in range(len(first)):
        colours.of[0, vertex] = first[vertex]
        colours.begins[0, vertex] = vertex == 0 or first[vertex] != first[vertex - 1]
    for cell in range(len(clues)):
        colours.own[cell] = np.uint64(0) if clues[cell] else OPEN_COLOUR
    colours.paired[0] = 0


@inlined
def _step(board: LineTables, work: _Work, depth: int, deepest: int, clues: np.ndarray) -> bool:
    """Makes the next choice at this depth; False when it is worse than what the best form has there."""
    line = work.branches[depth, work.counts[depth, 1]]
    work.counts[depth, 1] += 1
    work.path[0, depth] = line
    work.tried[0] += 1
    _choose(work, depth, line)
    trace = refine(board.incidence, work.colours, depth + 1, clues)
    work.traces[0, depth + 1] = trace
    work.ahead[depth + 1] = work.ahead[depth]
    if not deepest or work.ahead[depth]:
        return True
    if depth + 1 > deepest or trace > work.traces[1, depth + 1]:
        return False
    if trace < work.traces[1, depth + 1]:
        work.ahead[depth + 1] = 1
    return True


@inlined
def _keep(work: _Work, deepest: int, form: np.ndarray) -> None:
    """Takes the present choices and their form as the best."""
    for depth in range(deepest + 1):
        work.ahead[depth] = 0
        work.traces[1, depth] = work.traces[0, depth]
        work.path[1, depth] = work.path[0, depth]
    _copy(work.placing.placed, work.placed)
    _copy(work.form, form)


@compiled
def _copy(one: np.ndarray, other: np.ndarray) -> None:
    for cell in range(len(one)):
        other[cell] = one[cell]


@inlined
def _parting(work: _Work, depth: int) -> int:
    """The first depth at which the present choices leave those of the best form."""
    for k in range(depth):
        if work.path[0, k] != work.path[1, k]:
            return k
    return depth


@compiled
def _write_form(board: LineTables, target: LineTables, work: _Work, clues: np.ndarray, depth: int) -> None:
    """The puzzle with its lines placed in the order of their colours, digits renamed by first appearance."""
    _put_in_order(work, depth)
    place_lines(board, target, work.placing)
    n, names = len(work.placing.order) // 2, work.names
    names[:] = 0
    used = 0
    for row in range(n):
        for column in range(n):
            digit = clues[source_cell(work.placing, row, column)]
            fresh = (digit > 0) & (names[digit] == 0)  # without branches: a guess would be wrong too often
            used += fresh
            names[digit] += used * fresh
            work.form[row * n + column] = names[digit]


@compiled
def _compare(one: np.ndarray, other: np.ndarray) -> int:
    for k in range(len(one)):
        if one[k] != other[k]:
            return -1 if one[k] < other[k] else 1
    return 0


@inlined
def _count_line_classes(colours: Colours) -> int:
    """How many different colours the lines have at the first depth."""
    classes, order, lines = 0, colours.order[0], len(colours.alike)
    for k in range(len(order)):
        classes += order[k] < lines and (not k or colours.begins[0, k])
    return classes


@inlined
def _put_in_order(work: _Work, depth: int) -> None:
    """Orders the lines by their colours, each by how many come before it."""
    of, order = work.colours.of[depth], work.placing.order
    for line in range(len(order)):
        place = 0
        for other in range(line):
            place += of[other] <= of[line]
        for other in range(line + 1, len(order)):
            place += of[other] < of[line]
        order[place] = line


@inlined
def _is_mostly_given(clues: np.ndarray) -> bool:
    """Whether more cells are given than open, which is seldom so in puzzles to solve."""
    given = 0
    for cell in range(len(clues)):
        given += clues[cell] > 0
    return 2 * given > len(clues)


@inlined
def _largest_class(colours: Colours) -> int:
    """How many lines the largest class has at the first depth."""
    order, begins, lines = colours.order[0], colours.begins[0], len(colours.alike)
    largest, start = 0, 0
    for k in range(len(order)):
        if begins[k]:
            start = k
        if order[k] < lines:
            largest = max(largest, k - start + 1)
    return largest


@compiled
def _branch(work: _Work, depth: int) -> bool:
    """Takes a class of several lines to choose from, the smallest colour of those as large; False when all differ."""
    of, order, begins = work.colours.of[depth], work.colours.order[depth], work.colours.begins[depth]
    lines = len(work.placing.order)
    best, best_size, start = 0, lines + 1, 0
    for k in range(1, len(order) + 1):
        if k == len(order) or begins[k]:
            size = start - k if work.from_largest[0] else k - start
            better = size < best_size or (size == best_size and of[order[start]] < of[order[best]])
            if order[start] < lines and k - start > 1 and better:
                best, best_size = start, size
            start = k
    if best_size > lines:
        return False
    count = abs(best_size)
    _list_lines(work.branches[depth], order[best : best + count])
    work.counts[depth, 0] = count
    work.counts[depth, 1] = work.orbits.known[depth] = 0
    return True


@inlined
def _list_lines(listed: np.ndarray, lines: np.ndarray) -> None:
    """Lists lines in ascending order."""
    for place in range(len(lines)):
        k = place
        while k > 0 and listed[k - 1] > lines[place]:
            listed[k] = listed[k - 1]
            k -= 1
        listed[k] = lines[place]


@inlined
def _choose(work: _Work, depth: int, line: int) -> None:
    """Gives one line a colour of its own, one depth further."""
    colours = work.colours
    for vertex in range(colours.of.shape[1]):
        colours.of[depth + 1, vertex] = colours.of[depth, vertex]
        colours.order[depth + 1, vertex] = colours.order[depth, vertex]
        colours.begins[depth + 1, vertex] = colours.begins[depth, vertex]
    colours.of[depth + 1, line] = mixed(colours.of[depth, line] + CHOSEN)
