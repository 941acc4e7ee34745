"""The bitset oracle: resumed searches, size limit, compiled loops, effort limit."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from math import inf

import numpy as np
import pytest

from cpgen.engine.search import continue_search, count_completions, new_search
from cpgen.engine.tables import engine_tables
from cpgen.errors import InputError
from cpgen.kernel import compiled_at_once
from cpgen.layout import Layout
from cpgen.library import layout_named
from cpgen.oracles import UndecidedError, open_oracle
from cpgen.oracles.bitset import KEPT_LAYOUTS, BitsetOracle
from cpgen.puzzle import Puzzle
from tests.variant_puzzles import puzzle_of

EASY = ".9.....6.8..14...2.....2.....93...7..5..1..3..6...79.....7.....7...29..5.4.....8."
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
ENOUGH = 1_000_000


def empty(layout: Layout) -> Puzzle:
    return Puzzle(layout, (0,) * layout.cell_count)


def clues(text: str) -> np.ndarray:
    return np.array(Puzzle.parse(text).clues, np.uint8)


@pytest.fixture(scope="module")
def oracle() -> BitsetOracle:
    return BitsetOracle()


def test_search_returns_to_the_cell_of_the_last_conflict() -> None:
    puzzle = puzzle_of("variant-29")  # it took 600 branches without that
    search = new_search(engine_tables(puzzle.layout))
    count_completions(search, np.array(puzzle.clues, np.uint8), 2, 250)
    assert search.status[0].finished


@pytest.mark.parametrize("name", ["jigsaw-9", "windoku", "latin-9", "star-8"])
def test_counts_agree_with_exact_cover(oracle: BitsetOracle, name: str) -> None:
    layout, other, rng = layout_named(name), open_oracle("exact-cover"), np.random.default_rng(4)
    digits = np.array(oracle.complete(empty(layout), rng))
    for wrong in (0, 0, 0, 1, 2) * 8:
        clues = np.where(rng.random(len(digits)) < rng.uniform(0.33, 0.45), digits, 0)
        clues[rng.choice(np.flatnonzero(clues), wrong, replace=False)] = rng.choice(digits)
        puzzle = Puzzle(layout, tuple(clues.tolist()))
        assert oracle.count(puzzle, 3) == other.count(puzzle, 3)


def test_leftovers_of_a_jigsaw_are_sound(oracle: BitsetOracle) -> None:
    line = "..........1.....4...3..2......2....57....9..8......53.1.2................9....3.."
    assert oracle.count(Puzzle.parse(line, layout_named("jigsaw-9")), 2) == 1


def test_all_latin_squares_of_side_5_are_counted(oracle: BitsetOracle) -> None:
    assert oracle.count(empty(Layout.latin(5)), None) == 161_280


@pytest.mark.parametrize("text", [EASY, HARD])
def test_a_resumed_search_finds_the_same(oracle: BitsetOracle, text: str) -> None:
    layout = Layout.boxes(3, 3)
    state = new_search(engine_tables(layout))
    found, pieces = count_completions(state, clues(text), 2, 0), 0
    while not state.status[0].finished:
        found = continue_search(state, 2, 1)
        pieces += 1
    assert found == 1
    assert (pieces > 10) == (text == HARD)
    assert tuple(state.solutions[0].tolist()) == oracle.uniqueness(Puzzle.parse(text)).grids[0]


def test_a_time_limit_interrupts_a_search() -> None:
    oracle = BitsetOracle(0.05)
    with pytest.raises(
        UndecidedError, match=r"did not decide within 0\.05 s whether the puzzle has more than \d+ comp"
    ):
        oracle.count(empty(Layout.boxes(3, 3)), None)
    assert oracle.count(empty(Layout.boxes(2, 2)), 2) == 2


def test_a_random_completion_respects_the_time_limit() -> None:
    with pytest.raises(UndecidedError, match="whether the puzzle has a completion"):
        BitsetOracle(0.0).complete(empty(Layout.boxes(5, 5)), np.random.default_rng(1))


def test_an_interrupt_leaves_the_oracle_usable() -> None:
    def seconds() -> float:
        if next(looks) == 1:
            raise KeyboardInterrupt
        return inf

    looks = count()
    oracle = BitsetOracle(seconds)
    with pytest.raises(KeyboardInterrupt):
        oracle.count(empty(Layout.boxes(3, 3)), None)
    assert oracle.count(empty(Layout.boxes(2, 2)), None) == 288
    assert oracle.uniqueness(Puzzle.parse(HARD)).unique


def test_more_than_36_digits_are_refused(oracle: BitsetOracle) -> None:
    with pytest.raises(InputError, match="up to 36 digits; this one has 37"):
        oracle.count(empty(Layout.latin(37)))


def test_36_digits_are_taken(oracle: BitsetOracle) -> None:
    layout = Layout.latin(36)
    grid = oracle.complete(empty(layout), np.random.default_rng(1))
    assert grid is not None
    assert all(len({grid[cell] for cell in house.cells}) == 36 for house in layout.houses)
    assert oracle.uniqueness(Puzzle(layout, (0, *grid[1:]))).grids == (grid,)


@pytest.mark.parametrize("question", ["complete(puzzle, np.random.default_rng(1)) is not None", "count(puzzle) == 2"])
def test_a_first_question_about_a_large_board_is_answered(question: str) -> None:
    """Ask in a new process, where one branch takes longer than the time between two checks of the deadline."""
    asked = f"""
import numpy as np
from cpgen.layout import Layout
from cpgen.oracles import open_oracle
from cpgen.puzzle import Puzzle

puzzle = Puzzle(Layout.boxes(5, 5), (0,) * 625)
assert open_oracle("bitset").{question}
"""
    subprocess.run([sys.executable, "-c", asked], check=True, timeout=300)


def test_a_pickled_oracle_gives_the_same_answers(oracle: BitsetOracle) -> None:
    puzzle = Puzzle.parse(HARD)
    before = oracle.uniqueness(puzzle)
    text = pickle.dumps(oracle)
    assert len(text) < 500
    assert pickle.loads(text).uniqueness(puzzle) == before
    assert pickle.loads(pickle.dumps(BitsetOracle(3.0))).seconds == 3.0


@pytest.mark.parametrize(
    ("text", "spec", "number"),
    [
        ("." * 16, "2x2", 288),
        ("." * 16, "latin-4", 576),
        ("." * 16, "AABB/AABC/DDBC/DDCC", 144),
        ("1..." + "." * 12, "latin-4", 144),
        ("12......3" + "." * 7, "2x2", None),
    ],
)
def test_completions_of_small_boards_are_uniform(
    oracle: BitsetOracle, text: str, spec: str, number: int | None
) -> None:
    """The statistic χ² of 50 draws per grid stays within five standard deviations of its mean."""
    puzzle, rng = Puzzle.parse(text, Layout.parse(spec)), np.random.default_rng(1)
    found = oracle.count(puzzle, None)
    assert number in (None, found)
    drawn = Counter(oracle.complete(puzzle, rng) for _ in range(50 * found))
    assert len(drawn) == found
    assert all(puzzle.is_solved_by(grid) for grid in drawn if grid)
    assert sum((times - 50) ** 2 / 50 for times in drawn.values()) < found - 1 + 5 * (2 * found) ** 0.5


def test_many_layouts_keep_little(oracle: BitsetOracle) -> None:
    one = BitsetOracle()
    for size in range(2, KEPT_LAYOUTS + 6):
        assert one.is_consistent(empty(Layout.latin(size)))
    assert len(one._boards) == KEPT_LAYOUTS


@compiled_at_once
def dig(state, board, order):  # type: ignore[no-untyped-def]
    """Open the cells one after another where the completion stays the only one; return how many are left."""
    left = order.size
    for cell in order:
        digit = board[cell]
        board[cell] = 0
        left -= 1
        if count_completions(state, board, 2, ENOUGH) != 1:
            board[cell] = digit
            left += 1
    return left


def test_a_compiled_loop_calls_the_search(oracle: BitsetOracle) -> None:
    layout = Layout.boxes(3, 3)
    grid = oracle.complete(empty(layout), np.random.default_rng(3))
    assert grid is not None
    board = np.array(grid, np.uint8)
    left = dig(new_search(engine_tables(layout)), board, np.random.default_rng(4).permutation(81))
    puzzle = Puzzle(layout, tuple(board.tolist()))
    assert puzzle.clue_count == left < 30
    assert oracle.uniqueness(puzzle).grids == (grid,)


def test_a_search_reports_that_branches_ran_out() -> None:
    layout = Layout.boxes(3, 3)
    state = new_search(engine_tables(layout))
    assert count_completions(state, clues(HARD), 2, 3) == 0
    assert not state.status[0].finished
    assert state.status[0].depth == 3
    assert count_completions(state, clues(EASY), 2, 0) == 1
    assert state.status[0].finished


@pytest.mark.parametrize("opened", [60, 100])
def test_large_boards_agree_with_exact_cover(oracle: BitsetOracle, opened: int) -> None:
    """Such boards take other loops than those with two words of 64 cells."""
    layout = Layout.boxes(3, 4)
    (grid,) = [oracle.complete(Puzzle(layout, (0,) * 144), np.random.default_rng(1))]
    cells = set(np.random.default_rng(2).permutation(144)[:opened].tolist())
    puzzle = Puzzle(layout, tuple(0 if cell in cells else digit for cell, digit in enumerate(grid)))
    assert oracle.count(puzzle, 50) == open_oracle("exact-cover").count(puzzle, 50)
    twice = [*puzzle.clues]
    twice[min(cells)] = next(digit for digit in range(1, 13) if digit in {twice[p] for p in layout.peers[min(cells)]})
    assert oracle.count(Puzzle(layout, tuple(twice)), 2) == 0


@pytest.mark.parametrize("spec", ["latin-12", "3x4+diagonals", "4x4+diagonals", "5x5+diagonals"])
def test_equal_digits_in_a_house_end_a_search_at_once(oracle: BitsetOracle, spec: str) -> None:
    """Cells 1 and 1 + 3n are in one column; on a diagonal, cells 0 and n + 1."""
    layout = Layout.parse(spec)
    for pair in ((1, 1 + 3 * layout.size), (0, layout.size + 1)):
        given = [0] * layout.cell_count
        for cell in pair:
            given[cell] = 7
        expected = 2 if layout.size == 12 and pair[0] == 0 and not layout.extras else 0
        assert oracle.count(Puzzle(layout, tuple(given)), 2) == expected


def test_threads_share_an_oracle(oracle: BitsetOracle) -> None:
    """Threads ask about unique and other puzzles in turn, and get the answers that one thread gets."""
    easy, hard, open_board = Puzzle.parse(EASY), Puzzle.parse(HARD), empty(Layout.boxes(2, 2))
    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(lambda puzzle: oracle.count(puzzle, 300), [easy, hard, open_board] * 200))
    assert answers == [1, 1, 288] * 200
