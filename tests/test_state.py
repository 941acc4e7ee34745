"""States hold placed digits and candidates; errors and mistakes name the cell."""

from __future__ import annotations

import pytest

import cpgen
from cpgen import api
from cpgen.errors import InputError
from cpgen.puzzle import Puzzle
from cpgen.render.sentences import Narrator
from cpgen.state import BoardState, State
from cpgen.translations import words_of

LEFT = ".9.....6.8..14...2.....2.....93...7..5..1..3..6...79.....7.....7...29..5.4.....8."
SOLUTION = "291573864875146392634892157129364578457918236368257941916785423783429615542631789"
PUZZLE = Puzzle.parse(LEFT)
SMALL = Puzzle.parse("1... .... ..2. ....")
BEGUN = State(SMALL, (0, 2) + (0,) * 14, ((),) * 2 + ((1, 3, 4),) + ((),) * 13)
"""A state with a 2 placed in r1c2 and candidates noted in r1c3"""


def digits(**cells: int) -> tuple[int, ...]:
    """Return 81 digits, given those of some cells by name."""
    found = [0] * 81
    for name, digit in cells.items():
        found[(int(name[1]) - 1) * 9 + int(name[3]) - 1] = digit
    return tuple(found)


def marks(**cells: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return the candidates of all cells, given those of some by name."""
    found: list[tuple[int, ...]] = [()] * 81
    for name, noted in cells.items():
        found[(int(name[1]) - 1) * 9 + int(name[3]) - 1] = noted
    return tuple(found)


def faults(state: State, language: str = "en") -> list[str]:
    """Return the sentences about the faults of a state."""
    return Narrator(words_of(language)).faults(api.judge(state))


def test_a_state_has_the_digits_of_clues_and_placed_ones() -> None:
    assert BEGUN.digits == (1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0)
    assert len(BEGUN.open_cells) == 13


def test_candidates_are_those_in_sight_that_are_noted() -> None:
    assert (BEGUN.sight[2], BEGUN.candidates[2], BEGUN.candidates[3]) == ((3, 4), (3, 4), (3, 4))
    assert BEGUN.candidates[0] == BEGUN.candidates[1] == ()
    assert BEGUN.noted == {2: (1, 3, 4)}


def test_a_puzzle_becomes_a_state_and_a_state_stays() -> None:
    assert State.of(SMALL) == State(SMALL)
    assert State.of(BEGUN) is BEGUN
    assert not State(SMALL).begun


@pytest.mark.parametrize(
    ("placed", "noted", "message"),
    [
        ((0,) * 15, (), "There are placed digits for 15 cells; this board has 16."),
        ((), ((),) * 17, "There are candidates for 17 cells; this board has 16."),
        ((3,) + (0,) * 15, (), "3 is placed in r1c1, which has the clue 1."),
        ((0, 5) + (0,) * 14, (), "5 at row 1, column 2 is not a digit from 1 to 4."),
        ((), ((), (), (), (1, 7)) + ((),) * 12, "7 at row 1, column 4 is not a digit from 1 to 4."),
    ],
)
def test_wrong_state_is_refused_with_its_cell(placed, noted, message) -> None:
    with pytest.raises(InputError) as refused:
        State(SMALL, placed, noted)
    assert str(refused.value) == message


def test_mistakes_are_reported_with_their_cells() -> None:
    assert faults(State(PUZZLE, digits(r1c1=3))) == ["r1c1 is 3, but must be 2."]
    lacking = State(PUZZLE, digits(r1c1=2, r1c3=7), marks(r4c1=(4, 8), r2c2=(5, 7)))
    assert faults(lacking) == [
        "r1c3 is 7, but must be 1.",
        "r4c1 lacks the candidate 1, which is its digit in the solution.",
    ]
    assert faults(lacking, "ja") == ["r1c3は7だが、正しくは1。", "r4c1の候補数字に、解の数字1がない。"]
    assert faults(State(PUZZLE, digits(r1c1=2), marks(r4c1=(1, 2)))) == []


def test_missing_and_several_solutions_are_reported() -> None:
    assert faults(State(Puzzle.parse("12.. ..3. .... ...."))) == [
        "The board has no solution: at least one digit on it is wrong."
    ]
    several = ["The board has more than one solution, so logic alone cannot finish it."]
    assert faults(State(SMALL)) == several
    assert faults(State(SMALL, (0, 2) + (0,) * 14)) == several
    assert faults(State(SMALL, (0, 1) + (0,) * 14))[0].startswith("The board has no solution")


def test_full_correct_board_is_solved() -> None:
    rest = tuple(0 if clue else int(digit) for clue, digit in zip(PUZZLE.clues, SOLUTION, strict=True))
    judgement = api.judge(State(PUZZLE, rest))
    assert (judgement.board, judgement.mistakes) == (BoardState.SOLVED, ())


def test_calls_accept_puzzle_state_or_text() -> None:
    line = ":0000:x:+2" + LEFT[1:] + ":::"
    state = State(PUZZLE, digits(r1c1=2))
    assert cpgen.rate(line) == cpgen.rate(state)
    assert cpgen.explain(line).rounds == cpgen.explain(state).rounds
    assert cpgen.rate(LEFT) == cpgen.rate(PUZZLE) == cpgen.rate(State(PUZZLE))
    assert cpgen.check(State(PUZZLE, digits(r1c1=3))).unique
    assert cpgen.solve(line) == tuple(map(int, SOLUTION))
    placed = {effect for one in cpgen.explain(state) for effect in one.placed}
    assert (0, 2) not in placed
    with pytest.raises(InputError, match="should be a Puzzle, a State, a text or rows"):
        cpgen.rate(12)  # type: ignore[arg-type]


def test_noted_eliminations_are_not_found_again() -> None:
    first = cpgen.explain(PUZZLE)
    begun, removing = State(PUZZLE), next(one for one in first if one.removed)
    board = list(PUZZLE.clues)
    for one in first.rounds[: removing.number - 1]:
        for cell, digit in one.placed:
            board[cell] = digit
    placed = tuple(0 if clue else digit for clue, digit in zip(PUZZLE.clues, board, strict=True))
    begun = State(PUZZLE, placed)
    assert cpgen.explain(begun).rounds[0].removed == removing.removed
    gone = set(removing.removed)
    left = tuple(tuple(d for d in seen if (cell, d) not in gone) for cell, seen in enumerate(begun.sight))
    narrowed = cpgen.explain(State(PUZZLE, placed, left))
    assert narrowed.rounds[0].findings == first.rounds[removing.number].findings
    assert narrowed.rounds[0].number == 1
