"""Endpoints about one puzzle: rating, explanation, next step and solutions."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

from msgspec import UNSET, structs

from cpgen import api
from cpgen.answers.answer_base import Ignored, joined
from cpgen.answers.puzzle_answers import (
    Checked,
    Explained,
    FoundRecord,
    HintRecord,
    Judged,
    RatedRecord,
    RefutedRecord,
    Solved,
)
from cpgen.cosmetics import fog_in
from cpgen.difficulty import GradedPuzzle, GradeModel, model_for, model_or_ladder, shipped_ladder, shipped_model
from cpgen.difficulty.scales import other_scale_as_record
from cpgen.errors import ImpossibleError, InputError, NotFoundError
from cpgen.formats import Entry, PuzzleText, digits_of, puzzle_texts
from cpgen.formats.digit_symbols import read_symbols, spaced_symbols
from cpgen.formats.lines import read as read_line
from cpgen.formats.objects import marks_of
from cpgen.kernel import working_seconds
from cpgen.layout import Layout
from cpgen.library import layout_named
from cpgen.messages import Message
from cpgen.notation import MAX_DIGIT, line
from cpgen.rater.explain import explain_puzzle, with_joined_links
from cpgen.rater.rating import Rating, Stop, rate_puzzle
from cpgen.render.sentences import Narrator
from cpgen.schema import FieldError
from cpgen.state import State
from cpgen.translations import words_of
from cpgen.web import play
from cpgen.web.records.play_answers import Walkthrough
from cpgen.web.records.request_records import (
    ExplanationRequest,
    FindRequest,
    OutlookRequest,
    PuzzleRequest,
    RatingRequest,
    RefutationRequest,
    SolutionRequest,
    StateRequest,
    WalkthroughRequest,
)

RATING_SECONDS = 4.0
"""Time limit for a rating on request; the hardest of 40 published puzzles with constraints takes 0.6 s"""
PROOF_SECONDS = 5.0
"""Time limit for an oracle whose answer only supplements another answer"""


def rate(request: RatingRequest, stop: Stop) -> RatedRecord:
    """Rate a puzzle or a state: level, steps, rules, grade; a rating that takes long is stopped."""
    state = state_of(request)
    model = model_of(request, state.layout)
    # Compiling does not count, so that the first rating on a machine is not stopped earlier than later ones.
    ends = working_seconds() + RATING_SECONDS
    rating = rate_puzzle(state, model.ladder, stop=lambda: stop() or working_seconds() > ends)
    rated = _rated(GradedPuzzle(state, rating, model), Narrator(words_of("en")))
    return joined(RatedRecord, *rated, ignored=_ignored(request))


def _rated(graded: GradedPuzzle, narrator: Narrator) -> tuple[RatedRecord, *tuple[Judged, ...]]:
    """Return the record of a rating on both scales, followed by that of the verdict on the board (see `_judged`).

    A puzzle without placed digits and notes gets no verdict, unless its rating assumes one solution.
    """
    state, rating = State.of(graded.puzzle), graded.rating
    rated = joined(RatedRecord, graded.as_record(), also=other_scale_as_record(state, graded.model))
    return rated, *(_judged(state, rating, narrator) if state.begun or rating.assumes_one_solution else ())


def _judged(state: State, rating: Rating, narrator: Narrator) -> tuple[Judged, ...]:
    """Return the record of the verdict on a state: mistakes, and whether it has one solution (`cpgen.api.judge`).

    It is alone in a tuple. If it takes the oracle too long, return () for a puzzle without placed digits and notes,
    else raise NotFoundError.
    """
    try:
        return (narrator.judgement_as_record(api.judge(state, rating, PROOF_SECONDS)),)
    except NotFoundError:
        if state.begun:
            raise
        return ()


def explain(request: ExplanationRequest) -> Explained:
    """Explain how a person solves a puzzle or continues from a state: each round as data and as sentences."""
    state = state_of(request)
    model = model_of(request, state.layout)
    explanation, narrator = explain_puzzle(state, model.ladder), narrator_of(request, state.layout)
    rated = _rated(GradedPuzzle(state, explanation.rating, model), narrator)
    rounds = tuple(map(narrator.round_as_record, explanation))
    return joined(Explained, *rated, ignored=_ignored(request), rounds=rounds)


def walkthrough(request: WalkthroughRequest) -> Walkthrough:
    """Return the data of a game: the puzzle, its solution and rating, and every round in every language."""
    entry = _entry_in(request)
    made = replace(
        entry,
        grade=request.grade or entry.grade,
        title=request.title or entry.title,
        author=request.author or entry.author,
        instructions=request.instructions or entry.instructions,
        cosmetics=request.cosmetics or entry.cosmetics,
        fog=request.fog or entry.fog,
        message=request.message or entry.message,
        symbols=spaced_symbols(request.symbols or entry.symbols, entry.puzzle.layout.size),
        more={**entry.more, "ladder": request.ladder} if request.ladder else entry.more,
    )
    fog_in(made.fog, made.puzzle.layout)  # refuses cells that are not on the board
    return joined(Walkthrough, play.walkthrough_of(made, PROOF_SECONDS), ignored=_ignored(request))


def hint(request: ExplanationRequest) -> HintRecord:
    """Return a hint for a puzzle in play: the mistakes, or else the next round and where to look for it."""
    state = state_of(request)
    model = model_of(request, state.layout)
    found = api.hint(state, model, seconds=PROOF_SECONDS, lang=request.lang, symbols=request.symbols)
    if not found.one:
        return joined(HintRecord, found.as_record(full=True), ignored=_ignored(request), sentence=found.sentence)
    one, narrator = with_joined_links(found.one), found.narrator
    told = replace(found, one=one).as_record(full=True)
    looks = [
        {"where": narrator.where(finding), "look": narrator.where_to_look(replace(one, findings=(finding,)))}
        for finding in one.findings
    ]
    findings = tuple(structs.replace(shown, **look) for shown, look in zip(told.findings or (), looks, strict=True))
    return joined(HintRecord, told, ignored=_ignored(request), findings=findings)


def refute(request: RefutationRequest) -> RefutedRecord:
    """Tell why a cell cannot hold a digit: the shortest refutation that the techniques find."""
    state = state_of(request)
    model, narrator = model_of(request, state.layout), narrator_of(request, state.layout)
    found = api.refute(state, request.cell, request.digit, model, seconds=PROOF_SECONDS)
    return joined(RefutedRecord, narrator.refutation_as_record(found, state), ignored=_ignored(request))


def find(request: FindRequest) -> FoundRecord:
    """Find every deduction on the current board; none if it has mistakes or no solution."""
    state, narrator = state_of(request), Narrator(words_of(request.lang))
    judgement = api.judge(state, seconds=PROOF_SECONDS)
    ladder = shipped_ladder(request.ladder) if request.ladder else None
    findings = api.find(state, ladder, request.technique, judgement)
    judged, found = narrator.judgement_as_record(judgement), tuple(map(narrator.finding_as_record, findings))
    return joined(
        FoundRecord, state.puzzle.as_record(), state.as_record(), judged, ignored=_ignored(request), findings=found
    )


def check(request: SolutionRequest) -> Checked:
    """Check that a puzzle has exactly one solution; return that solution, or two and the cells in which they differ."""
    state, narrator = state_of(request), Narrator(words_of("en"))
    witness = api.check(state, request.oracle, request.limit)
    mistakes = narrator.mistakes_as_records(witness.mistakes(state)) if state.begun else UNSET
    return joined(Checked, witness.as_record(state.puzzle), ignored=_ignored(request), mistakes=mistakes)


def solve(request: SolutionRequest) -> Solved:
    """Return a solution of a puzzle and whether it is unique."""
    puzzle = _entry_in(request).puzzle
    witness = api.check(puzzle, request.oracle, request.limit)
    if not witness.grids:
        raise ImpossibleError(Message("unsolvable"))
    solution = line(witness.grids[0])
    return joined(Solved, puzzle.as_record(), ignored=_ignored(request), solution=solution, unique=witness.unique)


def _ignored(request: PuzzleRequest) -> Ignored:
    """Return the numbers of ignored drawings by kind; UNSET if there are none, or drawings are not to be ignored."""
    drawings = _entry_in(request).drawings if request.ignore_drawings else {}
    return drawings or UNSET


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
