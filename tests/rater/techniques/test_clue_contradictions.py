"""Constraint and House Contradiction: small examples, and what the closure of all links leaves, by the definitions."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cpgen.layout import Layout
from cpgen.rater.explain import Finding, find_in
from cpgen.rater.ladder import HIGHEST
from cpgen.render.sentences import Narrator
from cpgen.state import State
from cpgen.translations import words_of
from tests import reference_rater
from tests.rater.techniques.boards import alone, states
from tests.rater.techniques.test_clue_chains import Literal, contradictory, implications
from tests.rater.techniques.test_clue_logic import found, state_of

LINES = ("renban: r1c2 r2c3 r3c3", "thermo: r2c2 r3c3 r4c3", "sum 8: r1c1 r2c1 r3c2", "sandwich 7 row 2")
ONES_AND_FOURS = dict.fromkeys(("r1c2", "r5c5", "r2c4", "r6c1"), "14")


def test_chains_leave_no_digit_to_a_cell() -> None:
    """With 4 in r1c5, r1c2 is 1, r1c3 is 2, and r6c5 is 3 like r3c1: none is left for r1c1."""
    notes = {"r1c1": "123", "r1c2": "14", "r1c3": "24", "r6c5": "34", "r3c1": "34"}
    assert {"r1c5": "4"} not in found(6, "palindrome: r6c5 r3c1", "constraint-chain", notes)
    assert {"r1c5": "4"} in found(6, "palindrome: r6c5 r3c1", "constraint-contradiction", notes)


def test_chains_leave_no_filling_to_a_constraint() -> None:
    """Two of the four cells are 4, but r1c5 sees three of them."""
    line = "sum 10: r1c2 r2c4 r5c5 r6c1"
    assert {"r1c5": "4"} not in found(6, line, "constraint-chain", ONES_AND_FOURS)
    assert {"r1c5": "4"} in found(6, line, "constraint-contradiction", ONES_AND_FOURS)


def left_by(state: State, follow: dict[Literal, set[Literal]], start: Literal) -> list[set[int]]:
    """Return the candidates of each cell that the chains from a true candidate leave, however long they are."""
    left = [set(digits) or {state.digits[cell]} for cell, digits in enumerate(state.candidates)]
    reached = layer = {start}
    while layer:
        layer = {end for literal in layer for end in follow[literal]} - reached
        reached = reached | layer
    for cell, digit, on in reached:
        left[cell] = left[cell] & {digit} if on else left[cell] - {digit}
    return left


def is_impossible(state: State, left: list[set[int]], kind: str) -> bool:
    """Return True if the candidates left contradict each other, by the definition of a technique."""
    layout, board = state.layout, reference_rater.Board(state.layout)
    board.candidates = left
    if kind == "house-contradiction":
        return any(not reference_rater.fillings(board, group) for group in reference_rater.house_groups(layout))
    groups = reference_rater.own_groups(layout)
    return (
        not all(left)
        or any(len(set().union(*(left[cell] for cell in house.cells))) < layout.size for house in layout.houses)
        or any(not reference_rater.fillings(board, group) for group in groups)
    )


@pytest.mark.parametrize("technique", ["constraint-contradiction", "house-contradiction"])
def test_contradictions_agree_with_the_closure_of_all_links(technique: str) -> None:
    """Candidates that a single chain contradicts are left out, since there the search ends earlier."""
    used, ladder = 0, replace(alone(technique), bounds=HIGHEST)
    for line in LINES:
        for state, _ in states(Layout.boxes(2, 3).with_constraints(line), 6, 3):
            follow = implications(state)
            chained = contradictory(follow, HIGHEST.links)
            removed = {effect for one in find_in(state, ladder) for effect in one.removed} - chained
            expected = {
                (cell, digit)
                for cell, digit, on in follow
                if on and is_impossible(state, left_by(state, follow, (cell, digit, True)), technique)
            }
            assert removed == expected - chained, line
            used += bool(removed)
    assert used


def test_chains_together_have_few_links() -> None:
    """The three chains have two links each."""
    layout = Layout.boxes(2, 3).with_constraints("sum 10: r1c2 r2c4 r5c5 r6c1")
    state, ladder = state_of(layout, ONES_AND_FOURS), alone("constraint-contradiction")
    for links in (2, 3):
        findings = find_in(state, replace(ladder, bounds=ladder.bounds._replace(links=links)))
        assert any(finding.removed == ((4, 4),) for finding in findings) == (links == 3)


def all_findings(technique: str) -> list[Finding]:
    """Return the findings of a technique on random states."""
    return [
        finding
        for line in LINES
        for state, _ in states(Layout.boxes(2, 3).with_constraints(line), 6, 3)
        for finding in find_in(state, alone(technique))
    ]


def test_chains_end_at_a_cell_a_house_or_a_constraint() -> None:
    findings = all_findings("constraint-contradiction")
    assert {finding.parts[-1].role for finding in findings} == {"cells", "figure", "clue"}
    assert {finding.parts[-1].role for finding in all_findings("house-contradiction")} <= {"figure", "clue"}


@pytest.mark.parametrize("technique", ["constraint-contradiction", "house-contradiction"])
def test_chains_begin_with_the_candidate_that_is_removed(technique: str) -> None:
    narrator = Narrator(words_of("en"))
    for finding in all_findings(technique):
        ((cell, digit),) = finding.removed
        (start,) = finding.with_role("start")
        assert (start.cells, start.digits) == ((cell,), (digit,))
        assert f": if {finding.layout.cell_name(cell)} is {digit}" in narrator.sentence(finding)
        for place, part in enumerate(finding.parts):
            assert part.source is None or part.source < place


def test_sentence_says_what_is_impossible() -> None:
    layout = Layout.boxes(2, 3).with_constraints("sum 10: r1c2 r2c4 r5c5 r6c1")
    findings = find_in(state_of(layout, ONES_AND_FOURS), alone("constraint-contradiction"))
    (one,) = (finding for finding in findings if finding.removed == ((4, 4),))
    assert Narrator(words_of("en")).sentence(one) == (
        "With the outline of 10 at r1c2, several chains follow from one candidate: if r1c5 is 4, r1c2 is not 4, "
        "r1c2 is 1, r2c4 is not 4, r2c4 is 1, r5c5 is not 4, r5c5 is 1; no way is left to fill the outline of 10 at "
        "r1c2, so 4 can be removed from r1c5."
    )
