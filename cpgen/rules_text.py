"""Rules of play in words: what the houses of a board, and the constraints on it, require of a solution."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from typing import Any

from cpgen.constraints.base import Constraint
from cpgen.constraints.geometry import diagonals, disjoint_groups
from cpgen.layout import Layout
from cpgen.notation import cell_name
from cpgen.translations import LANGUAGES, Translations, words_of

MOST_NAMED = 16
"""Largest number of cells that the name of a constraint lists; of more, some are left out"""


def rules_of(layouts: Collection[Layout], words: Translations, what: str, titled: bool = False) -> list[str]:
    """Return the rules of play on some boards in words, one sentence each, first those of houses.

    Args:
        layouts: The boards; rules of all of them are listed, each once.
        words: The texts of a language.
        what: Word for what is entered in cells, `digit` or `symbol`, in that language.
        titled: Begin the rules of constraints with the titles of their kinds.
    """
    sentences = [words("how.regions" if any(one.regions for one in layouts) else "how.latin", what=what)]
    if any(cells in diagonals(layout.size) for layout in layouts for cells in layout.extras):
        sentences.append(words("how.diagonals", what=what))
    if any(shaded_houses(layout) for layout in layouts):
        sentences.append(words("how.extras", what=what))
    if any(_has_disjoint_groups(layout) for layout in layouts):
        sentences.append(words("how.disjoint", what=what))
    further = (
        words("how.titled", title=title_of(one, words), rule=rule) if titled else rule
        for layout in layouts
        for one in layout.further
        for rule in rule_of(one, layout.size, words)
    )
    return sentences + list(dict.fromkeys(further))


def rules_of_variant(layout: Layout, words: Translations) -> list[str]:
    """Return the rules of play, a sentence each, on a board with constraints besides houses; [] for other boards."""
    return rules_of([layout], words, words("how.digit")) if layout.further else []


@lru_cache(maxsize=256)
def default_rules(layout: Layout, language: str) -> str:
    """Return the rules of play on a board with constraints besides houses, a line per sentence; "" for other boards."""
    return "\n".join(rules_of_variant(layout, words_of(language)))


def own_rules(text: str, layout: Layout) -> str:
    """Return the author's rules text of a puzzle, or "" if it is what cpgen writes for its board in some language."""
    written = text.strip()
    return "" if written in {default_rules(layout, language) for language in LANGUAGES} else written


def shaded_houses(layout: Layout) -> list[tuple[int, ...]]:
    """Return the extra houses that pictures shade: neither diagonals nor disjoint groups, which fill the board."""
    unshaded = {*diagonals(layout.size), *(disjoint_groups(layout.regions) if _has_disjoint_groups(layout) else ())}
    return [cells for cells in layout.extras if cells not in unshaded]


def _has_disjoint_groups(layout: Layout) -> bool:
    """Return True if the cells at each position of the regions form an extra house."""
    groups = disjoint_groups(layout.regions)
    return bool(groups) and {*groups} <= {*layout.extras}


def title_of(constraint: Constraint, words: Translations) -> str:
    """Return the title of a constraint: its own, or else that of its kind."""
    return constraint.title or words(f"constraints.{constraint.kind}.title")


def rule_of(constraint: Constraint, n: int, words: Translations) -> list[str]:
    """Return the sentences that say what a constraint requires on a board of side n.

    If the author of the constraint has written one, it replaces cpgen's sentences.
    """
    if own := constraint.said(words.language):
        return [own]
    numbers: dict[str, Any] = {"n": n, "low": n // 3, "high": n - n // 3 + 1}
    if options := [" ".join(rule for one in option for rule in rule_of(one, n, words)) for option in constraint.parted]:
        numbers["options"] = " / ".join(dict.fromkeys(options))
    return [
        words(f"constraints.{constraint.kind}.{part}", **{**constraint.values, **values, **numbers})
        for part, values in constraint.rule_parts
    ]


def name_of(constraint: Constraint, n: int, words: Translations) -> str:
    """Return the name of a constraint for use in a sentence, on a board of side n, as in `the cage of 15 at r1c1`.

    Of more than MOST_NAMED cells, only the first two and the last are named.
    """
    values = {key: value for key, value in constraint.values.items() if value is not None}
    names = [cell_name(cell, n) for cell in constraint.cells]
    if len(names) > MOST_NAMED:
        names = [*names[:2], "…", names[-1]]
    kind = f"constraints.{constraint.kind}.name"
    is_plain = len(values) < len(constraint.values) or not names
    if constraint.title:
        kind = f"constraints.{constraint.kind}.named"
    key = f"{kind}-plain" if is_plain and f"{kind}-plain" in words.texts else kind
    return words(key, **values, cell=names[0] if names else "", cells=words.listed(names) if names else "")
