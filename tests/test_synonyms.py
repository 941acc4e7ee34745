"""Names are found by the words that people use for them; letters are compared for typing errors only."""

from __future__ import annotations

import pytest

from cpgen import resources
from cpgen.constraints import is_constraint_line, parse_constraint
from cpgen.constraints.kind_table import HOUSE_KINDS, KINDS
from cpgen.difficulty import shipped_ladder, shipped_model
from cpgen.drawings import style_named
from cpgen.errors import InputError
from cpgen.layout import Layout
from cpgen.library import layout_named
from cpgen.requests.generate_spec import GenerateSpec
from cpgen.symmetry.square import SYMMETRIES
from cpgen.synonyms import name_for, named_elsewhere, names_for, sections
from cpgen.translations import LANGUAGES, words_of
from tests.request_helpers import asked

BOARD = Layout.boxes(3, 3)
LINES = {
    "killer 10: r1c1 r1c2": "cage 10: r1c1 r1c2",
    "Killer cage 10: r1c1 r1c2": "cage 10: r1c1 r1c2",
    "キラー 10: r1c1 r1c2": "cage 10: r1c1 r1c2",
    "anti-knight": "leaps knight",
    "Knight's move": "leaps knight",
    "king": "leaps",
    "little killer 12 from r1c3 se": "little 12: r1c3 se",
    "german whisper: r1c1-r1c3": "whisper 5: r1c1 r1c2 r1c3",
    "german 4: r1c1-r1c3": "whisper 4: r1c1 r1c2 r1c3",
    "dutch r1c1 r1c2": "whisper 4: r1c1 r1c2",
    "X r1c1 r1c2": "xv 10: r1c1 r1c2",
    "ratio 3: r1c1 r1c2": "black 3: r1c1 r1c2",
    "difference r1c1 r1c2": "white 1: r1c1 r1c2",
    "min r1c1": "minimum: r1c1",
}


def cells_of(line: str) -> list[str]:
    """The lines of the constraints that a line stands for."""
    return [one.text(9) for one in parse_constraint(line, 9, BOARD.regions)]


@pytest.mark.parametrize("line", [line for line in LINES if line != "king"])
def test_a_line_may_begin_with_a_word_of_setters(line: str) -> None:
    assert cells_of(line) == cells_of(LINES[line])


@pytest.mark.parametrize("line", [line for line in LINES if line != "king"])
def test_such_a_line_is_a_constraint_in_a_file(line: str) -> None:
    assert is_constraint_line(line)


@pytest.mark.parametrize("title", ["Killer", "Killer Sudoku", "Kropki 5", "Arrow of time", "German puzzle", "x"])
def test_a_title_in_a_file_is_no_constraint(title: str) -> None:
    assert title == "Arrow of time" or not is_constraint_line(title)


@pytest.mark.parametrize(
    ("line", "suggested"),
    [
        ("kropki r1c1 r1c2", "'white', 'black', 'dot[?]'"),
        ("even/odd r1c1", "'/' cannot"),
        ("even odd r1c1", "'odd', 'even'"),
        ("min max: r1c1", "'minimum', 'maximum'"),
        ("kenken 10: r1c1 r1c2", "'cage', 'sum'"),
        ("jigsaw 10: r1c1", "layout jigsaw-9, layout jigsaw-7 or layout jigsaw-11"),
    ],
)
def test_a_word_of_several_kinds_is_refused_naming_them(line: str, suggested: str) -> None:
    with pytest.raises(InputError, match=suggested):
        parse_constraint(line, 9, BOARD.regions)


@pytest.mark.parametrize("kind", [*KINDS, *HOUSE_KINDS])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_kind_is_found_by_its_title(kind: str, language: str) -> None:
    assert kind in [
        name.partition(" ")[0] for name in names_for(words_of(language)(f"constraints.{kind}.title"), "kinds")
    ]


def test_names_in_the_table_exist() -> None:
    grades = {grade.name for one in resources.names("ladders") for grade in shipped_ladder(one).grades}
    grades |= {grade.name for grade in shipped_model("nikoli100").grades}
    assert {name.partition(" ")[0] for name in sections()["kinds"]} == {*KINDS, *HOUSE_KINDS}
    assert set(sections()["styles"]) == set(resources.names("styles"))
    assert all(layout_named(name) for name in sections()["layouts"])
    assert set(sections()["symmetries"]) == set(SYMMETRIES)
    assert set(sections()["grades"]) == {*grades, "hardest", "any"}


@pytest.mark.parametrize("section", sections())
def test_each_name_has_words_of_both_languages(section: str) -> None:
    assert all(list(words) == ["en", "ja"] for words in sections()[section].values())


@pytest.mark.parametrize(
    ("word", "style"), [("thermometer", "thermo"), ("knight", "anti-knight"), ("不等号", "futoshiki")]
)
def test_a_style_is_found_by_a_word_of_setters(word: str, style: str) -> None:
    assert style_named(word).name == style


@pytest.mark.parametrize(
    ("word", "layout"), [("x-sudoku", "diagonal"), ("Hypersudoku", "windoku"), ("hexadoku", "4x4")]
)
def test_a_layout_is_found_by_a_word_of_setters(word: str, layout: str) -> None:
    assert layout_named(word) == layout_named(layout)


@pytest.mark.parametrize(
    ("word", "symmetry"),
    [("点対称", "rot180"), ("上下対称", "top-bottom"), ("half turn", "rot180"), ("非対称", "none")],
)
def test_a_symmetry_is_found_by_its_usual_name(word: str, symmetry: str) -> None:
    assert GenerateSpec(symmetry=word).symmetry == symmetry


@pytest.mark.parametrize(
    ("values", "hint"),
    [
        ({"symmetry": "rotational"}, "'rot90', 'rot180'"),
        ({"grade": "evil"}, "'expert', 'unfair', 'fiendish', 'extreme', 'diabolical'"),
        ({"grade": "difficult"}, "'advanced', 'hard'"),
        ({"kind": "windoku"}, "layout windoku"),
        ({"kind": "jigsaw"}, "layout jigsaw-9"),
        ({"layout": "killer"}, "kind killer"),
        ({"kind": "kilelr"}, "'killer'"),
        ({"kind": "thermometre"}, "'thermo'"),
    ],
)
def test_a_suggestion_comes_from_the_table_first(values: dict[str, str], hint: str) -> None:
    with pytest.raises(InputError, match=f"Did you mean {hint}"):
        asked(**values)  # type: ignore[arg-type]


def test_words_of_no_name_stand_for_nothing() -> None:
    assert (name_for("fish", "kinds"), names_for("", "styles"), named_elsewhere("fish")) == ("", (), ("", ()))
