"""Styles: what to draw on a board, read from `models/styles/` or from a TOML file of the user.

A style file has a title and a table `[[draw]]` for each element: a kind of constraint, how many of them, how long they
are. Numbers are meant for a board of side 9, or of the side that the file names, and are scaled to other boards.
"""

from __future__ import annotations

import os.path
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from math import ceil
from pathlib import Path
from typing import Any

from cpgen import resources
from cpgen.constraints import class_of, is_constraint_line
from cpgen.constraints.base import OPEN
from cpgen.constraints.kind_table import HOUSE_KINDS
from cpgen.constraints.own_kinds import OwnKind, own_kind, own_kinds
from cpgen.constraints.rule import DOT, OUTSIDE, SHADE
from cpgen.difficulty.target import ANY, Span, span_of
from cpgen.difficulty.toml_errors import TomlError, TomlTable, read_toml
from cpgen.drawings.mark_places import PLACES
from cpgen.drawings.random_lines import CONDITIONS
from cpgen.errors import InputError
from cpgen.files import decoded
from cpgen.messages import Message, shown
from cpgen.schema import FieldError
from cpgen.suggestions import name_hint, one_of
from cpgen.symmetry.square import SYMMETRIES
from cpgen.synonyms import name_for

CAGE = "cage"
DRAWN = (CAGE, *CONDITIONS, *PLACES)
"""Kinds of constraints that can be drawn at random"""
MARK_KINDS = {DOT: "white", OUTSIDE: "skyscraper"}
"""For kinds of the user that are marks: the shipped kind at whose places they are drawn, by how they look"""
SHOWN = {"dot?": "dots", "white": "white", "black": "black", "xv": "xv"}
"""Kinds of marks that can all be shown, with the word for them in the rule that says so"""
ELEMENT_KEYS = ("kind", "line", "count", "length", "values", "needed", "one_cell")
STYLE_KEYS = ("title", "japanese", "symmetry", "givens", "side", "draw")
MOST = 1000
"""Greatest number that a style may have in any place"""


@dataclass(frozen=True)
class Element:
    """Part of a style: constraints of a kind to draw at random, or a fixed line of text such as `leaps knight`.

    Attributes:
        kind: Kind of constraint, one of `DRAWN`; empty if the element is a line.
        line: A constraint that is part of the drawing as it is written.
        count: Number of constraints; an open span stands for all places, or as many as fit.
        length: Number of cells of each.
        values: Fields of the constraints with their values; fields that are left out are open, or have their defaults.
        needed: True if only those constraints are kept that the puzzle needs.
        one_cell: Most cages of one cell.
        exact: Names of the attributes that are not scaled with the side of the board.
        own: The definition of `kind` if it is a kind of the user: whether it is a line, a mark or a cage, for example.
    """

    kind: str = ""
    line: str = ""
    count: Span = ANY
    length: Span = ANY
    values: tuple[tuple[str, Any], ...] = ()
    needed: bool = False
    one_cell: int = 0
    exact: frozenset[str] = frozenset()
    own: OwnKind | None = None

    @property
    def is_cage(self) -> bool:
        """True if the constraints of the element are cages, or drawn like cages."""
        return self.own.drawn in (CAGE, SHADE) if self.own else self.kind == CAGE

    @property
    def is_mark(self) -> bool:
        """True if the constraints of the element are marks, on borders or corners, in cells or outside the board."""
        return self.mark_kind in PLACES

    @property
    def mark_kind(self) -> str:
        """The shipped kind of mark at whose places the element's marks are drawn."""
        return MARK_KINDS.get(self.own.drawn, "") if self.own else self.kind

    @property
    def is_line(self) -> bool:
        """True if the constraints of the element are lines through cells."""
        return not (self.is_cage or self.is_mark) if self.own else self.kind in CONDITIONS

    def values_on(self, n: int) -> dict[str, Any]:
        """Return the values of the constraints on a board of side n, by field.

        The differences of whispers and lockout lines, and the total of sum lines, are those that play on a board of
        side n the part of 5, 4 and 10 on one of side 9.
        """
        usual = {
            "whisper": {"difference": (n + 1) // 2},
            "lockout": {"difference": n // 2},
            "sum-line": {"total": n + 1},
        }
        if self.own:
            needed = [parameter.name for parameter in self.own.parameters if parameter.default is None]
            return dict.fromkeys(needed, OPEN) | dict(self.values)
        return {**open_values(self.kind), **usual.get(self.kind, {}), **dict(self.values)}


def open_values(kind: str) -> dict[str, Any]:
    """Return the fields of a kind that a drawing leaves open, such as the sum of a cage, each with the value OPEN."""
    cls = class_of(kind)
    values = (field for field in fields(cls) if field.name not in cls.cell_fields)  # type: ignore[arg-type]
    return {field.name: OPEN for field in values if not isinstance(field.default, int)}


@dataclass(frozen=True)
class Style:
    """Style of random drawings: elements to draw on a board.

    `str(style)` is what `style_named` reads: names or paths of files, joined by a plus.

    Attributes:
        name: Name of the file, without its extension.
        title: Title in English.
        japanese: Title in Japanese.
        elements: What is drawn, in this order.
        symmetry: Symmetry of the drawing, a name of `SYMMETRIES`.
        givens: Number of given digits that a puzzle may have.
        side: Side of the board that counts and lengths are meant for.
        file: Path of the file, if the style is not a shipped one; of several styles, what joins them.
    """

    name: str
    title: str
    japanese: str
    elements: tuple[Element, ...]
    symmetry: str = "none"
    givens: Span = ANY
    side: int = 9
    file: str = field(default="", compare=False)

    def __str__(self) -> str:
        return self.file or self.name

    def with_shortest_lines(self) -> Style:
        """Return a copy of the style whose lines are as short as this one allows."""
        lines = [replace(element, length=Span(element.length.least, element.length.least)) for element in self.elements]
        elements = [line if element.is_line else element for element, line in zip(self.elements, lines, strict=True)]
        return replace(self, elements=tuple(elements))

    def with_options(
        self,
        *,
        cages: Span | None = None,
        length: Span | None = None,
        elements: Span | None = None,
        all_shown: bool = False,
        one_cell: int | None = None,
        symmetry: str | None = None,
    ) -> Style:
        """Return a copy of the style in which the given options replace its own values.

        Args:
            cages: Number of cells of a cage.
            length: Number of cells of a line.
            elements: Number of constraints of the only kind that is drawn.
            all_shown: Draw all marks that a grid has, and say so in the rules.
            one_cell: Most cages of one cell.
            symmetry: Symmetry of the drawing.

        Raises:
            InputError: An option is about something that the style does not draw.
        """
        style = self
        if symmetry:
            if symmetry not in SYMMETRIES:
                raise one_of(list(SYMMETRIES), symmetry, "a symmetry")
            style = replace(style, symmetry=symmetry)
        if cages not in (None, ANY):
            style = _changed(style, "style-no-cages", lambda element: element.is_cage, length=cages, exact="length")
        if one_cell is not None:
            style = _changed(style, "style-no-one-cell", lambda element: element.kind == CAGE, one_cell=one_cell)
        if length not in (None, ANY):
            style = _changed(style, "style-no-length", lambda element: element.is_line, length=length, exact="length")
        if elements not in (None, ANY):
            if len({element.kind for element in style.elements if element.kind}) > 1:
                raise InputError(Message("style-many-kinds", style=self.name))
            style = _changed(style, "style-no-elements", lambda item: bool(item.kind), count=elements, exact="count")
        return _with_all_shown(style) if all_shown else style


def _changed(style: Style, error: str, concerns: Callable[[Element], bool], exact: str = "", **changes: Any) -> Style:
    """Return a copy of a style with the elements changed for which `concerns` is True.

    Args:
        style: The style.
        error: Key of the message of the InputError that is raised if there is no such element.
        concerns: Returns True for the elements to change.
        exact: Name of a changed attribute that is meant for the board as it is, so it is not scaled to another side.
        changes: New values of attributes of `Element`.
    """
    if not any(map(concerns, style.elements)):
        raise InputError(Message(error, style=style.name))
    changed = [
        replace(element, **changes, exact=element.exact | {exact}) if concerns(element) else element
        for element in style.elements
    ]
    return replace(style, elements=tuple(changed))


def _with_all_shown(style: Style) -> Style:
    """Return a copy of a style that draws all marks a grid has, and has the rules that say so."""
    marks = [element for element in style.elements if element.kind in SHOWN]
    if not marks:
        raise InputError(Message("style-no-all-shown", style=style.name))
    rules = [Element(line=f"all {SHOWN[element.kind]} shown") for element in marks]
    elements = [
        replace(element, needed=False, count=ANY) if element in marks else element for element in style.elements
    ]
    return replace(style, elements=(*elements, *(rule for rule in rules if rule not in elements)))


@lru_cache
def shipped_style(name: str) -> Style:
    """Return the style of the file with this name in `models/styles/`."""
    return read_style(name, resources.text("styles", name))


def style_named(text: str) -> Style:
    """Return the shipped style with a name, or with a title in English or Japanese, else the one in a TOML file.

    Names joined by a plus, as in `killer+thermo`, are drawn on one board, each with its share of lines and marks.

    Raises:
        InputError: There is no such style or file, or the file has an error; the sentence says where.
    """
    return _together([_style_named(text)] if os.path.isfile(text) else map(_style_named, _parts(text)))


def shipped_styles(text: str) -> Style:
    """Return the shipped style with a name or title, or several, as in `killer+thermo`; read no other file.

    Raises:
        FieldError: There is no such style; the error is about the field `kind`.
    """

    def named(part: str) -> Style:
        if style := _shipped(part):
            return style
        hint = name_hint(resources.names("styles"), part)
        raise FieldError("kind", Message("not-value", word=shown(part), hint=hint))

    return _together(map(named, _parts(text)))


def _parts(text: str) -> list[str]:
    return [part.strip() for part in text.split("+") if part.strip()] or [text]


def _together(styles: Iterable[Style]) -> Style:
    """Return one style with the elements of all different ones among some."""
    different = {str(style): style for style in styles}
    return next(iter(different.values())) if len(different) == 1 else _joined(list(different.values()))


def _shipped(text: str) -> Style | None:
    """Return the shipped style of one name, title or synonym, or None if there is none."""
    word = text.strip().casefold()
    for style in map(shipped_style, resources.names("styles")):
        if word in (style.name, style.title.casefold(), style.japanese.casefold()):
            return style
    return shipped_style(meant) if (meant := name_for(text, "styles")) else None


def _style_named(text: str) -> Style:
    """Return the style of one name, title or file."""
    if style := _shipped(text):
        return style
    path = Path(text)
    try:
        return replace(read_style(path.stem, decoded(path.read_bytes())), file=text)
    except UnicodeDecodeError as error:
        raise InputError(Message("style-not-text", path=shown(text))) from error
    except (OSError, ValueError) as error:
        if path.suffix or len(path.parts) > 1:  # meant as a file
            why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            raise InputError(Message("style-no-file", path=shown(text), why=why)) from error
        raise one_of(resources.names("styles"), text, "a style") from error


def _joined(styles: Sequence[Style]) -> Style:
    """Return one style with the elements of several; those without a number come last, for the room that is left."""
    first, *others = styles
    for other in others:
        if other.side != first.side:
            raise InputError(Message("styles-sides", first=first.name, other=other.name))
    elements = dict.fromkeys(_share(element, len(styles)) for style in styles for element in style.elements)
    least = min(style.givens.within(0, MOST)[0] for style in styles)
    mosts = [style.givens.most for style in styles]
    return Style(
        name="+".join(style.name for style in styles),
        title=" + ".join(style.title for style in styles),
        japanese="＋".join(style.japanese for style in styles),
        elements=tuple(sorted(elements, key=lambda element: element.count == ANY)),
        symmetry=first.symmetry if all(style.symmetry == first.symmetry for style in others) else "none",
        givens=Span(least, None if None in mosts else max(most for most in mosts if most is not None)),
        side=first.side,
        file="+".join(map(str, styles)),
    )


def _share(element: Element, styles: int) -> Element:
    """Return an element with its number of constraints divided by the number of styles on the board."""
    return replace(element, count=Span(*(end and ceil(end / styles) for end in element.count)))


def text_of(style: Style) -> str:
    """Return the text of a style's TOML file, or of the files of the styles that it joins."""
    texts = (
        decoded(Path(name).read_bytes()) if name not in resources.names("styles") else resources.text("styles", name)
        for name in ([str(style)] if os.path.isfile(str(style)) else str(style).split("+"))
    )
    return "\n".join(texts)


def read_style(name: str, text: str) -> Style:
    """Parse a style in TOML; raises InputError naming the wrong part."""
    return read_toml(f"The style {name}", text, lambda data: _read_style(name, data))


def _read_style(name: str, data: dict[str, Any]) -> Style:
    whole = TomlTable("the style", data, STYLE_KEYS)
    title = whole.text("title", name)
    elements = tuple(_read_element(table) for table in whole.tables("draw", "element", ELEMENT_KEYS))
    if not elements:
        raise whole.error("draw", "'draw' of the style must be a list of one [[draw]] or more.")
    return Style(
        name=name,
        title=title,
        japanese=whole.text("japanese", title),
        elements=elements,
        symmetry=whole.choice("symmetry", ("none", *SYMMETRIES)),
        givens=_read_span(whole, "givens"),
        side=whole.whole("side", 9, 2, 100),
    )


def _read_element(table: TomlTable) -> Element:
    kind, line = table.text("kind", ""), table.text("line", "")
    if kind in HOUSE_KINDS and not line:
        kind, line = "", kind
    if bool(kind) == bool(line):
        raise table.error("kind", f"{table.what[0].upper()}{table.what[1:]} must have either a kind or a line.")
    if line:
        for key in table.data:
            if key not in ("kind", "line"):
                raise table.error(key, f"{table.name_of(key)} is only for elements of a kind, not for a line.")
        if not is_constraint_line(line):
            raise table.error("line", f"{table.name_of('line')} must be a constraint, but is {shown(line)}.")
        return Element(line=line)
    own = own_kind(kind)
    if kind not in DRAWN and (own is None or own.scope):
        known = [*DRAWN, *(name for name, own_name in own_kinds().items() if not own_name.scope)]
        raise table.error("kind", one_of(known, kind, "a kind of constraint that can be drawn at random"))
    if kind != CAGE and "one_cell" in table:
        raise table.error("one_cell", f"{table.name_of('one_cell')} is only for cages.")
    if kind in PLACES and "length" in table:
        raise table.error("length", f"{table.name_of('length')} is only for cages and lines.")
    return Element(
        kind=kind,
        count=_read_span(table, "count"),
        length=_read_span(table, "length"),
        values=_read_values(table, kind, own),
        needed=_read_flag(table, "needed"),
        one_cell=table.whole("one_cell", 0, 0, MOST),
        own=own,
    )


def _read_span(table: TomlTable, key: str) -> Span:
    """Read a span from a TOML table: a number, or a range in quotes."""
    if key not in table:
        return ANY
    value = table.data[key]
    try:
        if isinstance(value, bool) or not isinstance(value, int | str):
            raise table.invalid(key, 'a number or a range such as "4..6"', value)
        span = span_of(value)
    except TomlError:
        raise
    except InputError as error:
        raise table.error(key, error) from error
    if max(span.within(0, 0)) > MOST:
        raise table.invalid(key, f"a number up to {MOST}, or a range", value)
    return span


def _read_flag(table: TomlTable, key: str) -> bool:
    value = table.data.get(key, False)
    if not isinstance(value, bool):
        raise table.invalid(key, "true or false", value)
    return value


def _read_values(table: TomlTable, kind: str, own: OwnKind | None) -> tuple[tuple[str, Any], ...]:
    """Read the values of an element's constraints from a TOML table, as pairs of a field's name and its value.

    `own` is the user's kind of constraint, if `kind` names one.
    """
    if own:
        known = tuple(field_.name for field_ in own.parameters)
    else:
        cls = class_of(kind)
        known = tuple(field_.name for field_ in fields(cls) if field_.name not in cls.cell_fields)  # type: ignore[arg-type]
    data = table.data.get("values", {})
    if data and not known:
        raise table.error("values", f"A constraint of the kind {kind} has no values.")
    values = TomlTable(f"the values of {kind}", data, known, (*table.path, "values"))
    for key, value in values.data.items():
        if value != OPEN and (isinstance(value, bool) or not isinstance(value, int)):
            raise values.invalid(key, f"a whole number or {OPEN!r}", value)
    return tuple(sorted(values.data.items()))
