"""`cpgen hint --all` and `--technique`: everything that can be found in states; and `--ladder` wherever one rates."""

from __future__ import annotations

from pathlib import Path

import pytest

from cpgen import api, formats
from cpgen.difficulty import shipped_ladder
from cpgen.rater.explain import technique_named, title_of
from cpgen.rater.ladder import TECHNIQUES
from cpgen.rater.techniques import NAMED
from cpgen.state import BoardState
from tests.cli.running import LEFT, RIGHT, call

PLACED = f":0000:x:{LEFT[:38]}+7{LEFT[39:]}:413 513:::"
WRONG = f":0000:x:+3{LEFT[1:]}:::"
TWO = "12..3412........"
"""A puzzle with several solutions"""
KEYS = ["state", "technique", "code", "placed", "removed", "cells", "sentence", "assumes_one_solution"]


def test_a_technique_lists_what_it_finds_in_each_state_in_order(tmp_path: Path) -> None:
    path = tmp_path / "states.txt"
    path.write_text(f"{LEFT}\n{PLACED}\n{RIGHT}\n")
    found = call("hint", str(path), "--technique", "hidden-single", "--json").objects
    assert [list(one) for one in found] == [KEYS] * len(found)
    assert [one["state"] for one in found] == sorted(one["state"] for one in found)
    for number, text in enumerate((LEFT, PLACED, RIGHT), 1):
        here = [one for one in found if one["state"] == number]
        state = next(formats.read(text)).state
        asked = api.find(state, technique="hidden-single")
        assert [one["placed"] for one in here] == [finding.as_json()["placed"] for finding in asked] != []
        solution = api.only_solution(state.puzzle)
        for one, finding in zip(here, asked, strict=True):
            ((cell, digit),) = finding.placed
            assert solution[cell] == digit
            assert one["placed"] == [[state.layout.cell_name(cell), str(digit)]]
            assert (one["code"], one["removed"], one["assumes_one_solution"]) == ("0002", [], False)
            assert one["placed"][0][0] in one["sentence"]
            assert one["cells"] == [one["placed"][0][0]]


def test_all_that_a_ladder_finds_is_listed_rung_by_rung() -> None:
    ran = call("hint", LEFT, "--all", "--ladder", "nikoli100", "--json")
    assert ran.code == 0
    names = [one["technique"] for one in ran.objects]
    ladder = shipped_ladder("nikoli100").ladder
    assert names == sorted(names, key=ladder.rules.index)
    assert {"hidden-single-region", "hidden-single-line"} <= set(names)
    for one in ran.objects:
        assert one["placed"] or one["removed"]
        assert one["code"] == NAMED[one["technique"]].code


def test_by_default_the_techniques_of_hodoku_look() -> None:
    found = api.find(RIGHT)
    told = call("hint", RIGHT, "--all").lines
    assert [line.split("\t")[:2] for line in told] == [["1", title_of(one.rule)] for one in found]
    assert {one.rule for one in found} <= set(shipped_ladder("hodoku").ladder.rules) - {"brute-force"}
    assert {"full-house", "hidden-single"} & {one.rule for one in found}
    japanese = call("hint", RIGHT, "--technique", "locked-pointing", "--lang", "ja").lines
    assert len(japanese) == len(api.find(RIGHT, technique="locked-pointing")) > 0
    assert "消える" in japanese[0]


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        ((LEFT, "--technique", "xy-wng"), 2, "error: 'xy-wng' is not a technique. Did you mean 'xy-wing', "),
        ((LEFT, "--technique", "full-house", "--all"), 2, "error: Give --all or --technique, not both.\n"),
        ((LEFT, "--all", "--round", "2"), 2, "search the position as it is; leave out --round."),
        ((WRONG, "--technique", "full-house"), 4, "error: r1c1 is 3, but must be 2.\n"),
        ((LEFT + ".", "--technique", "full-house"), 2, "82"),
        ((LEFT, "--technique", "full-house"), 0, f"warning: {LEFT}: nothing is found.\n"),
        ((LEFT, "--all", "--ladder", "hodoko"), 2, "'hodoko' is not a shipped ladder, and not a file. Did you mean"),
        ((LEFT, "--all", "--ladder", "hodoku", "--model", "nikoli100"), 2, "Give a model or a ladder, not both"),
    ],
)
def test_wrong_calls_of_hint_are_refused(arguments: tuple[str, ...], code: int, sentence: str) -> None:
    ran = call("hint", *arguments)
    assert (ran.code, ran.out) == (code, "")
    assert sentence in ran.err
    assert len(ran.err.splitlines()) == 1


def test_uniqueness_techniques_need_one_solution() -> None:
    judgement = api.judge(TWO)
    assert judgement.board == BoardState.MANY
    for technique in TECHNIQUES:
        if NAMED[technique].assumes_one_solution:
            assert api.find(TWO, technique=technique, judgement=judgement) == ()
    ran = call("hint", TWO, "--technique", "hidden-single")
    assert "has several solutions" in ran.err or "more than one solution" in ran.err


def test_an_invalid_state_keeps_its_number(tmp_path: Path) -> None:
    path = tmp_path / "states.txt"
    path.write_text(f"{LEFT}\n{LEFT[:40]}\n{RIGHT}\n")
    ran = call("hint", str(path), "--technique", "hidden-single", "--json")
    assert ran.code == 2
    assert {one["state"] for one in ran.objects} == {1, 3}
    assert ran.err.startswith("error: ")


# The ladder wherever one rates


def test_rate_says_level_name_score_hardest_technique_and_uses() -> None:
    (data,) = call("rate", LEFT, "--ladder", "hodoku", "--json").objects
    assert (data["ladder"], data["model"], data["level_name"], data["grade"]) == ("hodoku", "hodoku", "easy", "easy")
    assert (data["hardest"], data["score"]) == ("hidden-single", 322)
    assert data["rules"] == {"full-house": 21, "naked-single": 28, "hidden-single": 9}
    assert call("rate", LEFT, "--ladder", "hodoku").out.rstrip("\n").split("\t")[1:] == [
        *("300", "58", "solved"),
        *("easy", "1.0", "322"),
    ]


def test_a_table_has_the_score_and_the_level_name(tmp_path: Path) -> None:
    path = tmp_path / "two.txt"
    path.write_text(f"{LEFT}\n{RIGHT}\n")
    rows = call("rate", str(path), "--out", "-", "--ladder", "hodoku").lines
    assert rows[0].split(",")[-2:] == ["score", "level_name"]
    for row, text in zip(rows[1:], (LEFT, RIGHT), strict=True):
        cells = dict(zip(rows[0].split(","), row.split(","), strict=True))
        rating = api.rate(text, ladder="hodoku")
        assert (int(cells["score"]), cells["level_name"], cells["grade"]) == (rating.score, *[rating.level_name] * 2)
        assert int(cells["level"]) == rating.level
        assert cells["rules"].split() == list(rating.rules)


def test_the_rounds_are_those_of_the_ladder(tmp_path: Path) -> None:
    explained = call("explain", LEFT, "--ladder", "hodoku", "--json").objects[0]
    assert [one["rule"] for one in explained["rounds"]] == [
        row["rule"] for row in call("explain", "--rounds", LEFT, "--ladder", "hodoku", "--json").objects
    ]
    assert all(len(one["findings"]) == 1 for one in explained["rounds"])
    assert call("hint", LEFT, "--ladder", "hodoku", "--json").objects[0]["rule"] == explained["rounds"][0]["rule"]
    path = tmp_path / "mine.toml"
    path.write_text('title = "x"\nplaces = "all"\nrungs = [\n  { technique = "nkd-single", complexity = 1 },\n]\n')
    ran = call("rate", LEFT, "--ladder", str(path))
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("error: The ladder mine, line 4: 'nkd-single' is not a rule of the ladder.")


def test_a_collection_keeps_score_level_name_and_ladder(tmp_path: Path) -> None:
    store = str(tmp_path / "set.db")
    assert call("collection", "import", store, LEFT, "--ladder", "hodoku").code == 0
    assert call("collection", "import", store, RIGHT).code == 0
    (kept,) = call("collection", "list", store, "--ladder", "hodoku", "--json").objects
    assert (kept["puzzle"], kept["score"], kept["level_name"], kept["grade"]) == (LEFT, 322, "easy", "easy")
    for wish, number in [
        (("--score", "300..400"), 1),
        (("--score", "..300", "--ladder", "hodoku"), 0),
        (("--level-name", "easy"), 1),
        (("--ladder", "hodoku", "--grade", "易しい"), 1),
        (("--ladder", "nikoli100"), 1),
    ]:
        assert len(call("collection", "list", store, *wish).lines) == number, wish
    assert call("collection", "stats", store, "--json").objects[0]["by_level_name"] == {"easy": 1}


def test_the_level_names_of_a_ladder_are_listed_among_the_grades() -> None:
    rows = call("grades", "hodoku", "--json").objects
    assert [row["grade"] for row in rows] == ["easy", "medium", "hard", "unfair", "extreme", "any"]
    assert {row["model"] for row in call("grades", "--json").objects} >= {"nikoli100", "hodoku", "explainer"}


@pytest.mark.parametrize("spelling", ["X-Wing", "x wing", "xwing", "X-WING"])
def test_a_technique_is_named_in_any_spelling(spelling: str) -> None:
    assert call("techniques", spelling, "--json").objects[0]["name"] == "x-wing"
    assert call("hint", LEFT, "--technique", spelling).out == call("hint", LEFT, "--technique", "x-wing").out
    assert call("practice", spelling, "-n", "1", "--seed", "1").code == 0


def test_titles_in_both_languages_name_their_techniques() -> None:
    for one in (*call("techniques", "--json").objects, *call("techniques", "--json", "--lang", "ja").objects):
        assert technique_named(one["title"]) == technique_named(one["name"]) == one["name"]
        assert one["about"]
    assert technique_named("Simple Colors Trap") == "simple-colours-trap"
    assert call("techniques", "x-wing").out.startswith("x-wing\t0300\tX-Wing\tIf a digit ")


def test_an_unknown_technique_gets_the_nearest_three() -> None:
    for words in (("hint", LEFT, "--technique", "xy-wng"), ("generate", "--needs", "xy-wng"), ("practice", "xy-wng")):
        ran = call(*words)
        assert ran.code == 2
        assert ran.err == "error: 'xy-wng' is not a technique. Did you mean 'xy-wing', 'xyz-wing', 'x-wing'?\n"
    assert len(call("practice", "中").err) < 150
