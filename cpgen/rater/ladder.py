"""The ladder: techniques in order of complexity."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np

from cpgen.errors import InputError, one_of
from cpgen.kernel import compiled, records
from cpgen.rater.board import ALL, AT_ONCE, FIRST, MOST_RUNGS
from cpgen.rater.techniques import NAMED
from cpgen.rater.techniques import RULES as PAPER

RULES = tuple(rule.name for rule in PAPER)
"""The names of the thirteen rules of Kamio (2022)"""
TECHNIQUES = tuple(NAMED)
"""The names of all techniques; `search` knows them by their place here."""
SINGLES = ("hidden-single-region", "hidden-single-line", "full-house", "naked-single", "hidden-single")
LAST_RESORTS = (*(name for name in NAMED if name.startswith("forcing-")), "brute-force")
ADDED_SCORE = 470
"""What HoDoKu gives for most techniques that it does not use by default"""
SWEEP, ONE = "sweep", "one"
FIRST_ALONE, ALL_SINGLES = "first", "all"
NO_LIMIT = 1 << 62


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


class RungError(InputError):
    """A rung of a ladder is wrong: `place` is its place in the ladder, and `key` what is wrong of it."""

    def __init__(self, place: int, key: str, sentence: object) -> None:
        super().__init__(str(sentence))
        self.place, self.key = place, key


@dataclass(frozen=True)
class Ladder:
    """Techniques with their complexities, of which none is below the one before.

    A round takes all that a sweep of a technique finds, or `one` finding. Where only the first rung `places` digits,
    it is `hidden-single-region`, and the other singles remove what their digit excludes; else all singles place.
    `levels` are names for levels, the easiest first; where there are any, each rung has one. Raises InputError for an
    unknown or repeated technique, complexities that fall, an unknown level, too many rungs, or a ladder that cannot
    place digits.
    """

    rungs: tuple[Rung, ...]
    round: str = SWEEP
    places: str = FIRST_ALONE
    levels: tuple[LevelName, ...] = ()
    name: str = ""

    def __post_init__(self) -> None:
        for place, rule in enumerate(self.rules):
            if rule not in TECHNIQUES:
                raise RungError(place, "technique", one_of(TECHNIQUES, rule, "a rule of the ladder"))
        if self.places == FIRST_ALONE and self.rules[:1] != RULES[:1]:
            sentence = f"A ladder begins with {RULES[0]!r}, the only rule that places digits."
            raise RungError(0, "technique", sentence)
        if not self.rungs:
            raise InputError("A ladder needs a rule that places digits; this one has none.")
        for place, rung in enumerate(self.rungs):
            self._require_fitting(place, rung)
        if len(self.rungs) > MOST_RUNGS:
            raise InputError(f"A ladder has {len(self.rungs)} rules; {MOST_RUNGS} is the most.")

    def _require_fitting(self, place: int, rung: Rung) -> None:
        """Raises InputError unless a rung goes together with those before it and with the names for levels."""
        if rung.technique in self.rules[:place]:
            raise RungError(place, "technique", "A rule appears twice in the ladder; each may appear once.")
        if rung.complexity < max((1, *self.complexities[:place])):
            sentence = "The complexities of a ladder are whole numbers from 1 that do not fall from rule to rule."
            raise RungError(place, "complexity", sentence)
        names = [level.name for level in self.levels]
        if rung.level not in (names or [""]):
            raise RungError(place, "level", one_of(names, rung.level, "a level of the ladder"))

    @classmethod
    def of(cls, rules: Iterable[tuple[str, int]], name: str = "") -> Ladder:
        """The ladder of pairs of name and complexity, put in order of complexity."""
        return cls(tuple(sorted((Rung(*pair) for pair in rules), key=lambda rung: rung.complexity)), name=name)

    @classmethod
    def alone(cls, technique: str) -> Ladder:
        """The ladder of one technique, whose findings count one by one; raises InputError for an unknown one."""
        if technique not in TECHNIQUES:
            raise one_of(TECHNIQUES, technique, "a technique")
        return cls((Rung(technique, 1),), ONE, ALL_SINGLES, name=technique)

    def without(self, technique: str) -> Ladder:
        """This ladder without a technique, if it has it."""
        return replace(self, rungs=tuple(rung for rung in self.rungs if rung.technique != technique))

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

    def with_technique(self, name: str) -> Ladder:
        """This ladder with a technique, which comes before the last resorts when it is not on it yet."""
        if name in self.rules:
            return self
        place = next((k for k, rule in enumerate(self.rules) if rule in LAST_RESORTS), len(self.rungs))
        complexity = self.complexities[place] if place < len(self.rungs) else self.span[1] + 1
        level = self.levels[-1].name if self.levels else ""
        rung = Rung(name, complexity, ADDED_SCORE if self.has_scores else 0, level)
        return replace(self, rungs=(*self.rungs[:place], rung, *self.rungs[place:]))

    def singles_and(self, name: str) -> Ladder:
        """The rungs of this ladder that are singles, and that of one technique."""
        return replace(self, rungs=tuple(rung for rung in self.rungs if rung.technique in (*SINGLES, name)))

    def complexity_of(self, name: str) -> int:
        """The complexity of a technique on the ladder."""
        return self.complexities[self.rules.index(name)]

    @cached_property
    def is_wide(self) -> bool:
        """Whether it has other techniques than the paper's rules."""
        return not set(RULES).issuperset(self.rules)

    @property
    def pairs(self) -> tuple[tuple[str, int], ...]:
        """Each technique with its complexity."""
        return tuple(zip(self.rules, self.complexities, strict=True))

    @property
    def span(self) -> tuple[int, int]:
        """The lowest and the highest complexity."""
        return self.complexities[0], self.complexities[-1]

    @property
    def has_scores(self) -> bool:
        """Whether rungs have a score."""
        return any(rung.score for rung in self.rungs)

    @cached_property
    def level_places(self) -> tuple[int, ...]:
        """For each rung the place of its level among the names for levels; 0 where there are none."""
        places = {level.name: place for place, level in enumerate(self.levels)}
        return tuple(places.get(rung.level, 0) for rung in self.rungs)

    @cached_property
    def limits(self) -> np.ndarray:
        """For each level name the most that a score may be."""
        return np.array([level.most or NO_LIMIT for level in self.levels], np.int64)

    def level_name(self, place: int, score: int) -> str:
        """The level name of a puzzle whose hardest rung has the level at that place; empty where there are none."""
        return self.levels[raised(self.limits, place, score)].name if self.levels else ""

    @cached_property
    def codes(self) -> np.ndarray:
        """The rungs for compiled loops: the technique's place in TECHNIQUES, how it is used, and what it counts."""
        codes = records(
            len(self.rungs),
            technique=np.int64,
            complexity=np.int64,
            mode=np.int64,
            places=np.bool_,
            score=np.int64,
            level=np.int64,
        )
        codes["technique"] = [TECHNIQUES.index(rule) for rule in self.rules]
        codes["complexity"] = self.complexities
        codes["score"] = [rung.score for rung in self.rungs]
        codes["level"] = self.level_places
        codes["mode"] = [FIRST if self.round == ONE else AT_ONCE if rule in RULES else ALL for rule in self.rules]
        codes["places"] = self.places == ALL_SINGLES
        return codes


@compiled
def raised(limits: np.ndarray, place: int, score: int) -> int:
    """The place of a level name, raised while the score is above the most of that level."""
    while place + 1 < len(limits) and score > limits[place]:
        place += 1
    return place
