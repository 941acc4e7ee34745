"""Options and oracle queries shared by `cpgen check` and `cpgen solve`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cpgen.cli.inputs import PuzzleOptions
from cpgen.cli.judge.faults import english_narrator
from cpgen.cli.options import Json, Limit, OracleName
from cpgen.cli.output import print_json, warn
from cpgen.formats import Entry
from cpgen.oracles import Uniqueness, open_oracle
from cpgen.puzzle import Puzzle


@dataclass(frozen=True, kw_only=True)
class WitnessOptions:
    """Puzzles, and the oracle to solve them."""

    given: PuzzleOptions
    oracle: OracleName = "cpsat"
    limit: Limit = 60.0
    as_json: Json = False

    def each(self, take: Callable[[Puzzle, Uniqueness, bool], object]) -> int:
        """Ask the oracle about the clues of every puzzle; report mistakes and errors, and print objects with --json.

        Placed digits and noted candidates are compared with the only solution.

        Args:
            take: Called with the puzzle, the oracle's answer, and True if there are mistakes on the board.

        Returns:
            The exit code: 0, or the highest of all errors.
        """
        oracle = open_oracle(self.oracle, self.limit)

        def answer(_: int, entry: Entry) -> None:
            state, puzzle = entry.state, entry.puzzle
            witness = oracle.uniqueness(puzzle)
            mistakes = witness.mistakes(state)
            for mistake in mistakes:
                warn(english_narrator().mistake(mistake))
            if self.as_json:
                data = {"mistakes": english_narrator().mistakes_as_json(mistakes)} if state.begun else {}
                print_json({**witness.as_json(puzzle), **data})
            take(puzzle, witness, bool(mistakes))

        return self.given.each(answer)
