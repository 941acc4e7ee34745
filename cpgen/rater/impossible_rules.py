"""Rules of a ladder that can never act on a layout, whatever the digits.

A rule is impossible in a house when easier rules always act first. For subsets that depends on the number of open
cells: in a house with k open cells, m cells have only m digits (naked) exactly when the other k − m digits have only
the other k − m cells (hidden), and both exclude the same candidates. So a subset of m is impossible there if an earlier
rule searches for the opposite subset of k − m. That subset exists: a puzzle with a solution has as many places as
digits, and if singles of the opposite kind come earlier, too, none of its members is a single any more.

The same duality holds for fish: if m lines have their places of a digit in m crossing lines, and k of each are open,
the other k − m crossing lines have theirs in the other k − m lines, and both exclude the same candidates.
"""

from __future__ import annotations

from collections.abc import Sequence

from cpgen.layout import Layout
from cpgen.messages import Message
from cpgen.rater.house_tables import RaterTables, rater_tables
from cpgen.rater.ladder import Ladder
from cpgen.rater.techniques import EVERY, NAMED
from cpgen.rater.techniques.fish import fish, x_wings
from cpgen.rater.techniques.singles import hidden_singles, hidden_singles_placed, naked_singles
from cpgen.rater.techniques.subsets import hidden_subsets, naked_subsets

HIDDEN = {
    technique.name: technique.size or 1
    for technique in EVERY
    if technique.search in (hidden_singles_placed, hidden_singles, hidden_subsets)
}
"""Number of digits of the subsets that hidden rules search for"""
NAKED = {
    technique.name: technique.size or 1 for technique in EVERY if technique.search in (naked_singles, naked_subsets)
}
"""Number of cells of the subsets that naked rules search for"""
FISH = {technique.name: technique.size or 2 for technique in EVERY if technique.search in (x_wings, fish)}
"""Number of lines of the fish without fins"""
SINGLES_IN_LINES = {"hidden-single-line", "hidden-single"}
"""Rules that find a digit with one place left in a row or a column"""
OF_CONSTRAINTS = (
    "clue_logic",
    "house_fillings",
    "digit_counts",
    "clue_chains",
    "clue_contradictions",
    "clue_forcing",
    "set_equations",
)
"""Families of the rules that need constraints besides houses"""
ON_OVERLAPS = ("locked-pair", "locked-triple", "empty-rectangle", "dual-empty-rectangle", "sue-de-coq")


def why_impossible(rule: str, ladder: Ladder, layout: Layout, opened: Sequence[int]) -> Message | None:
    """Return the reason why a rule can never act in the puzzles of a layout; None if there is no such reason.

    Args:
        rule: Name of the rule.
        ladder: Ladder with the rule; those before it may leave it nothing to find.
        layout: The board.
        opened: For each house, the largest number of its cells that are open in a puzzle.

    >>> ladder = Ladder.of({"hidden-single-region": 1, "x-wing": 2}.items())
    >>> why_impossible("x-wing", ladder, Layout.boxes(2, 2), [4] * 12) is None
    True
    """
    if missing := _what_is_missing(rule, layout):
        return missing
    # The first rule has no easier one before it.
    if rule == ladder.rules[0]:
        return None
    tables = rater_tables(layout)
    houses = houses_of(rule, tables)
    if rule not in HIDDEN | NAKED:
        return why_no_fish(rule, ladder, layout.size) if rule in FISH else None
    # Subsets: compare the open cells that a house can have with those that the rule needs.
    least = {house: least_open(rule, ladder, tables, house) for house in houses}
    if any(opened[house] >= least[house] for house in houses):
        return None
    most = max(opened[house] for house in houses)
    return Message("impossible-open", least=min(least.values()), most=most)


def _what_is_missing(rule: str, layout: Layout) -> Message | None:
    """Return a message about what a rule needs and the layout lacks; None if it lacks nothing.

    It may be constraints, houses that overlap, or regions.
    """
    tables = rater_tables(layout)
    if NAMED[rule].family in OF_CONSTRAINTS:
        return None if layout.further else Message("impossible-constraints")
    if rule in ON_OVERLAPS and not (tables.meeting >= 0).any():
        return Message("impossible-overlaps")
    return None if houses_of(rule, tables) else Message("impossible-regions")


def why_no_fish(rule: str, ladder: Ladder, size: int) -> Message | None:
    """Return the reason why a fish can never act on a board of side `size`; None if there is no such reason.

    The board may be too small, or rules for smaller fish may act first.
    """
    before = ladder.rules[: ladder.rules.index(rule)]
    sizes = {FISH[one] for one in before if one in FISH}
    if not SINGLES_IN_LINES.isdisjoint(before):
        sizes.add(1)
    if size <= FISH[rule]:
        return Message("impossible-lines", lines=FISH[rule], side=size)
    # Every opposite fish comes before it on the ladder.
    if sizes.issuperset(range(1, size - FISH[rule] + 1)):
        return Message("impossible-across", lines=size - FISH[rule])
    return None


def houses_of(rule: str, tables: RaterTables) -> set[int]:
    """Return the houses in which a rule may find something, by number.

    Those in which the first rule, Hidden Single, finds all singles are left out for later singles.
    """
    if rule == "locked-claiming" and not len(tables.regions):
        return set()
    houses = set(getattr(tables, NAMED[rule].houses or "everything").tolist())
    return houses - set(tables.placing.tolist()) if rule == "hidden-single-line" else houses


def least_open(rule: str, ladder: Ladder, tables: RaterTables, house: int) -> int:
    """Return the smallest number of open cells in a house with which a rule can find a subset there.

    With fewer open cells, rules before it on the ladder find the opposite subset first.
    """
    own, other = (HIDDEN, NAKED) if rule in HIDDEN else (NAKED, HIDDEN)
    before = ladder.rules[: ladder.rules.index(rule)]
    sizes = {other[one] for one in before if one in other and house in houses_of(one, tables)}
    # The smallest number of remaining cells whose opposite subset no earlier rule finds.
    rest = 1
    while 1 in sizes and rest in sizes:
        rest += 1
    return own[rule] + rest
