"""Which address answers which question? One table, for the server and for the OpenAPI document."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from cpgen.web import asked, choices, files, making, puzzles


@dataclass(frozen=True)
class Endpoint:
    """An address below /api, what it takes, who answers, and the component that describes the answer.

    A `heavy` question may take seconds. What has no `gives` gives a file.
    """

    method: str
    path: str
    takes: type
    answer: Callable[[Any], Any]
    gives: str = ""
    heavy: bool = False

    @property
    def summary(self) -> str:
        """What it is for, in a sentence."""
        return (self.answer.__doc__ or "").partition("\n")[0]


ENDPOINTS = (
    Endpoint("GET", "/choices", asked.Nothing, choices.choices, "Choices"),
    Endpoint("GET", "/layout", asked.LayoutAsked, choices.layout, "Layout"),
    Endpoint("GET", "/layout/random", asked.RandomBoardAsked, choices.random_layout, "Layout", heavy=True),
    Endpoint("GET", "/pattern/random", asked.RandomPatternAsked, choices.random_pattern, "Pattern"),
    Endpoint("GET", "/pattern/check", asked.Combination, making.judge, "Verdict", heavy=True),
    Endpoint("POST", "/rate", asked.ToRate, puzzles.rate, "Rated"),
    Endpoint("POST", "/explain", asked.ToExplain, puzzles.explain, "Explained"),
    Endpoint("POST", "/lesson", asked.ToPlay, puzzles.lesson, "Lesson", heavy=True),
    Endpoint("POST", "/hint", asked.ToHint, puzzles.hint, "Hint", heavy=True),
    Endpoint("POST", "/solve", asked.ToSolve, puzzles.solve, "Solved", heavy=True),
    Endpoint("POST", "/check", asked.ToSolve, puzzles.check, "Witness", heavy=True),
    Endpoint("POST", "/read", asked.ToRead, files.read, "Entries", heavy=True),
    Endpoint("POST", "/convert", asked.ToConvert, files.convert, "Text", heavy=True),
    Endpoint("POST", "/export", asked.ToExport, files.export, heavy=True),
    Endpoint("POST", "/book", asked.ToPrint, files.book, heavy=True),
)
