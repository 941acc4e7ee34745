"""All shipped files can be read, and agree with their descriptions."""

import re

import pytest

from cpgen import paths, resources
from cpgen.errors import InputError
from cpgen.layout import Layout
from cpgen.notation import without_comments
from cpgen.oracles import open_oracle
from cpgen.pattern import Pattern
from cpgen.puzzle import Puzzle
from cpgen.symmetry.canonical import canonical
from cpgen.symmetry.square import symmetry_of

PATTERNS = resources.names("patterns")
LAYOUTS = resources.names("layouts")
FEWEST = {4: 5, 5: 7, 6: 10, 7: 17, 9: 22, 16: 100}


def test_each_pattern_file_is_valid_and_described():
    for name in PATTERNS:
        text = resources.text("patterns", name)
        pattern = Pattern.parse(text)
        assert re.match(r"# \S.*: (\d+) clues", text)[1] == str(len(pattern)), name
        assert (
            str(len(pattern)) in resources.description(text, "ja").replace("：", " ").replace("ヒント", " ").split()
        ), name
        assert len(text.splitlines()) == pattern.size + 2, name
        assert len(pattern) >= FEWEST[pattern.size], name


def test_patterns_of_the_paper():
    first, second = (Pattern.parse(resources.text("patterns", name)) for name in ("kamio-a", "kamio-b"))
    assert (len(first), symmetry_of(first.size, first.cells)) == (23, "rot180")
    assert (len(second), symmetry_of(second.size, second.cells)) == (27, "rot180")
    assert set(first.cells) < set(second.cells)


def test_patterns_have_many_sizes_and_symmetries():
    patterns = [Pattern.parse(resources.text("patterns", name)) for name in PATTERNS]
    assert {pattern.size for pattern in patterns} == set(FEWEST)
    assert len({symmetry_of(pattern.size, pattern.cells) for pattern in patterns}) >= 6
    assert len(set(patterns)) == len(patterns)


def test_each_layout_has_a_description_and_a_grid():
    for name in LAYOUTS:
        text = resources.text("layouts", name)
        layout = Layout.parse(text)
        assert re.match(r"# \S.*\.\n", text), name
        assert Layout.parse(layout.spec) == layout
        assert open_oracle("bitset").is_consistent(Puzzle(layout, (0,) * layout.cell_count)), name


@pytest.mark.parametrize(
    ("name", "meant"), [("kamio", "'kamio-b', 'kamio-a'"), ("Kamio-A", "'kamio-a', 'kamio-b'"), ("hearts", "'heart'")]
)
def test_nearest_of_many_names_is_suggested(name, meant):
    with pytest.raises(InputError) as caught:
        resources.text("patterns", name)
    assert str(caught.value) == f"{name!r} is not among the shipped patterns. Did you mean {meant}?"


@pytest.mark.parametrize("name", ["../layouts/diagonal", "", "中"])
def test_an_unknown_name_is_refused_with_three_at_most(name):
    with pytest.raises(InputError, match=r"is not among the shipped patterns\.") as caught:
        resources.text("patterns", name)
    assert str(caught.value).partition(". ")[2].count(",") <= 3


def test_models_are_found_inside_or_next_to_the_package(tmp_path, monkeypatch):
    package = tmp_path / "cpgen"
    package.mkdir()
    monkeypatch.setattr(paths, "__file__", str(package / "paths.py"))
    assert paths.models_folder() == tmp_path / "models"
    (package / "models").mkdir()
    assert paths.models_folder() == package / "models"
    assert resources.names("patterns") == []
    (package / "models" / "patterns").mkdir()
    for name in ("b.txt", "a.txt", ".hidden.txt"):
        (package / "models" / "patterns" / name).write_text("x\n")
    assert resources.names("patterns") == ["a", "b"]


@pytest.mark.parametrize(("name", "number", "clues"), [("sparse", 1000, {18}), ("hardest", 80, {20, 21, 22, 23})])
def test_shipped_puzzles_are_distinct_and_unique(name, number, clues):
    puzzles = [Puzzle.parse(line) for line in without_comments(resources.text("puzzles", name))]
    oracle = open_oracle("bitset")
    assert all(oracle.uniqueness(puzzle).unique for puzzle in puzzles)
    assert {puzzle.clue_count for puzzle in puzzles} == clues
    assert len({canonical(puzzle) for puzzle in puzzles}) == len(puzzles) == number


def test_text_is_found_with_and_without_extension():
    assert resources.text("encodings", "sudoku.lp") != resources.text("encodings", "sudoku.mzn")
    assert resources.text("layouts", "windoku.txt") == resources.text("layouts", "windoku")
