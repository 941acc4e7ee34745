"""Practice: positions in which a chosen technique is the next step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated

from msgspec import structs

from cpgen.answers.answer_base import Recorded, joined
from cpgen.answers.made_answers import PlainExercise
from cpgen.difficulty import GradeModel, ladder_named, model_for
from cpgen.errors import InputError
from cpgen.generation.two_phase import generate_many
from cpgen.messages import Message, shown
from cpgen.notation import line
from cpgen.oracles import open_oracle
from cpgen.puzzle import Grid, Puzzle
from cpgen.rater.explain import Finding, Round, different, explain_puzzle, find_in, states_before, technique_named
from cpgen.rater.ladder import Ladder
from cpgen.requests.clock import Clock
from cpgen.requests.generate_spec import GenerateSpec, SharedSpec
from cpgen.requests.generation_request import WIDE_LADDER, Request, rated_layout, resolve
from cpgen.schema import field
from cpgen.state import State

TechniqueField = Annotated[str, field("The technique to practise, as in swordfish.", "TECHNIQUE")]


class PracticeSpec(GenerateSpec, frozen=True, kw_only=True):
    """Spec of exercises: the puzzles that they are taken from, and the technique."""

    technique: TechniqueField


def resolve_practice(spec: SharedSpec, technique: str) -> Request:
    """Return the request for puzzles that need a technique, named in any spelling; the errors are those of `resolve`.

    The ladder is the wide one, but boards with constraints keep their own ladder if it has the technique.
    """
    needs, ladder = tuple(dict.fromkeys((*spec.needs, technique_named(technique)))), spec.ladder
    if not ladder and not spec.model and not rated_layout(spec).further:
        ladder = ladder_named(WIDE_LADDER)
    return resolve(structs.replace(spec, needs=needs, ladder=ladder))


@dataclass(frozen=True)
class Exercise(Recorded):
    """Puzzle, solved up to the first use of a technique, and the round to be found there."""

    state: State
    answer: Round
    solution: Grid
    seed: int | None = None
    index: int | None = None
    """Index among the puzzles of the seed; None, like the seed, if the puzzle was not made for the exercise"""

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All uses of the technique in this state, those of the answer first."""
        return different((*self.answer.findings, *find_in(self.state, Ladder.alone(self.answer.rule))))

    def as_record(self) -> PlainExercise:
        """Return the record of the exercise: puzzle, placed digits, candidates and answer."""
        # A player needs the state, not only the clues: eliminations made before the exercise are part of it.
        return joined(
            PlainExercise,
            self.state.puzzle.as_record(),
            self.state.as_record(),
            digits=line(self.state.digits),
            answer=self.answer.as_record(),
            seed=self.seed,
            index=self.index,
        )


def exercises(
    request: Request, technique: str, count: int, seed: int, clock: Clock | None = None
) -> Iterator[Exercise]:
    """Yield exercises for a technique that the request needs, each from another puzzle.

    An exercise is the state before the first round that uses the technique. Raises what `generate_many` raises.
    """
    for made in generate_many(request, count, seed, clock):
        first_use = _first_use(made.puzzle, technique, request.target.grade.full_ladder)
        assert first_use is not None
        yield Exercise(*first_use, made.solution, made.seed, made.index)


def exercises_in(puzzles: Iterable[Puzzle], technique: str, model: GradeModel | None = None) -> Iterator[Exercise]:
    """Yield an exercise for each puzzle that needs a technique.

    Args:
        puzzles: Puzzles on any boards.
        technique: Name of the technique.
        model: The grade model or ladder; None for the ladder of each board if it has the technique, else the wide one.

    Raises:
        InputError: A puzzle does not have exactly one solution.
    """
    oracle = open_oracle("bitset")
    for puzzle in puzzles:
        own = model or model_for(puzzle.layout)
        is_known = puzzle.layout.further and technique in own.ladder.rules
        ladder = own.ladder if model or is_known else ladder_named(WIDE_LADDER).ladder
        if first_use := _first_use(puzzle, technique, ladder):
            witness = oracle.uniqueness(puzzle)
            if not witness.unique:
                raise InputError(Message("practice-unique", puzzle=shown(puzzle.line)))
            yield Exercise(*first_use, witness.grids[0])


def _first_use(puzzle: Puzzle, technique: str, ladder: Ladder) -> tuple[State, Round] | None:
    """Return the state before the first round that uses a technique, and the round; None if there is none."""
    rounds = states_before(State(puzzle), explain_puzzle(puzzle, ladder))
    return next(((state, round_) for round_, state in rounds if round_.rule == technique), None)
