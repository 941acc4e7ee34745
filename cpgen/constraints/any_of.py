"""Alternatives: of several constraints, at least one holds, or at least or exactly so many.

any-of: (palindrome: r1c1 r1c2 r1c3) or (renban: r1c1 r1c2 r1c3)
any-of exactly 1: (cage 7: r1c1 r1c2) or (cage 9: r3c1 r3c2) and (odd: r3c1)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import combinations
from operator import or_
from typing import Any, ClassVar

from cpgen.constraints.base import Board, Cells, Constraint
from cpgen.constraints.clue_text import Words
from cpgen.constraints.compiled_laws import different_or
from cpgen.constraints.primitives import (
    AllDifferent,
    Alternatives,
    Domain,
    EachDigitOnce,
    Pair,
    Primitive,
    negated,
    transposed,
    with_own_domain,
)
from cpgen.constraints.shapes import Shape
from cpgen.errors import InputError
from cpgen.messages import Message

Option = tuple[Constraint, ...]
MOST_OPTIONS = 40
"""Largest number of alternatives"""


@dataclass(frozen=True)
class AnyOf(Constraint):
    """Options, each one or more constraints, of which at least `number` hold, or exactly `number` if `exactly`."""

    kind = "any-of"
    drawn = "board"
    has_tool = False
    cell_fields: ClassVar[tuple[str, ...]] = ("options",)
    needs_words = True
    options: tuple[Option, ...]
    number: int = 1
    exactly: bool = False

    @property
    def cells(self) -> Cells:  # type: ignore[override]
        """Cells of all options."""
        return tuple(dict.fromkeys(cell for one in self._all() for cell in one.cells))

    @property
    def parted(self) -> tuple[Option, ...]:
        """Options, each a tuple of constraints."""
        return self.options

    def _all(self) -> Iterable[Constraint]:
        return (one for option in self.options for one in option)

    def renames_digits(self, board: Board) -> bool:
        """Return True if every option is still satisfied after any renaming of the digits."""
        return all(one.renames_digits(board) for one in self._all())

    @property
    def rule_parts(self) -> tuple[tuple[str, Mapping[str, Any]], ...]:
        """Sentence of the rules about the options, as in `Constraint.rule_parts`."""
        return (("exactly" if self.exactly else "rule", {}),)

    def require_fits(self, board: Board) -> None:
        """Raise InputError unless there are enough options, all of which fit the board and leave no value open."""
        if not (1 <= self.number <= len(self.options) <= MOST_OPTIONS):
            raise InputError(Message("any-of-options", options=len(self.options), least=self.number, most=MOST_OPTIONS))
        for one in self._all():
            one.require_fits(board)
            if one.is_open:
                raise InputError(Message("any-of-open", line=one.text(board.size)))

    def decompose(self, board: Board) -> Iterable[Primitive]:
        """Yield `Alternatives`, then what all options imply and, for `exactly`, alternatives of failing options."""
        options = tuple(tuple(part for one in option for part in one.decompose(board)) for option in self.options)
        yield Alternatives(options, self.number)
        yield from agreed(options, board.size)
        failing = len(options) - self.number
        if self.exactly and failing:
            yield Alternatives(tuple((negated(option, board.size),) for option in options), failing)

    def held(self, grid: Sequence[int], board: Board) -> tuple[int, ...]:
        """Return the indices, from 0, of the options that a grid satisfies."""
        satisfied = (all(one.is_satisfied(grid, board) for one in option) for option in self.options)
        return tuple(number for number, holds in enumerate(satisfied) if holds)

    def is_satisfied(self, grid: Sequence[int], board: Board) -> bool:
        """Return True if as many options hold as the constraint demands."""
        count = len(self.held(grid, board))
        return count == self.number if self.exactly else count >= self.number

    def shapes(self, board: Board) -> Iterable[Shape]:
        """Return the shapes to draw: those of all options, each once."""
        return dict.fromkeys(shape for one in self._all() for shape in one.shapes(board))

    def moved(self, cell_map: Sequence[int]) -> Constraint | None:
        """Return the constraint after a symmetry of the square moved cell c to `cell_map[c]`.

        None if a part of an option has no image.
        """
        options = []
        for option in self.options:
            images = [image for one in option if (image := one.moved(cell_map))]
            if len(images) < len(option):
                return None
            options.append(tuple(images))
        return replace(self, options=tuple(options))

    def normal(self) -> AnyOf:
        """Return the constraint with each option in its normal form, and the options sorted."""
        options = {tuple(sorted((one.normal() for one in option), key=repr)) for option in self.options}
        return replace(self, options=tuple(sorted(options, key=repr)))

    def is_on_board(self, n: int) -> bool:
        """Return True if all options are on a board of side n."""
        return all(one.is_on_board(n) for one in self._all())

    def all_cells(self) -> list[int]:
        """Return the cells of all options."""
        return [cell for one in self._all() for cell in one.all_cells()]

    @classmethod
    def parse(cls, words: Words) -> Constraint:
        """Parse the number of options that must hold (if not 1), then the options in brackets."""
        exactly = words.next_is("exactly")
        number = words.number()
        options = [words.bracketed()]
        while True:  # `and` is not among the words; what follows without `or` belongs to the same option
            if words.next_is("or"):
                options.append(words.bracketed())
            elif words.next_is_bracketed():
                options[-1] += words.bracketed()
            else:
                break
        return cls(tuple(options), 1 if number is None else number, exactly)

    def text(self, size: int) -> str:
        """Return the line of text that `parse` reads."""
        number = f" exactly {self.number}" if self.exactly else f" {self.number}" if self.number > 1 else ""
        options = (" and ".join(f"({one.text(size)})" for one in option) for option in self.options)
        return f"any-of{number}: {' or '.join(options)}"

    def as_json(self, size: int) -> dict[str, Any]:
        """Return the alternatives as an object for JSON, with the options as lines of text."""
        return {"kind": self.kind, "line": self.text(size)}


def agreed(options: Sequence[Sequence[Primitive]], n: int) -> Iterator[Primitive]:
    """Yield primitives that follow from every option: cells that differ, and allowed digits of one or two cells.

    They are redundant, but let techniques that know only such conditions work on alternatives.
    """
    first, *others = [_different_sets(option) for option in options]
    for sets in others:
        first = {one & other for one in first for other in sets if len(one & other) > 1}
    yield from (AllDifferent(tuple(sorted(one))) for one in sorted(first, key=sorted))
    full, tables = (1 << n) - 1, [_pairs_of(option, n) for option in options]
    for cells in sorted(set.intersection(*(set(known) for known in tables))):
        rows = tuple(reduce(or_, masks) for masks in zip(*(known[cells] for known in tables), strict=True))
        table = with_own_domain(Pair(*cells, rows))
        is_known = isinstance(table, Pair) and isinstance(different_or(table), AllDifferent)
        if not is_known and table != Domain(cells[0], full) and {*rows} != {full}:
            yield table


def _different_sets(option: Sequence[Primitive]) -> set[frozenset[int]]:
    return {frozenset(one.cells) for one in option if isinstance(one, AllDifferent | EachDigitOnce)}


def _pairs_of(option: Sequence[Primitive], n: int) -> dict[tuple[int, int], tuple[int, ...]]:
    """Return the digits that an option allows (see `Pair`) by pair of cells.

    The pair (c, c) stands for cell c alone.
    """
    full = (1 << n) - 1
    found: dict[tuple[int, int], tuple[int, ...]] = {}
    for one in option:
        for pair in _as_pairs(one, n):
            turned = pair if pair.first <= pair.second else transposed(pair)
            before = found.get(turned.cells, (full,) * n)
            found[turned.cells] = tuple(a & b for a, b in zip(before, turned.allowed, strict=True))
    return found


def _as_pairs(one: Primitive, n: int) -> Iterable[Pair]:
    full = (1 << n) - 1
    match one:
        case Pair():
            return [one]
        case Domain(cell, digits):
            return [Pair(cell, cell, tuple(digits & 1 << digit for digit in range(n)))]
        case AllDifferent(cells) | EachDigitOnce(cells):
            different = tuple(full & ~(1 << digit) for digit in range(n))
            return [Pair(first, second, different) for first, second in combinations(cells, 2)]
    return []


def alternatives_held(board: Board, grid: Sequence[int]) -> list[list[str]]:
    """Return, for each `AnyOf` constraint of a board, the options that a grid satisfies, as lines of text."""
    return [
        [" and ".join(part.text(board.size) for part in one.options[number]) for number in one.held(grid, board)]
        for one in board.constraints
        if isinstance(one, AnyOf)
    ]
