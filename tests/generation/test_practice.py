"""Practice: the technique is the next step, nothing easier leads on, and the boards come back from their lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from cpgen.generation.practice import PracticeRequest, exercises
from cpgen.rater.explain import explain_puzzle
from cpgen.rater.rating import rate_puzzle
from tests.cli.running import call


@pytest.mark.parametrize("technique", ["w-wing", "unique-rectangle-1"])
def test_the_technique_of_an_exercise_is_the_next_step(technique: str) -> None:
    request = PracticeRequest(technique=technique, oracle="bitset")
    ladder = request.model.ladder
    for one in exercises(request, technique, 2, 1):
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
