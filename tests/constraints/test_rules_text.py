"""Rules of play in words, in both languages."""

from __future__ import annotations

import re

import pytest

from cpgen.constraints.kind_table import KINDS
from cpgen.layout import Layout
from cpgen.rules_text import rule_of, rules_of
from cpgen.translations import LANGUAGES, words_of
from tests.constraints.examples import EXAMPLES, board


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_has_a_title_and_a_rule(language: str) -> None:
    words = words_of(language)
    assert all(words(f"constraints.{kind}.title") for kind in KINDS)
    for size, line in EXAMPLES:
        (constraint,) = board(size).with_constraints(line).further
        sentences = rule_of(constraint, size, words)
        assert sentences
        assert all(re.search(r"[.。]$", sentence) for sentence in sentences), sentences


def test_rules_of_a_board_name_each_rule_once() -> None:
    lines = ("lockout 4: r1c1 r2c2 r3c3", "lockout 4: r4c4 r5c5 r6c6", "lockout 5: r7c1 r8c2", "sandwich 8 row 3")
    rules = rules_of([Layout.boxes(3, 3).with_diagonals().with_constraints(*lines)], words_of("en"), "digit")
    assert len(rules) == 5
    assert rules[2].startswith("The digits at the ends of a lockout line differ by 4 or more")
    assert rules[4] == "A number outside the grid is the sum of the digits between 1 and 9 in its row or column."
