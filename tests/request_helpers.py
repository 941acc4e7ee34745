"""Requests for puzzles, from the parts that tests have at hand, and a clock that counts instead of measuring."""

from collections.abc import Mapping
from itertools import count
from typing import Any

from cpgen.difficulty import Target
from cpgen.digging.dig_request import DigRequest, resolve_dig
from cpgen.digging.dig_spec import DigSpec
from cpgen.layout import Layout
from cpgen.pattern import Pattern
from cpgen.requests.clock import Clock
from cpgen.requests.generate_spec import GenerateSpec
from cpgen.requests.generation_request import Request, resolve
from cpgen.schema import build

Drawn = Pattern | tuple[int, str]
"""A pattern, or how many clues random ones have and with which symmetry"""


def request_of(layout: Layout, pattern: Drawn, target: Target, method: Any = None, **more: Any) -> Request:
    """The request for a target; `method` has fields of it, and `more` the model where it is not the layout's own."""
    drawn = {"pattern": pattern} if isinstance(pattern, Pattern) else {"clues": pattern[0], "symmetry": pattern[1]}
    wishes = {name: getattr(target, name) for name in ("grade", "level", "steps", "needs", "without", "typical")}
    return asked(layout=layout, **drawn, **wishes, **(method or {}), **more)


def asked(fields: Mapping[str, Any] | None = None, **more: Any) -> Request:
    """The request for puzzles to generate, from the fields of its spec."""
    return resolve(build(GenerateSpec, {**(fields or {}), **more}))


def asked_to_dig(fields: Mapping[str, Any] | None = None, **more: Any) -> DigRequest:
    """The request for puzzles to dig, from the fields of its spec."""
    return resolve_dig(build(DigSpec, {**(fields or {}), **more}))


def method_of(generation: str, replacement: str, oracle: str, until_match: bool = True) -> dict[str, Any]:
    """The fields of a method."""
    named = {"generation": generation, "replacement": replacement, "oracle": oracle}
    return named | {"method": "fast" if until_match else "paper"}


def clock_of(checks: int) -> Clock:
    """A clock that ends the work when it has been looked at so often, however long that takes."""
    looks = count(1)
    return Clock(stop=lambda: next(looks) > checks)
