"""Superfluous clues: what is left is minimal in every kind, by plain trial and by the reference oracle."""

from collections.abc import Iterator, Sequence

import numpy as np
import pytest

import cpgen
from cpgen.constraints.cage import Cage
from cpgen.constraints.geometry import adjacent_pairs
from cpgen.digging.drop_request import ClueKinds, DropRequest, Given, clues_of
from cpgen.digging.superfluous import clue_orbits, find_superfluous, remove_superfluous, without
from cpgen.errors import ImpossibleError, InputError
from cpgen.layout import Layout
from cpgen.oracles import UndecidedError, Uniqueness, open_oracle
from cpgen.oracles.bitset import BitsetOracle
from cpgen.puzzle import Grid, Puzzle
from cpgen.requests.clock import Clock
from tests.variant_puzzles import VARIANTS, puzzle_of, solution_of

SIX = Layout.boxes(2, 3)
FOUR = Layout.boxes(2, 2)
SYMMETRIC = ["cage 5: r1c1 r1c2", "cage 5: r4c3 r4c4", "white r2c1 r2c2", "black r3c3 r3c4", "thermo r2c4 r1c4"]


def killer_solutions(puzzle: Puzzle, limit: int = 2) -> list[Grid]:
    """Return solutions of a puzzle with cages by plain trial, up to `limit`."""
    layout, found = puzzle.layout, list[Grid]()
    groups = [(set(house.cells), None) for house in layout.houses]
    groups += [(set(cage.cells), cage.total) for cage in layout.further if isinstance(cage, Cage)]
    by_cell = [[group for group in groups if cell in group[0]] for cell in range(layout.cell_count)]
    board = [0] * layout.cell_count

    def fits(cell: int) -> bool:
        for cells, total in by_cell[cell]:
            digits = [board[one] for one in cells if board[one]]
            if len(digits) != len(set(digits)) or (total is not None and sum(digits) > total):
                return False
            if total is not None and len(digits) == len(cells) and sum(digits) != total:
                return False
        return True

    def fill(cell: int) -> None:
        if cell == len(board):
            found.append(tuple(board))
        for digit in [puzzle.clues[cell]] if cell < len(board) and puzzle.clues[cell] else range(1, layout.size + 1):
            if cell == len(board) or len(found) == limit:
                return
            board[cell] = digit
            if fits(cell):
                fill(cell + 1)
            board[cell] = 0

    fill(0)
    return found


def random_killer(layout: Layout, seed: int) -> Puzzle:
    """Return a puzzle with many cages and givens of a random grid, and one solution."""
    rng, solution = np.random.default_rng(seed), cpgen.grid(layout, seed=seed, oracle="bitset")
    n, cages = layout.size, []
    for row in range(n):
        for column in range(0, n - 1, 2):
            cells = (row * n + column, row * n + column + 1)
            cages.append(Cage(cells, sum(solution[cell] for cell in cells)))
    kept = [cages[k] for k in rng.permutation(len(cages))[: len(cages) * 2 // 3]]
    board = layout.with_constraints(*kept)
    clues = [0] * len(solution)
    for cell in rng.permutation(len(solution)).tolist():
        if len(killer_solutions(Puzzle(board, tuple(clues)))) == 1:
            break
        clues[cell] = solution[cell]
    clues[0] = solution[0]
    return Puzzle(board, tuple(clues))


def last(results: Iterator) -> object:
    *_, found = results
    return found


def needed_clues(puzzle: Puzzle, kinds: Sequence[str], solution: Grid) -> bool:
    """Return True if by the reference oracle the puzzle cannot do without any clue of these kinds."""
    oracle = open_oracle("cpsat")
    return all(
        oracle.uniqueness(without(puzzle, [clue])).grids != (solution,)
        for clue in clues_of(puzzle)
        if clue.kind in kinds
    )


@pytest.mark.parametrize(("layout", "seed"), [*((FOUR, seed) for seed in range(8)), (SIX, 0), (SIX, 3), (SIX, 6)])
def test_what_is_left_is_minimal_by_plain_trial(layout, seed):
    puzzle = random_killer(layout, seed)
    (solution,) = killer_solutions(puzzle)
    made = cpgen.drop_superfluous(puzzle, "all", seed=seed)
    assert made.minimal
    assert made.solution == solution
    assert killer_solutions(made.puzzle) == [solution]
    for clue in clues_of(made.puzzle):
        assert len(killer_solutions(without(made.puzzle, [clue]))) == 2


@pytest.mark.parametrize("kinds", ["givens", "cages"])
def test_only_the_kinds_named_are_removed(kinds):
    puzzle = random_killer(SIX, 3)
    made = cpgen.drop_superfluous(puzzle, kinds, seed=1)
    kind = kinds.removesuffix("s")
    assert {clue.kind for clue in made.removed} <= {kind}
    for clue in clues_of(made.puzzle):
        assert clue.kind != kind or len(killer_solutions(without(made.puzzle, [clue]))) == 2


@pytest.mark.parametrize("seed", range(4))
def test_the_list_agrees_with_plain_trial(seed):
    puzzle = random_killer(FOUR, seed)
    found = cpgen.superfluous_clues(puzzle)
    wanted = [clue for clue in clues_of(puzzle) if len(killer_solutions(without(puzzle, [clue]))) == 1]
    assert list(found.clues) == wanted
    assert found.asked == len(clues_of(puzzle))
    if len(wanted) > 1:
        assert found.together == (len(killer_solutions(without(puzzle, wanted))) == 1)


@pytest.mark.parametrize("name", [f"variant-{number:02}" for number in (2, 5, 7, 9, 12, 17, 22, 24, 27, 32, 34)])
def test_published_puzzles_become_minimal(name):
    puzzle = puzzle_of(name)
    made = cpgen.drop_superfluous(puzzle, seed=1)
    assert (made.minimal, made.solution, made.oracle) == (True, solution_of(name), "cpsat")
    assert set(clues_of(made.puzzle)) == set(clues_of(puzzle)) - set(made.removed)
    kinds = {clue.kind for clue in clues_of(puzzle)}
    assert needed_clues(made.puzzle, list(kinds), made.solution)


def test_marks_on_one_line_are_removed_one_by_one():
    solution = Puzzle.parse("1234 3412 2143 4321").clues
    board = FOUR.with_constraints("odd r1c1 r1c3 r2c1", "less r1c1 r1c2 r1c3", "minimum r1c1 r4c4", "even r1c2")
    puzzle = Puzzle(board, solution)
    texts = [clue.text(4) for clue in clues_of(puzzle)[16:]]
    assert texts == [
        *("odd: r1c1", "odd: r1c3", "odd: r2c1", "less: r1c1 r1c2", "less: r1c2 r1c3"),
        *("minimum: r1c1", "minimum: r4c4", "even: r1c2"),
    ]
    marks = {clue.text(4): clue for clue in clues_of(puzzle)[16:]}
    left = without(puzzle, [marks["odd: r1c3"], marks["less: r1c1 r1c2"], marks["minimum: r1c1"], marks["even: r1c2"]])
    assert left.layout.constraint_lines == ["odd: r1c1 r2c1", "less: r1c2 r1c3", "minimum: r4c4"]
    assert without(puzzle, []).layout == board
    made = cpgen.drop_superfluous(puzzle, "constraints", seed=1)
    assert made.puzzle.layout == FOUR
    assert str(made.summary) == ("removed 2 inequality signs, 3 odd cells, 1 even cell and 2 minimum cells")


def test_the_seed_decides_the_order():
    puzzle = puzzle_of("variant-13")
    made = {cpgen.drop_superfluous(puzzle, "givens", seed=seed).puzzle for seed in (1, 1, 2, 3)}
    assert 1 < len(made) <= 3


def test_clues_of_the_first_word_are_removed_first():
    puzzle = random_killer(SIX, 5)
    given_first = cpgen.drop_superfluous(puzzle, ["givens", "cages"], seed=1).removed
    cages_first = cpgen.drop_superfluous(puzzle, "cages,givens", seed=1).removed
    assert [clue.kind for clue in given_first] == sorted((clue.kind for clue in given_first), reverse=True)
    assert [clue.kind for clue in cages_first] == sorted(clue.kind for clue in cages_first)


def with_all_white_dots(text: str) -> Puzzle:
    """Return a full grid of 4×4 with its white dots and the rule that all are shown."""
    solution = Puzzle.parse(text).clues
    dots = [
        f"white {FOUR.cell_name(a)} {FOUR.cell_name(b)}"
        for a, b in adjacent_pairs(4)
        if abs(solution[a] - solution[b]) == 1
    ]
    return Puzzle(FOUR.with_constraints("all white shown", *dots), solution)


def test_a_dot_that_a_rule_would_deny_is_needed():
    puzzle = with_all_white_dots("1234 3412 2143 4321")
    assert cpgen.drop_superfluous(puzzle, "dots", seed=1).removed == ()
    made = cpgen.drop_superfluous(puzzle, "all-shown,dots", seed=1)
    assert [clue.kind for clue in made.removed] == ["all", *["white"] * (len(puzzle.layout.further) - 1)]


def test_dots_are_tried_again_once_the_rule_is_gone():
    made = cpgen.drop_superfluous(with_all_white_dots("1324 2413 3142 4231"), "dots,all-shown", seed=1)
    assert made.removed[0].kind == "all"
    assert made.puzzle.layout == FOUR


def test_orbits_are_places_that_are_images_of_each_other():
    layout = FOUR.with_constraints(*SYMMETRIC)
    puzzle = Puzzle(layout, (0,) * 5 + (1, *(0,) * 4, 2) + (0,) * 5)
    orbits = {frozenset(clue.text(4) for clue in orbit) for orbit in clue_orbits(puzzle, "rot180")}
    assert orbits == {
        frozenset({"r2c2=1", "r3c3=2"}),
        frozenset({"cage 5: r1c1 r1c2", "cage 5: r4c3 r4c4"}),
        frozenset({"white 1: r2c1 r2c2", "black 2: r3c3 r3c4"}),
        frozenset({"thermo: r2c4 r1c4"}),
    }
    assert len(clue_orbits(puzzle, "none")) == len(clues_of(puzzle))


@pytest.mark.parametrize("symmetry", ["rot180", "left-right", "full"])
def test_whole_orbits_are_removed(symmetry):
    solution = cpgen.grid("2x3", seed=2, oracle="bitset")
    cages = [f"cage {solution[a] + solution[a + 6]}: {SIX.cell_name(a)} {SIX.cell_name(a + 6)}" for a in range(6)]
    cages += [f"cage {solution[a] + solution[a + 6]}: {SIX.cell_name(a)} {SIX.cell_name(a + 6)}" for a in range(24, 30)]
    puzzle = Puzzle(SIX.with_constraints(*cages), tuple(solution))
    made = cpgen.drop_superfluous(puzzle, symmetry=symmetry, seed=1)
    assert made.minimal
    for orbit in clue_orbits(puzzle, symmetry):
        assert set(orbit) <= set(made.removed) or set(orbit).isdisjoint(made.removed)
    for orbit in clue_orbits(made.puzzle, symmetry):
        assert len(killer_solutions(without(made.puzzle, orbit))) == 2


def test_an_orbit_with_another_kind_stays():
    solution = Puzzle.parse("1234 3412 4321 2143").clues
    puzzle = Puzzle(FOUR.with_constraints("white r1c1 r1c2", "white r4c3 r4c4"), solution)
    assert len(cpgen.drop_superfluous(puzzle, "white", symmetry="rot180", seed=1).removed) == 2
    mixed = Puzzle(FOUR.with_constraints("black r1c1 r1c2", "white r4c3 r4c4"), solution)
    assert cpgen.drop_superfluous(mixed, "white", symmetry="rot180", seed=1).removed == ()
    assert len(cpgen.drop_superfluous(mixed, "dots", symmetry="rot180", seed=1).removed) == 2


def test_the_rules_still_solve_what_is_left():
    figure = ".9.....6.8..14...2.....2.....93...7..5..1..3..6...79.....7.....7...29..5.4.....8."
    full = Puzzle(Layout.boxes(3, 3), cpgen.solve(figure))
    assert cpgen.rate(cpgen.drop_superfluous(full, seed=1).puzzle).level > 1
    bound = cpgen.drop_superfluous(full, check="ladder:1", seed=1)
    assert cpgen.rate(bound.puzzle).level == 1
    for clue in clues_of(bound.puzzle):
        rating = cpgen.rate(without(bound.puzzle, [clue]))
        assert not rating.solved or rating.level > 1
    named = cpgen.drop_superfluous(full, grade="beginner", seed=1)
    assert named.puzzle == bound.puzzle
    whole = cpgen.drop_superfluous(full, ladder="nikoli100", seed=1)
    assert cpgen.rate(whole.puzzle, ladder="nikoli100").solved


def test_a_position_that_the_rules_do_not_solve_is_refused():
    figure = ".9.....6.8..14...2.....2.....93...7..5..1..3..6...79.....7.....7...29..5.4.....8."
    with pytest.raises(InputError, match="nikoli100 up to level 1 does not solve"):
        cpgen.drop_superfluous(figure, grade="beginner")


def test_results_on_the_way_have_one_solution_each():
    puzzle = random_killer(FOUR, 1)
    results = list(remove_superfluous(puzzle, DropRequest(), 1))
    assert results[0].puzzle == puzzle
    assert len(results[0].undecided) == len(clues_of(puzzle))
    assert all(len(killer_solutions(one.puzzle)) == 1 for one in results)
    assert (results[-1].undecided, results[-1].oracle) == ((), "cpsat")


def test_a_stopped_search_keeps_what_it_found():
    puzzle = random_killer(SIX, 2)
    clock = Clock(stop=lambda: clock.ratings >= 4)
    made = last(remove_superfluous(puzzle, DropRequest(), 1, clock))
    assert not made.minimal
    assert len(killer_solutions(made.puzzle)) == 1
    assert {*made.undecided} <= {*clues_of(made.puzzle)}
    listed = last(find_superfluous(puzzle, DropRequest(), Clock(stop=lambda: True)))
    assert len(listed.undecided) >= listed.asked - 1


class Undecided(BitsetOracle):
    """An oracle that decides nothing but the first question."""

    name = "undecided"

    def prove(self, puzzle: Puzzle, known: Grid, among: Sequence[int] = ()) -> Uniqueness:
        raise UndecidedError("This oracle does not decide.")


def test_an_undecided_clue_stays_and_is_named():
    puzzle = Puzzle(FOUR, Puzzle.parse("1234 3412 2143 4321").clues)
    oracle = f"{__name__}:Undecided"
    made = cpgen.drop_superfluous(puzzle, oracle=oracle, seed=1)
    assert (made.puzzle, made.removed, made.minimal) == (puzzle, (), False)
    assert sorted(clue.cell for clue in made.undecided) == list(range(16))
    found = cpgen.superfluous_clues(puzzle, oracle=oracle)
    assert (found.clues, len(found.undecided), found.together) == ((), 16, None)


def test_all_can_be_removed_together():
    puzzle = Puzzle(FOUR, Puzzle.parse("1234 3412 2143 ....").clues)
    found = cpgen.superfluous_clues(Puzzle(FOUR.with_constraints("cage 10: r1c1-r1c4"), puzzle.clues), "cages")
    assert [clue.text(4) for clue in found.clues] == ["cage 10: r1c1 r1c2 r1c3 r1c4"]
    assert cpgen.superfluous_clues(puzzle).together is False


@pytest.mark.parametrize(
    ("words", "kinds"),
    [
        ("givens", {"given"}),
        ("Given", {"given"}),
        ("cages", {"cage"}),
        ("dots", {"white", "black"}),
        ("signs", {"less", "xv"}),
        ("thermos", {"thermo"}),
        ("region-sums", {"region-sum"}),
        ("all-shown", {"all"}),
        ("leaps", {"leaps"}),
    ],
)
def test_words_for_kinds_of_clues(words, kinds):
    assert ClueKinds.parse(words).stages == (kinds,)
    assert ClueKinds.parse([words]).stages == (kinds,)


def test_everything_is_every_kind():
    assert ClueKinds.parse("everything") != ClueKinds.parse("all")
    (kinds,) = ClueKinds.parse("everything").stages
    assert kinds == ClueKinds.parse("all").stages[0] == {"given"} | ClueKinds.parse("constraints").stages[0]
    assert {clue.kind for name in VARIANTS for clue in clues_of(puzzle_of(name))} <= kinds


@pytest.mark.parametrize(
    ("wanted", "sentence"),
    [
        ({"drop": "cagess"}, "'cagess' is not a kind of clue. Did you mean 'cage'"),
        ({"drop": "givens,arows"}, "'arows' is not a kind of clue. Did you mean 'arrow'"),
        ({"drop": " , "}, "No kind of clue is named"),
        ({"drop": "diagonals"}, "Extra houses are part of the board"),
        ({"check": "direct"}, "The check direct is for clues of full grids"),
        ({"check": "ladder"}, "needs the highest level"),
        ({"oracle": "ladder"}, "only finds contradictions"),
        ({"oracle": "bits"}, "'bits' is not an oracle"),
        ({"model": "by-rule", "ladder": "hodoku"}, "Give a model or a ladder, not both"),
        ({"symmetry": "rot"}, "'rot' is not a value for symmetry"),
        ({"simmetry": "rot180"}, "Did you mean 'symmetry'"),
        ({"grade": "hardish"}, "'hardish' is not a grade"),
    ],
)
def test_refusals_are_sentences(wanted, sentence):
    puzzle = Puzzle(Layout.boxes(3, 3), cpgen.grid(seed=1, oracle="bitset"))
    kinds = wanted.pop("drop", "all")
    with pytest.raises(InputError) as refused:
        cpgen.drop_superfluous(puzzle, kinds, **wanted)
    assert sentence in str(refused.value)


def test_puzzles_without_one_solution_are_refused():
    with pytest.raises(InputError, match="more than one solution"):
        cpgen.drop_superfluous("1...............")
    with pytest.raises(ImpossibleError, match="has no solution"):
        cpgen.superfluous_clues("123....4........")
    with pytest.raises(InputError, match="leaves"):
        cpgen.drop_superfluous("1234341221434321\ncage ?: r1c1 r1c2")


def test_the_object_of_a_result():
    puzzle = Puzzle(FOUR.with_constraints("cage 3: r1c1 r1c2"), Puzzle.parse("1234 3412 2143 432.").clues)
    data = cpgen.drop_superfluous(puzzle, "cages", seed=1).as_json()
    assert data["removed"] == [{"kind": "cage", "total": 3, "cells": ["r1c1", "r1c2"]}]
    assert (data["layout"], data["clues"], data["minimal"], data["undecided"]) == ("2x2", 15, True, [])
    assert data["method"] == {"drop": "cages", "symmetry": "none", "oracle": "cpsat", "seed": 1}
    listed = cpgen.superfluous_clues(puzzle).as_json()
    assert listed["superfluous"][0] == {"kind": "given", "cell": "r1c1", "digit": 1}
    assert listed["together"] is False
    assert Given(0, 10).text(16) == "r1c1=A"
