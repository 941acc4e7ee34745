"""The documented calls of cpgen for Python programs.

A puzzle can be given in any form: a `Puzzle`, `State` or other object with a board, a text in any format, rows of
digits, or a numpy array. The options of a call are the fields of its request, a checked record such as `GenerateSpec`:
unknown options and wrong values are refused in one sentence. Modules that are slow to import are imported on first use.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar, Unpack, overload

from cpgen.board_display import Shown
from cpgen.errors import ImpossibleError, InputError, ManySolutionsWarning, NotFoundError
from cpgen.files import COLLECTION
from cpgen.layout import Layout
from cpgen.library import layout_named
from cpgen.messages import Message, counted, shown
from cpgen.notation import MAX_DIGIT
from cpgen.oracles import DEFAULT, Oracle, OracleLike, UndecidedError, Uniqueness, open_oracle
from cpgen.pattern import Pattern
from cpgen.puzzle import Boards, Grid, Puzzle, Solution
from cpgen.requests.generate_spec import GenerateSpec
from cpgen.requests.generation_request import Request, resolve
from cpgen.requests.results import Generated
from cpgen.requests.series import Series, TimedSeries
from cpgen.schema import Record, build
from cpgen.state import BoardState, Judgement, State
from cpgen.suggestions import one_of
from cpgen.translations import words_of

if TYPE_CHECKING:
    from cpgen.boards.pentomino_sets import SetPuzzle
    from cpgen.boards.set_request import SetSpec
    from cpgen.call_options import (
        BookOptions,
        DigOptions,
        DropOptions,
        GenerateOptions,
        PictureOptions,
        PracticeOptions,
        ReadingOptions,
        SetOptions,
        WordingOptions,
        WritingOptions,
    )
    from cpgen.difficulty import Grade, GradeModel
    from cpgen.difficulty.scales import GradedRating
    from cpgen.digging.dig_request import Dug
    from cpgen.digging.dig_spec import DigSpec
    from cpgen.digging.drop_request import ClueKinds, Dropped, SuperfluousClues
    from cpgen.drawings import Style
    from cpgen.feasibility.clue_analysis import ClueAnalysis
    from cpgen.feasibility.diagnosis import Diagnosis
    from cpgen.feasibility.effort import Effort
    from cpgen.feasibility.true_candidates import TrueCandidates
    from cpgen.formats import Entry, ReadingRequest
    from cpgen.generation.possible_grades import Outlook
    from cpgen.generation.practice import Exercise
    from cpgen.rater.explain import Explanation, Finding
    from cpgen.rater.rating import Rating
    from cpgen.rater.techniques import Technique
    from cpgen.render.item import Item
    from cpgen.render.picture import Scene
    from cpgen.render.render_requests import BookSettings
    from cpgen.render.sentences import Hint
    from cpgen.requests.clock import Clock
    from cpgen.symmetry.canonical import Forms

PuzzleLike = Shown | str | Iterable[Any]
"""A puzzle in any form"""
R = TypeVar("R", bound=Record)
SECONDS_TO_JUDGE = 2.0
"""Time limit for the number of solutions of a puzzle whose rating does not prove it"""
LONG_CALL = ("seed", "budget", "progress", "stop")
"""The options of every call that may take long"""


def generate(
    pattern: Pattern | str | None = None, grade: Grade | str | None = None, **options: Unpack[GenerateOptions]
) -> Generated:
    """Generate one puzzle.

    The arguments, options and errors are those of `generate_many`.

    >>> made = generate("4x4-x", "any", seed=1)
    >>> check(made.puzzle).unique
    True
    """
    return next(_generated("generate", 1, pattern, grade, options))


def generate_many(
    count: int,
    pattern: Pattern | str | None = None,
    grade: Grade | str | None = None,
    **options: Unpack[GenerateOptions],
) -> Iterator[Generated]:
    """Generate different puzzles and yield them as they are found.

    Args:
        count: Number of puzzles.
        pattern: The cells with clues: a Pattern, a shipped name, or rows of x and dots; None for random patterns.
        grade: A grade of the model or a level name of a ladder, in English or Japanese; None for the model's default.
        options: Those of `GenerateOptions`; `help("cpgen.call_options")` explains them.

    Raises:
        InputError: The request is wrong.
        ImpossibleError: There is no such puzzle.
        NotFoundError: The budget is spent, or `stop` returned True.
    """
    return _generated("generate_many", count, pattern, grade, options)


def _generated(call: str, count: int, pattern: Any, grade: Any, options: GenerateOptions) -> Iterator[Generated]:
    from cpgen.generation.two_phase import generate_many as generate_requested

    return generate_requested(*_requested_excluding(call, count, {"pattern": pattern, "grade": grade, **options}))


def hardest(
    pattern: Pattern | str | None = None, count: int = 1, **options: Unpack[GenerateOptions]
) -> Iterator[Generated]:
    """Yield ever harder puzzles, each among the `count` hardest so far, until the budget ends or `stop` returns True.

    Harder means a higher level, then more steps. The arguments, options and errors are those of `generate_many`,
    without the grade; of the options for the method, only the oracle can be chosen.
    """
    from cpgen.generation.difficulty_search import search_hardest

    return search_hardest(*_requested_excluding("hardest", count, {"pattern": pattern, "grade": "hardest", **options}))


def _requested_excluding(
    call: str, count: int, options: dict[str, Any]
) -> tuple[Request, int, int, Clock, Forms | None]:
    """Return what `_requested` does, and the forms of the puzzles to exclude."""
    from cpgen.symmetry.canonical import Forms

    exclude = options.pop("exclude", ())
    spec, count, seed, clock = _requested(call, GenerateSpec, count, options, also=("exclude",))
    request = resolve(spec)
    excluded = list(_puzzles_in(exclude, request.layout))
    return request, count, seed, clock, Forms(request.layout, excluded) if excluded else None


def _puzzles_in(puzzles: PuzzleLike | Iterable[PuzzleLike], layout: Layout) -> Iterator[Puzzle]:
    """Yield puzzles given one by one or as texts of several; those of a text are on the layout if they fit it."""
    from cpgen.formats import PuzzleText, ReadingRequest, lines, puzzle_texts

    if not isinstance(puzzles, Iterable | Shown):
        raise InputError(Message("exclude-puzzles", given=shown(repr(puzzles))))
    for one in [puzzles] if isinstance(puzzles, Shown | str) else puzzles:
        if not isinstance(one, str):
            yield as_puzzle(one)
            continue
        # A text in which no format finds a puzzle is read as a line, for its error.
        for text in list(puzzle_texts(one, layout)) or [PuzzleText(0, one, lines.read)]:
            try:
                yield ReadingRequest(layout=layout).read(text).puzzle
            except InputError:  # of another size, perhaps
                yield ReadingRequest().read(text).puzzle


def practice(technique: str, count: int = 1, **options: Unpack[PracticeOptions]) -> Iterator[Exercise]:
    """Make positions in which a technique is the next step, each from a different puzzle, and yield them one by one.

    Args:
        technique: The technique, in any spelling, as in swordfish.
        count: Number of positions.
        options: Those of `PracticeOptions`; `help("cpgen.call_options")` explains them. The errors are those of
            `generate_many`.

    >>> one = next(practice("swordfish", seed=1))
    >>> one.answer.title
    'Swordfish'
    """
    from cpgen.generation.practice import PracticeSpec, exercises, resolve_practice
    from cpgen.rater.explain import technique_named

    spec, made, seed, clock = _requested("practice", PracticeSpec, count, {"technique": technique, **options})
    return exercises(resolve_practice(spec, technique), technique_named(technique), made, seed, clock)


def dig(request: DigSpec | None = None, **options: Unpack[DigOptions]) -> Dug:
    """Dig one puzzle.

    The arguments, options and errors are those of `dig_many`.

    >>> dig(layout="2x2", clues=5, seed=1).puzzle.clue_count
    5
    """
    return next(_dug("dig", 1, request, options))


def dig_many(count: int, request: DigSpec | None = None, **options: Unpack[DigOptions]) -> Iterator[Dug]:
    """Make different puzzles by removing clues from full grids, and yield them as they are found.

    Args:
        count: Number of puzzles.
        request: A checked request, instead of the options that are its fields.
        options: Those of `DigOptions`; `help("cpgen.call_options")` explains them.

    Raises:
        InputError: The request is wrong.
        ImpossibleError: There is no such puzzle.
        NotFoundError: The budget is spent, or `stop` returned True.
    """
    return _dug("dig_many", count, request, options)


def _dug(call: str, count: int, request: DigSpec | None, options: DigOptions) -> Iterator[Dug]:
    from cpgen.digging.dig_puzzles import dig_many as dig_requested
    from cpgen.digging.dig_request import resolve_dig
    from cpgen.digging.dig_spec import DigSpec

    better = options.pop("better", None)
    _require_functions(better=better)
    spec, count, seed, clock = _requested(call, DigSpec, count, {**options}, request)
    return dig_requested(resolve_dig(spec), count, seed, clock, better)


def drop_superfluous(
    puzzle: PuzzleLike, kinds: ClueKinds | str | list[str] = "all", **options: Unpack[DropOptions]
) -> Dropped:
    """Remove given digits and constraints that a puzzle can do without, until none of these kinds is superfluous.

    Args:
        puzzle: A puzzle or position in any form, with one solution.
        kinds: Words for kinds of clues: givens, kinds of constraints such as cages, or dots, signs, constraints, all.
            Those of the first word are removed first.
        options: Those of `DropOptions`; `help("cpgen.call_options")` explains them.

    Returns:
        The puzzle, the clues removed, and those not decided in time.

    Raises:
        InputError: The puzzle or an option is wrong, there are several solutions, or the rules do not solve the puzzle.
        ImpossibleError: There is no solution.
        NotFoundError: It is not known in time whether there is one solution.

    >>> drop_superfluous("1234 3412 2143 43..", seed=1).puzzle.clue_count
    5
    """
    from cpgen.digging.drop_request import DropRequest
    from cpgen.digging.superfluous import remove_superfluous

    request, _, seed, clock = _requested("drop_superfluous", DropRequest, 1, {"drop": kinds, **options})
    *_, last = remove_superfluous(as_puzzle(puzzle), request, seed, clock)
    return last


def superfluous_clues(
    puzzle: PuzzleLike, kinds: ClueKinds | str | list[str] = "all", **options: Unpack[DropOptions]
) -> SuperfluousClues:
    """Find the given digits and constraints that are superfluous, each on its own; often not all of them together.

    The arguments, options and errors are those of `drop_superfluous`.

    >>> [one.text(4) for one in superfluous_clues("12.4 ..1. ...3 4...").clues]
    ['r1c1=1', 'r1c2=2', 'r1c4=4']
    """
    from cpgen.digging.drop_request import DropRequest
    from cpgen.digging.superfluous import find_superfluous

    request, _, _, clock = _requested("superfluous_clues", DropRequest, 1, {"drop": kinds, **options})
    *_, last = find_superfluous(as_puzzle(puzzle), request, clock)
    return last


def pentomino_set(count: int = 1, request: SetSpec | None = None, **options: Unpack[SetOptions]) -> Iterator[SetPuzzle]:
    """Make puzzles on 5×5 boards, no two the same, and yield them one by one.

    Args:
        count: Number of puzzles.
        request: A checked request, instead of the options that are its fields.
        options: Those of `SetOptions`; `help("cpgen.call_options")` explains them.

    Raises:
        InputError: The request is wrong.
        ImpossibleError: There are fewer such puzzles.
        NotFoundError: No more were found.
    """
    from cpgen.boards.pentomino_sets import puzzle_set
    from cpgen.boards.set_request import SetSpec, resolve_set

    series = build(Series, {"count": count, "seed": options.pop("seed", None)})
    made = _one_request("pentomino_set", SetSpec, {**options}, request, ("seed",))
    return puzzle_set(resolve_set(made), series.count, series.first_seed())


def _requested(
    call: str,
    record_class: type[R],
    count: Any,
    options: dict[str, Any],
    request: R | None = None,
    also: tuple[str, ...] = (),
) -> tuple[R, int, int, Clock]:
    """Return the request, count, seed and clock of a long call; raise InputError for wrong options."""
    from cpgen.requests.clock import Clock

    functions = {name: options.pop(name, None) for name in ("progress", "stop")}
    _require_functions(**functions)
    timed = {name: options.pop(name) for name in ("seed", "budget") if name in options}
    series = build(TimedSeries, {"count": count, **timed})
    made = _one_request(call, record_class, options, request, (*LONG_CALL, *also))
    return made, series.count, series.first_seed(), Clock(series.budget, **functions)


def _one_request(
    call: str, record_class: type[R], options: dict[str, Any], request: R | None, also: tuple[str, ...]
) -> R:
    """Return the request given, or the one that its fields make; raise InputError for both."""
    if request is not None and options:
        raise InputError(f"Give {call} a request or its fields, not both.")
    return build(record_class, options if request is None else request, call, also)


def _require_functions(**functions: Any) -> None:
    for name, function in functions.items():
        if function is not None and not callable(function):
            raise InputError(f"{name} is {shown(repr(function))}; it should be a function.")


def effort(
    pattern: Pattern | str, layout: Layout | str | None = None, model: GradeModel | str | None = None
) -> Effort | None:
    """Predict, without a search, how much work the grades of a model take on a pattern.

    Args:
        pattern: A Pattern, a shipped name, or rows of x and dots.
        layout: The board; by default, boxes for the size of the pattern.
        model: The grade model; by default, the one for the layout.

    Returns:
        The prediction, or None if none has been fitted for the layout and model.

    Raises:
        InputError: The pattern, layout or model is wrong, or they do not fit each other.
    """
    from cpgen.feasibility.effort import effort_on

    request = resolve(build(GenerateSpec, {"pattern": pattern, "layout": layout, "model": model}, "effort"))
    if request.pattern is None:
        raise InputError("The effort is predicted for a pattern; give one.")
    return effort_on(request.pattern, request.layout, request.model.name)


def rate(
    puzzle: PuzzleLike,
    model: GradeModel | str | None = None,
    ladder: GradeModel | str | None = None,
    stop: Callable[[], bool] | None = None,
) -> GradedRating:
    """Rate a puzzle or state; the rounds of a state are counted from its position.

    The `grade` of the result is the one it is most typical of, and `also` its rating on the other scale.

    Args:
        puzzle: A puzzle or position in any form.
        model: A grade model whose ladder is used; by default, the one for the layout.
        ladder: A ladder, instead of a model.
        stop: A function that ends the rating by returning True; then its outcome is `stopped`, and the puzzle is
            harder than the level so far. It is asked between the searches of ladders with more than the paper's rules.

    Raises:
        InputError: The puzzle, model or ladder cannot be read, or both a model and a ladder are given.

    Warns:
        ManySolutionsWarning: The rating used techniques that assume one solution, but there are several.

    >>> rating = rate("1234 3412 2143 432.")
    >>> rating.level, rating.grade.name, rating.also.level_name
    (1, 'beginner', 'easy')
    """
    from cpgen.difficulty.scales import GradedRating
    from cpgen.rater.rating import rate_puzzle

    _require_functions(stop=stop)
    state = as_state(puzzle)
    grades = as_model(model, state.layout, ladder)
    rating = rate_puzzle(state, grades.ladder, stop)
    _warn_of_many_solutions(state, rating)
    return GradedRating.of(state, rating, grades)


def _warn_of_many_solutions(state: State, rating: Rating) -> None:
    """Warn if a rating used techniques that assume one solution on a board that has several."""
    if rating.assumes_one_solution:
        with suppress(NotFoundError):
            if judge(state, rating, SECONDS_TO_JUDGE).board == BoardState.MANY:
                warnings.warn(ManySolutionsWarning(words_of("en")("board.many-solutions")), stacklevel=3)


def explain(
    puzzle: PuzzleLike, model: GradeModel | str | None = None, ladder: GradeModel | str | None = None
) -> Explanation:
    """Explain how a ladder solves a puzzle or state, round by round.

    The arguments, errors and warnings are those of `rate`.

    >>> [str(one) for one in explain("1234 3412 2143 432.")]
    ['1. Hidden Single (region): 1 in r4c4 (region 4): placed']
    """
    from cpgen.difficulty.scales import GradedRating
    from cpgen.rater.explain import explain_puzzle

    state = as_state(puzzle)
    grades = as_model(model, state.layout, ladder)
    explanation = explain_puzzle(state, grades.ladder)
    _warn_of_many_solutions(state, explanation.rating)
    return replace(explanation, rating=GradedRating.of(state, explanation.rating, grades))


def hint(
    puzzle: PuzzleLike,
    model: GradeModel | str | None = None,
    ladder: GradeModel | str | None = None,
    *,
    number: int = 1,
    seconds: float = inf,
    **options: Unpack[WordingOptions],
) -> Hint:
    """Give a hint for a position: its mistakes, or else the next round and where to look for it.

    Args:
        puzzle: A puzzle or position in any form.
        model, ladder: The grade model or ladder whose rules are used, as in `rate`.
        number: Number of the round from here.
        seconds: Time limit for each question to the oracle that looks for mistakes.
        options: Those of `WordingOptions`; `help("cpgen.call_options")` explains them.

    Returns:
        The hint: `look` says where to look, `sentence` what is there.

    Raises:
        InputError: An argument is wrong.
        NotFoundError: The oracle does not know within the time limit.

    >>> print(hint("1234 3412 2143 432."))
    Hidden Single (region): Look at region 4 (of r3c3): one digit fits in only one cell.
    """
    from cpgen.rater.explain import explain_puzzle
    from cpgen.render.render_requests import Wording
    from cpgen.render.sentences import Hint

    state = as_state(puzzle)
    wording = build(Wording, options, "hint", ("model", "ladder", "number", "seconds"))
    explanation = explain_puzzle(state, as_model(model, state.layout, ladder).ladder)
    judgement = judge(state, explanation.rating, seconds)
    is_open = judgement.board in (BoardState.OPEN, BoardState.MANY)
    if is_open and explanation.rating.solved and not 1 <= number <= len(explanation):
        raise InputError(f"There is no round {number}; this puzzle takes {counted(len(explanation), 'round')}.")
    return Hint.of(state, judgement, number, explanation, wording.narrator(state.layout.size))


def techniques() -> tuple[Technique, ...]:
    """Return all techniques, each with its name and HoDoKu's code; ladders order them.

    >>> techniques()[0].name
    'hidden-single-region'
    """
    from cpgen.rater.techniques import NAMED

    return tuple(NAMED.values())


def styles() -> tuple[Style, ...]:
    """Return the shipped styles, each of which says what is drawn on a board before a puzzle is made.

    >>> "killer" in map(str, styles())
    True
    """
    from cpgen import resources
    from cpgen.drawings import style_named

    return tuple(map(style_named, resources.names("styles")))


def find(
    puzzle: PuzzleLike,
    ladder: GradeModel | str | None = None,
    technique: str = "",
    judgement: Judgement | None = None,
) -> tuple[Finding, ...]:
    """Find everything that applies to a position.

    Args:
        puzzle: A puzzle or position in any form.
        ladder: The ladder whose techniques are searched for, without brute force; by default, hodoku.
        technique: One technique to search for, instead of a ladder.
        judgement: The judgement of the position, if known: without a solution nothing is found, and with several
            solutions nothing that assumes there is only one.

    Raises:
        InputError: The technique is unknown, or the puzzle or ladder cannot be read.
    """
    from cpgen.rater.explain import find_in, technique_named
    from cpgen.rater.ladder import Ladder
    from cpgen.requests.generation_request import WIDE_LADDER

    state = as_state(puzzle)
    board = judgement.board if judgement else BoardState.OPEN
    if technique:
        searched = Ladder.alone(technique_named(technique))
    else:
        searched = as_model(None, state.layout, ladder or WIDE_LADDER).ladder.without("brute-force")
    if board in (BoardState.NONE, BoardState.SOLVED):
        return ()
    several = board == BoardState.MANY
    return tuple(one for one in find_in(state, searched) if not (several and one.technique.assumes_one_solution))


def solve(puzzle: PuzzleLike, oracle: OracleLike = DEFAULT) -> Solution | None:
    """Return a solution of the clues, or None if there is none.

    >>> solve("1234 3412 2143 432.")
    (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1)
    """
    grids = check(puzzle, oracle).grids
    return Solution(grids[0], as_puzzle(puzzle).layout) if grids else None


def solutions(puzzle: PuzzleLike, oracle: OracleLike = "bitset", seconds: float = inf) -> Iterator[Solution]:
    """Yield all solutions of the clues, each as soon as it is found, in an order that depends on the puzzle only.

    Args:
        puzzle: A puzzle or position in any form.
        oracle: The solver to use.
        seconds: Time limit for all solutions together.

    Raises:
        InputError: The puzzle cannot be read, leaves the value of a constraint open, or the oracle is unknown.
        NotFoundError: The time limit has passed; there may be more solutions.

    >>> [solution.line for solution in solutions("12.. 34.. 21.. ....")]
    ['1234341221434321', '1234342121434312', '1243341221344321', '1243342121344312']
    """
    from cpgen.requests.clock import Clock

    clock = Clock(seconds)
    return _solutions(as_puzzle(puzzle), open_oracle(oracle, clock.left), clock)


def _solutions(puzzle: Puzzle, oracle: Oracle, clock: Clock) -> Iterator[Solution]:
    from cpgen.requests.clock import OutOfTimeError

    found = 0
    try:
        for found, one in enumerate(oracle.solutions(puzzle), 1):  # noqa: B007
            yield Solution(one, puzzle.layout)
            clock.check()  # an open oracle has a time limit of its own
    except (OutOfTimeError, UndecidedError):
        raise NotFoundError(Message("more-solutions", seconds=f"{clock.budget:g}", found=found)) from None


def grid(
    layout: Layout | str = "3x3",
    *,
    seed: int | None = None,
    source: str = "",
    oracle: OracleLike = DEFAULT,
    seconds: float = 60.0,
) -> Solution:
    """Make a random full grid.

    Args:
        layout: The board: a Layout, a shipped name, boxes such as 2x3, latin-5, or drawn regions.
        seed: A whole number from 0; None for a random one.
        source: oracle (a random completion), shuffle (random operations on a fixed grid) or shift (that fixed grid);
            by default, oracle if it can hold the digits.
        oracle: The solver to use.
        seconds: Time limit of the solver.

    Raises:
        InputError: An argument is wrong, or the source has no grid for the layout.
        ImpossibleError: The layout has no grid.
        NotFoundError: The solver found none within the time limit.

    >>> print(grid("2x2", seed=1, oracle="bitset"))
    ┌─────┬─────┐
    │ 2 4 │ 3 1 │
    │ 1 3 │ 4 2 │
    ├─────┼─────┤
    │ 4 1 │ 2 3 │
    │ 3 2 │ 1 4 │
    └─────┴─────┘
    """
    import numpy as np

    from cpgen.requests.grid_sources import GridSource

    board = layout_named(layout) if isinstance(layout, str) else layout
    name = source or ("oracle" if board.size <= MAX_DIGIT or board.extras or board.further else "shuffle")
    solver = open_oracle(oracle, seconds) if name == "oracle" else None
    rng = np.random.default_rng([Series(seed=seed).first_seed(), 0])
    try:
        return Solution(GridSource(name, str(oracle)).open(board, solver)(rng).grid, board)
    except UndecidedError:
        raise NotFoundError(f"{oracle} completed no grid within {seconds:g} s.") from None


def check(puzzle: PuzzleLike, oracle: OracleLike = DEFAULT, seconds: float = inf) -> Uniqueness:
    """Check whether the clues have exactly one solution.

    Args:
        puzzle: A puzzle or position in any form.
        oracle: The solver to use.
        seconds: Time limit.

    Returns:
        The answer with its proof: no grid, the only solution, or two that differ.

    Raises:
        InputError: The puzzle cannot be read, or the oracle is unknown.
        NotFoundError: The oracle does not know within the time limit.
    """
    return open_oracle(oracle, seconds).uniqueness(as_state(puzzle).puzzle)


def outlook(
    pattern: Pattern | str | None = None, grade: Grade | str | None = None, **options: Unpack[GenerateOptions]
) -> Outlook | None:
    """Say in a few seconds which grades the puzzles of a request are likely to have; None if nothing is known.

    With a pattern the answer is predicted, with a drawing each grade is tried. The options are those of
    `generate`, such as `drawing`; `likely` and `unlikely` of the result are names of grades.

    Raises:
        InputError: The request is wrong.
    """
    from cpgen.generation.possible_grades import outlook as outlook_of

    return outlook_of(resolve(build(GenerateSpec, {"pattern": pattern, "grade": grade, **options}, "outlook")))


def candidates(
    puzzle: PuzzleLike,
    oracle: OracleLike = "bitset",
    limit: int = 1000,
    seconds: float = inf,
    progress: Callable[[TrueCandidates], object] | None = None,
    stop: Callable[[], bool] | None = None,
) -> TrueCandidates:
    """Find the digits that each cell has in some solution of the clues, and the number of solutions.

    Args:
        puzzle: A puzzle or position in any form.
        oracle: The solver to use.
        limit: Number up to which solutions are counted.
        seconds: Time limit for each question to the oracle; a question without an answer is left open.
        progress: A function that is called with what is known after each question.
        stop: A function that ends the search by returning True, which leaves the result incomplete.

    Raises:
        InputError: The puzzle cannot be read, leaves the value of a constraint open, or an argument is wrong.

    >>> candidates("12.. 3... .... ....").digits[2:5]
    ((3, 4), (3, 4), (3,))
    """
    from cpgen.feasibility.true_candidates import find_true_candidates

    _require_functions(progress=progress, stop=stop)
    if not (isinstance(limit, int) and limit >= 1):
        raise InputError(f"The limit is {shown(repr(limit))}; it should be a whole number from 1.")
    for found in find_true_candidates(as_puzzle(puzzle), open_oracle(oracle, seconds), limit):
        if progress:
            progress(found)
        if stop and stop():
            break
    return found


def why_not(puzzle: PuzzleLike, oracle: OracleLike = "bitset", seconds: float = inf) -> Diagnosis:
    """Find out why a puzzle does not have exactly one solution.

    Without a solution, the result has a small set of clues and constraints that contradict each other. With several,
    it has two of them, and the candidates and the values of open constraints that would make the puzzle unique.

    Args:
        puzzle: A puzzle or position in any form. Its constraints may leave values open.
        oracle: The solver to use.
        seconds: Time limit of the first question, whether there is exactly one solution.

    Raises:
        InputError: The puzzle cannot be read, or the oracle is unknown.
        NotFoundError: The oracle does not know within the time limit.

    >>> why_not("12.. ...3 .... ....").conflict.cells
    (0, 1, 7)
    """
    from cpgen.feasibility.diagnosis import QUICK, diagnose

    return diagnose(as_puzzle(puzzle), open_oracle(oracle, seconds), open_oracle(oracle, min(seconds, QUICK)))


def judge(puzzle: PuzzleLike, rating: Rating | None = None, seconds: float = inf) -> Judgement:
    """Judge a position: open with one solution, solved, without a solution, or with several; and its mistakes.

    Args:
        puzzle: A puzzle or position in any form.
        rating: The rating of the position, if known; it may save questions to the oracle, unless it used techniques
            that assume one solution.
        seconds: Time limit for each question to the oracle.

    Raises:
        InputError: The puzzle cannot be read.
        NotFoundError: The oracle does not know within the time limit.
    """
    state = as_state(puzzle)
    if not state.begun and rating and rating.outcome in ("solved", "contradiction") and not rating.assumes_one_solution:
        return Judgement(_board_state(state, 1 if rating.solved else 0))
    witness = check(state, "bitset", seconds)
    if mistakes := witness.mistakes(state):
        return Judgement(BoardState.NONE, mistakes)
    solutions = len(witness.grids)
    if solutions > 1 and state.placed and not check(Puzzle(state.layout, state.digits), "bitset", seconds).grids:
        solutions = 0
    if state.is_dead:
        solutions = 0
    return Judgement(_board_state(state, solutions))


def _board_state(state: State, solutions: int) -> BoardState:
    if solutions and state.open_cells:
        return BoardState.OPEN if solutions == 1 else BoardState.MANY
    return BoardState.SOLVED if solutions else BoardState.NONE


def analyse_clues(
    puzzle: Puzzle | str,
    cell: int | None = None,
    model: GradeModel | str | None = None,
    oracle: OracleLike = "bitset",
    seconds: float = inf,
) -> ClueAnalysis:
    """Analyse an unfinished set of clues, for a person who makes a puzzle by hand.

    Args:
        puzzle: A Puzzle, or a text in any format.
        cell: A cell, numbered from 0, whose possible digits are wanted.
        model: The grade model; by default, the one for the layout.
        oracle: The solver to use.
        seconds: Time limit for each question to the oracle; a question without an answer is left open.

    Raises:
        InputError: The board has no such cell, or the puzzle, model or oracle is wrong.
    """
    from cpgen.feasibility.clue_analysis import analyse_clues

    begun = as_puzzle(puzzle)
    return analyse_clues(begun, as_model(model, begun.layout).ladder, open_oracle(oracle, seconds), cell)


def only_solution(puzzle: Puzzle, seconds: float = inf) -> Grid:
    """Return the only solution.

    Raises:
        ImpossibleError: There is no solution.
        InputError: There are several solutions.
        NotFoundError: The oracle does not know within the time limit.
    """
    witness = check(puzzle, "bitset", seconds)
    if not witness.grids:
        raise ImpossibleError(Message("no-solution", puzzle=shown(puzzle.line, 81)))
    if not witness.unique:
        raise InputError(Message("many-solutions", puzzle=shown(puzzle.line, 81)))
    return witness.grids[0]


@overload
def draw(
    puzzle: PuzzleLike,
    *,
    kind: Literal["svg"] = "svg",
    candidates: bool = False,
    solution: bool = False,
    step: int = 0,
    model: GradeModel | str | None = None,
    ladder: GradeModel | str | None = None,
    **options: Unpack[PictureOptions],
) -> str: ...


@overload
def draw(
    puzzle: PuzzleLike,
    *,
    kind: Literal["png"],
    candidates: bool = False,
    solution: bool = False,
    step: int = 0,
    model: GradeModel | str | None = None,
    ladder: GradeModel | str | None = None,
    **options: Unpack[PictureOptions],
) -> bytes: ...


@overload
def draw(
    puzzle: PuzzleLike,
    *,
    kind: str,
    candidates: bool = False,
    solution: bool = False,
    step: int = 0,
    model: GradeModel | str | None = None,
    ladder: GradeModel | str | None = None,
    **options: Unpack[PictureOptions],
) -> str | bytes: ...


def draw(
    puzzle: PuzzleLike,
    *,
    kind: str = "svg",
    candidates: bool = False,
    solution: bool = False,
    step: int = 0,
    model: GradeModel | str | None = None,
    ladder: GradeModel | str | None = None,
    **options: Unpack[PictureOptions],
) -> str | bytes:
    """Draw a puzzle or position.

    Args:
        puzzle: A puzzle or position in any form.
        kind: svg, which gives a text, or png, which gives bytes.
        candidates: True to show the candidates of the open cells.
        solution: True to show the solution.
        step: Number of the round of the explanation to show.
        model, ladder: The grade model or ladder of the explanation, as in `rate`.
        options: Those of `PictureOptions`; `help("cpgen.call_options")` explains them.

    Raises:
        InputError: An argument is wrong, or there is no such round.
        ImpossibleError: The solution is wanted, and there is none.

    >>> draw("1234 3412 2143 432.").startswith("<?xml")
    True
    """
    from cpgen.render.picture import picture_of
    from cpgen.render.render_requests import PictureRequest
    from cpgen.render.svg import png_of, svg_of

    writers: dict[str, Callable[..., str | bytes]] = {"svg": svg_of, "png": png_of}
    if kind not in writers:
        raise one_of(list(writers), kind, "a kind of picture")
    also = ("kind", "candidates", "solution", "step", "model", "ladder")
    request = build(PictureRequest, options, "draw", also)
    state = as_state(puzzle)
    scene = scene_of(state, as_model(model, state.layout, ladder), candidates, solution, step)
    return writers[kind](picture_of(scene, request.look(state.layout.size)), request.theme, request.width)


def scene_of(state: State, model: GradeModel, candidates: bool = False, solution: bool = False, step: int = 0) -> Scene:
    """Return a position to draw, with its candidates, its solution, or a round of its explanation.

    Raises:
        InputError: More than one of these is wanted, or there is no such round.
    """
    from cpgen.rater.explain import open_candidates
    from cpgen.render.explanation import scenes_of
    from cpgen.render.picture import Scene

    if sum((candidates, solution, step > 0)) > 1:
        raise InputError("Give only one of candidates, solution and step.")
    if solution:
        return Scene(state.layout, state.puzzle.clues, only_solution(state.puzzle))
    if not step:
        scene = Scene.of(state)
        return replace(scene, candidates=open_candidates(state)) if candidates else scene
    explanation = explain(state, model)
    for one, scene in scenes_of(state, explanation):
        if one.number == step:
            return scene
    raise InputError(f"There is no round {step}; this puzzle takes {counted(len(explanation), 'round')}.")


def book(
    puzzles: Iterable[PuzzleLike],
    request: BookSettings | None = None,
    *,
    model: GradeModel | str | None = None,
    font: str = "",
    seconds: float = inf,
    kind: str = "pdf",
    **options: Unpack[BookOptions],
) -> bytes:
    """Make a booklet of puzzles: a PDF to print, an EPUB for e-readers, or a zip file of its parts.

    Args:
        puzzles: Puzzles, entries, or texts in any format.
        request: A checked request, instead of the options that are its fields.
        model: The grade model; by default, the one for each layout.
        font: A font file for symbols and kanji.
        seconds: Time limit for the solution of a puzzle.
        kind: pdf, epub or zip.
        options: Those of `BookOptions`; `help("cpgen.call_options")` explains them.

    Raises:
        InputError: The request is wrong, or a puzzle has several solutions.
        ImpossibleError: A puzzle has no solution.
        NotFoundError: The oracle does not know within the time limit.
    """
    from cpgen.render.render_requests import BookSettings

    writer = book_writer(kind)
    made = _one_request("book", BookSettings, {**options}, request, ("model", "font", "seconds", "kind"))
    return writer(_book_items(puzzles, made, model, seconds), made, font)


def book_pages(
    puzzles: Iterable[PuzzleLike],
    request: BookSettings,
    first: int,
    count: int,
    *,
    model: GradeModel | str | None = None,
    seconds: float = inf,
) -> tuple[list[bytes], int]:
    """Render some pages of a booklet.

    Args:
        puzzles, request, model, seconds: As in `book`, with its errors.
        first: Number of the first page, from 1.
        count: Number of pages.

    Returns:
        The pages as PNG files, and the number of pages of the booklet.
    """
    from cpgen.render import booklet
    from cpgen.render.paper import require_reportlab

    require_reportlab()
    return booklet.book_pages(_book_items(puzzles, request, model, seconds), request, first, count)


def book_writer(kind: str) -> Callable[..., bytes]:
    """Return the function that writes a booklet of a kind: pdf, epub or zip.

    Raises:
        InputError: The kind is unknown, or a package that it needs is missing.
    """
    from cpgen.render.booklet import book_pdf
    from cpgen.render.epub import book_epub
    from cpgen.render.item import titled
    from cpgen.render.paper import require_reportlab
    from cpgen.render.zip_parts import parts_zip

    writers = {"pdf": book_pdf, "epub": book_epub, "zip": parts_zip}
    if kind not in writers:
        raise one_of(list(writers), kind, "a kind of booklet")
    require_reportlab()
    write: Callable[..., bytes] = writers[kind]

    def write_titled(items: list[Item], request: BookSettings, *rest: Any) -> bytes:
        return write(items, titled(request, items), *rest)

    return write_titled


def _book_items(
    puzzles: Iterable[PuzzleLike], request: BookSettings, model: GradeModel | str | None, seconds: float
) -> list[Item]:
    items = [book_item(as_entry(one), request, model, seconds) for one in puzzles]
    if not items:
        raise InputError("There is no puzzle for the booklet; give one or more.")
    return items


def book_item(entry: Entry, request: BookSettings, model: GradeModel | str | None = None, seconds: float = inf) -> Item:
    """Solve, rate and explain a puzzle for a booklet.

    Raises:
        InputError, ImpossibleError, NotFoundError: The puzzle does not have exactly one solution, or it is not found
            within `seconds`, or there are too few symbols.
    """
    from cpgen.rater.explain import explain_puzzle
    from cpgen.render.item import item_of

    puzzle = entry.puzzle
    grades = as_model(model, puzzle.layout)
    explanation = explain_puzzle(puzzle, grades.ladder)
    rating = explanation.rating
    is_proven = rating.solved and not rating.assumes_one_solution
    solution = rating.digits if is_proven else only_solution(puzzle, seconds)
    found, needed = len(request.signs), puzzle.layout.size
    if found < needed:
        raise InputError(f"There are {found} symbols for the digits; {shown(puzzle.line)} needs {needed}.")
    return item_of(entry, solution, grades, explanation, request)


def read(
    source: str | Path, on_error: Callable[[InputError], object] | None = None, **options: Unpack[ReadingOptions]
) -> Boards[Entry]:
    """Read the puzzles of a text, a file or a collection.

    Args:
        source: The text, or the name of a file in any format that cpgen reads.
        on_error: A function that is called for each puzzle that cannot be read; without it, the first one raises.
        options: Those of `ReadingOptions`; `help("cpgen.call_options")` explains them.

    Returns:
        A list of entries, each with a puzzle and everything else that its text holds; a notebook shows their pictures.

    Raises:
        InputError: There is no puzzle, or one is wrong; the message has its line.

    >>> [entry.puzzle.clue_count for entry in read("1... .... ..2. ....")]
    [2]
    """
    from cpgen.formats import ReadingRequest

    reading: ReadingRequest = build(ReadingRequest, options, "read", ("on_error",))
    found: Boards[Entry] = Boards()
    for one in _entries(source, reading):
        if not isinstance(one, InputError):
            found.append(one)
        elif on_error is None:
            raise one
        else:
            on_error(one)
    return found


def _entries(source: str | Path, reading: ReadingRequest) -> Iterator[Entry | InputError]:
    """Yield the entries of a text, a file or a collection, and an error, with its place, for each wrong one."""
    from cpgen.collection.import_export import entry_of
    from cpgen.collection.store import Store
    from cpgen.formats import PuzzleText, lines, puzzle_texts

    content = _content_of(source)
    if isinstance(content, bytes) and content.startswith(COLLECTION):
        with Store(str(source), create=False) as store:
            yield from map(entry_of, store.records())
        return
    file = f"{source}, " if isinstance(content, bytes) else ""
    # A text in which no format finds a puzzle is read as a line, for its error.
    for text in list(puzzle_texts(content, reading.houses_given)) or [PuzzleText(0, str(source), lines.read)]:
        try:
            yield reading.read(text)
        except InputError as error:
            yield InputError(f"{file}line {text.line}: {error}" if text.line else str(error))


def _content_of(source: str | Path) -> str | bytes:
    """Return the content of a file, or the text itself; raise InputError if the file cannot be read."""
    try:
        return source if isinstance(source, str) and not Path(source).is_file() else Path(source).read_bytes()
    except OSError as error:
        if isinstance(source, str):  # too long for the name of a file
            return source
        raise InputError(f"The file {source} cannot be read: {error.strerror}.") from error
    except ValueError:  # a NUL, which no name has
        return str(source)


def convert(puzzles: Shown | str | Iterable[PuzzleLike], to: str, **options: Unpack[WritingOptions]) -> str:
    """Write puzzles in a format.

    Args:
        puzzles: A puzzle as an object or a text, or several in any form, as `read` returns them.
        to: Name of the format, see `cpgen formats`.
        options: Those of `WritingOptions`; `help("cpgen.call_options")` explains them.

    Raises:
        InputError: The format is unknown, or cannot hold one of the puzzles.

    >>> convert("1... .... ..2. ....", "line")
    '1.........2.....\\n'
    """
    from cpgen.formats import Writer, WritingRequest, format_named

    writer = Writer(format_named(to), None, build(WritingRequest, options, "convert", ("to",)))
    several = [puzzles] if isinstance(puzzles, Shown | str) else puzzles
    return "".join([writer.add(as_entry(one)) for one in several] + [writer.end()])


def as_entry(puzzle: PuzzleLike, ignore_drawings: bool = False) -> Entry:
    """Return a puzzle with everything that its form holds, such as a title.

    Args:
        puzzle: A puzzle or position in any form.
        ignore_drawings: True to ignore drawings that may be constraints, with a warning, instead of refusing them.

    Raises:
        InputError: It is of another type, or cannot be read.
    """
    from cpgen import formats

    if isinstance(puzzle, formats.Entry):
        return puzzle
    if isinstance(puzzle, Shown):
        state, grade = State.of(puzzle.board), getattr(puzzle, "grade", None)
        made_for = grade.name if grade and not grade.takes_any else ""
        return formats.Entry(state.puzzle, placed=state.placed, marks=state.marks, grade=made_for)
    if isinstance(puzzle, str):
        spelled = list(formats.puzzle_texts(puzzle))
        if len(spelled) != 1:
            return formats.Entry(Puzzle.parse(puzzle))
        return formats.ReadingRequest(ignore_drawings=ignore_drawings).read(spelled[0])
    if isinstance(puzzle, Iterable):
        return formats.Entry(Puzzle.of(puzzle))
    raise InputError(f"The puzzle is {shown(repr(puzzle))}; it should be a Puzzle, a State, a text or rows of digits.")


def as_puzzle(puzzle: PuzzleLike, ignore_drawings: bool = False) -> Puzzle:
    """Return a puzzle; the arguments and errors are those of `as_entry`."""
    return as_state(puzzle, ignore_drawings).puzzle


def as_state(puzzle: PuzzleLike, ignore_drawings: bool = False) -> State:
    """Return a position; the arguments and errors are those of `as_entry`."""
    return State.of(puzzle.board) if isinstance(puzzle, Shown) else as_entry(puzzle, ignore_drawings).state


def as_model(model: GradeModel | str | None, layout: Layout, ladder: GradeModel | str | None = None) -> GradeModel:
    """Return the grade model given or named, or the one for a layout.

    Args:
        model: A GradeModel, a shipped name, or a file.
        layout: The board, for its own model if neither a model nor a ladder is given.
        ladder: A ladder, whose level names are the grades.

    Raises:
        InputError: Both are given, one cannot be read, or the model is for another layout.
    """
    from cpgen.difficulty import model_for

    chosen = chosen_model(model, ladder) or model_for(layout)
    chosen.require_for(layout)
    return chosen


def chosen_model(model: GradeModel | str | None = None, ladder: GradeModel | str | None = None) -> GradeModel | None:
    """Return the grade model or ladder given or named, None if neither is; errors are those of `as_model`."""
    from cpgen.difficulty import ladder_named, model_named, model_or_ladder

    return model_or_ladder(_read_model("model", model, model_named), _read_model("ladder", ladder, ladder_named))


def _read_model(what: str, given: Any, named: Callable[[str], GradeModel]) -> GradeModel | None:
    from cpgen.difficulty import GradeModel

    if given is None or given == "" or isinstance(given, GradeModel):
        return given or None
    if not isinstance(given, str):
        raise InputError(f"The {what} is {shown(repr(given))}; it should be a GradeModel, a name or a file.")
    return named(given)
