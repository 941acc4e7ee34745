"""Questions to an oracle end as soon as nobody waits for the answer, also while they are answered."""

from itertools import count

import pytest

from cpgen.errors import NotFoundError
from cpgen.layout import Layout
from cpgen.oracles import UndecidedError
from cpgen.puzzle import Puzzle
from cpgen.web.analysis import _stopping, fill, why_not
from cpgen.web.records.request_records import DiagnosisRequest, FillRequest

CLUES = "." * 81


def test_a_question_without_end_is_stopped():
    asked = count()
    oracle = _stopping("bitset", float("inf"), lambda: next(asked) > 3)
    with pytest.raises(UndecidedError):
        oracle.count(Puzzle(Layout.default(9), (0,) * 81), None)


def test_reasons_are_incomplete_once_stopped():
    assert not why_not(DiagnosisRequest(clues=CLUES), lambda: True).complete


def test_values_are_not_filled_in_once_stopped():
    with pytest.raises(NotFoundError):
        fill(FillRequest(clues=CLUES, constraints=["cage ?: r1c1 r1c2"]), lambda: True)
