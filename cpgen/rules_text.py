"""Rules of play in words: what the houses of a board, and each kind of constraint on it, ask for."""

from __future__ import annotations

from collections.abc import Collection

from cpgen.constraints.base import Constraint
from cpgen.constraints.geometry import diagonals
from cpgen.layout import Layout
from cpgen.translations import Translations


def rules_of(layouts: Collection[Layout], words: Translations, what: str) -> list[str]:
    """Return the rules of some boards, one sentence each, first those of houses.

    Args:
        layouts: The boards; rules of all of them are listed, each once.
        words: The texts of a language.
        what: What is entered, `digit` or `symbol`, in that language.
    """
    sentences = [words("how.regions" if any(one.regions for one in layouts) else "how.latin", what=what)]
    extras = [cells in diagonals(layout.size) for layout in layouts for cells in layout.extras]
    if True in extras:
        sentences.append(words("how.diagonals", what=what))
    if False in extras:
        sentences.append(words("how.extras", what=what))
    further = [rule_of(one, layout.size, words) for layout in layouts for one in layout.further]
    return sentences + list(dict.fromkeys(sentence for rule in further for sentence in rule))


def rule_of(constraint: Constraint, n: int, words: Translations) -> list[str]:
    """Return the sentences that say what a constraint asks for, on a board of side n."""
    numbers = {"n": n, "low": n // 3, "high": n - n // 3 + 1}
    return [
        words(f"constraints.{constraint.kind}.{part}", **{**constraint.values, **values, **numbers})
        for part, values in constraint.rule_parts
    ]
