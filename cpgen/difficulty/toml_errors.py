"""The parts of a file in TOML, each with a check of its values; what is wrong is told with the line it is in."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Callable
from typing import Any, TypeVar

from cpgen.errors import InputError, one_of

T = TypeVar("T")
Place = tuple[str | int, ...]
"""The keys, and the places in lists from 0, that lead to a value"""

SHOWN = 40
TOKEN = re.compile(
    r"#[^\n]*|\"\"\".*?\"\"\"|'''.*?'''|\"(?:\\.|[^\"\\\n])*\"|'[^'\n]*'"
    r"|^[ \t]*\[{1,2}[^\[\]\n]+\]{1,2}(?=[ \t]*(?:#|$))|[\[\]{}=,]|[^\s\[\]{}=,#\"']+",
    re.MULTILINE | re.DOTALL,
)
"""Comments, texts, headings of tables, brackets, and words"""


class PartError(InputError):
    """A part of a file is wrong; `place` leads to it."""

    def __init__(self, place: Place, sentence: object) -> None:
        super().__init__(str(sentence))
        self.place = place


def read_parts(what: str, text: str, read: Callable[[dict[str, Any]], T]) -> T:
    """What `read` makes of a text in TOML; raises InputError that begins with `what` and, where known, the line."""
    try:
        return read(tomllib.loads(text))
    except PartError as error:
        line = line_of(text, error.place)
        raise InputError(f"{what}{f', line {line}' if line else ''}: {error}") from error
    except InputError as error:
        raise InputError(f"{what}: {error}") from error
    except (ValueError, RecursionError) as error:
        raise InputError(f"{what} is not valid TOML: {error}.") from error


def line_of(text: str, place: Place) -> int:
    """The line of a text in TOML in which the value at a place is written, or the part that lacks it; 0: none is.

    >>> line_of("title = 'a'\\nrungs = [\\n  { score = 4 },\\n  { score = -1 },\\n]", ("rungs", 1, "score"))
    4
    """
    places = _places_in(text)
    return next((places[place[:end]] for end in range(len(place), 0, -1) if place[:end] in places), 0)


def _places_in(text: str) -> dict[Place, int]:
    """The lines in which the values of a text in TOML are written, each by its place."""
    found: dict[Place, int] = {}
    seen: Counter[Place] = Counter()
    table: Place = ()
    inside: list[tuple[str, Place]] = []
    value: Place = ()
    word = ""
    for match in TOKEN.finditer(text):
        token, line = match[0].strip(), 1 + text.count("\n", 0, match.start())
        if token[0] == "[" != token and not inside:
            name = tuple(token.strip("[] ").split("."))
            table = value = (*name, seen[name]) if token.startswith("[[") else name
            seen[name] += 1
            found.setdefault(value, line)
        elif token in "[{":
            if inside and inside[-1][0] == "[":
                outer = inside[-1][1]
                value = (*outer, seen[outer])
                seen[outer] += 1
                found.setdefault(value, line)
            inside.append((token, value))
        elif token in "]}" and inside:
            inside.pop()
        elif token == "=":
            value = (*(inside[-1][1] if inside else table), word.strip("\"'"))
            found.setdefault(value, line)
        else:
            word = token
    return found


class Part:
    """A table of a file that tells what is wrong with it; `known` are the keys that it may have."""

    def __init__(self, what: str, data: object, known: tuple[str, ...], place: Place = ()) -> None:
        self.what, self.place = what, place
        if not isinstance(data, dict):
            sentence = f"{what} must be a table with {', '.join(known)}, but is {repr(data)[:SHOWN]}."
            raise PartError(place, sentence)
        self.data = data
        for key in data:
            if key not in known:
                raise self.wrong(key, one_of(known, key, f"a key of {what}"))

    def __contains__(self, key: str) -> bool:
        return key in self.data

    def wrong(self, key: str, sentence: object) -> PartError:
        """The error for a key that is wrong."""
        return PartError((*self.place, key), sentence)

    def get(self, key: str, right: str, default: object = None) -> Any:
        """The value of a key, or the default; raises InputError when there is neither."""
        value = self.data.get(key, default)
        if value is None:
            raise self.wrong(key, f"{what_of(key, self.what)} is missing; it is {right}.")
        return value

    def text(self, key: str, default: str | None = None) -> str:
        """The text of a key, not empty unless the default is."""
        value = self.get(key, "a text", default)
        if not isinstance(value, str) or (default != "" and not value.strip()):
            raise self._no(key, "a text in quotes", value)
        return value.strip()

    def one_of(self, key: str, words: tuple[str, ...]) -> str:
        """The text of a key, which is one of the words, the first where the key is missing."""
        value = self.text(key, words[0])
        if value not in words:
            raise self.wrong(key, one_of(words, value, f"a value for {what_of(key, self.what)}"))
        return value

    def number(self, key: str, right: str, good: Callable[[float], bool], default: float | None = None) -> float:
        """The number of a key if it is good; `right` says in words what is."""
        value = self.get(key, right, default)
        if isinstance(value, bool) or not isinstance(value, int | float) or not good(value):
            raise self._no(key, right, value)
        return float(value)

    def whole(self, key: str, default: int | None, least: int, most: int) -> int:
        """The whole number that a key has."""
        right = f"a whole number from {least} to {most}"
        value = self.get(key, right, default)
        return int(self.number(key, right, lambda number: isinstance(value, int) and least <= number <= most, default))

    def tables(self, key: str, what: str, known: tuple[str, ...], default: object = None) -> list[Part]:
        """The tables in the list of a key, each called `what` with its number from 1."""
        right = f"a list of tables with {', '.join(known)}"
        value = self.get(key, right, default)
        if not isinstance(value, list):
            raise self._no(key, right, value)
        return [
            Part(f"{what} {number}", one, known, (*self.place, key, number - 1)) for number, one in enumerate(value, 1)
        ]

    def _no(self, key: str, right: str, value: object) -> PartError:
        return self.wrong(key, f"{what_of(key, self.what)} must be {right}, but is {repr(value)[:SHOWN]}.")


def what_of(key: str, what: str) -> str:
    """A key and the part that it belongs to, as in `'sd' of the steps of grade 'hard'`."""
    return f"{key!r} of {what}"
