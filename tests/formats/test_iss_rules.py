"""Rules in strings of the Interactive Sudoku Solver: published puzzles, their solutions, and the keys of tables."""

from __future__ import annotations

import json
import random
import re
from itertools import product
from pathlib import Path

import pytest

from cpgen.constraints.compiled_laws import conditions
from cpgen.constraints.primitives import Automaton
from cpgen.errors import InputError
from cpgen.formats import iss
from cpgen.formats.entry import Entry
from cpgen.formats.iss_keys import (
    key_of_automaton,
    key_of_pairs,
    nfa_in,
    pairs_in,
    words_of_nfa,
    words_of_regex,
)
from cpgen.layout import Layout
from cpgen.oracles import open_oracle
from cpgen.puzzle import Puzzle
from tests.constraints.meaning import holds

PUBLISHED = json.loads((Path(__file__).parent / "fixtures" / "iss_rules.json").read_text(encoding="utf-8"))
QUICK = (3, 8, 14, 16)
"""Numbers of puzzles that are proven in every run"""


def assert_proven(number: int, *oracles: str) -> None:
    """Read, prove, write and read back a published puzzle."""
    entry = iss.read(PUBLISHED[number]["iss"])
    solution = tuple(map(int, PUBLISHED[number]["solution"]))
    layout = entry.puzzle.layout
    assert all(one.is_satisfied(solution, layout) for one in layout.further)
    assert Layout.parse(layout.spec) == layout
    assert not iss.unheld(layout)
    again = iss.read(iss.write(entry))
    for puzzle in (entry.puzzle, again.puzzle):
        for oracle in oracles:
            assert open_oracle(oracle).uniqueness(puzzle).grids == (solution,)


@pytest.mark.parametrize("number", QUICK)
def test_published_puzzle_has_its_solution(number: int) -> None:
    assert_proven(number, "cpsat")


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(PUBLISHED)))
def test_all_published_puzzles_have_their_solutions(number: int) -> None:
    assert_proven(number, "cpsat", "bitset")


def read_back(line: str) -> Puzzle:
    layout = Layout.boxes(3, 3).with_constraints(line)
    return iss.read(iss.write(Entry(Puzzle(layout, (0,) * 81)))).puzzle


@pytest.mark.parametrize(
    "line",
    [
        'rule "a * b in (12, 18)" neighbours named "dots ~ 12.": r1c1 r1c2 r2c2',
        'rule "abs(a - b) > 1" pairs: r1c1 r2c2 r3c3',
        'rule "max(runs(d % 2 for d in x)) <= 2" cells: row 1',
        'rule "2 * x[0] >= sum(x[1:])" cells: r1c1 r2c2 r3c3',
        'rule "3 * x[0] == sum(x[1:])" cells: r1c1 r2c2 r3c3 r4c4',
        'rule "max(x)" groups: r1c1 r2c2 = r3c3 r4c4',
        'rule "a % 2 == 1" neighbours: r1c1 r2c2',
        'rule "abs(a - b) != 1" everywhere diagonal',
        "any-of: (palindrome: r1c1 r1c2 r1c3) or (renban: r1c1 r1c2 r1c3) and (cage 9: r5c5 r5c6)",
    ],
)
def test_rule_that_is_written_means_the_same_when_read(line: str) -> None:
    layout, again = Layout.boxes(3, 3).with_constraints(line), read_back(line).layout
    rng = random.Random(1)
    for _ in range(300):
        grid = [rng.randint(1, 9) for _ in range(81)]
        meant = all(holds(one, grid) for found in layout.primitives_of[27:] for one in found)
        assert all(holds(one, grid) for found in again.primitives_of[27:] for one in found) == meant


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (".Shape~9x9~15", "15 digits for rows of 9 cells"),
        (".Shape~9x9~0-6~Raw", "7 digits for rows of 9 cells"),
        (".Shape~9x9~2-10", "from 0 or 1"),
        (".Shape~9x9~Raw", "Raw .rows and columns that may repeat digits."),
        (".Shape~9x9~0-8.BlackDot~R1C1~R1C2", "BlackDot with the digit 0"),
        (".Shape~9x9~0-8.Sum~1_=_1_-1~R1C1~R1C2", "Sum with the digit 0"),
        (".Shape~9x8", "should be square"),
    ],
)
def test_board_with_other_digits_is_refused_precisely(text: str, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        iss.read(text)


def test_digits_from_0_are_read_as_digits_from_1() -> None:
    text = ".Shape~4x4~0-3.~R1C1_0~R2C2_1_3.Cage~3~R1C1~R1C2.V~R3C3~R3C4.Whisper~2~R4C1~R4C2.Quad~R2C2~0"
    puzzle = iss.read(text).puzzle
    assert puzzle.clues[0] == 1
    assert puzzle.layout.constraint_lines == [
        "cage 5: r1c1 r1c2",
        "xv 7: r3c3 r3c4",
        "whisper 2: r4c1 r4c2",
        "quad 1 at r2c2",
        "allowed 2 4: r2c2",
    ]


def test_name_of_a_rule_is_kept() -> None:
    layout = read_back('rule "a + b == 10" neighbours named "ten ~ dot.": r1c1 r1c2').layout
    assert layout.further[0].title == "ten ~ dot."


def test_tables_and_automata_have_keys() -> None:
    rng = random.Random(2)
    for _ in range(20):
        table = tuple(rng.getrandbits(9) for _ in range(9))
        assert pairs_in(key_of_pairs(table), 9) == table
    for text, count in ("max(runs(d % 2 for d in x)) <= 2", 5), ("product(x) == 12", 3):
        layout = Layout.boxes(2, 3).with_constraints(
            f'rule "{text}" cells: {" ".join(f"r1c{c}" for c in range(1, count + 1))}'
        )
        (machine,) = conditions(layout.further[0].law, 6, (count,)).primitives  # type: ignore[attr-defined]
        assert isinstance(machine, Automaton)
        again = words_of_nfa(nfa_in(key_of_automaton(machine), 6), count, 6)
        assert all(holds(again, word) == holds(machine, word) for word in product(range(1, 7), repeat=count))


@pytest.mark.parametrize(
    "pattern", ["(12|3)*4?", "[1-3]{2}[^2].", "1+2*3?4{0,2}", "((1|2)(3|4)){2}", ".*4.*", "1{2,}3*"]
)
def test_pattern_matches_what_python_matches(pattern: str) -> None:
    for count in range(1, 5):
        machine = words_of_regex(pattern, count, 4)
        for word in product(range(1, 5), repeat=count):
            assert holds(machine, word) == bool(re.fullmatch(pattern, "".join(map(str, word)))), word


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (".Pair~$$~_~R1C1~R1C2", "damaged"),
        (".NFA~AA~_~R1C1~R1C2", "damaged"),
        (".NFA~é~_~R1C1~R1C2", "damaged"),
        (".Regex~(1~R1C1~R1C2", "character 3"),
        (".Regex~[1-~R1C1", "cannot be read"),
        (".Regex~0~R1C1", "cannot be read"),
        (".Or.Cage~3~R1C1~R1C2", "Or has no counterpart"),
        (".Cage~3~R1C1~R1C2.End", "End has no counterpart"),
        (".ContainExact~1_2~R1C1", "ContainExact"),
        (".ContainAtLeast~0~R1C1", "ContainAtLeast"),
        (".Replicate~_.Pair~CI~_~R9C8~R9C9.End", "R9CA' is not a cell"),
        (".Or" * 9 + ".End" * 9, "inside each other"),
    ],
)
def test_damaged_string_is_refused(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        iss.read(text)


def test_repetition_applies_its_constraints_at_every_place() -> None:
    (one, other) = iss.read(".Replicate~D.Pair~CI~_~R1C1~R1C2.End").puzzle.layout.further
    assert [one.cells, other.cells] == [(0, 1), (1, 2)]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (".RellikCage~9~R1C1~R1C2~R2C2", "rellik 9: r1c1 r1c2 r2c2"),
        (".EqualityCage~R1C1~R1C2~R2C1~R2C2", "equality: r1c1 r1c2 r2c1 r2c2"),
        (".GlobalMod", "global-modular"),
        (".FullRank~C2~~36", "full-rank 36 column 2 reversed"),
        (".DutchFlatmates", "flatmates"),
        (".HiddenSkyscraper~R1~~3", "hidden-skyscraper 3: row 1 reversed"),
        (".CountDistinct~R1C1~R1C2~R1C3", 'rule "x[0] == len(distinct(x[1:]))": r1c1 r1c2 r1c3'),
        (".ContainAtLeast~3_3_4~R1C1~R2C2~R3C4", 'rule "count(x, 3) >= 2 and 4 in x": r1c1 r2c2 r3c4'),
        (".Sum~0_=_1_-2~R1C1~R2C2", 'rule "1 * x[0] + -2 * x[1] == 0": r1c1 r2c2'),
    ],
)
def test_further_names_are_read_as_rules(text: str, line: str) -> None:
    layout = Layout.boxes(3, 3)
    assert iss.read(text).puzzle.layout.further == layout.with_constraints(line).further


@pytest.mark.parametrize(
    ("text", "same"),
    [
        (".Thermo~r1c1~r1c2.Skyscraper~c3~2", ".Thermo~R1C1~R1C2.Skyscraper~C3~2~"),
        (".Skyscraper~C4~5~0.XSum~R1~0~9", ".Skyscraper~C4~5~.XSum~R1~~9"),
        (".Cage~0~R1C1~R1C2~R2C2", ".AllDifferent~R1C1~R1C2~R2C2"),
        (".BinaryX~8H-xf8H-xf8H-B~_Nabner~R1C3~R1C2~R2C2", ".PairX~8H_xf8H_xf8H_B~_Nabner~R1C3~R1C2~R2C2"),
        (".Regex~Lj8oW140N118NDcxKSo~R1C1~R1C2~R1C3", ".Regex~%2E?([^47]|471)*~R1C1~R1C2~R1C3"),
        (".Shape~16x16.~RaCg_3.Cage~9~RAC1~RBC1", ".Shape~16x16.~RACG_3.Cage~9~RAC1~RBC1"),
        (".Replicate~D.~R1C1_1_2.End", ".And.~R1C1_1_2.~R1C2_1_2.End"),
    ],
)
def test_older_and_newer_spellings_mean_the_same(text: str, same: str) -> None:
    assert iss.read(text) == iss.read(same)


def test_boards_of_16_are_written_with_letters() -> None:
    layout = Layout.boxes(4, 4).with_constraints("cage 20: r10c16 r11c16", "skyscraper 4: column 12")
    puzzle = Puzzle(layout, (*[0] * 255, 16))
    text = iss.write(Entry(puzzle))
    assert "Cage~20~RACG~RBCG" in text
    assert iss.read(text).puzzle == puzzle


def test_value_indexing_names_the_place_of_a_digit() -> None:
    puzzle = iss.read(".Shape~4x4.ValueIndexing~R1C1~R2C1~R4C1~R4C2~R4C3~R4C4").puzzle
    (rule,) = puzzle.layout.further
    for value in range(1, 5):
        for index in range(1, 5):
            grid = [value, 0, 0, 0, index, 0, 0, 0, 0, 0, 0, 0, 2, 4, 1, 3]
            assert rule.is_satisfied(grid, puzzle.layout) == ([2, 4, 1, 3][index - 1] == value)
    assert iss.read(iss.write(Entry(puzzle))).puzzle == puzzle


def test_a_long_automaton_is_read_without_reversing_it() -> None:
    line = " ".join(f"r{row}c{column}" for row in (1, 2) for column in range(1, 8))
    start = "start (0, 0, 0); step (s[1], s[2], d) if s[0] + d != 9 else stop; accept s[2] > 0"
    layout = Layout.boxes(3, 3).with_constraints(f'rule "{start}" along: {line}')
    assert len(layout.primitives) == len(Layout.boxes(3, 3).primitives) + 1
