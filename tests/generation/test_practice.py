"""Practice: the technique is the next step, nothing easier leads on, and the boards come back from their lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from cpgen.errors import InputError
from cpgen.generation.practice import exercises, exercises_in, resolve_practice
from cpgen.layout import Layout
from cpgen.puzzle import Puzzle
from cpgen.rater.explain import explain_puzzle
from cpgen.rater.rating import rate_puzzle
from cpgen.requests.generate_spec import GenerateSpec
from tests.cli.running import call


@pytest.mark.parametrize("technique", ["w-wing", "unique-rectangle-1"])
def test_the_technique_of_an_exercise_is_the_next_step(technique: str) -> None:
    request = resolve_practice(GenerateSpec(oracle="bitset"), technique)
    ladder = request.model.ladder
    made = list(exercises(request, technique, 2, 1))
    assert len(made) == 2
    for one in made:
        assert one.answer.rule == technique
        first = explain_puzzle(one.state, ladder).rounds[0]
        assert (first.rule, first.removed, first.placed) == (technique, one.answer.removed, one.answer.placed)
        easier = rate_puzzle(one.state, ladder.up_to(ladder.complexity_of(technique) - 1))
        assert (easier.outcome, easier.steps) == ("stuck", 0)


def test_lines_are_states_that_other_commands_read() -> None:
    made = call("practice", "w-wing", "--count", "2", "--seed", "1", "--oracle", "bitset")
    found = call("hint", "--technique", "w-wing", "--json", "-", stdin=made.out.encode())
    assert {finding["state"] for finding in found.objects} == {1, 2}
    assert all(finding["technique"] == "w-wing" for finding in found.objects)


def test_a_page_has_each_answer_behind_a_click(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    ran = call("practice", "xy-wing", "--count", "2", "--seed", "1", "--oracle", "bitset", "--html", str(page))
    assert ran.code == 0
    text = page.read_text("utf-8")
    assert text.count("<details>") == 2
    assert text.count("<svg") == 4


def test_a_booklet_ends_with_the_answers(tmp_path: Path) -> None:
    pytest.importorskip("reportlab")
    book = tmp_path / "book.pdf"
    ran = call("practice", "xy-wing", "--count", "1", "--seed", "1", "--oracle", "bitset", "--pdf", str(book))
    assert ran.code == 0
    assert book.read_bytes().startswith(b"%PDF")


KILLER = Puzzle.parse(
    "..3. .... .... ....",
    Layout.boxes(2, 2).with_constraints(
        *("cage 5: r1c1 r1c2", "cage 9: r1c3 r1c4 r2c4", "cage 7: r2c1 r3c1", "cage 3: r2c2 r2c3"),
        *("cage 6: r3c2 r3c3 r3c4", "cage 5: r4c1 r4c2", "cage 5: r4c3 r4c4"),
    ),
)
SOLVED = "1432321441232341"


@pytest.fixture
def killers(tmp_path: Path) -> str:
    """Return a file with a killer, and a puzzle that needs none of its techniques."""
    file = tmp_path / "killers.txt"
    file.write_text(f"{KILLER.line} {KILLER.layout.spec}\n{SOLVED[:-3]}...\n")
    return str(file)


def test_given_puzzles_make_exercises() -> None:
    (one,) = exercises_in([KILLER, Puzzle.parse(SOLVED[:-3] + "...")], "sum-bounds")
    assert (one.answer.rule, one.state.puzzle, one.seed) == ("sum-bounds", KILLER, None)
    assert "".join(map(str, one.solution)) == SOLVED
    assert all(one.solution[cell] != digit for finding in one.findings for cell, digit in finding.removed)


def test_constraints_have_exercises_on_their_ladder() -> None:
    request = resolve_practice(GenerateSpec(layout=KILLER.layout, oracle="bitset"), "Sum bounds")
    assert request.model.name == "one-scale"
    assert resolve_practice(GenerateSpec(layout=KILLER.layout), "w-wing").model.name == "one-scale"
    (one,) = exercises(request, "sum-bounds", 1, 1)
    assert one.state.layout == KILLER.layout


def test_lines_of_boards_with_constraints_are_read(killers: str) -> None:
    made = call("practice", "sum-bounds", "--from", killers, "-n", "5", "--size", "4")
    (line,) = made.lines
    found = call("hint", "--technique", "sum-bounds", "--json", "-", stdin=line.encode())
    assert found.objects[0]["technique"] == "sum-bounds"


def test_pages_of_exercises_say_the_rules(killers: str, tmp_path: Path) -> None:
    pypdf = pytest.importorskip("pypdf")
    files = [str(tmp_path / name) for name in ("page.html", "book.pdf", "play.html")]
    html, pdf, play = files
    ran = call("practice", "sum-bounds", "--from", killers, "--html", html, "--pdf", pdf, "--play", play)
    assert ran.code == 0
    rule = "The digits in a cage, a dashed outline, are different"
    assert Path(html).read_text("utf-8").count(rule) == 1
    assert rule in " ".join(pypdf.PdfReader(pdf).pages[0].extract_text().split())
    assert rule in Path(play).read_text("utf-8")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("x-wing",), "None of 2 puzzles needs x-wing."),
        (("sum-bounds", "--clues", "4"), "--clues has no meaning"),
    ],
)
def test_files_without_exercises_are_refused(killers: str, arguments: tuple[str, ...], told: str) -> None:
    ran = call("practice", *arguments, "--from", killers)
    assert ran.code in (2, 3)
    assert told in ran.err


def test_exercises_have_one_solution() -> None:
    open_one = Puzzle(KILLER.layout, (0,) * 16)
    with pytest.raises(InputError, match="does not have exactly one solution"):
        list(exercises_in([open_one], "sum-bounds"))
