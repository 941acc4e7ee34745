"""`cpgen pentomino`: make puzzles on 5×5 boards of five pentominoes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

from msgspec import structs

from cpgen.boards.set_request import SetSpec, resolve_set
from cpgen.cli.board_text import draw_puzzle, rating_sentence, side_by_side, signs_here
from cpgen.cli.command import command
from cpgen.cli.options import ShowOptions, Symbols, flag
from cpgen.cli.output import for_people, print_json, show, show_seed
from cpgen.formats.digit_symbols import cells_in
from cpgen.messages import counted
from cpgen.notation import REGION_LETTERS, cell_name
from cpgen.requests.series import Series

if TYPE_CHECKING:
    from cpgen.boards.pentomino_sets import SetPuzzle
    from cpgen.layout import Layout


Grids = Annotated[bool, flag("List the grids of the boards instead, one for all names of the digits.", "--grids")]
Choices = Annotated[bool, flag("List all choices of four clues that fix a grid instead.", "--choices")]


@command
def pentomino(
    *,
    spec: SetSpec,
    series: Series,
    grids: Grids = False,
    choices: Choices = False,
    symbols: Symbols = "",
    showing: ShowOptions,
) -> None:
    """Make puzzles on 5×5 boards of five pentominoes, no two the same.

    They have 4 to 8 clues and, by default, any grade. Puzzles count as the same if they differ only by rotation,
    reflection or relabelling.

    In a grid of --grids, the letters A to E stand for the five digits in any order. A choice of --choices is a puzzle
    with the solution after it.

    \b
    Example: cpgen pentomino --count 10 --distinct-boards --seed 1
    Example: cpgen pentomino --boards 0,1,2,12 --grids
    Example: cpgen pentomino --boards 0,1,2,12 --choices
    """
    from cpgen.boards.pentomino_pieces import SIDE
    from cpgen.boards.pentomino_sets import puzzle_set

    request, signs, seed = resolve_set(spec), signs_here(SIDE), series.first_seed()
    if grids or choices:
        for layout in request.layouts:
            if grids:
                _list_grids(layout, showing.as_json)
            if choices:
                _list_choices(layout, signs, showing.as_json)
        return
    for puzzle in puzzle_set(request, series.count, seed):
        _show_puzzle(puzzle, signs, showing)
    show_seed(seed, showing.as_json)


def _show_puzzle(made: SetPuzzle, signs: tuple[str, ...], showing: ShowOptions) -> None:
    """Show a puzzle of a set as a JSON object, a drawing for people, or a jigsaw line for a pipe."""
    jigsaw = _jigsaw(made.puzzle.layout, made.puzzle.clues, signs)
    filled = "".join(cells_in(signs, made.solution))
    if showing.as_json:
        print_json(structs.replace(made.as_record(), symbols=signs))
    elif for_people():
        show(draw_puzzle(made.puzzle))
        show(f"{rating_sentence(made.graded)} · {made.grids} grids on this board")
        show(jigsaw)
        show(draw_puzzle(made.puzzle, made.solution) + "\n" if showing.solution else "")
    else:
        show(f"{jigsaw} {filled}" if showing.solution else jigsaw)


def _jigsaw(layout: Layout, clues: Sequence[int], signs: tuple[str, ...]) -> str:
    """Return a puzzle as a jigsaw line: its clues, then the region of each cell."""
    return "".join([*cells_in(signs, clues), *(REGION_LETTERS[region] for region in layout.regions)])


def _list_grids(layout: Layout, as_json: bool) -> None:
    """List the grids of a board, with letters for digits, as JSON objects, drawings for people, or lines."""
    from cpgen.boards.pentomino_catalogue import NAMES, analyse
    from cpgen.boards.pentomino_pieces import SIDE

    grids = ["".join(REGION_LETTERS[digit] for digit in grid) for grid in analyse(layout).classes.tolist()]
    if as_json:
        for number, grid in enumerate(grids, 1):
            print_json({"layout": layout.spec, "grid_number": number, "letters": grid, "grids": NAMES})
    elif for_people():
        rows = {
            f"grid {number}": [grid[first : first + SIDE] for first in range(0, len(grid), SIDE)]
            for number, grid in enumerate(grids, 1)
        }
        all_grids = (
            f"{counted(len(grids), 'grid')} × {NAMES} names of the digits = {len(grids) * NAMES} on {layout.spec}"
        )
        show("\n".join([*side_by_side(rows), all_grids]))
    else:
        for grid in grids:
            show(grid)


def _list_choices(layout: Layout, signs: tuple[str, ...], as_json: bool) -> None:
    """List each set of four clues that has only one solution, once for all names of the digits.

    They are shown as JSON objects, cells for people, or puzzles with solutions.
    """
    from cpgen.boards.pentomino_catalogue import analyse
    from cpgen.boards.pentomino_pieces import SIDE

    analysis = analyse(layout)
    for cells, grid in zip(analysis.four_clue_cells.tolist(), analysis.four_clue_classes.tolist(), strict=True):
        solution = [digit + 1 for digit in analysis.classes[grid].tolist()]
        jigsaw = _jigsaw(layout, [digit if cell in cells else 0 for cell, digit in enumerate(solution)], signs)
        filled, places = "".join(cells_in(signs, solution)), [cell_name(cell, SIDE) for cell in cells]
        if as_json:
            data = {"layout": layout.spec, "cells": places, "grid_number": grid + 1}
            print_json({**data, "puzzle": jigsaw[: layout.cell_count], "solution": filled})
        elif for_people():
            show(f"{' '.join(places)}  grid {grid + 1}  {jigsaw}")
        else:
            show(f"{jigsaw} {filled}")
    if for_people() and not as_json:
        show(f"{counted(analysis.four_clue_puzzles, 'choice')} of four clues fix one of the grids of {layout.spec}")
