"""JSON that comes from elsewhere: read with a limit to everything, and told of in sentences."""

from __future__ import annotations

import json
from typing import Any

from cpgen.errors import InputError, shown


def value_of(text: str, what: str) -> Any:
    """The value that a JSON text spells; raises InputError with the place in it."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise InputError(f"{what} is not JSON: {error.msg}, at character {error.pos + 1}.") from None
    except (ValueError, RecursionError):
        raise InputError(
            f"{what} is not JSON that can be read: it is nested too deeply or has too long a number."
        ) from None


def object_of(text: str, what: str) -> dict[str, Any]:
    """The object that a JSON text spells; raises InputError when it is something else."""
    value = value_of(text, what)
    if not isinstance(value, dict):
        raise InputError(f"{what} is {shown(text, 20)}; it should be an object, in braces.")
    return value


def text_at(data: Any, key: str) -> str:
    """The text under a key, empty when there is none; raises InputError when it is no text."""
    value = data.get(key)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise InputError(f"{key!r} is {shown(json.dumps(value), 30)}; it should be a text.")
    return value.strip()


def list_at(data: Any, key: str) -> list[Any]:
    """The list under a key, empty when there is none; raises InputError when it is no list."""
    value = data.get(key)
    if value is None:
        return []
    if not isinstance(value, list):
        raise InputError(f"{key!r} is {shown(json.dumps(value), 30)}; it should be a list.")
    return value


def dumped(value: Any) -> str:
    """The value as JSON on one line, without spaces."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
