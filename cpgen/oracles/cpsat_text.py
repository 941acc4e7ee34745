"""Parts of CP-SAT models as text, in the format of protocol buffers.

For example, `constraints<linear<vars:[0, 1, 9] coeffs:[1, 1, 1] domain:[12, 12]>>` is a cage of three cells with the
sum 12. CP-SAT reads such a line in 1 µs; to fill in its fields one by one takes several times as long. `cp_model`,
which would do that, also takes 0.3 s to import.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from cpgen.constraints.primitives import Relation

UNBOUNDED = 1 << 40
"""Bound beyond every possible sum, for sums without an upper or lower limit"""


class ModelText:
    """Variables and constraints to add to a model that has `variables` variables; the new ones are counted, too."""

    def __init__(self, variables: int = 0) -> None:
        self.variables = variables
        self._parts: list[str] = []

    def __str__(self) -> str:
        return "".join(self._parts)

    def append_to(self, proto: Any) -> None:
        """Add everything to a model (protocol buffer)."""
        if not proto.merge_text_format(str(self)):
            raise AssertionError("CP-SAT cannot read the text of a model")

    def new_variable(self, least: int, most: int) -> int:
        """Add a variable with values from `least` to `most`; return its number."""
        self._parts.append(f"variables<domain:[{least},{most}]>")
        self.variables += 1
        return self.variables - 1

    def add_all_different(self, variables: Iterable[int]) -> None:
        """Add the constraint that variables have different values."""
        self._add(f"all_diff<{_expressions(variables)}>")

    def add_total(self, terms: Iterable[tuple[int, int]], relation: Relation, total: int) -> None:
        """Add the constraint that a sum of terms (variable, weight) has a relation to a total."""
        low = -UNBOUNDED if relation == "<=" else total
        high = UNBOUNDED if relation == ">=" else total
        self._add(_linear(terms, (low, high)))

    def add_domain(self, variable: int, intervals: Sequence[int]) -> None:
        """Add the constraint that a variable is in one of some intervals, given by their bounds."""
        self._add(_linear([(variable, 1)], intervals))

    def add_if(self, literal: int, terms: Iterable[tuple[int, int]], intervals: Sequence[int]) -> None:
        """Add the constraint that a sum of terms is in one of some intervals if a literal is true.

        The literal ~v is the negation of the Boolean v.
        """
        self._add(f"enforcement_literal:{literal} {_linear(terms, intervals)}")

    def add_table(self, variables: Iterable[int], values: object, negated: bool = False) -> None:
        """Add the constraint that the values of variables are a row of a table; if `negated`, that they are none.

        `values` is the list of the values, row by row, or its text.
        """
        self._add(f"table<{_expressions(variables)}values:{values}{' negated:true' if negated else ''}>")

    def add_literals(self, kind: str, literals: Iterable[object]) -> None:
        """Add a constraint on literals, of the kind `bool_or`, `at_most_one` or `exactly_one`."""
        self._add(f"{kind}<literals:[{','.join(map(str, literals))}]>")

    def add_text(self, text: str) -> None:
        """Add the text of another model."""
        self._parts.append(text)

    def _add(self, constraint: str) -> None:
        self._parts.append(f"constraints<{constraint}>")


def _linear(terms: Iterable[tuple[int, int]], intervals: Sequence[int]) -> str:
    variables, weights = zip(*terms, strict=True)
    return f"linear<vars:{[*variables]} coeffs:{[*weights]} domain:{[*intervals]}>"


@cache
def _expression(variable: int) -> str:
    return f"exprs<vars:{variable} coeffs:1>"


def _expressions(variables: Iterable[int]) -> str:
    return "".join(map(_expression, variables))
