"""Constraints of the Interactive Sudoku Solver that contain no others, by name, in both directions.

The simple ones are in the table of `dialects`, and those that cpgen reads as rules in `iss_rules`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from cpgen.constraints import parse_constraint
from cpgen.constraints.base import Constraint
from cpgen.constraints.geometry import line_from, neighbours
from cpgen.constraints.laws import CELLS
from cpgen.constraints.own_kinds import shipped_kinds
from cpgen.constraints.rule import Rule
from cpgen.errors import InputError
from cpgen.formats.checks import constraint_of
from cpgen.formats.dialects import LINE, PAIR, TERMS, VIEW
from cpgen.formats.iss_names import CELL, LOOP, cell_in, cells_in, line_name, name_in_iss, number_in, whole_line
from cpgen.formats.json_fields import unsupported
from cpgen.layout import Layout
from cpgen.messages import Message, shown

Arguments = Sequence[str]
LISTS = {term.iss: (term.kind, term.field) for term in TERMS if term.iss and term.shape == LINE}
"""Names of constraints on a list of cells, each with cpgen's kind and the field of the number before the cells"""
PAIRS = {term.iss: term for term in TERMS if term.iss and term.shape == PAIR}
"""Names of constraints on all pairs of neighbours among the listed cells, each with its row of `dialects`"""
HIDDEN = "HiddenSkyscraper"
BOTH_WAYS = {term.iss: (term.kind, term.field) for term in TERMS if term.iss and term.shape == VIEW}
BOTH_WAYS |= {HIDDEN: ("hidden-skyscraper", "total")}
"""Names of constraints with a clue at each end of a row or column, with cpgen's kind and the field of the clue"""
# fmt: off
PLAIN = {
    "AntiKnight": "leaps knight", "AntiKing": "leaps king", "AntiConsecutive": "non-consecutive",
    "StrictKropki": "all dots shown", "StrictXV": "all xv shown", "GlobalEntropy": "global-entropy",
    "GlobalMod": "global-modular", "AntiTaxicab": "anti-taxicab", "DutchFlatmates": "flatmates",
}
"""Names of constraints about the whole board, with the line of text that cpgen parses for each"""
# fmt: on
AXES = {"C": "column", "R": "row"}
SAME, SUM, LITTLE, QUAD, SANDWICH, ARROW = "SameValues", "Sum", "LittleKiller", "Quad", "Sandwich", "Arrow"
PILL, INDEXING, DIFFERENT, GREATER = "PillArrow", "Indexing", "AllDifferent", "GreaterThan"
SAID, EQUAL = "LookAndSay", "EqualSum"


def constraints_in(name: str, arguments: Arguments, board: Layout) -> Iterable[Constraint]:
    """Convert an ISS constraint that contains no others, given by its name and arguments, to constraints of cpgen."""
    size, arguments = board.size, sorted(arguments, key=LOOP.__eq__)
    if name in PLAIN:
        return parse_constraint(PLAIN[name], size, board.regions)
    if name in PAIRS:
        term, pairs = PAIRS[name], _adjacent(cells_in(arguments, size), size)
        return [constraint_of(term.kind, cells=pair, **term.usual_values) for pair in pairs]
    if name in BOTH_WAYS:
        return list(_both_ways(name, arguments, size))
    if name == GREATER:
        return list(_less(arguments, size))
    if name in READERS:
        return [READERS[name](arguments, size)]
    return [_listed(name, arguments, size)]


def _listed(name: str, arguments: Arguments, size: int) -> Constraint:
    kind, field = LISTS[name]
    if not field or (name == "Whisper" and arguments and CELL.fullmatch(arguments[0])):
        return constraint_of(kind, cells=cells_in(arguments, size))
    first, *cells = arguments or [""]
    number = number_in(first, name)
    values = {} if kind == "cage" and not number else {field: number}  # a cage of 0 has different digits only
    return constraint_of(kind, cells=cells_in(cells, size), **values)


def _adjacent(cells: Sequence[int], size: int) -> Iterator[tuple[int, int]]:
    """Yield all pairs of neighbours among the cells, in their order."""
    for place, one in enumerate(cells):
        for other in cells[place + 1 :]:
            if other in neighbours(one, size):
                yield one, other


def _less(arguments: Arguments, size: int) -> Iterator[Constraint]:
    """Yield an inequality for each cell in the arguments and each later neighbour among them, whose digit is less."""
    for one, other in _adjacent(cells_in(arguments, size), size):
        yield constraint_of("less", cells=(other, one))


def _both_ways(name: str, arguments: Arguments, size: int) -> Iterator[Constraint]:
    kind, field = BOTH_WAYS[name]
    line, *values = arguments or [""]
    cells = whole_line(line, size)
    for value, seen in zip(values, (cells, cells[::-1]), strict=False):
        if value in ("", "0"):
            continue
        if name == HIDDEN:
            yield shipped_kinds()[kind].rule({field: number_in(value, name)}, (seen,))
        else:
            yield constraint_of(kind, cells=seen, **{field: number_in(value, name)})


def _sandwich(arguments: Arguments, size: int) -> Constraint:
    value, line = [*arguments, "", ""][:2]
    return constraint_of("sandwich", cells=whole_line(line, size), total=number_in(value, SANDWICH))


def _sum(arguments: Arguments, size: int) -> Constraint:
    """Read a sum from its total and cells.

    Coefficients may follow the total, as in `30_=_1_2`, and count cells again.
    """
    head, *words = arguments or [""]
    total, _, coefficients = head.partition("_=_")
    cells = cells_in(words, size)
    counts = [_signed(word) for word in coefficients.split("_")] if coefficients else [1] * len(cells)
    if len(counts) != len(cells):
        raise InputError(Message("iss-number", name=SUM, text=shown(head, 20)))
    if min(counts, default=1) < 0:
        terms = " + ".join(f"{count} * x[{place}]" for place, count in enumerate(counts))
        return Rule(f"{terms} == {_signed(total)}", CELLS, (cells,))
    listed = tuple(cell for cell, count in zip(cells, counts, strict=True) for _ in range(count))
    return constraint_of("sum", cells=listed, total=number_in(total, SUM))


def _signed(text: str) -> int:
    return -number_in(text[1:], SUM) if text.startswith("-") else number_in(text, SUM)


def _little(arguments: Arguments, size: int) -> Constraint:
    value, cell = [*arguments, "", ""][:2]
    cells = _little_killers(size).get(cell_in(cell, size))
    if cells is None:
        raise InputError(Message("no-cell", text=shown(cell, 20), side=size))
    return constraint_of("little", cells=cells, total=number_in(value, LITTLE))


def _little_killers(size: int) -> dict[int, tuple[int, ...]]:
    """Return the diagonals that little killer sums can have, by the cell that names each in ISS.

    Sums along both directions of a diagonal are the same, so it has one name.
    """
    n = size
    starts = [(row * n, "se") for row in range(n - 1)] + [(row * n + n - 1, "nw") for row in range(1, n - 1)]
    starts += [(column, "sw") for column in range(1, n)] + [(n * n - n + column, "ne") for column in range(1, n - 1)]
    by_cells: dict[frozenset[int], tuple[int, ...]] = {}
    for start, way in starts:
        cells = line_from(start, way, n)
        if len(cells) > 1:
            by_cells.setdefault(frozenset(cells), cells)
    return {cells[0]: cells for cells in by_cells.values()}


def _quad(arguments: Arguments, size: int) -> Constraint:
    corner, *words = arguments or [""]
    cell = cell_in(corner, size)
    if cell % size == size - 1 or cell // size == size - 1:
        raise InputError(Message("no-cell", text=shown(corner, 20), side=size))
    digits = tuple(sorted(number_in(word, QUAD) for word in words))
    return constraint_of("quad", cells=(cell, cell + 1, cell + size, cell + size + 1), digits=digits)


def _arrow(arguments: Arguments, size: int) -> Constraint:
    circle, *cells = cells_in(arguments, size) or (-1,)
    return constraint_of("arrow", circle=(circle,), cells=tuple(cells))


def _pill(arguments: Arguments, size: int) -> Constraint:
    length, *words = arguments or [""]
    cells, count = cells_in(words, size), number_in(length, PILL)
    return constraint_of("arrow", circle=tuple(sorted(cells[:count])), cells=cells[count:])


def _indexing(arguments: Arguments, size: int) -> Constraint:
    axis, *words = arguments or [""]
    if axis not in AXES:
        raise unsupported(f"{INDEXING} {shown(axis, 20)}")
    return constraint_of("indexing", cells=cells_in(words, size), axis=AXES[axis])


def _different(arguments: Arguments, size: int) -> Constraint:
    return constraint_of("cage", cells=cells_in(arguments, size))


def _same(arguments: Arguments, size: int) -> Constraint:
    count, *words = arguments or [""]
    cells, sets = cells_in(words, size), number_in(count, SAME)
    if not sets or len(cells) % sets:
        raise InputError(Message("iss-number", name=SAME, text=shown(count, 20)))
    width = len(cells) // sets
    return constraint_of("same-values", groups=tuple(cells[k * width : (k + 1) * width] for k in range(sets)))


def _said(arguments: Arguments, size: int) -> Constraint:
    clue, *words = arguments or [""]
    return constraint_of("look-and-say", cells=cells_in(words, size), clue=clue)


def _equal(arguments: Arguments, size: int) -> Constraint:
    """Read groups of cells with equal sums; a dash among the arguments separates groups."""
    groups: list[list[str]] = [[]]
    for word in arguments:
        if word == "-":
            groups.append([])
        else:
            groups[-1].append(word)
    return constraint_of("equal-sums", groups=tuple(cells_in(words, size) for words in groups))


READERS: Mapping[str, Callable[[Arguments, int], Constraint]] = {
    SANDWICH: _sandwich, SUM: _sum, LITTLE: _little, QUAD: _quad, ARROW: _arrow, PILL: _pill, INDEXING: _indexing,
    DIFFERENT: _different, SAME: _same, SAID: _said, EQUAL: _equal,
}  # fmt: skip
NAMES = {*LISTS, *PAIRS, *BOTH_WAYS, *PLAIN, *READERS, GREATER}
"""Names of all constraints that `constraints_in` reads"""


def words_of(constraint: Constraint, layout: Layout) -> list[str] | None:
    """Convert a constraint to the name and the arguments of one ISS constraint; None if there is none for it."""
    values, names = constraint.values, [name_in_iss(cell, layout.size) for cell in constraint.cells]
    if constraint.is_open or _differs(constraint, layout):
        return None
    for name, (kind, field) in LISTS.items():
        if kind == constraint.kind and (not field or values[field] is not None):
            return [name, *([str(values[field])] if field else []), *names]
    for name, term in PAIRS.items():
        if term.says(constraint):
            return [name, *names]
    for name, line in PLAIN.items():
        if constraint == parse_constraint(line, layout.size)[0]:
            return [name]
    if constraint.kind in {kind for kind, _ in BOTH_WAYS.values()}:
        name, field = next((name, field) for name, (kind, field) in BOTH_WAYS.items() if kind == constraint.kind)
        line, forwards = line_name(constraint.cells, layout.size)
        return [name, line, *([str(values[field]), ""] if forwards else ["", str(values[field])])]
    writer = WRITERS.get(constraint.kind)
    return writer(constraint, layout, names) if writer else None


def _differs(constraint: Constraint, layout: Layout) -> bool:
    """Return True if the ISS constraint of this kind excludes other pairs than cpgen's because of marks on a board."""
    sums = {other.values["total"] for other in layout.further if other.kind == "xv"}
    if constraint.kind == "all" and constraint.values["what"] == "xv":
        return bool(sums - {5, 10})
    return constraint.kind == "non-consecutive" and has_dots(layout)


def has_dots(layout: Layout) -> bool:
    """Return True if the layout has dots; they exempt neighbours from cpgen's `non-consecutive`, but not from ISS's."""
    return any(constraint.kind in ("white", "black") for constraint in layout.further)


def _write_sandwich(constraint: Constraint, layout: Layout, names: list[str]) -> list[str] | None:
    name, forwards = line_name(constraint.cells, layout.size)
    return [SANDWICH, str(constraint.values["total"]), name] if forwards else None


def _write_sum(constraint: Constraint, layout: Layout, names: list[str]) -> list[str]:
    counts = Counter(names)
    total = str(constraint.values["total"])
    return [SUM, total if len(counts) == len(names) else f"{total}_=_{'_'.join(map(str, counts.values()))}", *counts]


def _write_little(constraint: Constraint, layout: Layout, names: list[str]) -> list[str] | None:
    named = {frozenset(cells): cell for cell, cells in _little_killers(layout.size).items()}
    cell = named.get(frozenset(constraint.cells))
    return None if cell is None else [LITTLE, str(constraint.values["total"]), name_in_iss(cell, layout.size)]


def _write_arrow(constraint: Constraint, layout: Layout, names: list[str]) -> list[str] | None:
    circle: tuple[int, ...] = constraint.circle  # type: ignore[attr-defined]
    circle_names = [name_in_iss(cell, layout.size) for cell in circle]
    if circle != tuple(sorted(circle)) or len(circle) > 3:
        return None
    return [ARROW, *circle_names, *names] if len(circle) == 1 else [PILL, str(len(circle)), *circle_names, *names]


def _write_indexing(constraint: Constraint, layout: Layout, names: list[str]) -> list[str] | None:
    letters = {axis: letter for letter, axis in AXES.items()}
    letter = letters.get(constraint.values["axis"])
    return [INDEXING, letter, *names] if letter else None


def _write_equal(constraint: Constraint, layout: Layout, names: list[str]) -> list[str]:
    groups: tuple[tuple[int, ...], ...] = constraint.groups  # type: ignore[attr-defined]
    words = [word for group in groups for word in ("-", *(name_in_iss(cell, layout.size) for cell in group))]
    return [EQUAL, *words[1:]]


def _write_same(constraint: Constraint, layout: Layout, names: list[str]) -> list[str]:
    groups: tuple[tuple[int, ...], ...] = constraint.groups  # type: ignore[attr-defined]
    return [SAME, str(len(groups)), *(name_in_iss(cell, layout.size) for group in groups for cell in group)]


WRITERS: Mapping[str, Callable[[Constraint, Layout, list[str]], list[str] | None]] = {
    "cage": lambda one, layout, names: [DIFFERENT, *names] if len(names) != layout.size else None,
    "less": lambda one, layout, names: [GREATER, *names[::-1]],
    "quad": lambda one, layout, names: [QUAD, min(names), *map(str, one.values["digits"])],
    "allowed": lambda one, layout, names: [""],
    "sandwich": _write_sandwich,
    "sum": _write_sum,
    "little": _write_little,
    "arrow": _write_arrow,
    "indexing": _write_indexing,
    "same-values": _write_same,
    "equal-sums": _write_equal,
    "look-and-say": lambda one, layout, names: [SAID, one.values["clue"], *names],
}
