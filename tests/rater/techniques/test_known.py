"""Published examples of the techniques: what is eliminated or placed there is found."""

from __future__ import annotations

from pathlib import Path

import pytest

from cpgen.formats.hodoku import read
from cpgen.rater.explain import Finding
from cpgen.rater.techniques import EVERY
from cpgen.state import State
from tests.rater.techniques.boards import Candidate, found

LINES = tuple(row for row in Path(__file__).with_name("known.txt").read_text("utf-8").splitlines() if row[:1] == ":")
CODES = tuple(dict.fromkeys(line[1:5] for line in LINES))
"""HoDoKu's numbers for the techniques"""
TOGETHER = ("0502", "1201", "1202")
"""Multi-colours and templates: HoDoKu does in one step what several findings do"""


def candidates(words: str) -> set[Candidate]:
    """The candidates in words of digit, row and column."""
    return {((int(row) - 1) * 9 + int(column) - 1, int(digit)) for digit, row, column in words.split()}


def effects(state: State, finding: Finding) -> set[Candidate]:
    """Return the eliminations of a finding, including the other candidates of cells in which it assigns a digit."""
    others = {(cell, other) for cell, digit in finding.placed for other in state.candidates[cell] if other != digit}
    return others | set(finding.removed)


@pytest.mark.parametrize("code", CODES)
def test_what_is_published_is_found(code: str) -> None:
    techniques = [technique.name for technique in EVERY if technique.code == code]
    for line in (line for line in LINES if line.startswith(f":{code}")):
        kind, _, _, _, eliminated, put = line.split(":")[1:7]
        state, told, placed = read(line).state, candidates(eliminated), candidates(put)
        findings = [finding for technique in techniques for finding in found(state, technique)]
        steps = [(effects(state, finding), set(finding.placed)) for finding in findings]
        if code in TOGETHER:
            steps = [(set().union(*(gone for gone, _ in steps)), set().union(*(put for _, put in steps)))]
        if kind.endswith("-x"):
            assert not any(told & gone or not told for gone, _ in steps), line
        else:
            assert any(told <= gone and placed <= put for gone, put in steps), line
