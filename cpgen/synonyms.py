"""Synonyms: other words for names, such as what other programs and sites call a kind, a style, a symmetry, an option.

The words are the table `models/synonyms.toml`, with a section for each sort of name; those for commands and options are
in `models/wishes.toml`, next to what people type for their wishes.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Collection, Mapping
from functools import cache
from typing import Any

from cpgen.paths import models_folder

FIELD_OF = {"styles": "kind", "layouts": "layout", "symmetries": "symmetry", "grades": "grade", "kinds": "constraints"}
"""Field of a request that takes the names of a section, by section, in the order in which a word is looked up"""
ENDING = re.compile(r"(?<=.)(-?sudokus?|-?puzzles?|-?数独|-?ナンプレ)$")
"""Ending of a word that can be dropped, such as `sudoku`"""

ORDINARY = {"none", "any", "all", "full"}
"""Names that are ordinary words and therefore no sign of what was meant"""

Words = Mapping[str, Mapping[str, tuple[str, ...]]]
"""Synonyms of names: by name and language"""


@cache
def sections() -> Mapping[str, Words]:
    """Return all synonyms by section (a sort of names, such as `layouts`), name and language."""
    return {**_read("synonyms"), **_words_of_wishes()}


@cache
def wishes() -> Mapping[str, list[dict[str, Any]]]:
    """Read `models/wishes.toml`, which lists users' aims with the words that they type for them, by heading."""
    return {heading: listed["wishes"] for heading, listed in _read("wishes").items()}


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((models_folder() / f"{name}.toml").read_text(encoding="utf-8"))


def _words_of_wishes() -> dict[str, Words]:
    """Return two sections of synonyms, `commands` and `options`, which `models/wishes.toml` lists."""
    commands: dict[str, Mapping[str, tuple[str, ...]]] = {}
    options: dict[str, Mapping[str, tuple[str, ...]]] = {}
    for wish in (wish for listed in wishes().values() for wish in listed):
        if "words" in wish:
            commands[wish["type"].split()[1]] = wish["words"]
        options |= {name: {"en": words, "ja": ()} for name, words in wish.get("options", {}).items()}
    return {"commands": commands, "options": options}


def plain(word: str) -> str:
    """Normalize a word for comparisons: half-width, lower case, hyphens between its parts.

    >>> plain("Little Killer"), plain("Anti_King")
    ('little-killer', 'anti-king')
    """
    return "-".join(unicodedata.normalize("NFKC", word).casefold().replace("_", " ").split())


@cache
def names_by_word(section: str) -> Mapping[str, tuple[str, ...]]:
    """Map each word to the names of a section that it is a synonym of; a name itself stands for that name only."""
    names: dict[str, tuple[str, ...]] = {}
    words_of = sections()[section]
    for name, languages in words_of.items():
        for word in (word for words in languages.values() for word in words):
            names[plain(word)] = tuple(dict.fromkeys((*names.get(plain(word), ()), name)))
    return {**names, **{plain(name): (name,) for name in words_of}}


def names_for(word: str, section: str) -> tuple[str, ...]:
    """Return the names of a section that a word is or is a synonym of; it may be in the plural or end with `sudoku`.

    >>> names_for("Killer Sudoku", "kinds"), names_for("kropki", "kinds")
    (('cage',), ('white', 'black', 'dot?'))
    """
    known, sought = names_by_word(section), plain(word)
    forms = (sought, sought.removesuffix("s"), ENDING.sub("", sought))
    return next((known[form] for form in forms if form in known), ())


def words_for_kind(kind: str) -> dict[str, tuple[str, ...]]:
    """Return the synonyms of a kind of constraint by language.

    Those for a certain value of it count, too: `german whisper`, which stands for `whisper 5`, is one of `whisper`.
    """
    listed = [words for name, words in sections()["kinds"].items() if name.partition(" ")[0] == kind]
    return {language: tuple(word for words in listed for word in words[language]) for language in listed[0]}


def name_for(word: str, section: str) -> str:
    """Return the name of a section that a word stands for; empty if there is none or more than one."""
    names = names_for(word, section)
    return names[0] if len(names) == 1 else ""


def names_among(word: str, names: Collection[str]) -> list[str]:
    """Return those of `names` that a word stands for in any section.

    A synonym of a kind with a value, such as `leaps knight`, stands for the kind, `leaps`.
    """
    found = (name.partition(" ")[0] for section in FIELD_OF for name in names_for(word, section))
    return [name for name in dict.fromkeys(found) if name in names]


def words_among(names: Collection[str]) -> dict[str, str]:
    """Return a mapping from synonyms in any section to the one of `names` that they stand for."""
    words = (word for section in FIELD_OF for word in names_by_word(section))
    return {word: found[0] for word in words if (found := names_among(word, names))}


def named_elsewhere(word: str) -> tuple[str, tuple[str, ...]]:
    """Return the request field that takes a word, and the names that it stands for there; ("", ()) if none does.

    >>> named_elsewhere("hypersudoku")
    ('layout', ('windoku',))
    """
    if plain(word) in ORDINARY:
        return "", ()
    found = ((field, names_for(word, section)) for section, field in FIELD_OF.items())
    return next(((field, names) for field, names in found if names), ("", ()))
