"""The techniques in one table; their searches are in a file a family, their words in `models/words/`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np

from cpgen.kernel import by_address, compiled_within_when_hot, inlined
from cpgen.layout import Layout
from cpgen.rater.board import SEARCHES, RaterBoard, RaterTables, empty_board, rater_tables
from cpgen.rater.techniques.als import als_chains, als_xy_wings, als_xz, death_blossoms
from cpgen.rater.techniques.chains import (
    ALTERNATING,
    CONTINUOUS,
    DISCONTINUOUS,
    GROUPED,
    WITH_SETS,
    X_CHAIN,
    XY_CHAIN,
    chains,
    remote_pairs,
)
from cpgen.rater.techniques.colours import multi_colours, simple_colours
from cpgen.rater.techniques.complex_fish import finned_franken_fish, finned_mutant_fish, franken_fish, mutant_fish
from cpgen.rater.techniques.fish import finned_fish, fish, sashimi_fish, x_wings
from cpgen.rater.techniques.last_resorts import brute_force, forcing, templates
from cpgen.rater.techniques.locked import locked_candidates, locked_sets
from cpgen.rater.techniques.single_digit import dual_kites, empty_rectangles, two_links
from cpgen.rater.techniques.singles import full_houses, hidden_singles, hidden_singles_placed, naked_singles
from cpgen.rater.techniques.subsets import hidden_subsets, naked_subsets
from cpgen.rater.techniques.sue_de_coq import sue_de_coq
from cpgen.rater.techniques.uniqueness import avoidable_rectangles, bug_plus_1, unique_rectangles
from cpgen.rater.techniques.wings import pivot_wings, w_wings

Search = Callable[[RaterTables, RaterBoard, np.ndarray, int], None]


@dataclass(frozen=True)
class Technique:
    """One human inference: `search(tables, board, houses, size)` is a compiled function.

    It goes once over the houses in order, digits ascending, notes each finding and then its effects, and ends when
    the board says so (`is_over`).
    """

    name: str
    search: Search
    houses: Literal["placing", "regions", "lines", "everything"]
    """The houses that it looks in, as `RaterTables` calls them"""
    size: int
    """How many digits, cells or houses its figure has, or which of its family it is"""
    code: str = ""
    """HoDoKu's number for it"""
    assumes_one_solution: bool = False

    @property
    def family(self) -> str:
        """The name of the file that its search is in, as in `last_resorts`."""
        return self.search.__module__.rpartition(".")[2]


RULES = (
    Technique("hidden-single-region", hidden_singles_placed, "placing", 1, "0002"),
    Technique("locked-pointing", locked_candidates, "regions", 1, "0100"),
    Technique("hidden-single-line", hidden_singles, "lines", 1, "0002"),
    Technique("hidden-pair-region", hidden_subsets, "regions", 2, "0210"),
    Technique("locked-claiming", locked_candidates, "lines", 1, "0101"),
    Technique("naked-single", naked_singles, "everything", 1, "0003"),
    Technique("x-wing", x_wings, "everything", 2, "0300"),
    Technique("hidden-pair-line", hidden_subsets, "lines", 2, "0210"),
    Technique("hidden-triple", hidden_subsets, "everything", 3, "0211"),
    Technique("hidden-quadruple", hidden_subsets, "everything", 4, "0212"),
    Technique("naked-pair", naked_subsets, "everything", 2, "0200"),
    Technique("naked-triple", naked_subsets, "everything", 3, "0201"),
    Technique("naked-quadruple", naked_subsets, "everything", 4, "0202"),
)
"""The thirteen rules of Kamio (2022), whose removals take effect at once within a sweep; the one that places first."""

WIDE = (
    Technique("full-house", full_houses, "everything", 1, "0000"),
    Technique("hidden-single", hidden_singles, "everything", 1, "0002"),
    Technique("hidden-pair", hidden_subsets, "everything", 2, "0210"),
    # Intersections of houses
    Technique("locked-pair", locked_sets, "everything", 2, "0110"),
    Technique("locked-triple", locked_sets, "everything", 3, "0111"),
    #
    # Fish
    Technique("swordfish", fish, "everything", 3, "0301"),
    Technique("jellyfish", fish, "everything", 4, "0302"),
    Technique("squirmbag", fish, "everything", 5, "0303"),
    Technique("whale", fish, "everything", 6, "0304"),
    Technique("leviathan", fish, "everything", 7, "0305"),
    Technique("finned-x-wing", finned_fish, "everything", 2, "0310"),
    Technique("finned-swordfish", finned_fish, "everything", 3, "0311"),
    Technique("finned-jellyfish", finned_fish, "everything", 4, "0312"),
    Technique("finned-squirmbag", finned_fish, "everything", 5, "0313"),
    Technique("finned-whale", finned_fish, "everything", 6, "0314"),
    Technique("finned-leviathan", finned_fish, "everything", 7, "0315"),
    Technique("sashimi-x-wing", sashimi_fish, "everything", 2, "0320"),
    Technique("sashimi-swordfish", sashimi_fish, "everything", 3, "0321"),
    Technique("sashimi-jellyfish", sashimi_fish, "everything", 4, "0322"),
    Technique("sashimi-squirmbag", sashimi_fish, "everything", 5, "0323"),
    Technique("sashimi-whale", sashimi_fish, "everything", 6, "0324"),
    Technique("sashimi-leviathan", sashimi_fish, "everything", 7, "0325"),
    Technique("franken-x-wing", franken_fish, "everything", 2, "0330"),
    Technique("franken-swordfish", franken_fish, "everything", 3, "0331"),
    Technique("franken-jellyfish", franken_fish, "everything", 4, "0332"),
    Technique("franken-squirmbag", franken_fish, "everything", 5, "0333"),
    Technique("franken-whale", franken_fish, "everything", 6, "0334"),
    Technique("franken-leviathan", franken_fish, "everything", 7, "0335"),
    Technique("finned-franken-x-wing", finned_franken_fish, "everything", 2, "0340"),
    Technique("finned-franken-swordfish", finned_franken_fish, "everything", 3, "0341"),
    Technique("finned-franken-jellyfish", finned_franken_fish, "everything", 4, "0342"),
    Technique("finned-franken-squirmbag", finned_franken_fish, "everything", 5, "0343"),
    Technique("finned-franken-whale", finned_franken_fish, "everything", 6, "0344"),
    Technique("finned-franken-leviathan", finned_franken_fish, "everything", 7, "0345"),
    Technique("mutant-x-wing", mutant_fish, "everything", 2, "0350"),
    Technique("mutant-swordfish", mutant_fish, "everything", 3, "0351"),
    Technique("mutant-jellyfish", mutant_fish, "everything", 4, "0352"),
    Technique("mutant-squirmbag", mutant_fish, "everything", 5, "0353"),
    Technique("mutant-whale", mutant_fish, "everything", 6, "0354"),
    Technique("mutant-leviathan", mutant_fish, "everything", 7, "0355"),
    Technique("finned-mutant-x-wing", finned_mutant_fish, "everything", 2, "0360"),
    Technique("finned-mutant-swordfish", finned_mutant_fish, "everything", 3, "0361"),
    Technique("finned-mutant-jellyfish", finned_mutant_fish, "everything", 4, "0362"),
    Technique("finned-mutant-squirmbag", finned_mutant_fish, "everything", 5, "0363"),
    Technique("finned-mutant-whale", finned_mutant_fish, "everything", 6, "0364"),
    Technique("finned-mutant-leviathan", finned_mutant_fish, "everything", 7, "0365"),
    #
    # One digit
    Technique("skyscraper", two_links, "everything", 1, "0400"),
    Technique("two-string-kite", two_links, "everything", 2, "0401"),
    Technique("turbot-fish", two_links, "everything", 3, "0403"),
    Technique("empty-rectangle", empty_rectangles, "regions", 1, "0402"),
    Technique("dual-two-string-kite", dual_kites, "everything", 2, "0404"),
    Technique("dual-empty-rectangle", empty_rectangles, "regions", 2, "0405"),
    #
    # Wings
    Technique("xy-wing", pivot_wings, "everything", 2, "0800"),
    Technique("xyz-wing", pivot_wings, "everything", 3, "0801"),
    Technique("w-wing", w_wings, "everything", 2, "0803"),
    # Colours
    Technique("simple-colours-trap", simple_colours, "everything", 1, "0500"),
    Technique("simple-colours-wrap", simple_colours, "everything", 2, "0501"),
    Technique("multi-colours-1", multi_colours, "everything", 1, "0502"),
    Technique("multi-colours-2", multi_colours, "everything", 2, "0503"),
    # Chains
    Technique("remote-pair", remote_pairs, "everything", 2, "0703"),
    Technique("x-chain", chains, "everything", X_CHAIN, "0701"),
    Technique("xy-chain", chains, "everything", XY_CHAIN, "0702"),
    Technique("continuous-nice-loop", chains, "everything", CONTINUOUS, "0706"),
    Technique("discontinuous-nice-loop", chains, "everything", DISCONTINUOUS, "0707"),
    Technique("aic", chains, "everything", ALTERNATING, "0708"),
    Technique("grouped-continuous-nice-loop", chains, "everything", GROUPED + CONTINUOUS, "0709"),
    Technique("grouped-discontinuous-nice-loop", chains, "everything", GROUPED + DISCONTINUOUS, "0710"),
    Technique("grouped-aic", chains, "everything", GROUPED + ALTERNATING, "0711"),
    Technique("als-continuous-nice-loop", chains, "everything", WITH_SETS + CONTINUOUS, "0709"),
    Technique("als-discontinuous-nice-loop", chains, "everything", WITH_SETS + DISCONTINUOUS, "0710"),
    Technique("als-aic", chains, "everything", WITH_SETS + ALTERNATING, "0711"),
    # Almost locked sets
    Technique("als-xz", als_xz, "everything", 2, "0901"),
    Technique("als-xy-wing", als_xy_wings, "everything", 3, "0902"),
    Technique("als-chain", als_chains, "everything", 6, "0903"),
    Technique("death-blossom", death_blossoms, "everything", 4, "0904"),
    Technique("sue-de-coq", sue_de_coq, "regions", 2, "1101"),
    # Uniqueness
    Technique("unique-rectangle-1", unique_rectangles, "everything", 1, "0600", True),
    Technique("unique-rectangle-2", unique_rectangles, "everything", 2, "0601", True),
    Technique("unique-rectangle-3", unique_rectangles, "everything", 3, "0602", True),
    Technique("unique-rectangle-4", unique_rectangles, "everything", 4, "0603", True),
    Technique("unique-rectangle-5", unique_rectangles, "everything", 5, "0604", True),
    Technique("unique-rectangle-6", unique_rectangles, "everything", 6, "0605", True),
    Technique("hidden-rectangle", unique_rectangles, "everything", 7, "0606", True),
    Technique("avoidable-rectangle-1", avoidable_rectangles, "everything", 1, "0607", True),
    Technique("avoidable-rectangle-2", avoidable_rectangles, "everything", 2, "0608", True),
    Technique("bug-plus-1", bug_plus_1, "everything", 3, "0610", True),
    # Last resorts
    Technique("template-set", templates, "everything", 1, "1201"),
    Technique("template-delete", templates, "everything", 2, "1202"),
    Technique("forcing-chain-contradiction", forcing, "everything", 1, "1301"),
    Technique("forcing-chain-verity", forcing, "everything", 2, "1302"),
    Technique("forcing-net-contradiction", forcing, "everything", 3, "1303"),
    Technique("forcing-net-verity", forcing, "everything", 4, "1304"),
    Technique("brute-force", brute_force, "everything", 1),
)
"""The other techniques, family by family; all that a sweep finds on the board as it is takes effect together."""

EVERY = RULES + WIDE
"""All techniques: a new one goes to the end of RULES or WIDE"""

NAMED = {technique.name: technique for technique in EVERY}

FAMILIES = {
    family: tuple(technique for technique in EVERY if technique.family == family)
    for family in dict.fromkeys(technique.family for technique in EVERY)
}
"""The techniques by the name of their family"""

SIZES = tuple(technique.size for technique in EVERY)
KINDS = tuple(RaterTables._fields.index(technique.houses) for technique in EVERY)
PLACING, REGIONS, LINES = (RaterTables._fields.index(name) for name in ("placing", "regions", "lines"))


@inlined
def search(tables: RaterTables, board: RaterBoard, technique: int) -> None:
    """Searches for the technique with this place in EVERY."""
    houses = tables.everything
    if KINDS[technique] == PLACING:
        houses = tables.placing
    elif KINDS[technique] == REGIONS:
        houses = tables.regions
    elif KINDS[technique] == LINES:
        houses = tables.lines
    search_at(tables.searches, technique, tables, board, houses, SIZES[technique])


def _example() -> tuple[RaterTables, RaterBoard, np.ndarray, int]:
    tables = rater_tables(Layout.boxes(2, 2))
    return tables, empty_board(tables), tables.everything, 1


@by_address(SEARCHES, [technique.search for technique in EVERY], _example)
def search_at(
    addresses: np.ndarray, technique: int, tables: RaterTables, board: RaterBoard, houses: np.ndarray, size: int
) -> None:
    """Searches these houses for the technique with this place in EVERY."""
    compiled_within_when_hot(EVERY[technique].search)(tables, board, houses, size)
