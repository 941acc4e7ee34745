"""Endpoints for drawing constraints: the kinds as data, and what constraints look like on a board."""

from __future__ import annotations

import re
from dataclasses import MISSING, Field, fields
from functools import cache
from typing import Any, Literal, get_args, get_type_hints

from msgspec import UNSET, structs

from cpgen.answers.answer_base import joined, stated
from cpgen.constraints import EXAMPLE, class_of, constraint_from_json
from cpgen.constraints.base import GROUPS, Constraint
from cpgen.constraints.house import House
from cpgen.constraints.kind_table import HOUSE_KINDS, KINDS
from cpgen.constraints.laws import GROUPS as COMPARED
from cpgen.constraints.own_kinds import OwnKind, own_kinds, shipped_kinds
from cpgen.constraints.rule import Rule
from cpgen.errors import InputError
from cpgen.layout import Layout
from cpgen.messages import Message, shown
from cpgen.rules_text import name_of
from cpgen.schema import FieldError
from cpgen.synonyms import words_for_kind
from cpgen.translations import LANGUAGES, words_of
from cpgen.web.glyphs import glyph_of, sign
from cpgen.web.play import picture_of, rules_in_languages
from cpgen.web.puzzles import layout_of
from cpgen.web.records.drawing_answers import (
    ConstraintKind,
    ConstraintValue,
    DrawingRecord,
    DrawnConstraint,
    DrawnProblem,
)
from cpgen.web.records.request_records import DrawingRequest

HOUSES = {
    "diagonals": ConstraintValue(name="cells", type="word", choices=("", "down", "up"), default=""),
    "windoku": None,
    "disjoint": None,
    "extra": None,
}
"""The value of each kind of extra houses"""
PARAMETER = re.compile(r"\{\w+\}")
"""A parameter in the label of a kind in a file"""


@cache
def kinds_of_constraints() -> tuple[ConstraintKind, ...]:
    """Return all kinds of constraints, those of houses last, with what a page needs to draw them."""
    drawn = (cls for cls in map(class_of, KINDS) if cls.has_tool)
    kinds = (structs.replace(one, glyph=glyph_of(one)) for one in (*map(_kind, drawn), *map(_house_kind, HOUSE_KINDS)))
    return (*kinds, *map(tool_of, shipped_kinds().values()))


def tool_of(kind: OwnKind) -> ConstraintKind:
    """Describe a user's own kind of constraint for a page, which makes a drawing tool of it.

    The kind must be in use (see `use_kinds`), because its glyph is the picture of a constraint of this kind.
    """
    of_groups = kind.form == COMPARED
    # The first number without a default is the one whose value a setter may leave open.
    opened = next((one for one in kind.parameters if one.default is None), None)
    numbers = (
        ConstraintValue(
            name=one.name,
            type="number",
            open=one is opened,
            default=UNSET if one is opened else one.least if one.default is None else one.default,
        )
        for one in kind.parameters
    )
    found = ConstraintKind(
        kind=kind.name,
        title={language: kind.japanese if language == "ja" else kind.title for language in LANGUAGES},
        synonyms={"en": kind.synonyms, "ja": ()},
        drawn=kind.gesture,
        cells=() if kind.scope else (GROUPS,) if of_groups else ("cells",),
        least=2 if of_groups else kind.fewest_cells,
        values=tuple(numbers),
    )
    signed = sign(PARAMETER.sub("", kind.label)) if kind.look == "cage" else ""
    return structs.replace(found, glyph=glyph_of(found, signed))


def _kind(cls: type[Constraint]) -> ConstraintKind:
    title = {language: words_of(language)(f"constraints.{cls.kind}.title") for language in LANGUAGES}
    values = [one for one in fields(cls) if one.name not in cls.cell_fields]  # type: ignore[arg-type]
    cells = cls.cell_fields
    if cls.by_hand:
        values, cells = [one for one in values if one.name in cls.by_hand], ("cells",)
    types = get_type_hints(cls)
    return ConstraintKind(
        kind=cls.kind,
        title=title,
        synonyms=words_for_kind(cls.kind),
        drawn=cls.drawn,
        cells=cells,
        least=2 if GROUPS in cells else cls.least,
        values=tuple(_value(cls, one, get_args(types[one.name]) or (types[one.name],)) for one in values),
    )


def _value(cls: type[Constraint], one: Field[Any], parts: tuple[Any, ...]) -> ConstraintValue:
    """Describe a parameter of a kind of constraint: its type, choices and default.

    `one` is its field in the class of the constraint; `parts` are the members of the field's union type.
    """
    is_list, choices = one.name in cls.list_fields, cls.choices.get(one.name, ())
    type_: Literal["number", "digits", "word", "words", "text"]
    if choices:
        type_ = "words" if is_list else "word"
    else:
        type_ = "digits" if is_list else "text" if str in parts else "number"
    return ConstraintValue(
        name=one.name,
        type=type_,
        choices=choices,
        open=one.name in cls.values_left_open(),
        optional=type(None) in parts,
        default=UNSET if one.default is MISSING else one.default,
    )


def _house_kind(kind: str) -> ConstraintKind:
    title = {language: words_of(language)(f"constraints.{kind}.title") for language in LANGUAGES}
    value = HOUSES[kind]
    is_extra = kind == "extra"
    return ConstraintKind(
        kind=kind,
        title=title,
        synonyms=words_for_kind(kind),
        drawn="cells" if is_extra else "board",
        cells=("cells",) if is_extra else (),
        least=1,
        values=(value,) if value else (),
    )


def drawing(request: DrawingRequest) -> DrawingRecord:
    """Return constraints as text and as objects, the picture of a board with them, and what is wrong with each."""
    base = layout_of(request.layout) or Layout.default(9)
    layout, drawn = base, []
    for given in request.constraints:
        if not isinstance(given, str | dict):
            raise FieldError("constraints", Message("constraint-object", value=shown(repr(given)), example=EXAMPLE))
        try:
            found = constraint_from_json(given, base.size, base.regions)
        except InputError as error:
            drawn.append(_unreadable(given, error.message))
            continue
        problem: Message | str | None = None
        warning: Message | None = None
        again = next((one for one in found if one in layout.further), None)
        # A wrong constraint is reported and left out, so that a page can still show the others.
        try:
            if again:
                warning = Message("constraint-twice", line=shown(again.text(base.size)))
            else:
                layout = layout.with_constraints(*found)
        except InputError as error:
            problem = error.message
        one = _drawn(given, found, base, problem)
        drawn.append(structs.replace(one, warning=DrawnProblem(**stated(warning)) if warning else None))
    return joined(
        DrawingRecord,
        picture_of(layout, request.cosmetics),
        spec=layout.spec,
        is_open=any(one.is_open for one in layout.further),
        constraints=tuple(drawn),
        rules=rules_in_languages(layout),
    )


def _unreadable(constraint: object, problem: Message | str) -> DrawnConstraint:
    line = constraint if isinstance(constraint, str) else ""
    name = dict.fromkeys(LANGUAGES, line)
    wrong = DrawnProblem(**stated(problem))
    return DrawnConstraint(line=line, given={}, cells=(), name=name, problem=wrong, ranges={})


def _drawn(constraint: object, found: list[Constraint], base: Layout, problem: Message | str | None) -> DrawnConstraint:
    """Return the record of a constraint, or of the houses that a word such as `windoku` stands for.

    Args:
        constraint: The constraint as it was sent, a line of text or an object.
        found: The constraint or the houses that it was parsed to.
        base: The board.
        problem: Reason why it does not fit the board, or None.
    """
    n = base.size
    houses = [one for one in found if isinstance(one, House)]
    cells = tuple(dict.fromkeys(cell for one in found for cell in one.cells))
    wrong = None if problem is None else DrawnProblem(**stated(problem))
    if houses:
        line, data = _house_text(constraint), _house_object(constraint, n, houses)
        title = f"constraints.{data['kind']}.title"
        name = {language: words_of(language)(title) for language in LANGUAGES}
        return DrawnConstraint(line=line, given=data, cells=cells, name=name, problem=wrong, ranges={})
    (one,) = found
    name = {language: name_of(one, n, words_of(language)) for language in LANGUAGES}
    ranges = {key: span for key, span in one.ranges(base).items() if span[0] <= span[1]}
    given = one.as_json(n)
    if isinstance(one, Rule) and (made := _kind_in(one)):
        kind, values = made
        given = {"kind": kind.name, **values, **{key: given[key] for key in ("cells", GROUPS) if key in given}}
        ranges = {number.name: (number.least, number.most) for number in kind.parameters}
    return DrawnConstraint(line=one.text(n), given=given, cells=cells, name=name, problem=wrong, ranges=ranges)


def _kind_in(rule: Rule) -> tuple[OwnKind, dict[str, Any]] | None:
    """Return the user's own kind of which a rule was made, and its values by name; None if no such kind is in use."""
    found = ((kind, kind.values_in(rule)) for kind in own_kinds().values() if kind.title == rule.title)
    return next(((kind, values) for kind, values in found if values is not None), None)


def _house_text(constraint: Any) -> str:
    """Return the line of text of extra houses that were sent as a line or as an object."""
    if isinstance(constraint, str):
        return " ".join(constraint.split())
    cells = constraint.get("cells", "")
    names = " ".join(cells) if isinstance(cells, list) else cells
    return f"{constraint['kind']} {names}".strip()


def _house_object(constraint: Any, n: int, houses: list[House]) -> dict[str, Any]:
    """Return extra houses, sent as a line or an object, as an object for JSON with `kind` and, if any, `cells`."""
    kind, _, rest = _house_text(constraint).replace(":", " ").partition(" ")
    if kind.lower() == "extra":
        return {"kind": "extra", "cells": [name for house in houses for name in house.as_json(n)["cells"]]}
    return {"kind": kind.lower(), **({"cells": rest.strip()} if rest.strip() else {})}
