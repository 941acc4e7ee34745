"""Endpoints about one puzzle: how hard it is, how a person solves it, the next step, and its solutions."""

from __future__ import annotations

from itertools import islice
from typing import Any

from msgspec import convert

from cpgen import api
from cpgen.api import MAX_DIGIT, Layout, Puzzle, words_of
from cpgen.errors import ImpossibleError, InputError
from cpgen.schema import FieldError
from cpgen.web import play
from cpgen.web.schema import (
    Checked,
    Explained,
    ExplanationRequest,
    Hint,
    HintRequest,
    PuzzleRequest,
    Rated,
    RatingRequest,
    SolutionRequest,
    Solved,
    Walkthrough,
)

PROOF_SECONDS = 5.0
"""Time limit for an oracle when its answer only completes another"""


def rate(request: RatingRequest) -> Rated:
    """How hard a puzzle is for a person: level, steps, rules, grade."""
    puzzle = puzzle_of(request)
    model = model_of(request.model, puzzle.layout)
    return convert(api.GradedPuzzle(puzzle, api.rate(puzzle, model), model).as_json(), Rated)


def explain(request: ExplanationRequest) -> Explained:
    """How a person solves a puzzle: the rounds, in data and in sentences."""
    puzzle = puzzle_of(request)
    model = model_of(request.model, puzzle.layout)
    explanation, narrator = api.explain(puzzle, model), api.Narrator(words_of(request.lang))
    rated = api.GradedPuzzle(puzzle, explanation.rating, model).as_json()
    return convert({**rated, "rounds": [_round(one, narrator) for one in explanation]}, Explained)


def _round(one: api.Round, narrator: api.Narrator) -> dict[str, Any]:
    return {**narrator.as_json(one), "title": narrator.title(one), "look": narrator.where_to_look(one)}


def walkthrough(request: PuzzleRequest) -> Walkthrough:
    """All that a game of a puzzle needs: its solution, how hard it is, and every round in every language."""
    return convert(play.walkthrough_of(puzzle_of(request), PROOF_SECONDS), Walkthrough)


def hint(request: HintRequest) -> Hint:
    """Help with a puzzle that somebody is solving: what is wrong, or the next round and where to look for it."""
    puzzle = puzzle_of(request)
    entered = api.digits_of(request.digits, puzzle.layout, "text of digits") if request.digits else puzzle.clues
    board = Puzzle(puzzle.layout, tuple(clue or digit for clue, digit in zip(puzzle.clues, entered, strict=True)))
    explanation = api.explain(board, model_of(request.model, puzzle.layout))
    narrator = api.Narrator(words_of(request.lang))
    state = api.state_of(board, explanation, PROOF_SECONDS)
    is_open = state in (api.BoardState.OPEN, api.BoardState.MANY)
    one = _next_round(explanation, _marks(request, puzzle)) if is_open else None
    data = api.Hint(board, state, one).as_json(narrator, full=True)
    data |= _round(one, narrator) if one else {"sentence": narrator.why_no_round(state)}
    wrong = [puzzle.layout.cell_name(cell) for cell in _wrong_cells(puzzle, board)]
    return convert({**data, "wrong": wrong}, Hint)


def _marks(request: HintRequest, puzzle: Puzzle) -> tuple[tuple[int, ...], ...]:
    cells = puzzle.layout.cell_count
    if not request.marks:
        return ((),) * cells
    if len(request.marks) != cells:
        raise FieldError("marks", f"{{where}} has {len(request.marks)} cells; this board has {cells}.")
    return api.marks_of(list(request.marks), puzzle)


def _next_round(explanation: api.Explanation, marks: tuple[tuple[int, ...], ...]) -> api.Round | None:
    """The first round that is new to somebody with these marks (a cell without any has not been marked yet)."""
    return next((one for one in explanation if one.placed or not _noticed(one, marks)), None)


def _noticed(one: api.Round, marks: tuple[tuple[int, ...], ...]) -> bool:
    return all(marks[cell] and digit not in marks[cell] for cell, digit in one.removed)


def _wrong_cells(puzzle: Puzzle, board: Puzzle) -> list[int]:
    """The cells of the board that differ from the puzzle's solution; none unless there is exactly one."""
    witness = api.check(puzzle, "bitset", PROOF_SECONDS)
    if not witness.unique:
        return []
    return [cell for cell, digit in enumerate(board.clues) if digit and digit != witness.grids[0][cell]]


def check(request: SolutionRequest) -> Checked:
    """Whether a puzzle has exactly one solution: none, the only one, or two with the cells in which they differ."""
    puzzle = puzzle_of(request)
    return convert(api.check(puzzle, request.oracle, request.limit).as_json(puzzle), Checked)


def solve(request: SolutionRequest) -> Solved:
    """A solution of a puzzle, and whether it is the only one."""
    puzzle = puzzle_of(request)
    witness = api.check(puzzle, request.oracle, request.limit)
    if not witness.grids:
        raise ImpossibleError("The puzzle has no solution.")
    solution = api.line(witness.grids[0])
    return Solved(puzzle=puzzle.line, layout=puzzle.layout.spec, solution=solution, unique=witness.unique)


def puzzle_of(request: PuzzleRequest) -> Puzzle:
    """The one puzzle of a request; raises InputError."""
    layout = layout_of(request.layout)
    excerpts = list(islice(api.excerpts(request.puzzle, layout), 2))
    if len(excerpts) > 1:
        raise FieldError("puzzle", "{where} has several puzzles; give one.")
    puzzle = excerpts[0].read(layout).puzzle if excerpts else Puzzle.parse(request.puzzle, layout)
    require_size(puzzle.layout)
    return puzzle


def layout_of(text: str) -> Layout | None:
    """The layout that a text names or draws, None for an empty one; raises InputError."""
    return require_size(Layout.named(text)) if text.strip() else None


def require_size(layout: Layout) -> Layout:
    """The layout, if its digits have symbols; raises InputError otherwise."""
    if layout.size > MAX_DIGIT:
        raise InputError(f"Boards go up to {MAX_DIGIT}×{MAX_DIGIT} here; this one has side {layout.size}.")
    return layout


def model_of(name: str, layout: Layout) -> api.GradeModel:
    """The shipped model of that name, the layout's own for none; raises InputError naming those that exist."""
    if not name:
        return api.model_for(layout)
    api.shipped_text("difficulty", name)
    return api.shipped_model(name)
