"""Options and oracle queries shared by `cpgen check` and `cpgen solve`, and the reasons that --why shows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Annotated

import click
from click.core import ParameterSource
from msgspec.structs import replace

from cpgen.cli.board_text import draw_puzzle, signs_here
from cpgen.cli.inputs import PuzzleOptions
from cpgen.cli.judge.faults import reported_mistakes
from cpgen.cli.options import Json, Limit, OracleName, flag
from cpgen.cli.output import for_people, print_json, show
from cpgen.cli.progress import ProgressLine
from cpgen.formats import Entry
from cpgen.oracles import Oracle, Seconds, Uniqueness, open_oracle
from cpgen.puzzle import Puzzle

if TYPE_CHECKING:
    from cpgen.feasibility.conflicts import Conflict
    from cpgen.feasibility.diagnosis import Diagnosis

Why = Annotated[bool, flag("Say why a puzzle has no solution, or what would leave only one.", "--why")]
COUNTING = "bitset"
"""Name of the oracle that lists solutions and answers many queries; CP-SAT, the default oracle, would take long"""


@dataclass(frozen=True, kw_only=True)
class WitnessOptions:
    """Options for puzzles, and for the oracle that looks for their solutions."""

    inputs: PuzzleOptions
    oracle: OracleName = "cpsat"
    limit: Limit = 60.0
    why: Why = False
    as_json: Json = False

    def each(self, take: Callable[[Puzzle, Uniqueness, bool], object]) -> int:
        """Query the oracle about the clues of every puzzle; warn of mistakes, report errors, print objects for --json.

        Placed digits and noted candidates are compared with the only solution.

        Args:
            take: Called with the puzzle, the oracle's answer, and True if there are mistakes on the board.

        Returns:
            The exit code: 0, or the highest of all errors.
        """
        from cpgen.feasibility.diagnosis import QUICK, Diagnosis, diagnose
        from cpgen.oracles.relay import RelayOracle

        oracle = open_oracle(self.oracle, self.limit) if self._is_named else RelayOracle(self.limit)
        quick = self.for_many_questions(min(self.limit, QUICK)) if self.why else oracle

        def answer(_: int, entry: Entry) -> None:
            state, puzzle = entry.state, entry.puzzle
            if self.why:
                with ProgressLine() as progress:
                    progress.update("searching for the reasons …")
                    diagnosis = diagnose(puzzle, oracle, quick)
            else:
                diagnosis = Diagnosis(puzzle, oracle.uniqueness(puzzle))
            mistakes = reported_mistakes(state, diagnosis.witness)
            if self.as_json:
                record = diagnosis.as_record() if self.why else diagnosis.witness.as_record(puzzle)
                print_json(replace(record, mistakes=mistakes))
            try:
                take(puzzle, diagnosis.witness, bool(mistakes))
            finally:
                # The reasons follow the verdict, even if `take` ends with the error for a puzzle without a solution.
                if self.why and not self.as_json and not diagnosis.witness.unique:
                    show(reasons(diagnosis))

        return self.inputs.each(answer, self.as_json)

    def for_many_questions(self, seconds: Seconds) -> Oracle:
        """Return the oracle that the user named, else one that answers many queries quickly, with a time limit."""
        return open_oracle(self.oracle if self._is_named else COUNTING, seconds)

    @property
    def _is_named(self) -> bool:
        """True if the user named an oracle."""
        return click.get_current_context().get_parameter_source("oracle") != ParameterSource.DEFAULT


def reasons(diagnosis: Diagnosis) -> str:
    """Return sentences for a puzzle without a single solution.

    They say which clues and constraints contradict each other, or which digits would leave one of several solutions.
    """
    if diagnosis.conflict:
        return _conflict_text(diagnosis.conflict)
    size, layout = diagnosis.puzzle.layout.size, diagnosis.puzzle.layout
    sentences, signs = [], signs_here(size)
    if diagnosis.deciding:
        by_cell = groupby(diagnosis.deciding, key=lambda value: value[0])
        digits = (f"{layout.cell_name(cell)} = {_either(digits, signs)}" for cell, digits in by_cell)
        sentences.append(f"With one of these digits it would have one solution: {'; '.join(digits)}.")
    elif diagnosis.is_complete:
        sentences.append("No single digit would leave one solution.")
    if diagnosis.values:
        lines = "; ".join(value.text(size) for value in diagnosis.values)
        sentences.append(f"With one of these values it would have one solution: {lines}.")
    if not diagnosis.is_complete:
        sentences.append("Not all digits and values were tried in time; there may be more.")
    return "\n".join(sentences)


def _either(digits: Iterable[tuple[int, int]], signs: Sequence[str]) -> str:
    return " or ".join(signs[digit - 1] for _, digit in digits)


def _conflict_text(conflict: Conflict) -> str:
    puzzle, signs = conflict.puzzle, signs_here(conflict.puzzle.layout.size)
    clues = [f"{puzzle.layout.cell_name(cell)} = {signs[puzzle.clues[cell] - 1]}" for cell in conflict.cells]
    parts = [*clues, *(constraint.text(puzzle.layout.size) for constraint in conflict.constraints)]
    if not parts:
        return "The houses of the board alone have no solution."
    sentence = f"This alone has no solution: {parts[0]}."
    if len(parts) > 1:
        size = "no smaller set does" if conflict.is_smallest else "none can be spared" if conflict.is_minimal else ""
        sentence = f"These contradict each other{f' ({size})' if size else ''}: {'; '.join(parts)}."
    return f"{draw_puzzle(puzzle, marked=conflict.marked)}\n{sentence}" if for_people() else sentence
