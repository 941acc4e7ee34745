"""The board before each round, with what the round sees, places and removes marked on it."""

from __future__ import annotations

from collections.abc import Iterator

from cpgen.puzzle import Puzzle
from cpgen.rater.explain import Explanation, Round
from cpgen.render.board import Scene
from cpgen.render.sentences import looked_at

FEW = 3
"""The houses that a round looks at are shown when they are no more than this"""
ALL_CANDIDATES = 16
"""On larger boards only the cells that a round is about show their candidates"""


def scenes_of(puzzle: Puzzle, explanation: Explanation) -> Iterator[tuple[Round, Scene]]:
    """Each round with the board it acts on."""
    digits, candidates = list(puzzle.clues), open_candidates(puzzle)
    for one in explanation:
        yield one, _scene(puzzle, digits, candidates, one)
        for cell, digit in one.removed:
            candidates[cell].discard(digit)
        for cell, digit in one.placed:
            digits[cell] = digit
            candidates.pop(cell, None)
            for peer in puzzle.layout.peers[cell]:
                candidates.get(peer, set()).discard(digit)


def open_candidates(puzzle: Puzzle) -> dict[int, set[int]]:
    """The digits that each open cell can hold as far as the clues that it sees tell."""
    everything = set(range(1, puzzle.layout.size + 1))
    return {
        cell: everything - {puzzle.clues[peer] for peer in puzzle.layout.peers[cell]}
        for cell, digit in enumerate(puzzle.clues)
        if not digit
    }


def _scene(puzzle: Puzzle, digits: list[int], candidates: dict[int, set[int]], one: Round) -> Scene:
    focus = {cell for finding in one.findings for cell in finding.cells}
    houses = {house.cells for finding in one.findings for house in looked_at(finding)}
    keys = {(cell, digit) for f in one.findings for cell in f.cells for digit in f.digits}
    gone = set(one.removed)
    return Scene(
        puzzle.layout,
        puzzle.clues,
        tuple(digits),
        candidates=_shown(puzzle, candidates, one, focus),
        looks=tuple(sorted(houses)) if len(houses) <= FEW else (),
        focus=frozenset(focus),
        new=one.placed,
        keys=frozenset(effect for effect in keys - gone if effect[1] in candidates.get(effect[0], ())),
        gone=frozenset(gone),
    )


def _shown(puzzle: Puzzle, candidates: dict[int, set[int]], one: Round, focus: set[int]) -> dict[int, tuple[int, ...]]:
    """The candidates to show: none when digits are placed, on large boards those of the cells concerned."""
    if one.placed:
        return {}
    cells = set(candidates)
    if puzzle.layout.size > ALL_CANDIDATES:
        cells &= focus | {cell for cell, _ in one.removed}
    return {cell: tuple(sorted(candidates[cell])) for cell in cells}
