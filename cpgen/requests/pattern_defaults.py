"""Default symmetry and number of clues of random patterns."""

from __future__ import annotations

from cpgen.layout import Layout


def region_count(layout: Layout) -> int:
    """Return the number of regions; 0 on a Latin square."""
    return layout.size if layout.regions else 0


def default_symmetry(layout: Layout) -> str:
    """Return the symmetry of random patterns by default: a half turn.

    On 4×4 none, as there are too few such patterns.
    """
    return "rot180" if layout.size > 4 else "none"


def default_clues(layout: Layout, symmetry: str, least: int = 0) -> int:
    """Return the default clue count of random patterns with a symmetry; `least` is its lower bound.

    It is a third of the cells on 9×9 and grows to half of them on 25×25. A Latin square has fewer houses and needs more
    clues.
    """
    from cpgen.symmetry.square import clue_counts

    size = layout.size
    share = (0.30 if layout.regions else 0.38) + 0.0105 * max(0, size - 6)
    counts = [count for count in clue_counts(size, symmetry) if count >= least]
    return min(counts or [least], key=lambda count: (abs(count - share * size * size), -count))
