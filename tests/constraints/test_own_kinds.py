"""Kinds of constraints in files: words of the text format, parameters, sentences, and what is refused."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from threading import Thread

import numpy as np
import pytest

from cpgen.constraints import constraint_from_json, parse_constraint
from cpgen.constraints.own_kinds import kinds_in, read_kind, shipped_kinds, use_kinds
from cpgen.constraints.shapes import Label
from cpgen.drawings.random_drawings import draw
from cpgen.drawings.style import read_style
from cpgen.errors import InputError
from cpgen.layout import Layout
from cpgen.oracles import open_oracle
from cpgen.puzzle import Puzzle
from cpgen.rules_text import name_of, rules_of_variant
from cpgen.translations import words_of

DOT = """
title = "Product dot"
japanese = "積の点"
rule = "a * b == total"
look = "dot"
label = "{total}"
synonyms = ["times-dot"]
[says]
en = "A dot joins digits with the product {total}."
ja = "点で結ばれた数字の積は{total}。"
[[parameter]]
name = "total"
least = 2
most = 30
default = 12
"""
KIND = read_kind("product-dot", DOT)


def test_word_of_a_kind_becomes_a_rule_that_carries_everything() -> None:
    with use_kinds([KIND]):
        (rule,) = parse_constraint("product-dot 6: r1c1 r1c2", 4)
        assert parse_constraint("Times-Dot 6 r1c1 r1c2", 4) == [rule]
        assert constraint_from_json({"kind": "product-dot", "total": 6, "cells": ["r1c1", "r1c2"]}, 4) == [rule]
        assert parse_constraint("product-dot: r1c1 r1c2", 4)[0].text(4).startswith('rule "a * b == 12"')
    line = rule.text(4)
    assert parse_constraint(line, 4) == [rule]
    assert line.startswith('rule "a * b == 6" neighbours as dot "6" named "Product dot" says "A dot joins')


def test_sentences_of_a_kind_are_the_rules() -> None:
    with use_kinds([KIND]):
        layout = Layout.boxes(2, 2).with_constraints("product-dot 6: r1c1 r1c2")
    assert rules_of_variant(layout, words_of("en"))[-1] == "A dot joins digits with the product 6."
    assert rules_of_variant(layout, words_of("ja"))[-1] == "点で結ばれた数字の積は6。"
    assert name_of(layout.further[0], 4, words_of("en")) == "the Product dot at r1c1"


def test_kind_is_in_use_in_its_block_and_thread_alone() -> None:
    found: list[object] = []

    def parse_elsewhere() -> None:
        try:
            found.append(parse_constraint("product-dot 6: r1c1 r1c2", 4))
        except InputError as error:
            found.append(str(error))

    with use_kinds([KIND]):
        thread = Thread(target=parse_elsewhere)
        thread.start()
        thread.join()
    parse_elsewhere()
    assert all("is not a kind of constraint" in str(one) for one in found)


def test_open_number_of_a_kind_is_read_within_its_range() -> None:
    with use_kinds([KIND]):
        layout = Layout.boxes(2, 2).with_constraints("product-dot ?: r1c1 r1c2")
    (one,) = layout.further
    read = one.read_from([3, 4, *[1] * 14], layout)
    assert read is not None
    assert read.text(4).startswith('rule "a * b == 12"')
    assert "product 12." in read.text(4)
    assert one.read_from([1, 1, *[2] * 14], layout) is None


def test_kind_is_an_element_of_a_style() -> None:
    with use_kinds([KIND]):
        style = read_style("own", '[[draw]]\nkind = "product-dot"\ncount = 3\nvalues = { total = "?" }')
    drawing = draw(style, Layout.boxes(2, 3), np.random.default_rng(1))
    assert [one.is_open for one in drawing.layout.further] == [True] * len(drawing.layout.further)
    lines = read_kind("far", 'title = "Far"\nrule = "abs(a - b) >= 2"')
    with use_kinds([lines]):
        style = read_style("own", '[[draw]]\nkind = "far"\ncount = 2\nlength = 4')
    drawing = draw(style, Layout.boxes(3, 3), np.random.default_rng(1))
    assert len(drawing.layout.further) == 2


def test_clue_outside_the_board_is_drawn_and_made_there() -> None:
    style = read_style("own", '[[draw]]\nkind = "hidden-skyscraper"\ncount = 4')
    drawing = draw(style, Layout.boxes(2, 3), np.random.default_rng(1))
    clues = [one for one in drawing.layout.further if one.is_open]
    assert clues
    for one in clues:
        (label,) = one.shapes(drawing.layout)
        assert isinstance(label, Label)
        assert not all(0 < place < 6 for place in label.at)


@pytest.mark.parametrize("name", shipped_kinds())
def test_shipped_kind_can_be_satisfied(name: str) -> None:
    layout = Layout.boxes(2, 3).with_constraints(shipped_kinds()[name].example)
    assert Layout.parse(layout.spec) == layout
    assert len(rules_of_variant(layout, words_of("ja"))[-1]) < len(rules_of_variant(layout, words_of("en"))[-1])
    if name != "anti-taxicab":
        assert open_oracle("bitset").complete(Puzzle(layout, (0,) * 36), np.random.default_rng(1))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("rule = ", "Invalid value"),
        ('rule = "a +"', "character 3"),
        ('rule = "a * b == 3"\nlook = "moon"', "Expected line, dot"),
        ('rule = "a * b == 3"\ncolor = "red"', "'color' is not a part of a kind"),
        ('rule = "a * b == k"\n[[parameter]]\nname = "k"', "two small letters"),
        ('rule = "a * b == 3"\n[[parameter]]\nname = "total"', "does not use the parameter total"),
        ('rule = "a * b == total"\n[[parameter]]\nname = "total"\nleast = 9\nmost = 3', "is empty"),
        ('rule = "a * b == total"\n[[parameter]]\nname = "total"\nleast = "3"', "whole number from 0"),
        ('rule = "a * b == 3"\nscope = "everywhere moon"', "Expected everywhere orthogonal"),
        ('rule = "a * b == 3"\nsays = "x"', "says cannot be read"),
        ('rule = "a * b == 3"\nexample = "cage: r1c1"', "begins with the word wrong"),
        ('rule = "a * b == 3"\nsynonyms = ["killer"]', "'killer' is a word for a kind of constraint already"),
        ('rule = "a * b == 3"\nsynonyms = ["two words"]', "one word of letters"),
        (f'rule = "a * b == 3"\nsynonyms = {["w"] * 41}', "synonyms cannot be read"),
        ('rule = "a * b == sum"\n[[parameter]]\nname = "sum"', "no word of rules, not 'sum'"),
        ('rule = "a * b == row"\n[[parameter]]\nname = "row"', "no word of rules, not 'row'"),
        ('rule = "a + b == to"\nparameter = [{ name = "to" }, { name = "to" }]', "two parameters called to"),
        ('rule = "a * b == 3"\ntitle = "a # b"', "cannot be a text of a rule"),
        ('rule = "a * b == 3"\nlabel = "a\\u2028b"', "cannot be a text of a rule"),
        ('rule = "a * b == 3"\nsays = { en = "a\\nb" }', "cannot be a text of a rule"),
        ("rule = " + "[" * 5000, "brackets are too deep"),
        ("least = " + "9" * 5000, "4300 digits"),
        ("a" + ".a" * 100 + " = 1", "more than 64 parts"),
    ],
)
def test_wrong_file_of_a_kind_is_refused(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_kind("wrong", text)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("product-dot 31: r1c1 r1c2", "number from 2 to 30"),
        ("product-dot 6", "needs 1 or more"),
        ("product-dott 6: r1c1 r1c2", "product-dot"),
    ],
)
def test_wrong_line_of_a_kind_is_refused(line: str, message: str) -> None:
    with use_kinds([KIND]), pytest.raises(InputError, match=message):
        Layout.boxes(2, 2).with_constraints(line)


def test_kind_without_an_example_gets_one() -> None:
    forms = ['look = "dot"', 'form = "groups"', 'scope = "everywhere diagonal"', 'look = "outside"', ""]
    for form in forms:
        rule = "max(x)" if "groups" in form else "sum(x) > 3" if "outside" in form else "a + b > 3"
        one = read_kind("own", f'rule = "{rule}"\n{form}')
        with use_kinds([one]):
            assert Layout.boxes(2, 3).with_constraints(one.sample).further
    assert KIND.sample == "product-dot 12: r2c2 r2c3"


@pytest.mark.parametrize("name", ["cage", "ratio", "killer", "diagonals", "rule", "any-of", "thermos"])
def test_file_is_not_called_like_a_kind_of_cpgen(name: str) -> None:
    with pytest.raises(InputError, match="is a word for a kind of constraint already"):
        read_kind(name, DOT)


def test_words_of_shipped_files_mean_nothing_else() -> None:
    words = [word.lower() for one in shipped_kinds().values() for word in (one.name, *one.synonyms)]
    assert len(set(words)) == len(words)


@pytest.mark.parametrize("name", ["/dev/zero", "no\0file", "x" * 5000])
def test_strange_paths_of_kinds_are_refused(name: str) -> None:
    with pytest.raises(InputError, match=r"more than|cannot be read"):
        kinds_in(name)


def test_values_are_found_in_the_rule_that_was_made_of_them() -> None:
    twice = read_kind(
        "window",
        'rule = "low <= a * b <= high and a != low"\nlabel = "{low}-{high}"\n'
        'parameter = [{ name = "low", most = 50 }, { name = "high", most = 99 }]',
    )
    made = twice.rule({"low": 3, "high": 12}, ((0, 1),))
    assert twice.values_in(made) == {"low": 3, "high": 12}
    assert twice.values_in(replace(made, expression="3 <= a * b <= 12 and a != 4")) is None
    assert twice.values_in(replace(made, label="")) is None


def test_kinds_are_read_from_a_folder(tmp_path: Path) -> None:
    (tmp_path / "product-dot.toml").write_text(DOT, encoding="utf-8")
    assert kinds_in(str(tmp_path)) == kinds_in(str(tmp_path / "product-dot.toml")) == [KIND]
    with pytest.raises(InputError, match="cannot be read"):
        kinds_in(str(tmp_path / "none.toml"))
    (tmp_path / "product-dot.toml").unlink()
    with pytest.raises(InputError, match="has no kinds"):
        kinds_in(str(tmp_path))


def test_a_layout_with_an_unknown_kind_names_the_word() -> None:
    with pytest.raises(InputError, match="'product-dots' is not a kind of constraint"):
        Layout.parse("2x3+product-dots 6: r1c1 r1c2")
