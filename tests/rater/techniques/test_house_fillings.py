"""House Combination: small examples, and what a search through all fillings of a house finds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import permutations, product
from typing import Any

import pytest

from cpgen.constraints.house import House
from cpgen.layout import Layout
from cpgen.puzzle import Puzzle
from cpgen.rater import techniques
from cpgen.rater.explain import find_in
from cpgen.rater.ladder import Ladder
from cpgen.rater.rating import Rater
from cpgen.state import State
from tests.rater.techniques.boards import alone, states
from tests.rater.techniques.test_clue_logic import found

WHISPER = "whisper 5: r1c1 r1c2 r1c3 r1c4 r1c5 r1c6 r1c7 r1c8"
Candidates = Sequence[set[int]] | Mapping[int, set[int]]


def removed_by(technique: str, state: State, houses: tuple[House, ...]) -> set[tuple[int, int]]:
    """Return the candidates (cell, digit) that findings of a technique about these houses remove."""
    findings = find_in(state, alone(technique))
    return {effect for finding in findings if finding.houses == houses for effect in finding.removed}


def in_none(
    fillings: Iterable[Any], cells: Iterable[int], state: State, candidates: Candidates
) -> set[tuple[int, int]]:
    """Return the candidates (cell, digit) of the open ones of some cells that are in none of the fillings."""
    kept = {(cell, filled[cell]) for filled in fillings for cell in cells}
    return {(cell, digit) for cell in cells if not state.digits[cell] for digit in candidates[cell]} - kept


def test_whisper_through_a_row_leaves_5_to_the_last_cell() -> None:
    """Eight digits alternate between 1 to 4 and 6 to 9, so 5 is in r1c9."""
    assert all("r1c9" not in one for one in found(9, WHISPER, "combination"))
    one, *_ = found(9, WHISPER, "house-combination")
    assert one["r1c9"] == "12346789"


def test_two_clues_of_one_row_are_combined() -> None:
    """r1c1 r1c2 and r1c3 r1c4 of sum 5 need 1 2 3 4 together; r1c5 r1c6 have 5 and 6."""
    lines = "cage 5: r1c1 r1c2; cage 5: r1c3 r1c4"
    assert found(6, lines, "combination", {}) == [{"r1c1": "56", "r1c2": "56"}, {"r1c3": "56", "r1c4": "56"}]
    assert {"r1c1": "56", "r1c2": "56", "r1c3": "56", "r1c4": "56", "r1c5": "1234", "r1c6": "1234"} in found(
        6, lines, "house-combination"
    )


def test_constraint_may_stick_out_of_the_house() -> None:
    """Two cells of row 1 and one outside add up to 4: row 1 has 1 and 2 in these two."""
    eliminated = found(6, "sum 4: r1c1 r1c2 r4c3", "house-combination")
    rest = dict.fromkeys(("r1c3", "r1c4", "r1c5", "r1c6"), "12")
    assert {"r1c1": "3456", "r1c2": "3456", "r4c3": "23456", **rest} in eliminated


def test_constraint_with_one_open_cell_is_named() -> None:
    layout = Layout.boxes(2, 3).with_constraints("thermo: r1c1 r1c2")
    state = State(Puzzle(layout, (0, 3, *(0,) * 34)))
    finding = next(one for one in find_in(state, alone("house-combination")) if one.removed == ((0, 4), (0, 5), (0, 6)))
    assert [part.constraint for part in finding.with_role("clue")] == list(layout.further)


def test_house_without_constraints_has_no_findings() -> None:
    assert found(6, "cage 5: r1c1 r2c4", "house-combination", {"r3c1": "12", "r3c2": "12"}) == []


@pytest.mark.parametrize(
    "line",
    [
        "whisper 3: r1c1 r1c2 r1c3 r1c4",
        "renban: r1c2 r1c3 r1c4",
        "skyscraper 3: r1c1 r1c2 r1c3 r1c4 r1c5 r1c6",
        "skyscraper 2: r1c6 r1c5 r1c4 r1c3 r1c2 r1c1",
    ],
)
def test_fillings_of_a_row_agree_with_all_permutations(line: str) -> None:
    layout = Layout.boxes(2, 3).with_constraints(line)
    (constraint,) = layout.further
    for state, _ in states(layout, 6, 1):
        candidates = [set(state.candidates[cell]) or {state.digits[cell]} for cell in range(6)]
        fillings = [
            row
            for row in permutations(range(1, 7))
            if all(digit in candidates[cell] for cell, digit in enumerate(row))
            and constraint.is_satisfied((*row, *(0,) * 30), layout)
        ]
        removed = removed_by("house-combination", state, (layout.houses[0],))
        assert removed == in_none(fillings, range(6), state, candidates)


@pytest.mark.parametrize("line", ["zipper: r1c1 r1c2 r2c3", "sum 6: r1c1 r1c4 r2c2"])
def test_fillings_of_two_rows_agree_with_all_permutations(line: str) -> None:
    """Rows 1 and 2 of a 4×4 board: a candidate stays if both can be filled with it as sight and constraint demand."""
    layout = Layout.boxes(2, 2).with_constraints(line)
    (constraint,) = layout.further
    acted = 0
    for state, _ in states(layout, 10, 1):
        candidates = [set(state.candidates[cell]) or {state.digits[cell]} for cell in range(8)]
        fillings = [
            both
            for both in (one + two for one, two in product(permutations(range(1, 5)), repeat=2))
            if all(digit in candidates[cell] for cell, digit in enumerate(both))
            and all(both[cell] != both[peer] for cell in range(8) for peer in layout.peers[cell] if peer < 8)
            and constraint.is_satisfied((*both, *(0,) * 8), layout)
        ]
        removed = removed_by("wide-combination", state, layout.houses[:2])
        assert removed == in_none(fillings, range(8), state, candidates)
        acted += bool(removed)
    assert acted


def test_house_with_two_constraints_agrees_with_all_fillings() -> None:
    """Row 1 of a 4×4 board, with two sums of which each has a cell elsewhere."""
    layout = Layout.boxes(2, 2).with_constraints("sum 6: r1c1 r1c2 r3c3", "sum 7: r1c2 r1c4 r4c1")
    cells, acted = (0, 1, 2, 3, 10, 12), 0
    for state, _ in states(layout, 10, 1):
        candidates = {cell: set(state.candidates[cell]) or {state.digits[cell]} for cell in cells}
        fillings = [
            dict(zip(cells, (*row, *others), strict=True))
            for row, others in product(permutations(range(1, 5)), product(range(1, 5), repeat=2))
        ]
        kept = [
            filled
            for filled in fillings
            if all(digit in candidates[cell] for cell, digit in filled.items())
            and all(filled[a] != filled[b] for a in cells for b in layout.peers[a] if b in filled)
            and filled[0] + filled[1] + filled[10] == 6
            and filled[1] + filled[3] + filled[12] == 7
        ]
        removed = removed_by("wide-combination", state, layout.houses[:1])
        assert removed == in_none(kept, cells, state, candidates)
        acted += bool(removed)
    assert acted


def test_two_rows_with_two_constraints_agree_with_all_fillings() -> None:
    """Rows 1 and 2 of a 4×4 board, with two sums that have a cell in each and one elsewhere."""
    layout = Layout.boxes(2, 2).with_constraints("sum 6: r1c1 r2c3 r3c2", "sum 9: r1c2 r2c4 r4c3")
    cells, acted = (*range(8), 9, 14), 0
    for state, _ in states(layout, 10, 1):
        candidates = {cell: set(state.candidates[cell]) or {state.digits[cell]} for cell in cells}
        kept = [
            filled
            for one, two, *others in product(permutations(range(1, 5)), permutations(range(1, 5)), *[range(1, 5)] * 2)
            if (filled := dict(zip(cells, (*one, *two, *others), strict=True)))
            and all(digit in candidates[cell] for cell, digit in filled.items())
            and all(filled[a] != filled[b] for a in cells for b in layout.peers[a] if b in filled)
            and filled[0] + filled[6] + filled[9] == 6
            and filled[1] + filled[7] + filled[14] == 9
        ]
        removed = removed_by("joint-combination", state, layout.houses[:2])
        assert removed == in_none(kept, cells, state, candidates)
        acted += bool(removed)
    assert acted


def test_search_goes_on_where_it_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rating asks whether to stop after each house that was searched, and finds the same whatever the number."""
    layout = Layout.boxes(2, 3).with_constraints("cage 5: r1c1 r1c2", "cage 5: r1c3 r1c4", "cage 9: r4c1 r4c2")
    state, asked = State.of(Puzzle(layout, (0,) * 36)), list[bool]()
    ladder = Ladder.of([("hidden-single-region", 1), ("house-combination", 2)])
    at_once = Rater(layout, ladder).rate_state(state)
    monkeypatch.setattr(techniques, "WORK", 0)

    def stop() -> bool:
        asked.append(True)
        return False

    assert Rater(layout, ladder).rate_state(state, stop) == at_once
    assert len(asked) > at_once.steps + 3
    assert Rater(layout, ladder).rate_state(state, lambda: len(asked) > 2).outcome == "stopped"
