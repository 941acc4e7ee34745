"""Constraint Chain: small examples, and what a closure of all links finds."""

from __future__ import annotations

from itertools import product

from cpgen.layout import Layout
from cpgen.rater.explain import find_in
from cpgen.render.sentences import Narrator
from cpgen.state import State
from cpgen.translations import words_of
from tests.rater.techniques.boards import alone, states
from tests.rater.techniques.test_clue_logic import found, state_of

Literal = tuple[int, int, bool]


def test_chain_goes_through_a_palindrome() -> None:
    """r1c1 and r5c5 are equal: 1 in r5c2 would leave 2 to both, and r5c5 sees r5c2 only by its equal."""
    notes = {"r1c1": "12", "r5c5": "12", "r1c2": "123", "r5c2": "13"}
    assert {"r1c2": "1"} not in found(6, "palindrome: r1c1 r5c5", "link", notes)
    layout = Layout.boxes(2, 3).with_constraints("palindrome: r1c1 r5c5")
    (one, *_) = find_in(state_of(layout, notes | {"r5c1": "3456", "r5c3": "3456", "r5c4": "3456", "r5c6": "3456"}),
                        alone("constraint-chain"))  # fmt: skip
    assert one.with_role("start")


def test_chain_goes_through_a_cage() -> None:
    """2 in r1c1 leaves 4 to r1c2, 3 to r2c2 and, by the cage of 5, 2 to r2c1, which r1c1 sees."""
    notes = {"r1c1": "25", "r1c2": "14", "r2c2": "34", "r2c1": "12"}
    eliminated = found(6, "cage 6: r1c1 r1c2; cage 5: r2c1 r2c2", "constraint-chain", notes)
    assert {"r1c1": "2"} in eliminated


def test_chain_begins_with_its_assumption_and_ends_with_the_opposite() -> None:
    layout = Layout.boxes(2, 3).with_constraints("cage 6: r1c1 r1c2", "cage 5: r2c1 r2c2")
    state = state_of(layout, {"r1c1": "25", "r1c2": "14", "r2c2": "34", "r2c1": "12"})
    for finding in find_in(state, alone("constraint-chain")):
        nodes = [part for part in finding.parts if part.role in ("start", "strong", "weak")]
        assert (nodes[0].role, nodes[-1].role) == ("start", "weak")
        assert nodes[0].cells == nodes[-1].cells
        assert nodes[0].digits == nodes[-1].digits
        assert finding.removed == ((nodes[0].cells[0], nodes[0].digits[0]),)


def implications(state: State) -> dict[Literal, set[Literal]]:
    """Return the literals that follow from each literal, by the definitions; the only constraint is about pairs."""
    layout = state.layout
    (constraint,) = layout.further
    cells = {cell: set(state.candidates[cell]) for cell in state.open_cells}
    every = [(cell, digit) for cell, digits in cells.items() for digit in digits]
    follow: dict[Literal, set[Literal]] = {(cell, digit, on): set() for cell, digit in every for on in (True, False)}
    for (cell, digit), (other, second) in product(every, every):
        same_cell, same_digit = cell == other and digit != second, digit == second and cell != other
        if same_cell or (same_digit and other in layout.peers[cell]):
            follow[cell, digit, True].add((other, second, False))
        if same_cell and len(cells[cell]) == 2:
            follow[cell, digit, False].add((other, second, True))
        if same_digit:
            for house in layout.houses:
                if {cell, other} == {one for one in house.cells if digit in cells.get(one, ())}:
                    follow[cell, digit, False].add((other, second, True))
    known = {cell: cells.get(cell, {state.digits[cell]}) for cell in constraint.cells}
    fillings = [
        dict(zip(known, digits, strict=True))
        for digits in product(*known.values())
        if constraint.is_satisfied(tuple(dict(zip(known, digits, strict=True)).get(k, 0) for k in range(36)), layout)
        and not any(digits[i] == digits[j] and b in layout.peers[a]
                    for i, a in enumerate(known) for j, b in enumerate(known) if i < j)
    ]  # fmt: skip
    inside = [(cell, digit) for cell in known if cell in cells for digit in cells[cell]]
    for (cell, digit), (other, second), on in product(inside, inside, (True, False)):
        left = [filling for filling in fillings if (filling[cell] == digit) == on]
        if cell != other and fillings:
            if all(filling[other] != second for filling in left):
                follow[cell, digit, on].add((other, second, False))
            elif all(filling[other] == second for filling in left):
                follow[cell, digit, on].add((other, second, True))
    return follow


def contradictory(follow: dict[Literal, set[Literal]], links: int = 12) -> set[tuple[int, int]]:
    """Return the candidates from which at most so many links lead to their being off."""
    found = set()
    for cell, digit, on in follow:
        reached = layer = {(cell, digit, True)}
        for _ in range(links if on else 0):
            layer = {end for literal in layer for end in follow[literal]} - reached
            reached = reached | layer
        if (cell, digit, False) in reached:
            found.add((cell, digit))
    return found


def test_chains_agree_with_the_closure_of_all_links() -> None:
    used = 0
    for line in ("renban: r1c2 r2c3 r3c3", "thermo: r2c2 r3c3 r4c3", "palindrome: r1c1 r2c3 r4c4 r5c6"):
        for state, _ in states(Layout.boxes(2, 3).with_constraints(line), 6, 3):
            removed = {effect for one in find_in(state, alone("constraint-chain")) for effect in one.removed}
            assert removed == contradictory(implications(state)), line
            used += bool(removed)
    assert used


def test_sentence_assumes_the_candidate_that_it_removes() -> None:
    """A link of a palindrome makes the other cell hold the digit, so the first link is strong."""
    layout, narrator = Layout.boxes(2, 3).with_constraints("palindrome: r1c1 r5c5"), Narrator(words_of("en"))
    notes = {"r1c1": "12", "r5c5": "12", "r1c2": "123", "r5c2": "13", "r5c1": "3456", "r5c3": "3456"}
    found_chains = find_in(state_of(layout, notes | {"r5c4": "3456", "r5c6": "3456"}), alone("constraint-chain"))
    assert found_chains
    for finding in found_chains:
        ((cell, digit),) = finding.removed
        assert f"if {layout.cell_name(cell)} is {digit}," in narrator.sentence(finding)
