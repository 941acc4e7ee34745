"""The search for the hardest puzzles keeps to pattern and wishes, goes ever higher, and repeats itself for a seed."""

from __future__ import annotations

from itertools import islice, pairwise

import pytest

from cpgen.difficulty import Span, Target, model_for
from cpgen.errors import NotFoundError
from cpgen.generation.difficulty_search import hardness, search_hardest
from cpgen.layout import Layout
from cpgen.oracles import open_oracle
from cpgen.pattern import Pattern
from cpgen.rater.rating import rate_puzzle
from cpgen.requests.clock import Clock
from cpgen.requests.generation_request import Request
from tests.generation.test_two_phase import KAMIO_A, NINE, PATTERNS, SIX, hardly_possible
from tests.request_helpers import Drawn, clock_of, request_of

QUICK = {"oracle": "bitset"}


def request_for(layout: Layout = NINE, pattern: Drawn = KAMIO_A, **wishes: object) -> Request:
    return request_of(layout, pattern, Target(model_for(layout).any_grade, **wishes), QUICK)


def test_each_is_harder_than_all_before_and_has_one_solution() -> None:
    made = list(islice(search_hardest(request_for(), 1, 1, Clock(300)), 6))
    assert all(hardness(one) < hardness(other) for one, other in pairwise(made))
    for one in made:
        assert Pattern.of(one.puzzle.clues, 9).cells == KAMIO_A.cells
        assert open_oracle("cpsat").uniqueness(one.puzzle).grids == (one.solution,)
        assert one.rating == rate_puzzle(one.puzzle, model_for(NINE).ladder)
    assert [one.puzzle for one in islice(search_hardest(request_for(), 1, 1, Clock(300)), 6)] == [
        one.puzzle for one in made
    ]


def test_several_places_are_filled_first_and_then_beaten() -> None:
    made = list(islice(search_hardest(request_for(), 3, 2, Clock(300)), 7))
    assert len({one.puzzle for one in made}) == 7
    best = sorted(map(hardness, made[:3]))
    for one in made[3:]:
        assert hardness(one) > best[0]
        best = sorted([*best[1:], hardness(one)])


def test_the_hardest_keep_targets_and_random_patterns() -> None:
    wanted = request_for(pattern=(28, "rot180"), level=Span(None, 4), needs=("hidden-pair-region",))
    made = list(islice(search_hardest(wanted, 1, 1, Clock(300)), 4))
    assert len(made) == 4
    for one in made:
        assert wanted.target.accepts(one.rating)
        assert one.puzzle.clue_count == 28
        assert set(Pattern.of(one.puzzle.clues, 9).cells) == {80 - k for k in Pattern.of(one.puzzle.clues, 9).cells}


def test_the_search_ends_when_nothing_harder_is_possible() -> None:
    """Level 1 with 9 steps is the most that is asked for."""
    made = list(
        search_hardest(request_for(SIX, PATTERNS[SIX], level=Span(1, 1), steps=Span(None, 9)), 1, 1, Clock(300))
    )
    assert hardness(made[-1]) == (1, 9)


def test_a_search_without_result_is_reported() -> None:
    with pytest.raises(NotFoundError, match=r"Found no puzzle in .* the hardest"):
        list(search_hardest(hardly_possible(), 1, 1, clock_of(20)))
