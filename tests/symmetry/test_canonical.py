"""Two puzzles have one form exactly when a symmetry of the board and other digits' names join them."""

from __future__ import annotations

from functools import cache
from itertools import permutations

import numpy as np
import pytest

from cpgen import shipped
from cpgen.layout import EXTRA, REGION, Layout
from cpgen.oracles import open_oracle
from cpgen.puzzle import Puzzle
from cpgen.symmetry.canonical import canonical, canoniser_for
from cpgen.symmetry.square import maps

SMALL = {
    "4x4": "2x2",
    "4x4 latin": "latin-4",
    "4x4 diagonals": "2x2+diagonals",
    "4x4 strips": "AAAA/BBBB/CCCC/DDDD",
    "4x4 jigsaw": "AAAB/ACBB/CCDB/CDDD",
    "5x5 latin": "latin-5",
    "5x5 pentominoes": shipped.text("layouts", "pentomino-1"),
    "5x5 latin diagonals": "latin-5+diagonals",
    "5x5 crossing": "latin-5+A.../".replace(".../", "..../.A.../..A../...A./....A+..B../..B../..B.B/...B./....."),
}
LARGE = ("3x3", "2x3", "4x4", "latin-7", "3x3+diagonals", "latin-8+diagonals", "3x4")


@cache
def symmetries(layout: Layout) -> np.ndarray:
    """[g, n²] for each symmetry of the board, the cell that comes to lie on a place: all rearrangements tried."""
    n = layout.size
    houses = [{h.cells for h in layout.houses if h.kind == kind} for kind in (REGION, EXTRA)]
    every = np.array(list(permutations(range(n))))
    found = []
    for rows in every:
        for columns in every:
            plain = (rows[:, None] * n + columns[None, :]).ravel()
            turned = (columns[None, :] * n + rows[:, None]).ravel()
            found += [source for source in (plain, turned) if keeps(houses, source)]
    return np.array(found)


def keeps(houses: list[set[tuple[int, ...]]], source: np.ndarray) -> bool:
    return all(tuple(sorted(source[list(cells)].tolist())) in kind for kind in houses for cells in kind)


def smallest_image(layout: Layout, clues: np.ndarray) -> bytes:
    images = clues[symmetries(layout)]
    names = np.zeros((len(images), layout.size + 1), np.uint8)
    count = np.zeros(len(images), np.uint8)
    every = np.arange(len(images))
    named = np.zeros_like(images)
    for cell in range(layout.cell_count):
        digit = images[:, cell]
        fresh = (digit > 0) & (names[every, digit] == 0)
        count += fresh
        names[every[fresh], digit[fresh]] = count[fresh]
        named[:, cell] = names[every, digit]
    return bytes(named[np.lexsort(named.T[::-1])[0]])


def moved(layout: Layout, clues: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """The clues under a random symmetry of a board of boxes or of a Latin square, digits renamed."""
    n = layout.size
    height = sum(1 for c in range(0, n * n, n) if layout.regions and layout.regions[c] == 0) or n
    rows, columns = within_bands(n, height, rng), within_bands(n, n // height if layout.regions else n, rng)
    image = clues.reshape(n, n)[rows][:, columns]
    if (height * height == n or not layout.regions) and rng.random() < 0.5:
        image = image.T
    return np.concatenate([[0], 1 + rng.permutation(n)]).astype(np.uint8)[image].ravel()


def within_bands(n: int, height: int, rng: np.random.Generator) -> np.ndarray:
    return np.concatenate([band * height + rng.permutation(height) for band in rng.permutation(n // height)])


def some_clues(layout: Layout, rng: np.random.Generator, share: float) -> np.ndarray:
    grid = open_oracle("bitset").complete(Puzzle(layout, (0,) * layout.cell_count), rng)
    digits = np.array(grid or rng.integers(1, layout.size + 1, layout.cell_count), np.uint8)
    return np.where(rng.random(layout.cell_count) < share, digits, 0).astype(np.uint8)


@pytest.mark.parametrize("spec", SMALL.values(), ids=SMALL.keys())
def test_forms_tell_apart_what_all_symmetries_together_tell_apart(spec: str) -> None:
    layout = Layout.parse(spec)
    rng = np.random.default_rng(5)
    forms: dict[bytes, bytes] = {}
    same = 0
    for k in range(150):
        clues = some_clues(layout, rng, (0.1, 0.25, 0.5, 1.0)[k % 4])
        form, image = bytes(canoniser_for(layout).forms(clues[None])[0]), smallest_image(layout, clues)
        same += form in forms
        assert forms.setdefault(form, image) == image
    assert len(set(forms.values())) == len(forms)
    assert len(forms) > 20


@pytest.mark.parametrize("spec", SMALL.values(), ids=SMALL.keys())
def test_every_symmetry_of_a_small_board_leaves_the_form(spec: str) -> None:
    layout = Layout.parse(spec)
    rng = np.random.default_rng(6)
    for share in (0.0, 0.15, 0.3, 0.6, 1.0):
        clues = some_clues(layout, rng, share)
        sources = symmetries(layout)
        images = clues[sources[rng.integers(len(sources), size=40)]]
        names = np.concatenate([[0], 1 + rng.permutation(layout.size)]).astype(np.uint8)
        assert len(np.unique(canoniser_for(layout).forms(names[images]), axis=0)) == 1


@pytest.mark.parametrize("spec", ["3x3", "2x3", "4x4", "latin-7", "3x4"])
@pytest.mark.parametrize("share", [0.05, 0.15, 0.3, 0.7])
def test_a_random_symmetry_and_relabelling_never_changes_the_form(spec: str, share: float) -> None:
    layout = Layout.parse(spec)
    rng = np.random.default_rng(7)
    for _ in range(10):
        clues = some_clues(layout, rng, share)
        images = np.array([clues, *(moved(layout, clues, rng) for _ in range(20))])
        assert len(np.unique(canoniser_for(layout).forms(images), axis=0)) == 1


@pytest.mark.parametrize("spec", LARGE)
def test_the_form_is_a_puzzle_that_has_itself_as_form_and_as_many_solutions(spec: str) -> None:
    layout = Layout.parse(spec)
    rng = np.random.default_rng(8)
    oracle = open_oracle("bitset")
    for _ in range(5):
        puzzle = Puzzle(layout, tuple(some_clues(layout, rng, 0.45).tolist()))
        form = canonical(puzzle)
        assert canonical(form) == form
        assert form.clue_count == puzzle.clue_count
        assert oracle.count(form, 50) == oracle.count(puzzle, 50)


def test_solved_grids_and_the_empty_board_have_forms() -> None:
    layout = Layout.boxes(3, 3)
    rng = np.random.default_rng(9)
    most_symmetric = np.array([(r // 3 + r % 3 * 3 + c) % 9 + 1 for r in range(9) for c in range(9)], np.uint8)
    for clues in (some_clues(layout, rng, 1.0), most_symmetric, np.zeros(81, np.uint8)):
        images = np.array([moved(layout, clues, rng) for _ in range(4)])
        assert len(np.unique(canoniser_for(layout).forms(images), axis=0)) == 1


@pytest.mark.parametrize("name", ["jigsaw-9", "pentomino-2", "windoku"])
def test_a_turned_board_has_the_forms_of_the_board(name: str) -> None:
    layout = Layout.parse(shipped.text("layouts", name))
    rng = np.random.default_rng(10)
    clues = some_clues(layout, rng, 0.4)
    for source in maps(layout.size):
        place = np.argsort(source)
        extras = tuple(tuple(place[list(cells)].tolist()) for cells in layout.extras)
        turned = Layout(layout.size, tuple(np.array(layout.regions)[source].tolist()), extras)
        image = Puzzle(turned, tuple(clues[source].tolist()))
        assert canonical(image) == canonical(Puzzle(layout, tuple(clues.tolist())))


def test_one_clue_elsewhere_is_another_puzzle() -> None:
    one = Puzzle.parse(".9.....6.8..14...2.....2.....93...7..5..1..3..6...79.....7.....7...29..5.4.....8.")
    other = Puzzle.parse(".9.....6.8..14...2.....2.....93...7..5..1..3..6...79.....7.....7...29..5..4....8.")
    assert canonical(one) != canonical(other)
