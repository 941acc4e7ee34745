"""What pages and explanations say, in the reader's language; the texts themselves are data in `words_*.py`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module

from cpgen.errors import one_of
from cpgen.rater.rules import NAMED

LANGUAGES = ("en", "ja")


@dataclass(frozen=True)
class Words:
    """The texts of a language by key."""

    language: str
    texts: Mapping[str, str]

    def __call__(self, key: str, **values: object) -> str:
        """The text of a key with the values put in."""
        return self.texts[key].format(**values)

    def listed(self, items: Sequence[str], kind: str = "") -> str:
        """The items as a list in a sentence, as in `1, 2 and 3`; `kind` is empty, `houses-` or `effects-`."""
        *first, last = items
        return self(f"{kind}comma").join(first) + (self(f"{kind}and") if first else "") + last


def words_of(language: str) -> Words:
    """The texts of a language; raises InputError naming those that exist."""
    if language not in LANGUAGES:
        raise one_of(LANGUAGES, language, "a language")
    texts = import_module(f"cpgen.render.words_{language}").WORDS
    return Words(language, texts | dict(_of_rules(language)))


def _of_rules(language: str) -> Iterator[tuple[str, str]]:
    """What the rules say themselves."""
    for name, rule in NAMED.items():
        title, sees, look = rule.told[language]
        yield from ((f"title-{name}", title), (name, sees), (f"look-{name}", look))
