"""The table of endpoints: which function answers which address, and within which limits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import Any, get_type_hints

from cpgen.answers.answer_base import Answer
from cpgen.limits import LARGEST_KIND, MOST_KINDS
from cpgen.schema import Record
from cpgen.web.records.file_answers import Download
from cpgen.web.records.request_records import BODY, JobRequest

SHORT, LONG, FILES = 10.0, 20.0, 300.0
"""Limits in seconds: for what a page asks all the time, for what may take seconds, and for files of many puzzles"""
PROOF = 60.0
"""Limit in seconds for questions with a limit of their own, which is shorter"""
SMALL = 1 << 20
"""Size limit in bytes of requests that are about one board"""


@dataclass(frozen=True)
class Endpoint:
    """An address below /api, the function that answers it, and limits of time and size.

    The function is named as in `puzzles:rate`, and its module is imported when it is needed. Its annotations give the
    records of requests and answers. It runs in a worker process, which is killed if it does not end in time or when the
    client is gone.
    """

    method: str
    path: str
    name: str
    seconds: float = LONG
    """Time limit; what is compiled meanwhile extends it"""
    most: int = SMALL
    """Size limit of the request in bytes"""
    status: int = 200
    builds: type[Record] | None = None
    """Record that the function itself builds from the request's data"""
    stops: bool = False
    """True if the function takes another argument, which says whether to stop, and then ends early"""
    then: str = ""
    """Coroutine that gets the jobs and what the worker returned, and answers in the server"""

    in_server: bool = False
    """True for a coroutine that answers in the server itself, from the jobs and the id of one"""
    is_file: bool = False
    """True if the answer is a file, whose progress can be streamed"""

    @property
    def is_short(self) -> bool:
        """True if the answer takes milliseconds."""
        return self.seconds == SHORT

    @cached_property
    def answer(self) -> Callable[..., Any]:
        """Function that computes the answer."""
        return _function(self.name)

    @cached_property
    def finish(self) -> Callable[..., Any]:
        """The coroutine that `then` names."""
        return _function(self.then)

    @property
    def takes(self) -> type[Record]:
        """Class of the record that the endpoint's requests are read into."""
        kind: type[Record] = self.builds or get_type_hints(self.answer)["request"]
        return kind

    @property
    def gives(self) -> type[Answer] | type[Download]:
        """Class of the record of the endpoint's answers."""
        kind: type[Answer] | type[Download] = get_type_hints(self.finish if self.then else self.answer)["return"]
        return kind

    @property
    def summary(self) -> str:
        """Purpose of the endpoint in one sentence."""
        return ((self.finish if self.then else self.answer).__doc__ or "").partition("\n")[0]


def _function(name: str) -> Callable[..., Any]:
    module, _, member = name.partition(":")
    function: Callable[..., Any] = getattr(import_module(f"cpgen.web.{module}"), member)
    return function


ENDPOINTS = (
    Endpoint("GET", "/choices", "catalog:choices", SHORT),
    Endpoint("GET", "/words", "catalog:words", SHORT),
    Endpoint("GET", "/layout", "catalog:layout", SHORT),
    Endpoint("GET", "/layout/random", "catalog:random_layout"),
    Endpoint("GET", "/pattern/random", "catalog:random_pattern", SHORT),
    Endpoint("POST", "/pattern/check", "catalog:check_pattern", PROOF, builds=JobRequest, stops=True),
    Endpoint("POST", "/pattern/runs", "catalog:pattern_runs"),
    Endpoint("POST", "/drawing", "drawing:drawing", SHORT),
    Endpoint("POST", "/kinds", "sent_kinds:kinds", most=MOST_KINDS * LARGEST_KIND),
    Endpoint("POST", "/rule", "rule_preview:preview_rule", SHORT, stops=True),
    Endpoint("POST", "/rate", "puzzles:rate", stops=True),
    Endpoint("POST", "/explain", "puzzles:explain"),
    Endpoint("POST", "/walkthrough", "puzzles:walkthrough"),
    Endpoint("POST", "/hint", "puzzles:hint"),
    Endpoint("POST", "/find", "puzzles:find"),
    Endpoint("POST", "/refute", "puzzles:refute"),
    Endpoint("POST", "/solve", "puzzles:solve", PROOF),
    Endpoint("POST", "/check", "puzzles:check", PROOF),
    Endpoint("POST", "/outlook", "analysis:outlook", stops=True),
    Endpoint("POST", "/why-not", "analysis:why_not", PROOF, stops=True),
    Endpoint("POST", "/occurrences", "analysis:occurrences", stops=True),
    Endpoint("POST", "/superfluous", "analysis:superfluous", stops=True),
    Endpoint("POST", "/fill", "analysis:fill", PROOF, stops=True),
    Endpoint("POST", "/read", "file_making:read", most=BODY),
    Endpoint("POST", "/convert", "file_making:convert", most=BODY),
    Endpoint("POST", "/export", "file_making:export", FILES, BODY, is_file=True),
    Endpoint("POST", "/book", "file_making:book", FILES, BODY, is_file=True),
    Endpoint("POST", "/book/pages", "file_making:book_pages", FILES, BODY),
    Endpoint("POST", "/jobs", "job_making:checked_job", PROOF, status=201, stops=True, then="jobs:start"),
    Endpoint("POST", "/practice", "job_making:checked_practice", PROOF, status=201, stops=True, then="jobs:practise"),
    Endpoint("GET", "/jobs/{id}", "jobs:show", in_server=True),
    Endpoint("DELETE", "/jobs/{id}", "jobs:cancel", status=202, in_server=True),
)
OPENAPI = Endpoint("GET", "/openapi.json", "openapi:served")
