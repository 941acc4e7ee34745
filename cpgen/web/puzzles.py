"""Endpoints about one puzzle: rating, explanation, next step and solutions."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import Any

from msgspec import convert

from cpgen import api
from cpgen.difficulty import GradedPuzzle, GradeModel, model_for, model_or_ladder, shipped_ladder, shipped_model
from cpgen.difficulty.scales import other_scale_as_json
from cpgen.errors import ImpossibleError, InputError, Message, NotFoundError
from cpgen.formats import Entry, PuzzleText, digits_of, puzzle_texts
from cpgen.formats.digit_symbols import read_symbols
from cpgen.formats.lines import read as read_line
from cpgen.formats.objects import marks_of
from cpgen.kernel import working_seconds
from cpgen.layout import Layout
from cpgen.library import layout_named
from cpgen.notation import MAX_DIGIT, line
from cpgen.rater.explain import Round, explain_puzzle, with_joined_links
from cpgen.rater.rating import Rating, Stop, rate_puzzle
from cpgen.render.sentences import Narrator
from cpgen.schema import FieldError
from cpgen.state import State
from cpgen.translations import words_of
from cpgen.web import play
from cpgen.web.records.play_answers import Walkthrough
from cpgen.web.records.puzzle_answers import Checked, Explained, Found, Hint, Rated, Solved
from cpgen.web.records.request_records import (
    ExplanationRequest,
    FindRequest,
    OutlookRequest,
    PuzzleRequest,
    RatingRequest,
    SolutionRequest,
    StateRequest,
    WalkthroughRequest,
)

RATING_SECONDS = 4.0
"""Time limit for a rating on request; the hardest of 40 published puzzles with constraints takes 0.6 s"""
PROOF_SECONDS = 5.0
"""Time limit for an oracle whose answer only supplements another answer"""


def rate(request: RatingRequest, stop: Stop) -> Rated:
    """Rate a puzzle or a state: level, steps, rules, grade; a rating that takes long is stopped."""
    state = state_of(request)
    model = model_of(request, state.layout)
    ends = working_seconds() + RATING_SECONDS
    rating = rate_puzzle(state, model.ladder, stop=lambda: stop() or working_seconds() > ends)
    return convert(_rated(state, rating, model, Narrator(words_of("en"))) | _ignored(request), Rated)


def _rated(state: State, rating: Rating, model: GradeModel, narrator: Narrator) -> dict[str, Any]:
    """Return the rating as an object for JSON, with a judgement of states and of unproven ratings."""
    judged = _judged(state, rating, narrator) if state.begun or rating.assumes_one_solution else {}
    return {**GradedPuzzle(state, rating, model).as_json(), **other_scale_as_json(state, model), **judged}


def _judged(state: State, rating: Rating, narrator: Narrator) -> dict[str, Any]:
    """Return the judgement as an object for JSON; nothing for a bare puzzle that takes the oracle too long."""
    try:
        return narrator.judgement_as_json(api.judge(state, rating, PROOF_SECONDS))
    except NotFoundError:
        if state.begun:
            raise
        return {}


def explain(request: ExplanationRequest) -> Explained:
    """Explain how a person solves a puzzle or continues from a state: each round as data and as sentences."""
    state = state_of(request)
    model = model_of(request, state.layout)
    explanation, narrator = explain_puzzle(state, model.ladder), narrator_of(request, state.layout)
    rated = _rated(state, explanation.rating, model, narrator)
    return convert({**rated, "rounds": [_round(one, narrator) for one in explanation], **_ignored(request)}, Explained)


def _round(one: Round, narrator: Narrator) -> dict[str, Any]:
    return {**narrator.as_json(one), "title": narrator.title(one), "look": narrator.where_to_look(one)}


def walkthrough(request: WalkthroughRequest) -> Walkthrough:
    """Return the data of a game: the puzzle, its solution and rating, and every round in every language."""
    entry = _entry_in(request)
    made = replace(
        entry,
        grade=request.grade or entry.grade,
        title=request.title or entry.title,
        author=request.author or entry.author,
        instructions=request.instructions or entry.instructions,
        more={**entry.more, "ladder": request.ladder} if request.ladder else entry.more,
    )
    return convert(play.walkthrough_of(made, PROOF_SECONDS) | _ignored(request), Walkthrough)


def hint(request: ExplanationRequest) -> Hint:
    """Return a hint for a puzzle in play: the mistakes, or else the next round and where to look for it."""
    state = state_of(request)
    model = model_of(request, state.layout)
    found = api.hint(state, model, seconds=PROOF_SECONDS, lang=request.lang, symbols=request.symbols)
    data, narrator = found.as_json(full=True), found.narrator
    if found.one:
        one = with_joined_links(found.one)
        data |= _round(one, narrator)
        for finding, shown in zip(one.findings, data["findings"], strict=True):
            shown["look"] = narrator.where_to_look(replace(one, findings=(finding,)))
    else:
        data["sentence"] = found.sentence
    return convert(data | _ignored(request), Hint)


def find(request: FindRequest) -> Found:
    """Find every deduction on the current board; none if it has mistakes or no solution."""
    state, narrator = state_of(request), Narrator(words_of(request.lang))
    judgement = api.judge(state, seconds=PROOF_SECONDS)
    ladder = shipped_ladder(request.ladder) if request.ladder else None
    findings = api.find(state, ladder, request.technique, judgement)
    puzzle = {"puzzle": state.puzzle.line, "layout": state.layout.spec, **state.as_json()}
    found = [narrator.finding_as_json(one) for one in findings]
    return convert({**puzzle, **narrator.judgement_as_json(judgement), "findings": found, **_ignored(request)}, Found)


def check(request: SolutionRequest) -> Checked:
    """Check that a puzzle has exactly one solution; return that solution, or two and the cells in which they differ."""
    state, narrator = state_of(request), Narrator(words_of("en"))
    witness = api.check(state, request.oracle, request.limit)
    mistakes = {"mistakes": narrator.mistakes_as_json(witness.mistakes(state))} if state.begun else {}
    return convert({**witness.as_json(state.puzzle), **mistakes, **_ignored(request)}, Checked)


def solve(request: SolutionRequest) -> Solved:
    """Return a solution of a puzzle and whether it is unique."""
    puzzle = _entry_in(request).puzzle
    witness = api.check(puzzle, request.oracle, request.limit)
    if not witness.grids:
        raise ImpossibleError(Message("unsolvable"))
    solution = {"solution": line(witness.grids[0]), "unique": witness.unique}
    return convert({"puzzle": puzzle.line, "layout": puzzle.layout.spec, **solution, **_ignored(request)}, Solved)


def _ignored(request: PuzzleRequest) -> dict[str, Any]:
    """Return the numbers of ignored drawings as fields of an answer."""
    drawings = _entry_in(request).drawings if request.ignore_drawings else {}
    return {"ignored": drawings} if drawings else {}


def _entry_in(request: PuzzleRequest) -> Entry:
    """Return the only puzzle of a request; raise InputError if there are several or none."""
    layout = layout_of(request.layout)
    texts = list(islice(puzzle_texts(request.puzzle, layout), 2))
    if len(texts) > 1:
        raise FieldError("puzzle", Message("several-puzzles"))
    text = texts[0] if texts else PuzzleText(0, request.puzzle, read_line)
    entry = text.read(layout, request.ignore_drawings)
    require_size(entry.puzzle.layout)
    return entry


def state_of(request: StateRequest) -> State:
    """Return the puzzle with the digits and marks of the request, or those in its text; raise InputError if invalid."""
    state = _entry_in(request).state
    puzzle, placed, marks = state.puzzle, state.placed, state.marks
    if request.digits:
        entered = digits_of(request.digits, puzzle.layout, "text of digits")
        placed = tuple(0 if clue else digit for clue, digit in zip(puzzle.clues, entered, strict=True))
    if request.marks:
        cells = puzzle.layout.cell_count
        if len(request.marks) != cells:
            raise FieldError("marks", Message("marks-cells", cells=len(request.marks), needed=cells))
        marks = marks_of(list(request.marks), puzzle)
    return State(puzzle, placed if any(placed) else (), marks if any(marks) else ())


def layout_of(text: str) -> Layout | None:
    """Return the layout that a text names or draws, None for an empty text; raise InputError if it is invalid."""
    return require_size(layout_named(text)) if text.strip() else None


def require_size(layout: Layout) -> Layout:
    """Return the layout; raise InputError if it has more digits than there are symbols."""
    if layout.size > MAX_DIGIT:
        raise InputError(Message("boards-to", most=MAX_DIGIT, side=layout.size))
    return layout


def narrator_of(request: ExplanationRequest, layout: Layout) -> Narrator:
    """Return a narrator with the request's language and symbols; raise InputError if it has too few symbols."""
    return Narrator(words_of(request.lang), read_symbols(request.symbols, layout.size))


def model_of(request: RatingRequest | OutlookRequest, layout: Layout) -> GradeModel:
    """Return the shipped model or ladder of a request, else the layout's own model; raise InputError for both."""
    model = shipped_model(request.model) if request.model else None
    ladder = shipped_ladder(request.ladder) if request.ladder else None
    return model_or_ladder(model, ladder) or model_for(layout)
