"""Answers of the API equal those of the command line."""

from __future__ import annotations

import json
import re
from base64 import b64decode
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest
from pypdf import PdfReader

import cpgen
from cpgen import resources
from cpgen.formats import FORMATS
from cpgen.layout import Layout
from cpgen.puzzle import Puzzle
from cpgen.rater.techniques import FAMILIES
from cpgen.web.play import page_of, walkthrough_of
from tests.cli.running import LEFT, RIGHT, call
from tests.web.running import Studio, parsed

TWO = "1234341221......"
JIGSAW = {"puzzle": ".1425..3.....4..2.....2..", "layout": "AAABB/AABBB/CCCDD/CCDDD/EEEEE"}


@pytest.fixture(scope="module")
def choices(server: Studio) -> dict[str, Any]:
    return server.get("/api/choices").json()


@pytest.mark.parametrize("puzzle", [LEFT, RIGHT, TWO, "." * 81, "1234341221434321"])
@pytest.mark.parametrize("command", ["rate", "check"])
def test_answers_are_those_of_the_command_line(server: Studio, command, puzzle):
    answer = server.post(f"/api/{command}", puzzle=puzzle).json()
    answer.pop("also", None)
    assert answer == call(command, "--json", puzzle).objects[0]


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_explanations_are_those_of_the_command_line(server: Studio, lang):
    answer = server.post("/api/explain", puzzle=LEFT, lang=lang).json()
    expected = call("explain", "--json", "--lang", lang, LEFT).objects[0]
    assert len(answer["rounds"]) == 34
    for one, other in zip(answer["rounds"], expected["rounds"], strict=True):
        assert other.items() <= one.items()
        assert one["title"]
        assert one["look"]
    del answer["also"]
    assert {**answer, "rounds": 0} == {**expected, "rounds": 0}


def test_ratings_come_with_the_other_scale(server: Studio):
    own, wide = (server.post("/api/rate", puzzle=LEFT, **more).json() for more in ({}, {"ladder": "hodoku"}))
    for one, other in ((own, wide), (wide, own)):
        assert one["also"] == {name: other[name] for name in ("model", "grade", "level", "steps", "score", "outcome")}
    assert (own["also"]["grade"], wide["also"]["grade"]) == ("easy", "expert")
    assert "also" not in server.post("/api/rate", puzzle="." * 256).json()


def test_a_puzzle_to_play_keeps_the_grade_it_was_made_for(server: Studio):
    kept = server.post("/api/walkthrough", puzzle=LEFT, grade="advanced").json()
    assert (kept["grade"], kept["also"]["grade"]) == ("advanced", "easy")
    assert (
        server.post("/api/walkthrough", puzzle=json.dumps({"puzzle": LEFT, "grade": "unfair"})).json()["grade"]
        == "unfair"
    )
    assert server.post("/api/walkthrough", puzzle=LEFT).json()["grade"] == "expert"
    page = server.post("/api/export", puzzles=[{"puzzle": LEFT, "grade": "advanced"}], to="html").text
    assert '"grade": "advanced"' in page


def test_puzzles_on_other_boards_name_their_layout(server: Studio):
    assert server.post("/api/rate", **JIGSAW).json()["layout"] == JIGSAW["layout"]
    assert server.post("/api/solve", puzzle="1" + "." * 24, layout="latin-5").json()["unique"] is False


def test_a_puzzle_is_solved_or_has_no_solution(server: Studio):
    solved = server.post("/api/solve", puzzle=LEFT).json()
    assert solved["unique"]
    assert Puzzle.parse(solved["solution"]).clue_count == 81
    answer = server.post("/api/solve", puzzle="123............4")
    assert (answer.status_code, answer.json()["error"]["sentence"]) == (422, "The puzzle has no solution.")


def test_a_check_ends_at_its_time_limit(server: Studio):
    answer = server.post("/api/check", puzzle="." * 1296, layout="6x6", limit=0.2, oracle="cpsat")
    assert (answer.status_code, answer.json()["error"]["kind"]) == (422, "not-found")


def test_a_hint_continues_from_the_entered_digits(server: Studio):
    first = server.post("/api/hint", puzzle=LEFT).json()
    assert (first["state"], first["round"], first["mistakes"]) == ("open", 1, [])
    assert first["look"] != first["sentence"]
    digits = list(LEFT)
    for cell, digit in [pair for finding in first["findings"] for pair in finding["placed"]]:
        digits[(int(cell[1]) - 1) * 9 + int(cell[3]) - 1] = digit
    second = server.post("/api/hint", puzzle=LEFT, digits="".join(digits)).json()
    placed = [pair for finding in second["findings"] for pair in finding["placed"]]
    assert not set(map(tuple, placed)) & {tuple(pair) for finding in first["findings"] for pair in finding["placed"]}


def narrowed(server: Studio) -> tuple[str, dict]:
    """Return a board whose next round removes candidates, and that round."""
    digits = LEFT
    while True:
        answer = server.post("/api/hint", puzzle=LEFT, digits=digits).json()
        placed = [pair for finding in answer["findings"] for pair in finding["placed"]]
        if not placed:
            return digits, answer
        cells = list(digits)
        for cell, digit in placed:
            cells[(int(cell[1]) - 1) * 9 + int(cell[3]) - 1] = digit
        digits = "".join(cells)


def test_a_hint_omits_eliminations_already_in_the_marks(server: Studio):
    digits, first = narrowed(server)
    marks = ["123456789" if digit == "." else "" for digit in digits]
    assert server.post("/api/hint", puzzle=LEFT, digits=digits, marks=marks).json() == {**first, "marks": marks}
    for finding in first["findings"]:
        for cell, digit in finding["removed"]:
            place = (int(cell[1]) - 1) * 9 + int(cell[3]) - 1
            marks[place] = marks[place].replace(digit, "")
    after = server.post("/api/hint", puzzle=LEFT, digits=digits, marks=marks).json()
    assert after["round"] == 1
    assert after["findings"] != first["findings"]
    read = server.post("/api/hint", puzzle=json.dumps({"puzzle": LEFT, "placed": digits, "marks": marks})).json()
    assert read == after


def test_a_hint_uses_the_requested_symbols(server: Studio):
    asked = {"puzzle": LEFT, "symbols": "{1} {2} {3} {4} {5} {6} {7} {8} {9}"}
    answer = server.post("/api/hint", **asked).json()
    (_, digit), *_ = answer["findings"][0]["placed"]
    assert f"{{{digit}}} can only go in" in answer["findings"][0]["sentence"]
    assert answer["findings"][0]["look"].count("block") == 1
    assert "2 symbols" in server.post("/api/hint", puzzle=LEFT, symbols="12").json()["error"]["sentence"]


def test_a_hint_reports_mistakes_first(server: Studio):
    answer = server.post("/api/hint", puzzle=LEFT, digits="9" + LEFT[1:], lang="ja").json()
    assert answer["mistakes"] == [{"cell": "r1c1", "placed": "9", "right": "2", "sentence": answer["sentence"]}]
    assert (answer["state"], answer["sentence"]) == ("no-solution", "r1c1は9だが、正しくは2。")
    assert "round" not in answer
    lacking = server.post("/api/hint", puzzle=LEFT, marks=["1578", *[""] * 80]).json()
    assert (lacking["state"], lacking["mistakes"][0]["placed"]) == ("no-solution", None)
    assert lacking["sentence"] == "r1c1 lacks the candidate 2, which is its digit in the solution."
    solution = server.post("/api/solve", puzzle=LEFT).json()["solution"]
    assert server.post("/api/hint", puzzle=LEFT, digits=solution).json()["state"] == "already-solved"


def test_ratings_explanations_and_checks_use_the_state(server: Studio):
    digits = "2" + LEFT[1:8] + "4" + LEFT[9:]
    rated, explained, checked = (
        server.post(f"/api/{call}", puzzle=LEFT, digits=digits).json() for call in ("rate", "explain", "check")
    )
    assert (rated["state"], rated["mistakes"], rated["placed"]) == ("open", [], "2.......4" + "." * 72)
    assert rated["steps"] == len(explained["rounds"]) < server.post("/api/rate", puzzle=LEFT).json()["steps"]
    assert not {("r1c1", "2"), ("r1c9", "4")} & {
        tuple(pair) for one in explained["rounds"] for finding in one["findings"] for pair in finding["placed"]
    }
    assert (checked["unique"], checked["mistakes"]) == (True, [])
    wrong = {
        call: server.post(f"/api/{call}", puzzle=LEFT, digits="9" + digits[1:]).json() for call in ("rate", "check")
    }
    assert [one["mistakes"][0]["cell"] for one in wrong.values()] == ["r1c1", "r1c1"]
    assert wrong["check"]["unique"]
    assert "mistakes" not in server.post("/api/rate", puzzle=LEFT).json()


@pytest.mark.parametrize(
    ("asked", "where"),
    [
        ({"digits": "12"}, ""),
        ({"digits": "x" * 81}, ""),
        ({"marks": ["1"]}, "marks"),
        ({"marks": ["x"] * 81}, ""),
        ({"marks": "12"}, "marks"),
        ({"lang": "de"}, "lang"),
        ({"model": "../../etc/passwd"}, "model"),
        ({"layout": "latin-50"}, ""),
        ({"nonsense": 1}, "nonsense"),
    ],
)
def test_a_wrong_request_is_refused_with_its_field(server: Studio, asked, where):
    answer = server.post("/api/hint", **{"puzzle": LEFT, **asked})
    error = answer.json()["error"]
    assert (answer.status_code, error["kind"], error.get("where", "")) == (400, "input", where)


def test_choices_list_everything_shipped(choices: dict[str, Any]):
    assert {one["name"] for one in choices["layouts"]} >= {"3x3", *resources.names("layouts")}
    assert [one["name"] for one in choices["patterns"]] == resources.names("patterns")
    assert [one["name"] for one in choices["formats"]] == [*(one.name for one in FORMATS), "svg", "png", "pdf", "html"]


def test_layouts_to_choose_agree_with_their_spec(choices: dict[str, Any]):
    for one in choices["layouts"]:
        layout = Layout(one["size"], tuple(one["regions"]), tuple(map(tuple, one["extras"])))
        assert layout == Layout.parse(one["spec"])
        assert one["diagonals"] == ("+diagonals" in one["spec"])


def test_each_layout_to_choose_has_one_default_grade(choices: dict[str, Any]):
    assert {sum(grade["default"] for grade in one["grades"]) for one in choices["layouts"]} == {1}


def test_choices_have_titles_in_both_languages(choices: dict[str, Any]):
    for one in [*choices["layouts"], *choices["patterns"], *choices["formats"]]:
        assert all(one["title"][language] for language in ("en", "ja"))


def test_techniques_to_choose_are_in_families(choices: dict[str, Any]):
    families = choices["families"]
    assert [one["name"] for family in families for one in family["techniques"]] == [
        technique.name for members in FAMILIES.values() for technique in members
    ]
    assert families[0]["title"]["en"] == "Singles"
    assert families[0]["techniques"][0]["title"]["en"] == "Hidden Single (region)"


def test_ladders_to_choose_say_which_have_scores(choices: dict[str, Any]):
    assert [one["scores"] for one in choices["ladders"]] == [False, True, False, True, False]


def test_random_layouts_and_patterns_have_seeds(server: Studio):
    for kind, size in (("jigsaw", 9), ("pentomino", 5)):
        answer = server.get("/api/layout/random", kind=kind, size=size, seed=3).json()
        assert answer == server.get("/api/layout/random", kind=kind, size=size, seed=3).json()
        again = server.get("/api/layout", spec=answer["spec"]).json()
        assert {**again, "seed": 3} == answer
        assert answer["size"] == size
    pattern = server.get("/api/pattern/random", size=9, clues=26, symmetry="rot180", seed=1).json()
    assert pattern["line"].count("x") == pattern["clues"] == 26
    assert server.get("/api/pattern/random", clues=26).json()["seed"] is not None


def test_a_request_is_judged_before_it_is_started(server: Studio):
    assert server.post("/api/pattern/check", pattern="kamio-a", grade="expert").json()["ok"]
    hard = server.post("/api/pattern/check", pattern="x", grade="beginner").json()
    assert (hard["ok"], hard["kind"]) == (True, "hard")
    assert hard["sentence"].startswith("Puzzles for the target (grade beginner) are rare on this pattern: a trial of")
    bad = server.post("/api/pattern/check", layout="latin-9", model="by-rule", grade="intermediate").json()
    assert (bad["ok"], bad["kind"]) == (False, "impossible")
    bad = server.post("/api/pattern/check", pattern="kamio-a", needs=["x-wing"], level="..3").json()
    assert (bad["ok"], bad["kind"]) == (False, "impossible")
    bad = server.post("/api/pattern/check", layout="2x2", pattern="heart").json()
    assert (bad["ok"], bad["kind"]) == (False, "input")


def test_texts_are_read_and_converted_line_by_line(server: Studio):
    answer = server.post("/api/read", text=f"{LEFT}\nnonsense\n{RIGHT} # by Kamio\n").json()
    assert [one["puzzle"] for one in answer["puzzles"]] == [LEFT, RIGHT]
    assert [one["line"] for one in answer["problems"]] == [2]
    written = server.post("/api/convert", text=LEFT, to="puzzlink").json()
    back = server.post("/api/convert", text=written["text"], to="line").json()
    assert back == {"text": f"{LEFT}\n", "count": 1, "problems": []}
    refused = server.post("/api/convert", text=TWO, to="sdm").json()
    assert (refused["text"], refused["count"], len(refused["problems"])) == ("", 0, 1)


def test_too_many_puzzles_are_refused(server: Studio):
    answer = server.post("/api/read", text="x\n" * 300_000)
    assert (answer.status_code, answer.json()["error"]["where"]) == (400, "text")


@pytest.mark.parametrize("name", [one.name for one in FORMATS if one.clues])
def test_every_format_can_be_exported_and_read(server: Studio, name):
    kept = server.post("/api/export", puzzles=[{"puzzle": LEFT}], to=name)
    assert kept.status_code == 200
    assert kept.headers["content-disposition"].startswith('attachment; filename="puzzles.')
    assert [one["puzzle"] for one in server.post("/api/read", text=kept.text).json()["puzzles"]] == [LEFT]


def test_the_studio_is_one_cached_script(server: Studio):
    first = server.get("/studio/main.js")
    imported = re.findall(r'^import .* from "(.*)";$', first.text, re.MULTILINE)
    assert first.headers["content-type"].startswith("text/javascript")
    assert imported == ["@preact/signals", "htm", "preact", "preact/hooks", "idb"]
    again = server.http.get("/studio/main.js", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_an_exported_page_is_that_of_the_command_line(server: Studio):
    page = server.post("/api/export", puzzles=[{"puzzle": LEFT}, {"puzzle": RIGHT}], to="html", lang="ja")
    assert page.headers["content-disposition"] == 'attachment; filename="puzzles.html"'
    assert page.text == page_of([walkthrough_of(LEFT), walkthrough_of(RIGHT)], "ja")
    refused = server.post("/api/export", puzzles=[{"puzzle": "1" + "." * 15}], to="html")
    assert "more than one solution" in refused.json()["error"]["sentence"]


def test_a_picture_is_downloaded_with_its_title(server: Studio):
    svg = server.post("/api/export", puzzles=[{"puzzle": LEFT}], to="svg", title="A & B")
    assert svg.text.startswith("<?xml")
    assert "A &amp; B" in svg.text
    assert server.post("/api/export", puzzles=[JIGSAW], to="png").content.startswith(b"\x89PNG")


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_several_pictures_are_a_zip_file(server: Studio, kind: str):
    several = [{"puzzle": LEFT, "title": "A & B"}, JIGSAW]
    names = ZipFile(BytesIO(server.post("/api/export", puzzles=several, to=kind).content)).namelist()
    assert names == [f"0001-a-b.{kind}", f"0002.{kind}"]


def test_puzzles_are_exported_as_a_booklet(server: Studio):
    pdf = server.post("/api/export", puzzles=[{"puzzle": LEFT}, {"puzzle": RIGHT}], to="pdf", lang="ja")
    assert len(PdfReader(BytesIO(pdf.content)).pages) == 2


def test_a_booklet_refuses_a_puzzle_with_many_solutions(server: Studio):
    many = server.post("/api/book", puzzles=[{"puzzle": "1" + "." * 15, "layout": "2x2"}] * 201)
    assert "more than one solution" in many.json()["error"]["sentence"]


def test_pages_of_a_booklet_are_previewed(server: Studio):
    book = server.post("/api/book", puzzles=[{"puzzle": LEFT}], title="Sunday", hints=True, qr=False, per_page=1)
    assert "Sunday" in PdfReader(BytesIO(book.content)).pages[0].extract_text()
    pages = server.post(
        "/api/book/pages", puzzles=[{"puzzle": LEFT}], title="Sunday", per_page=1, first=1, most=2
    ).json()
    assert [b64decode(page)[1:4] for page in pages["pages"]] == [b"PNG", b"PNG"]
    assert pages["of"] == len(PdfReader(BytesIO(book.content)).pages) - 1  # that has hints


def test_a_booklet_for_readers_is_downloaded(server: Studio):
    epub = server.post("/api/book", puzzles=[{"puzzle": LEFT}], kind="epub", front=False)
    assert (epub.headers["content-type"], epub.content[:2]) == ("application/epub+zip", b"PK")


def test_the_progress_of_a_file_is_streamed(server: Studio):
    asked = {"puzzles": [{"puzzle": LEFT}, {"puzzle": RIGHT}]}

    def events_of(path, **more):
        answer = server.http.post(path, json=asked | more, headers={"Accept": "text/event-stream"})
        assert answer.headers["content-type"].startswith("text/event-stream")
        return [(kind, data) for _, kind, data in parsed(answer.iter_lines())]

    for path, more, name in (
        ("/api/book", {}, "puzzles.pdf"),
        ("/api/book", {"kind": "epub"}, "puzzles.epub"),
        ("/api/export", {"to": "html"}, "puzzles.html"),
        ("/api/export", {"to": "png"}, "puzzles.zip"),
        ("/api/export", {"to": "line"}, "puzzles.txt"),
    ):
        *progress, (kind, file) = events_of(path, **more)
        shares = [data["share"] for _, data in progress]
        assert shares == sorted(shares)
        assert shares[-1:] in ([], [1.0])
        assert (kind, file["name"]) == ("file", name)
        assert b64decode(file["content"]) == server.post(path, **asked | more).content
    ((kind, failed),) = events_of("/api/export", puzzles=[{"puzzle": "1" + "." * 80}], to="html")
    assert (kind, failed["error"]["kind"]) == ("failure", "input")


def test_work_on_a_file_ends_with_its_connection(server: Studio):
    asked = {"puzzles": [{"puzzle": LEFT}] * 2000, "to": "png"}
    for _ in range(3):  # as many as are worked on at a time
        with server.http.stream("POST", "/api/export", json=asked, headers={"Accept": "text/event-stream"}) as answer:
            assert next(parsed(answer.iter_lines()))[1] == "progress"
    assert server.post("/api/export", puzzles=[{"puzzle": LEFT}], to="png").status_code == 200


@pytest.mark.parametrize(
    ("asked", "where"),
    [
        ({"puzzles": []}, "puzzles"),
        ({"puzzles": [{"puzzle": LEFT[1:]}]}, "puzzles[0]"),
        ({"puzzles": [{}]}, "puzzles[0]"),
        ({"puzzles": [LEFT]}, "puzzles[0]"),
        ({"puzzles": [{"puzzle": LEFT}], "to": "exe"}, "to"),
    ],
)
def test_wrong_exports_are_refused(server: Studio, asked, where):
    answer = server.post("/api/export", **{"to": "svg", **asked})
    assert (answer.status_code, answer.json()["error"]["where"]) == (400, where)


def test_a_ladder_rates_hints_and_makes_puzzles(server: Studio):
    rated = server.post("/api/rate", puzzle=LEFT, ladder="hodoku").json()
    del rated["also"]
    assert rated == call("rate", "--json", "--ladder", "hodoku", LEFT).objects[0]
    assert (rated["ladder"], rated["level_name"], rated["hardest"]) == ("hodoku", "easy", "hidden-single")
    verdict = server.post(
        "/api/pattern/check", pattern="kamio-a", ladder="hodoku", grade="unfair", score="1000.."
    ).json()
    assert verdict == {"ok": True, "kind": None, "sentence": ""}
    offered = {one["name"]: one for one in server.get("/api/choices").json()["ladders"]}
    assert [grade["name"] for grade in offered["hodoku"]["grades"]][:2] == ["easy", "medium"]
    for refused in ({"ladder": "hodoko"}, {"ladder": "../hodoku"}, {"ladder": "hodoku", "model": "nikoli100"}):
        assert server.post("/api/rate", puzzle=LEFT, **refused).status_code == 400


def test_a_verdict_gives_movable_cells_and_efforts(server: Studio):
    answer = server.post("/api/pattern/check", layout="2x2", pattern="x.x. .x.x .... ....").json()
    assert (answer["kind"], answer["marked"], "efforts" in answer) == ("impossible", list(range(8, 16)), False)
    answer = server.post("/api/pattern/check", pattern="kamio-a", grade="expert").json()
    predicted = cpgen.api.effort("kamio-a")
    assert {one["grade"]: one["times"] for one in answer["efforts"]} == {
        grade: pytest.approx(predicted.times(grade)) for grade in ("beginner", "intermediate", "advanced", "expert")
    }
    answer = server.post("/api/pattern/check", pattern="x", grade="beginner").json()
    assert (answer["kind"], [one["hard"] for one in answer["efforts"]]) == ("hard", [True, False, False, False])
    assert "marked" not in answer


def test_findings_equal_those_of_the_command_line(server: Studio):
    found = server.post("/api/find", puzzle=LEFT, technique="hidden-single").json()
    listed = call("hint", LEFT, "--technique", "hidden-single", "--json").objects
    assert [{"state": 1, **one} for one in found["findings"]] == listed != []
    assert found["state"] == "open"
    wrong = server.post("/api/find", puzzle=LEFT, digits="3" + "." * 80, technique="hidden-single").json()
    assert (wrong["findings"], len(wrong["mistakes"])) == ([], 1)
    assert server.post("/api/find", puzzle=LEFT, technique="xy-wng").status_code == 400


def test_clues_made_by_hand_are_analysed(server: Studio):
    clash = "11" + "." * 14
    answer = server.post("/api/outlook", clues=clash, layout="2x2").json()
    assert (answer["solutions"], answer["conflict"], answer["blamed"], answer["choices"]) == (0, [0, 1], [0, 1], [])
    answer = server.post("/api/outlook", clues=LEFT, cell=0).json()
    assert (answer["solutions"], answer["outcome"], answer["grade"]) == (1, "solved", "expert")
    assert [one["digit"] for one in answer["choices"] if one["solutions"]] == ["2"]
    assert (len(answer["placed"]), answer["placed"][1], answer["marks"][0]) == (81, ".", "")


def test_ratings_that_assume_one_solution_are_judged(server: Studio):
    for command in ("rate", "explain"):
        answer = server.post(f"/api/{command}", puzzle="421.......2.2.3.", ladder="hodoku").json()
        assert (answer["solved"], answer["state"]) == (True, "many-solutions")


def test_the_verdict_on_a_drawing_says_which_grades_are_unlikely(server: Studio):
    asked = {"drawing": "cage ?: r1c1 r1c2", "layout": "2x2", "grade": "expert"}
    verdict = server.post("/api/pattern/check", **asked).json()
    assert verdict["ok"]
    assert (verdict["kind"], verdict["key"][:7]) == ("hard", "outlook")
