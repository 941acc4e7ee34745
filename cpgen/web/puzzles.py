"""Endpoints about one puzzle: how hard it is, how a person solves it, the next step, and its solutions."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import Any

from msgspec import convert

from cpgen import api
from cpgen.api import MAX_DIGIT, Layout, Puzzle, State, words_of
from cpgen.errors import ImpossibleError, InputError, Message
from cpgen.library import layout_named
from cpgen.schema import FieldError
from cpgen.web import play
from cpgen.web.schema import (
    Checked,
    Explained,
    ExplanationRequest,
    FindRequest,
    Found,
    Hint,
    Outlook,
    OutlookRequest,
    PuzzleRequest,
    Rated,
    RatingRequest,
    SolutionRequest,
    Solved,
    StateRequest,
    Walkthrough,
)

KEPT = ("puzzle", "layout", "clues", "outcome", "level", "steps", "hardest", "grade", "appropriateness")
"""What is told of a rating while a puzzle is made"""
PROOF_SECONDS = 5.0
"""Time limit for an oracle when its answer only completes another"""


def rate(request: RatingRequest) -> Rated:
    """How hard a puzzle or a state is for a person: level, steps, rules, grade."""
    state = state_of(request)
    model = model_of(request, state.layout)
    return convert(
        _rated(state, api.rate(state, model), model, api.Narrator(words_of("en"))) | _ignored(request), Rated
    )


def _rated(state: State, rating: api.Rating, model: api.GradeModel, narrator: api.Narrator) -> dict[str, Any]:
    """The rating as an object for JSON, with what is wrong when more than a puzzle is rated."""
    judged = narrator.judgement_as_json(api.judge(state, rating, PROOF_SECONDS)) if state.begun else {}
    return {**api.GradedPuzzle(state, rating, model).as_json(), **judged}


def explain(request: ExplanationRequest) -> Explained:
    """How a person solves a puzzle, or goes on from a state: the rounds, in data and in sentences."""
    state = state_of(request)
    model = model_of(request, state.layout)
    explanation, narrator = api.explain(state, model), narrator_of(request, state.layout)
    rated = _rated(state, explanation.rating, model, narrator)
    return convert({**rated, "rounds": [_round(one, narrator) for one in explanation], **_ignored(request)}, Explained)


def _round(one: api.Round, narrator: api.Narrator) -> dict[str, Any]:
    return {**narrator.as_json(one), "title": narrator.title(one), "look": narrator.where_to_look(one)}


def _with_looks(one: api.Round, narrator: api.Narrator) -> dict[str, Any]:
    """The round with where to look for each finding alone."""
    data = _round(one, narrator)
    for finding, told in zip(one.findings, data["findings"], strict=True):
        told["look"] = narrator.where_to_look(replace(one, findings=(finding,)))
    return data


def walkthrough(request: PuzzleRequest) -> Walkthrough:
    """All that a game of a puzzle needs: its solution, how hard it is, and every round in every language."""
    return convert(play.walkthrough_of(puzzle_of(request), PROOF_SECONDS) | _ignored(request), Walkthrough)


def hint(request: ExplanationRequest) -> Hint:
    """Help with a puzzle that somebody is solving: what is wrong, or the next round and where to look for it."""
    state = state_of(request)
    explanation = api.explain(state, model_of(request, state.layout))
    narrator = narrator_of(request, state.layout)
    judgement = api.judge(state, explanation.rating, PROOF_SECONDS)
    is_open = judgement.board in (api.BoardState.OPEN, api.BoardState.MANY)
    one = explanation.rounds[0] if is_open and explanation.rounds else None
    data = api.Hint(state, judgement, one).as_json(narrator, full=True)
    data |= _with_looks(one, narrator) if one else {"sentence": narrator.why_no_round(judgement)}
    return convert(data | _ignored(request), Hint)


def find(request: FindRequest) -> Found:
    """Everything that can be found on a board as it is; nothing where it has mistakes or no solution."""
    state, narrator = state_of(request), api.Narrator(words_of(request.lang))
    judgement = api.judge(state, seconds=PROOF_SECONDS)
    ladder = api.shipped_ladder(request.ladder) if request.ladder else None
    findings = api.find(state, ladder, request.technique, judgement)
    puzzle = {"puzzle": state.puzzle.line, "layout": state.layout.spec, **state.as_json()}
    found = [narrator.finding_as_json(one) for one in findings]
    return convert({**puzzle, **narrator.judgement_as_json(judgement), "findings": found, **_ignored(request)}, Found)


def check(request: SolutionRequest) -> Checked:
    """Whether a puzzle has exactly one solution: none, the only one, or two with the cells in which they differ."""
    state, narrator = state_of(request), api.Narrator(words_of("en"))
    witness = api.check(state, request.oracle, request.limit)
    mistakes = {"mistakes": narrator.mistakes_as_json(witness.mistakes(state))} if state.begun else {}
    return convert({**witness.as_json(state.puzzle), **mistakes, **_ignored(request)}, Checked)


def solve(request: SolutionRequest) -> Solved:
    """A solution of a puzzle, and whether it is the only one."""
    puzzle = puzzle_of(request)
    witness = api.check(puzzle, request.oracle, request.limit)
    if not witness.grids:
        raise ImpossibleError(Message("unsolvable"))
    solution = {"solution": api.line(witness.grids[0]), "unique": witness.unique}
    return convert({"puzzle": puzzle.line, "layout": puzzle.layout.spec, **solution, **_ignored(request)}, Solved)


def outlook(request: OutlookRequest) -> Outlook:
    """What the clues of a puzzle lead to while it is made by hand, and which digits a cell may hold."""
    layout = layout_of(request.layout) or Layout.default(9)
    puzzle, model = Puzzle(layout, api.digits_of(request.clues, layout, "text of clues")), model_of(request, layout)
    found = api.outlook(puzzle, request.cell, model, request.oracle, request.limit)
    rating = found.rating
    graded = api.GradedPuzzle(puzzle, rating, model).as_json()
    follows = tuple(0 if clue else digit for clue, digit in zip(puzzle.clues, rating.digits, strict=True))
    open_cells = ((cell, not digit) for cell, digit in enumerate(rating.digits))
    data = {
        "solutions": found.solutions,
        "conflict": found.conflict,
        "blamed": found.blamed,
        "placed": api.line(follows),
        "marks": [api.line(rating.candidates_of(cell)) if is_open else "" for cell, is_open in open_cells],
        "choices": [{"digit": api.line((one.digit,)), "solutions": one.solutions} for one in found.choices],
        **{name: graded[name] for name in KEPT},
    }
    return convert(data, Outlook)


def puzzle_of(request: PuzzleRequest) -> Puzzle:
    """The one puzzle of a request; raises InputError."""
    return _state_in(request).puzzle


def _ignored(request: PuzzleRequest) -> dict[str, Any]:
    """How many drawings were left out of the puzzle of a request, as a part of its answer."""
    drawings = _entry_in(request).drawings if request.ignore_drawings else {}
    return {"ignored": drawings} if drawings else {}


def _state_in(request: PuzzleRequest) -> State:
    """The puzzle of a request with what its text says of digits placed and candidates; raises InputError."""
    return _entry_in(request).state


def _entry_in(request: PuzzleRequest) -> api.Entry:
    """What the text of a request says; raises InputError."""
    layout = layout_of(request.layout)
    excerpts = list(islice(api.puzzle_texts(request.puzzle, layout), 2))
    if len(excerpts) > 1:
        raise FieldError("puzzle", Message("several-puzzles"))
    excerpt = excerpts[0] if excerpts else api.PuzzleText(0, request.puzzle, api.read_line)
    entry = excerpt.read(layout, request.ignore_drawings)
    require_size(entry.puzzle.layout)
    return entry


def state_of(request: StateRequest) -> State:
    """The puzzle of a request with the digits and marks that it gives, else those of its text; raises InputError."""
    state = _state_in(request)
    puzzle, placed, marks = state.puzzle, state.placed, state.marks
    if request.digits:
        entered = api.digits_of(request.digits, puzzle.layout, "text of digits")
        placed = tuple(0 if clue else digit for clue, digit in zip(puzzle.clues, entered, strict=True))
    if request.marks:
        cells = puzzle.layout.cell_count
        if len(request.marks) != cells:
            raise FieldError("marks", Message("marks-cells", cells=len(request.marks), needed=cells))
        marks = api.marks_of(list(request.marks), puzzle)
    return State(puzzle, placed if any(placed) else (), marks if any(marks) else ())


def layout_of(text: str) -> Layout | None:
    """The layout that a text names or draws, None for an empty one; raises InputError."""
    return require_size(layout_named(text)) if text.strip() else None


def require_size(layout: Layout) -> Layout:
    """The layout, if its digits have symbols; raises InputError otherwise."""
    if layout.size > MAX_DIGIT:
        raise InputError(Message("boards-to", most=MAX_DIGIT, side=layout.size))
    return layout


def narrator_of(request: ExplanationRequest, layout: Layout) -> api.Narrator:
    """Whoever tells findings in the language and with the symbols of a request; raises InputError for too few."""
    return api.Narrator(words_of(request.lang), api.read_symbols(request.symbols, layout.size))


def model_of(request: RatingRequest | OutlookRequest, layout: Layout) -> api.GradeModel:
    """The shipped model or ladder of a request, the layout's own for none; raises InputError naming those there are."""
    ladder = api.shipped_ladder(request.ladder) if request.ladder else None
    model = api.shipped_model(request.model) if request.model else None
    return api.as_model(model, layout, ladder)
