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
    together: dict[int, set[int]] = {}
    for cell in left:
        for number in different[cell]:
            together.setdefault(number, set()).add(cell)
    sets = [(cells, weight) for weight in set(left.values()) for cells in together.values()]
    parts: list[tuple[tuple[int, ...], int]] = []
    while True:
        sets = [({cell for cell in cells if left.get(cell) == weight}, weight) for cells, weight in sets]
        sets = [(cells, weight) for cells, weight in sets if len(cells) > 1]
        if not sets:
            return parts + [((cell,), weight) for cell, weight in left.items()]
        cells, weight = max(sets, key=lambda found: (len(found[0]), sorted(found[0])))
        parts.append((tuple(sorted(cells)), weight))
        left = {cell: its_weight for cell, its_weight in left.items() if cell not in cells}
