"""What does the API look like to a program? Its OpenAPI 3.1 document, from the table of endpoints."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from cpgen import formats
from cpgen._version import __version__
from cpgen.web.asked import ToMake
from cpgen.web.endpoints import ENDPOINTS, Endpoint
from cpgen.web.schemas import Schema, schema_of

HERE = Path(__file__).parent
ERROR = {"default": {"$ref": "#/components/responses/Error"}}
JOB_NAME = {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}
LAST_EVENT = {
    "name": "Last-Event-ID",
    "in": "header",
    "description": "The number of the last event that was heard; what came after it is told.",
    "schema": {"type": "string"},
}


@cache
def document() -> dict[str, Any]:
    """The whole document."""
    paths: dict[str, Any] = {}
    for one in ENDPOINTS:
        paths.setdefault(f"/api{one.path}", {})[one.method.lower()] = _operation(one)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "cpgen",
            "version": __version__,
            "summary": "Sudoku and its relatives: made, rated, explained, solved, checked and converted.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "paths": paths | _job_paths(),
        "components": {
            "schemas": components(),
            "responses": {"Error": {"description": "Why there is no answer.", "content": _json(_ref("Error"))}},
        },
    }


@cache
def components() -> dict[str, Schema]:
    """The schemas of the answers; a puzzle is described where its format is."""
    answers: dict[str, Schema] = json.loads((HERE / "answers.json").read_text(encoding="utf-8"))
    puzzle = json.loads((Path(formats.__file__).parent / "schema.json").read_text(encoding="utf-8"))
    del puzzle["$schema"]
    return {"Puzzle": puzzle, **answers}


def _operation(one: Endpoint) -> dict[str, Any]:
    return {
        "operationId": one.path.strip("/").replace("/", "_"),
        "summary": one.summary,
        **(_parameters(one.takes) if one.method == "GET" else _body(one.takes)),
        "responses": {"200": _answer(one), **ERROR},
    }


def _parameters(kind: type) -> dict[str, Any]:
    schema = schema_of(kind)
    return {
        "parameters": [
            {"name": name, "in": "query", "required": name in schema["required"], "schema": part}
            for name, part in schema["properties"].items()
        ]
    }


def _body(kind: type) -> dict[str, Any]:
    return {"requestBody": {"required": True, "content": _json(schema_of(kind))}}


def _answer(one: Endpoint) -> dict[str, Any]:
    if one.gives:
        return {"description": "The answer.", "content": _json(_ref(one.gives))}
    return {"description": "A file to keep.", "content": {"*/*": {}}}


def _job_paths() -> dict[str, Any]:
    job = {"description": "The job.", "content": _json(_ref("Job"))}
    events = {"description": "Events: progress, puzzle, end.", "content": {"text/event-stream": {}}}
    return {
        "/api/jobs": {
            "post": {
                "operationId": "begin_job",
                "summary": "Begins to make puzzles.",
                **_body(ToMake),
                "responses": {"201": job, **ERROR},
            }
        },
        "/api/jobs/{id}": {
            "parameters": [JOB_NAME],
            "get": {"operationId": "show_job", "summary": "How far a job is.", "responses": {"200": job, **ERROR}},
            "delete": {"operationId": "cancel_job", "summary": "Ends a job.", "responses": {"202": job, **ERROR}},
        },
        "/api/jobs/{id}/events": {
            "parameters": [JOB_NAME, LAST_EVENT],
            "get": {
                "operationId": "hear_job",
                "summary": "What a job tells, as server-sent events; a job that nobody listens to is stopped.",
                "responses": {"200": events, **ERROR},
            },
        },
    }


def _json(schema: Schema) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}


def _ref(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}
