"""The ladder: techniques in order of complexity."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np

from cpgen.errors import InputError, one_of
from cpgen.kernel import records
from cpgen.rater.board import ALL, AT_ONCE, FIRST
from cpgen.rater.techniques import NAMED
from cpgen.rater.techniques import RULES as PAPER

RULES = tuple(rule.name for rule in PAPER)
"""The names of the thirteen rules of Kamio (2022)"""
TECHNIQUES = tuple(NAMED)
"""The names of all techniques; `search` knows them by their place here."""
MOST_RUNGS = 63
SWEEP, ONE = "sweep", "one"


class Rung(NamedTuple):
    """A technique and its complexity; what each use of it adds to the score, and the level name that it makes."""

    technique: str
    complexity: int
    score: int = 0
    level: str = ""


class LevelName(NamedTuple):
    """A name for levels, in two languages, and the most that the score of such a puzzle may be (0: no limit)."""

    name: str
    japanese: str
    most: int = 0


@dataclass(frozen=True)
class Ladder:
    """Techniques with their complexities, ascending.

    A round takes all that a sweep of a technique finds, or `one` finding. Where only the first rung `places` digits,
    it is `hidden-single-region`, and the other singles remove what their digit excludes; else all singles place.
    `levels` are names for levels, the easiest first. Raises InputError for an unknown or repeated technique,
    complexities that do not rise, too many rungs, or a ladder that cannot place digits.
    """

    rungs: tuple[Rung, ...]
    round: str = SWEEP
    places: str = "first"
    levels: tuple[LevelName, ...] = ()

    def __post_init__(self) -> None:
        for rule in self.rules:
            if rule not in TECHNIQUES:
                raise one_of(TECHNIQUES, rule, "a rule of the ladder")
        if self.places == "first" and self.rules[:1] != RULES[:1]:
            raise InputError(f"A ladder begins with {RULES[0]!r}, the only rule that places digits.")
        if len(set(self.rules)) != len(self.rules):
            raise InputError("A rule appears twice in the ladder; each may appear once.")
        if self.complexities != tuple(sorted(set(self.complexities))) or self.complexities[0] < 1:
            raise InputError("The complexities of a ladder are whole numbers from 1 that rise from rule to rule.")
        if len(self.rungs) > MOST_RUNGS:
            raise InputError(f"A ladder has {len(self.rungs)} rules; {MOST_RUNGS} is the most.")

    @classmethod
    def of(cls, rules: Iterable[tuple[str, int]]) -> Ladder:
        """The ladder of pairs of name and complexity, put in order of complexity."""
        return cls(tuple(sorted((Rung(*pair) for pair in rules), key=lambda rung: rung.complexity)))

    def up_to(self, level: int) -> Ladder:
        """This ladder without the rules of a complexity above `level`."""
        return replace(self, rungs=tuple(rung for rung in self.rungs if rung.complexity <= level))

    @cached_property
    def rules(self) -> tuple[str, ...]:
        """The names of the techniques."""
        return tuple(rung.technique for rung in self.rungs)

    @cached_property
    def complexities(self) -> tuple[int, ...]:
        """Their complexities."""
        return tuple(rung.complexity for rung in self.rungs)

    @property
    def pairs(self) -> tuple[tuple[str, int], ...]:
        """Each technique with its complexity."""
        return tuple(zip(self.rules, self.complexities, strict=True))

    @property
    def span(self) -> tuple[int, int]:
        """The lowest and the highest complexity."""
        return self.complexities[0], self.complexities[-1]

    @cached_property
    def codes(self) -> np.ndarray:
        """The rungs for compiled loops: records of the place in TECHNIQUES, the complexity, and how it is used."""
        codes = records(len(self.rungs), technique=np.int64, complexity=np.int64, mode=np.int64, places=np.bool_)
        codes["technique"] = [TECHNIQUES.index(rule) for rule in self.rules]
        codes["complexity"] = self.complexities
        codes["mode"] = [FIRST if self.round == ONE else AT_ONCE if rule in RULES else ALL for rule in self.rules]
        codes["places"] = self.places == "all"
        return codes
