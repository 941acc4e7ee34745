"""The phases one by one, on boards small enough to know every answer."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from cpgen.difficulty import Grade, Target, model_for
from cpgen.difficulty.grade import Normal
from cpgen.difficulty.target import ANY, Span
from cpgen.generation import anneal, phases
from cpgen.generation.phases import FILL_METHODS
from cpgen.generation.session import Session
from cpgen.generation.two_phase import fill_and_repair, generate_many, puzzles_from
from cpgen.layout import Layout
from cpgen.library import layout_named, pattern_named
from cpgen.oracles import open_oracle
from cpgen.pattern import Pattern
from cpgen.puzzle import Puzzle
from cpgen.rater.rating import STUCK, Rating
from cpgen.requests.clock import Clock
from cpgen.requests.results import Stats
from tests.request_helpers import asked, method_of, request_of

FOUR = Layout.boxes(2, 2)


def begun_on(pattern: str, grade: Grade | None = None, steps: Span = ANY) -> tuple[Session, Pattern]:
    """Return a session on a 4×4 board with an attempt begun, and its pattern."""
    target = Target(grade or model_for(FOUR).any_grade, steps=steps)
    model = replace(model_for(FOUR), grades=(grade,), default=grade.name) if grade else None
    request = request_of(FOUR, Pattern.parse(pattern), target, {"oracle": "bitset"}, model=model)
    session = Session(request, open_oracle("bitset"), np.random.default_rng(1), Clock())
    return session, session.begin_attempt()


def rating(level: int, steps: int, opened: int) -> Rating:
    return Rating(STUCK, level, steps, {}, (0,) * opened + (1,) * (16 - opened), (15,) * opened + (1,) * (16 - opened))


@pytest.mark.parametrize("generation", FILL_METHODS)
def test_fixed_digits_may_leave_a_cell_without_a_digit(generation: str) -> None:
    """Row 1 lacks a 4, which column 4 shows."""
    assert FILL_METHODS[generation].fill(*begun_on("123x ...4 .... ....")) is None


@pytest.mark.parametrize("generation", FILL_METHODS)
def test_a_filling_has_all_clues_of_the_pattern(generation: str) -> None:
    clues = FILL_METHODS[generation].fill(*begun_on("1x.. ..x. .x.. ..4x"))
    assert clues is not None
    assert [cell for cell, digit in enumerate(clues) if digit] == [0, 1, 6, 9, 14, 15]
    assert (clues[0], clues[14]) == (1, 4)
    assert open_oracle("bitset").is_consistent(Puzzle(FOUR, tuple(clues)))


@pytest.mark.parametrize(
    ("generation", "until_match", "accepted"),
    [("sample", True, False), ("sample", False, True), ("kamio", False, False)],
)
def test_an_unwanted_filling_is_replaced_where_the_paper_says(
    generation: str, until_match: bool, accepted: bool
) -> None:
    """It is accepted only where the paper accepts it: in kamio's method, the generation phase begins again."""
    session, pattern = begun_on("xxxx xxxx xxx. xxx.", steps=Span(2, None))
    session.request = session.request.changed(**method_of(generation, "zama", "bitset", until_match))
    clues = fill_and_repair(session, pattern)
    assert (clues is not None) == accepted


def test_the_two_scores_of_zama() -> None:
    """Open cells are counted; of each, the candidates are squared."""
    stuck = Rating(STUCK, 1, 1, {}, (0, 0, 3, 0), (0b11, 0b111, 0b100, 0b1))
    assert phases.open_cells(stuck) == 3
    assert phases.squared_candidates(stuck) == 4 + 9 + 1


@pytest.mark.parametrize(
    ("before", "after", "accepted"),
    [
        ((4, 10, 8), (5, 10, 7), True),
        ((4, 10, 8), (5, 10, 8), False),
        ((4, 10, 8), (5, 10, 9), False),
        ((4, 10, 8), (4, 10, 7), False),
        ((5, 10, 8), (4, 10, 7), False),
        ((5, 11, 8), (5, 10, 7), True),
        ((5, 10, 8), (5, 11, 7), True),
    ],
)
def test_kamio_accepts_fewer_open_cells_and_better_fit(
    before: tuple[int, int, int], after: tuple[int, int, int], accepted: bool
) -> None:
    """The grade is level 5 and 10 steps; 11 steps are above its threshold, level 4 is not."""
    ladder = model_for(FOUR).ladder
    grade = Grade("middle", "中", ladder, 0.7, 1, 9, Normal(5, 0.5), Normal(10, 5))
    session, _ = begun_on("x..x ....  .... x..x", grade)
    assert grade.appropriateness(4, 10) < 0.7 < grade.appropriateness(5, 11)
    assert phases.is_acceptable(session, rating(*before), rating(*after)) == accepted


def test_a_replacement_leaves_a_completion() -> None:
    session, _ = begun_on("12xx xx.. .... ....")
    clues = [1, 2, 3, 4, 3, 4] + [0] * 10
    found = phases.replacements(session, clues, 2)
    assert [trial for trial, _ in found] == []
    clues = [1, 2, 0, 0, 3, 0] + [0] * 10
    assert [trial[4] for trial, _ in phases.replacements(session, clues, 4)] == [4]


KAMIO_B = pattern_named("kamio-b")


def paper_stats(method: str, grade: str, oracle: str, seed: int) -> Stats:
    """Return the statistics of the first puzzle of a seed, by the paper's or Zama's method as published."""
    phases_of = {"method": "paper", "generation": method, "replacement": method}
    request = asked(pattern=KAMIO_B, grade=grade, oracle=oracle, **phases_of)
    (made,) = generate_many(request, 1, seed, Clock())
    assert open_oracle("bitset").uniqueness(made.puzzle).grids == (made.solution,)
    return made.stats


@pytest.mark.parametrize(
    ("method", "grade", "seed", "counts"),
    [("zama", "beginner", 4, (0, 1, 0, 0)), ("kamio", "expert", 14, (1, 0, 3, 1))],
)
def test_the_ladder_oracle_can_leave_a_cell_without_candidate(
    method: str, grade: str, seed: int, counts: tuple[int, int, int, int]
) -> None:
    """Zama's method begins again, the paper's goes back to the cell before; cpsat is asked for the proof alone."""
    stats = paper_stats(method, grade, "ladder", seed)
    turns = (
        *(stats.generation_backups, stats.generation_restarts),
        *(stats.replacement_backups, stats.replacement_restarts),
    )
    assert turns == counts
    assert stats.attempts == 1 + stats.generation_restarts + stats.replacement_restarts
    assert stats.oracle_calls == 1


def test_a_solver_leaves_every_cell_a_candidate() -> None:
    stats = paper_stats("zama", "beginner", "bitset", 4)
    assert (stats.generation_backups, stats.generation_restarts) == (0, 0)
    assert stats.oracle_calls > 100


class Asked:
    """An oracle that notes which questions another is asked."""

    name = "asked"

    def __init__(self) -> None:
        self.oracle, self.questions = open_oracle("bitset"), Counter()

    def with_effort_limit(self) -> Asked:
        return self

    def __getattr__(self, question: str) -> Any:
        asked = getattr(self.oracle, question)
        self.questions[question] += 1
        return asked


def test_the_named_oracle_leads_walks_out_of_contradictions() -> None:
    """On a board with many houses and few clues, most walks lose all completions."""
    request = asked(layout=layout_named("jigsaw-9-diagonals"), clues=15, oracle="bitset")
    oracle, clock = Asked(), Clock()
    for start in range(3):
        made = next(puzzles_from(request, oracle, 3, start, clock))
        assert open_oracle("exact-cover").uniqueness(made.puzzle).grids == (made.solution,)
    spent = clock.spent
    stages = (spent.generation_oracle_calls, spent.replacement_oracle_calls, spent.proof_oracle_calls)
    assert sum(oracle.questions.values()) == sum(stages) == spent.oracle_calls
    assert oracle.questions["prove"] == spent.proof_oracle_calls == 3
    assert oracle.questions["complete"] > spent.generation_oracle_calls == spent.attempts
    assert spent.replacement_oracle_seconds > 0


@pytest.mark.parametrize("oracle", ["bitset", "cpsat"])
def test_walks_on_large_boards_limit_the_effort(oracle: str) -> None:
    """Of 25×25, most walks lose all completions soon, and the effort of a question is bounded."""
    request = asked(layout=Layout.boxes(5, 5), clues=312, oracle=oracle)
    made = next(puzzles_from(request, open_oracle(oracle), 4, 0, Clock()))
    assert open_oracle("cpsat").uniqueness(made.puzzle).grids == (made.solution,)
    assert made.stats.replacement_oracle_calls > 1
    again = next(puzzles_from(request, open_oracle(oracle), 4, 0, Clock()))
    assert (again.puzzle, again.stats.ratings) == (made.puzzle, made.stats.ratings)


def test_a_walk_on_16x16_skips_oracles_without_effort_limit() -> None:
    request = asked(layout=Layout.boxes(4, 4), clues=90, oracle="exact-cover")
    clock = Clock()
    session = Session(request, open_oracle("exact-cover"), np.random.default_rng(1), clock)
    assert session.has_completion_within_effort([1, 1] + [0] * 254) is None
    assert session.random_completion_within_effort([0] * 256) is None
    assert clock.spent.oracle_calls == 0


def test_replaced_clues_are_few_and_keep_a_completion() -> None:
    request = asked(pattern=pattern_named("kamio-a"), grade="expert", oracle="bitset")
    session = Session(request, open_oracle("bitset"), np.random.default_rng(1), Clock())
    pattern = session.begin_attempt()
    clues = phases.fill_sample(session, pattern)
    for _ in range(20):
        anew = anneal.replace_some(session, pattern, clues)
        assert session.has_completion_within_effort(anew)
        assert [bool(digit) for digit in anew] == [bool(digit) for digit in clues]
        assert sum(one != other for one, other in zip(anew, clues, strict=True)) <= 7


def test_the_ladder_oracle_finishes_only_what_it_solves() -> None:
    """A puzzle that it cannot solve is unfinished, though the oracle would show that it has one solution."""
    hard = Puzzle.parse(".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....")
    request = asked(pattern=Pattern.of(hard.clues, 9), grade="expert", method="paper")
    for oracle, finished in (("ladder", False), ("bitset", True)):
        session = Session(request.changed(oracle=oracle), open_oracle("bitset"), np.random.default_rng(1), Clock())
        assert session.is_finished(hard.clues, session.rate(hard.clues)) == finished
