"""What a puzzle must be: a grade, spans of level and steps, rules that it needs and rules that it avoids."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from math import exp
from operator import itemgetter
from typing import Any, NamedTuple

import numpy as np

from cpgen.difficulty.grade import MANY_STEPS, Grade, GradeNumbers
from cpgen.errors import ImpossibleError, InputError, counted, one_of, shown
from cpgen.kernel import compiled
from cpgen.rater.ladder import FIRST_ALONE, Ladder, raised
from cpgen.rater.rating import Rating


class Span(NamedTuple):
    """The whole numbers from … to, both included; None is an open end."""

    least: int | None = None
    most: int | None = None

    def holds(self, number: int) -> bool:
        """Whether a number lies in the span."""
        return (self.least is None or self.least <= number) and (self.most is None or number <= self.most)

    def within(self, least: int, most: int) -> tuple[int, int]:
        """The ends, where they are open those given."""
        return least if self.least is None else self.least, most if self.most is None else self.most

    def __str__(self) -> str:
        if self.least == self.most:
            return "" if self.least is None else str(self.least)
        return "..".join("" if end is None else str(end) for end in self)


ANY = Span()
"""Every number"""


def span_of(wish: str | int | tuple[int | None, int | None]) -> Span:
    """The span of a text like `30..`, `..40`, `30..40` or `35`, of a number, or of its ends (None: open).

    Raises InputError when it is none.

    >>> span_of("30.."), span_of((None, 40))
    (Span(least=30, most=None), Span(least=None, most=40))
    """
    ends = wish if isinstance(wish, tuple) else (wish,)
    text = "..".join("" if end is None else str(end) for end in ends)
    least, dots, most = text.partition("..")
    if not dots:
        most = least
    found = Span(_end(least, text), _end(most, text))
    if (not text.strip(" .") and wish != (None, None)) or (None not in found and found.least > found.most):  # type: ignore[operator]
        raise _no_span(text)
    return found


def _end(part: str, text: str) -> int | None:
    part = part.strip()
    if not part:
        return None
    if not (part.isascii() and part.isdigit() and len(part) < 10):
        raise _no_span(text)
    return int(part)


def _no_span(text: str) -> InputError:
    return InputError(f"{shown(text)} is not a span of numbers; write 30.., ..40, 30..40 or 35.")


OFF_RULE, OFF_LEVEL, OFF_STEP, OFF_SCORE = 200.0, 4.0, 4.0, 0.1
"""What a rule costs that is missing or should not be there; a level too low, which is a missing rule, too; a step; one
of the score"""
OFF_TECHNIQUE, OFF_LADDER = 12.0, 20.0
"""The same for a rule, and for a level too low by the whole ladder, where the ladder has other techniques than the
paper's thirteen rules: few puzzles have a rare one, so that a walk must pass through many that do not"""
ENDLESS = 1 << 30


class TargetNumbers(NamedTuple):
    """A target as numbers, for compiled loops; rules are told by their places in the ladder.

    No highest level is there: the target's ladder ends with it.
    """

    grade: GradeNumbers
    level_from: int
    steps_from: int
    steps_to: int
    needs: np.ndarray
    without: np.ndarray
    rule_price: float
    level_price: float
    score_from: int
    score_to: int
    place_from: int
    place_to: int
    """The places of the level names that will do"""
    limits: np.ndarray
    """For each level name the most that a score may be"""


@compiled
def price_of_rules(target: TargetNumbers, uses: np.ndarray) -> float:
    """What the rules cost beside the grade, of which `uses` says how often each was used; 0 when they are as wanted."""
    off = 0.0
    for rule in target.needs:
        off += 0.0 if uses[rule] else target.rule_price
    for rule in target.without:
        off += target.rule_price if uses[rule] else 0.0
    return off


@compiled
def price_of_level(target: TargetNumbers, level: int) -> float:
    """What a level costs beside the grade; 0 when it is high enough."""
    below = target.level_from - level
    return target.rule_price + target.level_price * below if below > 0 else 0.0


@compiled
def price_of_steps(target: TargetNumbers, steps: int) -> float:
    """What a number of steps costs beside the grade; 0 when it lies in the span."""
    return OFF_STEP * max(target.steps_from - steps, steps - target.steps_to, 0)


@compiled
def price_of_level_name(target: TargetNumbers, place: int, score: int) -> float:
    """What the level name costs that the hardest rule and the score so far make; 0 when it is as wanted."""
    found = raised(target.limits, place, score)
    off = max(target.place_from - found, found - target.place_to, 0)
    return target.rule_price + OFF_LEVEL * off if off else 0.0


@compiled
def price_of_score(target: TargetNumbers, score: int, solved: bool) -> float:
    """What a score costs beside the grade, one that can still grow only what is too much; 0 when it is as wanted."""
    return OFF_SCORE * max(target.score_from - score if solved else 0, score - target.score_to, 0)


@dataclass(frozen=True)
class Target:
    """A grade and, beside it, where level, steps and score must lie, and which rules must and must not be used.

    `typical` asks for an appropriateness above another than the grade's own threshold. Raises InputError for rules
    that are not on the ladder or both needed and excluded, and ImpossibleError when no level can meet all of it.
    """

    grade: Grade
    level: Span = ANY
    steps: Span = ANY
    needs: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    typical: float | None = None
    score: Span = ANY

    def __post_init__(self) -> None:
        for rule in (*self.needs, *self.without):
            if rule not in self.grade.full_ladder.rules:
                raise one_of(self.grade.full_ladder.rules, rule, "a rule of the ladder")
            if rule in self.needs and rule in self.without:
                raise InputError(f"The rule {rule} is both needed and excluded; leave it out of one of the two.")
        if self.typical is not None:
            self._require_spread(self.typical)
        if self.score != ANY and not self.grade.full_ladder.has_scores:
            name = self.grade.full_ladder.name
            raise InputError(f"The ladder {name} has no scores; leave out the score, or choose a ladder with scores.")
        _ = self.levels

    def _require_spread(self, typical: float) -> None:
        if not 0 < typical < 1:
            raise InputError(f"An appropriateness lies between 0 and 1, as in 0.9; it cannot be above {typical:g}.")
        if self.grade.level is None:
            raise InputError(
                f"The grade {self.grade} only spans levels, so that no puzzle is more typical of it than another; "
                "leave out how typical it must be, or name another grade."
            )

    @cached_property
    def _asked(self) -> Grade:
        return self.grade if self.typical is None else replace(self.grade, threshold=self.typical)

    @property
    def threshold(self) -> float:
        """The appropriateness above which a puzzle has the grade."""
        return self._asked.threshold

    @cached_property
    def only_a_grade(self) -> bool:
        """Whether nothing is wanted but the grade."""
        return self == Target(self.grade)

    @cached_property
    def is_of_level_and_steps(self) -> bool:
        """Whether nothing is wanted but a level and steps that are typical of the grade, or typical enough."""
        return replace(self, typical=None).only_a_grade and not len(self.grade.full_ladder.limits)

    def accepts(self, rating: Rating) -> bool:
        """Whether a puzzle with this rating, on the whole ladder or the target's own, is what is wanted."""
        return (
            self._asked.matches(rating)
            and self.level.holds(rating.level)
            and self.steps.holds(rating.steps)
            and self.score.holds(rating.score)
            and rating.rules.keys() >= set(self.needs)
            and rating.rules.keys().isdisjoint(self.without)
        )

    def appropriateness(self, level: int, steps: int) -> float:
        """The grade's appropriateness, less for each level and step outside the spans: a guide on unfinished boards."""
        off = price_of_level(self.numbers, level) + price_of_steps(self.numbers, steps)
        return self.grade.appropriateness(level, steps) * exp(-off)

    @cached_property
    def numbers(self) -> TargetNumbers:
        """The target as numbers."""
        names, place = self.grade.full_ladder.levels, self.grade.place
        return TargetNumbers(
            self.grade.numbers,
            self.level.least or 0,
            *self.steps.within(0, ENDLESS),
            self._places(self.needs),
            self._places(self.without),
            *self._prices,
            *self.score.within(0, ENDLESS),
            *((0, len(names)) if place is None else (place, place)),
            self.grade.full_ladder.limits,
        )

    def _places(self, rules: Iterable[str]) -> np.ndarray:
        return np.array([self.grade.full_ladder.rules.index(rule) for rule in dict.fromkeys(rules)], np.int64)

    @property
    def _prices(self) -> tuple[float, float]:
        lowest, highest = self.grade.full_ladder.span
        if self.grade.full_ladder.is_wide:
            return OFF_TECHNIQUE, OFF_LADDER / (highest - lowest + 1)
        return OFF_RULE, OFF_LEVEL

    @cached_property
    def ladder(self) -> Ladder:
        """The rules that can take part in a puzzle that is accepted; such a puzzle rates the same on all of them."""
        return self.grade.full_ladder.up_to(self.levels[-1])

    @property
    def paper_ladder(self) -> Ladder:
        """The ladder that Kamio (2022) searches with, up to the highest level wanted."""
        whole = self.grade.paper_ladder
        return whole if self.level.most is None else whole.up_to(self.levels[-1])

    @cached_property
    def levels(self) -> tuple[int, ...]:
        """The levels that a puzzle can have, ascending: a puzzle of a level uses the rule of that complexity.

        Raises ImpossibleError when there is none.
        """
        reached = tuple(level for level in self._levels_by_rules() if self._asked.reaches(level, self._steps))
        if not reached:
            raise ImpossibleError(f"There is no puzzle of {self}: {self._nearest()}.")
        return reached

    def _levels_by_rules(self) -> list[int]:
        """The levels in the span that the rules needed and excluded allow."""
        rungs = self.grade.full_ladder.pairs
        if self.grade.full_ladder.places == FIRST_ALONE and rungs[0][0] in self.without:
            raise ImpossibleError(f"No puzzle does without {rungs[0][0]}, the only rule that places digits.")
        spanned = [level for _, level in rungs if self.level.holds(level)]
        if not spanned:
            levels = ", ".join(map(str, dict.fromkeys(level for _, level in rungs)))
            raise ImpossibleError(f"No rule of the ladder has level {self.level}; its levels are {levels}.")
        hardest, least = max((rung for rung in rungs if rung[0] in self.needs), key=itemgetter(1), default=rungs[0])
        if spanned[-1] < least:
            raise ImpossibleError(f"A puzzle that needs {hardest} has level {least} or more, not {self.level}.")
        allowed = [level for rule, level in rungs if level in spanned and level >= least and rule not in self.without]
        if not allowed:
            rules = " or ".join(rule for rule, level in rungs if level in spanned and level >= least)
            raise ImpossibleError(f"There is no puzzle of {self}: each of level {self.level} uses {rules}.")
        return list(dict.fromkeys(allowed))

    @cached_property
    def _steps(self) -> range:
        least, most = self.steps.within(1, ENDLESS)
        return range(max(least, 1), min(most, max(MANY_STEPS, least)) + 1)

    def _nearest(self) -> str:
        """The level and steps that the spans allow and that are most typical of the grade, in words."""
        if not self._steps:
            return "a puzzle takes a step or more"
        if self.grade.place is not None:
            return f"the rules of this grade have levels up to {self.grade.levels[-1]}"
        pairs = product(self._levels_by_rules(), self._steps)
        level, steps = max(pairs, key=lambda pair: self.grade.appropriateness(*pair))
        return (
            f"its appropriateness is at most {self.grade.appropriateness(level, steps):.2g}, at level {level} with "
            f"{counted(steps, 'step')}, and must be above {self.threshold:g}"
        )

    def as_json(self) -> dict[str, Any] | None:
        """What is wanted beside the grade, as an object for JSON; None when that is all."""
        if self.only_a_grade:
            return None
        return {
            "level": None if self.level == ANY else list(self.level),
            "steps": None if self.steps == ANY else list(self.steps),
            "needs": list(self.needs),
            "without": list(self.without),
            "typical": self.typical,
            "score": None if self.score == ANY else list(self.score),
        }

    def __str__(self) -> str:
        parts = [f"level {self.level}"] if self.level != ANY else []
        parts += [f"{self.steps} steps"] if self.steps != ANY else []
        parts += [f"score {self.score}"] if self.score != ANY else []
        parts += [f"with {rule}" for rule in self.needs] + [f"without {rule}" for rule in self.without]
        parts += [f"appropriateness above {self.typical:g}"] if self.typical is not None else []
        named = self.grade.name != "any" or not parts
        return ", ".join([f"grade {self.grade}", *parts] if named else parts)
