"""`cpgen pentomino`: make puzzles on 5×5 boards of five pentominoes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cpgen.boards.set_request import SetRequest
from cpgen.cli.command import command
from cpgen.cli.drawing import cells_in, draw_puzzle, rating_sentence, signs_of
from cpgen.cli.options import ShowOptions, Symbols
from cpgen.cli.output import for_people, print_json, show, show_seed
from cpgen.notation import REGION_LETTERS
from cpgen.requests.puzzle_request import Series

if TYPE_CHECKING:
    from cpgen.boards.pentomino_sets import SetPuzzle


@command
def pentomino(*, request: SetRequest, series: Series, symbols: Symbols = "", showing: ShowOptions) -> None:
    """Make puzzles on 5×5 boards of five pentominoes, no two the same.

    They have 4 to 8 clues and, by default, any grade. Puzzles count as the same if they differ only by rotation,
    reflection or relabelling.

    \b
    Example: cpgen pentomino --count 10 --distinct-boards --seed 1
    """
    from cpgen.boards.pentomino_pieces import SIDE
    from cpgen.boards.pentomino_sets import puzzle_set

    signs, seed = signs_of(symbols, SIDE), series.first_seed()
    for one in puzzle_set(request, series.count, seed):
        _show_puzzle(one, signs, showing)
    show_seed(seed, showing.as_json)


def _show_puzzle(one: SetPuzzle, signs: tuple[str, ...], showing: ShowOptions) -> None:
    """Show a puzzle of a set: an object, a drawing for people, or a jigsaw line for a pipe."""
    data, layout = one.as_json(), one.puzzle.layout
    clues, filled = ("".join(cells_in(signs, digits)) for digits in (one.puzzle.clues, one.solution))
    jigsaw = clues + "".join(REGION_LETTERS[region] for region in layout.regions)
    if showing.as_json:
        print_json(data | {"symbols": signs})
    elif for_people():
        show(draw_puzzle(one.puzzle, signs=signs))
        show(rating_sentence(one.graded))
        show(jigsaw)
        show(draw_puzzle(one.puzzle, one.solution, signs=signs) + "\n" if showing.solution else "")
    else:
        show(f"{jigsaw} {filled}" if showing.solution else jigsaw)
