"""Oracles that answer wrongly, late or not at all."""

from __future__ import annotations

from cpgen.errors import InputError
from cpgen.oracles import UndecidedError, Uniqueness
from cpgen.oracles.bitset import BitsetOracle
from cpgen.puzzle import Puzzle


class Liar(BitsetOracle):
    """Oracle that finds no completion of any puzzle."""

    def uniqueness(self, puzzle: Puzzle) -> Uniqueness:
        return Uniqueness(())


class Forger(BitsetOracle):
    """Oracle that shows a grid that is no completion."""

    def uniqueness(self, puzzle: Puzzle) -> Uniqueness:
        return Uniqueness(((1,) * len(puzzle.clues),))


class Hasty(BitsetOracle):
    """Oracle that stops at the first grid."""

    def uniqueness(self, puzzle: Puzzle) -> Uniqueness:
        return Uniqueness(super().uniqueness(puzzle).grids[-1:])


class Broken(BitsetOracle):
    """Oracle that raises an error."""

    def uniqueness(self, puzzle: Puzzle) -> Uniqueness:
        raise RuntimeError("out\nof order")


class Slow(BitsetOracle):
    """Oracle that never decides."""

    def uniqueness(self, puzzle: Puzzle) -> Uniqueness:
        raise UndecidedError("slow did not decide.")


class Absent(BitsetOracle):
    """Oracle that is not installed."""

    def __init__(self, seconds: float = float("inf")) -> None:
        raise InputError("The oracle absent needs a package.")


class Small(BitsetOracle):
    """Oracle that accepts only boards of up to 9 digits."""

    def uniqueness(self, puzzle: Puzzle) -> Uniqueness:
        if puzzle.layout.size > 9:
            raise InputError("The oracle small takes boards of up to 9 digits.")
        return super().uniqueness(puzzle)
