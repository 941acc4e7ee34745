"""The constraints in objects of f-puzzles, key by key, in both directions.

Most keys hold a list of parts, one or more for each constraint; the simple ones are in the table of `dialects`. The
keys beyond those of f-puzzles itself (whispers, renban …) are those that other programs have added.
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
"""Terms by their keys"""
LEAPS = {"antiknight": "knight", "antiking": "king"}
ARROWS = {"DR": "se", "DL": "sw", "UR": "ne", "UL": "nw"}
"""Directions of little killer sums, with those of cpgen"""
SIGNS = {"X": 10, "V": 5}
EXTRA = "extraregion"
"""Key of sets of different digits: extra houses, if they have as many cells as there are digits"""


def constraints_of(data: Part, cells: Sequence[Part], size: int) -> tuple[list[Constraint], Counter[str]]:
    """Return the constraints of an object, and the number of parts without a value, by key.

    Raises:
        InputError: A part is damaged, or has a meaning that cpgen does not know.
    """
    found: list[Constraint] = []
    empty: Counter[str] = Counter()
    for key in data:
        term = WORDS.get(key)
        if term and term.shape == MARKED:
            if marked := [cell for part in objects_at(data, key) for cell in _marked(part, size)]:
                found.append(constraint_of(term.kind, cells=tuple(marked), **term.usual_values))
        elif term or key in READERS:
            for part in objects_at(data, key):
                new = list(_read_term(term, part, size) if term else READERS[key](part, size))
                found += new
                empty[key] += not new and key != EXTRA
    found += board_rules(data, found)
    found += _allowed(cells)
    return list(dict.fromkeys(found)), +empty


def cell_of(name: Any, size: int) -> int:
    """Return the cell of a name as in `R1C2`; raise InputError if it is not on the board."""
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
    """Return the number of a part, or None if it has none; raise InputError if it is something else."""
    value = part.get("value")
    if value is None or (isinstance(value, str) and not value.strip()):
        return None
    number = small_number(value.strip()) if isinstance(value, str) else value
    if not isinstance(number, int) or isinstance(number, bool) or number < 0:
        raise InputError(Message("fpuzzles-value", key=key, value=shown(str(value), 20)))
    return number


def _marked(part: Part, size: int) -> tuple[int, ...]:
    """Return the cells of a part, of which some marks have one each."""
    return _cells(part, "cells", size) if "cells" in part else (cell_of(part.get("cell"), size),)


def _read_term(term: Term, part: Part, size: int) -> Iterator[Constraint]:
    """Yield the constraints of a part whose key is in the table; none for a view without a value."""
    value = {term.field: _value(part, term.fpuzzles)} if term.field else {}
    if term.shape == PAIR:
        yield constraint_of(term.kind, cells=_cells(part, "cells", size), **value)
    elif term.shape == VIEW:
        if value[term.field] is not None:
            yield constraint_of(term.kind, cells=_seen_from(part.get("cell"), size), **value)
    else:
        if term.kind == "whisper" and value[term.field] is None:
            value = {term.field: (size + 1) // 2}  # as its programs assume
        for line in _lines(part, size):
            yield constraint_of(term.kind, cells=line, **value)


def _seen_from(name: Any, size: int) -> tuple[int, ...]:
    """Return the row or column that a place next to the board, such as `R0C3`, looks at, in order from there."""
    row, column = _place(name)
    if 1 <= row <= size and column in (0, size + 1):
        cells = range((row - 1) * size, row * size)
    elif 1 <= column <= size and row in (0, size + 1):
        cells = range(column - 1, size * size, size)
    else:
        raise _no_cell(name, size)
    return tuple(cells if 0 in (row, column) else reversed(cells))


def _cage(part: Part, size: int) -> Iterator[Constraint]:
    """Yield a cage, or a sum if it lists a cell twice."""
    cells, total = _cells(part, "cells", size), _value(part, "killercage")
    if len(set(cells)) == len(cells) or total is None:
        yield constraint_of("cage", cells=tuple(dict.fromkeys(cells)), total=total)
    else:
        yield constraint_of("sum", cells=cells, total=total)


def _small_region(part: Part, size: int) -> Iterator[Constraint]:
    """Yield a cage without a sum for an extra region that is not a house."""
    cells = _cells(part, "cells", size)
    if len(cells) != size:
        yield constraint_of("cage", cells=cells)


def _arrows(part: Part, size: int) -> Iterator[Constraint]:
    """Yield the arrows from a circle; a circle of several cells is a number, read in the order of the cells."""
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
    """Yield the clone of a group of cells, without cells that are their own clones."""
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
"""Functions that return the constraints of a part, by its key"""
APART, NEGATIVE = "nonconsecutive", "negative"
KEYS = (*WORDS, *READERS, *LEAPS, APART, NEGATIVE)
"""All keys that this module reads"""

SHOWN_SIGNS = constraint_of("all", what="xv")
WHITE, BLACK, DOTS = (constraint_of("all", what=what) for what in ("white", "black", "dots"))
DISTANT = constraint_of("non-consecutive")
Rules = tuple[Constraint, ...]
RULES: Mapping[frozenset[str], tuple[Rules, Rules, Rules]] = {
    # No white dots, those of the difference 1 only, and others. The word "difference", which other programs have
    # added, is only read.
    frozenset(): ((), (), ()),
    frozenset({"ratio"}): ((BLACK,), (BLACK,), (BLACK,)),
    frozenset({APART}): ((DISTANT,), (WHITE,), (DISTANT,)),
    frozenset({APART, "ratio"}): ((DOTS,), (DOTS,), (DISTANT, BLACK)),
    frozenset({"difference"}): ((WHITE,), (WHITE,), (WHITE,)),
    frozenset({"difference", "ratio"}): ((DOTS,), (DOTS,), (DOTS,)),
    frozenset({APART, "difference"}): ((WHITE,), (WHITE,), (DISTANT, WHITE)),
    frozenset({APART, "difference", "ratio"}): ((DOTS,), (DOTS,), (DISTANT, DOTS)),
}
"""Rules about neighbours without a mark, by the key `nonconsecutive` and the words of `negative`, and by the white dots

A dot exempts its cells from all of them, whichever dot it is. With dots of the difference 1, `nonconsecutive` therefore
means that all white dots are shown.
"""


def board_rules(data: Part, found: Iterable[Constraint]) -> Iterator[Constraint]:
    """Yield the constraints about the whole board."""
    pieces = tuple(piece for key, piece in LEAPS.items() if data.get(key))
    if pieces:
        yield constraint_of("leaps", pieces=pieces)
    listed = list_at(data, NEGATIVE)
    negative = {word for word in listed if isinstance(word, str)}
    unknown = negative - {"ratio", "difference", "xv"}
    if unknown or len(negative) < len(listed):
        raise unsupported(f"negative {shown(min(unknown, default=''), 30)}")
    words = negative - {"xv"} | ({APART} if data.get(APART) else set())
    yield from RULES[frozenset(words)][_white_dots(found)]
    if "xv" in negative:
        yield SHOWN_SIGNS


def _white_dots(found: Iterable[Constraint]) -> int:
    """Return 0 if there are no white dots, 1 if all have the difference 1, 2 if not."""
    differences = {one.values["difference"] for one in found if one.kind == "white"}
    return 0 if not differences else 1 if differences == {1} else 2


def _allowed(cells: Sequence[Part]) -> Iterator[Constraint]:
    """Yield the candidates that are given in cells, one constraint for each set of digits."""
    listed: dict[tuple[int, ...], list[int]] = {}
    for number, cell in enumerate(cells):
        if digits := list_at(cell, "givenPencilMarks"):
            values = (_value({"value": digit}, "givenPencilMarks") or 0 for digit in digits)
            listed.setdefault(tuple(sorted(set(values))), []).append(number)
    for allowed, where in listed.items():
        yield constraint_of("allowed", cells=tuple(where), digits=allowed)


class UnheldError(Exception):
    """The constraint cannot be written."""


def unheld(layout: Layout) -> list[Constraint]:
    """Return the constraints of a layout that an f-puzzles object cannot hold."""
    found = []
    for one in layout.further:
        try:
            _written(one, layout)
        except UnheldError:
            found.append(one)
    return found


def written(layout: Layout) -> dict[str, Any]:
    """Return the constraints of a layout as the keys of an object, except for candidates given in cells."""
    found: dict[str, Any] = {}
    for one in layout.further:
        for key, part in _written(one, layout):
            if part is True:
                found[key] = True
            elif part not in found.setdefault(key, []):
                found[key].append(part)
    return found


def _written(one: Constraint, layout: Layout) -> list[tuple[str, Any]]:
    """Return the keys and parts of a constraint; raise UnheldError if there are none."""
    term = next(
        (term for term in WORDS.values() if term.kind == one.kind if term.shape == PAIR or term.says(one)), None
    )
    if one.is_open or not (term or one.kind in WRITERS):
        raise UnheldError
    return list(_write_term(term, one, layout) if term else WRITERS[one.kind](one, layout))


Parts = Iterable[tuple[str, Any]]


def _names(cells: Iterable[int], layout: Layout) -> list[str]:
    return [layout.cell_name(cell).upper() for cell in cells]


def _write_term(term: Term, one: Constraint, layout: Layout) -> Parts:
    names = _names(one.cells, layout)
    value = {"value": str(one.values[term.field])} if term.field else {}
    if term.shape == LINE:
        yield term.fpuzzles, {"lines": [names], **value}
    elif term.shape == PAIR:
        yield term.fpuzzles, {"cells": names, **({} if term.says(one) else value)}
    elif term.shape == VIEW:
        (row, column), (next_row, next_column) = (divmod(cell, layout.size) for cell in one.cells[:2])
        yield term.fpuzzles, {"cell": f"R{2 * row - next_row + 1}C{2 * column - next_column + 1}", **value}
    elif term.kind == "indexing":
        yield term.fpuzzles, {"cells": names}
    else:
        yield from ((term.fpuzzles, {"cell": name}) for name in names)


def _write_sign(one: Constraint, layout: Layout) -> Parts:
    sign = next((sign for sign, total in SIGNS.items() if total == one.values["total"]), None)
    if sign is None:
        raise UnheldError
    yield "xv", {"cells": _names(one.cells, layout), "value": sign}


def _write_cage(one: Constraint, layout: Layout) -> Parts:
    total = one.values["total"]
    if one.kind == "sum" and len(set(one.cells)) == len(one.cells):
        raise UnheldError  # a cage would forbid digits to repeat
    yield "killercage", {"cells": _names(one.cells, layout), **({} if total is None else {"value": str(total)})}


def _write_arrow(one: Constraint, layout: Layout) -> Parts:
    circle: tuple[int, ...] = one.circle  # type: ignore[attr-defined]
    if circle != tuple(sorted(circle)) or set(circle) & set(one.cells):
        raise UnheldError
    n, first = layout.size, one.cells[0]
    near = min(circle, key=lambda cell: max(abs(cell // n - first // n), abs(cell % n - first % n)))
    yield "arrow", {"lines": [_names([near, *one.cells], layout)], "cells": _names(circle, layout)}


def _write_little(one: Constraint, layout: Layout) -> Parts:
    n, cells = layout.size, tuple(one.cells)
    ways = {way: name for name, way in ARROWS.items()}
    way = direction_of(cells, n)
    if way not in ways:
        raise UnheldError
    (row, column), (down, right) = divmod(cells[0], n), DIRECTIONS[way]
    place = f"R{row + 1 - down}C{column + 1 - right}"
    total = str(one.values["total"])
    yield "littlekillersum", {"cell": place, "cells": _names(cells, layout), "direction": ways[way], "value": total}


def _write_clone(one: Constraint, layout: Layout) -> Parts:
    first, *others = one.groups  # type: ignore[attr-defined]
    for other in others:
        yield "clone", {"cells": _names(first, layout), "cloneCells": _names(other, layout)}


def _write_quadruple(one: Constraint, layout: Layout) -> Parts:
    yield "quadruple", {"cells": _names(one.cells, layout), "values": list(one.values["digits"])}


def _write_leaps(one: Constraint, layout: Layout) -> Parts:
    keys = {piece: key for key, piece in LEAPS.items()}
    if set(one.values["pieces"]) - set(keys):
        raise UnheldError
    for piece in one.values["pieces"]:
        yield keys[piece], True


def _write_rules(one: Constraint, layout: Layout) -> Parts:
    """Yield the words that say all rules of a board about neighbours without a mark, of which this is one."""
    if one == SHOWN_SIGNS:
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
"""Functions that return the keys and parts of a constraint, by its kind"""
