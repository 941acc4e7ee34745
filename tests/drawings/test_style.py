"""Styles: shipped names and titles, files with errors, and options."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from cpgen import resources
from cpgen.difficulty import Span
from cpgen.drawings import Element, style_named
from cpgen.errors import InputError

HEAD = 'title = "Mine"\n\n[[draw]]\n'
WRONG = [
    ("title = 'Mine'", "is missing"),
    ("draw = []", "must be a list of one"),
    ("colour = 1\n" + HEAD, "line 1: 'colour' is not a key of the style"),
    (HEAD, "either a kind or a line"),
    (HEAD + 'kind = "cage"\nline = "leaps knight"', "either a kind or a line"),
    (HEAD + 'kind = "thermos"', r"line 4: 'thermos' is not a kind .*'thermo'"),
    (HEAD + 'kind = "clone"', "is not a kind of constraint that can be drawn at random"),
    (HEAD + 'kind = "thermo"\ncount = "few"', r"line 5: 'few' is not a span of numbers"),
    (HEAD + 'kind = "thermo"\ncount = true', 'must be a number or a range such as "4..6"'),
    (HEAD + 'kind = "thermo"\ncount = -1', "is not a span of numbers"),
    (HEAD + 'kind = "thermo"\ncount = 1001', "a number up to 1000"),
    (HEAD + 'kind = "thermo"\nneeded = "no"', "must be true or false"),
    (HEAD + 'kind = "thermo"\none_cell = 1', "only for cages"),
    (HEAD + 'kind = "xv"\nlength = 3', "only for cages and lines"),
    (HEAD + 'kind = "whisper"\nvalues = { distance = 4 }', "'distance' is not a key of the values of whisper"),
    (HEAD + 'kind = "whisper"\nvalues = { difference = "far" }', "must be a whole number or '[?]'"),
    (HEAD + 'kind = "thermo"\nvalues = { total = 4 }', "has no values"),
    (HEAD + 'line = "a sentence"', "must be a constraint"),
    (HEAD + 'line = "leaps knight"\ncount = 2', "line 5: .*only for elements of a kind"),
    ('symmetry = "rot18"\n' + HEAD + 'kind = "cage"', "line 1: 'rot18' is not a value.*'rot180'"),
    ("side = 1\n" + HEAD + 'kind = "cage"', "from 2 to 100"),
    ("title =", "is not valid TOML"),
]


@pytest.mark.parametrize("name", resources.names("styles"))
def test_shipped_styles_have_names_and_titles(name: str) -> None:
    style = style_named(name)
    assert (style.name, str(style)) == (name, name)
    assert {style_named(style.title), style_named(style.japanese), style_named(name.upper())} == {style}
    text = resources.text("styles", name)
    assert resources.description(text).endswith(".")
    assert resources.description(text, "ja").endswith("。")


@pytest.mark.parametrize(("text", "message"), WRONG)
def test_wrong_files_are_refused_with_the_place(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=message):
        style_named(str(path))


def test_style_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        'title = "Mine"\nsymmetry = "rot180"\ngivens = "2..4"\nside = 6\n[[draw]]\nkind = "whisper"\ncount = 3\n'
        'length = "4.."\nvalues = { difference = 3 }\nneeded = true\n[[draw]]\nkind = "windoku"\n',
        encoding="utf-8",
    )
    style = style_named(str(path))
    assert (style.name, style.title, style.japanese, str(style)) == ("mine", "Mine", "Mine", str(path))
    assert (style.symmetry, style.givens, style.side) == ("rot180", Span(2, 4), 6)
    whisper = Element("whisper", "", Span(3, 3), Span(4), (("difference", 3),), True)
    assert style.elements == (whisper, Element(line="windoku"))
    assert pickle.loads(pickle.dumps(style)) == style_named(str(style))
    assert hash(style) == hash(style_named(str(style)))


@pytest.mark.parametrize(
    ("text", "message"),
    [("kilter", "'killer'"), ("", "is not a style"), ("./none.toml", "cannot be read: No such file")],
)
def test_unknown_styles_are_refused_with_near_names(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        style_named(text)


def test_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(b"\xff\x00\x80")
    with pytest.raises(InputError, match="not text in UTF-8"):
        style_named(str(path))


def test_options_replace_what_a_style_says() -> None:
    killer = style_named("killer")
    changed = killer.with_options(cages=Span(3, 4), one_cell=2, symmetry="rot90", elements=Span(10, 12))
    cage = changed.elements[0]
    assert (cage.length, cage.one_cell, cage.count, changed.symmetry) == (Span(3, 4), 2, Span(10, 12), "rot90")
    assert killer == style_named("killer") == killer.with_options(cages=Span(), all_shown=False)
    assert style_named("thermo").with_options(length=Span(3, 3)).elements[0].length == Span(3, 3)


def test_all_shown_draws_every_mark_and_the_rule() -> None:
    shown = style_named("kropki-some").with_options(all_shown=True)
    assert shown.elements == style_named("kropki").elements
    assert style_named("kropki").with_options(all_shown=True) == style_named("kropki")


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("kropki", {"cages": Span(2, 5)}, "The style kropki draws no cages"),
        ("kropki", {"one_cell": 2}, "draws no cages"),
        ("killer", {"length": Span(2, 5)}, "draws no lines"),
        ("anti-knight", {"elements": Span(2, 5)}, "draws no elements"),
        ("mixed", {"elements": Span(2, 5)}, "several kinds"),
        ("thermo", {"all_shown": True}, "no marks that could all be shown"),
        ("thermo", {"symmetry": "rot45"}, "is not a symmetry"),
    ],
)
def test_options_that_do_not_apply_are_refused(name: str, options: dict, message: str) -> None:
    with pytest.raises(InputError, match=message):
        style_named(name).with_options(**options)


def test_shortest_lines_keep_to_the_style() -> None:
    style = style_named("mixed").with_shortest_lines()
    assert [(one.kind, str(one.length)) for one in style.elements] == [
        *[("thermo", "4"), ("arrow", "3"), ("cage", "2..4"), ("dot?", "")]
    ]


def test_joined_styles_draw_the_kinds_of_each() -> None:
    style = style_named("killer+thermo")
    assert {one.kind for one in style.elements} == {"cage", "thermo"}
    assert style_named(str(style)) == style
    assert (style.title, style.givens) == ("Killer + Thermometers", Span(0, 6))
    assert style_named("thermo+thermo") == style_named("thermo")


def test_joined_styles_share_the_board() -> None:
    alone, joined = style_named("thermo").elements[0], style_named("killer+thermo").elements[0]
    assert (joined.kind, joined.count.most) == ("thermo", (alone.count.most or 0) // 2)


def test_styles_for_other_sides_are_not_joined(tmp_path: Path) -> None:
    file = tmp_path / "small.toml"
    file.write_text("side = 6\n" + HEAD + 'kind = "cage"')
    with pytest.raises(InputError, match="different sides"):
        style_named(f"thermo+{file}")
