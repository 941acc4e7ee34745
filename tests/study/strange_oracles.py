"""Oracles that a study must see through."""

from __future__ import annotations

from cpgen.errors import InputError
from cpgen.oracles import UndecidedError, Uniqueness
from cpgen.oracles.bitset import BitsetOracle
from cpgen.puzzle import Puzzle


class Liar(BitsetOracle):
    """Says of every puzzle that it has no completion."""

    name = "liar"

    def uniqueness(self, puzzle: Puzzle) -> Uniqueness:
        return Uniqueness(())


class Forger(BitsetOracle):
    """Shows a grid that is none."""

    name = "forger"

    def uniqueness(self, puzzle: Puzzle) -> Uniqueness:
        return Uniqueness(((1,) * len(puzzle.clues),))


class Hasty(BitsetOracle):
    """Is content with the first grid that it finds."""

    name = "hasty"

    def uniqueness(self, puzzle: Puzzle) -> Uniqueness:
        return Uniqueness(super().uniqueness(puzzle).grids[-1:])


class Broken(BitsetOracle):
    """Breaks down."""

    name = "broken"

    def uniqueness(self, puzzle: Puzzle) -> Uniqueness:
        raise RuntimeError("out\nof order")


class Slow(BitsetOracle):
    """Never decides."""

    name = "slow"

    def uniqueness(self, puzzle: Puzzle) -> Uniqueness:
        raise UndecidedError("slow did not decide.")


class Absent(BitsetOracle):
    """Is not installed."""

    def __init__(self, seconds: float = float("inf")) -> None:
        raise InputError("The oracle absent needs a package.")


class Small(BitsetOracle):
    """Takes only boards of up to 9 digits."""

    name = "small"

    def uniqueness(self, puzzle: Puzzle) -> Uniqueness:
        if puzzle.layout.size > 9:
            raise InputError("The oracle small takes boards of up to 9 digits.")
        return super().uniqueness(puzzle)
