"""Targets: a grade with optional bounds on level, steps and score, and rules that must or must not be used.

A search cannot jump to a puzzle that meets a target; it needs to know how far the present one is away. Each unmet
demand therefore has a penalty, in the unit of a grade's distance (−ln appropriateness), 0 when the demand is met.
The functions `penalty_of_level`, `penalty_of_steps` and so on compute them in compiled loops from `TargetNumbers`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from math import exp
from operator import itemgetter
from typing import NamedTuple

import numpy as np

from cpgen.answers.made_answers import Demands
from cpgen.difficulty.grade import MANY_STEPS, Grade, GradeNumbers, distance, nearest_steps
from cpgen.errors import ImpossibleError, InputError
from cpgen.kernel import compiled
from cpgen.kernel.record_arrays import records
from cpgen.kernel.structs import Struct
from cpgen.messages import Message, shown
from cpgen.rater.ladder import FIRST_ALONE, Ladder, raised
from cpgen.rater.rating import Rating
from cpgen.suggestions import one_of


class Span(NamedTuple):
    """Range of integers, both ends included; None is an open end."""

    least: int | None = None
    most: int | None = None

    def holds(self, number: int) -> bool:
        """Return True if a number is in the range."""
        return (self.least is None or self.least <= number) and (self.most is None or number <= self.most)

    def within(self, least: int, most: int) -> tuple[int, int]:
        """Return both ends of the range, with `least` and `most` for open ones."""
        return least if self.least is None else self.least, most if self.most is None else self.most

    def __str__(self) -> str:
        if self.least == self.most:
            return "" if self.least is None else str(self.least)
        return "..".join("" if end is None else str(end) for end in self)


ANY = Span()
"""The range of all integers"""


def span_of(wish: str | int | tuple[int | None, int | None]) -> Span:
    """Parse a range: a text like `30..`, `..40`, `30..40`, `30-40` or `35`, a number, or a pair of ends (None: open).

    >>> span_of("30.."), span_of((None, 40))
    (Span(least=30, most=None), Span(least=None, most=40))

    Raises:
        InputError: It is not a range, or its ends are in the wrong order.
    """
    ends = wish if isinstance(wish, tuple) else (wish,)
    text = re.sub(r"(?<=\d) *[-–] *(?=\d)", "..", "..".join("" if end is None else str(end) for end in ends))
    least, dots, most = text.partition("..")
    if not dots:
        most = least
    span = Span(_end(least, text), _end(most, text))
    if (not text.strip(" .") and wish != (None, None)) or (None not in span and span.least > span.most):  # type: ignore[operator]
        raise _no_span(text)
    return span


def _end(part: str, text: str) -> int | None:
    part = part.strip()
    if not part:
        return None
    if not (part.isascii() and part.isdigit() and len(part) < 10):
        raise _no_span(text)
    return int(part)


def _no_span(text: str) -> InputError:
    return InputError(Message("no-span", text=shown(text)))


RULE_PENALTY, LEVEL_PENALTY, STEP_PENALTY, SCORE_PENALTY = 200.0, 4.0, 4.0, 0.1
"""Penalties: for each missing or forbidden rule; per level below the target; per step, and per point of the score,
outside the range"""
WIDE_RULE_PENALTY, WIDE_LADDER_PENALTY = 12.0, 20.0
"""On ladders wider than the paper's: penalty for each missing or forbidden rule, and for a level that is below the
target by the whole span of the ladder

They are lower since puzzles that use a rare technique are scarce: a search passes through many that do not.
"""
FAR = 60
"""Numbers of steps are tried up to this far from the most typical one; several standard deviations"""
ENDLESS = 1 << 30
"""Number that stands for the upper end of an open range"""


class TargetNumbers(Struct):
    """A target as numbers, for compiled loops; each range includes both ends.

    There is no highest level: the target's ladder ends with it.
    """

    grade: GradeNumbers
    level_from: int
    steps_from: int
    steps_to: int
    needs: np.ndarray
    """Indices, on the full ladder, of the rules that must be used"""
    without: np.ndarray
    """Indices of the rules that must not be used"""
    rule_penalty: float
    level_penalty: float
    score_from: int
    score_to: int
    level_name_from: int
    level_name_to: int
    """Indices, `level_name_from` and `level_name_to`, of the first and the last accepted level name"""
    limits: np.ndarray
    """[level names] the highest score of each"""
    rivals: np.ndarray
    """Records with the fields of `GradeNumbers`, one for each rival grade"""


@compiled
def lead_of_rivals(target: TargetNumbers, level: int, steps: int) -> float:
    """Return the grade's distance minus that of the nearest rival grade; 0 if no rival is nearer."""
    own, lead = distance(target.grade, level, steps), 0.0
    for k in range(len(target.rivals)):
        lead = max(lead, own - distance(target.rivals[k], level, steps))
    return lead


@compiled
def penalty_of_rules(target: TargetNumbers, uses: np.ndarray) -> float:
    """Return the penalty (energy of a search) for missing and forbidden rules; `uses` counts the uses of each rule."""
    penalty = 0.0
    for rule in target.needs:
        penalty += 0.0 if uses[rule] else target.rule_penalty
    for rule in target.without:
        penalty += target.rule_penalty if uses[rule] else 0.0
    return penalty


@compiled
def penalty_of_level(target: TargetNumbers, level: int) -> float:
    """Return the penalty (energy of a search) for a level below the lowest accepted one; 0 for all other levels."""
    below = target.level_from - level
    return target.rule_penalty + target.level_penalty * below if below > 0 else 0.0


@compiled
def penalty_of_steps(target: TargetNumbers, steps: int) -> float:
    """Return the penalty (energy of a search) for a number of steps outside the target's range."""
    return STEP_PENALTY * max(target.steps_from - steps, steps - target.steps_to, 0)


@compiled
def penalty_of_level_name(target: TargetNumbers, level_index: int, score: int) -> float:
    """Return the penalty for a level name outside the target's.

    Args:
        level_index: Index of the level name of the hardest rule so far.
        score: The score so far, which may raise the level name.
    """
    reached = raised(target.limits, level_index, score)
    outside = max(target.level_name_from - reached, reached - target.level_name_to, 0)
    return target.rule_penalty + LEVEL_PENALTY * outside if outside else 0.0


@compiled
def penalty_of_score(target: TargetNumbers, score: int, solved: bool) -> float:
    """Return the penalty (energy of a search) for a score outside the range; a low one counts only once solved."""
    return SCORE_PENALTY * max(target.score_from - score if solved else 0, score - target.score_to, 0)


@dataclass(frozen=True)
class Target:
    """Target of a search: a grade, with optional bounds on level, steps and score, and rules to use and to avoid.

    Args:
        grade: The grade, with its ladder.
        level, steps, score: Ranges that the rating must lie in.
        needs: Names of rules that solving must use.
        without: Names of rules that solving must not use.
        typical: The appropriateness to exceed, instead of the grade's own threshold.
        rivals: Other grades of the model; a puzzle is not accepted if one of them fits it better.

    Raises:
        InputError: A rule is not on the ladder or both needed and excluded, or a bound does not apply to the grade.
        ImpossibleError: No level meets all demands.
    """

    grade: Grade
    level: Span = ANY
    steps: Span = ANY
    needs: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    typical: float | None = None
    score: Span = ANY
    rivals: tuple[Grade, ...] = ()

    def __post_init__(self) -> None:
        for rule in (*self.needs, *self.without):
            if rule not in self.grade.full_ladder.rules:
                raise one_of(self.grade.full_ladder.rules, rule, "a rule of the ladder")
            if rule in self.needs and rule in self.without:
                raise InputError(Message("both-wished", rule=rule))
        if self.typical is not None:
            self._require_appropriateness(self.typical)
        if self.score != ANY and not self.grade.full_ladder.has_scores:
            raise InputError(Message("no-scores", ladder=self.grade.full_ladder.name))
        _ = self.levels

    def _require_appropriateness(self, typical: float) -> None:
        if not 0 < typical < 1:
            raise InputError(Message("typical-between", typical=f"{typical:g}"))
        if self.grade.level is None:
            raise InputError(Message("only-levels", grade=self.grade.name))

    @cached_property
    def _required_grade(self) -> Grade:
        return self.grade if self.typical is None else replace(self.grade, threshold=self.typical)

    @property
    def threshold(self) -> float:
        """Appropriateness (Kamio 2022, from 0 to 1) that a rating must exceed: `typical` if given, else the grade's."""
        return self._required_grade.threshold

    @cached_property
    def only_a_grade(self) -> bool:
        """True if the target is a grade without any further demand."""
        return self == Target(self.grade, rivals=self.rivals)

    @cached_property
    def _is_plain(self) -> bool:
        """True if the target is a grade, perhaps with another threshold, without any further demand."""
        return replace(self, typical=None).only_a_grade

    @property
    def least_level(self) -> int:
        """Lowest level that the range of levels, or the level name, requires; 0 without both."""
        return max(self.level.least or 0, 0 if self.grade.level_index is None else self.grade.levels[0])

    @cached_property
    def is_of_level_and_steps(self) -> bool:
        """True if the target depends on level and steps alone: it is a grade, perhaps with another threshold."""
        return self._is_plain and not len(self.grade.full_ladder.limits)

    def accepts(self, rating: Rating) -> bool:
        """Return True if a puzzle with this rating, on the full ladder or on `ladder`, meets the target."""
        return (
            self._required_grade.matches(rating)
            and self._nearer_rival(rating.level, rating.steps) is None
            and self.level.holds(rating.level)
            and self.steps.holds(rating.steps)
            and self.score.holds(rating.score)
            and rating.rules.keys() >= set(self.needs)
            and rating.rules.keys().isdisjoint(self.without)
        )

    def _nearer_rival(self, level: int, steps: int) -> Grade | None:
        """Return the rival grade that fits a level and a number of steps best, if it fits better than the grade.

        Else None.
        """
        if not self.rivals:
            return None
        best = min(self.rivals, key=lambda grade: grade.distance(level, steps))
        return best if best.distance(level, steps) < self.grade.distance(level, steps) else None

    def exceeds(self, level: int, steps: int) -> bool | None:
        """Return True if the target is harder than a solved puzzle, False if it is easier.

        None means that level and steps do not tell.
        """
        if self.grade.steps is None or not self._is_plain:
            return None
        if not self.levels[0] <= level <= self.levels[-1]:
            return level < self.levels[0]
        return steps < nearest_steps(self.grade.numbers, level, self._steps)

    def appropriateness(self, level: int, steps: int) -> float:
        """Return how typical (0 to 1) level and steps are of the grade, less for each one outside the bounds."""
        penalty = penalty_of_level(self.numbers, level) + penalty_of_steps(self.numbers, steps)
        return self.grade.appropriateness(level, steps) * exp(-penalty)

    @cached_property
    def numbers(self) -> TargetNumbers:
        """Target as numbers, for compiled loops."""
        ladder, level_index = self.grade.full_ladder, self.grade.level_index
        lowest, highest = ladder.span
        rivals = records(len(self.rivals), **dict.fromkeys(GradeNumbers._fields, np.float64))
        for k, rival in enumerate(self.rivals):
            rivals[k] = tuple(getattr(rival.numbers, name) for name in GradeNumbers._fields)
        wide = (WIDE_RULE_PENALTY, WIDE_LADDER_PENALTY / (highest - lowest + 1))
        return TargetNumbers(
            self.grade.numbers,
            self.least_level,
            *self.steps.within(0, ENDLESS),
            self._places(self.needs),
            self._places(self.without),
            *(wide if ladder.is_wide else (RULE_PENALTY, LEVEL_PENALTY)),
            *self.score.within(0, ENDLESS),
            *((0, len(ladder.levels)) if level_index is None else (level_index, level_index)),
            ladder.limits,
            rivals,
        )

    def _places(self, rules: Iterable[str]) -> np.ndarray:
        return np.array([self.grade.full_ladder.rules.index(rule) for rule in dict.fromkeys(rules)], np.int64)

    @cached_property
    def ladder(self) -> Ladder:
        """Ladder up to the highest possible level; it rates accepted puzzles as the full ladder does."""
        return self.grade.full_ladder.up_to(self.levels[-1])

    @property
    def paper_ladder(self) -> Ladder:
        """Ladder that Kamio (2022) searches with, up to the highest requested level."""
        whole = self.grade.paper_ladder
        return whole if self.level.most is None else whole.up_to(self.levels[-1])

    @cached_property
    def levels(self) -> tuple[int, ...]:
        """Levels that an accepted puzzle can have, ascending.

        A level is possible if it is in the range, the needed and forbidden rules allow a puzzle whose hardest rule has
        this complexity, and some number of steps makes it typical enough of the grade.

        Raises:
            ImpossibleError: There is none.
        """
        reached = tuple(level for level in self._levels_by_rules() if self._reaches(level))
        if not reached:
            raise ImpossibleError(self._why_unreached())
        return reached

    def _reaches(self, level: int) -> bool:
        """Return True if a puzzle of that level can be accepted with some number of steps."""
        if not self._required_grade.reaches(level, self._steps):
            return False
        if not self.rivals:
            return True
        # The accepted numbers of steps lie around the most typical one.
        middle = nearest_steps(self.grade.numbers, level, self._steps)
        near = range(max(middle - FAR, self._steps.start), min(middle + FAR + 1, self._steps.stop))
        return any(
            self.grade.appropriateness(level, steps) > self.threshold and self._nearer_rival(level, steps) is None
            for steps in near
        )

    def _levels_by_rules(self) -> list[int]:
        """Return the levels in the range that the needed and excluded rules allow."""
        rungs = self.grade.full_ladder.pairs
        if self.grade.full_ladder.places == FIRST_ALONE and rungs[0][0] in self.without:
            raise ImpossibleError(Message("only-placing", rule=rungs[0][0]))
        # A puzzle of a level uses a rule of that complexity, so levels without a rule are impossible.
        spanned = [level for _, level in rungs if self.level.holds(level)]
        if not spanned:
            levels = ", ".join(map(str, dict.fromkeys(level for _, level in rungs)))
            raise ImpossibleError(Message("no-level", level=str(self.level), levels=levels))
        hardest, least = max((rung for rung in rungs if rung[0] in self.needs), key=itemgetter(1), default=rungs[0])
        if spanned[-1] < least:
            raise ImpossibleError(Message("needs-level", rule=hardest, least=least, level=str(self.level)))
        allowed = [level for rule, level in rungs if level in spanned and level >= least and rule not in self.without]
        if not allowed:
            rules = tuple(rule for rule, level in rungs if level in spanned and level >= least)
            raise ImpossibleError(Message("each-uses", target=self.message, level=str(self.level), rules=rules))
        return list(dict.fromkeys(allowed))

    @cached_property
    def _steps(self) -> range:
        least, most = self.steps.within(1, ENDLESS)
        return range(max(least, 1), min(most, max(MANY_STEPS, least)) + 1)

    def _why_unreached(self) -> Message:
        """Return the reason why no level is possible: a bound, or that even the most typical puzzle fits too poorly."""
        if not self._steps:
            return Message("no-steps", target=self.message)
        if self.grade.level_index is not None:
            return Message("grade-levels", target=self.message, most=self.grade.levels[-1])
        pairs = product(self._levels_by_rules(), self._steps)
        level, steps = max(pairs, key=lambda pair: self.grade.appropriateness(*pair))
        if (rival := self._nearer_rival(level, steps)) and self.grade.appropriateness(level, steps) > self.threshold:
            return Message("rival-nearer", target=self.message, level=level, steps=steps, grade=rival.name)
        return Message(
            "not-typical",
            target=self.message,
            most=f"{self.grade.appropriateness(level, steps):.2g}",
            level=level,
            steps=steps,
            least=f"{self.threshold:g}",
        )

    def as_record(self) -> Demands | None:
        """Return the JSON record of the demands besides the grade, or None if there are none."""
        if self.only_a_grade:
            return None
        return Demands(
            level=None if self.level == ANY else self.level,
            steps=None if self.steps == ANY else self.steps,
            needs=self.needs,
            without=self.without,
            typical=self.typical,
            score=None if self.score == ANY else self.score,
        )

    @property
    def message(self) -> Message:
        """Target as a part of a message, as in `grade expert, 40.. steps`."""
        parts = [Message("of-level", level=str(self.level))] if self.level != ANY else []
        parts += [Message("of-steps", steps=str(self.steps))] if self.steps != ANY else []
        parts += [Message("of-score", score=str(self.score))] if self.score != ANY else []
        parts += [Message("with-rule", rule=rule) for rule in self.needs]
        parts += [Message("without-rule", rule=rule) for rule in self.without]
        parts += [Message("above", typical=f"{self.typical:g}")] if self.typical is not None else []
        if self.grade.name != "any" or not parts:
            parts.insert(0, Message("of-grade", grade=self.grade.name))
        return Message("target", parts=tuple(parts))

    def __str__(self) -> str:
        return str(self.message)
