"""What cpgen says to readers in their languages: the texts of `models/words/`, a file a language, by dotted keys."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from string import Formatter
from typing import Any

from cpgen import resources
from cpgen.errors import counted, one_of

FIRST = "en"
"""The language that says what another leaves out"""
LANGUAGES = (FIRST, *(name for name in resources.names("words") if name != FIRST))


class _WithNouns(Formatter):
    """Texts in which the noun of a number follows it after a colon."""

    def format_field(self, value: Any, noun: str) -> str:
        """The value, with its noun if it has one."""
        return counted(value, noun) if noun else str(value)


_WITH_NOUNS = _WithNouns()


@dataclass(frozen=True)
class Words:
    """The texts of a language by key, as in `rules.x-wing.title`."""

    language: str
    texts: Mapping[str, str]

    def __call__(self, key: str, **values: object) -> str:
        """The text of a key with the values put in; `{steps:step}` is a number with its noun, as in `1 step`."""
        return _WITH_NOUNS.vformat(self.texts[key], (), values)

    def section(self, name: str) -> dict[str, str]:
        """The texts of a section, placeholders and all, by the rest of their keys."""
        return {key.removeprefix(f"{name}."): text for key, text in self.texts.items() if key.startswith(f"{name}.")}

    def listed(self, items: Sequence[str], kind: str = "") -> str:
        """The items as a list in a sentence, as in `1, 2 and 3`; `kind` is empty, `houses-` or `effects-`."""
        *first, last = items
        return self(f"lists.{kind}comma").join(first) + (self(f"lists.{kind}and") if first else "") + last


@cache
def words_of(language: str) -> Words:
    """The texts of a language; raises InputError naming those that exist."""
    code = language.lower()
    if code not in LANGUAGES:
        raise one_of(LANGUAGES, language, "a language")
    texts = flattened(tomllib.loads(resources.text("words", code)))
    return Words(code, texts if code == FIRST else {**words_of(FIRST).texts, **texts})


def flattened(table: Mapping[str, Any], prefix: str = "") -> dict[str, str]:
    """Nested tables as one, with dotted keys."""
    texts: dict[str, str] = {}
    for key, value in table.items():
        texts |= flattened(value, f"{prefix}{key}.") if isinstance(value, dict) else {f"{prefix}{key}": value}
    return texts
