"""Patterns are parsed, written and drawn at random with a symmetry."""

from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpgen.errors import CpgenError, InputError
from cpgen.notation import SYMBOLS
from cpgen.pattern import Pattern
from cpgen.symmetry.square import SYMMETRIES, orbits, random_pattern, symmetry_of

KAMIO_A = ".x.....x. x..xx...x .....x... ..xx...x. .x..x..x. .x...xx.. ...x..... x...xx..x .x.....x."


def refusal(text: str) -> str:
    with pytest.raises(InputError) as caught:
        Pattern.parse(text)
    return str(caught.value)


def sums(numbers: list[int]) -> set[int]:
    """Return the sums of all subsets of the numbers."""
    reached = {0}
    for number in numbers:
        reached |= {one + number for one in reached}
    return reached


@st.composite
def patterns(draw):
    """Draw a pattern on any board, some of its digits fixed."""
    size = draw(st.sampled_from([2, 4, 5, 6, 9, 16, 36]))
    digits = st.none() | st.integers(0, size)
    given = draw(st.dictionaries(st.integers(0, size * size - 1), digits.map(lambda digit: digit or 0), max_size=40))
    return Pattern(size, tuple(sorted(given)), tuple(given[cell] for cell in sorted(given)))


@given(patterns())
def test_pattern_round_trips(pattern):
    for text in (pattern.line, "\n".join(pattern.rows), "/".join(pattern.rows), " ".join(pattern.rows)):
        assert Pattern.parse(text) == pattern
        assert Pattern.parse(f"\ufeff# a comment / of two x\r\n{text}\r\n") == pattern
    assert str(pattern) == pattern.line


def test_pattern_of_the_paper_has_23_clues():
    pattern = Pattern.parse(KAMIO_A)
    assert (pattern.size, len(pattern), symmetry_of(pattern.size, pattern.cells)) == (9, 23, "rot180")
    assert pattern.cells[:3] == (1, 7, 9)


def test_fixed_digits_are_clues_of_the_pattern():
    pattern = Pattern.parse("1x../..../..../..x4")
    assert pattern.cells == (0, 1, 14, 15)
    assert pattern.fixed == (1, 0, 0, 4)
    assert pattern.fixed_clues() == (1, *(0,) * 14, 4)


def test_capital_x_is_a_digit_from_side_33():
    assert Pattern.parse("X" + "." * 15).fixed == (0,)
    assert Pattern.parse("X" + "." * (36 * 36 - 1)).fixed == (33,)
    assert SYMBOLS[32] == "X"


def test_pattern_may_be_empty():
    assert len(Pattern.parse("." * 16)) == 0


def test_wrong_pattern_is_refused():
    for text, sentence in [
        ("", "There is nothing in the text of the pattern"),
        ("|---|", "There is nothing in the text of the pattern"),
        ("x" * 17, "The pattern has 17 cells, which fill no square board"),
        ("x" * 1_000_000, "A board of side 1000 cannot be made"),
        ("xx\nxxx\nx..", "Row 1 of the pattern has 2 cells; each row needs 3."),
        ("....\n....", "The pattern has 2 rows of 4 cells; a board has as many rows as columns."),
        (
            "..../..y./..../....",
            "'y' at row 2, column 3 is not a digit of this board: 1 to 4, or 'x' for a clue, '.' for none.",
        ),
        ("..../..../..../...²", "'²' (superscript two) at row 4, column 4"),
        ("..../..../.×../....", "'×' (multiplication sign) at row 3, column 2"),
    ]:
        assert sentence in refusal(text)


@given(st.text() | st.text("x.1#/ \n\t\ufeff²", max_size=90))
def test_parse_raises_only_cpgen_errors(text):
    with suppress(CpgenError):
        Pattern.parse(text)


@given(st.integers(2, 9), st.integers(-1, 90), st.sampled_from(list(SYMMETRIES)), st.integers(0, 2**32))
def test_random_pattern_has_the_clues_and_the_symmetry(size, clues, symmetry, seed):
    sizes = [len(orbit) for orbit in orbits(size, symmetry)]
    if clues not in sums(sizes):
        with pytest.raises(
            InputError, match=f"A {size}×{size} pattern with {symmetry} symmetry cannot have {clues} clues"
        ):
            random_pattern(size, clues, symmetry, np.random.default_rng(seed))
        return
    pattern = random_pattern(size, clues, symmetry, np.random.default_rng(seed))
    assert len(pattern) == clues
    cells = set(pattern.cells)
    assert all(cells.issuperset(orbit) or cells.isdisjoint(orbit) for orbit in orbits(size, symmetry))
    assert list(pattern.cells) == sorted(cells)
    assert pattern == random_pattern(size, clues, symmetry, np.random.default_rng(seed))


def test_random_patterns_differ_and_reach_every_orbit():
    rng = np.random.default_rng(7)
    drawn = [random_pattern(9, 24, "rot180", rng) for _ in range(60)]
    assert len(set(drawn)) == 60
    assert len({cell for pattern in drawn for cell in pattern.cells}) >= 80
