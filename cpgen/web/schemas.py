"""What may a request hold? Frozen dataclasses say it once: for the checks and for the OpenAPI document."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import cache
from math import isfinite
from typing import Annotated, Any, TypeVar, get_args, get_origin, get_type_hints

from cpgen.errors import InputError, counted, shown

T = TypeVar("T")
Schema = dict[str, Any]

NAMES = {
    "string": "a text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "array": "a list",
    "object": "an object, in braces",
    "null": "nothing",
}
PLAIN = {str: "string", int: "integer", float: "number", bool: "boolean"}


class RequestError(InputError):
    """A part of a request is wrong; `where` names it, as in `method.oracle`."""

    def __init__(self, where: str, what: str) -> None:
        super().__init__(f"{where or 'The request'} {what}.")
        self.where = where


@dataclass(frozen=True)
class About:
    """What a schema says of a value besides its type; `least` and `most` bound a number, or a length."""

    text: str
    least: float | None = None
    most: float | None = None
    among: tuple[str, ...] = ()
    example: Any = None


@cache
def schema_of(kind: Any) -> Schema:
    """The JSON schema of a type: a dataclass, a plain type, a tuple of one, a mapping, each perhaps annotated."""
    if get_origin(kind) is Annotated:
        bare, about = get_args(kind)
        return _described(schema_of(bare), about)
    if is_dataclass(kind):
        return _object_schema(kind)
    if get_origin(kind) is tuple:
        return {"type": "array", "items": schema_of(get_args(kind)[0])}
    if get_origin(kind) in (Mapping, dict):
        return {"type": "object"}
    if type(None) in get_args(kind):
        inner = schema_of(get_args(kind)[0])
        return {**inner, "type": [inner["type"], "null"]}
    return {"type": PLAIN[kind]}


def _object_schema(kind: Any) -> Schema:
    hints = get_type_hints(kind, include_extras=True)
    properties = {}
    for one in fields(kind):
        properties[one.name] = dict(schema_of(hints[one.name]))
        if one.default is not MISSING and not is_dataclass(one.default):
            properties[one.name]["default"] = one.default
    required = [one.name for one in fields(kind) if one.default is MISSING]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def _described(schema: Schema, about: About) -> Schema:
    kinds = schema["type"]
    sized = {"string": ("minLength", "maxLength"), "array": ("minItems", "maxItems")}
    least, most = sized.get(kinds if isinstance(kinds, str) else kinds[0], ("minimum", "maximum"))
    told = {
        "description": about.text,
        least: about.least,
        most: about.most,
        "enum": list(about.among),
        "examples": [about.example] if about.example is not None else None,
    }
    return {**schema, **{key: value for key, value in told.items() if value not in (None, [])}}


def read(kind: Callable[..., T], data: Any) -> T:
    """The dataclass that JSON data spells; raises RequestError naming the part that does not fit the schema."""
    require(schema_of(kind), data, "")
    built: T = _built(kind, data)
    return built


def read_query(kind: Callable[..., T], query: Mapping[str, str]) -> T:
    """The dataclass that the texts of an address's query spell; raises RequestError."""
    properties = schema_of(kind)["properties"]
    return read(kind, {name: _from_text(text, properties.get(name, {})) for name, text in query.items()})


def _from_text(text: str, schema: Schema) -> Any:
    if "string" in kinds_of(schema) or len(text) > 30:
        return text
    try:
        return json.loads(text)
    except ValueError:
        return text


def _built(kind: Any, data: Any) -> Any:
    if get_origin(kind) is Annotated:
        return _built(get_args(kind)[0], data)
    if is_dataclass(kind):
        hints = get_type_hints(kind, include_extras=True)
        return kind(**{name: _built(hints[name], value) for name, value in data.items()})  # type: ignore[operator]
    if get_origin(kind) is tuple:
        return tuple(_built(get_args(kind)[0], value) for value in data)
    return data


def kinds_of(schema: Schema) -> list[str]:
    """The types that a schema allows; all when it says nothing."""
    kinds = schema.get("type", list(NAMES))
    return [kinds] if isinstance(kinds, str) else kinds


def require(schema: Schema, value: Any, where: str) -> None:
    """Raises RequestError unless the value fits the schema, of which all that `schema_of` writes is understood."""
    kinds = kinds_of(schema)
    if not any(_is_a(value, kind) for kind in kinds):
        wanted = " or ".join(NAMES[kind] for kind in kinds)
        seen = value if isinstance(value, str) else json.dumps(value)
        raise RequestError(where, f"is {shown(seen, 30)}; it should be {wanted}")
    if "enum" in schema and value not in schema["enum"]:
        raise RequestError(where, f"is {shown(value)}; it should be one of {', '.join(schema['enum'])}")
    if isinstance(value, str | list):
        _require_length(schema, value, where)
    elif isinstance(value, dict):
        _require_properties(schema, value, where)
    elif isinstance(value, int | float):
        _require_range(schema, value, where)


def _is_a(value: Any, kind: str) -> bool:
    if kind == "null":
        return value is None
    if kind in ("integer", "number"):
        whole = isinstance(value, int) and not isinstance(value, bool)
        return whole or (kind == "number" and isinstance(value, float) and isfinite(value))
    return isinstance(value, {"string": str, "boolean": bool, "array": list, "object": dict}[kind])


def _require_length(schema: Schema, value: str | list[Any], where: str) -> None:
    noun, ends = ("character", "Length") if isinstance(value, str) else ("item", "Items")
    if not schema.get(f"min{ends}", 0) <= len(value) <= schema.get(f"max{ends}", len(value)):
        span = f"from {schema.get(f'min{ends}', 0)} to {schema.get(f'max{ends}', 'any number')}"
        raise RequestError(where, f"has {counted(len(value), noun)}; it should have {span}")
    if isinstance(value, list):
        for place, item in enumerate(value):
            require(schema.get("items", {}), item, f"{where}[{place}]")


def _require_properties(schema: Schema, value: dict[str, Any], where: str) -> None:
    properties = schema.get("properties", {})
    missing = [name for name in schema.get("required", ()) if name not in value]
    if missing:
        raise RequestError(where, f"has no {missing[0]!r}, which is needed")
    for name, part in value.items():
        if name in properties:
            require(properties[name], part, f"{where}.{name}" if where else name)
        elif schema.get("additionalProperties") is False:
            raise RequestError(where, f"has {shown(name)}, which is not known; known are {', '.join(properties)}")


def _require_range(schema: Schema, value: float, where: str) -> None:
    least, most = schema.get("minimum"), schema.get("maximum")
    if (least is not None and value < least) or (most is not None and value > most):
        raise RequestError(where, f"is {shown(str(value))}; it should be from {least} to {most}")
