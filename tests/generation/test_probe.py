"""A trial run says what is hard on a pattern, for any target and layout, the same each time."""

from __future__ import annotations

from typing import Any

import pytest

from cpgen.generation import probe
from cpgen.generation.probe import ENOUGH, RATINGS, Trial, how_hard, trial_of
from cpgen.library import layout_named, pattern_named
from cpgen.pattern import Pattern
from tests.request_helpers import asked


def tried(pattern: str, **wishes: Any) -> Trial | None:
    return trial_of(asked({"pattern": pattern_named(pattern), "oracle": "bitset", **wishes}))


@pytest.mark.parametrize(
    ("pattern", "wishes", "hard"),
    [
        ("heart", {"grade": "beginner"}, False),
        ("x", {"grade": "beginner"}, True),
        ("kamio-a", {"level": "8.."}, False),
        ("letter-z", {"needs": "x-wing"}, True),
        ("heart", {"needs": "xy-wing"}, False),
        ("6x6-ring", {"grade": "beginner"}, False),
        ("kamio-a", {"layout": layout_named("3x3+diagonals"), "grade": "any"}, False),
    ],
    ids=str,
)
def test_a_target_is_hard_if_a_trial_meets_few_puzzles(pattern: str, wishes: dict[str, Any], hard: bool) -> None:
    trial = tried(pattern, **wishes)
    assert trial is not None
    assert (trial.is_hard, trial.met == ENOUGH) == (hard, not hard)
    assert trial.ratings <= RATINGS + 1000
    assert trial == tried(pattern, **wishes)


def test_a_trial_ends_where_no_walk_begins() -> None:
    """All digits are fixed: there is one puzzle, and it is of another level."""
    fixed = ".9.....6.8..14...2.....2.....93...7..5..1..3..6...79.....7.....7...29..5.4.....8."
    trial = trial_of(asked(pattern=Pattern.parse(fixed), level="7..", oracle="bitset"))
    assert trial is not None
    assert (trial.met, trial.is_hard) == (0, True)


@pytest.mark.parametrize(
    "wishes",
    [
        {"clues": 26},
        {"pattern": "kamio-a", "method": "paper"},
        {"pattern": "x" * 63 + "." * 18},
        {"pattern": "123x ...4 .... ...."},
        {"pattern": ("x" + "." * 24) * 25},
    ],
    ids=str,
)
def test_no_trial_for_other_requests(wishes: dict[str, Any]) -> None:
    request = asked(wishes)
    assert trial_of(request) is None
    assert how_hard(request) is None


def test_the_sentence_names_the_target() -> None:
    request = asked({"pattern": "letter-z", "needs": "x-wing"})
    sentence = str(how_hard(request))
    assert sentence.startswith("Puzzles for the target (with x-wing) are rare on this pattern: a trial of 9")
    assert sentence.endswith(" ratings found none; try other clues or another target.")


def test_one_puzzle_met_makes_only_many_puzzles_hard(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(probe, "trial_of", lambda request, _: Trial(request, met=1, ratings=9005))
    request = asked({"pattern": "x", "level": "8..", "oracle": "bitset"})
    assert how_hard(request) is None
    assert "found only one" in str(how_hard(request, 10))
