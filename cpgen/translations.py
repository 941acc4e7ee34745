"""Texts for readers in several languages: one file per language in `models/words/`, addressed by dotted keys."""

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
"""The language whose texts replace those missing in another language"""
LANGUAGES = (FIRST, *(name for name in resources.names("words") if name != FIRST))


class _WithNouns(Formatter):
    """Formats `{steps:step}` as a number with its noun."""

    def format_field(self, value: Any, noun: str) -> str:
        """Format a value, with its noun if there is one."""
        return counted(value, noun) if noun else str(value)


_WITH_NOUNS = _WithNouns()


@dataclass(frozen=True)
class Translations:
    """The texts of one language by key, such as `rules.x-wing.title`."""

    language: str
    texts: Mapping[str, str]

    def __call__(self, key: str, **values: object) -> str:
        """Return the text of a key, formatted with the values; `{steps:step}` becomes a number with its noun."""
        return _WITH_NOUNS.vformat(self.texts[key], (), values)

    def section(self, name: str) -> dict[str, str]:
        """Return the unformatted texts of a section by the rest of their keys."""
        return {key.removeprefix(f"{name}."): text for key, text in self.texts.items() if key.startswith(f"{name}.")}

    def listed(self, items: Sequence[str], kind: str = "") -> str:
        """Join items to a list in a sentence, as in `1, 2 and 3`; `kind` is empty, `houses-` or `effects-`."""
        *first, last = items
        return self(f"lists.{kind}comma").join(first) + (self(f"lists.{kind}and") if first else "") + last


@cache
def words_of(language: str) -> Translations:
    """Load the texts of a language; raise InputError, naming the known languages, if there is none."""
    code = language.lower()
    if code not in LANGUAGES:
        raise one_of(LANGUAGES, language, "a language")
    texts = flattened(tomllib.loads(resources.text("words", code)))
    return Translations(code, texts if code == FIRST else {**words_of(FIRST).texts, **texts})


def flattened(table: Mapping[str, Any], prefix: str = "") -> dict[str, str]:
    """Flatten nested tables to one with dotted keys."""
    texts: dict[str, str] = {}
    for key, value in table.items():
        texts |= flattened(value, f"{prefix}{key}.") if isinstance(value, dict) else {f"{prefix}{key}": value}
    return texts
