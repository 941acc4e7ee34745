"""Calls that make puzzles, exercises and grids, and say before a search what can be made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import inf
from typing import TYPE_CHECKING, Any, Unpack

from cpgen.api.call_arguments import one_request, requested, require_functions
from cpgen.api.conversion import PuzzleLike, as_model, as_puzzle
from cpgen.board_display import Shown
from cpgen.errors import InputError, NotFoundError
from cpgen.layout import Layout
from cpgen.library import layout_named
from cpgen.messages import Message, shown
from cpgen.notation import MAX_DIGIT
from cpgen.oracles import DEFAULT, OracleLike, UndecidedError, open_oracle
from cpgen.pattern import Pattern
from cpgen.puzzle import Puzzle, Solution
from cpgen.requests.generate_spec import GenerateSpec
from cpgen.requests.generation_request import Request, resolve
from cpgen.requests.grid_sources import GridSource
from cpgen.requests.results import Generated
from cpgen.requests.series import Series
from cpgen.schema import build

if TYPE_CHECKING:
    from cpgen.boards.pentomino_sets import SetPuzzle
    from cpgen.boards.set_request import SetSpec
    from cpgen.call_options import (
        DigOptions,
        DropOptions,
        GenerateOptions,
        PracticeOptions,
        SetOptions,
    )
    from cpgen.difficulty import Grade, GradeModel
    from cpgen.digging.dig_request import Dug
    from cpgen.digging.dig_spec import DigSpec
    from cpgen.digging.drop_request import ClueKinds, Dropped, SuperfluousClues
    from cpgen.feasibility.clue_analysis import ClueAnalysis
    from cpgen.feasibility.effort import Effort
    from cpgen.generation.possible_grades import Outlook
    from cpgen.generation.practice import Exercise
    from cpgen.requests.clock import Clock
    from cpgen.symmetry.canonical import Forms


def generate(
    pattern: Pattern | str | None = None, grade: Grade | str | None = None, **options: Unpack[GenerateOptions]
) -> Generated:
    """Generate one puzzle.

    The arguments, options and errors are those of `generate_many`.

    >>> import cpgen
    >>> made = cpgen.generate("4x4-x", "any", seed=1)
    >>> cpgen.check(made.puzzle).unique
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
    """Return the resolved request, count, seed and clock of a call, and the canonical forms of puzzles to exclude.

    `options` are those of the caller, with the fields of a `GenerateSpec`. The forms are None if none is excluded.
    """
    from cpgen.symmetry.canonical import Forms

    exclude = options.pop("exclude", ())
    spec, count, seed, clock = requested(call, GenerateSpec, count, options, also=("exclude",))
    request = resolve(spec)
    excluded = list(_puzzles_in(exclude, request.layout))
    return request, count, seed, clock, Forms(request.layout, excluded) if excluded else None


def _puzzles_in(puzzles: PuzzleLike | Iterable[PuzzleLike], layout: Layout) -> Iterator[Puzzle]:
    """Yield puzzles from one or several objects or texts, each of which may hold several puzzles.

    Those of a text are on `layout` if they fit it, else on the default board of their size.
    """
    from cpgen.formats import PuzzleText, ReadingRequest, lines, puzzle_texts

    if not isinstance(puzzles, Iterable | Shown):
        raise InputError(Message("exclude-puzzles", given=shown(repr(puzzles))))
    for item in [puzzles] if isinstance(puzzles, Shown | str) else puzzles:
        if not isinstance(item, str):
            yield as_puzzle(item)
            continue
        # A text in which no format finds a puzzle is read as a line, for its error.
        for text in list(puzzle_texts(item, layout)) or [PuzzleText(0, item, lines.read)]:
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

    spec, made, seed, clock = requested("practice", PracticeSpec, count, {"technique": technique, **options})
    return exercises(resolve_practice(spec, technique), technique_named(technique), made, seed, clock)


def dig(request: DigSpec | None = None, **options: Unpack[DigOptions]) -> Dug:
    """Make one puzzle by removing clues from a full grid.

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

    better = options.pop("better", None)
    require_functions(better=better)
    from cpgen.digging.dig_request import resolve_dig
    from cpgen.digging.dig_spec import DigSpec

    spec, count, seed, clock = requested(call, DigSpec, count, {**options}, request)
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

    request, _, seed, clock = requested("drop_superfluous", DropRequest, 1, {"drop": kinds, **options})
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

    request, _, _, clock = requested("superfluous_clues", DropRequest, 1, {"drop": kinds, **options})
    *_, last = find_superfluous(as_puzzle(puzzle), request, clock)
    return last


def pentomino_set(count: int = 1, request: SetSpec | None = None, **options: Unpack[SetOptions]) -> Iterator[SetPuzzle]:
    """Make puzzles on 5×5 boards of five pentominoes, no two essentially equal, and yield them one by one.

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
    made = one_request("pentomino_set", SetSpec, {**options}, request, ("seed",))
    return puzzle_set(resolve_set(made), series.count, series.first_seed())


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

    board = layout_named(layout) if isinstance(layout, str) else layout
    name = source or ("oracle" if board.size <= MAX_DIGIT or board.extras or board.further else "shuffle")
    solver = open_oracle(oracle, seconds) if name == "oracle" else None
    rng = np.random.default_rng([Series(seed=seed).first_seed(), 0])
    try:
        return Solution(GridSource(name, str(oracle)).open(board, solver)(rng).grid, board)
    except UndecidedError:
        raise NotFoundError(f"{oracle} completed no grid within {seconds:g} s.") from None


def outlook(
    pattern: Pattern | str | None = None, grade: Grade | str | None = None, **options: Unpack[GenerateOptions]
) -> Outlook | None:
    """Say which grades the puzzles of a request are likely to have, before a search; None if nothing is known.

    With a pattern the answer is predicted. With a drawing each grade is tried, which takes up to 15 s on 9×9; a grade
    that is likely is then made within some ten seconds. The options are those of
    `generate`, such as `drawing`; `likely` and `unlikely` of the result are names of grades.

    Raises:
        InputError: The request is wrong.
    """
    from cpgen.generation.possible_grades import outlook as outlook_of

    return outlook_of(resolve(build(GenerateSpec, {"pattern": pattern, "grade": grade, **options}, "outlook")))


def analyse_clues(
    puzzle: Puzzle | str,
    cell: int | None = None,
    model: GradeModel | str | None = None,
    oracle: OracleLike = "bitset",
    seconds: float = inf,
) -> ClueAnalysis:
    """Analyse an unfinished set of clues, for a person who makes a puzzle by hand.

    The result says how many solutions there are, which digits follow by logic, and which clues contradict each other.

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
