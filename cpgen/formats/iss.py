"""Strings of the Interactive Sudoku Solver (ISS): constraints, each a dot, a name and arguments after tildes.

    .~R1C1_5~R2C3_1_2.Cage~15~R1C1~R1C2.Thermo~R9C4~R8C3.AntiKnight

Each constraint may also be on a line of its own. A constraint without a name lists the digits that cells may have; a
single digit is a clue. The board is 9×9 with boxes unless `Shape`, `NoBoxes` and `Jigsaw` say otherwise.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from dataclasses import field as member
from urllib.parse import unquote

from cpgen.constraints import parse_constraint
from cpgen.constraints.any_of import AnyOf
from cpgen.constraints.base import Constraint
from cpgen.constraints.geometry import diagonals, disjoint_groups, line_from, neighbours, windows
from cpgen.constraints.house import REGION
from cpgen.constraints.laws import CELLS
from cpgen.constraints.own_kinds import shipped_kinds
from cpgen.constraints.rule import Rule
from cpgen.errors import InputError
from cpgen.formats.checks import agreed_layout, constraint_of, default_layout, puzzle_of, small_number
from cpgen.formats.dialects import LINE, PAIR, TERMS, VIEW
from cpgen.formats.entry import Entry
from cpgen.formats.iss_keys import bits_of
from cpgen.formats.iss_rules import RULES, WITH_KEY, read_rule, words_of_rule
from cpgen.formats.json_fields import unsupported
from cpgen.layout import Layout, is_prime, relabel, require_side
from cpgen.messages import Message, shown
from cpgen.notation import REGION_LETTERS, SYMBOLS

Arguments = Sequence[str]
CELL = re.compile(r"R(\w)C(\w)", re.ASCII | re.IGNORECASE)
"""The name of a cell; rows and columns from the tenth on are letters"""
DIRECTIVE = re.compile(r"\.([A-Z]\w*)?(~[^.]*)?(?<=[\w~])", re.ASCII)
SHAPE = re.compile(r"(\d{1,2})x(\d{1,2})(?:~(?:(\d{1,2})-)?(\d{1,2}))?(~Raw)?", re.ASCII)
"""Rows, columns, first and last digit, and a flag for rows and columns that may repeat digits"""

LISTS = {term.iss: (term.kind, term.field) for term in TERMS if term.iss and term.shape == LINE}
"""Names of constraints on a list of cells, each with cpgen's kind and the field of the number before the cells"""
PAIRS = {term.iss: term for term in TERMS if term.iss and term.shape == PAIR}
"""Names of constraints on all pairs of neighbours among the listed cells, each with its row of `dialects`"""
HIDDEN = "HiddenSkyscraper"
BOTH_WAYS = {term.iss: (term.kind, term.field) for term in TERMS if term.iss and term.shape == VIEW}
BOTH_WAYS |= {HIDDEN: ("hidden-skyscraper", "total")}
"""Names of constraints with a clue at each end of a row or column, with cpgen's kind and the field of the clue"""
# fmt: off
PLAIN = {
    "AntiKnight": "leaps knight", "AntiKing": "leaps king", "AntiConsecutive": "non-consecutive",
    "StrictKropki": "all dots shown", "StrictXV": "all xv shown", "GlobalEntropy": "global-entropy",
    "GlobalMod": "global-modular", "AntiTaxicab": "anti-taxicab", "DutchFlatmates": "flatmates",
}
"""Names of constraints about the whole board, with the line of text that cpgen parses for each"""
# fmt: on
BOARD = ("Shape", "NoBoxes", "Jigsaw", "Diagonal", "Windoku", "DisjointSets")
AXES = {"C": "column", "R": "row"}
SAME, SUM, LITTLE, QUAD, SANDWICH, ARROW = "SameValues", "Sum", "LittleKiller", "Quad", "Sandwich", "Arrow"
PILL, INDEXING, DIFFERENT, GREATER = "PillArrow", "Indexing", "AllDifferent", "GreaterThan"
SAID, EQUAL = "LookAndSay", "EqualSum"
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
LOOP = "LOOP"
"""Argument of a constraint whose line of cells returns to its first cell"""


def is_directive(text: str) -> bool:
    """Return True if a line is a single constraint of ISS, so that it may be part of a puzzle of several lines."""
    return text[:1] == "." and DIRECTIVE.fullmatch(text) is not None


@dataclass
class IssPart:
    """Constraint of an ISS string: its name, its arguments, and the constraints inside it."""

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


def _line_number(symbol: str) -> int:
    """Return the number of a row or column, from 1; 0 for a symbol that names none."""
    return SYMBOLS.find(symbol.upper()) + 1


def _names(parts: Iterable[IssPart]) -> Iterator[str]:
    for part in parts:
        yield part.name
        yield from _names(part.parts)


def read(text: str, layout: Layout | None = None) -> Entry:
    """Read an ISS string, or an address of the site with the string after `q=`.

    Raises InputError for damaged and unknown constraints.
    """
    start, *address = re.split(r"[?&]q=", text.strip(), maxsplit=1)
    parts = parts_of(unquote(address[0].partition("&")[0]) if address else start)
    known = {"", *BOARD, *LISTS, *PAIRS, *BOTH_WAYS, *PLAIN, *READERS, *RULES, *COMPOSITES, *NOTHING}
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
    if any(constraint.kind == "non-consecutive" for constraint in others) and _has_dots(own):
        raise unsupported("AntiConsecutive with dots")
    return Entry(puzzle_of(clues, agreed_layout(own, layout)))


def _renamed(constraint: Constraint, more: int) -> Constraint:
    """Return the constraint after adding `more` to all digits: its sums and digits change, its differences do not.

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
    """Convert a part of a string, and the parts inside it, to constraints."""
    if part.name == AND:
        return [constraint for inner in part.parts for constraint in _constraints(inner, board)]
    if part.name == OR:
        options = [tuple(_constraints(inner, board)) for inner in part.parts]
        return [AnyOf(tuple(option for option in options if option))] if all(options) and options else []
    if part.name == REPLICATE:
        return [constraint for inner in part.parts for constraint in _replicated(part.arguments, inner, board)]
    if not part.name:  # the digits of cells, inside other constraints
        listed = (argument.split("_") for argument in part.arguments)
        digits = ((_cell(cell, board.size), tuple(_number(word, "digit") for word in words)) for cell, *words in listed)
        return [constraint_of("allowed", cells=(cell,), digits=words) for cell, words in digits]
    if part.name in RULES:
        return list(read_rule(part.name, part.arguments, board.size, lambda words: _cells(words, board.size)))
    return list(_read(part.name, part.arguments, board))


def _replicated(arguments: Sequence[str], part: IssPart, board: Layout) -> Iterator[Constraint]:
    """Yield copies of a part's constraints, moved from the first cell of the board to each cell that a key lists."""
    bits = bits_of(arguments[0] if arguments else "")
    for place in (place for place, bit in enumerate(bits[: board.cell_count]) if bit):
        yield from _constraints(_shifted(part, *divmod(place, board.size)), board)


def _shifted(part: IssPart, down: int, right: int) -> IssPart:
    """Return a part whose cells are moved by these numbers of rows and columns."""

    def moved(word: str) -> str:
        cell, sign, digits = word.partition("_")
        found = CELL.fullmatch(cell)
        if not found:
            return word
        row, column = _line_number(found[1]) + down, _line_number(found[2]) + right
        return f"R{SYMBOLS[row - 1 : row]}C{SYMBOLS[column - 1 : column]}{sign}{digits}"

    keys = 1 if part.name in WITH_KEY else 0  # a key may look like a cell
    words = [*part.arguments[:keys], *map(moved, part.arguments[keys:])]
    return IssPart(part.name, words, [_shifted(inner, down, right) for inner in part.parts])


def _has_dots(layout: Layout) -> bool:
    """Return True if the layout has dots; they exempt neighbours from cpgen's `non-consecutive`, but not from ISS's."""
    return any(constraint.kind in ("white", "black") for constraint in layout.further)


def _is_house(constraint: Constraint, size: int) -> bool:
    return constraint.values["total"] is None and len(constraint.cells) == size


def _board(parts: Sequence[IssPart]) -> tuple[Layout, int]:
    """Return the layout with its houses, and the first digit of the board (0 or 1)."""
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
    """Parse a board's `Shape`: return its side and its first digit, 0 or 1; raise InputError for boards cpgen lacks."""
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
    """Return the clues (n² digits), and constraints of the kind `allowed` for cells with several possible digits."""
    clues = [0] * (size * size)
    listed: dict[tuple[int, ...], list[int]] = {}
    for part in parts:
        for argument in part.arguments if not part.name else ():
            cell, *words = argument.split("_")
            digits = tuple(sorted({_number(word, "digit") + 1 - first for word in words}))
            if len(digits) == 1:
                clues[_cell(cell, size)] = digits[0]
            else:
                listed.setdefault(digits, []).append(_cell(cell, size))
    return clues, [constraint_of("allowed", cells=tuple(cells), digits=digits) for digits, cells in listed.items()]


def _number(text: str, what: str) -> int:
    number = small_number(text)
    if number is None:
        raise InputError(Message("iss-number", name=what, text=shown(text, 20)))
    return number


def _cell(text: str, size: int) -> int:
    match = CELL.fullmatch(text)
    row, column = (_line_number(match[1]), _line_number(match[2])) if match else (0, 0)
    if not (1 <= row <= size and 1 <= column <= size):
        raise InputError(Message("no-cell", text=shown(text, 20), side=size))
    return (row - 1) * size + column - 1


def _cells(words: Iterable[str], size: int) -> tuple[int, ...]:
    """Return the cells that the words name; those of a loop end with the first one again."""
    listed = list(words)
    cells = tuple(_cell(word, size) for word in listed if word != LOOP)
    return (*cells, *cells[:1]) if LOOP in listed else cells


def _read(name: str, arguments: Arguments, board: Layout) -> Iterable[Constraint]:
    """Convert an ISS constraint that contains no others, given its name and arguments, to cpgen's constraints."""
    size, arguments = board.size, sorted(arguments, key=LOOP.__eq__)
    if name in PLAIN:
        return parse_constraint(PLAIN[name], size, board.regions)
    if name in PAIRS:
        term, pairs = PAIRS[name], _adjacent(_cells(arguments, size), size)
        return [constraint_of(term.kind, cells=pair, **term.usual_values) for pair in pairs]
    if name in BOTH_WAYS:
        return list(_both_ways(name, arguments, size))
    if name in READERS:
        return [READERS[name](arguments, size)] if name != GREATER else list(_less(arguments, size))
    kind, field = LISTS[name]
    if not field or (name == "Whisper" and arguments and CELL.fullmatch(arguments[0])):
        return [constraint_of(kind, cells=_cells(arguments, size))]
    first, *cells = arguments or [""]
    number = _number(first, name)
    values = {} if kind == "cage" and not number else {field: number}  # a cage of 0 has different digits only
    return [constraint_of(kind, cells=_cells(cells, size), **values)]


def _adjacent(cells: Sequence[int], size: int) -> Iterator[tuple[int, int]]:
    """Yield all pairs of neighbours among the cells, in their order."""
    for place, one in enumerate(cells):
        for other in cells[place + 1 :]:
            if other in neighbours(one, size):
                yield one, other


def _less(arguments: Arguments, size: int) -> Iterator[Constraint]:
    """Yield an inequality for each cell and each later neighbour, whose digit is less."""
    for one, other in _adjacent(_cells(arguments, size), size):
        yield constraint_of("less", cells=(other, one))


def _whole_line(text: str, size: int) -> tuple[int, ...]:
    """Return the cells of the row or column that a text such as `R3` or `C1` names."""
    text, number = text.upper(), _line_number(text[1:]) if len(text) == 2 else 0
    if text[:1] not in AXES or not 1 <= number <= size:
        raise InputError(Message("no-cell", text=shown(text, 20), side=size))
    start = (number - 1) * size if text[0] == "R" else number - 1
    return tuple(range(start, start + size) if text[0] == "R" else range(start, size * size, size))


def _both_ways(name: str, arguments: Arguments, size: int) -> Iterator[Constraint]:
    kind, field = BOTH_WAYS[name]
    line, *values = arguments or [""]
    cells = _whole_line(line, size)
    for value, seen in zip(values, (cells, cells[::-1]), strict=False):
        if value in ("", "0"):
            continue
        if name == HIDDEN:
            yield shipped_kinds()[kind].rule({field: _number(value, name)}, (seen,))
        else:
            yield constraint_of(kind, cells=seen, **{field: _number(value, name)})


def _sandwich(arguments: Arguments, size: int) -> Constraint:
    value, line = [*arguments, "", ""][:2]
    return constraint_of("sandwich", cells=_whole_line(line, size), total=_number(value, SANDWICH))


def _sum(arguments: Arguments, size: int) -> Constraint:
    """Read a sum; coefficients may follow the total, as in `30_=_1_2`, to count cells several times."""
    head, *words = arguments or [""]
    total, _, coefficients = head.partition("_=_")
    cells = _cells(words, size)
    counts = [_signed(word) for word in coefficients.split("_")] if coefficients else [1] * len(cells)
    if len(counts) != len(cells):
        raise InputError(Message("iss-number", name=SUM, text=shown(head, 20)))
    if min(counts, default=1) < 0:
        terms = " + ".join(f"{count} * x[{place}]" for place, count in enumerate(counts))
        return Rule(f"{terms} == {_signed(total)}", CELLS, (cells,))
    listed = tuple(cell for cell, count in zip(cells, counts, strict=True) for _ in range(count))
    return constraint_of("sum", cells=listed, total=_number(total, SUM))


def _signed(text: str) -> int:
    return -_number(text[1:], SUM) if text.startswith("-") else _number(text, SUM)


def _little(arguments: Arguments, size: int) -> Constraint:
    value, cell = [*arguments, "", ""][:2]
    cells = _little_killers(size).get(_cell(cell, size))
    if cells is None:
        raise InputError(Message("no-cell", text=shown(cell, 20), side=size))
    return constraint_of("little", cells=cells, total=_number(value, LITTLE))


def _little_killers(size: int) -> dict[int, tuple[int, ...]]:
    """Return the diagonals that a little killer sum can have, by the cell that names them.

    Sums along both directions of a diagonal are the same, so it has one name.
    """
    n = size
    starts = [(row * n, "se") for row in range(n - 1)] + [(row * n + n - 1, "nw") for row in range(1, n - 1)]
    starts += [(column, "sw") for column in range(1, n)] + [(n * n - n + column, "ne") for column in range(1, n - 1)]
    by_cells: dict[frozenset[int], tuple[int, ...]] = {}
    for start, way in starts:
        cells = line_from(start, way, n)
        if len(cells) > 1:
            by_cells.setdefault(frozenset(cells), cells)
    return {cells[0]: cells for cells in by_cells.values()}


def _quad(arguments: Arguments, size: int) -> Constraint:
    corner, *words = arguments or [""]
    cell = _cell(corner, size)
    if cell % size == size - 1 or cell // size == size - 1:
        raise InputError(Message("no-cell", text=shown(corner, 20), side=size))
    digits = tuple(sorted(_number(word, QUAD) for word in words))
    return constraint_of("quad", cells=(cell, cell + 1, cell + size, cell + size + 1), digits=digits)


def _arrow(arguments: Arguments, size: int) -> Constraint:
    circle, *cells = _cells(arguments, size) or (-1,)
    return constraint_of("arrow", circle=(circle,), cells=tuple(cells))


def _pill(arguments: Arguments, size: int) -> Constraint:
    length, *words = arguments or [""]
    cells, count = _cells(words, size), _number(length, PILL)
    return constraint_of("arrow", circle=tuple(sorted(cells[:count])), cells=cells[count:])


def _indexing(arguments: Arguments, size: int) -> Constraint:
    axis, *words = arguments or [""]
    if axis not in AXES:
        raise unsupported(f"{INDEXING} {shown(axis, 20)}")
    return constraint_of("indexing", cells=_cells(words, size), axis=AXES[axis])


def _different(arguments: Arguments, size: int) -> Constraint:
    return constraint_of("cage", cells=_cells(arguments, size))


def _same(arguments: Arguments, size: int) -> Constraint:
    count, *words = arguments or [""]
    cells, sets = _cells(words, size), _number(count, SAME)
    if not sets or len(cells) % sets:
        raise InputError(Message("iss-number", name=SAME, text=shown(count, 20)))
    width = len(cells) // sets
    return constraint_of("same-values", groups=tuple(cells[k * width : (k + 1) * width] for k in range(sets)))


def _said(arguments: Arguments, size: int) -> Constraint:
    clue, *words = arguments or [""]
    return constraint_of("look-and-say", cells=_cells(words, size), clue=clue)


def _equal(arguments: Arguments, size: int) -> Constraint:
    """Read groups of cells with equal sums; a dash separates groups."""
    groups: list[list[str]] = [[]]
    for word in arguments:
        if word == "-":
            groups.append([])
        else:
            groups[-1].append(word)
    return constraint_of("equal-sums", groups=tuple(_cells(words, size) for words in groups))


READERS: Mapping[str, Callable[[Arguments, int], Constraint]] = {
    SANDWICH: _sandwich, SUM: _sum, LITTLE: _little, QUAD: _quad, ARROW: _arrow, PILL: _pill, INDEXING: _indexing,
    DIFFERENT: _different, SAME: _same, SAID: _said, EQUAL: _equal,
    GREATER: lambda arguments, size: next(_less(arguments, size)),
}  # fmt: skip


def unheld(layout: Layout) -> list[Constraint]:
    """Return the further constraints of a layout that an ISS string cannot hold."""
    return [constraint for constraint in layout.further if _directives(constraint, layout) is None]


def write(entry: Entry) -> str:
    """Return the ISS string of an entry, on a line."""
    puzzle, layout = entry.puzzle, entry.puzzle.layout
    digits: dict[int, Sequence[int]] = {cell: [clue] for cell, clue in enumerate(puzzle.clues) if clue}
    for one in layout.further:
        if one.kind == "allowed":
            digits |= {cell: one.values["digits"] for cell in one.cells if cell not in digits}
    given = [f"{_name(cell, layout)}_{'_'.join(map(str, found))}" for cell, found in sorted(digits.items())]
    words = [*_board_words(layout), *([["", *given]] if given else [])]
    words += [found for one in layout.further if one.kind != "allowed" for found in _directives(one, layout) or ()]
    return "".join("." + "~".join(parts) for parts in words) + "\n"


def _name(cell: int, layout: Layout) -> str:
    row, column = divmod(cell, layout.size)
    return f"R{SYMBOLS[row]}C{SYMBOLS[column]}"


def _board_words(layout: Layout) -> Iterator[list[str]]:
    """Yield the constraints that describe size, regions and extra houses, each as a list of a name and arguments."""
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
        yield [DIFFERENT, *(_name(cell, layout) for cell in house)]


def _differs(constraint: Constraint, layout: Layout) -> bool:
    """Return True if ISS's constraint of this name excludes other pairs than cpgen's, given the marks of the layout."""
    sums = {other.values["total"] for other in layout.further if other.kind == "xv"}
    if constraint.kind == "all" and constraint.values["what"] == "xv":
        return bool(sums - {5, 10})
    return constraint.kind == "non-consecutive" and _has_dots(layout)


def _directives(constraint: Constraint, layout: Layout) -> list[list[str]] | None:
    """Convert a constraint to ISS's constraints, each a list of a name and arguments; None if it is inexpressible."""
    if isinstance(constraint, Rule):
        return words_of_rule(constraint, layout, lambda cell: _name(cell, layout))
    if isinstance(constraint, AnyOf):
        return _alternatives(constraint, layout)
    words = _words(constraint, layout)
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


def _words(constraint: Constraint, layout: Layout) -> list[str] | None:
    """Convert a constraint to a list of a name and arguments; None if ISS has no single constraint for it."""
    values, names = constraint.values, [_name(cell, layout) for cell in constraint.cells]
    if constraint.is_open or _differs(constraint, layout):
        return None
    for name, (kind, field) in LISTS.items():
        if kind == constraint.kind and (not field or values[field] is not None):
            return [name, *([str(values[field])] if field else []), *names]
    for name, term in PAIRS.items():
        if term.says(constraint):
            return [name, *names]
    for name, line in PLAIN.items():
        if constraint == parse_constraint(line, layout.size)[0]:
            return [name]
    if constraint.kind in {kind for kind, _ in BOTH_WAYS.values()}:
        name, field = next((name, field) for name, (kind, field) in BOTH_WAYS.items() if kind == constraint.kind)
        line_name, forwards = _line_name(constraint.cells, layout.size)
        return [name, line_name, *([str(values[field]), ""] if forwards else ["", str(values[field])])]
    writer = WRITERS.get(constraint.kind)
    return writer(constraint, layout, names) if writer else None


def _line_name(cells: Sequence[int], size: int) -> tuple[str, bool]:
    """Return the name of a row or column, as in `R3`, and True if the cells are listed in its order."""
    first, forwards = min(cells), cells[0] < cells[1]
    is_row = abs(cells[0] - cells[1]) == 1
    return (f"R{SYMBOLS[first // size]}" if is_row else f"C{SYMBOLS[first % size]}"), forwards


def _write_sandwich(constraint: Constraint, layout: Layout, names: list[str]) -> list[str] | None:
    name, forwards = _line_name(constraint.cells, layout.size)
    return [SANDWICH, str(constraint.values["total"]), name] if forwards else None


def _write_sum(constraint: Constraint, layout: Layout, names: list[str]) -> list[str]:
    counts = Counter(names)
    total = str(constraint.values["total"])
    return [SUM, total if len(counts) == len(names) else f"{total}_=_{'_'.join(map(str, counts.values()))}", *counts]


def _write_little(constraint: Constraint, layout: Layout, names: list[str]) -> list[str] | None:
    named = {frozenset(cells): cell for cell, cells in _little_killers(layout.size).items()}
    cell = named.get(frozenset(constraint.cells))
    return None if cell is None else [LITTLE, str(constraint.values["total"]), _name(cell, layout)]


def _write_arrow(constraint: Constraint, layout: Layout, names: list[str]) -> list[str] | None:
    circle: tuple[int, ...] = constraint.circle  # type: ignore[attr-defined]
    circle_names = [_name(cell, layout) for cell in circle]
    if circle != tuple(sorted(circle)) or len(circle) > 3:
        return None
    return [ARROW, *circle_names, *names] if len(circle) == 1 else [PILL, str(len(circle)), *circle_names, *names]


def _write_indexing(constraint: Constraint, layout: Layout, names: list[str]) -> list[str] | None:
    letters = {axis: letter for letter, axis in AXES.items()}
    letter = letters.get(constraint.values["axis"])
    return [INDEXING, letter, *names] if letter else None


def _write_equal(constraint: Constraint, layout: Layout, names: list[str]) -> list[str]:
    groups: tuple[tuple[int, ...], ...] = constraint.groups  # type: ignore[attr-defined]
    words = [word for group in groups for word in ("-", *(_name(cell, layout) for cell in group))]
    return [EQUAL, *words[1:]]


def _write_same(constraint: Constraint, layout: Layout, names: list[str]) -> list[str]:
    groups: tuple[tuple[int, ...], ...] = constraint.groups  # type: ignore[attr-defined]
    return [SAME, str(len(groups)), *(_name(cell, layout) for group in groups for cell in group)]


WRITERS: Mapping[str, Callable[[Constraint, Layout, list[str]], list[str] | None]] = {
    "cage": lambda one, layout, names: [DIFFERENT, *names] if len(names) != layout.size else None,
    "less": lambda one, layout, names: [GREATER, *names[::-1]],
    "quad": lambda one, layout, names: [QUAD, min(names), *map(str, one.values["digits"])],
    "allowed": lambda one, layout, names: [""],
    "sandwich": _write_sandwich,
    "sum": _write_sum,
    "little": _write_little,
    "arrow": _write_arrow,
    "indexing": _write_indexing,
    "same-values": _write_same,
    "equal-sums": _write_equal,
    "look-and-say": lambda one, layout, names: [SAID, one.values["clue"], *names],
}
