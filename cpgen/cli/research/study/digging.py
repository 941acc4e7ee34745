"""`cpgen study digging`."""

from __future__ import annotations

from typing import Annotated

from cpgen import api
from cpgen.cli.command import command
from cpgen.cli.options import Count, SeedOrDefault, option
from cpgen.cli.research.study.running import KeepOptions, Names, run


@command
def digging(
    *,
    count: Count = 300,
    seed: SeedOrDefault = 1,
    symmetry: Annotated[Names, option("NAME", "Only this symmetry; repeatable.")] = None,
    board: api.BoardRequest,
    keeping: KeepOptions,
) -> None:
    """Measure how many clues digging leaves.

    Compared are checks, orders, symmetries and sources, with --count grids of each source. The number of classes that
    the grids belong to is counted too. The check `apart` is that of an article that measured 42.7 clues for single
    cells, 47.8 for pairs and 42.5 in two stages.

    \b
    Example: cpgen study digging --count 5 --symmetry rot180
    """
    layout = board.layout_for(9)
    run(api.DiggingStudy(layout, count, seed, tuple(symmetry or api.SYMMETRIES)), keeping)
