"""The rounds of a rating as data that can print itself: which rule, where, and what it placed or removed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby
from operator import attrgetter
from typing import Any

from cpgen.layout import House, Layout
from cpgen.notation import symbol
from cpgen.puzzle import Puzzle
from cpgen.rater.board import LogEntry
from cpgen.rater.ladder import Ladder
from cpgen.rater.rating import Rating, rater_for
from cpgen.state import State
from cpgen.words import words_of

_SOURCE = attrgetter("digits", "house", "positions", "other_house", "other_positions")
"""What the effects of one finding have in common"""


def title_of(rule: str) -> str:
    """The English name of a rule, as in `X-Wing`."""
    return words_of("en")(f"rules.{rule}.title")


def effects_as_json(layout: Layout, effects: Iterable[tuple[int, int]]) -> list[list[str]]:
    """Effects (cell, digit) as pairs of a name and a symbol, as in `["r1c1", "5"]`."""
    return [[layout.cell_name(cell), symbol(digit)] for cell, digit in effects]


@dataclass(frozen=True)
class Finding:
    """One deduction: the houses it was seen in, its cells and digits, and what it placed or removed (cell, digit)."""

    layout: Layout = field(repr=False)
    rule: str
    houses: tuple[House, ...]
    cells: tuple[int, ...]
    digits: tuple[int, ...]
    placed: tuple[tuple[int, int], ...]
    removed: tuple[tuple[int, int], ...]

    def as_json(self) -> dict[str, Any]:
        """The finding as an object for JSON; cells are named r1c1."""
        name = self.layout.cell_name
        return {
            "houses": [str(house) for house in self.houses],
            "cells": [name(cell) for cell in self.cells],
            "digits": [symbol(digit) for digit in self.digits],
            "placed": effects_as_json(self.layout, self.placed),
            "removed": effects_as_json(self.layout, self.removed),
        }

    def __str__(self) -> str:
        seen = f"{_digits(self.digits)} in {_cells(self.layout, self.cells)}"
        where = f" ({', '.join(map(str, self.houses))})" if self.houses else ""
        return f"{seen}{where}: {self._effect()}"

    def _effect(self) -> str:
        if self.placed:
            return "placed"
        by_digits = sorted((self._cells_losing(digit), digit) for digit in {digit for _, digit in self.removed})
        groups = ((cells, tuple(d for _, d in group)) for cells, group in groupby(by_digits, key=lambda pair: pair[0]))
        return "; ".join(f"no {_digits(digits)} in {_cells(self.layout, cells)}" for cells, digits in groups)

    def _cells_losing(self, digit: int) -> tuple[int, ...]:
        return tuple(sorted(cell for cell, lost in self.removed if lost == digit))


@dataclass(frozen=True)
class Round:
    """One round of the ladder: its number from 1, the rule with its complexity, and all that its sweep found."""

    number: int
    rule: str
    complexity: int
    findings: tuple[Finding, ...]

    @property
    def title(self) -> str:
        """The rule's name as people write it."""
        return title_of(self.rule)

    @property
    def placed(self) -> tuple[tuple[int, int], ...]:
        """All (cell, digit) placed in this round."""
        return tuple(effect for finding in self.findings for effect in finding.placed)

    @property
    def removed(self) -> tuple[tuple[int, int], ...]:
        """All (cell, digit) removed in this round."""
        return tuple(effect for finding in self.findings for effect in finding.removed)

    def as_json(self) -> dict[str, Any]:
        """The round as an object for JSON."""
        return {
            "round": self.number,
            "rule": self.rule,
            "complexity": self.complexity,
            "findings": [finding.as_json() for finding in self.findings],
        }

    def __str__(self) -> str:
        return f"{self.number}. {self.title}: {' | '.join(map(str, self.findings))}"


@dataclass(frozen=True)
class Explanation:
    """A rating with its rounds, in order."""

    rating: Rating
    rounds: tuple[Round, ...]

    def __iter__(self) -> Iterator[Round]:
        return iter(self.rounds)

    def __len__(self) -> int:
        return len(self.rounds)

    def __str__(self) -> str:
        return "\n".join(map(str, self.rounds))


def explain_puzzle(puzzle: Puzzle | State, ladder: Ladder) -> Explanation:
    """The rounds by which the ladder solves a puzzle or a state, as far as it gets."""
    rating, log = rater_for(puzzle.layout, ladder).trace(State.of(puzzle))
    rounds = (list(entries) for _, entries in groupby(log, key=attrgetter("round_number")))
    return Explanation(rating, tuple(_round(puzzle.layout, ladder, entries) for entries in rounds))


def _round(layout: Layout, ladder: Ladder, entries: list[LogEntry]) -> Round:
    number, k = entries[0].round_number, entries[0].rule
    found = (list(group) for _, group in groupby(entries, key=_SOURCE))
    findings = tuple(_finding(layout, ladder.rules[k], group) for group in found)
    return Round(number, ladder.rules[k], ladder.complexities[k], findings)


def _finding(layout: Layout, rule: str, entries: list[LogEntry]) -> Finding:
    first = entries[0]
    seen = ((first.house, first.positions), (first.other_house, first.other_positions))
    cells = {layout.houses[house].cells[position] for house, positions in seen for position in _bits(positions)}
    named = [layout.houses[house] for house, _ in seen if first.house >= 0 and house >= 0]
    return Finding(
        layout=layout,
        rule=rule,
        houses=tuple(named),
        cells=tuple(sorted(cells)),
        digits=tuple(position + 1 for position in _bits(first.digits)),
        placed=tuple((entry.cell, entry.placed) for entry in entries if entry.placed),
        removed=tuple((entry.cell, entry.removed) for entry in entries if entry.removed),
    )


def _bits(mask: int) -> list[int]:
    return [k for k in range(mask.bit_length()) if mask >> k & 1]


def _digits(digits: tuple[int, ...]) -> str:
    return ", ".join(symbol(digit) for digit in digits)


def _cells(layout: Layout, cells: tuple[int, ...]) -> str:
    return ", ".join(layout.cell_name(cell) for cell in cells)


@dataclass(frozen=True)
class RoundRow:
    """One round of the ladder, and how many cells are open before it."""

    number: int
    open_cells: int
    rule: str
    """Its name, as in `hidden-single-region`"""
    complexity: int
    placed: tuple[tuple[int, int], ...]
    """Cells and digits; none in a round that only removes candidates"""

    def as_json(self, solved: Puzzle | State) -> dict[str, Any]:
        """The row as an object for JSON; `open` are the cells open before the round."""
        puzzle = State.of(solved).puzzle
        return {
            "puzzle": puzzle.line,
            "round": self.number,
            "open": self.open_cells,
            "rule": self.rule,
            "complexity": self.complexity,
            "placed": effects_as_json(puzzle.layout, self.placed),
        }


def round_rows(puzzle: Puzzle | State, ladder: Ladder) -> list[RoundRow]:
    """The rounds by which the ladder solves a puzzle or a state, as far as it gets."""
    rows, left = [], State.of(puzzle).digits.count(0)
    for one in explain_puzzle(puzzle, ladder):
        rows.append(RoundRow(one.number, left, one.rule, one.complexity, one.placed))
        left -= len(one.placed)
    return rows
