"""How fast is a whole generation with each oracle in the loop, and how much of it is the oracle's time?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from cpgen.errors import InputError
from cpgen.generation.clock import Clock, OutOfTimeError, working_seconds
from cpgen.generation.request import Generated
from cpgen.generation.two_phase import puzzles_from
from cpgen.oracles import DEFAULT, Oracle, UndecidedError, open_oracle
from cpgen.study.oracles.asking import ANSWERED, FAILED, UNDECIDED, WRONG, Asked, breakdown
from cpgen.study.oracles.contest import RUN, Terms
from cpgen.study.oracles.recording import Recorder
from cpgen.study.oracles.workloads import request_of

METHODS = {
    "generate-anneal": ("sample", "anneal"),
    "generate-zama": ("zama", "zama"),
    "generate-kamio": ("kamio", "kamio"),
}
"""The generations that are run, with their two phases"""


@dataclass(frozen=True)
class Generation:
    """The task of making so many puzzles by a method with the oracle in the loop."""

    name: str
    puzzles: int
    terms: Terms
    part: str = RUN

    def blocks(self) -> Iterator[tuple[int, int, str]]:
        """The puzzles one by one."""
        for index in range(self.puzzles):
            yield index, 0, f"{index} of {self.puzzles} puzzles"

    def warm_up(self, oracle: Oracle) -> list[Asked]:
        """A puzzle of another seed, for a second at most."""
        return [made_by(oracle, self.name, self.terms.seed + 1, 0, min(1.0, self.terms.share))]

    def work(self, oracle: Oracle, block: int, left: float) -> list[Asked]:
        """The puzzle of that index."""
        return [made_by(oracle, self.name, self.terms.seed, block, left)]


def made_by(oracle: Oracle, method: str, seed: int, index: int, left: float) -> Asked:
    """What making one puzzle took within the seconds left; undecided when they were not enough.

    `oracle_calls` are the questions put to the oracle, `oracle_seconds` what it took for them.
    """
    recorder, made, told = Recorder(oracle), None, ""
    started = working_seconds()
    try:
        made = next(puzzles_from(request_of(*METHODS[method]), recorder, seed, index, Clock(left)))
        outcome = ANSWERED
    except (OutOfTimeError, UndecidedError):
        outcome = UNDECIDED
    except InputError:
        raise
    except Exception as error:  # a study of solvers outlives each of them
        outcome, told = FAILED, breakdown(error)
    seconds = working_seconds() - started
    if made is not None and _proof(made) != (made.solution,):
        outcome, told = WRONG, f"{DEFAULT} does not find the one solution of {made.puzzle.line}"
    return {
        "seconds": seconds,
        "outcome": outcome,
        "told": told,
        "oracle_calls": len(recorder.asked),
        "oracle_seconds": recorder.seconds,
    }


def _proof(made: Generated) -> tuple[tuple[int, ...], ...]:
    return _reference().uniqueness(made.puzzle).grids


@cache
def _reference() -> Oracle:
    return open_oracle(DEFAULT)
