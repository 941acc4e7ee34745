"""The patterns of the centre, numbered, and the way of digging that keeps one."""

from itertools import pairwise

import pytest

from cpgen.digging.dig_puzzles import dig_many
from cpgen.digging.strategies import centre_count, centre_pattern
from cpgen.errors import InputError, NearestWarning
from cpgen.layout import Layout
from cpgen.requests.clock import Clock
from tests.conftest import SHAPES
from tests.request_helpers import asked_to_dig

NINE = Layout.boxes(3, 3)


@pytest.mark.parametrize(("spec", "count"), [("3x3", 32), ("5x5", 8192), ("3x5", 256)])
def test_all_point_symmetric_patterns_are_numbered_once(spec, count):
    layout = Layout.parse(spec)
    assert centre_count(layout) == count
    numbers = range(1, min(count, 512) + 1)
    patterns = [centre_pattern(layout, number) for number in numbers]
    assert len({one.open for one in patterns}) == len(patterns)
    last = layout.cell_count - 1
    for one in patterns:
        assert one.open <= one.region
        assert {last - cell for cell in one.open} == one.open


def test_odd_centre_patterns_show_the_middle_cell():
    patterns = [centre_pattern(NINE, number) for number in range(1, 33)]
    for odd, even in list(pairwise(patterns))[::2]:
        assert odd.shows_middle
        assert odd.open == even.open | {40}
        assert 40 not in even.open


def test_the_first_twelve_show_two_of_the_four_pairs():
    assert {len(centre_pattern(NINE, number).open - {40}) for number in range(1, 13)} == {4}
    assert {len(centre_pattern(NINE, number).open - {40}) for number in range(13, 33)} == {0, 2, 6, 8}


@pytest.mark.parametrize("number", [1, 2, 9, 31, 32])
def test_the_way_centre_keeps_the_pattern(number):
    pattern = centre_pattern(NINE, number)
    request = asked_to_dig(layout=NINE, way="centre", symmetry="rot180", centre=number, clues=28 + number % 2)
    for made in dig_many(request, 2, 1, Clock(300)):
        shown = {cell for cell, digit in enumerate(made.puzzle.clues) if digit}
        assert shown & pattern.region == pattern.open
        assert {80 - cell for cell in shown} == shown
        assert len(shown) == 28 + number % 2


def test_few_clues_around_a_centre():
    """Few clues around a chosen centre: 21 with the middle cell open, 20 with it closed."""
    for number, clues in ((1, 21), (2, 20)):
        request = asked_to_dig(layout=NINE, way="centre", symmetry="rot180", centre=number, clues=clues, tries=20)
        made = next(dig_many(request, 1, 1, Clock(300)))
        shown = {cell for cell, digit in enumerate(made.puzzle.clues) if digit}
        assert shown & centre_pattern(NINE, number).region == centre_pattern(NINE, number).open
        assert made.puzzle.clue_count == clues


@pytest.mark.parametrize(("number", "clues", "taken"), [(1, 26, 27), (2, 23, 24), (1, 80, 77)])
def test_the_centre_takes_the_nearest_clue_count(number, clues, taken):
    shown, parity = ("given", "odd") if number % 2 else ("open", "even")
    sentence = f"With the middle cell {shown} the number of clues is {parity}, not {clues}"
    if abs(taken - clues) > 1:
        with pytest.raises(InputError, match=rf"^{sentence}; near it are {taken - 2} and {taken}\.$"):
            asked_to_dig(layout=NINE, way="centre", centre=number, clues=clues)
        return
    with pytest.warns(NearestWarning, match=rf"^{sentence}; {taken} are taken\.$"):
        request = asked_to_dig(layout=NINE, way="centre", centre=number, clues=clues)
    assert request == asked_to_dig(layout=NINE, way="centre", centre=number, clues=taken)


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("4x4", "has no middle cell"),
        ("latin-5", "without regions"),
        (SHAPES["5x5 winding pentominoes"], "not point-symmetric"),
        ("7x7", "up to 36×36"),
    ],
)
def test_layouts_without_a_centre(spec, sentence):
    with pytest.raises(InputError, match=sentence):
        centre_count(Layout.parse(spec))


@pytest.mark.parametrize("number", [0, 33])
def test_centre_patterns_are_numbered_from_1(number):
    with pytest.raises(InputError, match="numbered from 1 to 32"):
        centre_pattern(NINE, number)
