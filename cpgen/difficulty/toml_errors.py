"""Tables of a TOML file with checked access: each error names the offending key and, where known, its line."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import Any, TypeVar

from cpgen.errors import InputError
from cpgen.files import parse_toml
from cpgen.suggestions import one_of

T = TypeVar("T")
KeyPath = tuple[str | int, ...]
"""Keys and list indices (from 0) that lead to a value"""

SHOWN = 40
"""Characters of a wrong value that an error message quotes"""
TOKEN = re.compile(
    r"#[^\n]*|\"\"\".*?\"\"\"|'''.*?'''|\"(?:\\.|[^\"\\\n])*\"|'[^'\n]*'"
    r"|^[ \t]*\[{1,2}[^\[\]\n]+\]{1,2}(?=[ \t]*(?:#|$))|[\[\]{}=,]|[^\s\[\]{}=,#\"']+",
    re.MULTILINE | re.DOTALL,
)
"""Tokens of TOML, for finding the line of a value: comments, strings, headings, brackets, bare words"""


class TomlError(InputError):
    """Error at a key of a TOML file, which the message names."""

    def __init__(self, path: KeyPath, sentence: object) -> None:
        super().__init__(str(sentence))
        self.path = path


def read_toml(what: str, text: str, read: Callable[[dict[str, Any]], T]) -> T:
    """Parse a TOML text, and return the result of `read` for its contents.

    Raises:
        InputError: The text is not valid TOML, or `read` rejects it; the message begins with `what` and the line.
    """
    try:
        return read(parse_toml(text))
    except TomlError as error:
        line = line_of(text, error.path)
        raise InputError(f"{what}{f', line {line}' if line else ''}: {error}") from error
    except InputError as error:
        raise InputError(f"{what}: {error}") from error
    except (ValueError, RecursionError) as error:
        raise InputError(f"{what} is not valid TOML: {error}.") from error


def line_of(text: str, path: KeyPath) -> int:
    r"""Return the line, from 1, of the value at a path of keys, else of the innermost table around it; 0 without any.

    >>> line_of("title = 'a'\nrungs = [\n  { score = 4 },\n  { score = -1 },\n]", ("rungs", 1, "score"))
    4
    """
    lines = _lines_of_values(text)
    return next((lines[path[:end]] for end in range(len(path), 0, -1) if path[:end] in lines), 0)


def _lines_of_values(text: str) -> dict[KeyPath, int]:
    """Return the line of every value in a TOML text, by its path of keys.

    `tomllib` keeps no positions, so the text is scanned again. The state of the scan is the current table, a stack of
    open brackets with the path of each, and the number of elements seen so far in each list.
    """
    lines: dict[KeyPath, int] = {}
    seen: Counter[KeyPath] = Counter()
    table: KeyPath = ()
    inside: list[tuple[str, KeyPath]] = []
    value: KeyPath = ()
    word = ""
    for match in TOKEN.finditer(text):
        token, line = match[0].strip(), 1 + text.count("\n", 0, match.start())
        if token[0] == "[" != token and not inside:  # a heading: [name], or [[name]] for the next table of a list
            name = tuple(token.strip("[] ").split("."))
            table = value = (*name, seen[name]) if token.startswith("[[") else name
            seen[name] += 1
            lines.setdefault(value, line)
        elif token in "[{":
            if inside and inside[-1][0] == "[":
                outer = inside[-1][1]
                value = (*outer, seen[outer])
                seen[outer] += 1
                lines.setdefault(value, line)
            inside.append((token, value))
        elif token in "]}" and inside:
            inside.pop()
        elif token == "=":
            value = (*(inside[-1][1] if inside else table), word.strip("\"'"))
            lines.setdefault(value, line)
        else:
            word = token
    return lines


class TomlTable:
    """A table of a TOML file, with checked access to its keys.

    Args:
        what: Name of the table in messages, as in `the ladder`.
        data: The parsed value, which must be a dict.
        known: The keys that the table may have.
        path: Keys that lead to the table in the file.
    """

    def __init__(self, what: str, data: object, known: tuple[str, ...], path: KeyPath = ()) -> None:
        self.what, self.path = what, path
        if not isinstance(data, dict):
            raise TomlError(path, f"{what} must be a table with {', '.join(known)}, but is {repr(data)[:SHOWN]}.")
        self.data = data
        for key in data:
            if key not in known:
                raise self.error(key, one_of(known, key, f"a key of {what}"))

    def __contains__(self, key: str) -> bool:
        return key in self.data

    def error(self, key: str, sentence: object) -> TomlError:
        """Return an error with this sentence about a key of the table."""
        return TomlError((*self.path, key), sentence)

    def invalid(self, key: str, expected: str, value: object) -> TomlError:
        """Return the error about a wrong value of a key.

        `expected` says what would be right, as in `a number from 1`.
        """
        return self.error(key, f"{self.name_of(key)} must be {expected}, but is {repr(value)[:SHOWN]}.")

    def name_of(self, key: str) -> str:
        """Return a key together with the name of its table, as in `'sd' of the steps of grade 'hard'`."""
        return f"{key!r} of {self.what}"

    def get(self, key: str, expected: str, default: object = None) -> Any:
        """Return the value of a key; without a default, a missing key is an error that says what is `expected`."""
        value = self.data.get(key, default)
        if value is None:
            raise self.error(key, f"{self.name_of(key)} is missing; it is {expected}.")
        return value

    def text(self, key: str, default: str | None = None) -> str:
        """Return the string at a key, stripped; an empty one is allowed only if the default is empty."""
        value = self.get(key, "a text", default)
        if not isinstance(value, str) or (default != "" and not value.strip()):
            raise self.invalid(key, "a text in quotes", value)
        return value.strip()

    def choice(self, key: str, words: tuple[str, ...]) -> str:
        """Return the value of a key, which must be one of the words; the first word is the default."""
        value = self.text(key, words[0])
        if value not in words:
            raise self.error(key, one_of(words, value, f"a value for {self.name_of(key)}"))
        return value

    def number(self, key: str, expected: str, accept: Callable[[float], bool], default: float | None = None) -> float:
        """Return the number at a key, or the default.

        Raises an error with `expected` unless `accept` returns True for it.
        """
        value = self.get(key, expected, default)
        if isinstance(value, bool) or not isinstance(value, int | float) or not accept(value):
            raise self.invalid(key, expected, value)
        return float(value)

    def whole(self, key: str, default: int | None, least: int, most: int) -> int:
        """Return the integer at a key, or the default; raise an error unless it is from `least` to `most`."""
        expected = f"a whole number from {least} to {most}"
        value = self.get(key, expected, default)
        self.number(key, expected, lambda number: isinstance(value, int) and least <= number <= most, default)
        return int(value)

    def tables(self, key: str, what: str, known: tuple[str, ...], default: object = None) -> list[TomlTable]:
        """Return the tables in the list at a key.

        Args:
            key: The key.
            what: Name of each table in messages, which add its number, from 1.
            known: The keys that each table may have.
            default: The list to use if the key is missing; None if it must be there.
        """
        expected = f"a list of tables with {', '.join(known)}"
        value = self.get(key, expected, default)
        if not isinstance(value, list):
            raise self.invalid(key, expected, value)
        return [
            TomlTable(f"{what} {number}", entry, known, (*self.path, key, number - 1))
            for number, entry in enumerate(value, 1)
        ]
