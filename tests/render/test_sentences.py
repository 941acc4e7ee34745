"""Sentences: every rule has one in both languages, and it names every cell and digit of its finding."""

from __future__ import annotations

import pytest

from cpgen.api import explain
from cpgen.layout import Layout
from cpgen.library import layout_named
from cpgen.puzzle import Puzzle
from cpgen.rater.explain import Finding, Part, Round, with_joined_links
from cpgen.rater.ladder import RULES
from cpgen.render.sentences import ELIMINATING_SINGLES, Narrator, grouped, looked_at
from cpgen.translations import words_of
from tests.rater.techniques import boards as technique_boards

NINE = Layout.boxes(3, 3)
ENGLISH, JAPANESE = Narrator(words_of("en")), Narrator(words_of("ja"))


def cell(name):
    row, _, column = name[1:].partition("c")
    return (int(row) - 1) * 9 + int(column) - 1


def finding(rule, houses, cells, digits, effects, layout=NINE):
    found = tuple(h for name in houses for h in layout.houses if str(h) == name)
    marks = tuple((cell(place), int(digit)) for place, digit in (effect.split("=") for effect in effects.split()))
    places = tuple(cell(name) for name in cells.split())
    placed = rule == "hidden-single-region"
    return Finding(layout, rule, found, places, digits, marks if placed else (), () if placed else marks)


GOLDEN = {
    "hidden-single-region": (
        (["region 4"], "r5c2", (4,), "r5c2=4"),
        "In the middle-left block, 4 can only go in r5c2.",
        "左中ブロックで4が入るのはr5c2だけ。",
    ),
    "locked-pointing": (
        (["region 1", "row 2"], "r2c1 r2c3", (4,), "r2c5=4 r2c7=4"),
        "In the top-left block, 4 can only go in r2c1 and r2c3, both in row 2, so 4 can be removed from r2c5 and r2c7.",
        "左上ブロックで4が入るのはr2c1・r2c3だけで、どちらも2行目にある。よってr2c5・r2c7から4が消える。",
    ),
    "hidden-single-line": (
        (["row 5"], "r5c2", (4,), "r5c2=1 r5c2=7 r4c2=4"),
        "In row 5, 4 can only go in r5c2, so r5c2 is 4.",
        "5行目で4が入るのはr5c2だけ。よってr5c2は4。",
    ),
    "hidden-pair-region": (
        (["region 5"], "r4c4 r6c6", (2, 8), "r4c4=1 r6c6=1"),
        "In the middle block, 2 and 8 can only go in r4c4 and r6c6, so 1 can be removed from r4c4 and r6c6.",
        "中央ブロックで2・8が入るのはr4c4・r6c6だけ。よってr4c4・r6c6から1が消える。",
    ),
    "locked-claiming": (
        (["column 9", "region 9"], "r7c9 r8c9 r9c9", (3,), "r7c7=3"),
        "In column 9, 3 can only go in r7c9, r8c9 and r9c9, all in the bottom-right block, "
        "so 3 can be removed from r7c7.",
        "9列目で3が入るのはr7c9・r8c9・r9c9だけで、すべて右下ブロックにある。よってr7c7から3が消える。",
    ),
    "naked-single": (
        ([], "r1c1", (6,), "r1c2=6 r9c1=6"),
        "In r1c1, only 6 is possible, so r1c1 is 6.",
        "r1c1に入るのは6だけ。よってr1c1は6。",
    ),
    "x-wing": (
        (["row 2", "row 6"], "r2c3 r2c8 r6c3 r6c8", (4,), "r1c3=4 r9c8=4"),
        "In row 2 and in row 6, 4 can only go in column 3 and column 8, so 4 can be removed from r1c3 and r9c8.",
        "2行目と6行目で4が入るのは3列目、8列目だけ。よってr1c3・r9c8から4が消える。",
    ),
    "hidden-pair-line": (
        (["column 2"], "r1c2 r5c2", (1, 9), "r1c2=4 r5c2=6"),
        "In column 2, 1 and 9 can only go in r1c2 and r5c2, so 4 can be removed from r1c2, "
        "and 6 can be removed from r5c2.",
        "2列目で1・9が入るのはr1c2・r5c2だけ。よってr1c2から4が消え、r5c2から6が消える。",
    ),
    "hidden-triple": (
        (["row 1"], "r1c1 r1c2 r1c3", (1, 2, 3), "r1c1=9"),
        "In row 1, 1, 2 and 3 can only go in r1c1, r1c2 and r1c3, so 9 can be removed from r1c1.",
        "1行目で1・2・3が入るのはr1c1・r1c2・r1c3だけ。よってr1c1から9が消える。",
    ),
    "hidden-quadruple": (
        (["row 1"], "r1c1 r1c2 r1c3 r1c4", (1, 2, 3, 4), "r1c1=9"),
        "In row 1, 1, 2, 3 and 4 can only go in r1c1, r1c2, r1c3 and r1c4, so 9 can be removed from r1c1.",
        "1行目で1・2・3・4が入るのはr1c1・r1c2・r1c3・r1c4だけ。よってr1c1から9が消える。",
    ),
    "naked-pair": (
        (["column 3"], "r1c3 r4c3", (2, 5), "r7c3=2 r7c3=5"),
        "In column 3, only 2 and 5 are possible in r1c3 and r4c3, so 2 and 5 can be removed from r7c3.",
        "3列目のr1c3・r4c3に入るのは2・5だけ。よってr7c3から2・5が消える。",
    ),
    "naked-triple": (
        (["region 3"], "r1c7 r1c8 r1c9", (2, 5, 7), "r2c7=2"),
        "In the top-right block, only 2, 5 and 7 are possible in r1c7, r1c8 and r1c9, so 2 can be removed from r2c7.",
        "右上ブロックのr1c7・r1c8・r1c9に入るのは2・5・7だけ。よってr2c7から2が消える。",
    ),
    "naked-quadruple": (
        (["row 9"], "r9c1 r9c2 r9c3 r9c4", (2, 5, 7, 8), "r9c9=2"),
        "In row 9, only 2, 5, 7 and 8 are possible in r9c1, r9c2, r9c3 and r9c4, so 2 can be removed from r9c9.",
        "9行目のr9c1・r9c2・r9c3・r9c4に入るのは2・5・7・8だけ。よってr9c9から2が消える。",
    ),
}


def test_every_rule_has_a_sentence_in_both_languages():
    for rule in RULES:
        parts, english, japanese = GOLDEN[rule]
        assert ENGLISH.sentence(finding(rule, *parts)) == english
        assert JAPANESE.sentence(finding(rule, *parts)) == japanese


def test_fish_hint_names_base_houses_only():
    fish = next(
        one for state, _ in technique_boards.states(NINE, 80, 6) for one in technique_boards.found(state, "swordfish")
    )
    assert looked_at(fish) == tuple(part.house for part in fish.with_role("figure"))
    across = {"row": "column", "column": "row"}[fish.houses[0].kind]
    assert across not in ENGLISH.where_to_look(Round(1, fish.rule, 1, (fish,)))


def test_where_to_look_reveals_neither_cell_nor_digit():
    for rule in RULES:
        for narrator in [ENGLISH, JAPANESE]:
            one = Round(1, rule, 1, (finding(rule, *GOLDEN[rule][0]),))
            text = narrator.where_to_look(one)
            assert narrator.house(NINE, one.findings[0].houses[0] if one.findings[0].houses else NINE.houses[0]) in text
            assert "r1c" not in text.replace("(of r1c", "")
            assert narrator.title(one)


@pytest.mark.parametrize(
    ("spec", "house", "english", "japanese"),
    [
        ("jigsaw-9", "region 2", "region 2 (of r1c3)", "r1c3のブロック（ブロック2）"),
        ("2x3", "region 6", "region 6 (of r5c4)", "r5c4のブロック（ブロック6）"),
        ("diagonal", "extra house 1", "the falling diagonal", "右下がりの対角線"),
        ("diagonal", "extra house 2", "the rising diagonal", "右上がりの対角線"),
        ("diagonal", "region 9", "the bottom-right block", "右下ブロック"),
        ("windoku", "extra house 4", "extra house 4 (of r6c6)", "r6c6の追加領域（追加領域4）"),
        ("latin-5", "row 5", "row 5", "5行目"),
    ],
)
def test_houses_of_any_layout_have_names(spec, house, english, japanese):
    layout = layout_named(spec)
    (found,) = [one for one in layout.houses if str(one) == house]
    assert (ENGLISH.house(layout, found), JAPANESE.house(layout, found)) == (english, japanese)


def test_sentences_name_every_cell_of_random_boards(boards):
    for puzzle, _ in boards(6, 3):
        for one in explain(puzzle):
            for found, english, japanese in zip(
                one.findings, ENGLISH.sentences(one), JAPANESE.sentences(one), strict=True
            ):
                affected = set() if one.rule in ELIMINATING_SINGLES else {c for c, _ in (*found.placed, *found.removed)}
                named = affected if one.rule == "x-wing" else affected | set(found.cells)
                for name in map(puzzle.layout.cell_name, named):
                    assert name in english
                    assert name in japanese
                assert "{" not in english + japanese


def test_finding_without_house_is_described_by_its_cells():
    one = finding("naked-single", [], "r1c1", (6,), "r1c5=6")
    assert ENGLISH.sentence(one) == "In r1c1, only 6 is possible, so r1c1 is 6."


def test_sentences_use_the_chosen_symbols():
    narrator = Narrator(words_of("ja"), tuple("一二三四五六七八九"))
    assert narrator.sentence(finding("hidden-single-region", *GOLDEN["hidden-single-region"][0])) == (
        "左中ブロックで四が入るのはr5c2だけ。"
    )


def test_chain_names_the_sets_that_its_links_use():
    row, block = NINE.houses[0], NINE.houses[18]
    parts = (
        Part("start", row, (0,), (4,)),
        Part("strong", row, (0, 1), (2,), 0),
        Part("weak", row, (5,), (2,), 1),
        Part("strong", row, (8,), (2,), 2),
        Part("set", block, (0, 1), (1, 2, 4), 1),
    )
    one = Finding(NINE, "als-aic", (block,), (0, 1, 5, 8), (1, 2, 4), (), ((8, 4),), parts)
    assert ENGLISH.sentence(one) == (
        "At least one of 4 in r1c1 and 2 in r1c9 is true, because of 4 in r1c1 = 2 in r1c1 and r1c2 (by r1c1 and r1c2, "
        "an almost locked set of 1, 2 and 4) − 2 in r1c6 = 2 in r1c9, so 4 can be removed from r1c9."
    )
    assert JAPANESE.sentence(one) == (
        "r1c1の4 = r1c1・r1c2の2（1・2・4の準ロック集合であるr1c1・r1c2による） − r1c6の2 = r1c9の2により、"
        "r1c1の4・r1c9の2の少なくとも一方は正しい。よってr1c9から4が消える。"
    )


def test_removed_candidates_are_grouped():
    assert grouped([(1, 2), (1, 5), (4, 2)]) == [((2,), (1, 4)), ((5,), (1,))]
    assert grouped([(1, 2), (1, 5), (4, 2), (4, 5)]) == [((2, 5), (1, 4))]


def test_first_round_of_a_real_puzzle():
    puzzle = Puzzle.parse(".9.....6.8..14...2.....2.....93...7..5..1..3..6...79.....7.....7...29..5.4.....8.")
    first = explain(puzzle).rounds[0]
    assert ENGLISH.paragraph(first) == (
        "In the middle-left block, 7 can only go in r5c3. In the middle block, 9 can only go in r5c4."
    )
    assert JAPANESE.where_to_look(first) == (
        "左中ブロック、中央ブロックに注目。入るマスが1つしか残っていない数字がある。"
    )


def test_links_of_one_thermometer_are_one_finding():
    board = Layout.boxes(2, 3).with_constraints("thermo r1c4 r1c3 r1c2 r2c2", "white r5c1 r5c2")
    apart = explain(Puzzle.parse("1" + "." * 35, board)).rounds[0]
    joined = with_joined_links(apart)
    assert joined.rule == "link"
    assert set(joined.removed) == set(apart.removed)
    assert [len(one.with_role("clue")) for one in joined.findings] == [1] * len(joined.findings)
    assert len({one.parts[0].constraint for one in joined.findings}) == len(joined.findings) < len(apart.findings)
    assert ENGLISH.sentence(joined.findings[0]).startswith(
        "Because of the thermometer from r1c4, each digit of r1c2, r1c3, r1c4 and r2c2 needs a digit that fits "
        "in each linked cell, so 2"
    )


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("house-combination", "no way to fill row 1,"),
        ("wide-combination", "no way to fill row 1 and row 2 together,"),
        ("joint-combination", "no way to fill row 1 and row 2 together,"),
        ("digit-count", "No way to place 4 on the whole board uses some cells,"),
        ("joint-count", "No way to place 4 on the whole board uses some cells,"),
    ],
)
def test_findings_without_constraints_have_sentences(rule: str, expected: str) -> None:
    """Placed digits and missing candidates may be enough for a finding, whatever the constraints say."""
    houses = NINE.houses[: 1 if rule == "house-combination" else 2]
    parts = tuple(Part("figure", house, (0,), (4,)) for house in houses)
    found = Finding(NINE, rule, houses, (0,), (4,), (), ((0, 4),), parts)
    assert expected in ENGLISH.sentence(found)
    assert JAPANESE.sentence(found)
