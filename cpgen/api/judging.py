"""Calls that judge a puzzle or a position: rating, explanation, hints, solutions, mistakes."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from math import inf
from typing import TYPE_CHECKING, Unpack

from cpgen.api.call_arguments import require_functions
from cpgen.api.conversion import PuzzleLike, as_model, as_puzzle, as_state
from cpgen.errors import ImpossibleError, InputError, ManySolutionsWarning, NotFoundError
from cpgen.layout import Layout
from cpgen.messages import Message, counted, shown
from cpgen.notation import named_digit
from cpgen.oracles import DEFAULT, Oracle, OracleLike, UndecidedError, Uniqueness, open_oracle, require_seconds
from cpgen.puzzle import Grid, Puzzle, Solution
from cpgen.requests.generation_request import WIDE_LADDER
from cpgen.schema import build
from cpgen.state import BoardState, Judgement, State
from cpgen.translations import words_of

if TYPE_CHECKING:
    from cpgen.call_options import (
        WordingOptions,
    )
    from cpgen.difficulty import GradeModel
    from cpgen.difficulty.scales import GradedRating
    from cpgen.feasibility.diagnosis import Diagnosis
    from cpgen.feasibility.true_candidates import TrueCandidates
    from cpgen.rater.explain import Explanation, Finding
    from cpgen.rater.rating import Rating
    from cpgen.rater.refutation import Refutation
    from cpgen.rater.techniques import Technique
    from cpgen.render.sentences import Hint
    from cpgen.requests.clock import Clock

SECONDS_TO_JUDGE = 2.0
"""Time limit for the number of solutions of a puzzle whose rating does not prove it"""


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

    require_functions(stop=stop)
    state = as_state(puzzle)
    grades = as_model(model, state.layout, ladder)
    rating = rate_puzzle(state, grades.ladder, stop)
    _warn_of_many_solutions(state, rating)
    return GradedRating.of(state, rating, grades)


def _warn_of_many_solutions(state: State, rating: Rating) -> None:
    """Warn if a rating used techniques that assume one solution, but its puzzle has several."""
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


def refute(
    puzzle: PuzzleLike,
    cell: int | str,
    digit: int | str,
    model: GradeModel | str | None = None,
    ladder: GradeModel | str | None = None,
    *,
    seconds: float = inf,
) -> Refutation:
    """Find out why a cell cannot hold a digit: the shortest refutation that a ladder finds.

    Where the ladder of a board without constraints does not decide, hodoku continues.

    Args:
        puzzle: A puzzle or position in any form, with one solution and without mistakes.
        cell: A cell by its name, as in `r3c5`, or numbered from 0.
        digit: A digit from 1, or its symbol.
        model, ladder: The grade model or ladder whose techniques are used, as in `rate`.
        seconds: Time limit for the oracle that looks for the solution.

    Raises:
        ImpossibleError: The puzzle has no solution.
        InputError: The puzzle has several solutions, the position has a mistake, or the board has no such cell or
            digit.

    >>> refute("1234 3412 2143 43..", "r4c3", 1).reason
    'seen'
    """
    from cpgen.difficulty import shipped_ladder
    from cpgen.rater.refutation import refute_digit

    state = as_state(puzzle)
    place, asked = _cell_of(state.layout, cell), _digit_of(state.layout, digit)
    solution = only_solution(state.puzzle, seconds)
    # A mistake in the cell that is asked about does not matter: the answer is about that cell.
    if others := [mistake for mistake in state.mistakes(solution) if mistake.cell != place]:
        raise InputError(Message("refute-mistake", cell=state.layout.cell_name(others[0].cell)))
    own = as_model(model, state.layout, ladder).ladder
    refutation = refute_digit(state, place, asked, solution[place], own)
    if refutation.reason != "open" or own.is_wide or state.layout.further:
        return refutation
    return refute_digit(state, place, asked, solution[place], shipped_ladder(WIDE_LADDER).ladder)


def _cell_of(layout: Layout, cell: int | str) -> int:
    """Return the number of a cell that is given by number or name; raise InputError if there is none."""
    names = {layout.cell_name(number): number for number in range(layout.cell_count)}
    number = names.get(cell.lower()) if isinstance(cell, str) else cell
    if not isinstance(number, int) or number not in range(layout.cell_count):
        raise InputError(Message("refute-cell", cell=str(cell), example=layout.cell_name(0)))
    return number


def _digit_of(layout: Layout, digit: int | str) -> int:
    """Return a digit that is given as a number or a symbol; raise InputError if the board does not have it."""
    asked = named_digit(digit) if isinstance(digit, str) else digit
    if not isinstance(asked, int) or not 1 <= asked <= layout.size:
        raise InputError(Message("refute-digit", digit=str(digit), size=layout.size))
    return asked


def techniques() -> tuple[Technique, ...]:
    """Return all techniques, each with its name and HoDoKu's code; ladders order them.

    >>> techniques()[0].name
    'hidden-single-region'
    """
    from cpgen.rater.techniques import NAMED

    return tuple(NAMED.values())


def find(
    puzzle: PuzzleLike,
    ladder: GradeModel | str | None = None,
    technique: str = "",
    judgement: Judgement | None = None,
) -> tuple[Finding, ...]:
    """Find every deduction that the techniques of a ladder, or one technique, allow in a position.

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

    state = as_state(puzzle)
    board = judgement.board if judgement else BoardState.OPEN
    if technique:
        searched = Ladder.alone(technique_named(technique))
    else:
        searched = as_model(None, state.layout, ladder or WIDE_LADDER).ladder.without("brute-force")
    if board in (BoardState.NONE, BoardState.SOLVED):
        return ()
    several = board == BoardState.MANY
    return tuple(
        finding for finding in find_in(state, searched) if not (several and finding.technique.assumes_one_solution)
    )


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
        InputError: The puzzle cannot be read, leaves the value of a constraint open, or the oracle is unknown; or the
            time limit is no number.
        NotFoundError: The time limit has passed; there may be more solutions.

    >>> [solution.line for solution in solutions("12.. 34.. 21.. ....")]
    ['1234341221434321', '1234342121434312', '1243341221344321', '1243342121344312']
    """
    from cpgen.requests.clock import Clock, OutOfTimeError

    require_seconds(seconds)
    clock = Clock(seconds)
    try:
        opened = open_oracle(oracle, clock.left)
    except OutOfTimeError:
        raise _there_may_be_more(clock, 0) from None
    return _solutions(as_puzzle(puzzle), opened, clock)


def _solutions(puzzle: Puzzle, oracle: Oracle, clock: Clock) -> Iterator[Solution]:
    from cpgen.requests.clock import OutOfTimeError

    found = 0
    try:
        for found, grid in enumerate(oracle.solutions(puzzle), 1):  # noqa: B007
            yield Solution(grid, puzzle.layout)
            clock.check()  # an open oracle has a time limit of its own
    except (OutOfTimeError, UndecidedError):
        raise _there_may_be_more(clock, found) from None


def _there_may_be_more(clock: Clock, found: int) -> NotFoundError:
    return NotFoundError(Message("more-solutions", seconds=f"{clock.budget:g}", found=found))


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
    require_functions(progress=progress, stop=stop)
    if not (isinstance(limit, int) and limit >= 1):
        raise InputError(f"The limit is {shown(repr(limit))}; it should be a whole number from 1.")
    from cpgen.feasibility.true_candidates import find_true_candidates

    for known in find_true_candidates(as_puzzle(puzzle), open_oracle(oracle, seconds), limit):
        if progress:
            progress(known)
        if stop and stop():
            break
    return known


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
    # With several solutions no placed digit is a mistake by itself, but together they may leave none.
    if solutions > 1 and state.placed and not check(Puzzle(state.layout, state.digits), "bitset", seconds).grids:
        solutions = 0
    if state.is_dead:
        solutions = 0
    return Judgement(_board_state(state, solutions))


def _board_state(state: State, solutions: int) -> BoardState:
    if solutions and state.open_cells:
        return BoardState.OPEN if solutions == 1 else BoardState.MANY
    return BoardState.SOLVED if solutions else BoardState.NONE


def only_solution(puzzle: Puzzle, seconds: float = inf) -> Grid:
    """Return the only solution of a puzzle; `seconds` is the time limit of the oracle.

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
