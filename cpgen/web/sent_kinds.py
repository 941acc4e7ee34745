"""Kinds of constraints that a request brings along: in use while it is answered, and nowhere else.

The server keeps none of them, so that no client sees those of another; a page keeps its own and sends them again.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import AbstractContextManager, nullcontext

from cpgen.answers.answer_base import stated
from cpgen.constraints.own_kinds import read_kind, use_kinds
from cpgen.errors import InputError
from cpgen.schema import build
from cpgen.web.drawing import tool_of
from cpgen.web.records.drawing_answers import DrawnProblem, KindsRecord
from cpgen.web.records.request_records import KindFile, KindsRequest, WithKinds


def with_kinds(files: Iterable[KindFile]) -> AbstractContextManager[None]:
    """Within the block, use the kinds of constraints in some files; raise InputError if a file is wrong."""
    return use_kinds([read_kind(one.name, one.text) for one in files])


def with_kinds_of(data: object) -> AbstractContextManager[None]:
    """Within the block, use the kinds of constraints that the data of a request bring along, if any."""
    if not isinstance(data, dict) or not data.get("kinds"):
        return nullcontext()
    return with_kinds(build(WithKinds, {"kinds": data["kinds"]}).kinds)


def kinds(request: KindsRequest) -> KindsRecord:
    """Return a drawing tool for each kind of constraint in files, and the faults of wrong files."""
    found, problems = {}, []
    for file in request.files:
        try:
            kind = read_kind(file.name, file.text)
            with use_kinds([kind]):
                found[kind.name] = tool_of(kind)
        except InputError as error:
            problems.append(DrawnProblem(**stated(error.message)))
    return KindsRecord(kinds=tuple(found.values()), problems=tuple(problems))
