"""The OpenAPI document is right: requests and answers agree with it, and other requests are refused."""

from __future__ import annotations

import json
import re
import runpy
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from cpgen.web.openapi import document
from tests.cli.running import LEFT
from tests.web.running import Studio

DOCUMENT = document()
OPERATIONS = [
    (method, path)
    for path, methods in DOCUMENT["paths"].items()
    for method in ("get", "post")
    if method in methods and "{" not in path and path not in ("/api/jobs", "/api/practice", "/api/choices")
]
LAST = "4839216579673458212518764935481329767295641381367982453726895148.42537.9695..738."
"""A puzzle with few open cells, which is quick to answer"""
TEXTS = st.one_of(
    st.sampled_from([LAST, "1...............", "3x3", "latin-5", "x" * 81, "heart"]), st.text(max_size=20)
)
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=5,
)
LARGEST = 30
"""Largest number in requests, to keep the work short"""


PARTS = {"components": DOCUMENT["components"]}
"""What references in schemas point to"""


def valid(schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Return a strategy for values that fit a schema."""
    if "$ref" in schema:
        return valid(DOCUMENT["components"]["schemas"][schema["$ref"].rpartition("/")[2]])
    if "anyOf" in schema:
        return st.one_of(*map(valid, schema["anyOf"]))
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    return st.one_of(*(of_kind(kind, schema) for kind in kinds))


def of_kind(kind: str, schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    least, most = schema.get("minimum", 0), min(schema.get("maximum", LARGEST), LARGEST)
    if kind == "integer":
        return st.integers(least, most)
    if kind == "number":
        return st.floats(least, min(most, 1))
    if kind == "string":
        return TEXTS.filter(lambda text: schema.get("minLength", 0) <= len(text) <= schema.get("maxLength", len(text)))
    if "prefixItems" in schema:
        return st.tuples(*map(valid, schema["prefixItems"])).map(list)
    if kind == "array":
        return st.lists(valid(schema["items"]), min_size=schema.get("minItems", 0), max_size=2)
    if kind == "object":
        return objects(schema)
    return st.booleans() if kind == "boolean" else st.none()


def objects(schema: dict[str, Any]) -> st.SearchStrategy[dict[str, Any]]:
    parts = {name: valid(part) for name, part in schema.get("properties", {}).items()}
    if not parts:
        return st.fixed_dictionaries(
            {"puzzle": TEXTS}, optional={"layout": TEXTS, "solution": TEXTS, "marks": ANYTHING}
        )
    needed = {name: parts.pop(name) for name in schema["required"]}
    return st.fixed_dictionaries(needed, optional=parts)


def asked_schema(operation: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of an operation's body or query parameters."""
    if "requestBody" in operation:
        reference = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"]
        return DOCUMENT["components"]["schemas"][reference.rpartition("/")[2]]
    return {
        "type": "object",
        "properties": {one["name"]: one["schema"] for one in operation["parameters"]},
        "required": [one["name"] for one in operation["parameters"] if one["required"]],
    }


@cache
def requests(method: str, path: str) -> st.SearchStrategy[Any]:
    """Return a strategy for valid requests of an operation."""
    return valid(asked_schema(DOCUMENT["paths"][path][method]))


def fits(data: Any, reference: str) -> None:
    schema = {"$ref": f"#/components/schemas/{reference}", **PARTS}
    Draft202012Validator(schema).validate(data)


def ask(server: Studio, method: str, path: str, asked: Any) -> Any:
    if method == "get":
        texts = {name: value for name, value in asked.items() if value is not None}
        return server.get(path, **{name: str(value).encode("utf-8", "replace") for name, value in texts.items()})
    return server.http.post(path, content=json.dumps(asked), headers={"content-type": "application/json"})


def require_truth(answer: Any, operation: dict[str, Any]) -> None:
    """Assert that an answer has the documented shape or is a documented error."""
    assert answer.status_code in (200, 400, 422), answer.text
    content = operation["responses"]["200"]["content"]
    if answer.status_code != 200:
        fits(answer.json(), "Failure")
    elif "application/json" in content:
        fits(answer.json(), content["application/json"]["schema"]["$ref"].rpartition("/")[2])


@pytest.mark.parametrize(("method", "path"), OPERATIONS)
@settings(max_examples=25)
@given(data=st.data())
def test_requests_as_described_are_answered_as_described(server: Studio, method, path, data):
    operation = DOCUMENT["paths"][path][method]
    asked = data.draw(requests(method, path))
    require_truth(ask(server, method, path, asked), operation)


@settings(max_examples=12)
@given(data=st.data())
def test_other_requests_are_refused(server: Studio, data):
    for method, path in [one for one in OPERATIONS if one[0] == "post"]:
        operation = DOCUMENT["paths"][path][method]
        schema = asked_schema(operation)
        asked = data.draw(requests(method, path))
        name = data.draw(st.sampled_from([*schema["properties"], "unknown"]))
        wrong = {**asked, name: data.draw(ANYTHING)}
        answer = ask(server, method, path, wrong)
        require_truth(answer, operation)
        if not Draft202012Validator({**schema, **PARTS}).is_valid(json.loads(json.dumps(wrong))):
            assert answer.status_code == 400 or answer.json().get("kind") == "input"


@settings(max_examples=60)
@given(asked=ANYTHING)
def test_a_nonsensical_job_is_not_started(server: Studio, asked):
    assert ask(server, "post", "/api/jobs", {"count": asked, "needs": asked}).status_code == 400


def test_the_document_is_complete_and_served(server: Studio):
    served = server.get("/api/openapi.json").json()
    assert served == json.loads(json.dumps(DOCUMENT))
    assert served["openapi"].startswith("3.1")
    for reference in re.findall(r'"\$ref": "#/([^"]+)"', json.dumps(served)):
        place = served
        for name in reference.split("/"):
            place = place[name]
        assert place
    names = [
        one["operationId"] for methods in served["paths"].values() for one in methods.values() if "responses" in one
    ]
    assert len(names) == len(set(names))
    for schema in served["components"]["schemas"].values():
        Draft202012Validator.check_schema(schema)
    assert all(one["summary"] for methods in served["paths"].values() for one in methods.values() if "responses" in one)


def test_answers_have_the_described_shape(server: Studio):
    fits(server.get("/api/choices").json(), "Choices")
    fits(server.post("/api/explain", puzzle=LEFT).json(), "Explained")
    fits(server.post("/api/hint", puzzle=LEFT).json(), "Hint")
    fits(server.post("/api/find", puzzle=LEFT, technique="grouped-aic").json(), "Found")
    job = server.begin(layout="2x3", pattern="6x6-wave", count=2)
    fits(job, "JobStatus")
    server.end(job)
    fits(server.get(f"/api/jobs/{job['id']}").json(), "JobStatus")


def test_names_bounds_and_spans_are_described():
    job = DOCUMENT["components"]["schemas"]["JobRequest"]
    described = Draft202012Validator({**job, **PARTS})
    good = {"level": "3..", "steps": " 30..40 ", "score": [None, 9], "count": 2.0, "typical": 0.9, "only": ""}
    assert described.is_valid(good)
    bad = {"level": "3...", "steps": "x", "score": -1, "count": 2.5, "typical": 1, "only": "x", "oracle": "os:system"}
    for name, value in {**bad, "model": "/etc/passwd", "hardest": "Swordfish", "ladder": "4x4"}.items():
        assert not described.is_valid({name: value}), name


@pytest.mark.parametrize("name", ["method", "symmetry", "model", "ladder", "oracle", "generation", "grade", "level"])
def test_what_is_left_empty_has_its_default(server: Studio, name):
    assert Draft202012Validator({**DOCUMENT["components"]["schemas"]["JobRequest"], **PARTS}).is_valid({name: ""})
    answer = server.post("/api/pattern/check", layout="2x3", pattern="6x6-wave", **{name: ""})
    assert (answer.status_code, answer.json()["sentence"]) == (200, "")


def test_a_number_with_a_point_is_whole_where_json_takes_it_so(server: Studio):
    body = b'{"layout": "2x3", "pattern": "6x6-wave", "count": 2.0, "seed": 1e3}'
    answer = server.http.post("/api/pattern/check", content=body, headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()["sentence"]) == (200, "")


def test_a_refused_method_is_answered_with_those_that_are_not(server: Studio):
    allowed = {"/api/rate": {"POST"}, "/api/jobs/x": {"GET", "HEAD", "DELETE"}, "/": {"GET", "HEAD"}}
    for path, methods in allowed.items():
        answer = server.http.put(path)
        assert (answer.status_code, set(answer.headers["allow"].split(", "))) == (405, methods)


def test_addresses_that_are_not_described_are_not_there(server: Studio):
    assert server.get("/api/rate").status_code == 405
    assert server.get("/api/nothing").status_code == 404
    assert server.get("/api").status_code in (404, 307)


def test_types_of_the_pages_are_up_to_date():
    script = runpy.run_path(str(Path(__file__).parents[2] / "scripts" / "write_page_types.py"))
    assert script["FILE"].read_text(encoding="utf-8") == script["text"](), "run scripts/write_page_types"
