"""Puzzles, and what an oracle says of their solutions: the options and the way of `cpgen check` and `cpgen solve`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cpgen import api
from cpgen.cli.inputs import PuzzleOptions
from cpgen.cli.options import Json, Limit, OracleName
from cpgen.cli.output import print_json, warn
from cpgen.errors import ImpossibleError


@dataclass(frozen=True, kw_only=True)
class WitnessOptions:
    """Puzzles, and the oracle that is asked for their solutions."""

    given: PuzzleOptions
    oracle: OracleName = "cpsat"
    limit: Limit = 60.0
    as_json: Json = False

    def show_each(self, show: Callable[[api.Puzzle, api.Uniqueness], object], must_solve: bool = False) -> None:
        """Shows the witness of every puzzle, as an object or by `show`; when it must be solved, none is an error.

        What is asked is about the clues; digits placed and candidates noted are compared with the only solution.
        """
        api.require_time(self.limit, "limit")
        oracle = api.open_oracle(self.oracle, self.limit)

        def answer(state: api.State) -> None:
            puzzle, narrator = state.puzzle, api.Narrator(api.words_of("en"))
            witness = oracle.uniqueness(puzzle)
            mistakes = witness.mistakes(state)
            for mistake in mistakes:
                warn(narrator.mistake(mistake))
            if self.as_json:
                data = {"mistakes": narrator.mistakes_as_json(mistakes)} if state.begun else {}
                print_json({**witness.as_json(puzzle), **data})
            if must_solve and not witness.grids:
                raise ImpossibleError(f"{puzzle.line} has no solution.")
            if not self.as_json:
                show(puzzle, witness)

        self.given.show_each(answer)
