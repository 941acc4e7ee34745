"""Parts of sums: cells of a sum that differ from each other, so that their sum has closer bounds.

The shaft of an arrow, for example, may have three cells in one box; they add up to 6 at least, not to 3.
"""

from __future__ import annotations

from collections.abc import Sequence

from cpgen.constraints.primitives import Linear


def parts_of(one: Linear, different: Sequence[Sequence[int]]) -> list[tuple[tuple[int, ...], int]]:
    """Divide a sum into sets of cells that differ and have the same weight; return pairs (cells, weight).

    Greedy: the largest remaining set is chosen repeatedly. `different` is `Layout.different`: for each cell, the
    indices of the primitives that demand different digits in it and other cells.
    """
    left = dict(zip(one.cells, one.coefficients, strict=True))
    alike: dict[tuple[int, int], set[int]] = {}
    for cell, weight in left.items():
        for number in different[cell]:
            alike.setdefault((number, weight), set()).add(cell)
    sets = [(cells, weight) for (_, weight), cells in alike.items() if len(cells) > 1]
    parts: list[tuple[tuple[int, ...], int]] = []
    while sets:
        most = max(len(cells) for cells, _ in sets)
        chosen, weight = max((sorted(cells), weight) for cells, weight in sets if len(cells) == most)
        parts.append((tuple(chosen), weight))
        for cell in chosen:
            del left[cell]
        rest = [(cells.difference(chosen), weight) for cells, weight in sets]
        sets = [(cells, weight) for cells, weight in rest if len(cells) > 1]
    return parts + [((cell,), weight) for cell, weight in left.items()]
