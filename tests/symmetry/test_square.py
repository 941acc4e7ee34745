"""Orbits of cells under the symmetries of the square."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpgen.errors import InputError
from cpgen.symmetry.square import SYMMETRIES, orbits, symmetry_of

NAMES = st.sampled_from(list(SYMMETRIES))
SIZES = st.integers(1, 12)


@given(SIZES, NAMES)
def test_orbits_partition_the_board(size, name):
    cells = [cell for orbit in orbits(size, name) for cell in orbit]
    assert sorted(cells) == list(range(size * size))


@given(SIZES, NAMES)
def test_orbits_are_sorted(size, name):
    found = orbits(size, name)
    assert all(list(orbit) == sorted(orbit) for orbit in found)
    assert list(found) == sorted(found)


@given(SIZES, NAMES)
def test_moves_map_each_orbit_to_itself(size, name):
    for orbit in orbits(size, name):
        for move in SYMMETRIES[name]:
            moved = {row * size + column for row, column in (move(size, *divmod(cell, size)) for cell in orbit)}
            assert moved == set(orbit)


@pytest.mark.parametrize(
    ("name", "greatest"),
    [
        ("full", 8),
        ("rot90", 4),
        ("mirrors", 4),
        ("diagonals", 4),
        ("rot180", 2),
        ("left-right", 2),
        ("top-bottom", 2),
        ("diagonal", 2),
        ("antidiagonal", 2),
        ("none", 1),
    ],
)
def test_orbit_sizes(name, greatest):
    assert max(map(len, orbits(9, name))) == greatest


@given(SIZES, NAMES, st.data())
def test_symmetry_of_finds_the_largest_symmetry(size, name, data):
    chosen = data.draw(st.lists(st.sampled_from(orbits(size, name)), max_size=10))
    cells = {cell for orbit in chosen for cell in orbit}
    names = list(SYMMETRIES)
    found = symmetry_of(size, cells)
    assert names.index(found) <= names.index(name)
    assert all(cells.issuperset(orbit) or cells.isdisjoint(orbit) for orbit in orbits(size, found))


@pytest.mark.parametrize(
    ("cells", "name"), [({0, 8}, "diagonals"), ({0, 1}, "none"), ({1, 7}, "mirrors"), ({4}, "full")]
)
def test_symmetry_of_small_sets(cells, name):
    assert symmetry_of(3, cells) == name


def test_unknown_symmetry_is_refused_with_a_suggestion():
    with pytest.raises(InputError, match=r"'rot18' is not a symmetry\. Did you mean 'rot180'"):
        orbits(9, "rot18")
