"""Puzzles, and what an oracle says of their solutions: the options and the way of `cpgen check` and `cpgen solve`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cpgen import api
from cpgen.cli.inputs import PuzzleOptions
from cpgen.cli.options import Json, Limit, OracleName
from cpgen.cli.output import print_json, warn


@dataclass(frozen=True, kw_only=True)
class WitnessOptions:
    """Puzzles, and the oracle that is asked for their solutions."""

    given: PuzzleOptions
    oracle: OracleName = "cpsat"
    limit: Limit = 60.0
    as_json: Json = False

    def each(self, take: Callable[[api.Puzzle, api.Uniqueness, bool], object]) -> int:
        """Calls `take` with every puzzle, its witness and whether there are mistakes on its board; the exit code.

        What is asked is about the clues; digits placed and candidates noted are compared with the only solution.
        Mistakes and errors are reported, and with --json each witness is printed.
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
            take(puzzle, witness, bool(mistakes))

        return self.given.each(answer)
