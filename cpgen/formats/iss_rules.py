"""Constraints of the Interactive Sudoku Solver that cpgen reads as rules: tables, automata, patterns and contents.

    .Pair~KEY~_name~R1C1~R1C2~~R3C1~R3C2     a table for each two consecutive cells of a group
    .PairX~KEY~_name~R1C1~R1C2~R1C3          for any two cells
    .NFA~KEY~_name~R1C1~R1C2~R1C3            an automaton along the cells
    .Regex~PATTERN~R1C1~R1C2                 a regular expression
    .ContainExact~1_2_2~CELLS  .ContainAtLeast~1_2~CELLS  .CountDistinct~CELL~CELLS
    .RellikCage~TOTAL~CELLS    .EqualityCage~CELLS
    .ValueIndexing~VALUE~INDEX~CELLS         the digit of the first cell is in the place that the second cell tells

In older strings, Pair and PairX are Binary and BinaryX, in whose keys - and _ are swapped. In newer ones, patterns are
in base 64.

A rule for which there is no such constraint is written as the tables and automata that it compiles to.
"""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from urllib.parse import quote, unquote

from cpgen.constraints.laws import ALONG, CELLS, NEIGHBOURS, PAIRS, table_text
from cpgen.constraints.own_kinds import shipped_kinds
from cpgen.constraints.primitives import (
    AllDifferent,
    Automaton,
    Domain,
    EachDigitOnce,
    Linear,
    Pair,
    Primitive,
    TooManyStatesError,
    automaton,
)
from cpgen.constraints.rule import LONGEST_TEXT, Rule
from cpgen.errors import InputError
from cpgen.formats.checks import small_number
from cpgen.formats.iss_keys import (
    MOST_STATES,
    key_of_automaton,
    key_of_pairs,
    nfa_in,
    pairs_in,
    words_of_nfa,
    words_of_regex,
)
from cpgen.formats.json_fields import unsupported
from cpgen.layout import Layout
from cpgen.messages import Message, shown

PAIR, PAIR_X, NFA, REGEX = "Pair", "PairX", "NFA", "Regex"
EXACT, AT_LEAST, COUNT = "ContainExact", "ContainAtLeast", "CountDistinct"
RELLIK, EQUALITY = "RellikCage", "EqualityCage"
BINARY = {"Binary": PAIR, "BinaryX": PAIR_X}
"""Older names of tables"""
INDEXED = "ValueIndexing"
RULES = (PAIR, PAIR_X, *BINARY, NFA, REGEX, EXACT, AT_LEAST, COUNT, RELLIK, EQUALITY, INDEXED)
"""Names of constraints that are read as rules"""
WITH_KEY = (PAIR, PAIR_X, *BINARY, NFA, REGEX)
"""Names of the rules whose first argument is a key"""
INDEXING = (
    "start (0, -1); step (d, -1) if s[0] == 0 else (s[0], d) if s[1] == -1 else "
    "(s[0], max(0, s[1] - 1)) if s[1] != 1 or d == s[0] else stop; accept s[1] == 0"
)
"""Rule along a value, an index and the cells: a state is the value, and how far its place is away"""
ENCODED = re.compile(r"[\w-]*[a-z][\w-]*=*", re.ASCII)
"""A pattern in base 64: plain ones have no small letters"""
Cells = tuple[int, ...]
CellsOf = Callable[[Sequence[str]], Cells]


def read_rule(name: str, arguments: Sequence[str], n: int, cells_of: CellsOf) -> Iterator[Rule]:
    """Yield the rules that one ISS constraint stands for, on a board of side n.

    `name` and `arguments` are those of the constraint; `cells_of` converts names of cells to cells.
    """
    first, *words = arguments or [""]
    if name in BINARY:
        name, first = BINARY[name], first.translate(str.maketrans("-_", "_-"))
    if name in (PAIR, PAIR_X):
        expression = masks_text(pairs_in(first, n))
        for title, cells in _groups(words, cells_of):
            yield Rule(expression, NEIGHBOURS if name == PAIR else PAIRS, (cells,), title=title)
    elif name == NFA:
        nfa = nfa_in(first, n)
        for title, cells in _groups(words, cells_of):
            yield _along(words_of_nfa(nfa, len(cells), n), cells, title)
    elif name == REGEX:
        listed = cells_of(words)
        yield _along(words_of_regex(_pattern(first), len(listed), n), listed, "")
    elif name in (RELLIK, EQUALITY):
        numbers = {"total": small_number(first)} if name == RELLIK else {}
        caged = cells_of(words if numbers else arguments)
        yield shipped_kinds()[name.lower().removesuffix("cage")].rule(numbers, (caged,))
    elif name == INDEXED:
        yield Rule(INDEXING, ALONG, (cells_of(arguments),))
    elif name == COUNT:
        yield Rule("x[0] == len(distinct(x[1:]))", CELLS, (cells_of(arguments),))
    else:
        yield Rule(_contents(first, len(words), n, name == EXACT), CELLS, (cells_of(words),))


def _pattern(text: str) -> str:
    """Return a regular expression, which may be encoded in base 64, as plain text."""
    if not ENCODED.fullmatch(text):
        return unquote(text)
    try:
        return urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4)).decode("ascii")
    except ValueError:
        raise InputError(Message("iss-key", key=shown(text, 20))) from None


def masks_text(allowed: Sequence[int]) -> str:
    """Return the rule text of a table of pairs: for each digit a the allowed digits b, as bits of a number."""
    return f"({', '.join(str(2 * row) for row in allowed)})[a - 1] // 2 ** b % 2 == 1"


def _along(machine: Automaton, cells: Cells, title: str) -> Rule:
    text = table_text(machine.transitions, machine.accepting)
    if text is None:
        raise unsupported(f"an automaton of {len(machine.transitions)} states")
    return Rule(text, ALONG, (cells,), title=title)


def _groups(words: Iterable[str], cells_of: CellsOf) -> Iterator[tuple[str, Cells]]:
    """Yield the name and the cells of each group; an empty word separates groups, `_name` names those after it."""
    name, cells = "", list[str]()
    for word in [*words, ""]:
        if word and not word.startswith("_"):
            cells.append(word)
            continue
        if cells:
            yield name, cells_of(cells)
        name = _title(unquote(word[1:])) if word else name
        cells = []


def _title(text: str) -> str:
    plain = "".join(" " if sign in '"“”„＂#' else sign for sign in text)
    return " ".join(plain.split())[:LONGEST_TEXT]


def _contents(text: str, count: int, n: int, is_exact: bool) -> str:
    """Return the rule text that `count` cells contain the listed digits: exactly these if `is_exact`, else at least."""
    digits = [small_number(word) or 0 for word in text.split("_")]
    if not all(1 <= digit <= n for digit in digits) or (is_exact and len(digits) != count):
        raise InputError(Message("iss-number", name=EXACT if is_exact else AT_LEAST, text=repr(text[:20])))
    counts = Counter(digits)
    if is_exact and len(counts) == count:
        listed = ", ".join(map(str, sorted(digits)))
        return f"all(d in ({listed},) for d in x) and len(distinct(x)) == len(x)"
    if is_exact:
        return " and ".join(f"count(x, {digit}) == {counts[digit]}" for digit in sorted(counts))
    return " and ".join(
        f"{digit} in x" if counts[digit] == 1 else f"count(x, {digit}) >= {counts[digit]}" for digit in sorted(counts)
    )


def words_of_rule(rule: Rule, layout: Layout, name_of: Callable[[int], str]) -> list[list[str]] | None:
    """Return the ISS constraints, each a list of name and arguments, that express a rule; None if there are none.

    `name_of` returns the name of a cell.
    """
    if rule.is_open:
        return None
    if (rule.expression, rule.form) == (INDEXING, ALONG):
        return [[INDEXED, *map(name_of, rule.cells)]]
    name = "_" + quote(rule.title, safe=" ").replace(" ", "%20").replace(".", "%2E").replace("~", "%7E")
    constraints: list[list[str]] = []
    pairs: dict[tuple[int, ...], list[str]] = {}
    for part in rule.decompose(layout):
        if isinstance(part, Pair):
            pairs.setdefault(part.allowed, [name])[1:1] = [*map(name_of, part.cells), ""]
            continue
        words = _words_of(part, layout.size, name, name_of)
        if words is None:
            return None
        constraints.append(words)
    return [*([PAIR, key_of_pairs(allowed), *words[:-1]] for allowed, words in pairs.items()), *constraints]


def _words_of(primitive: Primitive, n: int, name: str, name_of: Callable[[int], str]) -> list[str] | None:
    match primitive:
        case Domain(cell, digits):
            return [
                "",
                "_".join([name_of(cell), *(str(digit) for digit in range(1, n + 1) if digits >> digit - 1 & 1)]),
            ]
        case AllDifferent(cells) | EachDigitOnce(cells):
            return ["AllDifferent", *map(name_of, cells)]
        case Linear(cells, coefficients, "=", total) if total >= 0:
            weights = f"{total}_=_{'_'.join(map(str, coefficients))}"
            return ["Sum", str(total) if set(coefficients) == {1} else weights, *map(name_of, cells)]
        case Linear():
            machine = _automaton_of(primitive, n)
            return _words_of(machine, n, name, name_of) if machine else None
        case Automaton(cells):
            return [NFA, key_of_automaton(primitive), name, *map(name_of, cells)] if n <= 16 else None
    return None


def _automaton_of(linear: Linear, n: int) -> Automaton | None:
    """Return an automaton for a weighted sum, whose states are place and partial sum.

    None if it has too many of them.
    """
    holds = {"=": linear.total.__eq__, "<=": linear.total.__ge__, ">=": linear.total.__le__}[linear.relation]

    def step(state: tuple[int, int], digit: int) -> tuple[int, int]:
        place, total = state
        return place + 1, total + linear.coefficients[place] * digit

    try:
        return automaton(linear.cells, n, (0, 0), step, lambda state: holds(state[1]), MOST_STATES)
    except TooManyStatesError:
        return None
