"""Texts in several languages: one file per language in `models/words/`, addressed by dotted keys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from cpgen import resources
from cpgen.messages import ENGLISH, fill, read_texts
from cpgen.suggestions import one_of

LANGUAGES = (ENGLISH, *(name for name in resources.names("words") if name != ENGLISH))
"""Languages of the texts; English comes first and is used for texts that another language lacks"""


@dataclass(frozen=True)
class Translations:
    """Texts of one language by key, such as `rules.x-wing.title`."""

    language: str
    texts: Mapping[str, str]

    def __call__(self, key: str, **values: object) -> str:
        """Return the text of a key with the values filled in; `{steps:step}` becomes a number with its noun."""
        return fill(self.texts[key], values, self.texts)

    def section(self, name: str) -> dict[str, str]:
        """Return the texts whose keys begin with `name` and a dot, by the rest of the key, placeholders unfilled."""
        return {key.removeprefix(f"{name}."): text for key, text in self.texts.items() if key.startswith(f"{name}.")}

    def listed(self, items: Sequence[str], kind: str = "") -> str:
        """Join items to a list in a sentence, as in `1, 2 and 3`.

        `kind` selects the signs and words between them: those of lists of houses (`houses-`), of effects of a
        technique (`effects-`), or of any other list (empty).
        """
        *first, last = items
        return self(f"lists.{kind}comma").join(first) + (self(f"lists.{kind}and") if first else "") + last


@cache
def words_of(language: str) -> Translations:
    """Return the texts of a language; raise InputError that lists the known languages if it is unknown."""
    code = language.lower()
    if code not in LANGUAGES:
        raise one_of(LANGUAGES, language, "a language")
    return Translations(code, {**read_texts(ENGLISH), **read_texts(code)})
