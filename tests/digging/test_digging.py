"""Digging: results have one solution, keep their symmetry, and are minimal."""

import itertools
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from cpgen import resources
from cpgen.constraints.house import REGION
from cpgen.difficulty import model_for, shipped_model
from cpgen.digging.dig_puzzles import dig_many
from cpgen.digging.dig_request import Dug
from cpgen.digging.strategies import Check
from cpgen.errors import ImpossibleError, InputError, NearestWarning, NotFoundError
from cpgen.layout import Layout
from cpgen.library import layout_named
from cpgen.oracles import open_oracle
from cpgen.oracles.cpsat import CpSatOracle
from cpgen.pattern import Pattern
from cpgen.puzzle import Puzzle
from cpgen.rater.explain import round_rows
from cpgen.rater.rating import rate_puzzle
from cpgen.requests.clock import Clock
from cpgen.requests.grid_sources import shift_grid
from cpgen.symmetry.canonical import Forms
from cpgen.symmetry.square import SYMMETRIES, orbits
from tests.request_helpers import asked_to_dig, clock_of

NINE = Layout.boxes(3, 3)
LADDER = shipped_model("nikoli100").ladder
KEPT = "1........ .2....... ..3...... ...4..... ....x.... ......... ......... ......... ........."
WAYS = [("single", "none"), ("orbits", "rot180"), ("two-stage", "rot180"), ("balanced", "none"), ("balanced", "full")]


def dug(count: int = 1, seed: int = 1, layout: Layout = NINE, **wanted: object) -> list[Dug]:
    return list(dig_many(asked_to_dig(layout=layout, **wanted), count, seed, Clock(300)))


def can_go(puzzle: Puzzle, cells: tuple[int, ...], oracle: str = "bitset") -> bool:
    """Return True if there is one solution without some clues."""
    rest = tuple(0 if cell in cells else digit for cell, digit in enumerate(puzzle.clues))
    return open_oracle(oracle).count(Puzzle(puzzle.layout, rest)) == 1


def given_orbits(puzzle: Puzzle, symmetry: str) -> list[tuple[int, ...]]:
    return [orbit for orbit in orbits(puzzle.layout.size, symmetry) if all(puzzle.clues[cell] for cell in orbit)]


def assert_right(made: Dug) -> None:
    puzzle = made.puzzle
    assert open_oracle("bitset").uniqueness(puzzle).grids == (made.solution,)
    assert made.minimal == (not any(can_go(puzzle, orbit) for orbit in given_orbits(puzzle, "none")))
    assert made.orbit_minimal == (not any(can_go(puzzle, orbit) for orbit in given_orbits(puzzle, made.symmetry)))
    assert made.rating == rate_puzzle(puzzle, made.model.ladder)


def test_single_digging_leaves_a_minimal_puzzle(layout):
    for made in dug(3 if layout.size < 16 else 1, layout=layout):
        assert made.minimal
        assert_right(made)


@pytest.mark.parametrize("symmetry", [name for name in SYMMETRIES if name != "none"])
def test_orbit_digging_is_symmetric_and_orbit_minimal(symmetry):
    for made in dug(2, way="orbits", symmetry=symmetry):
        assert made.orbit_minimal
        assert_right(made)
        assert sum(map(len, given_orbits(made.puzzle, symmetry))) == made.puzzle.clue_count


def test_orbits_on_every_layout(layout):
    made = dug(layout=layout, way="orbits", symmetry="rot180")[0]
    assert made.orbit_minimal or layout.size == 16
    assert sum(map(len, given_orbits(made.puzzle, "rot180"))) == made.puzzle.clue_count
    if layout.size < 16:
        assert_right(made)


@pytest.mark.parametrize(("way", "symmetry"), WAYS)
def test_same_seed_same_puzzles(way, symmetry):
    first, again, other = ([made.puzzle for made in dug(3, seed, way=way, symmetry=symmetry)] for seed in (5, 5, 6))
    assert first == again
    assert len(set(first) | set(other)) == 6


@pytest.mark.parametrize(
    ("spec", "count", "symmetry"), [("3x3", 70, "none"), ("3x3", 3, "rot180"), ("4x4", 2, "rot180")]
)
def test_a_puzzle_is_the_same_alone_and_among_many(spec, count, symmetry):
    """A single puzzle is dug step by step, many in one compiled call."""
    layout = Layout.parse(spec)
    many = dug(count, layout=layout, symmetry=symmetry, oracle="bitset")
    alone, several = (dug(number, layout=layout, symmetry=symmetry, oracle="bitset") for number in (1, 2))
    assert [made.index for made in many] == list(range(count))
    for one, other in zip([*alone, *several], [many[0], *many[:2]], strict=True):
        assert (one.puzzle, one.solution) == (other.puzzle, other.solution)
        assert (one.stats.attempts, one.stats.ratings) == (other.stats.attempts, other.stats.ratings)


def test_two_stages_leave_a_minimal_puzzle():
    for made in dug(3, way="two-stage", symmetry="rot180"):
        assert made.minimal
        assert_right(made)


def test_balanced_digs_the_fullest_region_first():
    """After half of a dig, the regions hold more similar numbers of clues than with another strategy."""

    def spread(way: str) -> float:
        total = 0
        for made in dug(10, way=way, clues=45):
            held = [sum(made.puzzle.clues[cell] > 0 for cell in house.cells) for house in NINE.houses[18:]]
            total += max(held) - min(held)
        return total

    assert spread("balanced") < spread("single") / 2


@pytest.mark.parametrize("level", [1, 3, 6])
def test_the_ladder_check_leaves_puzzles_that_it_solves(level):
    for made in dug(3, check=Check("ladder", level)):
        assert made.rating.solved
        assert made.rating.level <= level
        assert_right(made)
        for (cell,) in given_orbits(made.puzzle, "none"):
            rest = tuple(0 if other == cell else digit for other, digit in enumerate(made.puzzle.clues))
            assert not rate_puzzle(Puzzle(NINE, rest), LADDER.up_to(level)).solved


@pytest.mark.parametrize(("ladder", "check"), [("hodoku", "ladder:2900"), ("explainer", "ladder:45")])
def test_the_ladder_check_assumes_no_single_solution(ladder, check):
    """On 4×4, rectangles and BUG+1 soon solve puzzles with several solutions."""
    for made in dug(5, layout=Layout.boxes(2, 2), ladder=ladder, check=check):
        assert made.rating.solved
        assert_right(made)


def test_the_direct_check_leaves_naked_singles():
    for made in dug(3, check=Check("direct")):
        clues = list(made.puzzle.clues)
        while 0 in clues:
            left = {
                cell: {*range(1, 10)} - {clues[peer] for peer in NINE.peers[cell]}
                for cell, digit in enumerate(clues)
                if not digit
            }
            sure = {cell: digits.pop() for cell, digits in left.items() if len(digits) == 1}
            assert sure
            for cell, digit in sure.items():
                clues[cell] = digit
        assert tuple(clues) == made.solution
        assert 35 < made.puzzle.clue_count < 56


def test_the_oracle_that_is_named_checks_and_proves():
    made, checked, proven = dug()[0], dug(oracle="cpsat")[0], dug(oracle="bitset")[0]
    assert made.puzzle == checked.puzzle == proven.puzzle
    assert [one.oracle for one in (made, checked, proven)] == ["cpsat", "cpsat", "bitset"]


def test_an_oracle_is_asked_where_no_second_solution_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """On 9×9, the search before it finds all second solutions, so each answer of the oracle is that there is none."""
    answers, prove = [], CpSatOracle.prove

    def noted(self, *asked):
        answers.append(prove(self, *asked))
        return answers[-1]

    monkeypatch.setattr(CpSatOracle, "prove", noted)
    dug(oracle="cpsat")
    assert len(answers) > 1
    assert all(one.unique for one in answers)


def test_threads_dig_the_same_puzzles() -> None:
    """Calls share oracles, raters and tables; none of that may leak from one thread to another."""
    requests = [{}, {"symmetry": "rot180", "oracle": "bitset"}, {"check": Check("ladder", 3)}, {"clues": 24}]

    def puzzles(number: int) -> list[Puzzle]:
        made = dug(4, seed=number, **requests[number % len(requests)])
        assert all(one.minimal is not None for one in made)
        return [one.puzzle for one in made]

    expected = [puzzles(number) for number in range(len(requests))]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(puzzles, range(len(requests)))) == expected


def test_no_two_puzzles_are_essentially_equal() -> None:
    """The 4×4 board has few puzzles of four clues, so equal ones are drawn often."""
    made = dug(8, layout=Layout.boxes(2, 2), clues=4, oracle="bitset")
    forms = Forms(Layout.boxes(2, 2))
    assert all(forms.add(one.puzzle.clues) for one in made)


def test_cp_sat_is_not_imported_where_another_oracle_proves():
    code = "import sys, cpgen; cpgen.dig(oracle='bitset', seed=1); print('ortools' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_a_number_of_clues_is_met_exactly():
    for clues, symmetry in itertools.product((24, 30, 41), ("none", "rot180")):
        way = "single" if symmetry == "none" else "orbits"
        assert [made.puzzle.clue_count for made in dug(2, way=way, symmetry=symmetry, clues=clues)] == [clues] * 2


@pytest.mark.parametrize("grade", ["beginner", "intermediate", "advanced", "expert"])
def test_digging_for_a_grade(grade):
    wanted = model_for(NINE).grade(grade)
    check = Check("ladder", wanted.levels[-1])
    for made in dug(3, way="orbits", symmetry="rot180", grade=wanted, check=check):
        assert wanted.matches(made.rating)
        assert_right(made)


@pytest.mark.parametrize(
    "wanted",
    [
        {"region_clues": 2},
        {"region_clues": 3, "oracle": "cpsat"},
        {"region_clues": 2, "symmetry": "rot180"},
        {"region_clues": 2, "way": "two-stage", "symmetry": "rot180"},
        {"region_clues": 3, "way": "balanced", "check": "ladder:3"},
        {"region_clues": 1, "way": "centre", "centre": 15, "clues": 27},
        {"region_clues": 2, "symmetry": "rot180", "clues": 22},
        {"region_clues": 3, "layout": "jigsaw-9"},
    ],
    ids=str,
)
def test_every_region_keeps_its_clues(wanted):
    request = asked_to_dig(wanted)
    for made in dig_many(request, 2, 1, Clock(300)):
        assert_right(made)
        for house in request.layout.houses:
            if house.kind == REGION:
                assert sum(made.puzzle.clues[cell] > 0 for cell in house.cells) >= request.region_clues
        assert request.wanted in (None, made.puzzle.clue_count)


def test_clues_stay_only_where_a_region_would_have_too_few():
    (made,) = dug(region_clues=2)
    clues = made.puzzle.clues
    for house in NINE.houses[18:]:
        held = [cell for cell in house.cells if clues[cell]]
        assert len(held) == 2 or not any(can_go(made.puzzle, (cell,)) for cell in held)
    assert dug(region_clues=0)[0].puzzle == dug()[0].puzzle


@pytest.mark.parametrize("source", ["shift", "shuffle"])
def test_other_sources_of_grids(source):
    made = dug(source=source)[0]
    assert made.source == source
    assert_right(made)


def test_a_given_grid_is_dug():
    grid = dug(seed=3)[0].solution
    for made in dug(2, grid=grid):
        assert made.solution == grid
        assert made.source == "given"
    with pytest.raises(InputError, match=r"The grid is not full: row 1, column 1 is open"):
        dug(grid=(0, *grid[1:]))


def test_a_stop_ends_digging_with_progress_reported():
    told = []
    request = asked_to_dig(layout=NINE, way="orbits", symmetry="rot180", clues=17)
    better = []
    with pytest.raises(NotFoundError, match=r"Found 0 of 1 puzzle of 17 clues.*symmetry rot180"):
        list(dig_many(request, 1, 1, Clock(progress=told.append, stop=lambda: len(told) > 2), better.append))
    assert told[-1].seconds > 0
    assert [made.puzzle.clue_count for made in better] == sorted({m.puzzle.clue_count for m in better}, reverse=True)


def test_round_rows_count_the_open_cells_down():
    puzzle = dug(check=Check("ladder", 6))[0].puzzle
    rows = round_rows(puzzle, LADDER)
    assert [row.number for row in rows] == list(range(1, len(rows) + 1))
    assert rows[0].open_cells == puzzle.clues.count(0)
    for row, following in itertools.pairwise(rows):
        assert following.open_cells == row.open_cells - len(row.placed)
    assert rows[-1].open_cells == len(rows[-1].placed)


def test_contradictory_options_are_refused():
    for wanted, sentence in [
        ({"clues": 82}, "A puzzle of 82 clues does not fit on 81 cells"),
        ({"way": "orbits"}, "The way 'orbits' takes orbits; say of which symmetry"),
        ({"way": "single", "symmetry": "rot90"}, "The way 'single' keeps no symmetry"),
        ({"way": "orbits", "symmetry": "rot9"}, "'rot9' is not a value for symmetry"),
        ({"way": "both"}, "'both' is not a value for way"),
        ({"way": "centre", "symmetry": "full"}, "its symmetry is rot180"),
        ({"centre": 3, "way": "balanced"}, "A pattern of the centre belongs to the way 'centre'"),
        ({"oracle": "none"}, "'none' is not an oracle"),
        ({"oracle": "cpsat", "check": Check("direct")}, "supports checks other than 'unique'"),
        ({"clues": "fewest", "grade": "expert"}, "The fewest clues leave no choice of a grade"),
        ({"check": Check("ladder", 0)}, "No rule has level 0"),
        ({"layout": Layout.boxes(6, 7)}, "Puzzles are made up to 36×36; this layout has side 42"),
    ]:
        with pytest.raises(InputError, match=sentence):
            asked_to_dig({"layout": NINE} | wanted)


@pytest.mark.parametrize(
    ("wanted", "taken", "why"),
    [
        ({"symmetry": "full", "clues": 18}, 17, "No 18 cells of a 9×9 board have the symmetry full"),
        ({"symmetry": "full", "clues": 31}, 32, "No 31 cells of a 9×9 board have the symmetry full"),
        ({"layout": Layout.boxes(2, 2), "symmetry": "rot180", "clues": 5}, 6, "No 5 cells of a 4×4 board have the"),
        ({"keep": Pattern.parse(KEPT), "symmetry": "rot90", "clues": 20}, 21, "No 20 cells .* with those to keep"),
    ],
)
def test_digging_takes_the_nearest_symmetric_clue_count(wanted, taken, why):
    with pytest.warns(NearestWarning, match=rf"^{why}.*; {taken} are taken\.$"):
        request = asked_to_dig(wanted)
    assert request == asked_to_dig(wanted | {"clues": taken})


@pytest.mark.parametrize(
    ("wanted", "sentence"),
    [
        ({"region_clues": 3, "clues": 26}, "9 regions with 3 clues or more need 27, more than the 26 clues wanted"),
        ({"region_clues": 3, "centre": 14, "clues": 28}, "The centre's pattern 14 has 2 clues"),
    ],
)
def test_too_few_clues_for_the_regions_are_impossible(wanted, sentence):
    with pytest.raises(ImpossibleError, match=sentence):
        asked_to_dig(wanted)


@pytest.mark.parametrize(
    ("layout", "clues", "sentence"),
    [
        (NINE, 16, "16 clues are too few: a 9×9 puzzle with one solution needs 17 or more"),
        (Layout.boxes(2, 2), 3, "3 clues are too few: a 4×4 puzzle with one solution needs 4 or more"),
        (Layout.latin(9), 7, "7 clues are too few: with fewer than 8, two digits are never shown"),
    ],
)
def test_too_few_clues_are_impossible(layout, clues, sentence):
    with pytest.raises(ImpossibleError, match=sentence):
        asked_to_dig(layout=layout, clues=clues)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("lader:3", "is not a check.* Did you mean 'ladder:1'"),
        ("ladder", "needs the highest level allowed"),
        ("ladder:x", "is not a whole number"),
        ("direct:2", "has no level"),
    ],
)
def test_checks_are_read_or_refused(text, sentence):
    with pytest.raises(InputError, match=sentence):
        Check.parse(text)
    assert [str(Check.parse(word)) for word in ("unique", "DIRECT", " ladder:3")] == ["unique", "direct", "ladder:3"]


def test_the_least_number_of_clues():
    assert asked_to_dig(layout=NINE).least == 17
    assert asked_to_dig(layout=NINE, way="orbits", symmetry="full").least == 17
    assert asked_to_dig(layout=NINE, way="orbits", symmetry="mirrors", keep=Pattern.parse(KEPT)).least == 17
    assert asked_to_dig(layout=Layout.boxes(2, 2), way="orbits", symmetry="rot180").least == 4
    assert asked_to_dig(layout=Layout.latin(5)).least == 6


# Digging around a pattern to keep


@pytest.mark.parametrize(
    "wanted",
    [
        {},
        {"way": "orbits", "symmetry": "rot180"},
        {"way": "two-stage", "symmetry": "rot180"},
        {"way": "balanced"},
        {"check": Check("ladder", 3)},
        {"clues": 27},
        {"way": "orbits", "symmetry": "rot180", "clues": 25},
    ],
    ids=str,
)
def test_kept_clues_stay_and_no_other_clue_is_redundant(wanted):
    pattern = Pattern.parse(KEPT)
    for made in dug(3, keep=pattern, **wanted):
        assert_right(made)
        clues = made.puzzle.clues
        assert [clues[cell] for cell in pattern.cells[:4]] == [1, 2, 3, 4]
        assert clues[pattern.cells[4]] == made.solution[pattern.cells[4]]
        assert "clues" not in wanted or made.puzzle.clue_count == wanted["clues"]
        if not wanted:
            others = [cell for cell, digit in enumerate(clues) if digit and cell not in pattern.cells]
            assert not any(can_go(made.puzzle, (cell,)) for cell in others)


@pytest.mark.parametrize(
    ("name", "layout"), [("4x4-digits", "2x2"), ("7x7-digits", "jigsaw-7"), ("5x5-digits", "pentomino-3")]
)
def test_digits_are_kept_on_other_layouts(name, layout):
    pattern = Pattern.parse(resources.text("patterns", name))
    made = dug(keep=pattern, layout=layout_named(layout))[0]
    assert_right(made)
    assert all(fixed in (0, clue) for fixed, clue in zip(pattern.fixed_clues(), made.puzzle.clues, strict=True))


def test_the_fewest_clues_around_a_kept_pattern():
    pattern = Pattern.parse(KEPT)
    made = next(dig_many(asked_to_dig(layout=NINE, keep=pattern, clues="fewest"), 1, 1, clock_of(30)))
    assert_right(made)
    assert [made.puzzle.clues[cell] for cell in pattern.cells[:4]] == [1, 2, 3, 4]


def test_a_given_grid_is_dug_around_kept_clues():
    grid = shift_grid(NINE)
    made = dug(keep=Pattern.parse("1" + "." * 79 + "x"), grid=grid)[0]
    assert made.solution == grid
    assert made.puzzle.clues[0] == 1
    assert made.puzzle.clues[80] == grid[80]


@pytest.mark.parametrize(
    ("wanted", "sentence"),
    [
        ({"keep": Pattern.parse("1.../..../..../....")}, "The pattern to keep is 4×4, but the board is 9×9"),
        ({"keep": Pattern.parse("11" + "." * 79)}, "1 appears twice in row 1"),
        ({"keep": Pattern.parse(KEPT), "way": "centre", "symmetry": "rot180"}, "has a pattern of its own"),
        ({"keep": Pattern.parse("x" * 40 + "." * 41), "clues": 30}, "Cannot reach 30 clues: 40 are marked to keep"),
        ({"keep": Pattern.parse("2" + "." * 80), "grid": shift_grid(NINE)}, "The grid has 1 at row 1, column 1, where"),
    ],
)
def test_a_pattern_that_cannot_be_kept_is_refused(wanted, sentence):
    with pytest.raises(InputError, match=sentence):
        asked_to_dig({"layout": NINE} | wanted)


def test_digits_that_leave_no_grid_cannot_be_kept():
    with pytest.raises(ImpossibleError, match="This layout has no grid with the given digits"):
        dug(layout=Layout.boxes(2, 2), keep=Pattern.parse("123. ...4 .... ...."))


def test_only_an_oracle_makes_grids_around_digits():
    with pytest.raises(InputError, match="The source 'shift' cannot keep given digits"):
        dug(keep=Pattern.parse(KEPT), source="shift")
