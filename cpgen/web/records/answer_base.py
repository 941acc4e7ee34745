"""Base classes of all answers, sentences in them, and the answer to a request that failed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from cpgen.errors import Message


class Answer(Struct, frozen=True, forbid_unknown_fields=True):
    """Base of all answers."""


class Reading(Answer, frozen=True, kw_only=True):
    """Base of answers about puzzles that were read; `ignored` is given if drawings were ignored."""

    ignored: Annotated[Mapping[str, int], Meta(description="How many drawings of each kind.")] | UnsetType = UNSET


class OnPuzzle(Reading, frozen=True, kw_only=True):
    """Base of answers about one puzzle."""

    puzzle: str
    layout: str


class OtherScale(Answer, frozen=True):
    """Rating of a puzzle on the other scale: HoDoKu's next to the paper's, or the other way round."""

    model: Annotated[str, Meta(description="The grade model or ladder.")]
    grade: str | None
    level: int
    steps: int
    score: int
    outcome: Literal["solved", "stuck", "contradiction"]


Also = Annotated[OtherScale | UnsetType, Meta(description="The rating on the other scale; absent for large boards.")]


class OnState(OnPuzzle, frozen=True, kw_only=True):
    """Base of answers about a puzzle in play; `placed` and `marks` are given if something was entered."""

    placed: Annotated[str, Meta(description="The digits placed: n² symbols, dots elsewhere.")] | UnsetType = UNSET
    marks: Annotated[tuple[str, ...], Meta(description="The candidates noted in each cell.")] | UnsetType = UNSET


Puzzle = Annotated[Mapping[str, Any], Meta(extra_json_schema={"$ref": "#/components/schemas/Puzzle"})]
InWords = Annotated[Mapping[str, str], Meta(description="A text in each language, by its code.")]
Pairs = Annotated[tuple[tuple[str, str], ...], Meta(description="Pairs of cell and digit, as in r5c2 and 7.")]
Cells = Annotated[tuple[str, ...], Meta(description="Cells, as in r5c2.")]
FailureKind = Literal[
    "input", "impossible", "not-found", "busy", "too-large", "too-slow", "method", "forbidden", "error"
]


class Stated(Answer, frozen=True, kw_only=True):
    """Base of answers with an English sentence; pages translate it with `key` and `values`."""

    sentence: Annotated[str, Meta(description="What is wrong, and what would be right.")]
    key: Annotated[str, Meta(description="The key of the sentence's text.")] | UnsetType = UNSET
    values: Annotated[Mapping[str, Any], Meta(description="The values of the text's placeholders.")] | UnsetType = UNSET


def stated(message: Message | str) -> dict[str, Any]:
    """Return the fields of a `Stated` record for a message or an untranslated sentence."""
    return {"sentence": str(message), **(message.as_json() if isinstance(message, Message) else {})}


class Failure(Answer, frozen=True):
    """Answer to a request that failed."""

    error: FailureDetails


class FailureDetails(Stated, frozen=True, kw_only=True):
    """Reason for the failure of a request."""

    kind: FailureKind
    where: Annotated[str, Meta(description="The part of the request that is wrong.")] | UnsetType = UNSET
