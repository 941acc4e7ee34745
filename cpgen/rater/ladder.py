"""The ladder: rules in order of complexity."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from cpgen.errors import InputError, one_of
from cpgen.kernel import records
from cpgen.rater.rules import NAMED

RULES = tuple(NAMED)
"""The names of the rules that exist; `sweep_rule` knows them by their place here."""


@dataclass(frozen=True)
class Ladder:
    """Rules with their complexities, ascending; the first is `hidden-single-region`, the only one that places.

    Raises InputError for an unknown or repeated rule, or complexities that do not rise.
    """

    rules: tuple[str, ...]
    complexities: tuple[int, ...]

    def __post_init__(self) -> None:
        for rule in self.rules:
            if rule not in RULES:
                raise one_of(RULES, rule, "a rule of the ladder")
        if self.rules[:1] != RULES[:1]:
            raise InputError(f"A ladder begins with {RULES[0]!r}, the only rule that places digits.")
        if len(set(self.rules)) != len(self.rules):
            raise InputError("A rule appears twice in the ladder; each may appear once.")
        if len(self.complexities) != len(self.rules):
            raise InputError(f"A ladder of {len(self.rules)} rules has {len(self.complexities)} complexities.")
        if self.complexities != tuple(sorted(set(self.complexities))) or self.complexities[0] < 1:
            raise InputError("The complexities of a ladder are whole numbers from 1 that rise from rule to rule.")

    @classmethod
    def of(cls, rules: Iterable[tuple[str, int]]) -> Ladder:
        """The ladder of pairs of name and complexity, put in order of complexity."""
        ordered = sorted(rules, key=lambda pair: pair[1])
        return cls(tuple(name for name, _ in ordered), tuple(complexity for _, complexity in ordered))

    def up_to(self, level: int) -> Ladder:
        """This ladder without the rules of a complexity above `level`."""
        return Ladder.of((rule, complexity) for rule, complexity in self.rungs if complexity <= level)

    @property
    def rungs(self) -> tuple[tuple[str, int], ...]:
        """Each rule with its complexity."""
        return tuple(zip(self.rules, self.complexities, strict=True))

    @property
    def span(self) -> tuple[int, int]:
        """The lowest and the highest complexity."""
        return self.complexities[0], self.complexities[-1]

    @cached_property
    def codes(self) -> np.ndarray:
        """The rules for compiled loops: records of the place in RULES and the complexity."""
        codes = records(len(self.rules), rule=np.int64, complexity=np.int64)
        codes["rule"] = [RULES.index(rule) for rule in self.rules]
        codes["complexity"] = self.complexities
        return codes
