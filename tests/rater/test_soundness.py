"""Soundness: no rule loses a solution, rounds can be replayed, and each rule has its exact effect."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain, product

import numpy as np
import pytest

from cpgen.difficulty import shipped_model
from cpgen.layout import Layout
from cpgen.oracles import open_oracle
from cpgen.puzzle import Grid, Puzzle
from cpgen.rater.explain import Explanation, Finding, Round, explain_puzzle
from cpgen.rater.ladder import RULES, Ladder
from cpgen.rater.rating import rate_puzzle
from tests.conftest import Boards

LADDER = shipped_model("nikoli100").ladder
NINE = Layout.boxes(3, 3)
COUNTS = {4: 40, 5: 40, 6: 27, 9: 14, 16: 6}


def ladders(seed: int) -> Iterator[Ladder]:
    """The shipped ladder, rule 1 alone, rule 1 with one other, and random ones, without end."""
    rng = np.random.default_rng(seed)
    yield LADDER
    yield LADDER.up_to(1)
    while True:
        others = rng.permutation(LADDER.rules[1:])
        for chosen in (others[:1], others[: rng.integers(2, 13)], others):
            yield Ladder.of((rule, k) for k, rule in enumerate((LADDER.rules[0], *chosen.tolist()), 1))


class Replay:
    """A fresh board of candidates on which the rounds of an explanation are done again, each checked first."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.layout = puzzle.layout
        self.size = puzzle.layout.size
        self.candidates = [set(range(1, self.size + 1)) for _ in puzzle.clues]
        self.digits = [0] * len(puzzle.clues)
        for cell, digit in enumerate(puzzle.clues):
            if digit:
                self.place(cell, digit)

    def place(self, cell: int, digit: int) -> None:
        assert not self.digits[cell]
        assert digit in self.candidates[cell]
        self.digits[cell] = digit
        self.candidates[cell] = {digit}
        for peer in self.layout.peers[cell]:
            self.candidates[peer].discard(digit)

    def do(self, played: Round) -> None:
        """A placement round is looked at as a whole and then done; the findings of other rounds follow one another."""
        if played.rule == RULES[0]:
            for finding in played.findings:
                self.check(finding)
            for cell, digit in played.placed:
                self.place(cell, digit)
            return
        for finding in played.findings:
            self.check(finding)
            assert not finding.placed
            assert finding.removed
            for cell, digit in finding.removed:
                assert digit in self.candidates[cell]
                self.candidates[cell].remove(digit)

    def check(self, finding: Finding) -> None:
        """Assert that the finding holds on the present board and eliminates all that follows."""
        cells, digits = set(finding.cells), set(finding.digits)
        houses = [set(house.cells) for house in finding.houses]
        places = [self.places(house, digit) for house in houses for digit in finding.digits]
        removed = set(finding.removed)
        if finding.rule == "hidden-single-region":
            assert places == [cells]
            assert finding.placed == ((*cells, *digits),)
        elif finding.rule == "hidden-single-line":
            assert places == [cells]
            (cell,) = cells
            assert removed == self.of({cell}, self.all_digits - digits) | self.of(self.layout.peers[cell], digits)
        elif finding.rule == "naked-single":
            (cell,) = cells
            assert self.candidates[cell] == digits
            assert removed == self.of(self.layout.peers[cell], digits)
        elif finding.rule.startswith("locked"):
            kinds = [house.kind == "region" for house in finding.houses]
            assert kinds == [finding.rule == "locked-pointing", finding.rule == "locked-claiming"]
            assert places[0] == cells
            assert len(cells) > 1
            assert cells <= houses[1]
            assert removed == self.of(houses[1] - cells, digits)
        elif finding.rule == "x-wing":
            assert sorted(map(len, places)) == [2, 2]
            assert cells == set.union(*places)
            across = 1 if finding.houses[0].kind == "row" else self.size
            covers = {cell % self.size if across == 1 else cell // self.size for cell in cells}
            assert len(covers) == 2
            lines = {
                cell for cell in range(self.size**2) if (cell % self.size, cell // self.size)[across > 1] in covers
            }
            assert removed == self.of(lines - cells, digits)
        elif finding.rule.startswith("hidden"):
            assert set.union(*places) == cells
            assert len(cells) == len(digits) == subset_size(finding.rule)
            assert all(places)  # one place is enough: 1 to k
            assert removed == self.of(cells, self.all_digits - digits)
        else:
            assert set.union(*(self.candidates[cell] for cell in cells)) == digits
            assert len(cells) == len(digits) == subset_size(finding.rule)
            assert all(self.candidates[cell] for cell in cells)
            assert removed == self.of(houses[0] - cells, digits)

    @property
    def all_digits(self) -> set[int]:
        return set(range(1, self.size + 1))

    def places(self, house: set[int], digit: int) -> set[int]:
        return {cell for cell in house if digit in self.candidates[cell]}

    def of(self, cells: set[int] | tuple[int, ...], digits: set[int]) -> set[tuple[int, int]]:
        """The candidates in some cells that are among some digits."""
        return {(cell, digit) for cell, digit in product(cells, digits) if digit in self.candidates[cell]}


def subset_size(rule: str) -> int:
    return next(k for k, word in enumerate(("pair", "triple", "quadruple"), 2) if word in rule)


def replayed(puzzle: Puzzle, explanation: Explanation) -> Replay:
    replay = Replay(puzzle)
    for number, played in enumerate(explanation, 1):
        assert played.number == number
        replay.do(played)
    return replay


def test_no_rule_removes_a_digit_of_the_solution(layout: Layout, boards: Boards) -> None:
    """With many solutions too: a rule may not lose any of them, and the grid that the clues come from is one."""
    for (puzzle, grid), ladder in zip(boards(4 * COUNTS[layout.size], 1), ladders(1), strict=False):
        rating = rate_puzzle(puzzle, ladder)
        assert rating.outcome != "contradiction", (puzzle.line, ladder)
        assert all(mask >> (digit - 1) & 1 for mask, digit in zip(rating.candidates, grid, strict=True)), puzzle.line
        assert not rating.solved or rating.digits == grid


@pytest.mark.parametrize("name", ["bitset", "cpsat"])
def test_the_oracle_agrees_with_what_the_rater_finds(layout: Layout, boards: Boards, name: str) -> None:
    oracle = open_oracle(name)
    rng = np.random.default_rng(2)
    outcomes = set()
    for puzzle, _ in boards(COUNTS[layout.size] // 3, 3):
        wrong = list(puzzle.clues)
        wrong[int(rng.integers(layout.cell_count))] = int(rng.integers(1, layout.size + 1))
        for board in (puzzle, Puzzle(layout, tuple(wrong))):
            rating = rate_puzzle(board, LADDER)
            outcomes.add(rating.outcome)
            if rating.solved:
                assert oracle.uniqueness(board).grids == (rating.digits,), board.line
            elif rating.outcome == "contradiction":
                assert not oracle.is_consistent(board), board.line
    assert {"solved", "contradiction"} <= outcomes


def test_the_rounds_replay_to_the_same_rating(layout: Layout, boards: Boards) -> None:
    for (puzzle, _), ladder in zip(boards(COUNTS[layout.size], 4), ladders(5), strict=False):
        explanation = explain_puzzle(puzzle, ladder)
        rating = explanation.rating
        replay = replayed(puzzle, explanation)
        assert tuple(replay.digits) == rating.digits
        assert [tuple(sorted(left)) for left in replay.candidates] == [
            rating.candidates_of(cell) for cell in range(layout.cell_count)
        ]
        assert rating == rate_puzzle(puzzle, ladder)
        assert rating.steps == len(explanation)
        assert rating.level == max((played.complexity for played in explanation), default=0)
        assert rating.rules == Counter(played.rule for played in explanation)
        complexity = dict(zip(ladder.rules, ladder.complexities, strict=True))
        assert all(played.complexity == complexity[played.rule] for played in explanation)


def test_a_shorter_ladder_does_the_same_as_far_as_it_goes(layout: Layout, boards: Boards) -> None:
    levels = Counter[int]()
    for puzzle, _ in boards(COUNTS[layout.size], 6):
        rating = rate_puzzle(puzzle, LADDER)
        if rating.solved and rating.level:
            levels[rating.level] += 1
            assert rate_puzzle(puzzle, LADDER.up_to(rating.level)) == rating
            if rating.level > 1:
                less = rate_puzzle(puzzle, LADDER.up_to(rating.level - 1))
                assert less.outcome == "stuck"
                assert less.level < rating.level
                assert less.steps < rating.steps
    assert levels


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_acts_on_some_random_board(rule: str) -> None:
    rng, oracle = np.random.default_rng(7), open_oracle("bitset")
    ladder = Ladder.of({RULES[0]: 1, rule: 2}.items())
    rounds = 0
    for _ in range(200):
        grid = oracle.complete(Puzzle(NINE, (0,) * 81), rng)
        assert grid is not None
        clues = tuple(digit if rng.random() < 0.33 else 0 for digit in grid)
        rounds += rate_puzzle(Puzzle(NINE, clues), ladder).rules.get(rule, 0)
    assert rounds > 10


# One example a rule, with its exact effect: the ladder is rule 1 and the rule. Rows are 1 to 9; `of("r1c23", "45")`
# are the digits 4 and 5 in row 1, columns 2 and 3.

EXAMPLES = {
    "hidden-single-region": (
        "......... ...1..... .......1. ......... .1....... ......... ..1...... ......... .........",
        [("r1c1", "1")],
        "1 in r1c1 (region 1): placed",
    ),
    "locked-pointing": (
        "......... 456...... 789...... ......... ......... ......... ......... ......... .........",
        [("r1c456789", "123")],
        "1 in r1c1, r1c2, r1c3 (region 1, row 1): no 1 in r1c4, r1c5, r1c6, r1c7, r1c8, r1c9",
    ),
    "hidden-single-line": (
        ".23...789 ...1..... ......... ......... ......... ......... ......... ......... .........",
        [("r1c1", "456"), ("r3c123", "1"), ("r456789c1", "1")],
        "1 in r1c1 (row 1): no 4, 5, 6 in r1c1; no 1 in r3c1, r3c2, r3c3, r4c1, r5c1, r6c1, r7c1, r8c1, r9c1",
    ),
    "hidden-pair-region": (
        "..9...... ...12.... ......12. ......... ......... ......... ......... ......... .........",
        [("r1c12", "345678")],
        "1, 2 in r1c1, r1c2 (region 1): no 3, 4, 5, 6, 7, 8 in r1c1, r1c2",
    ),
    "locked-claiming": (
        "...456789 ......... ......... ......... ......... ......... ......... ......... .........",
        [("r23c123", "123")],
        "1 in r1c1, r1c2, r1c3 (row 1, region 1): no 1 in r2c1, r2c2, r2c3, r3c1, r3c2, r3c3",
    ),
    "naked-single": (
        "...234... .8....... ..9...... 5........ 6........ 7........ ......... ......... .........",
        [("r1c23789", "1"), ("r23789c1", "1"), ("r2c3", "1"), ("r3c2", "1")],
        "1 in r1c1: no 1 in r1c2, r1c3, r1c7, r1c8, r1c9, r2c1, r2c3, r3c1, r3c2, r7c1, r8c1, r9c1",
    ),
    "x-wing": (
        ".234.6789 ......... ......... ......... ......... ......... ......... ......... .326.4875",
        [("r2345678c15", "1")],
        "1 in r1c1, r1c5, r9c1, r9c5 (row 1, row 9): "
        "no 1 in r2c1, r2c5, r3c1, r3c5, r4c1, r4c5, r5c1, r5c5, r6c1, r6c5, r7c1, r7c5, r8c1, r8c5",
    ),
    "hidden-pair-line": (
        ".34.56... ......1.. .......2. ......... ......... ......... ......... ......... .........",
        [("r1c14", "789")],
        "1, 2 in r1c1, r1c4 (row 1): no 7, 8, 9 in r1c1, r1c4",
    ),
    "hidden-triple": (
        "......... ...123... ......123 ......... ......... ......... ......... ......... .........",
        [("r1c123", "456789")],
        "1, 2, 3 in r1c1, r1c2, r1c3 (row 1): no 4, 5, 6, 7, 8, 9 in r1c1, r1c2, r1c3",
    ),
    "hidden-quadruple": (
        "......... ......... ...12.34. ..1...... ..2...... ......... ..3...... ..4...... .........",
        [("r12c12", "56789")],
        "1, 2, 3, 4 in r1c1, r1c2, r2c1, r2c2 (region 1): no 5, 6, 7, 8, 9 in r1c1, r1c2, r2c1, r2c2",
    ),
    "naked-pair": (
        "..9...... 345...... 678...... ......... ......... ......... ......... ......... .........",
        [("r1c456789", "12")],
        "1, 2 in r1c1, r1c2 (row 1): no 1, 2 in r1c4, r1c5, r1c6, r1c7, r1c8, r1c9",
    ),
    "naked-triple": (
        "......... 456...... 789...... ......... ......... ......... ......... ......... .........",
        [("r1c456789", "123")],
        "1, 2, 3 in r1c1, r1c2, r1c3 (row 1): no 1, 2, 3 in r1c4, r1c5, r1c6, r1c7, r1c8, r1c9",
    ),
    "naked-quadruple": (
        "......... 567...... 89....... ...5..... ...6..... ...7..... ...8..... ...9..... .........",
        [("r1c56789", "1234")],
        "1, 2, 3, 4 in r1c1, r1c2, r1c3, r1c4 (row 1): no 1, 2, 3, 4 in r1c5, r1c6, r1c7, r1c8, r1c9",
    ),
}


def of(cells: str, digits: str) -> set[tuple[int, int]]:
    rows, columns = cells.removeprefix("r").split("c")
    places = [9 * int(row) + int(column) - 10 for row, column in product(rows, columns)]
    return set(product(places, map(int, digits)))


def transposed(clues: Grid) -> Grid:
    return tuple(chain.from_iterable(clues[column::9] for column in range(9)))


def first_effects(clues: Grid, rule: str) -> tuple[Finding, set[tuple[int, int]]]:
    """The first finding of the rule's first round, and all effects of that round."""
    explanation = explain_puzzle(Puzzle(NINE, clues), Ladder.of({RULES[0]: 1, rule: 2}.items()))
    played = next(played for played in explanation if played.rule == rule)
    assert played.number == 1
    return played.findings[0], set(played.placed + played.removed)


def test_there_is_an_example_for_every_rule() -> None:
    assert tuple(EXAMPLES) == RULES


@pytest.mark.parametrize("rule", RULES)
def test_the_example_of_a_rule_has_its_exact_effect(rule: str) -> None:
    clues, effects, sentence = EXAMPLES[rule]
    finding, done = first_effects(Puzzle.parse(clues).clues, rule)
    assert str(finding) == sentence
    assert done == set().union(*(of(*effect) for effect in effects))


@pytest.mark.parametrize("rule", RULES)
def test_the_example_turned_over_has_its_effect_turned_over(rule: str) -> None:
    """Rows and columns exchanged: what holds for rows holds for columns."""
    clues, effects, _ = EXAMPLES[rule]
    _, done = first_effects(transposed(Puzzle.parse(clues).clues), rule)
    expected = set().union(*(of(*effect) for effect in effects))
    assert done == {(cell % 9 * 9 + cell // 9, digit) for cell, digit in expected}
