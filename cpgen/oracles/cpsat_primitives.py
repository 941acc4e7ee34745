"""Primitives as constraints of CP-SAT, on one integer variable per cell or on one Boolean per cell and digit.

The variable of a cell has the number of the cell, and that of a digit of a cell the number cell · n + digit − 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from itertools import combinations
from operator import and_

from cpgen.constraints.parts import parts_of
from cpgen.constraints.primitives import (
    AllDifferent,
    Alternatives,
    Automaton,
    Domain,
    EachDigitOnce,
    Linear,
    Pair,
    Primitive,
    Relation,
    Transitions,
    digits_of_mask,
    layers_of,
    transposed,
)
from cpgen.constraints.sums import derived_sums
from cpgen.layout import Layout
from cpgen.oracles.cpsat_text import UNBOUNDED, ModelText


def own_primitives(layout: Layout) -> Sequence[Primitive]:
    """Return the primitives of a layout's constraints besides houses, or those of the houses if there are no others."""
    return layout.primitives[len(layout.base.primitives) :] if layout.further else layout.primitives


def add_on_integers(text: ModelText, layout: Layout, look: Callable[[], object] = int) -> None:
    """Add a layout's own primitives, and sums derived from all, to a model with an integer per cell.

    On large boards an automaton may take half a second, so `look` is called before each primitive; it may raise an
    error to stop.
    """
    for primitive in own_primitives(layout):
        look()
        match primitive:
            case AllDifferent(cells) | EachDigitOnce(cells):
                text.add_all_different(cells)
            case Domain(cell, digits):
                text.add_domain(cell, _intervals(digits))
            case Pair(first, second, allowed):
                text.add_table((first, second), *_table(allowed))
            case Linear():
                _add_sum(text, primitive, layout)
            case Automaton():
                _add_automaton(text, primitive)
            case Alternatives(options, least):
                truths = [_truth_of_all(text, option, layout.size) for option in options]
                text.add_total([(truth, 1) for truth in truths], ">=", least)
    for derived in derived_sums(layout):
        text.add_total([(cell, 1) for cell in derived.linear.cells], "=", derived.linear.total)


def _add_sum(text: ModelText, linear: Linear, layout: Layout) -> None:
    """Add a sum to a model, split into partial sums over cells with different digits; their bounds help the solver."""
    terms: list[tuple[int, int]] = []
    parts = parts_of(linear, layout.different)
    for cells, weight in parts:
        k, n = len(cells), layout.size
        if k == 1 or len(parts) == 1:
            terms += [(cell, weight) for cell in cells]
            continue
        variable = text.new_variable(k * (k + 1) // 2, k * (2 * n - k + 1) // 2)
        text.add_total([*((cell, 1) for cell in cells), (variable, -1)], "=", 0)
        terms.append((variable, weight))
    text.add_total(terms, linear.relation, linear.total)


def _add_automaton(text: ModelText, automaton: Automaton) -> None:
    """Add an automaton to a model: a table (state, digit, next state) per cell, and a variable for each state between.

    CP-SAT's own automata leave variables undetermined, so that an enumeration reports the same grid many times.
    """
    steps = _steps(automaton.transitions, automaton.accepting, len(automaton.cells))
    if not steps:
        text.add_domain(automaton.cells[0], (0, 0))  # no path: never true
        return
    states = [text.new_variable(0, most) for most, _ in steps[:-1]]
    for place, (cell, (_, values)) in enumerate(zip(automaton.cells, steps, strict=True)):
        text.add_table((*states[max(place - 1, 0) : place], cell, *states[place : place + 1]), values)


@lru_cache(256)
def _steps(transitions: Transitions, accepting: frozenset[int], count: int) -> list[tuple[int, str]]:
    """Return for each of `count` cells the largest state after it and the table of its steps; [] if there is no path.

    The first table has no state before, and the last none after the cell. Lines of one kind and length share them.
    """
    layers = layers_of(transitions, accepting, count)
    if not all(layers):
        return []
    steps = []
    for place, layer in enumerate(layers):
        has_before, has_after = place > 0, place < count - 1
        rows = {(before,) * has_before + (digit,) + (after,) * has_after for before, digit, after in layer}
        steps.append((max(after for _, _, after in layer), str([value for row in sorted(rows) for value in row])))
    return steps


@cache
def _table(allowed: tuple[int, ...]) -> tuple[str, bool]:
    """Return the shorter table for two cells: the pairs of digits, flat, and True if these are excluded.

    `allowed` has, for each digit of the first cell, the bit mask of the second cell's digits.
    """
    n = len(allowed)
    pairs = [(one, other) for one in range(1, n + 1) for other in range(1, n + 1)]
    kept = [pair for pair in pairs if allowed[pair[0] - 1] >> pair[1] - 1 & 1]
    negated = 2 * len(kept) > len(pairs)
    return str([digit for pair in (sorted(set(pairs) - set(kept)) if negated else kept) for digit in pair]), negated


def _intervals(mask: int) -> list[int]:
    """Return the digits in a bit mask as bounds of separate intervals, as in [1, 3, 5, 5]; [0, 0] if there is none."""
    bounds: list[int] = []
    for digit in digits_of_mask(mask):
        if bounds and bounds[-1] == digit - 1:
            bounds[-1] = digit
        else:
            bounds += (digit, digit)
    return bounds or [0, 0]


# Alternatives: each condition of an option gets a Boolean that is true exactly if the condition holds. As the digits
# determine all Booleans, an enumeration reports no grid twice.


def _truth_of_all(text: ModelText, conditions: Iterable[Primitive], n: int) -> int:
    """Add a Boolean to a model that is true exactly if all conditions hold; return the number of its variable."""
    return _truth_of_count(text, truths := [_truth(text, condition, n) for condition in conditions], len(truths))


def _truth_of_count(text: ModelText, truths: Sequence[int], least: int) -> int:
    """Add a Boolean that is true exactly if at least `least` of the Booleans `truths` are; return its variable."""
    if not truths:  # as for a single cell with different digits, of which nothing is demanded
        return text.new_variable(value := int(least <= 0), value)
    truth = text.new_variable(0, 1)
    text.add_if(truth, [(number, 1) for number in truths], (least, len(truths)))
    text.add_if(~truth, [(number, 1) for number in truths], (0, least - 1))
    return truth


def _truth(text: ModelText, primitive: Primitive, n: int) -> int:
    """Add a Boolean to a model that is true exactly if a primitive is satisfied; return the number of its variable."""
    match primitive:
        case Domain(cell, digits):
            return _truth_of_table(text, (cell,), [((d,), digits >> d - 1 & 1) for d in range(1, n + 1)])
        case Pair(first, second, allowed):
            pairs = [(a, b) for a in range(1, n + 1) for b in range(1, n + 1)]
            return _truth_of_table(text, (first, second), [((a, b), allowed[a - 1] >> b - 1 & 1) for a, b in pairs])
        case Linear(cells, coefficients, relation, total):
            return _truth_of_sum(text, list(zip(cells, coefficients, strict=True)), relation, total)
        case Automaton():
            return _truth_of_automaton(text, primitive, n)
        case Alternatives(options, least):
            return _truth_of_count(text, [_truth_of_all(text, option, n) for option in options], least)
    return _truth_of_all(text, (Pair(a, b, _different(n)) for a, b in combinations(primitive.cells, 2)), n)


def _truth_of_table(text: ModelText, cells: Sequence[int], rows: Sequence[tuple[tuple[int, ...], int]]) -> int:
    """Add a Boolean to a model whose value depends on the digits of some cells; return the number of its variable.

    Each row has the digits of the cells and the value (0 or 1) for them.
    """
    truth = text.new_variable(0, 1)
    text.add_table((*cells, truth), [value for digits, holds in rows for value in (*digits, holds)])
    return truth


def _truth_of_sum(text: ModelText, terms: list[tuple[int, int]], relation: Relation, total: int) -> int:
    truth = text.new_variable(0, 1)
    inside, outside = {
        "=": ((total, total), (-UNBOUNDED, total - 1, total + 1, UNBOUNDED)),
        "<=": ((-UNBOUNDED, total), (total + 1, UNBOUNDED)),
        ">=": ((total, UNBOUNDED), (-UNBOUNDED, total - 1)),
    }[relation]
    text.add_if(truth, terms, inside)
    text.add_if(~truth, terms, outside)
    return truth


def _truth_of_automaton(text: ModelText, automaton: Automaton, n: int) -> int:
    """Add a Boolean that is true exactly if an automaton accepts its cells; return the number of its variable.

    A variable holds the state after each cell but the last. The state −1 (no transition) becomes a state of its own.
    """
    dead, reached, before = len(automaton.transitions), {0}, -1
    digits = range(1, n + 1)
    for cell in automaton.cells[:-1]:
        after = text.new_variable(0, dead)
        rows = [(state, digit, _next_state(automaton, state, digit)) for state in sorted(reached) for digit in digits]
        text.add_table((before, cell, after)[before < 0 :], [value for row in rows for value in row[before < 0 :]])
        reached, before = {state for _, _, state in rows}, after
    last = [
        ((state, digit), int(_next_state(automaton, state, digit) in automaton.accepting))
        for state in reached
        for digit in digits
    ]
    cells = (before, automaton.cells[-1]) if before >= 0 else automaton.cells[-1:]
    return _truth_of_table(
        text, cells, [(before_and_digit[before < 0 :], holds) for before_and_digit, holds in sorted(last)]
    )


def _next_state(automaton: Automaton, state: int, digit: int) -> int:
    dead = len(automaton.transitions)
    target = automaton.transitions[state][digit - 1] if state < dead else dead
    return dead if target < 0 else target


@cache
def _different(n: int) -> tuple[int, ...]:
    """Return the table of a pair of cells with different digits on a board of side n."""
    return tuple((1 << n) - 1 & ~(1 << digit) for digit in range(n))


# One Boolean per cell and digit.


def add_on_booleans(text: ModelText, layout: Layout, look: Callable[[], object] = int) -> None:
    """Add a layout's own primitives, which must be PAIRWISE, to a model with a Boolean per cell and digit."""
    n, tables = layout.size, dict[tuple[int, ...], tuple[int, ...]]()
    for primitive in own_primitives(layout):
        look()
        if isinstance(primitive, Domain):
            text.add_literals("bool_or", [primitive.cell * n + digit - 1 for digit in digits_of_mask(primitive.digits)])
        elif isinstance(primitive, Pair) or len(primitive.cells) == 2:
            allowed = primitive.allowed if isinstance(primitive, Pair) else _different(n)
            before = tables.get(primitive.cells)
            tables[primitive.cells] = tuple(map(and_, before, allowed)) if before else allowed
        else:
            kind = "exactly_one" if isinstance(primitive, EachDigitOnce) else "at_most_one"
            for digit in range(n):
                text.add_literals(kind, [cell * n + digit for cell in primitive.cells])
    for cells, allowed in tables.items():
        literals = [cell * n + digit for cell in cells for digit in range(n)]
        text.add_text(pair_text(allowed).format(*literals, *[~literal for literal in literals]))


@cache
def pair_text(allowed: tuple[int, ...]) -> str:
    """Return the constraints of two cells with allowed pairs of digits, as text with fields for literals.

    The fields are numbered: the n Booleans of the first cell, those of the second, the negations of both.

    A digit that allows few digits of the other cell implies one of them, which propagates most. Where it allows more,
    it excludes the others; so do digits that exclude these and more, and at most one of all is true.
    """
    n, text = len(allowed), ModelText()
    reverse = transposed(Pair(0, 1, allowed)).allowed
    for masks, own, other in ((allowed, 0, n), (reverse, n, 0)):
        for digit, mask in enumerate(masks):
            if mask.bit_count() <= n // 2:
                text.add_literals("bool_or", [_field(2 * n + own + digit), *_fields(other, mask)])
    for mask in dict.fromkeys(allowed):
        if n // 2 < mask.bit_count() < n:
            alike = [_field(digit) for digit, its in enumerate(allowed) if not its & ~mask]
            text.add_literals("at_most_one", [*alike, *_fields(n, ~mask & (1 << n) - 1)])
    return str(text)


def _field(number: int) -> str:
    return f"{{{number}}}"


def _fields(first: int, digits: int) -> list[str]:
    """Return the fields of the Booleans of a cell whose first one has the number `first`, for a mask of digits."""
    return [_field(first + digit - 1) for digit in digits_of_mask(digits)]
