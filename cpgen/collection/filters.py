"""Conditions on the puzzles of a store, as SQL."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from cpgen.collection.record import mask_of
from cpgen.difficulty.target import ANY, Span
from cpgen.errors import one_of
from cpgen.layout import Layout
from cpgen.rater.ladder import RULES
from cpgen.symmetry.square import SYMMETRIES


@dataclass(frozen=True)
class Filter:
    """What a puzzle must have to be wanted; what is left empty does not matter. Spans go from … to, both included.

    Raises InputError for an unknown rule or symmetry.
    """

    layout: Layout | None = None
    grade: str = ""
    level: Span = ANY
    steps: Span = ANY
    clues: Span = ANY
    needs: tuple[str, ...] = field(default=())
    """Rules that must have been used"""
    without: tuple[str, ...] = field(default=())
    symmetry: str = ""
    minimal: bool | None = None
    matching: float | None = None
    """The least appropriateness"""

    def __post_init__(self) -> None:
        for rule in (*self.needs, *self.without):
            if rule not in RULES:
                raise one_of(RULES, rule, "a rule of the ladder")
        if self.symmetry and self.symmetry not in SYMMETRIES:
            raise one_of(list(SYMMETRIES), self.symmetry, "a symmetry")

    def sql(self) -> tuple[str, list[Any]]:
        """The condition, always with something in it, and its values.

        >>> Filter(grade="expert", steps=(30, None)).sql()
        ('grade = ? AND steps >= ?', ['expert', 30])
        """
        parts = [*self._equalities(), *self._spans(), *self._rules()]
        return " AND ".join(part for part, _ in parts) or "1", [value for _, values in parts for value in values]

    def _equalities(self) -> list[tuple[str, list[Any]]]:
        board = "board = (SELECT id FROM boards WHERE layout = ?)"
        conditions: list[tuple[str, Any]] = [
            (board, self.layout.spec if self.layout else None),
            ("grade = ?", self.grade or None),
            ("symmetry = ?", self.symmetry or None),
            ("minimal = ?", self.minimal),
            ("appropriateness >= ?", self.matching),
        ]
        return [(part, [value]) for part, value in conditions if value is not None]

    def _spans(self) -> list[tuple[str, list[Any]]]:
        parts = []
        for name, (least, most) in (("level", self.level), ("steps", self.steps), ("clues", self.clues)):
            if least is not None and least == most:
                parts.append((f"{name} = ?", [least]))
                continue
            parts += [(f"{name} >= ?", [least])] if least is not None else []
            parts += [(f"{name} <= ?", [most])] if most is not None else []
        return parts

    def _rules(self) -> list[tuple[str, list[Any]]]:
        needed, unwanted = mask_of(self.needs), mask_of(self.without)
        parts: list[tuple[str, list[Any]]] = []
        parts += [("rules & ? = ?", [needed, needed])] if needed else []
        parts += [("rules & ? = 0", [unwanted])] if unwanted else []
        return parts
