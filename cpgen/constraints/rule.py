"""Rules that a person writes: an expression of the small language, where it holds, and how it is drawn.

    rule "a * b in (12, 18)" neighbours: r1c1 r1c2 r1c3
    rule "abs(a - b) != 1" everywhere diagonal

`expressions` is the language, `laws` says what it means for lists of cells and compiles it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from cpgen.constraints.base import GROUPS as GROUPS_FIELD
from cpgen.constraints.base import Board, Cells, Constraint
from cpgen.constraints.clue_text import Words, cells_text
from cpgen.constraints.compiled_laws import count_words
from cpgen.constraints.expressions import UNKNOWN
from cpgen.constraints.geometry import neighbours
from cpgen.constraints.laws import ALONG, CELLS, FORMS, GROUPS, NEIGHBOURS, PAIRS, Law, PlacesOf, law_of
from cpgen.constraints.ruled import ELSEWHERE, EVERYWHERE, SORTS, Ruled, one_spelling
from cpgen.constraints.shapes import (
    BLACK,
    INKS,
    LAVENDER,
    Disc,
    Label,
    Outline,
    Shade,
    Shape,
    Stroke,
    corner_label,
    edge,
    outside_label,
    path,
)
from cpgen.errors import InputError
from cpgen.messages import Message, shown

LINE, DOT, CAGE, SHADE, OUTSIDE, HIDDEN = LOOKS = ("line", "dot", "cage", "shade", "outside", "hidden")
COLOURS = {name: colour for colour, name in INKS.items()}
LONGEST_TEXT = 300
"""Most characters of a title, a label or a sentence"""
BREAKING = re.compile(r'["“”„＂#\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]')
"""Characters that a text in a line cannot have: quotes, the start of a comment, line ends and control characters"""
READ_UP_TO = 1000
"""Most numbers that are tried for one that a drawing leaves open"""


@dataclass(frozen=True)
class Rule(Ruled):
    """Constraint that is a rule in the small language.

    Attributes:
        expression: What must be true.
        form: What its names stand for, one of FORMS.
        groups: The list of cells, or several lists for the form `groups`.
        scope: Where it holds if not for listed cells, as in `everywhere rows` or `elsewhere orthogonal`.
        look: How it is drawn, one of LOOKS; empty for the usual way of its form.
        colour: Name of a colour of shapes.
        label: Text at the mark.
        title: What the rule is called; empty if it has no name.
        says: The rule as a sentence in English and Japanese, or in one language.
        open: The smallest and the largest number that `?` may stand for.
    """

    kind = "rule"
    cell_fields = (GROUPS_FIELD,)
    list_fields = ("says", "open")
    drawn = "line"
    needs_words = True
    by_hand = ("expression", "form", "title", "label", "cells")
    choices: ClassVar[Mapping[str, tuple[str, ...]]] = {"form": FORMS}
    expression: str
    form: str = NEIGHBOURS
    groups: tuple[Cells, ...] = ()
    scope: str = ""
    look: str = ""
    colour: str = ""
    label: str = ""
    title: str = ""
    says: tuple[str, ...] = ()
    open: tuple[int, ...] = ()

    @property
    def law(self) -> Law:
        """Law (expression with its form) that each list of cells must satisfy."""
        return law_of(self.expression, self.form)

    def read_from(self, grid: Sequence[int], board: Board) -> Constraint | None:
        """Return the rule, with its number read off a grid if that is open; None if no number fits.

        Of several numbers, it is the one that allows the fewest digits.
        """
        if not self.is_open:
            return self
        given = self._read(grid, board)
        fitting = [number for number in self._numbers(*given) if self.law.closed(number).holds(*given)]
        if not fitting:
            return None
        closed = [self._with_number(number) for number in fitting]
        n = board.size
        return closed[0] if len(closed) == 1 else min(closed, key=lambda one: count_words([*one.decompose(board)], n))

    def _with_number(self, number: int) -> Rule:
        law = self.law.closed(number)
        label, *says = (text.replace("?", str(number)) for text in (self.label, *self.says))
        return replace(self, expression=law.text, open=(), label=label, says=tuple(says))

    def _numbers(self, digits: Sequence[Sequence[int]], n: int, places: Sequence[PlacesOf]) -> Sequence[int]:
        """Return the values to try for the open number `?` of the rule, for lists of cells with these digits.

        They are those near the other side of a comparison, or else all from the least to the most. `places` has the
        rows, columns and regions of the cells of each list, `n` is the side of the board.
        """
        least, most = self.open or (0, READ_UP_TO)
        span = range(least, min(most, least + READ_UP_TO) + 1)
        values = self.law.compared(digits, n, places)
        if values is None:
            return span
        near = {int(value) + more for value in values for more in (-1, 0, 1)}
        return [number for number in sorted(near) if number in span]

    def require_fits(self, board: Board) -> None:
        """Raise InputError unless the rule fits the board, and its texts can be written on one line."""
        require_look(self.look, self.colour, (self.label, self.title, *self.says))
        if self.open and not (len(self.open) == 2 and self.open[0] <= self.open[1]):
            raise InputError(Message("constraint-value", kind=self.kind, key="open", value=str(self.open)))
        super().require_fits(board)

    def _with_groups(self, groups: tuple[Cells, ...]) -> Rule:
        return Rule(one_spelling(self.law), self.form, groups, self.scope, open=self.open)

    @classmethod
    def parse(cls, words: Words) -> Constraint:
        """Parse the expression in quotes, the form or the scope, the look and the texts, then the cells."""
        found: dict[str, Any] = {"expression": words.quoted()}
        if found["expression"] is None:
            raise InputError(Message("rule-quotes"))
        if form := words.any_of(FORMS):
            found["form"] = form
        if how := words.any_of((EVERYWHERE, ELSEWHERE)):
            found["scope"] = f"{how} {words.word(SORTS)}"
        if words.next_is("as"):
            found["look"] = words.any_of(LOOKS) or ""
            found["colour"] = words.any_of(tuple(COLOURS)) or ""
            found["label"] = words.quoted() or ""
        if words.next_is("named"):
            found["title"] = words.quoted() or ""
        if words.next_is("says"):
            found["says"] = tuple(iter(words.quoted, None))
        if words.next_is("open"):
            found["open"] = words.span()
        if "scope" not in found:
            found["groups"] = words.groups()
        return cls._made(_with_form(found))

    def text(self, size: int) -> str:
        """Return the line of text that `parse` reads."""
        parts = ["rule", _quoted(self.expression)]
        if not self.scope or self.form != usual_form(self.expression, self.scope):
            parts.append(self.form)
        parts += [self.scope] if self.scope else []
        if self.look or self.colour or self.label:
            parts += ["as", self.look, self.colour, _quoted(self.label) if self.label else ""]
        parts += ["named", _quoted(self.title)] if self.title else []
        parts += ["says", *map(_quoted, self.says)] if self.says else []
        parts += ["open", "-".join(map(str, self.open))] if self.open else []
        head = " ".join(filter(None, parts))
        return head if self.scope else f"{head}: {cells_text(self.groups, size)}"

    def as_json(self, size: int) -> dict[str, Any]:
        """Return the rule as a JSON object, without empty fields."""
        found = {key: value for key, value in super().as_json(size).items() if value not in ("", [], ())}
        if len(self.groups) == 1:
            found["cells"] = found.pop(GROUPS_FIELD)[0]
        return found

    @classmethod
    def from_json(cls, data: Mapping[str, Any], size: int) -> Constraint:
        """Return the rule of a JSON object; a list of cells may be given as `cells`."""
        if "cells" in data and GROUPS_FIELD not in data:
            data = {**{key: value for key, value in data.items() if key != "cells"}, GROUPS_FIELD: [data["cells"]]}
        return super().from_json(data, size)

    @classmethod
    def _made(cls, found: Mapping[str, Any]) -> Constraint:
        return super()._made(_with_form({key: value for key, value in found.items() if value is not None}))

    @property
    def rule_parts(self) -> tuple[tuple[str, Mapping[str, Any]], ...]:
        """Definitions of the names, the expression and the scope as sentences, as in `Constraint.rule_parts`."""
        where = self.scope.replace(" ", "-")
        return ((self.form, {}), *([(where, {})] if where else []))

    def said(self, language: str) -> str:
        """Return the author's sentence in a language, or else in the other one; "" if there is none."""
        return self.says[-1 if language == "ja" else 0] if self.says else ""

    def shapes(self, board: Board) -> Iterable[Shape]:
        """Return the shapes to draw, according to the rule's look."""
        look = self.look or self._usual_look(board.size)
        if self.scope or look == HIDDEN:
            return
        colour, n, label = COLOURS.get(self.colour, LAVENDER), board.size, self.label or _number_of(self.law)
        for cells in self.groups:
            if look == DOT:
                at = edge((cells[0], cells[-1]), n)
                yield Disc(at, 0.17, fill=colour, outline=BLACK, over=True)
                yield from [Label(at, label, size=min(0.22, 0.44 / len(label)))] if label else ()
                continue
            if look == OUTSIDE:
                yield from [outside_label(cells, n, label)] if label and len(cells) > 1 else ()
                continue
            if look == LINE:
                yield Stroke(path(cells, n), width=0.14, colour=colour, dashed=True)
            elif look == CAGE:
                yield Outline(tuple(dict.fromkeys(cells)), inset=0.1, colour=colour if self.colour else BLACK)
            else:
                yield Shade(cells, colour)
            yield from [corner_label(cells[0], n, label)] if label else ()

    def _usual_look(self, n: int) -> str:
        if self.form in (NEIGHBOURS, ALONG):
            is_edge = len(self.cells) == 2 and self.cells[1] in neighbours(self.cells[0], n)
            return DOT if is_edge else LINE
        return CAGE


def require_look(look: str, colour: str, texts: Iterable[str]) -> None:
    """Raise InputError unless look and colour are known, or empty, and the texts can be written on one line."""
    for word, known in (look, LOOKS), (colour, tuple(COLOURS)):
        if word and word not in known:
            raise InputError(Message("constraint-word", found=shown(str(word)), choices=known))
    for text in texts:
        if not isinstance(text, str) or len(text) > LONGEST_TEXT or BREAKING.search(text):
            raise InputError(Message("rule-text", text=shown(str(text)), most=LONGEST_TEXT))


def _quoted(text: str) -> str:
    return f'"{text}"'


def _with_form(found: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a rule with the usual form of its expression, if they have none."""
    if "form" in found or not isinstance(found.get("expression"), str):
        return found
    return {**found, "form": usual_form(found["expression"], found.get("scope", ""))}


def usual_form(expression: str, scope: str) -> str:
    """Return the form that an expression has if none is stated, by the names it uses and its scope."""
    if ";" in expression:
        return ALONG
    try:
        Law(expression, CELLS)
    except InputError:
        return PAIRS if scope.endswith(("regions", "2x2", "board")) else NEIGHBOURS
    return CELLS


def _number_of(law: Law) -> str:
    """Return the number that a law compares with, as text, such as 12 in `a * b == 12`; it is shown on the mark."""
    tree = None if law.form in (ALONG, GROUPS) else law.expressions[0].tree
    match tree:
        case ast.Compare(left=left, ops=[ast.Eq()], comparators=[right]):
            for side in (left, right):
                if isinstance(side, ast.Constant) and side.value:
                    return str(side.value)
                if isinstance(side, ast.Name) and side.id == UNKNOWN:
                    return "?"
    return ""
