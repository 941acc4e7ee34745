"""Two puzzles share a form exactly if a symmetry of the board and a renaming of digits join them."""

from __future__ import annotations

from functools import cache
from itertools import permutations

import numpy as np
import pytest

from cpgen import resources
from cpgen.constraints.house import EXTRA, REGION
from cpgen.layout import Layout
from cpgen.library import layout_named
from cpgen.oracles import open_oracle
from cpgen.puzzle import Puzzle
from cpgen.symmetry.canonical import Canoniser, canonical, canoniser_for
from cpgen.symmetry.line_maps import line_tables
from cpgen.symmetry.square import maps

SMALL = {
    "4x4": "2x2",
    "4x4 latin": "latin-4",
    "4x4 diagonals": "2x2+diagonals",
    "4x4 strips": "AAAA/BBBB/CCCC/DDDD",
    "4x4 jigsaw": "AAAB/ACBB/CCDB/CDDD",
    "5x5 latin": "latin-5",
    "5x5 pentominoes": resources.text("layouts", "pentomino-1"),
    "5x5 latin diagonals": "latin-5+diagonals",
    "5x5 crossing": "latin-5+A.../".replace(".../", "..../.A.../..A../...A./....A+..B../..B../..B.B/...B./....."),
}
LARGE = ("3x3", "2x3", "4x4", "latin-7", "3x3+diagonals", "latin-8+diagonals", "3x4")


@cache
def symmetries(layout: Layout) -> np.ndarray:
    """Return an array [g, n²] with the source of each cell for each symmetry, found by trying all permutations."""
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
    """Return the clues under a random symmetry of a box or Latin board, digits renamed."""
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
def test_forms_equal_the_classes_of_all_symmetries(spec: str) -> None:
    layout = Layout.parse(spec)
    rng = np.random.default_rng(5)
    forms: dict[bytes, bytes] = {}
    same = 0
    for k in range(100):
        clues = some_clues(layout, rng, (0.1, 0.25, 0.5, 1.0)[k % 4])
        form, image = bytes(canoniser_for(layout).forms(clues[None])[0]), smallest_image(layout, clues)
        same += form in forms
        assert forms.setdefault(form, image) == image
    assert len(set(forms.values())) == len(forms)
    assert len(forms) > 20


@pytest.mark.parametrize("spec", SMALL.values(), ids=SMALL.keys())
def test_form_is_invariant_under_all_small_symmetries(spec: str) -> None:
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
def test_form_is_invariant_under_random_symmetries(spec: str, share: float) -> None:
    layout = Layout.parse(spec)
    rng = np.random.default_rng(7)
    for _ in range(10):
        clues = some_clues(layout, rng, share)
        images = np.array([clues, *(moved(layout, clues, rng) for _ in range(20))])
        assert len(np.unique(canoniser_for(layout).forms(images), axis=0)) == 1


@pytest.mark.parametrize("spec", LARGE)
def test_form_is_its_own_form_with_equal_solution_count(spec: str) -> None:
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
def test_turned_board_shares_the_forms(name: str) -> None:
    layout = Layout.parse(resources.text("layouts", name))
    rng = np.random.default_rng(10)
    clues = some_clues(layout, rng, 0.4)
    for source in maps(layout.size):
        place = np.argsort(source)
        extras = tuple(tuple(place[list(cells)].tolist()) for cells in layout.extras)
        turned = Layout(layout.size, tuple(np.array(layout.regions)[source].tolist()), extras)
        image = Puzzle(turned, tuple(clues[source].tolist()))
        assert canonical(image) == canonical(Puzzle(layout, tuple(clues.tolist())))


KEPT = [
    (
        "6.........8735..4.3..6..1.....4....5.9....42.....62..9876.......4..7.8.......9...",
        "...1...2.....32.4.5..4...16..632.....7....5...2.8....17..6......58......6...9...4",
    ),
    ("12..../....3./..1..2/3...../...21./.4....", "..1......2.3...4...23....4....2...3."),
]
"""Puzzles with their forms, unchanged since the first version"""
MOST_SYMMETRIC = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"
CHOICES = {
    "most symmetric grid": ("3x3", [int(digit) for digit in MOST_SYMMETRIC], 30),
    "cyclic Latin square of side 7": ("latin-7", [(r + c) % 7 + 1 for r in range(7) for c in range(7)], 30),
    "cyclic Latin square of side 12": ("latin-12", [(r + c) % 12 + 1 for r in range(12) for c in range(12)], 50),
    "exclusive ors of side 8": ("latin-8", [(r ^ c) + 1 for r in range(8) for c in range(8)], 50),
    "exclusive ors of side 16": ("latin-16", [(r ^ c) + 1 for r in range(16) for c in range(16)], 80),
    "exclusive ors on 16×16": ("4x4", [(4 * (r % 4) + r // 4 ^ c) + 1 for r in range(16) for c in range(16)], 80),
    "the same, its first row open": ("latin-16", [(r ^ c) + 1 if r else 0 for r in range(16) for c in range(16)], 80),
    "the same, a cell open": ("latin-16", [(r ^ c) + 1 if r + c else 0 for r in range(16) for c in range(16)], 80),
    "empty 9×9": ("3x3", [0] * 81, 200),
    "empty 16×16": ("4x4", [0] * 256, 500),
    "empty Latin square of side 16": ("latin-16", [0] * 256, 600),
    "two clues on 16×16": ("4x4", [1, *[0] * 254, 1], 500),
}
"""Puzzles with many symmetries, and the number of choices that their forms may take"""


@pytest.mark.parametrize("name", CHOICES)
def test_known_symmetries_prune_the_search(name: str) -> None:
    spec, digits, most = CHOICES[name]
    layout, rng = Layout.parse(spec), np.random.default_rng(11)
    canoniser = Canoniser(layout)
    for _ in range(3):
        before = canoniser.tried
        canoniser.forms(moved(layout, np.array(digits, np.uint8), rng)[None])
        assert canoniser.tried - before <= most


@pytest.mark.parametrize(("spec", "kinds"), [("3x3", 1), ("5x4", 2), ("3x6", 2), ("jigsaw-9", 10), ("pentomino-2", 10)])
def test_bare_colours_separate_inequivalent_lines(spec: str, kinds: int) -> None:
    layout = layout_named(spec)
    bare = line_tables(layout).bare.tolist()
    assert len(set(bare)) == kinds
    assert (kinds == 1) == bool(set(bare[: layout.size]) & set(bare[layout.size :]))


@pytest.mark.parametrize("digits", [(1, 1, 2, 2, 3, 3), (1, 2, 1, 3, 2, 3), (1, 1, 1, 2, 2, 2)])
def test_repeated_digit_in_a_line_keeps_form_invariance(digits: tuple[int, ...]) -> None:
    layout, rng = Layout.latin(6), np.random.default_rng(13)
    clues = np.array([digits[(row + column) % 6] for row in range(6) for column in range(6)], np.uint8)
    images = np.array([clues, *(moved(layout, clues, rng) for _ in range(20))])
    assert len(np.unique(canoniser_for(layout).forms(images), axis=0)) == 1


@pytest.mark.parametrize(("puzzle", "form"), KEPT)
def test_stored_forms_are_still_current(puzzle: str, form: str) -> None:
    assert canonical(Puzzle.parse(puzzle)).line == form


def test_moved_clue_changes_the_form() -> None:
    one = Puzzle.parse(".9.....6.8..14...2.....2.....93...7..5..1..3..6...79.....7.....7...29..5.4.....8.")
    other = Puzzle.parse(".9.....6.8..14...2.....2.....93...7..5..1..3..6...79.....7.....7...29..5..4....8.")
    assert canonical(one) != canonical(other)
