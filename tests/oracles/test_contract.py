"""One contract for all oracles, checked against brute force and published puzzles.

The oracle `ladder` keeps a small part of it: its contradictions are true, and it refuses all other questions.
"""

from __future__ import annotations

import pickle
import random
import re
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from threading import Timer

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cpgen.errors import InputError
from cpgen.layout import Layout
from cpgen.oracles import LADDER, ORACLES, Oracle, UndecidedError, open_oracle
from cpgen.puzzle import Grid, Puzzle
from cpgen.requests.grid_sources import shift_grid
from tests import brute
from tests.oracles.missing import LACKING

SMALL = [
    Layout.parse(spec)
    for spec in (
        "2x2",
        "2x3",
        "3x2",
        "latin-2",
        "latin-4",
        "latin-5",
        "AABB/AABC/DDBC/DDCC",
        "AAABB/AACBB/DCCCB/DDCEE/DDEEE",
        "2x2+diagonals",
        "latin-5+diagonals",
        "2x3+A...../.A..../..A.../...A../....A./.....A",
    )
]
FIGURE_3 = [
    ".9.....6.8..14...2.....2.....93...7..5..1..3..6...79.....7.....7...29..5.4.....8.",
    ".9.....8.8..76...2.....3.....73...1..6..9..4..4...25.....8.....2...49..7.5.....3.",
]
PUBLISHED = {
    "figure 3 left": FIGURE_3[0],
    "figure 3 right": FIGURE_3[1],
    "easy (Project Euler)": "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..",
    "17 clues (Royle)": ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...",
    "17 clues, bad for trial": "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
    "Inkala 2012": "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "Easter Monster": "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
    "Golden Nugget": ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
    "Platinum Blonde": ".......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6...",
}
EASY = tuple(PUBLISHED)[:3]
TOTALS = {"2x2": 288, "latin-2": 2, "latin-3": 12, "latin-4": 576, "2x2+diagonals": 48}
CONTRADICTORY = ("12.. ..3. ...4 ....", "11.. .... .... ....", "1... 1... .... ....", "1... .1.. .... ....")
EULER_96 = "483921657967345821251876493548132976729564138136798245372689514814253769695417382"


@dataclass(frozen=True)
class Sizes:
    """Numbers of questions to an oracle, fewer where an answer takes long."""

    examples: int = 60
    limits: tuple[int, ...] = (1, 2, 3, 5)
    """The limits of what is counted in each example"""
    layouts: tuple[Layout, ...] = tuple(SMALL)
    totals: tuple[str, ...] = tuple(TOTALS)
    published: tuple[str, ...] = tuple(PUBLISHED)
    row_alone: bool = True
    """True to count the 1344 Latin squares of side 5 with a given row"""
    reached: tuple[str, int] = ("2x2", 2000)
    """A board all of whose grids must be drawn, and the number of draws"""
    random: tuple[str, ...] = ("3x3", "latin-7", "3x3+diagonals", "AAABB/AACBB/DCCCB/DDCEE/DDEEE")
    """The boards of which every cell must be random"""
    large: tuple[tuple[int, int], ...] = ((16, 60), (16, 256), (25, 150), (25, 625))
    """Sides of large boards, each with a number of open cells"""
    draws: int = 20
    """Number of random completions of a few clues, which must differ"""
    again: int = 3
    contradictory: int = len(CONTRADICTORY)
    """Number of boards with contradictory clues"""
    fewer: tuple[int, ...] = (1, 7, 74)
    """Clues of a puzzle that are left out in turn"""
    alone: int = 9
    """Number of sets of cells in which another completion is searched for"""
    earlier: int = 4
    """Number of puzzles that are asked about in both orders"""


VARIANT = Sizes(
    examples=15,
    layouts=tuple(SMALL[3:6]),
    totals=("2x2", "latin-3"),
    published=("easy (Project Euler)", "17 clues (Royle)", "Inkala 2012"),
    reached=("latin-3", 90),
    random=("latin-5",),
    large=((16, 60),),
    draws=5,
    row_alone=False,
    alone=4,
)
INCREMENTAL = Sizes(reached=("latin-3", 90), random=("3x3",), large=((16, 60), (16, 256)))
SLOW = replace(
    VARIANT,
    examples=8,
    limits=(1, 3),
    layouts=tuple(SMALL[3:5]),
    totals=("latin-3",),
    reached=("latin-3", 60),
    random=(),
    large=(),
    draws=2,
    again=1,
    fewer=(7,),
    alone=2,
    earlier=2,
)
PLAIN = replace(SLOW, examples=20, published=EASY)
A_PROCESS_EACH = replace(
    SLOW,
    examples=1,
    limits=(3,),
    layouts=tuple(SMALL[3:4]),
    published=EASY[-1:],
    reached=("latin-2", 5),
    draws=1,
    contradictory=1,
)
SIZES = {
    "checked": VARIANT,
    "cpsat-enumerate": VARIANT,
    "cpsat-boolean": VARIANT,
    "cpsat-boolean-enumerate": VARIANT,
    "sat": INCREMENTAL,
    "sat-cadical153": VARIANT,
    "sat-minisat22": VARIANT,
    "sat-maplechrono": VARIANT,
    "asp": VARIANT,
    "z3": SLOW,
    "gecode": A_PROCESS_EACH,
    "chuffed": A_PROCESS_EACH,
    "plain:PlainOracle": PLAIN,
}
EXAMPLE = Path(__file__).parents[2] / "docs" / "adding_an_oracle.md"


@pytest.fixture(scope="module", autouse=True)
def example(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The oracle of the example is where Python finds it, in this process and in those that it starts."""
    folder = tmp_path_factory.mktemp("modules")
    code = re.search(r"```python\n(.*?)```", EXAMPLE.read_text(encoding="utf-8"), re.DOTALL)
    assert code
    (folder / "plain.py").write_text(code[1], encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)
        patch.setenv("PYTHONPATH", str(folder))
        yield


@pytest.mark.parametrize("name", ORACLES)
def test_missing_oracles_are_skipped(name: str) -> None:
    """Skip once for an oracle that is missing, instead of once for each question to it."""
    if name in LACKING:
        pytest.skip(LACKING[name])


@pytest.fixture(
    scope="module", params=[name for name in (*ORACLES, "plain:PlainOracle") if name not in (*LACKING, LADDER)]
)
def oracle(request: pytest.FixtureRequest, example: None) -> Oracle:
    return open_oracle(request.param)


@pytest.fixture
def sizes(oracle: Oracle) -> Sizes:
    return SIZES.get(oracle.name, Sizes())


def empty(layout: Layout) -> Puzzle:
    return Puzzle(layout, (0,) * layout.cell_count)


def assert_completes(puzzle: Puzzle, grid: Grid | None) -> None:
    assert isinstance(grid, tuple)
    assert all(type(digit) is int for digit in grid)
    assert brute.is_valid(puzzle.layout, grid)
    assert all(clue in (0, digit) for clue, digit in zip(puzzle.clues, grid, strict=True))


def assert_agrees_with_brute(oracle: Oracle, limits: tuple[int, ...], puzzle: Puzzle) -> None:
    """Compare all four answers with brute force."""
    expected = brute.count(puzzle.layout, puzzle.clues, 5)
    assert [oracle.count(puzzle, limit) for limit in limits] == [min(expected, limit) for limit in limits]
    assert oracle.count(puzzle) == min(expected, 2)
    assert oracle.is_consistent(puzzle) == (expected > 0)
    witness = oracle.uniqueness(puzzle)
    assert witness.unique == (expected == 1)
    assert len(set(witness.grids)) == len(witness.grids) == min(expected, 2)
    completed = oracle.complete(puzzle, np.random.default_rng(1))
    assert (completed is None) == (expected == 0)
    for grid in witness.grids + ((completed,) if completed else ()):
        assert_completes(puzzle, grid)


@st.composite
def small_puzzles(draw: st.DrawFn) -> Puzzle:
    """A small grid with some cells opened and, at times, some digits changed: none, one or many completions."""
    layout = draw(st.sampled_from(SMALL))
    rng = random.Random(draw(st.integers(0, 10**6)))
    order = rng.sample(range(1, layout.size + 1), layout.size)
    grid = next(brute.completions(layout, empty(layout).clues, order))
    opened = draw(st.integers(0, min(layout.cell_count, 28)))
    for cell in rng.sample(range(layout.cell_count), opened):
        grid[cell] = 0
    for cell in rng.sample(range(layout.cell_count), draw(st.sampled_from((0, 0, 1, 2)))):
        grid[cell] = rng.randint(1, layout.size)
    return Puzzle(layout, tuple(grid))


def for_each(strategy: st.SearchStrategy[Puzzle], examples: int, check: Callable[[Puzzle], None]) -> None:
    """Check this number of puzzles, the same in every run."""

    @settings(max_examples=examples, deadline=None, derandomize=True, database=None)
    @given(puzzle=strategy)
    def checked(puzzle: Puzzle) -> None:
        check(puzzle)

    checked()


def test_agrees_with_brute_force(oracle: Oracle, sizes: Sizes) -> None:
    for_each(small_puzzles(), sizes.examples, partial(assert_agrees_with_brute, oracle, sizes.limits))


def test_agrees_with_brute_force_on_random_digits(oracle: Oracle, sizes: Sizes) -> None:
    digits = st.lists(st.sampled_from((0, 0, 0, 1, 2, 3, 4)), min_size=16, max_size=16)
    puzzles = digits.map(lambda clues: Puzzle(Layout.boxes(2, 2), tuple(clues)))
    for_each(puzzles, -(-sizes.examples // 3), partial(assert_agrees_with_brute, oracle, sizes.limits))


def test_contradictions_of_the_ladder_have_no_completion() -> None:
    oracle = open_oracle(LADDER)

    def check(puzzle: Puzzle) -> None:
        assert oracle.is_consistent(puzzle) or not brute.count(puzzle.layout, puzzle.clues, 1)

    for_each(small_puzzles(), 150, check)
    assert not oracle.is_consistent(Puzzle(Layout.boxes(2, 2), (1, 1, *(0,) * 14)))
    assert oracle.is_consistent(Puzzle.parse(PUBLISHED["Golden Nugget"]))


def test_the_ladder_misses_some_contradictions() -> None:
    """A puzzle without a completion, where all thirteen are stuck before they show it."""
    missed = Puzzle.parse("6.......2..1..1..6....2.4.6....2...4")
    assert brute.count(missed.layout, missed.clues, 1) == 0
    assert open_oracle(LADDER).is_consistent(missed)


def test_the_ladder_refuses_other_questions() -> None:
    oracle, puzzle = open_oracle(LADDER), Puzzle.parse(FIGURE_3[0])
    for ask in (oracle.count, oracle.uniqueness, partial(oracle.complete, rng=np.random.default_rng(0))):
        with pytest.raises(InputError, match=r"^The oracle ladder only finds contradictions; it cannot count.*\.$"):
            ask(puzzle)
    with pytest.raises(InputError, match=r"^The oracle ladder only finds contradictions"):
        open_oracle("ladder+bitset").is_consistent(puzzle)


def test_empty_boards(oracle: Oracle, sizes: Sizes) -> None:
    for layout in sizes.layouts:
        assert_agrees_with_brute(oracle, sizes.limits, empty(layout))


def test_counts_all(oracle: Oracle, sizes: Sizes) -> None:
    for spec in sizes.totals:
        puzzle, completions = empty(Layout.parse(spec)), TOTALS[spec]
        assert oracle.count(puzzle, None) == completions
        assert oracle.count(puzzle, completions - 1) == completions - 1
        assert oracle.count(puzzle, completions) == completions
        assert oracle.count(puzzle, completions + 1) == completions
    assert [oracle.count(empty(Layout.boxes(2, 2)), limit) for limit in (0, -1)] == [0, 0]


def test_counts_latin_squares_of_side_5(oracle: Oracle, sizes: Sizes) -> None:
    """With the first row given, 161280 / 5! are left; the first column gives 4! of each."""
    rows = (1, 2, 3, 4, 5) + (0,) * 20
    column = tuple(cell // 5 + 1 if cell % 5 == 0 else digit for cell, digit in enumerate(rows))
    assert oracle.count(Puzzle(Layout.latin(5), column), None) == 161280 // 120 // 24
    if sizes.row_alone:
        assert oracle.count(Puzzle(Layout.latin(5), rows), None) == 161280 // 120
        assert oracle.count(empty(Layout.latin(5)), 2000) == 2000


def test_published_puzzles_have_one_solution(oracle: Oracle, sizes: Sizes) -> None:
    for name in sizes.published:
        puzzle = Puzzle.parse(PUBLISHED[name])
        witness = oracle.uniqueness(puzzle)
        assert witness.unique
        assert witness.differing == ()
        assert_completes(puzzle, witness.grids[0])
        assert oracle.count(puzzle, None) == oracle.count(puzzle, 1) == 1
        assert oracle.complete(puzzle, np.random.default_rng(0)) == witness.grids[0]
    witness = oracle.uniqueness(Puzzle.parse(PUBLISHED["easy (Project Euler)"]))
    assert witness.grids == (tuple(map(int, EULER_96)),)


def test_two_grids_are_the_witness_of_several_solutions(oracle: Oracle, sizes: Sizes) -> None:
    """Four cells can be swapped; without one of its clues a puzzle often has a second solution."""
    swapped = (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1)
    puzzle = Puzzle(Layout.boxes(2, 2), tuple(0 if cell in (0, 1, 8, 9) else d for cell, d in enumerate(swapped)))
    witness = oracle.uniqueness(puzzle)
    assert not witness.unique
    assert witness.differing == (0, 1, 8, 9)
    assert swapped in witness.grids

    for clue in sizes.fewer:
        puzzle = Puzzle.parse(FIGURE_3[0])
        fewer = Puzzle(puzzle.layout, (*puzzle.clues[:clue], 0, *puzzle.clues[clue + 1 :]))
        for grid in (witness := oracle.uniqueness(fewer)).grids:
            assert_completes(fewer, grid)
        assert len(witness.grids) == oracle.count(fewer) == oracle.count(fewer, 3) - (oracle.count(fewer, 3) > 2)


def test_a_proof_begins_with_the_completion_that_is_known(oracle: Oracle) -> None:
    """The witness is that one, or two that differ; a wrong grid is noticed."""
    grid = tuple(map(int, EULER_96))
    easy = Puzzle.parse(PUBLISHED["easy (Project Euler)"])
    assert easy.is_solved_by(grid)
    assert oracle.prove(easy, grid).grids == (grid,)
    assert oracle.prove(Puzzle(easy.layout, grid), grid).grids == (grid,)
    for wrong in (grid[::-1], (*grid[:-1], grid[-1] % 9 + 1), grid[9:] + grid[:9]):
        assert not easy.is_solved_by(wrong)
        assert oracle.prove(easy, wrong).grids == (grid,)
    open_puzzle = Puzzle(easy.layout, (*(0,) * 54, *easy.clues[54:]))
    shown = oracle.prove(open_puzzle, grid)
    assert shown.differing
    for one in shown.grids:
        assert_completes(open_puzzle, one)
        assert open_puzzle.is_solved_by(one)


def test_a_proof_may_search_some_cells_only(oracle: Oracle, sizes: Sizes) -> None:
    """One or two clues of a puzzle with one solution are removed; later questions are not affected."""
    grid = tuple(map(int, EULER_96))
    easy = Puzzle.parse(PUBLISHED["easy (Project Euler)"])
    given = [cell for cell, digit in enumerate(easy.clues) if digit]
    seen = set()
    sets = [given[3:9:5], given[::20], given[:2], *([cell] for cell in given[::6])]
    for among in sets[: sizes.alone]:
        fewer = Puzzle(easy.layout, tuple(0 if cell in among else digit for cell, digit in enumerate(easy.clues)))
        shown, asked = oracle.prove(fewer, grid, among), oracle.uniqueness(fewer)
        assert shown.unique == asked.unique
        assert shown.grids[0] == grid or not hasattr(oracle, "another")
        assert shown.unique or any(grid[cell] != one[cell] for cell in among for one in shown.grids)
        assert all(fewer.is_solved_by(one) for one in shown.grids)
        seen.add(shown.unique)
    assert seen == {True, False}


def test_contradictory_clues_have_no_completion(oracle: Oracle, sizes: Sizes) -> None:
    for clues in CONTRADICTORY[: sizes.contradictory]:
        puzzle = Puzzle(Layout.boxes(2, 2), tuple(0 if c == "." else int(c) for c in clues.replace(" ", "")))
        assert oracle.count(puzzle, None) == oracle.count(puzzle) == oracle.count(puzzle, 1) == 0
        assert oracle.uniqueness(puzzle).grids == ()
        assert not oracle.is_consistent(puzzle)
        assert oracle.complete(puzzle, np.random.default_rng(0)) is None
    for text, valid in ((EULER_96, True), (EULER_96[:-1] + "3", False)):
        digits = tuple(map(int, text))
        puzzle = Puzzle(Layout.boxes(3, 3), digits)
        expected = (digits,) if valid else ()
        assert oracle.uniqueness(puzzle).grids == expected
        assert oracle.count(puzzle, 3) == len(expected)
        assert oracle.complete(puzzle, np.random.default_rng(0)) == (digits if valid else None)


def test_complete_reaches_every_grid(oracle: Oracle, sizes: Sizes) -> None:
    spec, draws = sizes.reached
    rng, puzzle = np.random.default_rng(2), empty(Layout.parse(spec))
    drawn = Counter(oracle.complete(puzzle, rng) for _ in range(draws))
    assert len(drawn) > 0.95 * TOTALS[spec]
    assert max(drawn.values()) < 5.76 * draws / TOTALS[spec]


def test_complete_is_random_in_every_cell_and_around_clues(oracle: Oracle, sizes: Sizes) -> None:
    for layout in map(Layout.parse, sizes.random):
        drawn = [oracle.complete(empty(layout), np.random.default_rng(seed)) for seed in range(60)]
        assert len(set(drawn)) > 50
        for cell in range(layout.cell_count):
            digits = Counter(grid[cell] for grid in drawn if grid)
            assert len(digits) >= layout.size - 1
            assert max(digits.values()) < 60 / layout.size * 3

    puzzle = Puzzle.parse("1" + "." * 39 + "5" + "." * 39 + "9")
    drawn = {oracle.complete(puzzle, np.random.default_rng(seed)) for seed in range(sizes.draws)}
    assert len(drawn) == sizes.draws
    for grid in drawn:
        assert_completes(puzzle, grid)


def test_complete_depends_on_the_generator_alone(oracle: Oracle, sizes: Sizes) -> None:
    puzzle = empty(Layout.boxes(3, 3))
    fresh = open_oracle(oracle.name)
    expected = [fresh.complete(puzzle, np.random.default_rng(seed)) for seed in range(sizes.again)]
    oracle.uniqueness(Puzzle.parse(FIGURE_3[0]))
    oracle.count(empty(Layout.boxes(2, 2)), 10)
    oracle.complete(Puzzle.parse(FIGURE_3[1]), np.random.default_rng(8))
    assert [oracle.complete(puzzle, np.random.default_rng(seed)) for seed in range(sizes.again)] == expected


def test_answers_do_not_depend_on_earlier_questions(oracle: Oracle, sizes: Sizes) -> None:
    puzzles = [Puzzle.parse(text) for text in ("12" + "." * 14, FIGURE_3[0], "." * 81, FIGURE_3[1])[: sizes.earlier]]
    expected = [open_oracle(oracle.name).uniqueness(puzzle) for puzzle in puzzles]
    assert [oracle.uniqueness(puzzle) for puzzle in puzzles] == expected
    assert [oracle.uniqueness(puzzle) for puzzle in reversed(puzzles)] == expected[::-1]


def test_large_boards(oracle: Oracle, sizes: Sizes) -> None:
    for side, opened in sizes.large:
        assert_answers_on_a_large_board(oracle, side, opened)


def assert_answers_on_a_large_board(oracle: Oracle, side: int, opened: int) -> None:
    layout = Layout.default(side)
    grid = oracle.complete(empty(layout), np.random.default_rng(4))
    assert_completes(empty(layout), grid)
    assert grid is not None
    cells = set(random.Random(side).sample(range(layout.cell_count), opened))
    puzzle = Puzzle(layout, tuple(0 if cell in cells else digit for cell, digit in enumerate(grid)))
    assert_completes(puzzle, oracle.complete(puzzle, np.random.default_rng(5)))
    witness = oracle.uniqueness(puzzle)
    assert len(witness.grids) == (2 if opened == layout.cell_count else oracle.count(puzzle))
    for found in witness.grids:
        assert_completes(puzzle, found)


def test_a_time_limit_leaves_a_question_undecided(oracle: Oracle) -> None:
    """No time is enough for all grids of side 9; five minutes are enough for three grids of side 4."""
    speaker = "bitset" if oracle.name == "checked" else oracle.name
    with pytest.raises(UndecidedError, match=rf"^{speaker} did not decide within 0\.1 s (how many|whether) .*\.$"):
        open_oracle(oracle.name, seconds=0.1).count(empty(Layout.boxes(3, 3)), None)
    assert open_oracle(oracle.name, seconds=300).count(empty(Layout.boxes(2, 2)), 3) == 3


def test_an_oracle_can_be_pickled(oracle: Oracle) -> None:
    puzzle = Puzzle.parse(FIGURE_3[0])
    expected = oracle.uniqueness(puzzle)
    assert pickle.loads(pickle.dumps(oracle)).uniqueness(puzzle) == expected


STOPPABLE = (
    "cpsat",
    "cpsat-enumerate",
    "sat",
    "sat-cadical153",
    "asp",
    "z3",
    "bitset",
    "exact-cover",
    "gecode",
    "plain:PlainOracle",
)
"""An oracle for each way in which a question is stopped"""
LONG_QUESTIONS = """
import gc
import sys
from cpgen.oracles import open_oracle
from cpgen.puzzle import Puzzle

board = Puzzle.parse("1234" + "." * 12)
for name in sys.argv[1:]:
    oracle = open_oracle(name)
    gc.collect()  # or Ctrl-C might meet a destructor of the oracle before, and be lost
    assert oracle.count(board, None) == 12
    print(name, "is ready", flush=True)
    try:
        oracle.count(Puzzle.parse("." * 81), None)
    except KeyboardInterrupt:
        print(name, "counts", oracle.count(board, None), flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="a process cannot send itself Ctrl-C there")
def test_an_oracle_is_usable_after_ctrl_c() -> None:
    """One process asks all oracles, and each is interrupted in turn."""
    names = [name for name in STOPPABLE if name not in LACKING]
    command = [sys.executable, "-c", LONG_QUESTIONS, *names]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        hurry = Timer(300, process.kill)
        hurry.start()
        try:
            assert process.stdout is not None
            for name in names:
                assert process.stdout.readline() == f"{name} is ready\n"
                with pytest.raises(subprocess.TimeoutExpired):
                    process.wait(0.2)
                process.send_signal(signal.SIGINT)
                assert process.stdout.readline() == f"{name} counts 12\n"
            assert process.wait() == 0
        finally:
            hurry.cancel()
            process.kill()


@pytest.mark.parametrize("name", ["bitset", "cpsat"])
def test_an_effort_limit_gives_the_same_answer_every_time(name: str) -> None:
    """On 25×25, where others take minutes: clues of a grid, and the same with the digits of two of them exchanged."""
    layout = Layout.boxes(5, 5)
    asked = open_oracle(name).with_effort_limit()
    assert asked is not None
    grid, said = shift_grid(layout), Counter()
    for seed in range(1, 6):
        kept = random.Random(seed).sample(range(layout.cell_count), 190 + 50 * seed)
        clues = [digit if cell in set(kept) else 0 for cell, digit in enumerate(grid)]
        one, other = kept[0], next(cell for cell in kept if grid[cell] != grid[kept[0]])
        wrong = list(clues)
        wrong[one], wrong[other] = clues[other], clues[one]
        answers = [_answer(asked, Puzzle(layout, tuple(board))) for board in (clues, wrong)]
        copy = pickle.loads(pickle.dumps(asked))
        assert [_answer(copy, Puzzle(layout, tuple(board))) for board in (clues, wrong)] == answers
        assert answers[0] is not False
        said.update(answers)
    assert said[None]
    assert said[True]
    assert said[False]


def _answer(oracle: Oracle, puzzle: Puzzle) -> bool | None:
    try:
        return oracle.is_consistent(puzzle)
    except UndecidedError:
        return None


def test_other_oracles_have_no_effort_limit() -> None:
    assert open_oracle("exact-cover").with_effort_limit() is None


def test_threads_may_share_an_oracle(oracle: Oracle) -> None:
    """Threads ask about puzzles with none, one and several completions in turn."""
    layout, questions = Layout.boxes(2, 2), {"12....3....4....": 0, "1234341221434321": 1, "1234............": 2}
    puzzles = [Puzzle.parse(text, layout) for text in questions] * 8
    with ThreadPoolExecutor(4) as threads:
        answers = list(threads.map(partial(oracle.count, limit=2), puzzles))
    assert answers == list(questions.values()) * 8
