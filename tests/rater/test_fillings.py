"""Fillings of groups of cells: what is remembered of those found before."""

from __future__ import annotations

import numpy as np

from cpgen.layout import Layout
from cpgen.rater.fillings import OWN, common_of_known, excludes
from cpgen.rater.techniques.clue_logic import GroupScratch, groups_from

MOST_STEPS = 2000


def is_quiet(scratch: GroupScratch, candidates: np.ndarray) -> bool:
    """Return True if no candidate of the only group is excluded."""
    with np.errstate(over="ignore"):  # hashes overflow, as in compiled code
        return not excludes(scratch.groups, 0, candidates, scratch.filling, MOST_STEPS)


def searched(line: str, candidates: np.ndarray) -> GroupScratch:
    """Return the memory after a search for the combinations of one constraint."""
    scratch = groups_from(OWN)(Layout.default(9).with_constraints(line))
    is_quiet(scratch, candidates)
    return scratch


def full() -> np.ndarray:
    """Return all candidates of a board of 9×9."""
    return np.full(81, (1 << 9) - 1, np.uint64)


def test_known_fillings_are_not_searched_again() -> None:
    candidates = full()
    scratch = searched("cage 15: r1c1 r1c2 r1c3", candidates)
    at_first = int(scratch.filling.known.counts[0])
    candidates[0] &= ~np.uint64(1 << 8)
    assert is_quiet(scratch, candidates)
    assert 2 * (scratch.filling.known.counts[0] - at_first) < at_first


def test_known_fillings_show_common_digits() -> None:
    candidates = full()
    candidates[:3] = 0b111
    scratch = searched("cage 6: r1c1 r1c2 r1c3", candidates)
    assert common_of_known(scratch.groups, 0, candidates, scratch.filling.known) == 0b111


def test_known_fillings_of_other_candidates_are_ignored() -> None:
    candidates = full()
    scratch = searched("cage 15: r1c1 r1c2 r1c3", candidates)
    candidates[:3] = [1 << 1, 1 << 4, 1 << 7]  # 2 5 8, all in one filling
    assert is_quiet(scratch, candidates)
    assert common_of_known(scratch.groups, 0, candidates, scratch.filling.known) == 0b10010010
