"""Base classes of all answers, sentences in them, and the answer to a request that failed.

A class whose objects are written as JSON has a method `as_record`, which returns one of these records. The JSON of the
command line (`--json`), of the Python calls (`as_json`) and of the server is that record, and the OpenAPI document and
the types of the pages are made from its class. A field that is UNSET is omitted.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Any, Literal, TypeVar

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.json import decode, encode

from cpgen.messages import Message

A = TypeVar("A", bound="Answer")


class BoardState(StrEnum):
    """The status of a board: open with one solution, already full, without a solution, or with several."""

    OPEN = "open"
    SOLVED = "already-solved"
    NONE = "no-solution"
    MANY = "many-solutions"


class Answer(Struct, frozen=True, forbid_unknown_fields=True):
    """Base of the records of everything that cpgen writes as JSON."""

    def as_json(self) -> dict[str, Any]:
        """Return the record as a dictionary for JSON, with lists for tuples."""
        data: dict[str, Any] = decode(encode(self))
        return data


def joined(answer_class: type[A], *parts: Answer, **more: Any) -> A:
    """Make an answer of a class from the fields of other answers.

    Args:
        answer_class: Class of the answer.
        *parts: Answers that have some of its fields; of several that have a field, the last counts.
        **more: Its other fields, and those whose values are not those of the parts.
    """
    names = set(answer_class.__struct_fields__)
    shared = {name: getattr(part, name) for part in parts for name in part.__struct_fields__ if name in names}
    return answer_class(**{**shared, **more})


class Recorded:
    """Base of classes whose objects are written as JSON, in the form of a record of `cpgen.answers`."""

    __slots__ = ()

    def as_record(self) -> Answer:
        """Return the record that is the object's form in JSON."""
        raise NotImplementedError

    def as_json(self) -> dict[str, Any]:
        """Return the object's record as a dictionary for JSON."""
        return self.as_record().as_json()


Ignored = Annotated[Mapping[str, int], Meta(description="Ignored drawings: how many of each kind.")] | UnsetType
Placed = Annotated[str, Meta(description="The digits placed: n² symbols, dots elsewhere.")] | UnsetType
Marks = Annotated[tuple[str, ...], Meta(description="The candidates noted in each cell.")] | UnsetType


class Reading(Answer, frozen=True, kw_only=True):
    """Base of answers that count the drawings ignored in reading, and those kept; absent if there were none."""

    ignored: Ignored = UNSET
    kept: (
        Annotated[
            Mapping[str, int],
            Meta(description="Drawings kept without a meaning, which may be constraints: how many of each kind."),
        ]
        | UnsetType
    ) = UNSET


class Entered(Answer, frozen=True, kw_only=True):
    """Base of answers with the digits placed and candidates noted in a puzzle in play, both absent without any."""

    placed: Placed = UNSET
    marks: Marks = UNSET


class OnPuzzle(Answer, frozen=True, kw_only=True):
    """Base of answers about one puzzle: its n² symbols, and its layout as text."""

    puzzle: str
    layout: str


class OnState(OnPuzzle, frozen=True, kw_only=True):
    """Base of answers about a puzzle in play; `placed` and `marks` are given if something was entered."""

    placed: Placed = UNSET
    marks: Marks = UNSET


class OtherScale(Answer, frozen=True, kw_only=True):
    """Rating of a puzzle on the other scale: HoDoKu's next to the paper's, or the other way round."""

    model: Annotated[str, Meta(description="The grade model or ladder.")]
    grade: str | None
    level: int
    steps: int
    score: int
    outcome: Literal["solved", "stuck", "contradiction"]


Also = Annotated[OtherScale | UnsetType, Meta(description="The rating on the other scale; absent for large boards.")]
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
    """Answer of the server to a request that failed, with the reason in `error`."""

    error: FailureDetails


class FailureDetails(Stated, frozen=True, kw_only=True):
    """Reason for the failure of a request: a sentence, the kind of failure, and the wrong field."""

    kind: FailureKind
    where: Annotated[str, Meta(description="The part of the request that is wrong.")] | UnsetType = UNSET
