"""Checked access to the JSON objects of puzzles, and the errors that their readers share."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import chain
from typing import Any

from cpgen.errors import InputError, shown


def json_object(text: str, what: str) -> dict[str, Any]:
    """Parse a JSON text that must be an object; raise InputError, naming the fault, if it is wrong."""
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        raise InputError(f"{what} is not JSON: {error.msg}, at character {error.pos + 1}.") from None
    except (ValueError, RecursionError):
        raise InputError(
            f"{what} is not JSON that can be read: too deeply nested, or with too long a number."
        ) from None
    if not isinstance(value, dict):
        raise InputError(f"{what} is {shown(text, 20)}; it should be an object, in braces.")
    return value


def text_at(data: Any, key: str) -> str:
    """Return the text under a key, stripped, or "" if there is none; raise InputError if it is not a text."""
    value = data.get(key)
    if not isinstance(value, str | None):
        raise _wrong(key, value, "a text")
    return (value or "").strip()


def whole_at(data: Any, key: str, default: int) -> int:
    """Return the number from 0 under a key, or the default if there is none; raise InputError for anything else."""
    value = data.get(key, default)
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise _wrong(key, value, "a whole number")
    return value


def list_at(data: Any, key: str) -> list[Any]:
    """Return the list under a key, or [] if there is none; raise InputError if it is not a list."""
    value = data.get(key)
    if not isinstance(value, list | None):
        raise _wrong(key, value, "a list")
    return value or []


def _wrong(key: str, value: Any, right: str) -> InputError:
    return InputError(f"{key!r} is {shown(json.dumps(value), 30)}; it should be {right}.")


def grid_at(data: Any, key: str, size: int) -> list[Any]:
    """Return the n² cells of the list of rows under a key; raise InputError unless there are n rows of n cells."""
    rows = list_at(data, key)
    if len(rows) != size or not all(isinstance(row, list) and len(row) == size for row in rows):
        raise InputError(f"{key!r} should have {size} rows of {size} cells.")
    return list(chain.from_iterable(rows))


def grid_rows(cells: Sequence[Any], size: int) -> list[list[Any]]:
    """Split n² cells into n rows."""
    return [list(cells[start : start + size]) for start in range(0, len(cells), size)]


def unsupported(what: str) -> InputError:
    """Return the error for a constraint that cpgen does not have."""
    return InputError(f"The puzzle has {what}, a constraint that cpgen's boards do not have.")


def short_link(text: str) -> InputError:
    """Return the error for an address without the puzzle."""
    return InputError(f"{shown(text)} is a short link, which only its site can resolve; give the whole link.")


def compact_json(value: Any) -> str:
    """Return the value as JSON on one line, without spaces."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
