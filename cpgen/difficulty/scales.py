"""The other scale of a puzzle: HoDoKu's grade next to the paper's, and the other way round.

An expert puzzle on the paper's scale is often easy for HoDoKu, so both are shown wherever a puzzle is shown.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Self

from msgspec import UNSET, UnsetType

from cpgen.answers.answer_base import OtherScale, joined
from cpgen.difficulty import ONE_SCALE, Grade, GradedPuzzle, GradeModel, model_for, shipped_ladder
from cpgen.puzzle import Puzzle
from cpgen.rater.rating import Rating, rate_puzzle
from cpgen.state import State
from cpgen.translations import Translations

WIDE = "hodoku"
LARGEST = 9
"""Side of the largest board that is rated twice; a rating takes 0.2 ms on 9×9, but much longer on larger boards"""
POOR = 0.05
"""Appropriateness to its nearest grade below which a puzzle is called outside the scale, instead of a poor fit"""


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class GradedRating(Rating):
    """Rating by the ladder of a grade model, which also knows its grade and the rating on another scale."""

    rated: Puzzle | State
    model: GradeModel

    @classmethod
    def of(cls, rated: Puzzle | State, rating: Rating, model: GradeModel) -> Self:
        """Return a rating as a graded one; `rated` is the puzzle or state, and `model` grades it."""
        return cls(**{field_.name: getattr(rating, field_.name) for field_ in fields(Rating)}, rated=rated, model=model)

    def __eq__(self, other: object) -> bool:
        """Return True if the other rating has equal results; the models that grade them do not matter."""
        compared = [field_.name for field_ in fields(Rating) if field_.compare]
        return isinstance(other, Rating) and all(getattr(self, name) == getattr(other, name) for name in compared)

    __hash__ = None  # type: ignore[assignment] # the rounds of each rule are a dictionary

    @property
    def grade(self) -> Grade | None:
        """Grade that the rating is most typical of; None unless the ladder solves the board."""
        return self.model.nearest(self) if self.solved else None

    @property
    def appropriateness(self) -> float:
        """Appropriateness of the rating to its grade, 0 to 1; 0 without a grade."""
        return self.grade.fit(self) if self.grade else 0.0

    @property
    def also(self) -> GradedRating | None:
        """Rating of the same puzzle on a second scale (see `other_scale`); None if there is none."""
        other = other_scale(self.rated, self.model)
        return GradedRating.of(self.rated, other.rating, other.model) if other else None


def other_scale(rated: Puzzle | State, model: GradeModel) -> GradedPuzzle | None:
    """Rate a puzzle on a second scale, besides that of its first rating.

    Args:
        rated: The puzzle or state.
        model: The grade model or ladder of its first rating.

    Returns:
        The rating on the layout's own model if that is another one, else on the scale of all boards: HoDoKu's, or with
        constraints the one scale; None for large boards and if there is no other scale.
    """
    layout, own = rated.layout, model_for(rated.layout)
    common = shipped_ladder(ONE_SCALE if layout.further else WIDE)
    other = own if model.ladder.is_wide and model.name != own.name else common
    if layout.size > LARGEST or other.name == model.name:
        return None
    return GradedPuzzle(rated, rate_puzzle(rated, other.ladder), other)


def other_scale_as_record(rated: Puzzle | State, model: GradeModel) -> OtherScale | UnsetType:
    """Return the JSON record of the rating on the second scale; the arguments are those of `other_scale`.

    Returns UNSET if there is none.
    """
    other = other_scale(rated, model)
    return joined(OtherScale, other.as_record()) if other else UNSET


def both_scales(graded: GradedPuzzle, words: Translations) -> str:
    """Return the grade of a puzzle on both scales, as in `expert on Nikoli's scale (0.94); HoDoKu: easy, 322`."""
    other = other_scale(graded.puzzle, graded.model)
    parts = [_on_own_scale(graded, words)]
    if other and (graded.rating.solved or other.rating.solved):
        parts.append(_on_other_scale(other, words))
    return words("scales.join").join(parts)


def other_scale_in_words(rated: Puzzle | State, model: GradeModel, words: Translations) -> str:
    """Return the grade on the second scale (see `other_scale`), as in `HoDoKu: easy, 322`; "" if there is none."""
    other = other_scale(rated, model)
    return _on_other_scale(other, words) if other else ""


def _on_own_scale(graded: GradedPuzzle, words: Translations) -> str:
    rating, model = graded.rating, graded.model
    if not rating.solved:
        return words(f"scales.{rating.outcome}")
    grade = model.nearest(rating)
    name, fit = _name(grade, words), grade.fit(rating)
    if fit < POOR:
        return words("scales.outside")
    fits = words("scales.fit", fit=f"{fit:.2f}") if grade.steps else ""
    if not grade.matches(rating):
        return words("scales.poor", grade=name) + fits
    known = f"scales.{model.name}" in words.texts and not model.file
    return (words(f"scales.{model.name}", grade=name) if known else name) + fits


def _on_other_scale(other: GradedPuzzle, words: Translations) -> str:
    key = f"play.scale-{other.model.name}"
    key = key if key in words.texts else "play.scale-own"
    if not other.rating.solved:
        return words(f"{key}-stuck")
    return words(key, grade=_name(other.model.nearest(other.rating), words), score=other.rating.score)


def _name(grade: Grade, words: Translations) -> str:
    return grade.japanese if words.language == "ja" else grade.name
