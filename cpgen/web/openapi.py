"""The OpenAPI document of the endpoints."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from cpgen._version import __version__
from cpgen.answers.answer_base import Failure
from cpgen.formats.objects import object_schema
from cpgen.schema import components
from cpgen.web.endpoints import ENDPOINTS, Endpoint
from cpgen.web.records.file_answers import Download, FinishedFile, Share
from cpgen.web.records.play_answers import ExerciseRecord
from cpgen.web.records.request_records import EmptyRequest


def served(request: EmptyRequest) -> dict[str, Any]:
    """Return the OpenAPI document of the API, as the answer of its endpoint."""
    return document()


ENDING = "Record"
"""Ending of records that are named like the class of the object which they describe; left out in the document"""
DESCRIPTION = (
    "The schemas give types, bounds and names. They do not express the syntax of puzzles, layouts and patterns, or the "
    "rules for fields that exclude each other: requests are checked for these as well, and refused with status 400, or "
    "422 if there is no such puzzle, in a sentence that says what would be right."
)
FILE = (
    "A file to save. With `Accept: text/event-stream`, progress is streamed: events `progress` (Share), and at the end "
    "`file` (FinishedFile) or `failure` (Failure)."
)
LAST_EVENT = {
    "name": "Last-Event-ID",
    "in": "header",
    "description": "The number of the last event received; later events are sent.",
    "schema": {"type": "string"},
}
AFTER = {**LAST_EVENT, "name": "after", "in": "query"}
EVENTS = {
    "operationId": "get_jobs_events",
    "summary": "Stream the events of a job; a job without listeners is stopped.",
    "parameters": [{"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}, LAST_EVENT, AFTER],
    "responses": {
        "200": {"description": "Events: progress, puzzle, end.", "content": {"text/event-stream": {}}},
        "default": {"$ref": "#/components/responses/Failure"},
    },
}


@cache
def document() -> dict[str, Any]:
    """Return the OpenAPI 3.1 document of the API."""
    requests = components([one.takes for one in ENDPOINTS])
    answers = [one.gives for one in ENDPOINTS if one.gives is not Download]
    _, records = msgspec.json.schema_components(
        [*answers, ExerciseRecord, Failure, Share, FinishedFile],
        ref_template="#/components/schemas/{name}",
    )
    schemas = {name.removesuffix(ENDING): _without_endings(schema) for name, schema in records.items()}
    puzzle = {key: value for key, value in object_schema().items() if key != "$schema"}
    paths: dict[str, Any] = {"/api/jobs/{id}/events": {"get": EVENTS}}
    for one in ENDPOINTS:
        paths.setdefault(f"/api{one.path}", {})[one.method.lower()] = _operation(one, requests)
    failure = {"description": "Why the request failed.", "content": _content("Failure")}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "cpgen",
            "version": __version__,
            "summary": "Generate, rate, explain, solve, check and convert sudoku and its variants.",
            "description": DESCRIPTION,
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "paths": paths,
        "components": {"schemas": {"Puzzle": puzzle, **requests, **schemas}, "responses": {"Failure": failure}},
    }


def _without_endings(schema: Any) -> Any:
    """Return a JSON schema in which `ENDING` is removed from the names of records."""
    if isinstance(schema, dict):
        return {
            key: part.removesuffix(ENDING)
            if key in ("$ref", "title") and isinstance(part, str)
            else _without_endings(part)
            for key, part in schema.items()
        }
    return [_without_endings(part) for part in schema] if isinstance(schema, list) else schema


def _operation(one: Endpoint, requests: dict[str, Any]) -> dict[str, Any]:
    if one.method == "POST":
        takes: dict[str, Any] = {"requestBody": {"required": True, "content": _content(one.takes.__name__)}}
    else:
        record = requests[one.takes.__name__]
        takes = {
            "parameters": [
                {
                    "name": name,
                    "in": "path" if f"{{{name}}}" in one.path else "query",
                    "required": name in record["required"],
                    "schema": part,
                }
                for name, part in record["properties"].items()
            ]
        }
    if one.gives is Download:
        answer: dict[str, Any] = {"description": FILE, "content": {"*/*": {}}}
    else:
        answer = {"description": "The answer.", "content": _content(one.gives.__name__.removesuffix(ENDING))}
    return {
        "operationId": f"{one.method.lower()}{one.path.replace('/', '_').replace('_{id}', '')}",
        "summary": one.summary,
        **({} if one.in_server else {"description": _limits(one)}),
        **takes,
        "responses": {str(one.status): answer, "default": {"$ref": "#/components/responses/Failure"}},
    }


def _limits(one: Endpoint) -> str:
    size = f" to a request of at most {one.most} bytes" if one.method == "POST" else ""
    return (
        f"The answer{size} takes at most {one.seconds:g} s of work; otherwise it is a failure of the kind `too-slow`."
    )


def _content(name: str) -> dict[str, Any]:
    return {"application/json": {"schema": {"$ref": f"#/components/schemas/{name}"}}}
