"""`cpgen centres`: list the point-symmetric patterns of the centre region."""

from __future__ import annotations

from typing import Annotated

from cpgen.board_spec import BoardSpec
from cpgen.cli.board_text import side_by_side
from cpgen.cli.command import command
from cpgen.cli.options import Json, argument
from cpgen.cli.output import print_json, show
from cpgen.digging.strategies import centre_count, centre_pattern


@command
def centres(
    *,
    number: Annotated[int, argument("[NUMBER]", "Show only this one.", least=0, show_default=False)] = 0,
    board: BoardSpec,
    as_json: Json = False,
) -> None:
    """List the point-symmetric patterns of the centre region.

    `cpgen dig --centre` takes their numbers.

    An o is a clue. Odd numbers have a clue in the middle cell; each even number is the one before it without that
    clue. On 3×3 boxes, 1 to 12 have clues in two of the four pairs around the middle.

    \b
    Example: cpgen centres
    """
    layout = board.layout_for(9)
    numbers = [number] if number else range(1, centre_count(layout) + 1)
    patterns = [centre_pattern(layout, pattern) for pattern in numbers]
    if as_json:
        for pattern in patterns:
            print_json({"number": pattern.number, "middle": pattern.shows_middle, "picture": pattern.picture(layout)})
    else:
        show("\n".join(side_by_side({str(pattern.number): pattern.picture(layout) for pattern in patterns})).rstrip())
