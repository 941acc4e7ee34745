"""Answers about jobs that make puzzles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType

from cpgen.answers.answer_base import Answer, Stated

Made = Annotated[
    Mapping[str, Any],
    Meta(extra_json_schema={"anyOf": [{"$ref": f"#/components/schemas/{name}"} for name in ("Puzzle", "Exercise")]}),
]
Ending = Literal["done", "stopped", "not-found", "impossible", "error"]


class ProgressRecord(Answer, frozen=True):
    """Progress of a job; during compilation, the number of the current function and the total."""

    waits: Annotated[bool, Meta(description="True if it waits until other jobs have ended.")] = False
    found: int = 0
    attempts: int = 0
    ratings: int = 0
    seconds: float = 0.0
    compiling: int = 0
    to_compile: int = 0


class OutcomeRecord(Stated, frozen=True, kw_only=True):
    """Outcome of a job that has ended, with a sentence about it."""

    outcome: Ending


class JobStatus(Answer, frozen=True):
    """Status of a job: its state, its progress and, if requested, its puzzles so far."""

    id: str
    events: Annotated[str, Meta(description="The address of its events.")]
    state: Literal["waiting", "running", "ended"]
    found: int
    count: int
    seed: int
    progress: ProgressRecord
    end: OutcomeRecord | None
    puzzles: Annotated[tuple[Made, ...], Meta(description="The puzzles made so far.")] | UnsetType = UNSET
