"""Workloads: reproducible queries with known properties."""

import pytest

from cpgen import resources
from cpgen.errors import InputError
from cpgen.layout import Layout
from cpgen.oracles import open_oracle
from cpgen.study.oracle_queries import asking, bounds_of
from cpgen.study.oracle_workloads import DRAWN, Workload, board_alone, workload, workload_names


def bounds(one: Workload) -> list[tuple[int, int | None]]:
    oracle = open_oracle("bitset")
    answers = [bounds_of(query, asking(oracle, query)()) for query in one.queries]
    return [(answer.least, answer.most) for answer in answers]


@pytest.mark.parametrize("name", sorted(set(DRAWN) - {"large", "sides"}))
def test_workload_depends_on_the_seed_alone(name):
    one = workload(name, 1, 12)
    assert len(one.queries) == 12
    assert one == workload(name, 1, 12)
    assert one.mark != workload(name, 2, 12).mark


@pytest.mark.parametrize("name", ["easy", "minimal", "jigsaw", *resources.names("puzzles")])
def test_puzzles_have_one_solution(name):
    assert name in workload_names()
    assert set(bounds(workload(name, 1, 5))) == {(1, 1)}


def test_minimal_puzzles_need_every_clue():
    query = workload("minimal", 1, 1).queries[0]
    oracle, clues = open_oracle("bitset"), query.puzzle.clues
    thinner = [type(query.puzzle)(query.puzzle.layout, (*clues[:k], 0, *clues[k + 1 :])) for k in range(81) if clues[k]]
    assert all(oracle.count(puzzle) == 2 for puzzle in thinner)


def test_holes_have_every_filling_and_a_completion():
    one = workload("holes", 1, 82)
    assert sorted(query.puzzle.clue_count for query in one.queries) == [*range(82)]
    assert {query.question for query in one.queries} == {"complete", "uniqueness", "count"}
    assert all(least for least, _ in bounds(one))


def test_random_boards_have_a_completion_or_none():
    assert set(bounds(workload("random", 1, 82))) == {(0, 0), (1, None)}


def test_boards_of_other_sizes():
    sizes = [query.puzzle.layout.size for query in workload("sides", 1, 10).queries]
    assert sizes == [4, 6, 8, 9, 10, 12, 15, 16, 20, 25]
    questions = {(query.question, query.puzzle.layout.size) for query in workload("pentomino", 1, 10).queries}
    assert questions == {("count", 5), ("uniqueness", 5)}


def test_unknown_workload_is_refused():
    with pytest.raises(InputError, match="Did you mean 'easy'"):
        workload("eassy", 1, 1)


def test_drawings_have_a_solution_and_constraints():
    one = workload("variants", 1, 14)
    assert {query.puzzle.layout.kind for query in one.queries} >= {"3x3+cage", "3x3+thermo", "3x3+arrow", "3x3+leaps"}
    assert all(least for least, _ in bounds(one))


def test_a_board_alone_is_asked_everything():
    one = board_alone(Layout.boxes(2, 2).with_constraints("thermo r1c1 r1c2 r1c3 r1c4"))
    assert [query.question for query in one.queries] == ["is_consistent", "complete", "uniqueness", "count"]
    assert bounds(one)[-1] == (12, 12)
