"""Messages: sentences made from a key and values, in any language, and how their parts are written.

The texts of the keys are in the section `[errors]` of `models/words/`; they are read when the first message is shown.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from string import Formatter
from typing import Any, Union

from cpgen.paths import models_folder

ENGLISH = "en"
SECTION = "errors."


@cache
def read_texts(language: str) -> dict[str, str]:
    """Read the texts of a language from `models/words/`: texts by dotted keys such as `rules.x-wing.title`."""
    return flattened(tomllib.loads((models_folder() / "words" / f"{language}.toml").read_text(encoding="utf-8")))


def flattened(table: Mapping[str, Any], prefix: str = "") -> dict[str, str]:
    """Flatten nested tables to one table with dotted keys."""
    texts: dict[str, str] = {}
    for key, value in table.items():
        texts |= flattened(value, f"{prefix}{key}.") if isinstance(value, dict) else {f"{prefix}{key}": value}
    return texts


class Message:
    """Sentence or part of a sentence, as the key of its text and the values of the text's placeholders.

    A value is a number, a text, another message, or a tuple of these. A placeholder may say how its value is written:
    `{cells:cell}` is a number with its noun, as in `1 cell` or `2 cells` (another plural follows a bar, as in
    `{boxes:box|boxes}`), and `{parts:and}` a list, as in `a, b and c`. Values of `rule`, `rules`, `technique`, `grade`,
    `symmetry`, `run` and `runs` are names, for which a page shows titles.
    """

    def __init__(self, key: str, /, **values: Value) -> None:
        self.key, self.values = key, values

    def having(self, **values: Value) -> Message:
        """Return a copy of the message with further values for its placeholders."""
        return Message(self.key, **{**self.values, **values})

    def with_fields(self, written: Callable[[str], str]) -> Message:
        """Return a copy in which `written` has converted each name of a field, as from `one_cell` to `--one-cell`.

        Names of fields are the parts made by `field_named`, also inside the values.
        """
        if self.key == "field":
            return field_named(written(str(self.values["name"])))
        return Message(self.key, **{name: _with_fields(value, written) for name, value in self.values.items()})

    def __str__(self) -> str:
        return self.in_texts(read_texts(ENGLISH))

    def __repr__(self) -> str:
        return f"Message({self.key!r}, {self.values})"

    def in_texts(self, texts: Mapping[str, str]) -> str:
        """Return the sentence in one language, whose texts by dotted key are `texts` (see `read_texts`)."""
        return fill(texts[SECTION + self.key], self.values, texts)

    def as_json(self) -> dict[str, Any]:
        """Return key and values as an object for JSON."""
        return {"key": self.key, "values": {name: _plain(value) for name, value in self.values.items()}}


def field_named(name: str) -> Message:
    """Return a request's field as a part of a message, so that the command line can write it as an option."""
    return Message("field", name=name)


def _with_fields(value: Value, written: Callable[[str], str]) -> Value:
    if isinstance(value, Message):
        return value.with_fields(written)
    return tuple(_with_fields(part, written) for part in value) if isinstance(value, tuple) else value


Value = Union[str, int, float, Message, tuple["Value", ...]]  # noqa: UP007 - a forward reference


def _plain(value: Any) -> Any:
    if isinstance(value, Message):
        return value.as_json()
    return [_plain(part) for part in value] if isinstance(value, tuple) else value


def fill(text: str, values: Mapping[str, Any], texts: Mapping[str, str]) -> str:
    """Fill in the placeholders of a text; `texts` are all texts of its language, for messages among the values."""
    return "".join(
        literal if name is None else literal + _filled(values[name], form, texts)
        for literal, name, form in _pieces(text)
    )


@lru_cache(maxsize=4096)
def _pieces(text: str) -> tuple[tuple[str, str | None, str], ...]:
    """Split a text at its placeholders: return the text before each, its name (None after the last), and its form."""
    return tuple((literal, name, form or "") for literal, name, form, _ in Formatter().parse(text))


def _filled(value: Any, form: str, texts: Mapping[str, str]) -> str:
    """Return a value as a part of a sentence: a number with its noun, a message, or a list.

    `form` is the part of the placeholder after its colon: the noun, or the word before the last item of a list.
    """
    if isinstance(value, Message):
        return value.in_texts(texts)
    if not isinstance(value, tuple):
        return counted(value, form) if form and f"{SECTION}list-{form}" not in texts else str(value)
    parts = [_filled(part, "", texts) for part in value]
    comma, last = (texts[f"{SECTION}list-{name}"] for name in ("comma", form or "comma"))
    return last.join([*([comma.join(parts[:-1])] if parts[:-1] else []), *parts[-1:]])


def shown(text: str, most: int = 40) -> str:
    """Return the text in quotes, shortened to `most` characters.

    >>> shown("x" * 1000, 5)
    "'xxxxx…'"
    """
    return repr(text if len(text) <= most else text[:most] + "…")


CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
"""Characters that a terminal obeys instead of showing: control codes, line separators, directions of writing"""


def printable(text: str) -> str:
    """Return the text with control characters escaped, as in `\\x1b`, so that a terminal can show it.

    >>> printable("a\\x1b[31mb\\n")
    'a\\\\x1b[31mb\\\\n'
    """
    return CONTROL.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


def counted(number: int, noun: str) -> str:
    """Return the number with its noun, as in `1 cell` or `9 cells`; a noun may give its plural, as in `box|boxes`."""
    one, _, many = noun.partition("|")
    return f"{number} {one if number == 1 else many or f'{one}s'}"


def counts(numbers: Mapping[str, int]) -> str:
    """Return numbers with their nouns, as in `1 cage, 2 lines and 3 texts`."""
    *others, last = [counted(number, noun) for noun, number in sorted(numbers.items())]
    return f"{', '.join(others)} and {last}" if others else last
