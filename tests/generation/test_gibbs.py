"""The walk: many puzzles from one pattern, all different, matching, unique and reproducible."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import islice, pairwise

import numpy as np
import pytest

from cpgen import resources
from cpgen.difficulty import Target, model_for
from cpgen.engine.propagation import REFUTED
from cpgen.engine.search import propagate_clues
from cpgen.errors import NotFoundError
from cpgen.generation.energy import STUCK_ENERGY
from cpgen.generation.gibbs import Walk, walk_steps
from cpgen.generation.session import Session
from cpgen.generation.two_phase import PUZZLES_PER_START, SINGLE_STARTS, generate_many, make_again, puzzles_from
from cpgen.generation.walk_state import UNKNOWN
from cpgen.kernel import compiled_when_hot
from cpgen.layout import Layout
from cpgen.oracles import open_oracle
from cpgen.pattern import Pattern
from cpgen.puzzle import Puzzle
from cpgen.requests.clock import Clock, OutOfTimeError
from cpgen.requests.generation_request import Request
from cpgen.requests.results import Generated
from cpgen.symmetry.canonical import Forms
from tests.generation.test_two_phase import KAMIO_A, NINE, check
from tests.request_helpers import asked, method_of, request_of

BITSET = {"oracle": "bitset"}
propagate = compiled_when_hot(propagate_clues)


def request_for(pattern: Pattern, grade: str, spec: str = "3x3", method: dict[str, str] = BITSET) -> Request:
    layout = Layout.parse(spec)
    return request_of(layout, pattern, Target(model_for(layout).grade(grade)), method)


def made_by(request: Request, count: int, seed: int = 1) -> list[Generated]:
    return list(generate_many(request, count, seed, Clock(300.0)))


def walked_from(
    request: Request, seed: int = 1, start: int = SINGLE_STARTS, most: int = PUZZLES_PER_START
) -> list[Generated]:
    return list(islice(puzzles_from(request, open_oracle("bitset"), seed, start, Clock()), most))


@pytest.mark.parametrize("grade", ["beginner", "intermediate", "advanced", "expert", "any"])
def test_hundreds_of_puzzles_are_good_and_essentially_different(grade: str) -> None:
    request = request_for(KAMIO_A, grade)
    made = made_by(request, 300)
    forms = Forms(NINE)
    assert all(forms.add(one.puzzle.clues) for one in made)
    assert all(one.matches for one in made)
    assert {Pattern.of(one.puzzle.clues, 9).cells for one in made} == {KAMIO_A.cells}
    for one in made[::25]:
        check(one, request)


def test_fewer_puzzles_are_the_first_of_more() -> None:
    request = request_for(KAMIO_A, "advanced")
    many = [one.puzzle for one in made_by(request, 60)]
    assert [one.puzzle for one in made_by(request, 60)] == many
    assert [one.puzzle for one in made_by(request, 25)] == many[:25]
    assert many[0] == made_by(request, 1)[0].puzzle
    assert not set(many) & {one.puzzle for one in made_by(request, 60, seed=2)}


def test_lookaheads_are_counted_for_every_oracle() -> None:
    """The lookahead is no oracle query; the named oracle answers one per proof."""
    request = request_for(KAMIO_A, "expert", method={"oracle": "cpsat"})
    _, *others = islice(puzzles_from(request, open_oracle("cpsat"), 1, SINGLE_STARTS, Clock()), 4)
    for one in others:
        assert one.stats.lookaheads > 0
        assert one.stats.oracle_calls == one.stats.proof_oracle_calls == 1
        assert one.as_json()["stats"]["lookaheads"] == one.stats.lookaheads


def test_seed_and_index_reproduce_a_puzzle() -> None:
    request = request_for(KAMIO_A, "beginner")
    for one in walked_from(request)[::40]:
        again = make_again(request, one.seed, one.index)
        assert (again.puzzle, again.index) == (one.puzzle, one.index)


def test_an_index_beyond_the_end_of_a_start_is_refused() -> None:
    request = request_for(KAMIO_A, "beginner")
    with pytest.raises(NotFoundError, match="Seed 1 has no puzzle of index 1: start 0 gives only 1"):
        make_again(request, 1, 1)


def test_neighbours_on_a_walk_differ_in_two_clues_or_more() -> None:
    walked = [one.puzzle.clues for one in walked_from(request_for(KAMIO_A, "intermediate"))]
    assert len(walked) == PUZZLES_PER_START
    for one, after in pairwise(walked):
        assert sum(a != b for a, b in zip(one, after, strict=True)) >= 3


def walk_from(request: Request, clues: tuple[int, ...]) -> Walk:
    session = Session(request, open_oracle("bitset"), np.random.default_rng(1), Clock())
    walk = Walk(session, session.begin_attempt(), list(clues))
    walk.note_match()
    return walk


def test_energies_of_the_walk_are_those_of_ratings() -> None:
    """A finite energy below that of a stuck board comes from a rating, and an infinite one from a contradiction."""
    request = request_for(KAMIO_A, "expert")
    walk = walk_from(request, walked_from(request, most=1)[0].puzzle.clues)
    known, state = 0, walk.state
    for _ in range(40):
        walk_steps(state, 3)
        for cell in [cell for cell in state.free if state.prepared_at[cell] == state.status[0].changes][:2]:
            for digit in np.flatnonzero(state.energies[cell] != UNKNOWN).tolist():
                clues = state.clues.copy()
                clues[cell] = digit + 1
                rated = walk.energy.rated(clues, Clock())
                if state.energies[cell, digit] == np.inf:
                    assert not open_oracle("bitset").is_consistent(Puzzle(NINE, tuple(clues.tolist())))
                elif rated < STUCK_ENERGY:
                    assert state.energies[cell, digit] == rated
                    known += 1
    assert known > 10


@pytest.mark.parametrize("grade", ["beginner", "expert"])
def test_the_other_clues_of_a_walk_never_contradict(grade: str) -> None:
    """So a step need not ask whether they do."""
    request = request_for(KAMIO_A, grade)
    walk = walk_from(request, walked_from(request, most=1)[0].puzzle.clues)
    for _ in range(20):
        walk_steps(walk.state, 20)
        for cell in walk.state.free:
            others = walk.state.clues.copy()
            others[cell] = 0
            assert propagate(walk.state.lookahead.search, others) != REFUTED


def test_ratings_from_python_lead_to_the_same_walk() -> None:
    """A wide ladder is rated by Python; a walk on the paper's ladder that is made to do so finds the same puzzles."""
    request = request_for(KAMIO_A, "expert")
    first = walked_from(request, most=1)[0].puzzle.clues
    compiled, asking = walk_from(request, first), walk_from(request, first)
    asking.state.status[0].rates_in_python = 1
    for _ in range(5):
        assert compiled.find(5_000) == asking.find(5_000)


def test_threads_generate_the_same_puzzles() -> None:
    """Calls share oracles, raters and tables; none of that may leak from one thread to another."""
    grades = ["beginner", "expert", "advanced", "expert"]

    def puzzles(number: int) -> list[Puzzle]:
        method = BITSET if number % 2 else {"oracle": "cpsat"}
        return [one.puzzle for one in made_by(request_for(KAMIO_A, grades[number], method=method), 14, number)]

    expected = [puzzles(number) for number in range(len(grades))]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(puzzles, range(len(grades)))) == expected


def test_fixed_digits_stay() -> None:
    pattern = Pattern.parse(".7.....x.1..xx...x.....3.....xx...x..x..5..x..9...xx.....x.....x...xx..2.x.....8.")
    request = request_for(pattern, "any")
    walked = walked_from(request)
    assert len(walked) > 10
    for one in walked[::10]:
        check(one, request)


@pytest.mark.parametrize(
    ("spec", "clues"),
    [
        ("latin-5", 11),
        ("2x3", 12),
        ("3x3+diagonals", 20),
        ("latin-6+diagonals", 16),
        (resources.text("layouts", "jigsaw-7"), 18),
        ("4x4", 120),
    ],
)
def test_walks_keep_their_pattern_on_other_boards(spec: str, clues: int) -> None:
    layout = Layout.parse(spec)
    drawn = request_of(layout, (clues, "none"), Target(model_for(layout).any_grade), BITSET)
    (first,) = made_by(drawn, 1)
    request = request_for(Pattern.of(first.puzzle.clues, layout.size), "any", spec)
    _, *walked = walked_from(request, most=4)
    assert len(walked) == 3
    for one in walked:
        check(one, request)


def test_a_wide_ladder_needs_fewer_ratings_than_lookaheads() -> None:
    request, clock = asked({"pattern": KAMIO_A, "needs": "xy-wing", **BITSET}), Clock()
    next(puzzles_from(request, open_oracle("bitset"), 1, 0, clock))
    assert clock.lookaheads > clock.ratings


def test_other_replacement_methods_do_not_walk() -> None:
    request = request_for(KAMIO_A, "any", method=method_of("sample", "zama", "bitset"))
    assert [one.index for one in made_by(request, SINGLE_STARTS + 2)] == list(range(SINGLE_STARTS + 2))


def test_a_search_ends_when_few_puzzles_exist() -> None:
    pattern = Pattern.parse(".1.. 2..x x..3 ..x.")
    request = request_for(pattern, "any", "2x2")
    made: list[Generated] = []
    with pytest.raises(NotFoundError, match=r"Found \d+ of 1000 puzzles .* starts in a row brought nothing new\.$"):
        made.extend(generate_many(request, 1000, 1, Clock(300.0)))
    assert made


def test_a_walk_looks_at_the_clock() -> None:
    request, clock = request_for(KAMIO_A, "expert"), Clock()
    walk = puzzles_from(request, open_oracle("bitset"), 1, SINGLE_STARTS, clock)
    assert next(walk).index == SINGLE_STARTS * PUZZLES_PER_START
    clock.stop = lambda: True
    with pytest.raises(OutOfTimeError):
        next(walk)
