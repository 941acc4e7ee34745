"""A study of patterns: random patterns, and cells with limited ratings."""

import pytest

from cpgen import InputError
from cpgen.difficulty import model_for, model_named
from cpgen.feasibility.infeasible import moved_by_a_symmetry
from cpgen.layout import Layout
from cpgen.library import pattern_named
from cpgen.oracles import open_oracle
from cpgen.puzzle import Puzzle
from cpgen.study.pattern_study import PatternStudy
from cpgen.study.random_patterns import PatternKind, random_patterns, shipped_patterns

NINE, FOUR = Layout.boxes(3, 3), Layout.boxes(2, 2)


def study(**asked) -> PatternStudy:
    patterns = {name: pattern_named(name) for name in ("kamio-b", "cross")}
    usual = {"layout": NINE, "model": model_for(NINE), "patterns": patterns, "fresh": {}, "count": 3, "ratings": 200}
    return PatternStudy(**(usual | {"grades": ("beginner", "超上級")} | asked))


def measured(asked: PatternStudy) -> PatternStudy:
    return asked.run(asked.open_journal())


def test_random_patterns_are_of_their_kind():
    kind = PatternKind(20, 30, ("rot180", "diagonal"))
    drawn = random_patterns(NINE, 12, kind, [1, 0], "random")
    assert list(drawn) == [f"random-{number}" for number in range(1, 13)]
    assert len(set(drawn.values())) == 12
    assert all(20 <= len(pattern) <= 30 for pattern in drawn.values())
    assert all(moved_by_a_symmetry(NINE, pattern) is None for pattern in drawn.values())
    assert list(random_patterns(NINE, 5, kind, [1, 0], "random").values()) == list(drawn.values())[:5]
    assert set(random_patterns(NINE, 5, kind, [1, 1], "fresh").values()).isdisjoint(drawn.values())


@pytest.mark.parametrize("kind", [PatternKind(3, 5), PatternKind(200, 300), PatternKind(22, 23, ("rot90",))])
def test_impossible_kind_of_patterns_is_refused(kind):
    with pytest.raises(InputError, match="clues"):
        random_patterns(NINE, 3, kind, [1, 0], "random")


def test_shipped_patterns_of_a_layout():
    assert "kamio-a" in shipped_patterns(NINE)
    assert set(shipped_patterns(FOUR)) == {"4x4-ring", "4x4-x"}
    assert shipped_patterns(Layout.latin(4)) == {}


def test_cell_ends_with_its_puzzles_or_ratings():
    findings = measured(study())
    oracle = open_oracle("bitset")
    easy, hard = (findings.rows_of(findings.cells[number]) for number in (0, 2))
    assert [row["puzzle"] is not None for row in easy] == [True] * 3
    assert all(oracle.uniqueness(Puzzle.parse(row["puzzle"])).unique and row["matches"] for row in easy)
    assert [row["puzzle"] for row in hard] == [None]
    assert hard[0]["ratings"] >= 200
    work_of = {(work.pattern, work.grade): work for work in findings.works}
    assert work_of["kamio-b", "beginner"].met
    assert not work_of["cross", "beginner"].met
    assert work_of["cross", "beginner"].log_ratings > work_of["kamio-b", "beginner"].log_ratings


def test_cells_are_of_the_model_of_the_study():
    asked = study(model=model_named("hodoku"), grades=("easy", "medium"))
    assert [cell.request.model.name for cell in asked.cells] == ["hodoku"] * 4


def test_impossible_cell_has_a_reason():
    latin = Layout.latin(5)
    drawn = pattern_named("xxxx. xx... .xx.. ..xx. .xxxx")
    two_empty = pattern_named("xxxxx xxxxx xxxxx ..... .....")
    asked = study(layout=latin, model=model_named("by-rule"), grades=(), patterns={"one": drawn, "two": two_empty})
    why = {(cell.pattern, cell.grade.name): cell.why for cell in asked.cells if cell.why}
    assert "locked-pointing cannot occur because it needs regions" in why["one", "intermediate"]
    assert "rows 4 and 5" in why["two", "beginner"]
    assert {row["pattern"] for row in measured(asked).rows} == {"one"}
