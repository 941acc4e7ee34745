"""Refutation: what it finds, in which order, and that it solves published puzzles that nothing else does."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cpgen.difficulty import shipped_ladder
from cpgen.layout import Layout
from cpgen.puzzle import Puzzle
from cpgen.rater.explain import find_in
from cpgen.rater.rating import rate_puzzle
from cpgen.render.sentences import Narrator
from cpgen.state import State
from cpgen.translations import words_of
from tests.rater.techniques.boards import alone
from tests.variant_puzzles import puzzle_of, solution_of

LADDER = shipped_ladder("variants").ladder
MINI = Layout.boxes(2, 2)


def state_of(line: str, clues: str) -> State:
    return State(Puzzle.parse(clues, MINI.with_constraints(line)))


def test_board_with_one_solution_has_a_refutation() -> None:
    """With 1 in r1c1, r1c2 and r2c1 would both be 2 or more, and r1c1 could not be the largest."""
    findings = find_in(state_of("less: r1c2 r1c1", "...4..1..3..2..."), alone("refutation"))
    assert findings
    assert all(one.with_role("start") for one in findings)


def test_board_with_two_solutions_has_none() -> None:
    assert find_in(state_of("less: r1c1 r1c2", "." * 16), alone("refutation")) == ()


def test_puzzle_without_constraints_is_explained_to_the_end() -> None:
    """The puzzle that Arto Inkala published in 2012 as the hardest."""
    clues = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    rating = rate_puzzle(Puzzle.parse(clues), LADDER)
    assert (rating.solved, rating.level) == (True, max(LADDER.complexities))


def test_a_ladder_bounds_the_search_for_the_solution() -> None:
    ladder = alone("refutation")
    bounded = replace(ladder, bounds=ladder.bounds._replace(branches=1))
    assert find_in(puzzle_of("variant-18"), ladder)
    assert not find_in(puzzle_of("variant-18"), bounded)


def test_refuted_candidates_are_in_no_solution() -> None:
    for name in ("variant-18", "variant-26"):
        solution = solution_of(name)
        findings = find_in(puzzle_of(name), alone("refutation"))
        assert findings
        assert all(solution[cell] != digit for one in findings for cell, digit in one.removed)


def test_cases_are_named_only_where_there_are_some() -> None:
    narrator = Narrator(words_of("en"))
    for finding in find_in(puzzle_of("variant-18"), alone("refutation")):
        assert ("several cases" in narrator.sentence(finding)) == bool(finding.with_role("also"))


@pytest.mark.parametrize("name", ["variant-14"])
def test_published_puzzle_is_explained_to_the_end(name: str) -> None:
    rating = rate_puzzle(puzzle_of(name), LADDER)
    assert (rating.outcome, rating.digits) == ("solved", solution_of(name))
    assert "refutation" in rating.rules


@pytest.mark.parametrize("name", ["variant-09", "variant-20", "variant-27", "variant-33", "variant-39"])
def test_published_puzzle_is_solved_without_trial(name: str) -> None:
    rating = rate_puzzle(puzzle_of(name), LADDER)
    assert rating.digits == solution_of(name)
    assert rating.level < LADDER.complexity_of("suppose")
