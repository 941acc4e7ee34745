"""What a program asks of cpgen, in a few calls; the command line is a thin layer over them."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Sequence
from math import inf
from typing import TYPE_CHECKING, TypedDict, Unpack

from cpgen import formats
from cpgen.difficulty import Grade, GradeModel, Span, Target, model_for
from cpgen.difficulty.target import ANY, span
from cpgen.errors import ImpossibleError, InputError, shown
from cpgen.generation.clock import Clock
from cpgen.generation.dig_request import DigRequest, Dug
from cpgen.generation.digging import dig_many as dig_requested
from cpgen.generation.effort import Effort, effort_on
from cpgen.generation.hardest import climb
from cpgen.generation.request import FAST, Generated, Method, Progress, RandomPattern, Request
from cpgen.generation.two_phase import generate_many as generate_requested
from cpgen.layout import Layout
from cpgen.oracles import DEFAULT, Uniqueness, open_oracle
from cpgen.pattern import Pattern
from cpgen.puzzle import Grid, Puzzle
from cpgen.rater.explain import BoardState, Explanation, explain_puzzle
from cpgen.rater.rating import Rating, rate_puzzle
from cpgen.symmetry.square import clue_counts

if TYPE_CHECKING:
    from cpgen.render.book import Item, Style

DEFAULT_BUDGET = 60.0


class Wishes(TypedDict, total=False):
    """What a puzzle can be asked for in place of a grade, or beside it."""

    level: str | int | tuple[int | None, int | None] | None
    """As in "4", "3..5" or (3, None)"""
    steps: str | int | tuple[int | None, int | None] | None
    needs: str | Sequence[str]
    """Rules that the ladder must use, as in "x-wing\""""
    without: str | Sequence[str]
    """Rules that it must not use"""
    typical: float | None
    """The appropriateness above which a puzzle has the grade, in place of the grade's own threshold"""


class Options(Wishes, total=False):
    """What `generate` and `generate_many` can be told besides pattern and grade."""

    layout: Layout | str
    method: Method
    seed: int
    budget: float
    progress: Callable[[Progress], object]
    stop: Callable[[], bool]


def generate(
    pattern: Pattern | RandomPattern | str | None = None, grade: Grade | str | None = None, **options: Unpack[Options]
) -> Generated:
    """One puzzle; the arguments, and what is raised, are those of `generate_many`."""
    return next(generate_many(1, pattern, grade, **options))


def generate_many(
    count: int,
    pattern: Pattern | RandomPattern | str | None = None,
    grade: Grade | str | None = None,
    *,
    layout: Layout | str | None = None,
    method: Method = FAST,
    seed: int | None = None,
    budget: float = DEFAULT_BUDGET,
    progress: Callable[[Progress], object] | None = None,
    stop: Callable[[], bool] | None = None,
    **wishes: Unpack[Wishes],
) -> Iterator[Generated]:
    """So many different puzzles, one by one as they are found.

    `pattern` is a Pattern, a shipped name, a drawn text, or None for fresh random ones; `grade` a name in English or
    Japanese (None: the usual one of the grade model); `layout` a Layout, a shipped name or a spec (None: the usual
    boxes for the pattern, or 9×9); `seed` a whole number from 0 (None: a fresh one, found on the results); `budget`
    seconds for all of them. `progress` is told about ten times a second, and a `stop` that returns True ends the
    work. `level`, `steps`, `needs`, `without` and `typical` ask for more than the grade (see `Wishes`). Raises
    InputError for a request that is wrong, NotFoundError when the budget is spent or `stop` asked,
    ImpossibleError when there is no such puzzle.
    """
    request = request_for(pattern, grade, layout, method, **wishes)
    require_whole(count, "the number of puzzles", 1)
    return generate_requested(request, count, usable_seed(seed), clock_for(budget, progress, stop))


def hardest(
    pattern: Pattern | RandomPattern | str | None = None,
    count: int = 1,
    *,
    layout: Layout | str | None = None,
    method: Method = FAST,
    seed: int | None = None,
    budget: float = DEFAULT_BUDGET,
    progress: Callable[[Progress], object] | None = None,
    stop: Callable[[], bool] | None = None,
    **wishes: Unpack[Wishes],
) -> Iterator[Generated]:
    """Ever harder puzzles, each among the `count` hardest so far: the highest level, then the most steps.

    Ends with the budget, or when `stop` returns True. The arguments, and what is raised, are those of
    `generate_many`; of the method only the oracle may be another.
    """
    request = request_for(pattern, "any", layout, method, **wishes)
    require_whole(count, "the number of puzzles", 1)
    return climb(request, count, usable_seed(seed), clock_for(budget, progress, stop))


def dig_many(
    request: DigRequest,
    count: int,
    *,
    seed: int | None = None,
    budget: float = DEFAULT_BUDGET,
    progress: Callable[[Progress], object] | None = None,
    stop: Callable[[], bool] | None = None,
    better: Callable[[Dug], object] | None = None,
) -> Iterator[Dug]:
    """So many different puzzles dug as requested; `better` is told of each on the way to one with few clues.

    The other arguments, and what is raised, are those of `generate_many`.
    """
    require_whole(count, "the number of puzzles", 1)
    return dig_requested(request, count, usable_seed(seed), clock_for(budget, progress, stop), better)


def request_for(
    pattern: Pattern | RandomPattern | str | None = None,
    grade: Grade | str | None = None,
    layout: Layout | str | None = None,
    method: Method = FAST,
    model: GradeModel | None = None,
    **wishes: Unpack[Wishes],
) -> Request:
    """The request that these arguments of `generate_many` make; raises InputError when they do not go together.

    `model` says what the grades mean (None: the layout's own). A random pattern of 0 clues gets the usual number, and
    one without a name of a symmetry the usual one.
    """
    drawn = Pattern.named(pattern) if isinstance(pattern, str) else pattern
    board = Layout.named(layout) if isinstance(layout, str) else layout
    if board is None:
        board = Layout.default(drawn.size) if isinstance(drawn, Pattern) else Layout.boxes(3, 3)
    if not isinstance(drawn, Pattern):
        symmetry = (drawn and drawn.symmetry) or usual_symmetry(board)
        drawn = RandomPattern((drawn and drawn.clues) or usual_clues(board, symmetry), symmetry)
    return Request(board, drawn, target_for(grade, model or model_for(board), **wishes), method)


def target_for(grade: Grade | str | None, model: GradeModel, **wishes: Unpack[Wishes]) -> Target:
    """The target that a grade and wishes make: without a grade the usual one, or any if more is asked."""
    told = any(wishes.get(name) for name in ("level", "steps", "needs", "without"))
    wanted = grade if isinstance(grade, Grade) else model.grade(grade or ("any" if told else model.usual))
    needs, without = wishes.get("needs", ()), wishes.get("without", ())
    return Target(
        grade=wanted,
        level=as_span(wishes.get("level"), "levels"),
        steps=as_span(wishes.get("steps"), "steps"),
        needs=(needs,) if isinstance(needs, str) else tuple(needs),
        without=(without,) if isinstance(without, str) else tuple(without),
        typical=wishes.get("typical"),
    )


def as_span(wish: str | int | tuple[int | None, int | None] | None, what: str) -> Span:
    """The span that a text like `3..5`, a number or a pair of ends (None: open) tells; None is any number."""
    if wish is None or wish == "":
        return ANY
    ends = wish if isinstance(wish, tuple) else (wish,)
    return span("..".join("" if end is None else str(end) for end in ends), what)


def effort(
    pattern: Pattern | str, layout: Layout | str | None = None, model: GradeModel | None = None
) -> Effort | None:
    """The predicted effort of each grade of the model on the pattern, known at once; None where no fit applies.

    The arguments, and what is raised, are those of `request_for`.
    """
    request = request_for(pattern, None, layout, model=model)
    assert isinstance(request.pattern, Pattern)
    return effort_on(request.pattern, request.layout, (model or model_for(request.layout)).name)


def rate(puzzle: Puzzle | str, model: GradeModel | None = None) -> Rating:
    """How a person fares with the puzzle, on the ladder of the model (None: the layout's own)."""
    puzzle = as_puzzle(puzzle)
    return rate_puzzle(puzzle, (model or model_for(puzzle.layout)).ladder)


def explain(puzzle: Puzzle | str, model: GradeModel | None = None) -> Explanation:
    """The rounds by which the ladder solves the puzzle, as far as it gets."""
    puzzle = as_puzzle(puzzle)
    return explain_puzzle(puzzle, (model or model_for(puzzle.layout)).ladder)


def solve(puzzle: Puzzle | str, oracle: str = DEFAULT) -> Grid | None:
    """A solution, or None when there is none."""
    grids = check(puzzle, oracle).grids
    return grids[0] if grids else None


def check(puzzle: Puzzle | str, oracle: str = DEFAULT, seconds: float = inf) -> Uniqueness:
    """Whether the puzzle has one solution, with the grids that show it: none, the only one, or two that differ.

    Raises NotFoundError when the oracle does not know within so many seconds.
    """
    return open_oracle(oracle, seconds).uniqueness(as_puzzle(puzzle))


def state_of(puzzle: Puzzle, explanation: Explanation, seconds: float = inf) -> BoardState:
    """Whether the board is open with one solution, full, or has no solution or several.

    Raises NotFoundError when the oracle does not know within so many seconds.
    """
    if explanation.rating.outcome == "contradiction":
        return BoardState.NONE
    if explanation.rating.solved:
        return BoardState.OPEN if 0 in puzzle.clues else BoardState.SOLVED
    witness = check(puzzle, "bitset", seconds)
    return BoardState.OPEN if witness.unique else BoardState.MANY if witness.grids else BoardState.NONE


def only_solution(puzzle: Puzzle, seconds: float = inf) -> Grid:
    """The only solution; raises ImpossibleError when there is none, InputError when there are more."""
    witness = check(puzzle, "bitset", seconds)
    if not witness.grids:
        raise ImpossibleError(f"The puzzle {shown(puzzle.line, 81)} has no solution.")
    if not witness.unique:
        raise InputError(f"The puzzle {shown(puzzle.line, 81)} has more than one solution; `cpgen check` shows two.")
    return witness.grids[0]


def book_item(number: int, puzzle: Puzzle, style: Style, model: GradeModel | None = None, seconds: float = inf) -> Item:
    """The puzzle as it stands in a book, `seconds` for its solution; raises an error when it has not exactly one."""
    from cpgen.render.book import item_of

    grades = model or model_for(puzzle.layout)
    explanation = explain(puzzle, grades)
    solution = explanation.rating.digits if explanation.rating.solved else only_solution(puzzle, seconds)
    needed = puzzle.layout.size
    if len(style.symbols) < needed:
        raise InputError(f"There are {len(style.symbols)} symbols for the digits; {shown(puzzle.line)} needs {needed}.")
    return item_of(number, puzzle, solution, grades, explanation, style)


def as_puzzle(puzzle: Puzzle | str) -> Puzzle:
    """The puzzle itself, or the one that the text spells in any format; raises InputError when it is not one."""
    if isinstance(puzzle, Puzzle):
        return puzzle
    spelled = list(formats.excerpts(puzzle))
    return spelled[0].read().puzzle if len(spelled) == 1 else Puzzle.parse(puzzle)


def usual_symmetry(layout: Layout) -> str:
    """The symmetry of a random pattern when none is said: a half turn, which leaves too little choice on 4×4."""
    return "rot180" if layout.size > 4 else "none"


def usual_clues(layout: Layout, symmetry: str) -> int:
    """How many clues a random pattern has when none is said: a third of a 9×9 board, half of a 25×25 one."""
    size = layout.size
    wanted = (0.30 + 0.0105 * max(0, size - 6)) * size * size
    return min(clue_counts(size, symmetry), key=lambda count: (abs(count - wanted), -count))


def require_whole(number: int, what: str, least: int) -> None:
    """Raises InputError unless the number is whole and not less than the least."""
    if not isinstance(number, int) or number < least:
        raise InputError(f"{number!r} cannot be {what}, which is a whole number from {least}.")


def clock_for(
    budget: float = DEFAULT_BUDGET,
    progress: Callable[[Progress], object] | None = None,
    stop: Callable[[], bool] | None = None,
) -> Clock:
    """The clock of a long call that begins now; raises InputError unless the budget in seconds leaves some time."""
    require_time(budget)
    return Clock(budget, progress, stop)


def require_time(seconds: float, what: str = "budget") -> None:
    """Raises InputError unless a budget, or what is said, leaves some time."""
    if not seconds > 0:
        raise InputError(f"A {what} of {seconds:g} s leaves no time; give a number of seconds above 0.")


def usable_seed(seed: int | None) -> int:
    """The seed, a fresh one for None; raises InputError unless it is whole and not below 0."""
    chosen = fresh_seed() if seed is None else seed
    require_whole(chosen, "the seed", 0)
    return chosen


def fresh_seed() -> int:
    """A seed from the system's own source of chance."""
    return secrets.randbelow(2**32)
