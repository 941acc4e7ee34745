"""Many puzzles from one pattern: all of them new, matching, shown to have one solution, and the same again."""

from __future__ import annotations

from contextlib import suppress
from itertools import islice, pairwise

import numpy as np
import pytest

from cpgen import resources
from cpgen.difficulty import Target, model_for
from cpgen.errors import NotFoundError
from cpgen.generation.gibbs import UNKNOWN, GibbsWalk, lookahead_energy, next_match
from cpgen.generation.session import Session
from cpgen.generation.two_phase import PUZZLES_PER_START, SINGLE_STARTS, generate_many, make_again, puzzles_from
from cpgen.layout import Layout
from cpgen.oracles import open_oracle
from cpgen.pattern import Pattern
from cpgen.requests.clock import Clock, OutOfTimeError
from cpgen.requests.puzzle_request import Generated, Progress, Request
from cpgen.schema import build
from cpgen.symmetry.canonical import Forms
from tests.generation.test_two_phase import KAMIO_A, NINE, check
from tests.request_helpers import method_of, request_of

BITSET = {"oracle": "bitset"}


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


def test_the_first_puzzles_have_starts_of_their_own_and_then_walks_begin() -> None:
    indices = [one.index for one in made_by(request_for(KAMIO_A, "intermediate"), SINGLE_STARTS + 50)]
    assert indices[: SINGLE_STARTS + 1] == [start * PUZZLES_PER_START for start in range(SINGLE_STARTS + 1)]
    assert SINGLE_STARTS * PUZZLES_PER_START < indices[-1] < (SINGLE_STARTS + 1) * PUZZLES_PER_START


def test_fewer_puzzles_are_the_first_of_more_and_a_seed_brings_them_back() -> None:
    request = request_for(KAMIO_A, "advanced")
    many = [one.puzzle for one in made_by(request, 60)]
    assert [one.puzzle for one in made_by(request, 60)] == many
    assert [one.puzzle for one in made_by(request, 25)] == many[:25]
    assert many[0] == made_by(request, 1)[0].puzzle
    assert not set(many) & {one.puzzle for one in made_by(request, 60, seed=2)}


def test_the_oracle_does_not_matter_to_a_walk() -> None:
    """A start asks the oracle for a grid; what comes after it is the walk's alone, and both oracles confirm it."""
    request = request_for(KAMIO_A, "expert")
    proved = open_oracle("cpsat")
    assert all(proved.uniqueness(one.puzzle).unique for one in walked_from(request)[:20])


def test_what_bitset_concludes_for_a_walk_is_counted_whichever_oracle_is_named() -> None:
    """It answers no question: those are put to the oracle that is named, one for each proof."""
    request = request_for(KAMIO_A, "expert", method={"oracle": "cpsat"})
    first, *others = list(islice(puzzles_from(request, open_oracle("cpsat"), 1, SINGLE_STARTS, Clock()), 4))
    assert first.stats.lookaheads == 0
    for one in others:
        assert one.stats.lookaheads > 0
        assert one.stats.oracle_calls == one.stats.proof_oracle_calls == 1
        assert one.as_json()["stats"]["lookaheads"] == one.stats.lookaheads


def test_seed_and_index_bring_a_puzzle_back() -> None:
    request = request_for(KAMIO_A, "beginner")
    for one in walked_from(request)[::40]:
        again = make_again(request, one.seed, one.index)
        assert (again.puzzle, again.index) == (one.puzzle, one.index)


def test_an_index_beyond_what_a_start_gives_is_refused() -> None:
    request = request_for(KAMIO_A, "beginner")
    with pytest.raises(NotFoundError, match="Seed 1 has no puzzle of index 1: start 0 gives only 1"):
        make_again(request, 1, 1)


def test_neighbours_on_a_walk_differ_in_two_clues_or_more() -> None:
    walked = [one.puzzle.clues for one in walked_from(request_for(KAMIO_A, "intermediate"))]
    assert len(walked) == PUZZLES_PER_START
    for one, after in pairwise(walked):
        assert sum(a != b for a, b in zip(one, after, strict=True)) >= 3


def test_a_walk_knows_the_energies_that_it_would_find_anew() -> None:
    request = request_for(KAMIO_A, "expert")
    first = walked_from(request, most=1)[0].puzzle.clues
    walks = []
    for _ in range(2):
        run = Session(request, open_oracle("bitset"), np.random.default_rng(1), Clock())
        run.begin_attempt()
        walks.append(GibbsWalk.of(run))
    walk, other = walks
    walk.leave(list(first))
    assert not next_match(walk.measure, walk.lookahead, walk.state, 0)
    known = 0
    for _ in range(40):
        next_match(walk.measure, walk.lookahead, walk.state, 3)
        fresh = [cell for cell in walk.state.free if walk.state.seen[cell] == walk.state.heat.changes]
        for cell in fresh[:2]:
            energies = walk.state.energies[cell]
            looked_at = (energies != UNKNOWN) & (energies < np.inf) & ~walk.state.follows[cell]
            for digit in set(np.flatnonzero(looked_at).tolist()) - {walk.state.clues[cell] - 1}:
                other.go_to(walk.clues)
                with np.errstate(over="ignore"):
                    found = lookahead_energy(other.measure, other.lookahead, other.state, cell, digit)
                assert found == energies[digit]
                known += 1
    assert known > 10


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
def test_walks_on_other_boards(spec: str, clues: int) -> None:
    layout = Layout.parse(spec)
    drawn = request_of(layout, (clues, "none"), Target(model_for(layout).any_grade), BITSET)
    (first,) = made_by(drawn, 1)
    request = request_for(Pattern.of(first.puzzle.clues, layout.size), "any", spec)
    _, *walked = walked_from(request, most=4)
    assert len(walked) == 3
    for one in walked:
        check(one, request)


@pytest.mark.parametrize(
    ("spec", "clues", "grade", "looks_ahead"),
    [
        ("3x4", 40, "expert", True),
        ("3x4", 40, "beginner", True),
        ("3x3", 20, "expert", False),
        ("latin-10", 25, "expert", False),
    ],
)
def test_a_repair_looks_ahead_on_large_boards_with_boxes(spec: str, clues: int, grade: str, looks_ahead: bool) -> None:
    layout = Layout.parse(spec)
    cells = np.random.default_rng(1).permutation(layout.cell_count)[:clues]
    drawn = "".join("x" if cell in cells else "." for cell in range(layout.cell_count))
    request = request_for(Pattern.parse(drawn), grade, spec)
    clock = Clock(stop=lambda: clock.ratings > 1_500)
    with suppress(OutOfTimeError):
        check(next(puzzles_from(request, open_oracle("bitset"), 1, 0, clock)), request)
    assert (clock.lookaheads > 0) == looks_ahead


def test_on_a_ladder_of_techniques_a_repair_looks_ahead_from_the_first() -> None:
    request, clock = build(Request, {"pattern": KAMIO_A, "needs": "xy-wing", **BITSET}), Clock()
    next(puzzles_from(request, open_oracle("bitset"), 1, 0, clock))
    assert clock.lookaheads > clock.ratings


def test_a_random_pattern_is_fresh_for_every_puzzle() -> None:
    request = request_of(NINE, (28, "rot180"), Target(model_for(NINE).grade("intermediate")), BITSET)
    made = made_by(request, SINGLE_STARTS + 5)
    assert [one.index for one in made] == list(range(SINGLE_STARTS + 5))
    assert len({Pattern.of(one.puzzle.clues, 9) for one in made}) == len(made)


def test_other_replacements_do_not_walk() -> None:
    request = request_for(KAMIO_A, "any", method=method_of("sample", "zama", "bitset"))
    assert [one.index for one in made_by(request, SINGLE_STARTS + 2)] == list(range(SINGLE_STARTS + 2))


def test_where_there_are_few_puzzles_it_ends_before_the_budget() -> None:
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


def test_progress_is_told_on_the_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cpgen.requests.clock.REPORT_EVERY", 0.0)
    told: list[Progress] = []
    made = list(generate_many(request_for(KAMIO_A, "expert"), 150, 1, Clock(300.0, told.append)))
    assert len(made) == 150
    assert max(progress.found for progress in told) > SINGLE_STARTS
    assert all(before.ratings <= after.ratings for before, after in pairwise(told))
