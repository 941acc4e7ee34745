"""Kinds and families of layouts, as text: names that similar boards share, for stores, searches and grade models."""

from __future__ import annotations

from cpgen.constraints import is_constraint_line
from cpgen.constraints.kind_table import KINDS
from cpgen.errors import InputError
from cpgen.layout import JIGSAW, PENTOMINO, Layout, jigsaw_kind
from cpgen.messages import shown
from cpgen.notation import split_unquoted, whole_number

ANY_KINDS = "*"
"""Placeholder for any kinds of constraints in the name of a family of layouts, as in `3x3+*`"""


def kind_of_spec(spec: str) -> str:
    """Return `Layout.kind` of a layout given as text, without parsing its constraints.

    >>> kind_of_spec("3x3+cage 15: r1c1 r1c2+cage 4: r2c1 r2c2")
    '3x3+cage'
    """
    base, *additions = split_unquoted(spec, "+")
    houses = [one for one in additions if one == "diagonals" or not is_constraint_line(one)]
    kinds = {one.replace(":", " ").split()[0] for one in additions if one not in houses}
    name = jigsaw_kind(len(base.split("/"))) if "/" in base else base
    return "+".join([name, *houses, *sorted(kinds)])


def read_kind(text: str) -> str:
    """Return the normal form of a kind of layout, which is `jigsaw 9`, `pentomino 5`, or the text of a layout.

    Raises:
        InputError: The text is neither a kind nor a layout.
    """
    base, plus, additions = text.strip().partition("+")
    word, blank, side = base.strip().lower().partition(" ")
    if not (blank and word in (JIGSAW, PENTOMINO)):
        return Layout.parse(text).spec
    size = whole_number(side.strip(), "the side of a board")
    if word != jigsaw_kind(size).split()[0]:
        raise InputError(f"{shown(base)} is not a kind of layout; boards of side {size} are {jigsaw_kind(size)!r}.")
    latin = Layout.parse(f"latin-{size}{plus}{additions}").spec
    return latin.replace(f"latin-{size}", jigsaw_kind(size), 1)


def read_family(text: str) -> str:
    """Return the normal form of a family: a kind of layout with kinds of constraints added, or `*` for any of them.

    >>> read_family("pentomino 5 + thermo + cage"), read_family("3x3+*"), read_family("3x3+leaps knight")
    ('pentomino 5+cage+thermo', '3x3+*', '3x3+leaps knight')

    Raises:
        InputError: The text is not of this form.
    """
    board, *additions = map(str.strip, split_unquoted(text, "+"))
    kinds = {one for one in additions if one in (ANY_KINDS, *KINDS)}
    others = (one for one in additions if one not in kinds)
    return "+".join([read_kind("+".join([board, *others])), *sorted(kinds)])
