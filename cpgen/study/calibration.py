"""Calibration: fit a grade model to puzzles graded by people, or to a sample that is split into grades.

The puzzles of a sample are dug: clues are removed from a random grid as long as the ladder still solves the puzzle.
Then some of them are put back, so that the clue counts are spread evenly from this minimum up to the default. Puzzles
in a style (a recipe for random drawings of constraints) are generated instead, each with a random highest level, so
that the levels vary. The sample is ordered by level and steps, and split into grades in the proportions of the 100
problems of Kamio (2022).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, count, repeat

import numpy as np

from cpgen._version import __version__
from cpgen.boards.jigsaw import random_boards
from cpgen.difficulty import (
    FALLBACK,
    WITH_CONSTRAINTS,
    Grade,
    GradeModel,
    Span,
    model_for,
    shipped_ladder,
    shipped_model,
)
from cpgen.difficulty.fit import Pair, fitted, split
from cpgen.difficulty.grade import ModelProvenance
from cpgen.digging.dig_request import resolve_dig
from cpgen.digging.dig_spec import DigSpec
from cpgen.digging.digger import Digger
from cpgen.digging.strategies import Check
from cpgen.drawings.random_drawings import draw
from cpgen.drawings.style import Style, style_named
from cpgen.errors import InputError, NotFoundError
from cpgen.generation.drawn_puzzles import attempt_on_drawing
from cpgen.layout import JIGSAW, PENTOMINO, Layout
from cpgen.layout_kinds import ANY_KINDS
from cpgen.messages import shown
from cpgen.notation import whole_number
from cpgen.oracles import open_oracle
from cpgen.puzzle import Grid, Puzzle
from cpgen.rater.ladder import Ladder
from cpgen.rater.rating import rate_puzzle
from cpgen.requests.clock import Clock
from cpgen.requests.generate_spec import GenerateSpec
from cpgen.requests.generation_request import resolve

SHARES = (0.27, 0.28, 0.32, 0.13)
"""Shares of the four grades among the 100 problems of Kamio (2022)"""
A_BOARD = 10
"""Number of puzzles of a sample that are made on the same random board"""
TRIAL = "suppose"
"""Technique that the puzzles of a style do not need: it tries candidates one by one"""
MOST_FAILURES = 500
"""Attempts in succession without a puzzle in a style, after which a sample ends"""

Graded = tuple[str, str, Pair]
"""A puzzle graded by a person: the grade's name, the kind of layout, and level and steps"""


@dataclass(frozen=True)
class SampleRequest:
    """Request for a sample of `count` puzzles, on one layout or on random boards of one kind.

    Without a style, each puzzle is made by removing clues from a random grid, a set of cells that `symmetry` maps to
    each other at a time, and by putting some back until at most `clues` remain. With a style, puzzles are generated on
    random drawings.
    """

    kind: str
    """Kind of layout, as `read_kind` returns it."""
    count: int
    seed: int
    clues: int = 0
    symmetry: str = "none"
    style: str = ""
    """Name or file of a style, if the puzzles are drawn"""

    def boards(self) -> Iterator[Layout]:
        """Yield the board of each puzzle: one layout every time, or ten times each of a series of random boards.

        Raises InputError for a kind of which there are no random boards.
        """
        word, _, rest = self.kind.partition(" ")
        if word not in (JIGSAW, PENTOMINO):
            return repeat(Layout.parse(self.kind))
        side, _, added = rest.partition("+")
        if added not in ("", "diagonals"):
            raise InputError(f"No boards of the kind {shown(self.kind)} can be drawn; give one, with --layout.")
        size = whole_number(side, "the side of a board")
        drawn = random_boards(size, self.seed, lines=True, diagonals=bool(added))
        return chain.from_iterable(repeat(board, A_BOARD) for board in drawn if board.kind == self.kind)

    @property
    def about(self) -> str:
        """Description of how the puzzles were made, as part of a sentence; it is stored with the fitted model."""
        shares = " : ".join(f"{100 * share:.0f}" for share in SHARES)
        if self.style:
            return (
                f"puzzles generated in the style {self.style}, each with a random highest level below that of "
                f"{TRIAL!r}, split {shares} in the order of level and steps"
            )
        symmetry = "without symmetry" if self.symmetry == "none" else f"with the symmetry {self.symmetry}"
        return (
            f"puzzles dug {symmetry} while the ladder solves them, with the fewest clues that this leaves up to "
            f"{self.clues}, split {shares} in the order of level and steps"
        )


def base_for(layout: Layout, style: str) -> GradeModel:
    """Return the model whose ladder, threshold and grade names a calibration keeps; `style` may be ""."""
    if not (style or layout.further):
        own = model_for(layout)
        return own if own.layouts else shipped_model(FALLBACK)
    return replace(shipped_model(FALLBACK), ladder=shipped_ladder(WITH_CONSTRAINTS).ladder, default="intermediate")


def sample(request: SampleRequest, ladder: Ladder) -> Iterator[Pair]:
    """Yield level and steps of each puzzle in the sample that the ladder solves; repeatable by the request's seed."""
    if request.style:
        yield from _drawn(request, ladder)
        return
    for index, layout in zip(range(request.count), request.boards(), strict=False):
        puzzle = _dug(layout, ladder, request, np.random.default_rng([request.seed, index]))
        if pair := pair_of(puzzle, ladder):  # a ladder with gaps may fail after clues were put back
            yield pair


def pair_of(puzzle: Puzzle, ladder: Ladder) -> Pair | None:
    """Return level and steps of a puzzle; None if the ladder does not solve it."""
    rating = rate_puzzle(puzzle, ladder)
    return (rating.level, rating.steps) if rating.solved else None


def _drawn(request: SampleRequest, ladder: Ladder) -> Iterator[Pair]:
    """Yield level and steps of each puzzle in a style, trying each random board once; failed attempts are skipped."""
    model, style = GradeModel("sample", "", (), ladder, ()), style_named(request.style)
    levels = list(dict.fromkeys(rung.complexity for rung in ladder.rungs if rung.technique != TRIAL))
    oracle = open_oracle()
    made = failures = 0
    for index, layout in zip(count(), request.boards(), strict=False):
        if made == request.count or failures == MOST_FAILURES:
            return
        rng = np.random.default_rng([request.seed, index])
        highest = Span(None, levels[int(rng.integers(len(levels)))])
        failures += 1
        with suppress(NotFoundError):  # a drawing without room on a random board
            wanted = resolve(GenerateSpec(kind=style, layout=layout, model=model, level=highest))
            if (found := attempt_on_drawing(wanted, oracle, rng, Clock())) and (pair := pair_of(found.puzzle, ladder)):
                made, failures = made + 1, 0
                yield pair


def _kinds_of_style(request: SampleRequest, style: Style) -> tuple[str, ...]:
    """Return the layout kinds, such as `3x3+cages`, to which a model fitted to puzzles in a style applies.

    They are the kind of a puzzle (whose cages have sums, for example) and that of a drawing (whose cages have none
    yet). A style with several kinds of elements stands for all mixtures of constraints. One without elements stands for
    its lines, such as `leaps knight`.
    """
    kinds = {element.kind for element in style.elements if element.kind}
    if len(kinds) > 1:
        return kinds_for(f"{request.kind}+{ANY_KINDS}")
    if not kinds:
        return kinds_for("+".join([request.kind, *(element.line for element in style.elements)]))
    board, rng = next(request.boards()), np.random.default_rng(0)
    drawing = draw(style, board, rng).layout
    grid = open_oracle().complete(Puzzle(board, (0,) * board.cell_count), rng)
    shown = [drawing.read_from(grid).kind] if grid else []
    return tuple(dict.fromkeys(kind for own in (*shown, drawing.kind) for kind in kinds_for(own)))


def _dug(layout: Layout, ladder: Ladder, request: SampleRequest, rng: np.random.Generator) -> Puzzle:
    """Return a puzzle dug from a random grid while the ladder solves it, with some of the removed clues put back.

    The clue count is drawn uniformly between the count after digging and `request.clues`.
    """
    digger, draw = _tools(layout, ladder, request.symmetry)
    grid = np.array(draw(rng), np.uint8)
    clues = digger.dig(grid, rng)
    assert clues is not None, "digging fails only with a chosen centre"
    least = int(np.count_nonzero(clues))
    wanted = rng.integers(least, max(least, request.clues) + 1)
    for orbit in rng.permutation(digger.orbits.cells):
        cells = orbit[orbit >= 0]
        if np.count_nonzero(clues) + np.count_nonzero(clues[cells] == 0) <= wanted:
            clues[cells] = grid[cells]
    return Puzzle(layout, tuple(clues.tolist()))


@lru_cache(maxsize=1)
def _tools(layout: Layout, ladder: Ladder, symmetry: str) -> tuple[Digger, Callable[[np.random.Generator], Grid]]:
    """Return a digger for a layout and a function that draws a random grid; cached, because both precompute tables."""
    way = "single" if symmetry == "none" else "orbits"
    model = GradeModel("sample", "", (), ladder, ())
    check = Check("ladder", ladder.span[1])
    request = resolve_dig(DigSpec(layout=layout, model=model, check=check, way=way, symmetry=symmetry))
    draw = request.grids.open(layout, open_oracle(request.grids.oracle))
    return Digger(request, Clock()), lambda rng: draw(rng).grid


def model_of_sample(base: GradeModel, request: SampleRequest, pairs: Sequence[Pair], command: str) -> GradeModel:
    """Fit a model to a sample, split into the four grades of the base model.

    Args:
        base: Model whose ladder, threshold and names of grades are kept.
        request: The sample.
        pairs: Level and steps of its puzzles.
        command: The command line that reproduces the model.

    Raises:
        InputError: The sample is too small, or has too few different levels and steps.
    """
    if len(base.grades) != len(SHARES):
        raise InputError(f"A sample is split into {len(SHARES)} grades; the model {base.name} has {len(base.grades)}.")
    names = (grade.name for grade in base.grades)
    parts = dict(zip(names, split(pairs, SHARES), strict=True))
    made = ModelProvenance(request.about, len(pairs), request.seed, command, __version__)
    kinds = _kinds_of_style(request, style_named(request.style)) if request.style else kinds_for(request.kind)
    if kinds[0].endswith(ANY_KINDS):  # other constraints on the board may not have puzzles of the default grade
        base = replace(base, default="any")
    return _model(base, kinds, parts, made)


def solved(graded: Iterable[tuple[str, Puzzle]], ladder: Ladder) -> list[Graded]:
    """Return grade name, kind of layout, and level and steps of each puzzle that the ladder solves.

    `graded` contains pairs of the name of a grade that a person gave and the puzzle.
    """
    return [(word, puzzle.layout.kind, pair) for word, puzzle in graded if (pair := pair_of(puzzle, ladder))]


def model_of_graded(base: GradeModel, graded: Sequence[Graded], command: str) -> GradeModel:
    """Fit a model to puzzles that people graded, ordering its grades from the easiest to the hardest.

    `command` is the command line that reproduces the model. Raises InputError for puzzles of several kinds of layout,
    and for a grade that cannot be fitted.
    """
    by_grade: dict[str, list[Pair]] = {}
    for word, _, pair in graded:
        by_grade.setdefault(_words(base, word)[0], []).append(pair)
    easiest_first = sorted(by_grade, key=lambda name: tuple(np.mean(by_grade[name], axis=0)))
    made = ModelProvenance("puzzles that had a grade", len(graded), None, command, __version__)
    return _model(base, _common_kinds(graded), {name: by_grade[name] for name in easiest_first}, made)


def kinds_for(kind: str) -> tuple[str, ...]:
    """Return the layout kinds to which a model applies: the given one and, for boxes, that of the transposed board.

    >>> kinds_for("2x3")
    ('2x3', '3x2')
    """
    base, plus, added = kind.partition("+")
    height, times, width = base.partition("x")
    boxes = times and "/" not in kind
    return tuple(dict.fromkeys([kind, f"{width}x{height}{plus}{added}" if boxes else kind]))


def _common_kinds(graded: Sequence[Graded]) -> tuple[str, ...]:
    """Return the layout kinds to which a model of these puzzles applies; raise InputError if they differ in kind."""
    kinds = list(dict.fromkeys(kind for _, kind, _ in graded))
    if not kinds:
        raise InputError("The ladder solves none of the puzzles; there is nothing to fit.")
    if len({frozenset(kinds_for(kind)) for kind in kinds}) > 1:
        raise InputError(
            f"The puzzles are of several kinds of layout: {', '.join(map(shown, kinds[:3]))}; "
            "fit a model to those of one kind."
        )
    return kinds_for(kinds[0])


def _model(
    base: GradeModel, kinds: Sequence[str], graded: Mapping[str, Sequence[Pair]], made: ModelProvenance
) -> GradeModel:
    """Return the base model, applied to layouts of `kinds`, with grades fitted to the level and steps in `graded`.

    `graded` is ordered from the easiest grade to the hardest.
    """
    threshold = base.grades[0].threshold
    bare = (Grade(*_words(base, name), base.ladder, threshold, *base.ladder.span) for name in graded)
    grades = tuple(fitted(grade, pairs) for grade, pairs in zip(bare, graded.values(), strict=True))
    default = base.default if base.default in graded else "any"
    title = f"grades for {' and '.join(kinds)}"
    return replace(base, title=title, layouts=tuple(kinds), grades=grades, default=default, made=made)


def _words(base: GradeModel, word: str) -> tuple[str, str]:
    """Return the English and Japanese names of a grade; the given name for both if the base lacks the grade."""
    known = (grade for grade in base.grades if grade.is_called(word))
    return next(((grade.name, grade.japanese) for grade in known), (word.strip(), word.strip()))
