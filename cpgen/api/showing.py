"""Calls that draw boards and print books."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from math import inf
from typing import TYPE_CHECKING, Any, Literal, Unpack, overload

from msgspec import structs

from cpgen import resources
from cpgen.api.call_arguments import one_request
from cpgen.api.conversion import PuzzleLike, as_entry, as_model
from cpgen.api.judging import explain, only_solution
from cpgen.errors import InputError
from cpgen.messages import counted, shown
from cpgen.schema import build
from cpgen.state import State
from cpgen.suggestions import one_of

if TYPE_CHECKING:
    from cpgen.call_options import (
        BookOptions,
        PictureOptions,
    )
    from cpgen.difficulty import GradeModel
    from cpgen.drawings import Style
    from cpgen.formats import Entry
    from cpgen.render.item import Item
    from cpgen.render.picture import Scene
    from cpgen.render.render_requests import BookSettings


def styles() -> tuple[Style, ...]:
    """Return the shipped styles, each of which says what is drawn on a board before a puzzle is made.

    >>> "killer" in map(str, styles())
    True
    """
    from cpgen.drawings import style_named

    return tuple(map(style_named, resources.names("styles")))


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
    entry = as_entry(puzzle)
    grades = as_model(model, entry.state.layout, ladder)
    scene = replace(scene_of(entry.state, grades, candidates, solution, step), cosmetics=entry.cosmetics)
    state = entry.state
    return writers[kind](picture_of(scene, request.look(state.layout.size)), request.theme, request.width)


def scene_of(state: State, model: GradeModel, candidates: bool = False, solution: bool = False, step: int = 0) -> Scene:
    """Return the scene that shows a position, with its candidates, its solution, or a round of its explanation.

    Args:
        state: The position.
        model: The grade model with whose ladder the position is explained.
        candidates: True to show the candidates of the open cells.
        solution: True to show the solution.
        step: Number of the round to show, from 1; 0 for none.

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
    made = one_request("book", BookSettings, {**options}, request, ("model", "font", "seconds", "kind"))
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
    """Draw some pages of a booklet, for a preview.

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
    items = [book_item(as_entry(puzzle), request, model, seconds) for puzzle in puzzles]
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
    if entry.symbols and not request.symbols:
        request = structs.replace(request, symbols=entry.symbols)
    symbols, needed = len(request.signs), puzzle.layout.size
    if symbols < needed:
        raise InputError(f"There are {symbols} symbols for the digits; {shown(puzzle.line)} needs {needed}.")
    return item_of(entry, solution, grades, explanation, request)
