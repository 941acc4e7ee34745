"""How hard is a puzzle, how is it solved, and has it one solution? What the API answers about one puzzle."""

from __future__ import annotations

from typing import Any

from cpgen import api
from cpgen.difficulty import GradedPuzzle
from cpgen.errors import ImpossibleError
from cpgen.formats import digits_of
from cpgen.formats.objects import marks_of
from cpgen.notation import line
from cpgen.puzzle import Puzzle
from cpgen.rater.explain import BoardState, Explanation, Round
from cpgen.render.sentences import Hint, Narrator
from cpgen.web.asked import ToExplain, ToHint, ToPlay, ToRate, ToSolve
from cpgen.web.given import model_of, puzzle_of
from cpgen.web.lesson import Lesson, lesson_of
from cpgen.web.schemas import RequestError
from cpgen.words import words_of

PROOF_SECONDS = 5.0
"""How long an oracle may think about a question that is only asked along with another"""


def rate(asked: ToRate) -> dict[str, Any]:
    """How hard a puzzle is for a person: level, steps, rules, grade."""
    puzzle = puzzle_of(asked.puzzle, asked.layout)
    model = model_of(asked.model, puzzle.layout)
    return GradedPuzzle(puzzle, api.rate(puzzle, model), model).as_json()


def explain(asked: ToExplain) -> dict[str, Any]:
    """How a person solves a puzzle: the rounds, in data and in sentences."""
    puzzle = puzzle_of(asked.puzzle, asked.layout)
    model = model_of(asked.model, puzzle.layout)
    explanation, narrator = api.explain(puzzle, model), Narrator(words_of(asked.lang))
    rated = GradedPuzzle(puzzle, explanation.rating, model).as_json()
    return {**rated, "rounds": [_told(one, narrator) for one in explanation]}


def _told(one: Round, narrator: Narrator) -> dict[str, Any]:
    return {**narrator.as_json(one), "title": narrator.title(one), "look": narrator.where_to_look(one)}


def lesson(asked: ToPlay) -> Lesson:
    """All that a game of a puzzle needs: its solution, how hard it is, and every round in every language."""
    return lesson_of(puzzle_of(asked.puzzle, asked.layout), PROOF_SECONDS)


def hint(asked: ToHint) -> dict[str, Any]:
    """Help for somebody who is solving: what is wrong on the board, or the next round, first where to look for it."""
    puzzle = puzzle_of(asked.puzzle, asked.layout)
    entered = digits_of(asked.digits, puzzle.layout, "text of digits") if asked.digits else puzzle.clues
    board = Puzzle(puzzle.layout, tuple(clue or digit for clue, digit in zip(puzzle.clues, entered, strict=True)))
    explanation, narrator = api.explain(board, model_of(asked.model, puzzle.layout)), Narrator(words_of(asked.lang))
    state = api.state_of(board, explanation, PROOF_SECONDS)
    one = next_round(explanation, _noted(asked, puzzle)) if state in (BoardState.OPEN, BoardState.MANY) else None
    told = Hint(board, state, one).as_json(narrator, full=True)
    wrong = [puzzle.layout.cell_name(cell) for cell in wrong_cells(puzzle, board)]
    if one:
        return told | _told(one, narrator) | {"wrong": wrong}
    return told | {"sentence": narrator.why_no_round(state), "wrong": wrong}


def _noted(asked: ToHint, puzzle: Puzzle) -> tuple[tuple[int, ...], ...]:
    if not asked.marks:
        return ((),) * puzzle.layout.cell_count
    if len(asked.marks) != puzzle.layout.cell_count:
        raise RequestError("marks", f"has {len(asked.marks)} cells; this board has {puzzle.layout.cell_count}")
    return marks_of(list(asked.marks), puzzle)


def next_round(explanation: Explanation, marks: tuple[tuple[int, ...], ...]) -> Round | None:
    """The first round that does something new for somebody with these marks (a cell without any: not noted yet)."""
    return next((one for one in explanation if one.placed or not _noticed(one, marks)), None)


def _noticed(one: Round, marks: tuple[tuple[int, ...], ...]) -> bool:
    return all(marks[cell] and digit not in marks[cell] for cell, digit in one.removed)


def wrong_cells(puzzle: Puzzle, board: Puzzle) -> list[int]:
    """The cells of the board whose digits differ from the puzzle's only solution; none when it has not just one."""
    witness = api.check(puzzle, "bitset", PROOF_SECONDS)
    if not witness.unique:
        return []
    return [cell for cell, digit in enumerate(board.clues) if digit and digit != witness.grids[0][cell]]


def check(asked: ToSolve) -> dict[str, Any]:
    """Whether a puzzle has one solution: none, the only one, or two with the cells where they differ."""
    puzzle = puzzle_of(asked.puzzle, asked.layout)
    return api.check(puzzle, asked.oracle, asked.limit).as_json(puzzle)


def solve(asked: ToSolve) -> dict[str, Any]:
    """A solution of a puzzle, and whether it is the only one."""
    puzzle = puzzle_of(asked.puzzle, asked.layout)
    witness = api.check(puzzle, asked.oracle, asked.limit)
    if not witness.grids:
        raise ImpossibleError("The puzzle has no solution.")
    return {
        "puzzle": puzzle.line,
        "layout": puzzle.layout.spec,
        "solution": line(witness.grids[0]),
        "unique": witness.unique,
    }
