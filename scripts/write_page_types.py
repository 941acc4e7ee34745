"""Writes cpgen/web/static/records.d.ts from the OpenAPI document: the types of requests and answers."""

import json
from pathlib import Path
from textwrap import fill
from typing import Any

from cpgen.web.openapi import document

FILE = Path(__file__).parent.parent / "cpgen" / "web" / "static" / "records.d.ts"
HEAD = "// The records in cpgen/web/records/ and cpgen/answers/, written by `scripts/write_page_types`.\n"
WIDTH = 118
MOST_WORDS = 10
"""Length of the longest list of words that is written out; longer ones are names of techniques, models …"""
JSON = "application/json"
SIMPLE = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def text() -> str:
    """Return the text of the file."""
    records = document()["components"]["schemas"]
    declarations = [_declaration(name, schema) for name, schema in records.items()]
    return HEAD + "".join((*declarations, _answers("get"), _answers("post")))


def _answers(method: str) -> str:
    """Declare the records that answer requests of a method, by the path below /api."""
    lines = []
    for path, methods in document()["paths"].items():
        answers = [
            answer["content"][JSON]["schema"]
            for status, answer in methods.get(method, {}).get("responses", {}).items()
            if status.startswith("2") and JSON in answer["content"]
        ]
        name = path.removeprefix("/api/")
        key = f"[path: `{name.replace('{', '${').replace('id', 'string')}`]" if "{" in name else f'"{name}"'
        lines += [f"  {key}: {_type(schema)};\n" for schema in answers]
    return f"\nexport interface {method.capitalize()}Answers {{\n{''.join(lines)}}}\n"


def _declaration(name: str, schema: dict[str, Any]) -> str:
    if "properties" not in schema:
        return f"\n{_comment(schema)}export type {name} = {_type(schema)};\n"
    required = set(schema.get("required", ()))
    if not name.endswith("Request"):  # answers have the fields with a default, too
        required |= {key for key, field in schema["properties"].items() if "default" in field}
    lines = [
        _comment(field, "  ") + f"  {key}{'' if key in required else '?'}: {_type(field)};\n"
        for key, field in schema["properties"].items()
    ]
    return f"\n{_comment(schema)}export interface {name} {{\n{''.join(lines)}}}\n"


def _comment(schema: dict[str, Any], indent: str = "") -> str:
    if "description" not in schema:
        return ""
    line = f"{indent}/** {schema['description']} */"
    return fill(line, WIDTH, subsequent_indent=f"{indent} * ", break_long_words=False) + "\n"


def _type(schema: dict[str, Any]) -> str:
    """Return the TypeScript type of a JSON schema."""
    if "$ref" in schema:
        return schema["$ref"].rpartition("/")[2]
    if "anyOf" in schema:
        return " | ".join(map(_type, schema["anyOf"]))
    if "enum" in schema:
        return " | ".join(map(json.dumps, schema["enum"])) if len(schema["enum"]) <= MOST_WORDS else "string"
    kinds = schema.get("type", "any")
    return " | ".join(_type_of_kind(kind, schema) for kind in ([kinds] if isinstance(kinds, str) else kinds))


def _type_of_kind(kind: str, schema: dict[str, Any]) -> str:
    """Return the TypeScript type of one of the JSON types that a schema allows."""
    if "prefixItems" in schema:
        return f"[{', '.join(map(_type, schema['prefixItems']))}]"
    if kind == "array":
        item = _type(schema.get("items", {}))
        return f"({item})[]" if "|" in item else f"{item}[]"
    if kind == "object":
        values = schema.get("additionalProperties", {})
        return f"Record<string, {_type(values) if isinstance(values, dict) else 'any'}>"
    return SIMPLE.get(kind, "any")


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
