"""Ladder: techniques in order of complexity, and how a round uses them.

A round takes the first technique that has an effect. The names of the levels, scores and limits are optional; the files
in `models/ladders/` have them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np

from cpgen.errors import InputError
from cpgen.kernel import compiled, records
from cpgen.rater.board import MOST_RUNGS
from cpgen.rater.equations import MOST_EQUATIONS
from cpgen.rater.findings import ALL, BEST, FIRST, IMMEDIATE
from cpgen.rater.techniques import NAMED
from cpgen.rater.techniques import RULES as PAPER
from cpgen.rater.techniques.clue_chains import MOST_LINKS
from cpgen.rater.techniques.house_fillings import MOST_OUTSIDE
from cpgen.suggestions import one_of

RULES = tuple(rule.name for rule in PAPER)
"""Names of the thirteen rules of Kamio (2022)"""
TECHNIQUES = tuple(NAMED)
"""Names of all techniques; the place of a name here is its code in compiled code"""
SINGLES = ("hidden-single-region", "hidden-single-line", "full-house", "naked-single", "hidden-single")
LAST_RESORTS = (*(name for name in NAMED if name.startswith("forcing-")), "brute-force")
ADDED_SCORE = 470
"""HoDoKu's score for most techniques that it does not use by default"""
ONLY_SINGLES = "-singles"
"""Ending of the name of a ladder that is reduced to its singles and one more technique"""
SWEEP, ONE = "sweep", "one"
"""A round takes all findings of a sweep, or one finding"""
FIRST_ALONE, ALL_SINGLES = "first", "all"
"""Digits are assigned by the first rung alone, or by all singles"""
EACH_ROUND, DEPENDENCY = "rounds", "dependency"
"""A round adds the score of its technique, or that times the square root of the number of digits that it assigns"""
ORDERED, SIMULTANEOUS = "ordered", "simultaneous"
"""Eliminations of a sweep take effect one by one, as in the paper, or together after it"""
NO_LIMIT = 1 << 62
"""Score that no puzzle reaches"""


class Rung(NamedTuple):
    """A technique, its complexity, the score of each use, and the name of the level that it leads to."""

    technique: str
    complexity: int
    score: int = 0
    level: str = ""


class Bounds(NamedTuple):
    """Limits of what the techniques of a ladder look at; what is beyond them is not found."""

    fillings: int = 2000
    """Digits tried in a search for the fillings of a group of cells, such as a cage or a house"""
    outside: int = MOST_OUTSIDE
    """Cells that a constraint may have outside of the house with which it is combined"""
    links: int = 12
    """Links of a chain through constraints"""
    placements: int = 20_000
    """Places tried in a search for a way to place one digit on the whole board, by what constraints say of its count"""
    branches: int = 1 << 18
    """Branches of the search for the only solution, without which nothing is refuted"""
    equations: int = MOST_EQUATIONS
    """Equations that follow from sums and houses together, simple ones first"""


USUAL = Bounds()
HIGHEST = Bounds(1_000_000, MOST_OUTSIDE, MOST_LINKS, 1_000_000, 1 << 30, MOST_EQUATIONS)
"""Highest bounds that a ladder may have; memory limits `outside`, `links` and `equations`"""


class LevelName(NamedTuple):
    """Name of a level in English and Japanese, and the highest score of a puzzle of that level (0: no limit)."""

    name: str
    japanese: str
    most: int = 0


class RungError(InputError):
    """Error in a rung of a ladder: `place` is its index, `key` the field that is wrong."""

    def __init__(self, place: int, key: str, sentence: object) -> None:
        super().__init__(str(sentence))
        self.place, self.key = place, key


@dataclass(frozen=True)
class Ladder:
    """Techniques with their complexities, in ascending order.

    Args:
        rungs: The techniques.
        round: Findings that take effect in one round: SWEEP, all that one search of the board makes, or ONE.
        places: Techniques that assign digits: ALL_SINGLES, or FIRST_ALONE, only the first rung, which then is
            `hidden-single-region`; the other singles eliminate the candidates that their digit excludes.
        levels: Names of levels, the easiest first; each rung has one if there are any.
        name: Name of the ladder.
        sweep: Time at which the eliminations of a sweep by the paper's rules take effect: ORDERED, one by one, so that
            later findings of the sweep may use them and ratings depend on the orientation of the board, or
            SIMULTANEOUS (only if `round` is SWEEP), all after the sweep, so that ratings by these rules do not.
        bounds: Limits of what the techniques of constraints look at.
        scores: Score that a round adds: EACH_ROUND, that of its technique, or DEPENDENCY, that times the square root of
            the number of digits that the round assigns.

    Raises:
        InputError: A technique is unknown or repeated, complexities fall, a level is unknown, there are too many
            rungs, the ladder cannot assign digits, or one finding per round is to take effect as a sweep.
    """

    rungs: tuple[Rung, ...]
    round: str = SWEEP
    places: str = FIRST_ALONE
    levels: tuple[LevelName, ...] = ()
    name: str = ""
    sweep: str = ORDERED
    bounds: Bounds = USUAL
    scores: str = EACH_ROUND

    def __repr__(self) -> str:
        return f"<Ladder {self.name!r}: {len(self.rungs)} techniques>"

    def __post_init__(self) -> None:
        # Check names before anything that looks techniques up by name.
        for place, rule in enumerate(self.rules):
            if rule not in TECHNIQUES:
                raise RungError(place, "technique", one_of(TECHNIQUES, rule, "a rule of the ladder"))
        if self.places == FIRST_ALONE and self.rules[:1] != RULES[:1]:
            sentence = f"A ladder begins with {RULES[0]!r}, the only rule that places digits."
            raise RungError(0, "technique", sentence)
        if self.sweep == SIMULTANEOUS and self.round == ONE:
            raise InputError("A simultaneous sweep needs rounds of sweeps; a round of this ladder takes one finding.")
        if not self.rungs:
            raise InputError("A ladder needs a rule that places digits; this one has none.")
        for place, rung in enumerate(self.rungs):
            self._require_fitting(place, rung)
        if len(self.rungs) > MOST_RUNGS:
            raise InputError(f"A ladder has {len(self.rungs)} rules; {MOST_RUNGS} is the most.")

    def _require_fitting(self, place: int, rung: Rung) -> None:
        """Raise InputError unless the rung at index `place` fits those before it and the names of the levels."""
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
        """Return the ladder of these techniques, given as pairs of name and complexity and sorted by complexity."""
        return cls(tuple(sorted((Rung(*pair) for pair in rules), key=lambda rung: rung.complexity)), name=name)

    @classmethod
    def alone(cls, technique: str) -> Ladder:
        """Return the ladder of one technique, one finding per round; raise InputError for an unknown technique."""
        if technique not in TECHNIQUES:
            raise one_of(TECHNIQUES, technique, "a technique")
        return cls((Rung(technique, 1),), ONE, ALL_SINGLES, name=technique)

    def without(self, technique: str) -> Ladder:
        """Return this ladder without a technique."""
        return replace(self, rungs=tuple(rung for rung in self.rungs if rung.technique != technique))

    @cached_property
    def without_assumptions(self) -> Ladder:
        """This ladder without the techniques that assume one solution; what it solves is proven to have one."""
        return replace(self, rungs=tuple(rung for rung in self.rungs if not NAMED[rung.technique].assumes_one_solution))

    def up_to(self, level: int) -> Ladder:
        """Return this ladder without the rules of a complexity above `level`."""
        return replace(self, rungs=tuple(rung for rung in self.rungs if rung.complexity <= level))

    @cached_property
    def rules(self) -> tuple[str, ...]:
        """Names of the techniques."""
        return tuple(rung.technique for rung in self.rungs)

    @cached_property
    def complexities(self) -> tuple[int, ...]:
        """Complexities of the techniques."""
        return tuple(rung.complexity for rung in self.rungs)

    def with_technique(self, name: str) -> Ladder:
        """Return this ladder with a technique added before the last resorts, such as templates and forcing chains.

        The technique is added to the name, too. A ladder that has the technique is returned as it is.
        """
        if name in self.rules:
            return self
        # Last resorts find nearly everything, so nothing would be left for a technique after them.
        place = next((k for k, rule in enumerate(self.rules) if rule in LAST_RESORTS), len(self.rungs))
        complexity = self.complexities[place] if place < len(self.rungs) else self.span[1] + 1
        level = self.levels[-1].name if self.levels else ""
        rung = Rung(name, complexity, ADDED_SCORE if self.has_scores else 0, level)
        return replace(self, name=f"{self.name}+{name}", rungs=(*self.rungs[:place], rung, *self.rungs[place:]))

    def singles_and(self, name: str) -> Ladder:
        """Return the ladder of this ladder's singles and one other of its techniques.

        Its name is that of this ladder with both, as in `hodoku-singles+xy-wing`.
        """
        rungs = tuple(rung for rung in self.rungs if rung.technique in (*SINGLES, name))
        return replace(self, name=f"{self.name.partition('+')[0]}{ONLY_SINGLES}+{name}", rungs=rungs)

    def complexity_of(self, name: str) -> int:
        """Return the complexity of a technique on the ladder."""
        return self.complexities[self.rules.index(name)]

    @cached_property
    def is_wide(self) -> bool:
        """True if the ladder has techniques besides the rules of the paper (Kamio 2022), which are RULES."""
        return not set(RULES).issuperset(self.rules)

    @property
    def pairs(self) -> tuple[tuple[str, int], ...]:
        """Pairs of technique and complexity."""
        return tuple(zip(self.rules, self.complexities, strict=True))

    @property
    def span(self) -> tuple[int, int]:
        """Lowest and highest complexity of the techniques."""
        return self.complexities[0], self.complexities[-1]

    @property
    def has_scores(self) -> bool:
        """True if the rungs have scores."""
        return any(rung.score for rung in self.rungs)

    @cached_property
    def level_places(self) -> tuple[int, ...]:
        """Index of the level of each rung; 0 where there are no levels."""
        places = {level.name: place for place, level in enumerate(self.levels)}
        return tuple(places.get(rung.level, 0) for rung in self.rungs)

    @cached_property
    def limits(self) -> np.ndarray:
        """Array of the highest score of each level."""
        return np.array([level.most or NO_LIMIT for level in self.levels], np.int64)

    def level_name(self, place: int, score: int) -> str:
        """Return the name of the level of a puzzle; empty on a ladder without levels.

        `place` is the index of the level of the hardest technique used. A score above the limit of that level leads to
        a higher one.
        """
        return self.levels[raised(self.limits, place, score)].name if self.levels else ""

    @cached_property
    def codes(self) -> np.ndarray:
        """Array with a record for each rung, for compiled code.

        `technique` is the index of the technique in TECHNIQUES, `mode` the effect mode (see `cpgen.rater.findings`),
        `level` the index of the level, and `by_dependency` True if the score depends on the number of digits that a
        round assigns.
        """
        codes = records(
            len(self.rungs),
            technique=np.int64,
            complexity=np.int64,
            mode=np.int64,
            places=np.bool_,
            score=np.int64,
            level=np.int64,
            by_dependency=np.bool_,
        )
        codes["technique"] = [TECHNIQUES.index(rule) for rule in self.rules]
        codes["complexity"] = self.complexities
        codes["score"] = [rung.score for rung in self.rungs]
        codes["level"] = self.level_places
        codes["by_dependency"] = self.scores == DEPENDENCY
        codes["mode"] = [self._mode(rule) for rule in self.rules]
        codes["places"] = self.places == ALL_SINGLES
        return codes

    def _mode(self, rule: str) -> int:
        """Return the effect mode of a technique on this ladder, such as IMMEDIATE; see `cpgen.rater.findings`."""
        if self.round == ONE:
            # To find all that last resorts find takes too long.
            return FIRST if rule in LAST_RESORTS else BEST
        return IMMEDIATE if self.sweep == ORDERED and rule in RULES else ALL


@compiled
def raised(limits: np.ndarray, place: int, score: int) -> int:
    """Return the index of the level of a puzzle with this score: the first level from `place` on whose limit allows it.

    `limits` has the highest score of each level. If all limits are lower, it is the last level.
    """
    while place + 1 < len(limits) and score > limits[place]:
        place += 1
    return place
