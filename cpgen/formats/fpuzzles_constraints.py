"""Constraints of f-puzzles objects, key by key, in both directions.

Most keys hold a list of parts (objects), one or more for each constraint; the simple ones are in the table of
`dialects`. The keys beyond those of f-puzzles itself (whispers, renban …) were added by other programs.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from cpgen.constraints.base import Constraint
from cpgen.constraints.geometry import DIRECTIONS, direction_of, line_from
from cpgen.errors import InputError
from cpgen.formats.checks import constraint_of, small_number
from cpgen.formats.dialects import LINE, MARKED, PAIR, TERMS, VIEW, Term
from cpgen.formats.json_fields import list_at, objects_at, unsupported
from cpgen.layout import Layout
from cpgen.messages import Message, shown

Part = dict[str, Any]
CELL_NAME = re.compile(r"[rR](\d{1,3})[cC](\d{1,3})", re.ASCII)
WORDS = {term.fpuzzles: term for term in TERMS if term.fpuzzles}
"""Terms of the table by their f-puzzles key"""
LEAPS = {"antiknight": "knight", "antiking": "king"}
ARROWS = {"DR": "se", "DL": "sw", "UR": "ne", "UL": "nw"}
"""f-puzzles' directions of little killer sums, with cpgen's names"""
SIGNS = {"X": 10, "V": 5}
EXTRA = "extraregion"
"""Key of sets of cells with different digits; a set of n cells is an extra house"""


def constraints_of(data: Part, cells: Sequence[Part], size: int) -> tuple[list[Constraint], Counter[str]]:
    """Return the constraints of an f-puzzles object, and the number of parts without a value, by key.

    Such a part is no constraint, but perhaps a drawing that the reader should mention.

    Args:
        data: The object.
        cells: The objects of its cells.
        size: Side of the board.

    Raises:
        InputError: A part is damaged, or has a meaning that cpgen does not know.
    """
    constraints: list[Constraint] = []
    empty: Counter[str] = Counter()
    for key in data:
        term = WORDS.get(key)
        if term and term.shape == MARKED:
            if marked := [cell for part in objects_at(data, key) for cell in _marked(part, size)]:
                constraints.append(constraint_of(term.kind, cells=tuple(marked), **term.usual_values))
        elif term or key in READERS:
            for part in objects_at(data, key):
                new = list(_read_term(term, part, size) if term else READERS[key](part, size))
                constraints += new
                empty[key] += not new and key != EXTRA
    constraints += board_rules(data, constraints)
    constraints += _allowed(cells)
    return list(dict.fromkeys(constraints)), +empty


def cell_of(name: Any, size: int) -> int:
    """Return the cell that a name such as `R1C2` stands for; raise InputError if it is not on the board."""
    row, column = _place(name)
    if not (1 <= row <= size and 1 <= column <= size):
        raise _no_cell(name, size)
    return (row - 1) * size + column - 1


def _place(name: Any) -> tuple[int, int]:
    match = CELL_NAME.fullmatch(name) if isinstance(name, str) else None
    return (int(match[1]), int(match[2])) if match else (-1, -1)


def _no_cell(name: Any, size: int) -> InputError:
    return InputError(Message("no-cell", text=shown(str(name), 20), side=size))


def _cells(part: Part, key: str, size: int) -> tuple[int, ...]:
    return tuple(cell_of(name, size) for name in list_at(part, key))


def _lines(part: Part, size: int) -> list[tuple[int, ...]]:
    lines = list_at(part, "lines")
    if not all(isinstance(line, list) for line in lines):
        raise InputError(Message("key-should-be", name="'lines'", value=shown(repr(lines), 30), right=Message("list")))
    return [tuple(cell_of(name, size) for name in line) for line in lines]


def _value(part: Part, key: str) -> int | None:
    """Return the whole number under `value` in a part, None if there is none; raise InputError for anything else.

    `key` names the constraint in the message.
    """
    value = part.get("value")
    if value is None or (isinstance(value, str) and not value.strip()):
        return None
    number = small_number(value.strip()) if isinstance(value, str) else value
    if not isinstance(number, int) or isinstance(number, bool) or number < 0:
        raise InputError(Message("fpuzzles-value", key=key, value=shown(str(value), 20)))
    return number


def _marked(part: Part, size: int) -> tuple[int, ...]:
    """Return the cells of a part, listed under `cells` or a single one under `cell`."""
    return _cells(part, "cells", size) if "cells" in part else (cell_of(part.get("cell"), size),)


def _read_term(term: Term, part: Part, size: int) -> Iterator[Constraint]:
    """Yield the constraints of a part whose key is in the table of dialects; none for an outside clue without value."""
    value = {term.field: _value(part, term.fpuzzles)} if term.field else {}
    if term.shape == PAIR:
        yield constraint_of(term.kind, cells=_cells(part, "cells", size), **value)
    elif term.shape == VIEW:
        if value[term.field] is not None:
            yield constraint_of(term.kind, cells=_seen_from(part.get("cell"), size), **value)
    else:
        if term.kind == "whisper" and value[term.field] is None:
            value = {term.field: (size + 1) // 2}  # the default of the programs that write it
        for line in _lines(part, size):
            yield constraint_of(term.kind, cells=line, **value)


def _seen_from(name: Any, size: int) -> tuple[int, ...]:
    """Return the cells of the row or column that begins at a position next to the board, such as `R0C3`, in order."""
    row, column = _place(name)
    if 1 <= row <= size and column in (0, size + 1):
        cells = range((row - 1) * size, row * size)
    elif 1 <= column <= size and row in (0, size + 1):
        cells = range(column - 1, size * size, size)
    else:
        raise _no_cell(name, size)
    return tuple(cells if 0 in (row, column) else reversed(cells))


def _cage(part: Part, size: int) -> Iterator[Constraint]:
    """Yield a cage, or a sum if a cell is listed twice, which a cage cannot have."""
    cells, total = _cells(part, "cells", size), _value(part, "killercage")
    if len(set(cells)) == len(cells) or total is None:
        yield constraint_of("cage", cells=tuple(dict.fromkeys(cells)), total=total)
    else:
        yield constraint_of("sum", cells=cells, total=total)


def _small_region(part: Part, size: int) -> Iterator[Constraint]:
    """Yield a cage without a sum for an extra region of other than n cells; one of n cells is a house."""
    cells = _cells(part, "cells", size)
    if len(cells) != size:
        yield constraint_of("cage", cells=cells)


def _arrows(part: Part, size: int) -> Iterator[Constraint]:
    """Yield the arrows of one circle; the digits in a circle of several cells, read in cell order, form a number."""
    circle = tuple(sorted(_cells(part, "cells", size)))
    for line in _lines(part, size):
        yield constraint_of("arrow", circle=circle, cells=tuple(cell for cell in line if cell not in circle))


def _sign(part: Part, size: int) -> Iterator[Constraint]:
    value = str(part.get("value") or "").strip().upper()
    if value:
        total = SIGNS.get(value, small_number(value))
        if total is None:
            raise InputError(Message("fpuzzles-value", key="xv", value=shown(value, 20)))
        yield constraint_of("xv", cells=_cells(part, "cells", size), total=total)


def _little(part: Part, size: int) -> Iterator[Constraint]:
    total = _value(part, "littlekillersum")
    if total is None:
        return
    cells = _cells(part, "cells", size)
    if not cells:
        way = ARROWS.get(str(part.get("direction")))
        if way is None:
            raise InputError(Message("fpuzzles-direction", text=shown(str(part.get("direction")), 20)))
        (row, column), (down, right) = _place(part.get("cell")), DIRECTIONS[way]
        first = cell_of(f"R{max(row + down, 0)}C{max(column + right, 0)}", size)
        cells = line_from(first, way, size)
    yield constraint_of("little", cells=cells, total=total)


def _clone(part: Part, size: int) -> Iterator[Constraint]:
    """Yield a constraint that two groups of cells hold equal digits; pairs of a cell with itself are left out."""
    cells, clones = _cells(part, "cells", size), _cells(part, "cloneCells", size)
    if len(cells) != len(clones):
        raise InputError(Message("fpuzzles-clone", cells=len(cells), clones=len(clones)))
    pairs = [(one, other) for one, other in zip(cells, clones, strict=True) if one != other]
    if pairs:
        ones, others = zip(*pairs, strict=True)
        yield constraint_of("clone", groups=(ones, others))


def _quadruple(part: Part, size: int) -> Iterator[Constraint]:
    values = list_at(part, "values")
    digits = tuple(sorted(_value({"value": value}, "quadruple") or 0 for value in values))
    if digits:
        yield constraint_of("quad", cells=_cells(part, "cells", size), digits=digits)


READERS: Mapping[str, Callable[[Part, int], Iterable[Constraint]]] = {
    "killercage": _cage,
    "arrow": _arrows,
    "xv": _sign,
    "littlekillersum": _little,
    "clone": _clone,
    "quadruple": _quadruple,
    EXTRA: _small_region,
}
"""Functions that convert a part to constraints, by the part's key"""
APART, NEGATIVE = "nonconsecutive", "negative"
KEYS = (*WORDS, *READERS, *LEAPS, APART, NEGATIVE)
"""All keys that this module reads"""

SHOWN_SIGNS = constraint_of("all", what="xv")
WHITE, BLACK, DOTS = (constraint_of("all", what=what) for what in ("white", "black", "dots"))
DISTANT = constraint_of("non-consecutive")
Rules = tuple[Constraint, ...]
RULES: Mapping[frozenset[str], tuple[Rules, Rules, Rules]] = {
    # The flag "difference" was added by other programs; it is read, but not written.
    frozenset(): ((), (), ()),
    frozenset({"ratio"}): ((BLACK,), (BLACK,), (BLACK,)),
    frozenset({APART}): ((DISTANT,), (WHITE,), (DISTANT,)),
    frozenset({APART, "ratio"}): ((DOTS,), (DOTS,), (DISTANT, BLACK)),
    frozenset({"difference"}): ((WHITE,), (WHITE,), (WHITE,)),
    frozenset({"difference", "ratio"}): ((DOTS,), (DOTS,), (DOTS,)),
    frozenset({APART, "difference"}): ((WHITE,), (WHITE,), (DISTANT, WHITE)),
    frozenset({APART, "difference", "ratio"}): ((DOTS,), (DOTS,), (DISTANT, DOTS)),
}
"""Constraints about neighbours without a dot, for each combination of flags that f-puzzles can write

The key of the mapping is the set of flags: `nonconsecutive`, and the entries of the list `negative`. Its value has
three columns: for boards without white dots, with white dots of the difference 1 only, and with others.

A dot exempts its cells from all these constraints, whichever dot it is. With white dots of the difference 1,
`nonconsecutive` therefore means that all white dots are shown.
"""


def board_rules(data: Part, constraints: Iterable[Constraint]) -> Iterator[Constraint]:
    """Yield the constraints of an f-puzzles object about the whole board, given all others found in it."""
    pieces = tuple(piece for key, piece in LEAPS.items() if data.get(key))
    if pieces:
        yield constraint_of("leaps", pieces=pieces)
    listed = list_at(data, NEGATIVE)
    negative = {word for word in listed if isinstance(word, str)}
    unknown = negative - {"ratio", "difference", "xv"}
    if unknown or len(negative) < len(listed):
        raise unsupported(f"negative {shown(min(unknown, default=''), 30)}")
    words = negative - {"xv"} | ({APART} if data.get(APART) else set())
    yield from RULES[frozenset(words)][_white_dots(constraints)]
    if "xv" in negative:
        yield SHOWN_SIGNS


def _white_dots(constraints: Iterable[Constraint]) -> int:
    """Return the column of RULES that applies: 0 without white dots, 1 if all have the difference 1, 2 otherwise."""
    differences = {dot.values["difference"] for dot in constraints if dot.kind == "white"}
    return 0 if not differences else 1 if differences == {1} else 2


def _allowed(cells: Sequence[Part]) -> Iterator[Constraint]:
    """Yield a constraint of the kind `allowed` for each set of digits that cells list under `givenPencilMarks`."""
    listed: dict[tuple[int, ...], list[int]] = {}
    for number, cell in enumerate(cells):
        if digits := list_at(cell, "givenPencilMarks"):
            values = (_value({"value": digit}, "givenPencilMarks") or 0 for digit in digits)
            listed.setdefault(tuple(sorted(set(values))), []).append(number)
    for allowed, where in listed.items():
        yield constraint_of("allowed", cells=tuple(where), digits=allowed)


class UnheldError(Exception):
    """Raised when a constraint cannot be written as part of an f-puzzles object."""


def unheld(layout: Layout) -> list[Constraint]:
    """Return the further constraints of a layout that an f-puzzles object cannot hold."""
    refused = []
    for constraint in layout.further:
        try:
            _written(constraint, layout)
        except UnheldError:
            refused.append(constraint)
    return refused


def written(layout: Layout) -> dict[str, Any]:
    """Return the constraints of a layout as parts of an f-puzzles object, by key; candidates of cells are left out."""
    data: dict[str, Any] = {}
    for constraint in layout.further:
        for key, part in _written(constraint, layout):
            if part is True:
                data[key] = True
            elif part not in data.setdefault(key, []):
                data[key].append(part)
    return data


def _written(constraint: Constraint, layout: Layout) -> list[tuple[str, Any]]:
    """Return a constraint as pairs (key, part) of an f-puzzles object; raise UnheldError if it has none for it."""
    terms = (term for term in WORDS.values() if term.kind == constraint.kind)
    term = next((term for term in terms if term.shape == PAIR or term.says(constraint)), None)
    if constraint.is_open or not (term or constraint.kind in WRITERS):
        raise UnheldError
    return list(_write_term(term, constraint, layout) if term else WRITERS[constraint.kind](constraint, layout))


Parts = Iterable[tuple[str, Any]]


def _names(cells: Iterable[int], layout: Layout) -> list[str]:
    return [layout.cell_name(cell).upper() for cell in cells]


def _write_term(term: Term, constraint: Constraint, layout: Layout) -> Parts:
    names = _names(constraint.cells, layout)
    value = {"value": str(constraint.values[term.field])} if term.field else {}
    if term.shape == LINE:
        yield term.fpuzzles, {"lines": [names], **value}
    elif term.shape == PAIR:
        yield term.fpuzzles, {"cells": names, **({} if term.says(constraint) else value)}
    elif term.shape == VIEW:
        (row, column), (next_row, next_column) = (divmod(cell, layout.size) for cell in constraint.cells[:2])
        yield term.fpuzzles, {"cell": f"R{2 * row - next_row + 1}C{2 * column - next_column + 1}", **value}
    elif term.kind == "indexing":
        yield term.fpuzzles, {"cells": names}
    else:
        yield from ((term.fpuzzles, {"cell": name}) for name in names)


def _write_sign(constraint: Constraint, layout: Layout) -> Parts:
    sign = next((sign for sign, total in SIGNS.items() if total == constraint.values["total"]), None)
    if sign is None:
        raise UnheldError
    yield "xv", {"cells": _names(constraint.cells, layout), "value": sign}


def _write_cage(constraint: Constraint, layout: Layout) -> Parts:
    total = constraint.values["total"]
    if constraint.kind == "sum" and len(set(constraint.cells)) == len(constraint.cells):
        raise UnheldError  # f-puzzles has only cages, which would forbid repeated digits
    yield "killercage", {"cells": _names(constraint.cells, layout), **({} if total is None else {"value": str(total)})}


def _write_arrow(constraint: Constraint, layout: Layout) -> Parts:
    circle: tuple[int, ...] = constraint.circle  # type: ignore[attr-defined]
    if circle != tuple(sorted(circle)) or set(circle) & set(constraint.cells):
        raise UnheldError
    n, first = layout.size, constraint.cells[0]
    near = min(circle, key=lambda cell: max(abs(cell // n - first // n), abs(cell % n - first % n)))
    yield "arrow", {"lines": [_names([near, *constraint.cells], layout)], "cells": _names(circle, layout)}


def _write_little(constraint: Constraint, layout: Layout) -> Parts:
    n, cells = layout.size, tuple(constraint.cells)
    ways = {way: name for name, way in ARROWS.items()}
    way = direction_of(cells, n)
    if way not in ways:
        raise UnheldError
    (row, column), (down, right) = divmod(cells[0], n), DIRECTIONS[way]
    place = f"R{row + 1 - down}C{column + 1 - right}"
    total = str(constraint.values["total"])
    yield "littlekillersum", {"cell": place, "cells": _names(cells, layout), "direction": ways[way], "value": total}


def _write_clone(constraint: Constraint, layout: Layout) -> Parts:
    first, *others = constraint.groups  # type: ignore[attr-defined]
    for other in others:
        yield "clone", {"cells": _names(first, layout), "cloneCells": _names(other, layout)}


def _write_quadruple(constraint: Constraint, layout: Layout) -> Parts:
    yield "quadruple", {"cells": _names(constraint.cells, layout), "values": list(constraint.values["digits"])}


def _write_leaps(constraint: Constraint, layout: Layout) -> Parts:
    keys = {piece: key for key, piece in LEAPS.items()}
    if set(constraint.values["pieces"]) - set(keys):
        raise UnheldError
    for piece in constraint.values["pieces"]:
        yield keys[piece], True


def _write_rules(constraint: Constraint, layout: Layout) -> Parts:
    """Yield the flags of an f-puzzles object for a rule on neighbours without a dot, and all others of the board."""
    if constraint == SHOWN_SIGNS:
        yield NEGATIVE, "xv"
        return
    dots = _white_dots(layout.further)
    rules = {other for other in layout.further if other.kind in ("non-consecutive", "all")} - {SHOWN_SIGNS}
    if dots == 1 and DISTANT in rules:
        rules = rules - {DISTANT} | {WHITE}
    words = next((words for words, meanings in RULES.items() if {*meanings[dots]} == rules), {"difference"})
    if "difference" in words:
        raise UnheldError
    yield from ((APART, True) if word == APART else (NEGATIVE, word) for word in sorted(words))


WRITERS: Mapping[str, Callable[[Constraint, Layout], Parts]] = {
    "cage": _write_cage,
    "sum": _write_cage,
    "xv": _write_sign,
    "arrow": _write_arrow,
    "little": _write_little,
    "clone": _write_clone,
    "quad": _write_quadruple,
    "leaps": _write_leaps,
    "non-consecutive": _write_rules,
    "all": _write_rules,
    "allowed": lambda one, layout: (),
}
"""Functions that convert a constraint to pairs of a key and a part, by its kind"""
