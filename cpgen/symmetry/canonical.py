"""Canonical forms of puzzles: equal exactly if a symmetry of the board and a renaming of digits join two puzzles.

The method is individualisation and refinement (McKay and Piperno, Practical graph isomorphism II, 2014):

1. Colour refinement (`refinement`) colours rows and columns (*lines*) by properties that no symmetry changes. If all
   lines have different colours, sorting by colour tells where each line goes (`line_maps`); renaming the digits by
   first appearance then completes the form.
2. Otherwise one line of a class of equal colours gets a colour of its own, and the colours are refined again. Each
   line of the class is a branch, so the choices make a search tree whose leaves are the possible forms.
3. The canonical form is the leaf with the smallest traces (hashes of all colours, one per choice) and, among equal
   traces, the smallest digits. Isomorphic puzzles have isomorphic trees and therefore the same smallest leaf.

Branches with larger traces than the best leaf are cut. Two leaves with equal forms reveal a symmetry of the puzzle: the
search returns to the depth where their paths part, and choices in one orbit of the known symmetries (`line_orbits`)
are tried once. Invariant: `colours.of[d]` are the refined colours after the choices `path[0, :d]`.

The search branches on the smallest class of several lines. In a grid more than half full whose rows or columns are all
alike, as in the table of a group, it uses the largest class: this fixes a row and a column early, whose digits then
distinguish other lines, while many fixed rows would say nothing about the columns.

All this is for layouts of houses alone; with further constraints only the symmetries of the square are left, which
`square_forms` tries.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from functools import lru_cache
from threading import Lock

import numpy as np

from cpgen.kernel import compiled, compiled_when_hot
from cpgen.kernel.structs import Struct
from cpgen.layout import Layout
from cpgen.puzzle import Puzzle
from cpgen.symmetry.layout_images import canonical_layout
from cpgen.symmetry.line_maps import LineTables, Placing, line_tables, place_lines, placing_for, source_cell
from cpgen.symmetry.line_orbits import Orbits, is_repeated, note_symmetry, orbits_for
from cpgen.symmetry.line_pairs import compare_lines
from cpgen.symmetry.refinement import CHOSEN, OPEN_COLOUR, Colours, colours_for, mix_bits, refine
from cpgen.symmetry.square_forms import AnyCanoniser, SquareCanoniser


class Canoniser(AnyCanoniser):
    """Calculator of canonical forms on a layout of houses alone; safe to share between threads."""

    def __init__(self, layout: Layout) -> None:
        self.board = canonical_layout(layout)
        self._tables = line_tables(layout)
        self._target = line_tables(self.board)
        self._work = _work_for(self._tables)
        self._lock = Lock()

    def forms(self, clues: np.ndarray) -> np.ndarray:
        """Return the canonical forms [K, n²] of puzzles, given as K rows of n² digits, 0 for an open cell."""
        forms = np.zeros(clues.shape, np.uint8)
        with self._lock:
            _find_forms(self._tables, self._target, self._work, np.ascontiguousarray(clues, np.uint8), forms)
        return forms

    @property
    def tried(self) -> int:
        """Number of choices of a line tried by the search so far, over all forms."""
        return int(self._work.tried[0])


class Forms:
    """Set of canonical forms of puzzles, most of them on `layout`."""

    def __init__(self, layout: Layout, puzzles: Iterable[Puzzle] = ()) -> None:
        self._layout = layout
        self._canoniser: AnyCanoniser | None = None
        self._seen: set[bytes] = set()
        for puzzle in puzzles:
            self.add_puzzle(puzzle)

    def add(self, clues: Sequence[int]) -> bool:
        """Add the form of a puzzle on the layout, given as n² clues (0: open).

        Return False if the set has it already.
        """
        self._canoniser = self._canoniser or canoniser_for(self._layout)
        return self._add(self._canoniser.forms(np.frombuffer(bytearray(clues), np.uint8).reshape(1, -1)).tobytes())

    def add_puzzle(self, puzzle: Puzzle) -> bool:
        """Add the form of a puzzle on any layout; return False if the set has it already."""
        if puzzle.layout == self._layout:
            return self.add(puzzle.clues)
        form = canonical(puzzle)
        if form.layout == canonical_layout(self._layout):
            return self._add(bytes(form.clues))
        return self._add(hashlib.blake2b(f"{form.layout.spec} {form.clues}".encode(), digest_size=16).digest())

    def _add(self, form: bytes) -> bool:
        before = len(self._seen)
        self._seen.add(form)
        return len(self._seen) > before


def canoniser_for(layout: Layout) -> AnyCanoniser:
    """Return the calculator of canonical forms on a layout; cached if the layout has houses alone."""
    return SquareCanoniser(layout) if layout.further else _canoniser_of_houses(layout)


@lru_cache(maxsize=32)
def _canoniser_of_houses(layout: Layout) -> Canoniser:
    return Canoniser(layout)


def canonical(puzzle: Puzzle) -> Puzzle:
    """Return the canonical form of a puzzle.

    >>> one, other = Puzzle.parse("1.../..2./..../...3"), Puzzle.parse("3.../...1/..../..2.")
    >>> canonical(one) == canonical(other)
    True
    """
    return canoniser_for(puzzle.layout).form(puzzle)


class _Work(Struct):
    """Scratch memory of the search for canonical forms, allocated once and changed in place.

    Where an array has two rows, the first is for the current path and the second for the best leaf.
    """

    colours: Colours
    placing: Placing
    branches: np.ndarray
    """[depth, 2n] lines of the class on which the search branches at a depth"""
    counts: np.ndarray
    """[depth, 2] number of these lines, and index of the line to try next"""
    path: np.ndarray
    """[2, depth] line that was chosen at each depth"""
    traces: np.ndarray
    """[2, depth] trace after each choice"""
    ahead: np.ndarray
    """[depth] 1 if the current traces up to this depth are already smaller than the best leaf's"""
    placed: np.ndarray
    """[2n] line of the board for each line of the best form"""
    orbits: Orbits
    tried: np.ndarray
    """[1] number of choices tried since the memory was allocated"""
    from_largest: np.ndarray
    """[1] True to branch on the largest class instead of the smallest"""
    names: np.ndarray
    """[n + 1] new name of each digit"""
    follows: np.ndarray
    """[2, n + 1] scratch memory of `compare_lines`"""
    form: np.ndarray
    """[N] form of the latest leaf"""


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
    """Write the canonical forms of the puzzles `clues` [K, n²] into `forms` [K, n²]."""
    for k in range(len(clues)):
        _find_form(board, target, work, clues[k], forms[k])


@compiled
def _find_form(board: LineTables, target: LineTables, work: _Work, clues: np.ndarray, form: np.ndarray) -> None:
    """Write the canonical form of the puzzle `clues` [n²] into `form` [n²]; the form is on the target's board.

    `work` is the memory of the search.
    """
    colours = work.colours
    work.ahead[:] = 0
    work.orbits.found[0] = 0
    _begin(board, colours, clues)
    refine(board.incidence, colours, 0, clues)
    if _branch(work, 0) and _count_line_classes(colours) < len(work.placing.order) // 2:
        # Few classes promise a large tree: comparing lines in pairs is slower, but splits them further.
        compare_lines(colours.alike, work.follows, clues)
        colours.paired[0] = 1
        refine(board.incidence, colours, 0, clues)
    work.from_largest[0] = _is_mostly_given(clues) and _largest_class(colours) >= len(work.placing.order) // 2
    if not _branch(work, 0):
        _write_form(board, target, work, clues, 0)
        _copy(work.form, form)
        return
    depth, deepest = 0, 0  # `deepest` is the depth of the best leaf, 0 before the first
    while depth >= 0:
        # All lines of the class are tried: back to the choice before.
        if work.counts[depth, 1] == work.counts[depth, 0]:
            depth -= 1
            continue
        # The subtree of a line in an orbit tried before is an image of a known one.
        if is_repeated(work.orbits, work.path[0], depth, work.branches[depth], work.counts[depth, 1]):
            work.counts[depth, 1] += 1
            continue
        # Cut a branch whose trace is larger than the best leaf's.
        if not _step(board, work, depth, deepest, clues):
            continue
        # Some lines are still alike: choose among them one level deeper.
        if _branch(work, depth + 1):
            depth += 1
            continue
        _write_form(board, target, work, clues, depth + 1)
        # A leaf: smaller traces win, whatever the digits.
        comparison = -1 if work.ahead[depth + 1] or not deepest else _compare(work.form, form)
        if comparison < 0:
            deepest = depth + 1
            _keep(work, deepest, form)
        elif comparison == 0:  # the two paths are images of each other, and so are their subtrees
            note_symmetry(work.orbits, work.placed, work.placing.placed)
            depth = _parting(work, depth)


@compiled
def _begin(board: LineTables, colours: Colours, clues: np.ndarray) -> None:
    first = board.incidence.first
    for vertex in range(len(first)):
        colours.of[0, vertex] = first[vertex]
        colours.begins[0, vertex] = vertex == 0 or first[vertex] != first[vertex - 1]
    for cell in range(len(clues)):
        colours.own[cell] = np.uint64(0) if clues[cell] else OPEN_COLOUR
    colours.paired[0] = 0


@compiled
def _step(board: LineTables, work: _Work, depth: int, deepest: int, clues: np.ndarray) -> bool:
    """Choose the next line (row or column) at this depth of the search, and refine the colours.

    Return False if the branch cannot lead to a better form: its trace, a hash of all colours, exceeds that of the best
    leaf. `deepest` is the depth of the best leaf, 0 before the first. Choice and trace are stored in `work`.
    """
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
    # From here on, every leaf below is better than the best one.
    if trace < work.traces[1, depth + 1]:
        work.ahead[depth + 1] = 1
    return True


@compiled
def _keep(work: _Work, deepest: int, form: np.ndarray) -> None:
    """Store the current leaf of the search as the best one: its path and traces in `work`, its form in `form`.

    `deepest` is its depth.
    """
    for depth in range(deepest + 1):
        work.ahead[depth] = 0
        work.traces[1, depth] = work.traces[0, depth]
        work.path[1, depth] = work.path[0, depth]
    _copy(work.placing.placed, work.placed)
    _copy(work.form, form)


@compiled
def _copy(source: np.ndarray, target: np.ndarray) -> None:
    for cell in range(len(source)):
        target[cell] = source[cell]


@compiled
def _parting(work: _Work, depth: int) -> int:
    """Return the first depth at which the choices of the current path differ from those of the best leaf."""
    for k in range(depth):
        if work.path[0, k] != work.path[1, k]:
            return k
    return depth


@compiled
def _write_form(board: LineTables, target: LineTables, work: _Work, clues: np.ndarray, depth: int) -> None:
    """Write into `work.form` the puzzle with lines in the order of their colours, and digits by first appearance.

    The colours are those at this depth of the search.
    """
    _put_in_order(work, depth)
    place_lines(board, target, work.placing)
    n, names = len(work.placing.order) // 2, work.names
    names[:] = 0
    used = 0
    for row in range(n):
        for column in range(n):
            digit = clues[source_cell(work.placing, row, column)]
            fresh = (digit > 0) & (names[digit] == 0)  # arithmetic: a branch would be mispredicted too often
            used += fresh
            names[digit] += used * fresh
            work.form[row * n + column] = names[digit]


@compiled
def _compare(one: np.ndarray, other: np.ndarray) -> int:
    """Return −1 if the form `one` is smaller than `other`, 1 if it is larger, and 0 if they are equal."""
    for k in range(len(one)):
        if one[k] != other[k]:
            return -1 if one[k] < other[k] else 1
    return 0


@compiled
def _count_line_classes(colours: Colours) -> int:
    """Return the number of classes of lines (rows and columns) with equal colours before the first choice."""
    classes, order, lines = 0, colours.order[0], len(colours.alike)
    for k in range(len(order)):
        classes += order[k] < lines and (not k or colours.begins[0, k])
    return classes


@compiled
def _put_in_order(work: _Work, depth: int) -> None:
    """Sort the lines (rows and columns) into `placing.order` by their colours at a depth of the search."""
    of, order = work.colours.of[depth], work.placing.order
    for line in range(len(order)):
        place = 0
        # Equal colours keep the order of the lines, so the sort is stable.
        for other in range(line):
            place += of[other] <= of[line]
        for other in range(line + 1, len(order)):
            place += of[other] < of[line]
        order[place] = line


@compiled
def _is_mostly_given(clues: np.ndarray) -> bool:
    """Return True if more cells have clues than not, as in a nearly complete grid."""
    given = 0
    for cell in range(len(clues)):
        given += clues[cell] > 0
    return 2 * given > len(clues)


@compiled
def _largest_class(colours: Colours) -> int:
    """Return the number of lines in the largest class of equal colours before the first choice."""
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
    """Store in `work.branches` the lines (rows or columns) among which the search chooses at a depth.

    They are a class of lines with equal colours, the smallest or largest class; of equally large ones, that of the
    smallest colour. Return False if all lines have different colours.
    """
    of, order, begins = work.colours.of[depth], work.colours.order[depth], work.colours.begins[depth]
    lines = len(work.placing.order)
    best, best_size, start = 0, lines + 1, 0
    for k in range(1, len(order) + 1):
        if k == len(order) or begins[k]:
            # Negative sizes make the largest class the smallest number.
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


@compiled
def _list_lines(listed: np.ndarray, lines: np.ndarray) -> None:
    """Write lines into `listed` in ascending order, by insertion."""
    for place in range(len(lines)):
        k = place
        while k > 0 and listed[k - 1] > lines[place]:
            listed[k] = listed[k - 1]
            k -= 1
        listed[k] = lines[place]


@compiled
def _choose(work: _Work, depth: int, line: int) -> None:
    """Copy the colours from `depth` to the next depth of the search, and give a line a colour of its own there."""
    colours = work.colours
    for vertex in range(colours.of.shape[1]):
        colours.of[depth + 1, vertex] = colours.of[depth, vertex]
        colours.order[depth + 1, vertex] = colours.order[depth, vertex]
        colours.begins[depth + 1, vertex] = colours.begins[depth, vertex]
    colours.of[depth + 1, line] = mix_bits(colours.of[depth, line] + CHOSEN)
