"""Reading takes time in proportion to the input: twice the text costs about twice the calls."""

from __future__ import annotations

import sys

import pytest

from cpgen import formats

BEGINS = ["", "a", "cage 3: ", '{"puzzle": "', "<", "[", "scl"]
UNITS = ("[", "{", '{"a":', "[{", " ", "1 ", ".", "-", "|", ",", ":", '"', "<a>", "r1c1 ", "\n", "\n1", "a\n", "[\n")
EXAMPLES = [one.example for one in formats.FORMATS if one.example]
COUNT = 320


def calls_to_read(text: str) -> int:
    """Return the number of calls of functions, compiled ones included, while a text is read."""
    count = 0

    def note(frame: object, event: str, arg: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(note)
    try:
        for _ in formats.read(text):
            pass
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("unit", UNITS)
def test_twice_the_text_costs_twice_the_calls(unit: str) -> None:
    for begin in BEGINS + (EXAMPLES if unit in (" ", "[", ":", "1 ") else []):
        calls_to_read(begin + unit * COUNT)  # imports what is needed
        once, twice = (calls_to_read(begin + unit * count) for count in (COUNT, 2 * COUNT))
        assert twice < 2.3 * once + 2000, begin


@pytest.mark.parametrize("text", ["a" + " " * 20_000 + "b", "[" * 20_000, "cage 3: r1c1" + " ;" * 10_000, '"' * 20_000])
def test_long_texts_are_read_with_few_calls(text: str) -> None:
    assert calls_to_read(text) < 300_000
