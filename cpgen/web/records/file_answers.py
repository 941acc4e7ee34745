"""Answers about texts and files with puzzles, and the progress of work on a file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from cpgen.answers.answer_base import Answer, Puzzle, Reading, Stated

Report = Callable[[float], object]
"""Callback that receives the completed share of the work on a file"""


@dataclass(frozen=True)
class Download:
    """A file for the browser to download."""

    content: bytes
    media: str
    name: str


class ProblemRecord(Stated, frozen=True, kw_only=True):
    """Part of a text that is not a puzzle, or a puzzle that a format cannot hold."""

    line: Annotated[int, Meta(description="The line in which it begins, from 1; 0 when that is unknown.")]


class Entries(Reading, frozen=True):
    """The puzzles read from a text, and the parts of it that are not puzzles."""

    puzzles: tuple[Puzzle, ...]
    problems: tuple[ProblemRecord, ...]


class TextRecord(Reading, frozen=True):
    """Puzzles as a text in a format, and the details that it cannot hold."""

    text: str
    count: Annotated[int, Meta(description="The number of puzzles in the text.")]
    problems: tuple[ProblemRecord, ...]
    lost: (
        Annotated[Mapping[str, int], Meta(description="Data that the format cannot hold: how many of each kind.")]
        | UnsetType
    ) = UNSET


class BookPages(Answer, frozen=True):
    """Pages of a booklet as pictures."""

    pages: Annotated[tuple[str, ...], Meta(description="PNG files in base64.")]
    of: Annotated[int, Meta(description="The number of pages of the booklet.")]


class Share(Answer, frozen=True):
    """Completed share of the work on a file."""

    share: Annotated[float, Meta(ge=0, le=1)]


class FinishedFile(Answer, frozen=True):
    """The finished file, as the last event of its progress stream."""

    name: str
    media: str
    content: Annotated[str, Meta(description="The file in base64.")]
