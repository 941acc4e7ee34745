"""Strings of the Interactive Sudoku Solver (ISS): constraints, each a dot, a name and arguments after tildes.

    .~R1C1_5~R2C3_1_2.Cage~15~R1C1~R1C2.Thermo~R9C4~R8C3.AntiKnight

Each constraint may also be on a line of its own. A constraint without a name lists the digits that cells may have; a
single digit is a clue. The board is 9×9 with boxes unless `Shape`, `NoBoxes` and `Jigsaw` say otherwise.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from dataclasses import field as member
from urllib.parse import unquote

from cpgen.constraints.any_of import AnyOf
from cpgen.constraints.base import Constraint
from cpgen.constraints.geometry import diagonals, disjoint_groups, windows
from cpgen.constraints.house import REGION
from cpgen.constraints.laws import CELLS
from cpgen.constraints.rule import Rule
from cpgen.errors import InputError
from cpgen.formats.checks import agreed_layout, constraint_of, default_layout, puzzle_of
from cpgen.formats.entry import Entry
from cpgen.formats.iss_constraints import DIFFERENT, NAMES, SUM, constraints_in, has_dots, words_of
from cpgen.formats.iss_keys import bits_of
from cpgen.formats.iss_names import CELL, cell_in, cells_in, line_number, name_in_iss, number_in
from cpgen.formats.iss_rules import RULES, WITH_KEY, read_rule, words_of_rule
from cpgen.formats.json_fields import unsupported
from cpgen.layout import Layout
from cpgen.messages import Message, shown
from cpgen.notation import REGION_LETTERS, SYMBOLS
from cpgen.regions import is_prime, relabel, require_side

DIRECTIVE = re.compile(r"\.([A-Z]\w*)?(~[^.]*)?(?<=[\w~])", re.ASCII)
SHAPE = re.compile(r"(\d{1,2})x(\d{1,2})(?:~(?:(\d{1,2})-)?(\d{1,2}))?(~Raw)?", re.ASCII)
"""Rows, columns, first and last digit, and a flag for rows and columns that may repeat digits"""
# fmt: on
BOARD = ("Shape", "NoBoxes", "Jigsaw", "Diagonal", "Windoku", "DisjointSets")
OR, AND, REPLICATE, END = "Or", "And", "Replicate", "End"
COMPOSITES = (OR, AND, REPLICATE)
"""Names of constraints that contain other constraints, up to `End`"""
FROM_ZERO = {
    "", *BOARD, *COMPOSITES, "Thermo", "Renban", "Whisper", "Palindrome", "Between", "Lockout", "Entropic", "Modular",
    "WhiteDot", "AntiKnight", "AntiKing", "AntiConsecutive", "GlobalEntropy", "GlobalMod", "Skyscraper", "GreaterThan",
    "AllDifferent", "SameValues", "RegionSameValues", "Pair", "PairX", "NFA", "Cage", "Sum", "LittleKiller", "X", "V",
    "Quad",
}  # fmt: skip
"""Names of constraints that are supported on boards with digits from 0, which are read as digits from 1"""
NOTHING = ("RegionSameValues",)
"""Names of constraints that are ignored, because they hold on any board whose houses contain all digits"""
DEEPEST = 8
"""Largest depth of constraints inside each other"""


def is_directive(text: str) -> bool:
    """Return True if a line is a single ISS constraint, so that it may be one of several lines of a puzzle."""
    return text[:1] == "." and DIRECTIVE.fullmatch(text) is not None


@dataclass
class IssPart:
    """Constraint of an ISS string: its name, its arguments, and the constraints that it contains."""

    name: str
    arguments: Sequence[str]
    parts: list[IssPart] = member(default_factory=list)


def parts_of(text: str) -> list[IssPart]:
    """Split an ISS string into constraints; raise InputError if one that contains others has no `End`."""
    stack = [IssPart("", ())]
    for words in "".join(text.split()).split(".")[1:]:
        name, *arguments = words.split("~")
        if name == END:
            if len(stack) == 1:
                raise InputError(Message("iss-end", name=END))
            stack.pop()
            continue
        part = IssPart(name, arguments)
        stack[-1].parts.append(part)
        if name in COMPOSITES:
            stack.append(part)
        if len(stack) > DEEPEST:
            raise InputError(Message("constraint-deep", most=DEEPEST))
    if len(stack) > 1:
        raise InputError(Message("iss-end", name=stack[-1].name))
    return stack[0].parts


def _names(parts: Iterable[IssPart]) -> Iterator[str]:
    for part in parts:
        yield part.name
        yield from _names(part.parts)


def read(text: str, layout: Layout | None = None) -> Entry:
    """Read an ISS string, or an address of the site with the string after `q=`; it must fit `layout` if given.

    Raises InputError for damaged and unknown constraints.
    """
    start, *address = re.split(r"[?&]q=", text.strip(), maxsplit=1)
    parts = parts_of(unquote(address[0].partition("&")[0]) if address else start)
    known = {"", *BOARD, *NAMES, *RULES, *COMPOSITES, *NOTHING}
    unknown = Counter(name for name in _names(parts) if name not in known)
    if unknown:
        raise unsupported(*(f"{shown(name, 30)} ({number})" for name, number in unknown.items()))
    base, first = _board(parts)
    if first == 0 and (unshifted := {*_names(parts)} - FROM_ZERO):
        raise unsupported(*(f"{name} with the digit 0" for name in sorted(unshifted)))
    further = [
        constraint for part in parts if part.name and part.name not in BOARD for constraint in _constraints(part, base)
    ]
    # Digits that begin with 0 are read as digits from 1, so sums and digits in constraints change with them.
    further = [_renamed(constraint, 1 - first) for constraint in further]
    houses = [
        tuple(sorted(constraint.cells))
        for constraint in further
        if constraint.kind == "cage" and _is_house(constraint, base.size)
    ]
    others = [
        constraint for constraint in further if not (constraint.kind == "cage" and _is_house(constraint, base.size))
    ]
    own = Layout(base.size, base.regions, tuple(dict.fromkeys((*base.extras, *houses))))
    clues, allowed = _digits(parts, base.size, first)
    own = own.with_constraints(*dict.fromkeys([*others, *allowed]))
    # Neighbours with a dot are exempt from cpgen's rule but not from ISS's, so the puzzle would have other solutions.
    if any(constraint.kind == "non-consecutive" for constraint in others) and has_dots(own):
        raise unsupported("AntiConsecutive with dots")
    return Entry(puzzle_of(clues, agreed_layout(own, layout)))


def _renamed(constraint: Constraint, more: int) -> Constraint:
    """Return the constraint after adding `more` to all digits: sums and digits in it change, differences do not.

    Raises:
        InputError: It is a sum with weights of both signs.
    """
    if isinstance(constraint, AnyOf):
        return replace(
            constraint, options=tuple(tuple(_renamed(part, more) for part in option) for option in constraint.options)
        )
    if more and isinstance(constraint, Rule) and constraint.form == CELLS:
        raise unsupported(f"{SUM} with the digit 0")
    if isinstance(total := constraint.values.get("total"), int):
        return replace(constraint, total=total + more * len(constraint.cells))  # type: ignore[type-var]
    digits = constraint.values.get("digits")
    return replace(constraint, digits=tuple(digit + more for digit in digits)) if digits else constraint  # type: ignore[type-var]


def _constraints(part: IssPart, board: Layout) -> list[Constraint]:
    """Convert an ISS constraint, and those inside it, to constraints of cpgen."""
    if part.name == AND:
        return [constraint for inner in part.parts for constraint in _constraints(inner, board)]
    if part.name == OR:
        options = [tuple(_constraints(inner, board)) for inner in part.parts]
        return [AnyOf(tuple(option for option in options if option))] if all(options) and options else []
    if part.name == REPLICATE:
        return [constraint for inner in part.parts for constraint in _replicated(part.arguments, inner, board)]
    if not part.name:  # the digits of cells, inside other constraints
        listed = (argument.split("_") for argument in part.arguments)
        digits = (
            (cell_in(cell, board.size), tuple(number_in(word, "digit") for word in words)) for cell, *words in listed
        )
        return [constraint_of("allowed", cells=(cell,), digits=words) for cell, words in digits]
    if part.name in RULES:
        return list(read_rule(part.name, part.arguments, board.size, lambda words: cells_in(words, board.size)))
    return list(constraints_in(part.name, part.arguments, board))


def _replicated(arguments: Sequence[str], part: IssPart, board: Layout) -> Iterator[Constraint]:
    """Yield copies of an ISS constraint, moved from the first cell to each cell in the key, the first argument."""
    bits = bits_of(arguments[0] if arguments else "")
    for place in (place for place, bit in enumerate(bits[: board.cell_count]) if bit):
        yield from _constraints(_shifted(part, *divmod(place, board.size)), board)


def _shifted(part: IssPart, down: int, right: int) -> IssPart:
    """Return an ISS constraint whose cells are moved down and right by these numbers of cells."""

    def moved(word: str) -> str:
        cell, sign, digits = word.partition("_")
        found = CELL.fullmatch(cell)
        if not found:
            return word
        row, column = line_number(found[1]) + down, line_number(found[2]) + right
        return f"R{SYMBOLS[row - 1 : row]}C{SYMBOLS[column - 1 : column]}{sign}{digits}"

    keys = 1 if part.name in WITH_KEY else 0  # a key may look like a cell
    words = [*part.arguments[:keys], *map(moved, part.arguments[keys:])]
    return IssPart(part.name, words, [_shifted(inner, down, right) for inner in part.parts])


def _is_house(constraint: Constraint, size: int) -> bool:
    return constraint.values["total"] is None and len(constraint.cells) == size


def _board(parts: Sequence[IssPart]) -> tuple[Layout, int]:
    """Return the layout of an ISS string, with houses only, and the first digit of the board (0 or 1)."""
    given = {part.name: part.arguments for part in parts if part.name in BOARD}
    size, first = _shape("~".join(given.get("Shape") or ["9x9"]))
    layout = Layout.latin(size) if "NoBoxes" in given or is_prime(size) else default_layout(size)
    pieces: list[tuple[int, ...]] = []
    if "Jigsaw" in given:
        drawn = given["Jigsaw"][-1] if given["Jigsaw"] else ""
        if len(drawn) != size * size:
            raise InputError(Message("text-cells", what="Jigsaw", cells=len(drawn), needed=size * size))
        jigsaw = Layout(size, relabel(drawn))
        if layout.regions:  # regions of the jigsaw are houses in addition to the boxes
            pieces = [tuple(sorted(house.cells)) for house in jigsaw.houses if house.kind == REGION]
        else:
            layout = jigsaw
    falling, rising = diagonals(size)
    ways = [part.arguments for part in parts if part.name == "Diagonal"]
    extras = [falling if way == ["-1"] else rising for way in sorted(ways, key=["-1"].__ne__)]
    extras += windows(size) if "Windoku" in given else ()
    extras += disjoint_groups(layout.regions) if "DisjointSets" in given else ()
    extras += pieces
    return Layout(size, layout.regions, tuple(dict.fromkeys(extras))), first


def _shape(text: str) -> tuple[int, int]:
    """Parse the `Shape` of a board to its side and its first digit (0 or 1).

    Raises InputError for boards cpgen lacks.
    """
    match = SHAPE.fullmatch(text)
    if not match or match[1] != match[2]:
        raise InputError(Message("iss-shape", text=shown(text, 20)))
    size, first = int(match[1]), int(match[3] or 1)
    digits = int(match[4] or size) - first + 1
    require_side(size)
    if digits != size or first > 1:
        raise InputError(Message("iss-digits", text=shown(text, 20), digits=digits, side=size))
    if match[5]:
        raise unsupported("Raw (rows and columns that may repeat digits)")
    return size, first


def _digits(parts: Sequence[IssPart], size: int, first: int) -> tuple[list[int], list[Constraint]]:
    """Return the clues (n² digits, 0: open), and `allowed` constraints for cells with several possible digits.

    `first` is the first digit of the board, 0 or 1.
    """
    clues = [0] * (size * size)
    listed: dict[tuple[int, ...], list[int]] = {}
    for part in parts:
        for argument in part.arguments if not part.name else ():
            cell, *words = argument.split("_")
            digits = tuple(sorted({number_in(word, "digit") + 1 - first for word in words}))
            if len(digits) == 1:
                clues[cell_in(cell, size)] = digits[0]
            else:
                listed.setdefault(digits, []).append(cell_in(cell, size))
    return clues, [constraint_of("allowed", cells=tuple(cells), digits=digits) for digits, cells in listed.items()]


def unheld(layout: Layout) -> list[Constraint]:
    """Return the further constraints of a layout that an ISS string cannot hold."""
    return [constraint for constraint in layout.further if _directives(constraint, layout) is None]


def write(entry: Entry) -> str:
    """Return the ISS string of an entry, with a line end."""
    puzzle, layout = entry.puzzle, entry.puzzle.layout
    digits: dict[int, Sequence[int]] = {cell: [clue] for cell, clue in enumerate(puzzle.clues) if clue}
    for one in layout.further:
        if one.kind == "allowed":
            digits |= {cell: one.values["digits"] for cell in one.cells if cell not in digits}
    given = [f"{name_in_iss(cell, layout.size)}_{'_'.join(map(str, found))}" for cell, found in sorted(digits.items())]
    words = [*_board_words(layout), *([["", *given]] if given else [])]
    words += [found for one in layout.further if one.kind != "allowed" for found in _directives(one, layout) or ()]
    return "".join("." + "~".join(parts) for parts in words) + "\n"


def _board_words(layout: Layout) -> Iterator[list[str]]:
    """Yield the ISS constraints for size, regions and extra houses, each as a list of its name and arguments."""
    size, rest = layout.size, list(layout.extras)
    yield ["Shape", f"{size}x{size}"]
    is_default = bool(layout.box) and layout.regions == default_layout(size).regions
    if not is_default:
        yield ["NoBoxes"]
    if layout.regions and not is_default:
        yield ["Jigsaw", "".join(REGION_LETTERS[region] for region in layout.regions)]
    for name, house in zip(("-1", "1"), diagonals(size), strict=True):
        if rest[:1] == [house]:
            yield ["Diagonal", name]
            rest = rest[1:]
    for house in rest:
        yield [DIFFERENT, *(name_in_iss(cell, layout.size) for cell in house)]


def _directives(constraint: Constraint, layout: Layout) -> list[list[str]] | None:
    """Convert a constraint to ISS constraints, each a list of its name and arguments; None if ISS cannot express it."""
    if isinstance(constraint, Rule):
        return words_of_rule(constraint, layout, lambda cell: name_in_iss(cell, layout.size))
    if isinstance(constraint, AnyOf):
        return _alternatives(constraint, layout)
    words = words_of(constraint, layout)
    return None if words is None else [words]


def _alternatives(alternatives: AnyOf, layout: Layout) -> list[list[str]] | None:
    if alternatives.exactly or alternatives.number > 1:
        return None
    words: list[list[str]] = [[OR]]
    for option in alternatives.options:
        parts = [_directives(part, layout) for part in option]
        if None in parts or any(part.kind == "allowed" for part in option):
            return None
        words += [[AND], *(words for part in parts for words in part or ()), [END]]
    return [*words, [END]]
