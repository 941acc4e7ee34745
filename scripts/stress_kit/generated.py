"""Requests generated from the OpenAPI document: answers have a documented status, content type and shape."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote, urlencode

from jsonschema import Draft202012Validator

from stress_kit.clients import PUZZLE, STATUSES, serving
from stress_kit.trials import Fault, Trial

REQUESTS = 20
"""Number of requests of a trial"""
TEXTS = (PUZZLE, "." * 81, "1...............", "2x2", "3x3", "latin-5", "kamio-a", "cage 3: r1c1 r1c2", "x" * 81, "")
ANYTHING = (None, True, -1, 0, 7, 1.5, 2**60, "", "x", "\ud800", "\0", [], [[]], {}, {"puzzle": PUZZLE})
HEADERS = ("", "x", "7", "99999999999", "\x01", "é", "a\x0bb", "," * 50)
LARGEST = 30
"""Largest number in requests, to keep the work short"""


def generated(rng: Random, folder: Path) -> Iterator[Trial]:
    """Send requests that fit the document, and others with a wrong field, header or path."""
    with serving(folder / "errors") as client:
        document = json.loads(client.ask("GET", "/api/openapi.json")[1])
        operations = [
            (method, path, one)
            for path, methods in document["paths"].items()
            for method, one in methods.items()
            if method in ("get", "post", "delete")
        ]
        maker = Maker(document, rng)
        while True:
            faults: Trial = []
            for _ in range(REQUESTS):
                method, path, operation = rng.choice(operations)
                address, body, headers = maker.request(path, operation)
                answer = client.send(method.upper(), address, body, headers)
                what = f"{method.upper()} {address[:200]} {body[:500]!r} {headers}: {answer[:2]}"
                faults += [Fault("wrong", f"{what}: {why}") for why in _wrong(document, operation, *answer)]
            yield faults


def _wrong(document: dict[str, Any], operation: dict[str, Any], status: int, kind: str, body: bytes) -> Iterator[str]:
    """Yield what is not documented about an answer."""
    if status not in STATUSES:
        yield "an undocumented status"
    responses = operation["responses"]
    described = responses.get(str(status), document["components"]["responses"]["Failure"])["content"]
    kind = kind.partition(";")[0]
    if kind not in described and "*/*" not in described:
        yield f"an undocumented content type {kind!r}"
    elif schema := described.get(kind, {}).get("schema"):
        whole = {**schema, "components": document["components"]}
        if error := next(Draft202012Validator(whole).iter_errors(json.loads(body)), None):
            yield f"another shape: {error.message[:200]}"


class Maker:
    """Makes requests by chance from the schemas of a document."""

    def __init__(self, document: dict[str, Any], rng: Random) -> None:
        self.document, self.rng = document, rng

    def request(self, path: str, operation: dict[str, Any]) -> tuple[str, bytes, dict[str, str]]:
        """Return address, body and headers of a request."""
        rng, headers = self.rng, {}
        query: dict[str, Any] = {}
        for one in operation.get("parameters", ()):
            if one["in"] == "path":
                name = rng.choice(("x", "..", ".", "%", "\0", "é", "a/b", " ", "x" * 5000))
                path = path.replace(f"{{{one['name']}}}", quote(name, safe=""))
            elif one["in"] == "header" and rng.random() < 0.5:
                headers[one["name"]] = rng.choice(HEADERS)
            elif one["in"] == "query" and (one.get("required") or rng.random() < 0.5):
                query[one["name"]] = rng.choice((self.value(one["schema"]), *ANYTHING))
        texts = {name: str(value).encode("utf-8", "replace") for name, value in query.items()}
        address = f"{path}?{urlencode(texts)}" if query else path
        if "requestBody" not in operation:
            return address, b"", headers
        asked = self.value(operation["requestBody"]["content"]["application/json"]["schema"])
        if rng.random() < 0.4 and isinstance(asked, dict):
            asked[rng.choice([*asked, "unknown"])] = rng.choice(ANYTHING)
        body = json.dumps(asked).encode()
        return address, body[: rng.randrange(len(body))] if rng.random() < 0.05 else body, headers

    def value(self, schema: dict[str, Any]) -> Any:
        """Return a value that fits a schema, as far as schemas say."""
        rng = self.rng
        if "$ref" in schema:
            return self.value(self.document["components"]["schemas"][schema["$ref"].rpartition("/")[2]])
        if "anyOf" in schema:
            return self.value(rng.choice(schema["anyOf"]))
        if "enum" in schema:
            return rng.choice(schema["enum"])
        kinds = schema["type"] if isinstance(schema.get("type"), list) else [schema.get("type", "string")]
        least, most = schema.get("minimum", 0), min(schema.get("maximum", LARGEST), LARGEST)
        makers: dict[str, Callable[[], Any]] = {
            "integer": lambda: rng.randint(int(least), int(max(least, most))),
            "number": lambda: rng.uniform(least, max(least, min(most, 1))),
            "boolean": lambda: rng.random() < 0.5,
            "array": lambda: self._array(schema),
            "object": lambda: self._object(schema),
            "string": lambda: rng.choice(TEXTS),
            "null": lambda: None,
        }
        return makers[rng.choice(kinds)]()

    def _array(self, schema: dict[str, Any]) -> list[Any]:
        if "prefixItems" in schema:
            return [self.value(one) for one in schema["prefixItems"]]
        return [self.value(schema.get("items", {})) for _ in range(self.rng.randint(schema.get("minItems", 0), 2))]

    def _object(self, schema: dict[str, Any]) -> dict[str, Any]:
        parts, needed = schema.get("properties", {}), schema.get("required", ())
        return {name: self.value(part) for name, part in parts.items() if name in needed or self.rng.random() < 0.3}
