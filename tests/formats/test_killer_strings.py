"""Killer strings of SumoCue, and strings of the Interactive Sudoku Solver."""

import pytest

from cpgen import formats
from cpgen.errors import InputError
from cpgen.formats import Entry, Problem
from cpgen.layout import Layout
from cpgen.puzzle import Puzzle
from tests.formats.boards import same_board
from tests.formats.test_fpuzzles_constraints import BOXES, HELD, NOT_HELD

ISS_LACKS = (
    "slow-thermo", "white 3", "black 3", "all black", "leaps knight king", "clone", "odd", "even", "minimum", "maximum",
    "sandwich 13 column 4 reversed", "nabner", "indexing region", "cage ?", "xv 7", "leaps 1-3", "non-consecutive 2",
    "all white",
)  # fmt: skip


def spec(text):
    """Return the layout of a text, or the sentence of its problem."""
    (found,) = formats.read(text)
    return str(found.error) if isinstance(found, Problem) else found.puzzle.layout.spec


def killer(numbers, board=""):
    """Return a killer string with these numbers by cell."""
    return f"3x3:{board}:k:" + ":".join(str(numbers.get(cell, 0)) for cell in range(81))


def test_killer_string_has_sums_and_cages():
    numbers = {0: 10 * 256, 1: 10 * 256, 9: 10 * 256 + 1, 10: 10 * 256 + 1, 80: 5 * 256 + 2, 40: 3}
    cages = "cage 10: r1c1 r1c2+cage 10: r2c1 r2c2+cage 5: r9c9"
    assert spec(killer(numbers) + ":") == f"3x3+{cages}"
    assert spec(killer(numbers, "d")) == f"3x3+diagonals+{cages}"
    assert (
        "".join(formats.write(formats.read(killer(numbers | {40: 0}, "d")), "sumocue"))
        == killer(numbers | {40: 0}, "d") + "\n"
    )


def test_damaged_killer_string_is_refused():
    assert "has 80 numbers; it needs 81" in spec(killer({}).rpartition(":")[0])
    assert "'x' in the killer string is not a number" in spec(killer({5: "x"}))
    assert "for another board, 'j'" in spec(killer({}, "j"))


def test_killer_string_holds_cages_with_sums_only():
    for line in ("cage: r1c1 r1c2", "cage ?: r1c1", "thermo: r1c1 r2c1"):
        with pytest.raises(InputError, match="A killer string of SumoCue cannot hold these constraints"):
            list(formats.write([Entry(Puzzle(BOXES.with_constraints(line), (0,) * 81))], "sumocue"))
    overlapping = BOXES.with_constraints("cage 9: r1c1 r1c2", "cage 8: r1c2 r1c3")
    with pytest.raises(InputError, match=r"cage \(1\)"):
        list(formats.write([Entry(Puzzle(overlapping, (0,) * 81))], "sumocue"))
    with pytest.raises(InputError, match="cannot hold given digits; this puzzle has 1"):
        list(formats.write([Entry(Puzzle(BOXES, (1,) + (0,) * 80))], "sumocue"))


@pytest.mark.parametrize("line", [one for one in [*HELD, *NOT_HELD] if not one.startswith(ISS_LACKS)])
def test_constraint_round_trips_through_solver_strings(line):
    entry = Entry(Puzzle(BOXES.with_constraints(line), (0,) * 80 + (9,)))
    (back,) = formats.read("".join(formats.write([entry], "iss")))
    assert back.puzzle.clues == entry.puzzle.clues
    normal = [
        Layout(
            9, one.puzzle.layout.regions, one.puzzle.layout.extras, tuple(c.normal() for c in one.puzzle.layout.further)
        )
        for one in (back, entry)
    ]
    assert same_board(*normal)


@pytest.mark.parametrize("line", [one for one in [*HELD, *NOT_HELD] if one.startswith(ISS_LACKS)])
def test_constraint_that_solver_strings_lack_is_refused(line):
    with pytest.raises(InputError, match="cannot hold these constraints"):
        list(formats.write([Entry(Puzzle(BOXES.with_constraints(line), (0,) * 81))], "iss"))


def test_solver_string_is_read_with_spaces_and_as_address():
    text = ".~R1C1_5~R2C3_7 .Cage~15~R1C1~R1C2 .Thermo~R9C4~R8C3 .Whisper~R1C1~R1C2.AntiKnight"
    want = "3x3+cage 15: r1c1 r1c2+thermo: r9c4 r8c3"
    for form in (
        text.partition(".Whisper")[0],
        f"https://sigh.github.io/Interactive-Sudoku-Solver/?q={text.partition('.Whisper')[0]}",
    ):
        (found,) = formats.read(form)
        assert found.puzzle.layout.spec == want
        assert found.puzzle.line.startswith("5..........7.")


def test_solver_strings_of_other_boards_are_read():
    for text, board in [
        (".Shape~6x6.Thermo~R1C1~R1C2", "2x3+thermo: r1c1 r1c2"),
        (".Shape~4x4.NoBoxes.Sum~5~R1C1~R1C2", "latin-4+sum 5: r1c1 r1c2"),
        (".Shape~4x4.NoBoxes.Jigsaw~aaabacbbccbdcddd", "AAAB/ACBB/CCBD/CDDD"),
        (".Diagonal~1.Diagonal~-1", "3x3+diagonals"),
        (".Shape~9x9.Sum~20_=_1_2~R1C1~R5C5", "3x3+sum 20: r1c1 r5c5 r5c5"),
        (".StrictXV.X~R1C1~R1C2", "3x3+all xv shown+xv 10: r1c1 r1c2"),
    ]:
        assert spec(text) == board


def test_solver_strings_of_several_lines_are_one_puzzle():
    long = "~".join(f"R{row}C{column}" for row in (1, 2) for column in range(1, 10))
    text = f".Shape~9x9\n.~R1C1_5~R2C3_7\n.Cage~15~R4C1~R4C2\n.Sum~90~{long}\n.AntiKnight\n"
    found = list(formats.read(f"# one\n{text}\n{text}\n.Thermo~R1C1~R1C2.Thermo~R2C1~R2C2\n.X~R1C1~R1C2.V~R2C1~R2C2"))
    kinds = [[one.kind for one in entry.puzzle.layout.further] for entry in found]
    assert kinds == [["cage", "sum", "leaps"]] * 2 + [["thermo", "thermo"], ["xv", "xv"]]
    assert found[0].puzzle.line.startswith("5..........7.")
    (many,) = formats.read(
        "".join(f".Cage~{3 + cell}~R1C{cell}~R2C{cell}\n" for cell in range(1, 10)) * 9 + ".AntiKing"
    )
    assert isinstance(many, Entry)


PUBLISHED = [
    (
        ".RegionSumLine~R1C2~R2C2~R3C2~R4C2~R5C2.RegionSumLine~R1C3~R2C4~R3C5.RegionSumLine~R6C1~R7C1~R8C1"
        ".RegionSumLine~R7C2~R6C3~R5C4~R4C5~R3C6~R2C7~R1C8.RegionSumLine~R2C8~R3C7~R4C6~R5C5~R6C4~R7C3~R8C2"
        ".RegionSumLine~R3C8~R4C7~R5C6~R6C5~R7C4~R8C3~R9C2.RegionSumLine~R3C9~R4C8~R5C7~R6C6~R7C5~R8C4~R9C3"
        ".RegionSumLine~R5C9~R6C8~R7C7~R8C6~R9C5.",
        "847925163965137284312468579693854712421376895758219346586743921274591638139682457",
    ),
    (
        ".~R3C2_5~R3C7_2~R5C4_3~R5C5_7.LittleKiller~22~R1C1.LittleKiller~28~R2C1.LittleKiller~26~R3C1"
        ".LittleKiller~23~R1C5.LittleKiller~34~R1C7.LittleKiller~40~R1C8.LittleKiller~42~R1C9",
        "198235764427968531653714289732186945541379826986542173865421397279653418314897652",
    ),
    (
        ".Zipper~R1C2~R1C1~R2C1~R2C2~R3C2~R3C1~R4C1~R5C1~R4C2.Zipper~R2C3~R1C3~R1C4~R2C4~R3C4.Zipper~R2C6~R3C5~R3C6~R2C7"
        "~R1C6~R1C5.Zipper~R9C3~R8C2~R7C1~R6C1~R5C2~R4C3~R4C4~R5C4~R6C3.Zipper~R8C3~R7C3~R6C4~R6C5~R5C5~R4C5~R4C6~R5C6"
        "~R6C6~R6C7~R6C8~R6C9.Zipper~R5C7~R5C8~R4C7~R3C7~R2C8.Zipper~R7C5~R7C6~R8C6~R8C7~R7C7~R7C8~R7C9~R8C9~R9C9~R9C8"
        "~R9C7~R9C6~R9C5~R8C5.",
        "354897126672451839189632574231564987597328641846719352415973268968245713723186495",
    ),
]


@pytest.mark.parametrize(("text", "solution"), PUBLISHED, ids=["region sums", "little killers", "zippers"])
def test_solver_strings_of_published_puzzles_have_their_solutions(text, solution):
    (entry,) = formats.read(text)
    assert entry.puzzle.is_solved_by(tuple(map(int, solution)))
    (again,) = formats.read(f".{text}")
    assert again.puzzle == entry.puzzle


def test_wrong_solver_string_is_refused():
    for text, sentence in [
        (".Cage~15~R1C1~R0C2", "'R0C2' is not a cell"),
        (".Cage~x~R1C1~R1C2", "Cage has 'x' where a number should be"),
        (".Var~a~R1C1.Var~b~R1C2", "The puzzle has 'Var' (2), a constraint"),
        (".Shape~6x9.Thermo~R1C1~R1C2", "The board '6x9' cannot be read"),
        (".Shape~9x9~0-9.Thermo~R1C1~R1C2", "10 digits for rows of 9 cells"),
        (".AntiConsecutive.BlackDot~R1C1~R1C2", "AntiConsecutive with dots"),
        (".Quad~R9C9~1", "'R9C9' is not a cell"),
        (".Thermo~R1C1~R1C2~R1C1", "listed twice"),
    ]:
        assert sentence in spec(text)
