"""The table of techniques: which search finds each, and with which arguments.

Each family has a module here. Titles and sentences are in `models/words/`; order, complexity and score of the
techniques of a ladder are in `models/ladders/`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import inf
from typing import Any, Literal

from cpgen.kernel import CompiledEntry, compiled, compiled_when_hot, inlined
from cpgen.kernel.structs import Struct
from cpgen.layout import Layout
from cpgen.rater.board import RaterBoard
from cpgen.rater.fillings import ONE_HOUSE, OWN, SEVERAL_HOUSES, TWO_CLUES
from cpgen.rater.findings import CLUE, DERIVED
from cpgen.rater.memory import allocate
from cpgen.rater.techniques.als import AlsScratch, als_chains, als_xy_wings, als_xz, death_blossoms
from cpgen.rater.techniques.brute_force import brute_force, brute_force_search
from cpgen.rater.techniques.chains import (
    ALTERNATING,
    CONTINUOUS,
    DISCONTINUOUS,
    GROUPED,
    WITH_SETS,
    X_CHAIN,
    XY_CHAIN,
    ChainScratch,
    PairScratch,
    chains,
    remote_pairs,
)
from cpgen.rater.techniques.clue_chains import ClueChainScratch, clue_chains
from cpgen.rater.techniques.clue_contradictions import CONSTRAINTS, HOUSES, ContradictionScratch, contradictions
from cpgen.rater.techniques.clue_forcing import ClueForcingScratch, SupposeScratch, clue_forcing, suppose
from cpgen.rater.techniques.clue_logic import (
    ClueScratch,
    combinations,
    forks,
    groups_from,
    has_no_groups,
    has_no_links,
    has_no_sums,
    must_haves,
    sum_bounds,
    unlinked_digits,
)
from cpgen.rater.techniques.colours import ColourScratch, multi_colours, simple_colours
from cpgen.rater.techniques.complex_fish import FINNED, MUTANT, ComplexFishScratch, complex_fish
from cpgen.rater.techniques.digit_counts import (
    ALONE,
    TOGETHER,
    CountScratch,
    digit_counts,
    has_no_counts,
    has_no_joint_counts,
)
from cpgen.rater.techniques.fish import SASHIMI, FishScratch, finned_fish, fish, x_wings
from cpgen.rater.techniques.forcing import ForcingScratch, forcing
from cpgen.rater.techniques.house_fillings import JOINT, OF_HOUSES, house_combinations, houses_with
from cpgen.rater.techniques.house_fillings import WIDE as WIDE_GROUPS
from cpgen.rater.techniques.locked import locked_candidates, locked_sets
from cpgen.rater.techniques.refutations import RefutationScratch, refutations
from cpgen.rater.techniques.set_equations import EquationScratch, find_set_equations, has_no_equations
from cpgen.rater.techniques.single_digit import SingleDigitScratch, dual_kites, empty_rectangles, two_links
from cpgen.rater.techniques.singles import full_houses, hidden_singles, hidden_singles_placed, naked_singles
from cpgen.rater.techniques.subsets import hidden_subsets, naked_subsets
from cpgen.rater.techniques.sue_de_coq import SueDeCoqScratch, sue_de_coq
from cpgen.rater.techniques.templates import TemplateScratch, templates
from cpgen.rater.techniques.uniqueness import (
    UniquenessScratch,
    avoidable_rectangles,
    bug_plus_1,
    unique_rectangles,
)
from cpgen.rater.techniques.wings import WingScratch, pivot_wings, w_wings

Make = Callable[[Layout, Any], Any]
"""Function that allocates the memory of a search for a layout; it may take over the memory of another, or None"""


class Scratches(dict[type[Struct] | Make, Any]):
    """Scratch structures of the techniques for one layout, allocated when first used; not to be shared by threads.

    They can reuse the memory of those of a layout with the same houses, which must not be used afterwards.
    """

    def __init__(self, layout: Layout, others: Scratches | None = None) -> None:
        super().__init__()
        self.layout = layout
        self.unused: dict[type[Struct] | Make, Any] = {**others.unused, **others} if others else {}

    def __missing__(self, kind: type[Struct] | Make) -> Any:
        like = self.unused.pop(kind, None)
        self[kind] = made = allocate(kind, self.layout, like) if isinstance(kind, type) else kind(self.layout, like)
        return made


Call = tuple[CompiledEntry[..., None], tuple[Any, ...]]
"""An entry, and the arguments with which it searches the board"""

SOME_OPEN = 3.0
"""Candidates per cell up to which a search for puzzles tries slow techniques that find much

Processor time and ratings of an expert's puzzle with arrows, mean of 18: 187 ms and 60 without limit; 126 ms and 70
with 4.5, 114 and 83 with 3.5, 102 and 97 with 2.5, 114 and 124 with 1.7.
"""
Stop = Callable[[], bool]
"""Function that ends a rating on a wide ladder by returning True; it is asked between searches, and within long ones"""


@dataclass(frozen=True)
class Technique:
    """One human inference: its name and the compiled function that searches a board for it.

    The search function takes the board, then, if the fields of the same name are set, the scratch structure, the array
    `houses` of the houses to search, and `size`. It visits houses in index order and digits in ascending order, adds
    each finding and its effects to the log of the board (see `cpgen.rater.findings`), and returns when `is_over` is
    True.
    """

    name: str
    search: Callable[..., None]
    code: str = ""
    """HoDoKu's number for the technique"""
    houses: Literal["", "placing", "regions", "lines", "everything"] = ""
    """Name of the field of `RaterTables` with the houses to search; empty for a search that needs none"""
    size: int | None = None
    """Number of digits, cells or houses of the figure, or the kind within a family; None for a search without one"""
    assumes_one_solution: bool = False
    """True if it also assumes that two digits can be swapped; it finds nothing on layouts with further constraints"""
    scratch: type[Struct] | Make | None = None
    """Structure that is the memory of the search, or what makes one; None for a search that needs none"""
    is_idle: Callable[[Any], bool] | None = None
    """Function that returns True if the memory of the search shows that a layout has nothing for it, such as no link"""

    most_open: float = inf
    """Candidates per cell up to which a search for puzzles tries it on a draft, if it is slow

    0 if its tables take longer than a rating without it, and it rarely finds anything where other techniques end.
    """

    @property
    def is_slow(self) -> bool:
        """True if a search for puzzles does not try the technique on every draft."""
        return self.most_open < inf

    @property
    def family(self) -> str:
        """Name of the module that contains the search, as in `single_digit`."""
        return self.search.__module__.rpartition(".")[2]

    def call(self, board: RaterBoard, scratches: Scratches) -> Call | None:
        """Return the search function and its arguments; None if it can find nothing on any board of the layout."""
        if self.assumes_one_solution and scratches.layout.further:
            return None
        scratch = (scratches[self.scratch],) if self.scratch else ()
        if self.is_idle and self.is_idle(*scratch):
            return None
        houses = (getattr(board.tables, self.houses),) if self.houses else ()
        size = () if self.size is None else (self.size,)
        return ENTRIES[self.search], (board, *scratch, *houses, *size)

    def find(self, board: RaterBoard, scratches: Scratches, stop: Stop | None = None) -> bool:
        """Run the search from Python, compiled or interpreted, whichever is faster; return False if `stop` ended it."""
        call = self.call(board, scratches)
        return call is None or self.run(call, scratches, stop)

    def run(self, call: Call, scratches: Scratches, stop: Stop | None = None) -> bool:
        """Run the search with the function and arguments returned by `call`; return False if `stop` ended it."""
        entry, arguments = call
        if self.search not in LONG:
            if stop and stop():
                return False
            entry(*arguments)
            return True
        begun = scratches[self.scratch].next  # type: ignore[index]
        begun[0] = 0
        while begun[0] >= 0:
            if stop and stop():
                return False
            entry(*arguments, 1 if entry.is_interpreted else 1 + WORK // scratches.layout.size**4)
        return True


RULES = (
    Technique("hidden-single-region", hidden_singles_placed, "0002", "placing"),
    Technique("locked-pointing", locked_candidates, "0100", "regions"),
    Technique("hidden-single-line", hidden_singles, "0002", "lines"),
    Technique("hidden-pair-region", hidden_subsets, "0210", "regions", 2),
    Technique("locked-claiming", locked_candidates, "0101", "lines"),
    Technique("naked-single", naked_singles, "0003"),
    Technique("x-wing", x_wings, "0300"),
    Technique("hidden-pair-line", hidden_subsets, "0210", "lines", 2),
    Technique("hidden-triple", hidden_subsets, "0211", "everything", 3),
    Technique("hidden-quadruple", hidden_subsets, "0212", "everything", 4),
    Technique("naked-pair", naked_subsets, "0200", size=2),
    Technique("naked-triple", naked_subsets, "0201", size=3),
    Technique("naked-quadruple", naked_subsets, "0202", size=4),
)
"""The thirteen rules of Kamio (2022); `search_basic` has a branch for each.

In a sweep their removals take effect immediately; only the first rule places digits.
"""

FISH = ("x-wing", "swordfish", "jellyfish", "squirmbag", "whale", "leviathan")
"""Names of fish with 2, 3, … lines"""


def _fish(
    prefix: str, search: Callable[..., None], code: str, smallest: int = 2, kind: int = 0
) -> tuple[Technique, ...]:
    """Return one kind of fish, one technique per size.

    Args:
        prefix: Beginning of the names.
        search: Function that searches for the fish.
        code: HoDoKu's number without its last digit.
        smallest: Least number of bases.
        kind: Number that is added to the size for `search`, which tells the kinds of fish apart.
    """
    return tuple(
        Technique(f"{prefix}{name}", search, f"{code}{size - 2}", size=size + kind)
        for size, name in enumerate(FISH, 2)
        if size >= smallest
    )


def _with(scratch: type[Struct] | Make, *techniques: Technique) -> tuple[Technique, ...]:
    """Return copies of these techniques, with `scratch` as their working memory.

    `scratch` is a structure type, or a function that allocates a structure.
    """
    return tuple(replace(technique, scratch=scratch) for technique in techniques)


WIDE = (
    Technique("full-house", full_houses, "0000"),
    Technique("hidden-single", hidden_singles, "0002", "everything"),
    Technique("hidden-pair", hidden_subsets, "0210", "everything", 2),
    # Intersections of houses
    Technique("locked-pair", locked_sets, "0110", size=2),
    Technique("locked-triple", locked_sets, "0111", size=3),
    # Fish
    *_with(
        FishScratch,
        *_fish("", fish, "030", smallest=3),
        *_fish("finned-", finned_fish, "031"),
        *_fish("sashimi-", finned_fish, "032", kind=SASHIMI),
    ),
    *_with(
        ComplexFishScratch,
        *_fish("franken-", complex_fish, "033"),
        *_fish("finned-franken-", complex_fish, "034", kind=FINNED),
        *_fish("mutant-", complex_fish, "035", kind=MUTANT),
        *_fish("finned-mutant-", complex_fish, "036", kind=FINNED + MUTANT),
    ),
    # One digit
    *_with(
        SingleDigitScratch,
        Technique("skyscraper", two_links, "0400", size=1),
        Technique("two-string-kite", two_links, "0401", size=2),
        Technique("turbot-fish", two_links, "0403", size=3),
        Technique("empty-rectangle", empty_rectangles, "0402", size=1),
        Technique("dual-two-string-kite", dual_kites, "0404"),
        Technique("dual-empty-rectangle", empty_rectangles, "0405", size=2),
    ),
    # Wings
    *_with(
        WingScratch,
        Technique("xy-wing", pivot_wings, "0800", size=2),
        Technique("xyz-wing", pivot_wings, "0801", size=3),
        Technique("w-wing", w_wings, "0803"),
    ),
    # Colours
    *_with(
        ColourScratch,
        Technique("simple-colours-trap", simple_colours, "0500", size=1),
        Technique("simple-colours-wrap", simple_colours, "0501", size=2),
        Technique("multi-colours-1", multi_colours, "0502", size=1),
        Technique("multi-colours-2", multi_colours, "0503", size=2),
    ),
    # Chains
    Technique("remote-pair", remote_pairs, "0703", scratch=PairScratch),
    *_with(
        ChainScratch,
        Technique("x-chain", chains, "0701", size=X_CHAIN),
        Technique("xy-chain", chains, "0702", size=XY_CHAIN),
        Technique("continuous-nice-loop", chains, "0706", size=CONTINUOUS),
        Technique("discontinuous-nice-loop", chains, "0707", size=DISCONTINUOUS),
        Technique("aic", chains, "0708", size=ALTERNATING),
        Technique("grouped-continuous-nice-loop", chains, "0709", size=GROUPED + CONTINUOUS),
        Technique("grouped-discontinuous-nice-loop", chains, "0710", size=GROUPED + DISCONTINUOUS),
        Technique("grouped-aic", chains, "0711", size=GROUPED + ALTERNATING),
        Technique("als-continuous-nice-loop", chains, "0709", size=WITH_SETS + CONTINUOUS),
        Technique("als-discontinuous-nice-loop", chains, "0710", size=WITH_SETS + DISCONTINUOUS),
        Technique("als-aic", chains, "0711", size=WITH_SETS + ALTERNATING),
    ),
    # Almost locked sets
    *_with(
        AlsScratch,
        Technique("als-xz", als_xz, "0901"),
        Technique("als-xy-wing", als_xy_wings, "0902"),
        Technique("als-chain", als_chains, "0903"),
        Technique("death-blossom", death_blossoms, "0904"),
    ),
    Technique("sue-de-coq", sue_de_coq, "1101", scratch=SueDeCoqScratch),
    # Uniqueness
    *_with(
        UniquenessScratch,
        Technique("unique-rectangle-1", unique_rectangles, "0600", size=1, assumes_one_solution=True),
        Technique("unique-rectangle-2", unique_rectangles, "0601", size=2, assumes_one_solution=True),
        Technique("unique-rectangle-3", unique_rectangles, "0602", size=3, assumes_one_solution=True),
        Technique("unique-rectangle-4", unique_rectangles, "0603", size=4, assumes_one_solution=True),
        Technique("unique-rectangle-5", unique_rectangles, "0604", size=5, assumes_one_solution=True),
        Technique("unique-rectangle-6", unique_rectangles, "0605", size=6, assumes_one_solution=True),
        Technique("hidden-rectangle", unique_rectangles, "0606", size=7, assumes_one_solution=True),
        Technique("avoidable-rectangle-1", avoidable_rectangles, "0607", size=1, assumes_one_solution=True),
        Technique("avoidable-rectangle-2", avoidable_rectangles, "0608", size=2, assumes_one_solution=True),
    ),
    Technique("bug-plus-1", bug_plus_1, "0610", assumes_one_solution=True),
    # Last resorts
    *_with(
        TemplateScratch,
        Technique("template-set", templates, "1201", size=1),
        Technique("template-delete", templates, "1202", size=2),
    ),
    *_with(
        ForcingScratch,
        Technique("forcing-chain-contradiction", forcing, "1301", size=1),
        Technique("forcing-chain-verity", forcing, "1302", size=2),
        Technique("forcing-net-contradiction", forcing, "1303", size=3),
        Technique("forcing-net-verity", forcing, "1304", size=4),
    ),
    Technique("brute-force", brute_force, scratch=brute_force_search),
    # Constraints besides houses
    *_with(
        ClueScratch,
        Technique("link", unlinked_digits, is_idle=has_no_links),
        Technique("sum-bounds", sum_bounds, is_idle=has_no_sums),
        Technique("fork", forks, is_idle=has_no_links),
    ),
    *_with(
        groups_from(OWN),
        Technique("combination", combinations, size=CLUE, is_idle=has_no_groups),
        Technique("must-have", must_haves, is_idle=has_no_groups),
    ),
    *(
        Technique(name, combinations, size=role, scratch=groups_from(source), is_idle=has_no_groups)
        for name, role, source in (
            ("rule-of-45", DERIVED, ONE_HOUSE),
            ("rule-of-45-wide", DERIVED, SEVERAL_HOUSES),
            ("two-clues", CLUE, TWO_CLUES),
        )
    ),
    Technique("forcing", clue_forcing, scratch=ClueForcingScratch),
    Technique("house-combination", house_combinations, scratch=houses_with(OF_HOUSES), most_open=SOME_OPEN),
    Technique("constraint-chain", clue_chains, scratch=ClueChainScratch, most_open=SOME_OPEN),
    Technique("digit-count", digit_counts, scratch=CountScratch, size=ALONE, is_idle=has_no_counts),
    Technique("joint-count", digit_counts, scratch=CountScratch, size=TOGETHER, is_idle=has_no_joint_counts),
    Technique("wide-combination", house_combinations, scratch=houses_with(WIDE_GROUPS), most_open=0),
    Technique("set-equation", find_set_equations, scratch=EquationScratch, is_idle=has_no_equations, most_open=0),
    Technique("joint-combination", house_combinations, scratch=houses_with(JOINT), most_open=0),
    *_with(
        ContradictionScratch,
        Technique("constraint-contradiction", contradictions, size=CONSTRAINTS, most_open=0),
        Technique("house-contradiction", contradictions, size=HOUSES, most_open=0),
    ),
    Technique("suppose", suppose, scratch=SupposeScratch),
    Technique("refutation", refutations, scratch=RefutationScratch),
)
"""The other techniques, family by family; the effects of a sweep wait and then take effect together"""

EVERY = RULES + WIDE
"""All techniques; the place of one here is its code in compiled code"""

CODES = {technique.name: code for code, technique in enumerate(EVERY)}
"""The codes by name"""

HIDDEN_SINGLE_REGION, LOCKED_POINTING = CODES["hidden-single-region"], CODES["locked-pointing"]
HIDDEN_SINGLE_LINE, HIDDEN_PAIR_REGION = CODES["hidden-single-line"], CODES["hidden-pair-region"]
LOCKED_CLAIMING, NAKED_SINGLE = CODES["locked-claiming"], CODES["naked-single"]
X_WING, HIDDEN_PAIR_LINE = CODES["x-wing"], CODES["hidden-pair-line"]
HIDDEN_TRIPLE, HIDDEN_QUADRUPLE = CODES["hidden-triple"], CODES["hidden-quadruple"]
NAKED_PAIR, NAKED_TRIPLE, NAKED_QUADRUPLE = CODES["naked-pair"], CODES["naked-triple"], CODES["naked-quadruple"]
FULL_HOUSE, HIDDEN_SINGLE, HIDDEN_PAIR = CODES["full-house"], CODES["hidden-single"], CODES["hidden-pair"]
LOCKED_PAIR, LOCKED_TRIPLE = CODES["locked-pair"], CODES["locked-triple"]

BASIC = LOCKED_TRIPLE + 1
"""Number of techniques that `search_basic` knows: the paper's rules and the first five of WIDE"""
assert (RULES[NAKED_QUADRUPLE], WIDE[LOCKED_TRIPLE - len(RULES)]) == (RULES[-1], WIDE[4]), "a code without a branch"

LONG = (house_combinations, suppose, refutations)
"""Searches that may take minutes on one board. They get a number of trials, and go on where their scratch says"""

WORK = 2_000_000
"""Trials at once of a compiled search in LONG, times n⁴: some 10 ms on 25×25 killers"""

ENTRIES = {search: compiled_when_hot(search) for search in dict.fromkeys(technique.search for technique in EVERY)}
"""Functions that start each search from Python"""

NAMED = {technique.name: technique for technique in EVERY}
"""The techniques by name"""

FAMILIES = {
    family: tuple(technique for technique in EVERY if technique.family == family)
    for family in dict.fromkeys(technique.family for technique in EVERY)
}
"""The techniques by the name of their family"""


@compiled
def search_basic(board: RaterBoard, code: int) -> None:
    """Search the board for one of the basic techniques: singles, locked candidates and sets, subsets and X-Wing.

    `code` is the index of the technique in EVERY; it must be below BASIC.
    """
    if code <= NAKED_QUADRUPLE:
        _search_paper_rule(board, code)
    elif code == FULL_HOUSE:
        full_houses(board)
    elif code == HIDDEN_SINGLE:
        hidden_singles(board, board.tables.everything)
    elif code == HIDDEN_PAIR:
        hidden_subsets(board, board.tables.everything, 2)
    else:
        locked_sets(board, 2 if code == LOCKED_PAIR else 3)


@inlined
def _search_paper_rule(board: RaterBoard, code: int) -> None:
    """Search the board for one of the paper's rules, from hidden singles to naked quadruples.

    `code` is the index of the rule in RULES.
    """
    if code == HIDDEN_SINGLE_REGION:
        hidden_singles_placed(board, board.tables.placing)
    elif code == LOCKED_POINTING:
        locked_candidates(board, board.tables.regions)
    elif code == HIDDEN_SINGLE_LINE:
        hidden_singles(board, board.tables.lines)
    elif code == HIDDEN_PAIR_REGION:
        hidden_subsets(board, board.tables.regions, 2)
    elif code == LOCKED_CLAIMING:
        locked_candidates(board, board.tables.lines)
    elif code == NAKED_SINGLE:
        naked_singles(board)
    elif code == X_WING:
        x_wings(board)
    elif code == HIDDEN_PAIR_LINE:
        hidden_subsets(board, board.tables.lines, 2)
    elif code in (HIDDEN_TRIPLE, HIDDEN_QUADRUPLE):
        hidden_subsets(board, board.tables.everything, 3 if code == HIDDEN_TRIPLE else 4)
    else:
        naked_subsets(board, 2 if code == NAKED_PAIR else 3 if code == NAKED_TRIPLE else 4)
