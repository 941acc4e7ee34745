"""Practice: positions in which a chosen technique is the next step."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any

from cpgen.generation.two_phase import generate_many
from cpgen.notation import line
from cpgen.rater.explain import Finding, Round, different, explain_puzzle, find_in, states_before, technique_named
from cpgen.rater.ladder import Ladder
from cpgen.requests.clock import Clock
from cpgen.requests.puzzle_request import Generated, Request
from cpgen.schema import field
from cpgen.state import State

TechniqueField = Annotated[str, field("The technique to practise, as in swordfish.", "TECHNIQUE")]


class PracticeRequest(Request, frozen=True, kw_only=True):
    """Request for exercises: puzzles that need the technique, by default on the wide ladder."""

    technique: TechniqueField

    def _resolve_ladder(self) -> None:
        self._resolve(technique=technique_named(self.technique))
        self._require_technique(self.technique)
        super()._resolve_ladder()


@dataclass(frozen=True)
class Exercise:
    """Puzzle, solved up to the first use of a technique, and the round to be found there."""

    made: Generated
    state: State
    answer: Round

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All uses of the technique in this state, those of the answer first."""
        return different((*self.answer.findings, *find_in(self.state, Ladder.alone(self.answer.rule))))

    def as_json(self) -> dict[str, Any]:
        """Return the exercise as an object for JSON: puzzle, placed digits, candidates and answer."""
        # A player needs the state, not only the clues: eliminations made before the exercise are part of it.
        puzzle = self.made.puzzle
        return {
            "puzzle": puzzle.line,
            "layout": puzzle.layout.spec,
            "digits": line(self.state.digits),
            "marks": self.state.as_json()["marks"],
            "answer": self.answer.as_json(),
            "seed": self.made.seed,
            "index": self.made.index,
        }


def exercises(
    request: Request, technique: str, count: int, seed: int, clock: Clock | None = None
) -> Iterator[Exercise]:
    """Yield exercises for a technique that the request needs, each from another puzzle.

    An exercise is the state before the first round that uses the technique. Raises what `generate_many` raises.
    """
    for made in generate_many(request, count, seed, clock):
        explanation = explain_puzzle(made.puzzle, request.target.grade.full_ladder)
        # The first round that uses the technique is the answer; the state before it is the exercise.
        rounds = states_before(State(made.puzzle), explanation)
        state, answer = next((state, one) for one, state in rounds if one.rule == technique)
        yield Exercise(made, state, answer)
