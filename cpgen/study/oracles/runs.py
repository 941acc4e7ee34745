"""How fast is a whole generation with each oracle in the loop, and how much of it is the oracle's time?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

import numpy as np

from cpgen.errors import InputError
from cpgen.generation.request import Generated
from cpgen.generation.two_phase import puzzles_from
from cpgen.generation.workbench import Clock, OutOfTimeError, working_seconds
from cpgen.oracles import DEFAULT, Oracle, UndecidedError, open_oracle
from cpgen.study.journal import Journal
from cpgen.study.oracles.asking import ANSWERED, FAILED, UNDECIDED, WRONG, Asked, breakdown
from cpgen.study.oracles.contest import RUN, Open, Tell, Terms, keep, spent_on
from cpgen.study.oracles.recording import Recorder
from cpgen.study.oracles.workloads import request_of

METHODS = {
    "generate-anneal": ("sample", "anneal"),
    "generate-zama": ("zama", "zama"),
    "generate-kamio": ("kamio", "kamio"),
}
"""The generations that are run, with their two phases"""


@dataclass
class Race:
    """The oracles in the loop of one method, each making the same numbers of puzzles until its time is spent."""

    oracles: Mapping[str, Open]
    method: str
    puzzles: int
    terms: Terms
    journal: Journal
    tell: Tell
    opened: dict[str, Oracle] = field(default_factory=dict)
    spent: dict[str, float] = field(init=False)

    def __post_init__(self) -> None:
        self.spent = spent_on(self.journal, RUN, self.method)

    def hold(self) -> None:
        """Makes the puzzles that the journal does not know yet."""
        for name, opening in self.oracles.items():
            self._open(name, opening)
        rng = np.random.default_rng([self.terms.seed, self.puzzles])
        for index in range(self.puzzles):
            self.tell(f"{self.method} · {index} of {self.puzzles} puzzles")
            for name in rng.permutation(list(self.opened)).tolist():
                self._run(name, index)

    def _open(self, name: str, opening: Open) -> None:
        """Opens the oracle, and makes a puzzle of another seed to warm it up; one that refuses takes no part."""
        try:
            oracle = opening(self.terms.limit)
            made_by(oracle, self.method, self.terms.seed + 1, 0, min(1.0, self.terms.share))
        except InputError:
            return
        self.opened[name] = oracle

    def _run(self, name: str, index: int) -> None:
        key = (RUN, self.method, index, 0, name)
        left = self.terms.share - self.spent[name]
        if key in self.journal or left <= 0:
            return
        asked = made_by(self.opened[name], self.method, self.terms.seed, index, left)
        self.spent[name] += asked["seconds"]
        keep(self.journal, key, [asked])


def made_by(oracle: Oracle, method: str, seed: int, index: int, left: float) -> Asked:
    """What making one puzzle took within the seconds left; undecided when they were not enough.

    `calls` and `within` are the questions put to the oracle, and the seconds that it took for them.
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
        "calls": len(recorder.asked),
        "within": recorder.seconds,
    }


def _proof(made: Generated) -> tuple[tuple[int, ...], ...]:
    return _reference().uniqueness(made.puzzle).grids


@cache
def _reference() -> Oracle:
    return open_oracle(DEFAULT)
