"""The texts of `models/words/`: all languages have the same keys, every rule has texts, and none is unused."""

from __future__ import annotations

import ast
import re
import string
import tomllib
from collections.abc import Iterator

import pytest

from cpgen import resources
from cpgen.errors import InputError
from cpgen.messages import flattened
from cpgen.rater.techniques import NAMED
from cpgen.translations import LANGUAGES, words_of
from tests.test_rooms import PACKAGE

ENGLISH, *OTHERS = (flattened(tomllib.loads(resources.text("words", language))) for language in LANGUAGES)
BLANK = {"lists.space", "lists.comma", "errors.list-space"}
FOR_RULES = {"title": set(), "sees": {"house", "other", "digits", "cells", "all", "covers"}, "look": {"houses", "clue"}}
FOR_RULES["sees"] |= {"bases", "across", "fins", "others", "sets", "common", "chain", "ways", "figure", "digit"}
FOR_RULES["sees"] |= {"first", "second", "third", "fourth", "ends", "linked", "clue", "houses", "total"}
FOR_RULES["sees"] |= {"sources", "equation", "end"}


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_languages_have_the_same_keys_and_placeholders() -> None:
    for other in OTHERS:
        assert list(ENGLISH) == list(other)
        for key, text in ENGLISH.items():
            left_out = placeholders(text) - placeholders(other[key])
            assert placeholders(other[key]) <= placeholders(text), key
            assert not left_out or key.startswith("errors."), key  # where a language says it in another way
            assert text.strip() or key in BLANK, key


def test_every_rule_has_its_texts() -> None:
    # Forms for a finding that leaves too many sets of digits to list them, and for one without a constraint.
    forms = (".sees-many", ".sees-alone")
    keys = {key for key in ENGLISH if key.startswith("rules.") and not key.endswith(forms)}
    assert keys == {f"rules.{rule}.{part}" for rule in NAMED for part in FOR_RULES}
    assert {key for key in ENGLISH if key.startswith("about.")} == {f"about.{rule}" for rule in NAMED}
    for key in keys:
        assert placeholders(ENGLISH[key]) <= FOR_RULES[key.rpartition(".")[2]], key


def test_no_text_is_unused() -> None:
    patterns = {*used_by_python(), *used_by_pages(), r"errors\..+"}
    used = re.compile("|".join(sorted(patterns)))
    assert [key for key in ENGLISH if not used.fullmatch(key)] == []


def used_by_python() -> Iterator[str]:
    """Yield the texts in the code that may be keys, as patterns in which inserted values match anything."""
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            parts = node.values if isinstance(node, ast.JoinedStr) else [node]
            constants = [part.value if isinstance(part, ast.Constant) else None for part in parts]
            if isinstance(constants[0], str) and re.match(r"[a-z]+\.", constants[0]):
                yield "".join(r"[\w.?-]*" if text is None else re.escape(str(text)) for text in constants)


def used_by_pages() -> Iterator[str]:
    """Yield the keys in the scripts of the pages, which omit the section, as patterns."""
    for section in ("play", "studio"):
        for path in (PACKAGE / "web" / "static").rglob("*.js"):
            for text in re.findall(r"[\"`]([\w.-]+(?:\$\{[^}]*\}[\w.-]*)*)[\"`]", path.read_text(encoding="utf-8")):
                yield rf"{section}\." + r"[\w.-]+".join(re.escape(part) for part in re.split(r"\$\{[^}]*\}", text))


def test_unknown_language_is_refused() -> None:
    with pytest.raises(InputError, match="'de' is not a language"):
        words_of("de")
    assert [words_of(name).language for name in LANGUAGES] == ["en", "ja"]


def test_section_shortens_the_keys() -> None:
    words = words_of("en")
    assert words.section("lists")["and"] == " and "
    assert words.section("rules")["x-wing.title"] == words("rules.x-wing.title") == "X-Wing"


def test_number_agrees_with_its_noun() -> None:
    words = words_of("en")
    assert words("explanation.rating", level=1, steps=1, clues=23) == "level 1 · 1 step · 23 clues"
    assert words("explanation.rating", level=2, steps=12, clues=1) == "level 2 · 12 steps · 1 clue"
    assert [words("errors.counted-sandwich", count=count) for count in (1, 2)] == ["1 sandwich", "2 sandwiches"]
