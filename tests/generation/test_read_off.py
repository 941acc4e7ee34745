"""Every sum, dot and sign of generated puzzles is right: a plain reading of their text, without constraint classes."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise

import pytest

from cpgen import resources
from cpgen.generation.two_phase import generate_many
from cpgen.oracles import open_oracle
from cpgen.requests.clock import Clock
from tests.request_helpers import asked

Rows = list[list[int]]
STEPS = {"ne": (-1, 1), "se": (1, 1), "sw": (1, -1), "nw": (-1, -1)}
LEAPS = {"king": ((1, 1), (1, -1)), "knight": ((1, 2), (2, 1), (1, -2), (2, -1))}


def digits_of(text: str, rows: Rows) -> list[int]:
    """Return the digits in the cells that a text names."""
    return [rows[int(row) - 1][int(column) - 1] for row, column in re.findall(r"r(\d+)c(\d+)", text)]


def number_of(line: str) -> int:
    """Return the first number of a line after its kind."""
    return int(re.findall(r" (\d+)", line)[0])


def seen(line: str, rows: Rows) -> list[int]:
    """Return the row or column of a clue outside the board, from the clue on."""
    place, number, back = re.findall(r"(row|column) (\d+)( reversed)?", line)[0]
    digits = rows[int(number) - 1] if place == "row" else [row[int(number) - 1] for row in rows]
    return digits[::-1] if back else digits


def is_cage(line: str, rows: Rows) -> bool:
    digits = digits_of(line, rows)
    return len(set(digits)) == len(digits) and sum(digits) == number_of(line)


def is_arrow(line: str, rows: Rows) -> bool:
    circle, shaft = (digits_of(part, rows) for part in line.split(">"))
    return circle == [sum(shaft)]


def is_whisper(line: str, rows: Rows) -> bool:
    return all(abs(one - other) >= number_of(line) for one, other in pairwise(digits_of(line, rows)))


def is_renban(line: str, rows: Rows) -> bool:
    digits = sorted(digits_of(line, rows))
    return digits == list(range(digits[0], digits[0] + len(digits)))


def is_between(line: str, rows: Rows) -> bool:
    first, *inner, last = digits_of(line, rows)
    return all(min(first, last) < digit < max(first, last) for digit in inner)


def is_region_sum(line: str, rows: Rows) -> bool:
    height, width = (2, 3) if len(rows) == 6 else (3, 3)
    sums: list[list[int]] = []
    for row, column in re.findall(r"r(\d+)c(\d+)", line):
        box, digit = [(int(row) - 1) // height, (int(column) - 1) // width], rows[int(row) - 1][int(column) - 1]
        if sums and sums[-1][1:] == box:
            sums[-1][0] += digit
        else:
            sums.append([digit, *box])
    return len({total for total, *_ in sums}) == 1


def is_quad(line: str, rows: Rows) -> bool:
    wanted = [int(digit) for digit in line.partition(" at ")[0].split()[1:]]
    row, column = map(int, re.findall(r"r(\d+)c(\d+)", line)[0])
    around = [rows[r][c] for r in (row - 1, row) for c in (column - 1, column)]
    return all(around.count(digit) >= wanted.count(digit) for digit in wanted)


def is_little(line: str, rows: Rows) -> bool:
    (row, column, way), total = re.findall(r"r(\d+)c(\d+) (\w+)", line)[0], 0
    r, c = int(row) - 1, int(column) - 1
    while 0 <= r < len(rows) and 0 <= c < len(rows):
        total += rows[r][c]
        r, c = r + STEPS[way][0], c + STEPS[way][1]
    return total == number_of(line)


def is_sandwich(line: str, rows: Rows) -> bool:
    digits = seen(line, rows)
    first, last = sorted((digits.index(1), digits.index(len(rows))))
    return sum(digits[first + 1 : last]) == number_of(line)


def is_skyscraper(line: str, rows: Rows) -> bool:
    digits = seen(line, rows)
    return sum(digit == max(digits[: k + 1]) for k, digit in enumerate(digits)) == number_of(line)


def is_x_sum(line: str, rows: Rows) -> bool:
    digits = seen(line, rows)
    return sum(digits[: digits[0]]) == number_of(line)


def pairs_at(rows: Rows, steps: tuple[tuple[int, int], ...]) -> list[tuple[int, int]]:
    """Return the pairs of digits that are some steps apart."""
    inside = range(len(rows))
    return [
        (rows[r][c], rows[r + down][c + right])
        for r in inside
        for c in inside
        for down, right in steps
        if r + down in inside and c + right in inside
    ]


def is_leap(line: str, rows: Rows) -> bool:
    return all(one != other for one, other in pairs_at(rows, LEAPS[line.split()[1]]))


def is_not_consecutive(line: str, rows: Rows) -> bool:
    return all(abs(one - other) != 1 for one, other in pairs_at(rows, ((0, 1), (1, 0))))


def has_doubling(one: int, other: int) -> bool:
    return max(one, other) == 2 * min(one, other)


RIGHT: dict[str, Callable[[str, Rows], bool]] = {
    "cage": is_cage,
    "thermo": lambda line, rows: all(one < other for one, other in pairwise(digits_of(line, rows))),
    "less": lambda line, rows: all(one < other for one, other in pairwise(digits_of(line, rows))),
    "arrow": is_arrow,
    "whisper": is_whisper,
    "renban": is_renban,
    "palindrome": lambda line, rows: digits_of(line, rows) == digits_of(line, rows)[::-1],
    "between": is_between,
    "region-sum": is_region_sum,
    "white": lambda line, rows: abs(digits_of(line, rows)[0] - digits_of(line, rows)[1]) == 1,
    "black": lambda line, rows: has_doubling(*digits_of(line, rows)),
    "xv": lambda line, rows: sum(digits_of(line, rows)) == number_of(line),
    "quad": is_quad,
    "little": is_little,
    "sandwich": is_sandwich,
    "skyscraper": is_skyscraper,
    "x-sum": is_x_sum,
    "leaps": is_leap,
    "non-consecutive": is_not_consecutive,
}


def all_are_shown(line: str, lines: list[str], rows: Rows) -> bool:
    """Return True if there are as many dots, or X and V, as neighbours that would have one."""
    marks = sum(one.startswith(("white", "black", "xv")) for one in lines)
    near = pairs_at(rows, ((0, 1), (1, 0)))
    is_marked = (
        (lambda a, b: abs(a - b) == 1 or has_doubling(a, b)) if "dots" in line else lambda a, b: a + b in (5, 10)
    )
    return marks == sum(is_marked(*pair) for pair in near)


def require_right(kind: str, count: int, **wanted: object) -> None:
    for made in generate_many(asked({"kind": kind, **wanted}), count, 3, Clock(300)):
        n = made.puzzle.layout.size
        rows = [list(made.solution[k * n : (k + 1) * n]) for k in range(n)]
        lines = str(made.puzzle.layout).split("+")[1:]
        assert lines
        for line in lines:
            if line.startswith("all "):
                assert all_are_shown(line, lines, rows), line
            else:
                assert RIGHT[re.split("[ :]", line)[0]](line, rows), (line, rows)
        assert all(clue in (0, digit) for clue, digit in zip(made.puzzle.clues, made.solution, strict=True))
        assert open_oracle("bitset", 30).count(made.puzzle) == 1


@pytest.mark.parametrize("kind", resources.names("styles"))
def test_values_on_6x6_are_those_of_the_solution(kind: str) -> None:
    require_right(kind, 2, layout="2x3")


@pytest.mark.parametrize("kind", ["killer", "kropki", "arrow", "little-killer", "sandwich", "x-sum", "quad", "mixed"])
def test_values_on_9x9_are_those_of_the_solution(kind: str) -> None:
    require_right(kind, 1)
