"""Which of all images of a puzzle stands for it? A search over choices between lines that colours do not tell apart.

Of all ways to choose, the one with the smallest traces, and among those the smallest form, is the canonical one
(individualisation and refinement, as in McKay and Piperno, Practical graph isomorphism II, 2014). Two choices that
end in the same form show a symmetry of the puzzle: what is left under the later one would only repeat the earlier.
"""

from __future__ import annotations

import numpy as np

from cpgen.kernel import compiled, inlined, inner
from cpgen.symmetry.lines import Lines, Work
from cpgen.symmetry.placing import place_lines, source_cell
from cpgen.symmetry.refining import branch, choose, compare_lines, count_told_apart, refine


@compiled
def find_forms(board: Lines, target: Lines, work: Work, clues: np.ndarray, forms: np.ndarray) -> None:
    """The canonical forms of many puzzles, a row each."""
    for k in range(len(clues)):
        find_form(board, target, work, clues[k], forms[k])


@inlined
def find_form(board: Lines, target: Lines, work: Work, clues: np.ndarray, form: np.ndarray) -> None:
    """The canonical form of a puzzle on the board, written on the target's board."""
    for vertex in range(len(board.first)):
        work.colours[0, vertex] = board.first[vertex]
    work.ahead[:] = 0
    work.closer[0] = 0
    refine(board, work, 0, clues)
    if branch(work, 0) and count_told_apart(work, 0) < len(work.order) // 2:
        compare_lines(work, clues)
        refine(board, work, 0, clues)
    if not branch(work, 0):
        _write_form(board, target, work, clues)
        _copy(work.form, form)
        return
    depth, deepest = 0, 0
    while depth >= 0:
        if work.counts[depth, 1] == work.counts[depth, 0]:
            depth -= 1
            continue
        if not _step(board, work, depth, deepest, clues):
            continue
        if branch(work, depth + 1):
            depth += 1
            continue
        _write_form(board, target, work, clues)
        comparison = -1 if work.ahead[depth + 1] or not deepest else _compare(work.form, form)
        if comparison < 0:
            deepest = depth + 1
            _keep(work, deepest, form)
        elif comparison == 0:
            depth = _parting(work, depth)


@inner
def _step(board: Lines, work: Work, depth: int, deepest: int, clues: np.ndarray) -> bool:
    """Makes the next choice at this depth; False when it is worse than what the best form has there."""
    line = work.branches[depth, work.counts[depth, 1]]
    work.counts[depth, 1] += 1
    work.path[0, depth] = line
    choose(work, depth, line)
    trace = refine(board, work, depth + 1, clues)
    work.traces[0, depth + 1] = trace
    work.ahead[depth + 1] = work.ahead[depth]
    if not deepest or work.ahead[depth]:
        return True
    if depth + 1 > deepest or trace > work.traces[1, depth + 1]:
        return False
    if trace < work.traces[1, depth + 1]:
        work.ahead[depth + 1] = 1
    return True


@inner
def _keep(work: Work, deepest: int, form: np.ndarray) -> None:
    """Takes the present choices and their form as the best."""
    for depth in range(deepest + 1):
        work.ahead[depth] = 0
        work.traces[1, depth] = work.traces[0, depth]
        work.path[1, depth] = work.path[0, depth]
    _copy(work.form, form)


@inner
def _copy(one: np.ndarray, other: np.ndarray) -> None:
    for cell in range(len(one)):
        other[cell] = one[cell]


@inner
def _parting(work: Work, depth: int) -> int:
    """The first depth at which the present choices leave those of the best form."""
    for k in range(depth):
        if work.path[0, k] != work.path[1, k]:
            return k
    return depth


@inner
def _write_form(board: Lines, target: Lines, work: Work, clues: np.ndarray) -> None:
    """The puzzle with its lines placed in their order, digits renamed by first appearance."""
    place_lines(board, target, work)
    n = len(work.order) // 2
    work.names[:] = 0
    named = 0
    for cell in range(n * n):
        digit = clues[source_cell(work, cell // n, cell % n)]
        if digit and not work.names[digit]:
            named += 1
            work.names[digit] = named
        work.form[cell] = work.names[digit]


@inner
def _compare(one: np.ndarray, other: np.ndarray) -> int:
    for k in range(len(one)):
        if one[k] != other[k]:
            return -1 if one[k] < other[k] else 1
    return 0
