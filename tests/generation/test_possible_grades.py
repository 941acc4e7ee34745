"""Outlook: the grades that a request can have, before a search."""

from cpgen import api
from cpgen.generation.possible_grades import Outlook, doubt, outlook
from cpgen.requests.clock import Clock
from tests.request_helpers import asked

LINES = """thermo r1c1 r2c2 r3c3 r4c4
thermo r9c1 r8c2 r7c3 r6c3
thermo r1c9 r2c8 r3c8 r4c8
cage ?: r1c2 r1c3
cage ?: r5c5 r5c6 r6c6
cage ?: r8c8 r8c9 r9c9
cage ?: r3c5 r4c5 r4c6"""
DRAWING = asked({"drawing": LINES, "grade": "expert"})


def test_a_drawing_of_few_constraints_has_grades_of_the_one_scale(monkeypatch):
    monkeypatch.setattr("cpgen.generation.possible_grades.MOST_WORK", 2_000 * 81**2)
    found = outlook(DRAWING, Clock())
    assert (found.model, found.likely[:2]) == ("one-scale", ("beginner", "intermediate"))
    assert 5 < found.givens < 30


def test_a_grade_is_likely_only_if_enough_attempts_succeed(monkeypatch):
    easy = asked({"drawing": "cage ?: r1c1 r1c2", "layout": "2x2"})
    assert "beginner" in outlook(easy, Clock()).likely
    monkeypatch.setattr("cpgen.generation.possible_grades.NEEDED", 6)
    assert outlook(easy, Clock()).likely == ()


def test_a_grade_that_a_drawing_hardly_has_is_doubted():
    """A 4×4 board needs little more than singles, and a model for full boards does not suit few constraints."""
    small = {"drawing": "cage ?: r1c1 r1c2; thermo r4c1-r4c3", "layout": "2x2"}
    assert "not likely: " in (told := str(doubt(asked({**small, "grade": "expert"}), Clock()).sentence))
    assert "Likely grades with this drawing: beginner;" in told
    assert doubt(asked({**small, "grade": "beginner"}), Clock()) is None
    assert "The ladder one-scale" in str(
        doubt(asked({"drawing": LINES, "grade": "expert", "model": "mixed"}), Clock()).sentence
    )


def test_an_outlook_without_time_says_nothing():
    assert outlook(DRAWING, Clock(stop=lambda: True)) is None


def test_an_outlook_takes_a_limited_number_of_ratings(monkeypatch):
    monkeypatch.setattr("cpgen.generation.possible_grades.MOST_WORK", 3 * 81**2)
    assert outlook(DRAWING, Clock()).likely == ()


def test_an_outlook_on_a_drawing_without_a_grid_says_nothing():
    none = asked({"drawing": "cage 3: r1c1 r1c2; cage 3: r1c3 r1c4; cage ?: r2c1", "layout": "2x2", "grade": "expert"})
    assert (outlook(none, Clock()), doubt(none, Clock())) == (None, None)


def test_an_outlook_is_the_same_again():
    easy = asked({"drawing": "cage ?: r1c1 r1c2", "layout": "2x2"})
    assert outlook(easy, Clock()) == outlook(easy, Clock())


def test_a_pattern_has_the_predicted_outlook():
    assert "beginner" in api.outlook("cross").unlikely


def test_the_sentence_of_an_outlook_names_the_grades():
    assert "beginner; not likely: expert." in str(Outlook(("beginner",), ("expert",), 20, "one-scale").sentence)
