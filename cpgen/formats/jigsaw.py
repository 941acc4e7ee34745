"""A jigsaw line: n² clues, then n² region symbols, any n different symbols n times each."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from math import isqrt

from cpgen.errors import InputError, counted
from cpgen.formats.board import agreed, board_of, digits_of, text_of
from cpgen.formats.entry import Entry
from cpgen.layout import Layout
from cpgen.notation import REGION_LETTERS


def looks_like(text: str) -> bool:
    """Whether a text can be a jigsaw line, damaged or not: twice a square of symbols, few in its second half."""
    half = len(text) // 2
    side = isqrt(half)
    if side < 3 or side * side * 2 != len(text) or side > 100 or " " in text:
        return False
    return len(set(text[half:])) <= side + 1


def read(text: str, layout: Layout | None = None) -> Entry:
    """The entry on a line."""
    text = text.strip()
    side = isqrt(len(text) // 2)
    if side * side * 2 != len(text) or side < 2:
        raise InputError(f"A jigsaw line of {counted(len(text), 'symbol')} fits no board (162 fit 9×9, 50 fit 5×5).")
    told = agreed(_layout(text[side * side :], side), layout)
    return Entry(board_of(told).puzzle(digits_of(text[: side * side], told, "puzzle")))


@lru_cache(maxsize=256)
def _layout(drawn: str, side: int) -> Layout:
    """The layout whose regions are drawn in n² symbols."""
    for symbol, count in Counter(drawn).items():
        if count != side:
            raise InputError(f"The region {symbol!r} has {counted(count, 'cell')}; each of the {side} needs {side}.")
    number = {symbol: k for k, symbol in enumerate(dict.fromkeys(drawn))}
    return Layout(side, tuple(number[symbol] for symbol in drawn))


def write(entry: Entry) -> str:
    """The entry on a line, regions as letters."""
    regions = "".join(REGION_LETTERS[region] for region in entry.puzzle.layout.regions)
    return f"{text_of(entry.puzzle.clues)}{regions}\n"
