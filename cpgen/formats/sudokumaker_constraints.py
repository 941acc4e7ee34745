"""Constraints of SudokuMaker's objects, by the number of their type, in both directions.

A *rule* is SudokuMaker's object for all constraints of one type: lines, cages, or one set of cells, given by numbers
from 0. Types whose clues are on edges, on corners or outside the board number them in a way that is not documented, and
are refused.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from cpgen.constraints.base import Constraint
from cpgen.constraints.geometry import disjoint_groups
from cpgen.errors import InputError
from cpgen.formats.checks import constraint_of, mask_of
from cpgen.formats.dialects import LINE, MARKED, TERMS, Term
from cpgen.formats.json_fields import list_at, objects_at, unsupported, whole_at
from cpgen.layout import Layout
from cpgen.messages import Message, shown

Rule = dict[str, Any]
KING, KNIGHT, DISJOINT, APART, GLOBAL_GROUPS, CAGES, SAID, DIFFERENT = 12, 13, 14, 15, 16, 301, 304, 305
ARROWS, LINE_GROUPS, THERMOMETERS, WHISPERS, LOCKOUT = 408, 406, 300, 401, 407
WORDS = {term.sudokumaker: term for term in TERMS if term.sudokumaker}
"""Terms of the table by their SudokuMaker type"""
NAMES = {
    200: "difference", 201: "ratio", 202: "XV", 302: "clone", 303: "quadruple", 405: "sequence", 500: "little killer",
    501: "sandwich sum", 502: "X-sum", 503: "skyscraper", 504: "numbered room", 1000: "custom constraint",
    4000: "fog light", 4001: "fog trigger",
}  # fmt: skip
"""Names of the types that cannot be read"""
GREY = {"color": "#00000033"}
BLACK_CAGE = {"cage": {"color": "#000000"}, "text": {"color": "#000000"}}
THERMOMETER = {"color": "#cccccc", "thickness": 0.3, "bulbRadius": 0.4}
LINE_STYLE = {"color": "#bbbbbb", "thickness": 0.15}
ENDS = {
    "lines": {"color": "#aaaaaa", "thickness": 0.1},
    "endPoints": {"size": 0.8, "fill": "#ffffff80", "stroke": {"color": "#aaaaaa", "thickness": 0.02}},
}
WITH_ENDS = (403, LOCKOUT, 409)
"""Types of lines with circles at their ends"""


def require_known(rules: Sequence[Rule], others: Iterable[int]) -> None:
    """Raise InputError, naming and counting them, if there are rules of a type neither known nor in `others`."""
    known = {KING, KNIGHT, DISJOINT, *READERS, *others}
    unknown = Counter(rule["type"] for rule in rules if rule["type"] not in known)
    if unknown:
        names = ((NAMES.get(kind, f"type {kind}"), number) for kind, number in unknown.items())
        raise unsupported(*(f"{name} ({number})" for name, number in names))


def houses_of(rules: Sequence[Rule], size: int, regions: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield the extra houses that rules describe, without diagonals."""
    for rule in rules:
        if rule["type"] == DISJOINT:
            yield from disjoint_groups(regions)
        elif rule["type"] == DIFFERENT and len(list_at(rule, "cells")) == size:
            yield tuple(sorted(_cells(rule.get("cells"), size)))


def constraints_of(rules: Sequence[Rule], size: int) -> list[Constraint]:
    """Convert rules to constraints of cpgen; raise InputError for damaged ones."""
    pieces = [piece for kind, piece in ((KNIGHT, "knight"), (KING, "king")) if any(r["type"] == kind for r in rules)]
    constraints = [constraint_of("leaps", pieces=tuple(pieces))] if pieces else []
    constraints += (one for rule in rules if rule["type"] in READERS for one in READERS[rule["type"]](rule, size))
    return list(dict.fromkeys(constraints))


def _cells(value: Any, size: int) -> tuple[int, ...]:
    for cell in value if isinstance(value, list) else [value]:
        if not isinstance(cell, int) or isinstance(cell, bool) or not 0 <= cell < size * size:
            raise InputError(Message("sudokumaker-cell", value=shown(str(cell), 20), last=size * size - 1))
    return tuple(value) if isinstance(value, list) else ()


def _read_term(rule: Rule, size: int) -> Iterator[Constraint]:
    """Yield the constraints of a rule whose type is in the table of dialects: one per line, or one for marked cells."""
    term = WORDS[rule["type"]]
    if rule.get("singleRegionTotals"):
        raise unsupported("region sum lines with one total for a region")
    difference = whole_at(rule, "minDifference", 5) if rule["type"] == WHISPERS else None
    for line in list_at(rule, "lines") if term.shape == LINE else ():
        yield constraint_of(term.kind, cells=_cells(line, size), difference=difference)
    if term.shape == MARKED and (cells := _cells(list_at(rule, "cells"), size)):
        yield constraint_of(term.kind, cells=cells, **term.usual_values)


def _read_thermometers(rule: Rule, size: int) -> Iterator[Constraint]:
    for line in list_at(rule, "thermometers"):
        yield constraint_of("slow-thermo" if rule.get("slow") else "thermo", cells=_cells(line, size))


def _read_line_groups(rule: Rule, size: int) -> Iterator[Constraint]:
    kind, values = _line_kind(list_at(rule, "groups"), size)
    for line in list_at(rule, "lines"):
        yield constraint_of(kind, cells=_cells(line, size), **values)


def _read_cages(rule: Rule, size: int) -> Iterator[Constraint]:
    for cage in objects_at(rule, "cages"):
        yield constraint_of("cage", cells=_cells(cage.get("cells"), size), total=whole_at(cage, "value", 0) or None)


def _read_said(rule: Rule, size: int) -> Iterator[Constraint]:
    for cage in objects_at(rule, "cages"):
        yield constraint_of("look-and-say", cells=_cells(cage.get("cells"), size), clue=str(cage.get("value") or ""))


def _read_arrows(rule: Rule, size: int) -> Iterator[Constraint]:
    """Yield the arrows of a rule.

    SudokuMaker lists the cells of a bulb from the units on, cpgen from the highest place.
    """
    for bulb in objects_at(rule, "bulbsWithArrows"):
        circle = _cells(bulb.get("bulbCells"), size)[::-1]
        for line in list_at(bulb, "arrows"):
            yield constraint_of(
                "arrow", circle=circle, cells=tuple(cell for cell in _cells(line, size) if cell not in circle)
            )


def _read_different(rule: Rule, size: int) -> Iterator[Constraint]:
    """Yield a cage without a sum for different digits in other than n cells; n cells are a house."""
    cells = _cells(list_at(rule, "cells"), size)
    if len(cells) != size:
        yield constraint_of("cage", cells=cells)


def _read_apart(rule: Rule, size: int) -> Iterator[Constraint]:
    yield constraint_of("non-consecutive")


def _read_global_groups(rule: Rule, size: int) -> Iterator[Constraint]:
    if sorted(map(str, list_at(rule, "groups"))) != sorted(map(str, _thirds(size))):
        raise unsupported("global groups of digits")
    yield constraint_of("global-entropy")


READERS: Mapping[int, Callable[[Rule, int], Iterator[Constraint]]] = {
    **dict.fromkeys(WORDS, _read_term),
    THERMOMETERS: _read_thermometers,
    LINE_GROUPS: _read_line_groups,
    CAGES: _read_cages,
    SAID: _read_said,
    ARROWS: _read_arrows,
    DIFFERENT: _read_different,
    APART: _read_apart,
    GLOBAL_GROUPS: _read_global_groups,
}
"""Functions that convert a rule to constraints, by its type"""


def _thirds(size: int) -> list[int]:
    """Return bit masks of the low, middle and high digits, bit d for digit d."""
    ends = [0, size // 3, size - size // 3, size]
    return [mask_of(range(one + 1, other + 1)) << 1 for one, other in pairwise(ends)]


def _residues(size: int, modulus: int) -> list[int]:
    return [mask_of(range(first or modulus, size + 1, modulus)) << 1 for first in range(modulus)]


def _line_kind(groups: list[Any], size: int) -> tuple[str, dict[str, int]]:
    """Return the kind and values of lines whose neighbours belong to different groups of digits, given as bit masks."""
    if size % 3 == 0 and set(map(str, groups)) == set(map(str, _thirds(size))):
        return "entropic", {}
    if len(groups) > 1 and set(map(str, groups)) == set(map(str, _residues(size, len(groups)))):
        return "modular", {"modulus": len(groups)}
    raise unsupported("lines with groups of digits")


def unheld(layout: Layout) -> list[Constraint]:
    """Return the further constraints of a layout that SudokuMaker's object cannot hold."""
    return [
        constraint for constraint in layout.further if constraint.is_open or not any(_rules_of(constraint, layout.size))
    ]


def written(layout: Layout) -> list[Rule]:
    """Convert the constraints of a layout to rules; lines and cages of a type share one rule."""
    rules: list[Rule] = []
    for constraint in layout.further:
        for rule in _rules_of(constraint, layout.size):
            listed = next((key for key in ("lines", "cages", "thermometers") if key in rule), "")
            rest = {key: value for key, value in rule.items() if key != listed}
            twin = next((other for other in rules if listed in other and rest.items() <= other.items()), None)
            if twin:
                twin[listed] += rule[listed]
            elif rule not in rules:
                rules.append(rule)
    return rules


def _rules_of(constraint: Constraint, size: int) -> Iterator[Rule]:
    """Yield the rules that express a constraint; nothing if SudokuMaker cannot express it."""
    values, cells = constraint.values, list(constraint.cells)
    if term := next((term for term in WORDS.values() if term.says(constraint)), None):
        yield from _written_term(term, constraint)
    elif constraint.kind in ("thermo", "slow-thermo"):
        slow = constraint.kind == "slow-thermo"
        yield {"type": THERMOMETERS, "thermometers": [cells], "slow": slow, "style": THERMOMETER}
    elif constraint.kind in ("entropic", "modular"):
        groups = _thirds(size) if constraint.kind == "entropic" else _residues(size, values["modulus"])
        yield {"type": LINE_GROUPS, "lines": [cells], "groups": groups, "style": LINE_STYLE}
    elif constraint.kind == "cage" and values["total"] is not None:
        yield {"type": CAGES, "cages": [{"value": values["total"], "cells": cells}], "style": BLACK_CAGE}
    elif constraint.kind == "cage" and len(cells) != size:
        yield {"type": DIFFERENT, "cells": cells, "style": GREY | {"offset": 0.1}}
    elif constraint.kind == "look-and-say":
        yield {"type": SAID, "cages": [{"value": values["clue"], "cells": cells}], "style": BLACK_CAGE}
    else:
        yield from _board_rules(constraint, size)


def _written_term(term: Term, constraint: Constraint) -> Iterator[Rule]:
    number, cells = term.sudokumaker, list(constraint.cells)
    if term.shape == MARKED:
        yield {"type": number, "cells": cells, "style": GREY if term.kind == "indexing" else GREY | {"size": 0.8}}
    elif number != LOCKOUT or constraint.values["difference"] == 4:
        difference = {"minDifference": constraint.values["difference"]} if number == WHISPERS else {}
        totals = {"singleRegionTotals": False} if constraint.kind == "region-sum" else {}
        style = ENDS if number in WITH_ENDS else LINE_STYLE
        yield {"type": number, "lines": [cells], **difference, **totals, "style": style}


def _board_rules(constraint: Constraint, size: int) -> Iterator[Rule]:
    """Yield the rule for a constraint on the whole board; nothing if SudokuMaker cannot express it."""
    values = constraint.values
    if constraint.kind == "global-entropy":
        yield {"type": GLOBAL_GROUPS, "groups": _thirds(size)}
    elif constraint.kind == "leaps" and set(values["pieces"]) <= {"knight", "king"}:
        yield from ({"type": KNIGHT if piece == "knight" else KING} for piece in values["pieces"])
    elif constraint.kind == "non-consecutive" and values["difference"] == 1:
        yield {"type": APART}
