"""Checked access to JSON objects of puzzles, and errors that their readers share."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from itertools import chain
from typing import Any

from cpgen.errors import InputError
from cpgen.files import SURROGATE
from cpgen.messages import Message, shown

PUZZLE_COLUMNS = ("puzzle", "puzzles", "quiz", "quizzes", "board", "initial_board", "sudoku", "givens")
"""Names of the column that holds the puzzles of a table"""
ESCAPED_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


def json_value(text: str) -> Any:
    """Parse JSON, with lone surrogates in its texts replaced.

    Raises ValueError, or RecursionError if nested too deeply.
    """
    value = json.loads(text)
    return _with_whole_characters(value) if ESCAPED_SURROGATE.search(text) else value


def _with_whole_characters(value: Any) -> Any:
    match value:
        case str():
            return SURROGATE.sub("\N{REPLACEMENT CHARACTER}", value)
        case list():
            return [_with_whole_characters(one) for one in value]
        case dict():
            return {_with_whole_characters(key): _with_whole_characters(one) for key, one in value.items()}
    return value


def json_object(text: str, what: str) -> dict[str, Any]:
    """Parse a JSON text that must be an object; raise InputError, in which `what` names the text, if it is not one."""
    try:
        value = json_value(text)
    except json.JSONDecodeError as error:
        raise InputError(Message("no-json", what=what, error=error.msg, place=error.pos + 1)) from None
    except (ValueError, RecursionError):
        raise InputError(Message("deep-json", what=what)) from None
    if not isinstance(value, dict):
        raise InputError(Message("json-no-object", what=what, text=shown(text, 20)))
    return value


def text_at(data: Any, key: str) -> str:
    """Return the text under a key of an object, stripped, "" if there is none; raise InputError for another value."""
    value = data.get(key)
    if not isinstance(value, str | None):
        raise _wrong(key, value, Message("text"))
    return (value or "").strip()


def whole_at(data: Any, key: str, default: int) -> int:
    """Return the whole number under a key of an object, or the default without one.

    Raises InputError for another value.
    """
    value = data.get(key, default)
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise _wrong(key, value, Message("whole-number"))
    return value


def list_at(data: Any, key: str) -> list[Any]:
    """Return the list under a key of an object, [] if there is none; raise InputError for another value."""
    value = data.get(key)
    if not isinstance(value, list | None):
        raise _wrong(key, value, Message("list"))
    return value or []


def objects_at(data: Any, key: str) -> list[dict[str, Any]]:
    """Return the list of objects under a key of an object, [] if there is none; raise InputError for another value."""
    objects = list_at(data, key)
    if not all(isinstance(value, dict) for value in objects):
        raise InputError(Message("key-objects", name=repr(key)))
    return objects


def _wrong(key: str, value: Any, right: Message) -> InputError:
    return InputError(Message("key-should-be", name=repr(key), value=shown(json.dumps(value), 30), right=right))


def grid_at(data: Any, key: str, size: int) -> list[Any]:
    """Return n rows of n cells under a key of an object, as one list of n² cells.

    Raises InputError for another value.
    """
    rows = list_at(data, key)
    if len(rows) != size or not all(isinstance(row, list) and len(row) == size for row in rows):
        raise InputError(Message("key-rows", name=repr(key), side=size))
    return list(chain.from_iterable(rows))


def grid_rows(cells: Sequence[Any], size: int) -> list[list[Any]]:
    """Split n² cells into n rows."""
    return [list(cells[start : start + size]) for start in range(0, len(cells), size)]


def cells_of(pairs: Any, size: int, wrong: str) -> list[int]:
    """Convert pairs of row and column, from 0, to cells; raise InputError with the message `wrong` for other values."""
    cells = []
    for pair in pairs if isinstance(pairs, list) else [None]:
        row, column = pair if isinstance(pair, list) and len(pair) == 2 else (None, None)
        if not (isinstance(row, int) and isinstance(column, int) and 0 <= row < size and 0 <= column < size):
            raise InputError(Message(wrong))
        cells.append(row * size + column)
    return cells


def unsupported(*names: str) -> InputError:
    """Return an error that says that cpgen lacks the constraints with these names."""
    if len(names) == 1:
        return InputError(Message("constraint", constraint=names[0]))
    return InputError(Message("constraint-several", names=names))


def short_link(text: str) -> InputError:
    """Return an error about an address that names a puzzle on a site instead of containing it."""
    return InputError(Message("short-link", text=shown(text)))


def compact_json(value: Any) -> str:
    """Return the value as JSON without spaces."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
