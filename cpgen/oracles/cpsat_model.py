"""How does CP-SAT see a layout? Two encodings, told once, with a place for a nogood and one for a search strategy.

Clues are set by editing the domains of the variables in place, which takes half the time of a new model.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from ortools.sat.python import cp_model

from cpgen.layout import Layout
from cpgen.puzzle import Grid


class Model(ABC):
    """The CP-SAT model of a layout."""

    def __init__(self, layout: Layout) -> None:
        self.size = layout.size
        self.proto = self.built(layout).proto
        self.nogood = self.proto.constraints.add()
        self.domains = [variable.domain for variable in self.proto.variables]
        self.clues: Sequence[int | None] = [None] * layout.cell_count

    @staticmethod
    @abstractmethod
    def built(layout: Layout) -> cp_model.CpModel:
        """The rules of the layout."""

    @abstractmethod
    def say(self, cell: int, digit: int) -> None:
        """Sets the domains of a cell that holds a digit, or any when it is 0."""

    @abstractmethod
    def grid(self, values: Sequence[int]) -> Grid:
        """The grid that the values of the variables mean."""

    @abstractmethod
    def forbid(self, grid: Grid) -> bool:
        """Adds the nogood that the open cells are not all as in the grid; says whether there are open cells."""

    @abstractmethod
    def forgive(self) -> None:
        """Takes the nogood back."""

    @abstractmethod
    def search_at_random(self, order: Sequence[int]) -> None:
        """Adds a strategy of random choices, in which the earliest cells in `order` come first."""

    def pose(self, clues: Grid) -> None:
        """Forgets the question before and sets the clues, editing only the cells that changed."""
        self.forgive()
        self.proto.search_strategy.clear()
        # An interruption in the loop leaves no clue known, so that the next question sets all domains.
        before, self.clues = self.clues, [None] * len(clues)
        for cell, (old, digit) in enumerate(zip(before, clues, strict=True)):
            if old != digit:
                self.say(cell, digit)
        self.clues = clues

    @property
    def open_cells(self) -> list[int]:
        """The cells without a clue."""
        return [cell for cell, digit in enumerate(self.clues) if not digit]


class AllDifferent(Model):
    """An integer a cell, an all-different constraint a house, a negated table for the nogood."""

    @staticmethod
    def built(layout: Layout) -> cp_model.CpModel:
        """The rules of the layout."""
        model = cp_model.CpModel()
        cells = [model.new_int_var(1, layout.size, "") for _ in range(layout.cell_count)]
        for house in layout.houses:
            model.add_all_different([cells[cell] for cell in house.cells])
        return model

    def say(self, cell: int, digit: int) -> None:
        """Sets the domain of a cell that holds a digit, or any when it is 0."""
        domain = self.domains[cell]
        domain[0], domain[1] = digit or 1, digit or self.size

    def grid(self, values: Sequence[int]) -> Grid:
        """The grid that the values of the variables mean."""
        return tuple(values)

    def forbid(self, grid: Grid) -> bool:
        """Adds the nogood that the open cells are not all as in the grid; says whether there are open cells."""
        cells = self.open_cells
        self.nogood.table.negated = True
        self.nogood.table.vars.extend(cells)
        self.nogood.table.values.extend([grid[cell] for cell in cells])
        return bool(cells)

    def forgive(self) -> None:
        """Takes the nogood back."""
        self.nogood.clear_table()

    def search_at_random(self, order: Sequence[int]) -> None:
        """Adds the strategy of random digits in the cells with fewest candidates, the earliest in `order` first."""
        strategy = self.proto.search_strategy.add()
        strategy.variables.extend(order)
        strategy.variable_selection_strategy = strategy.CHOOSE_MIN_DOMAIN_SIZE
        strategy.domain_reduction_strategy = strategy.SELECT_RANDOM_HALF


class Booleans(Model):
    """A Boolean a cell and digit, exactly one true in a cell, and for a digit in a house; a clause for the nogood."""

    @staticmethod
    def built(layout: Layout) -> cp_model.CpModel:
        """The rules of the layout."""
        model, digits = cp_model.CpModel(), range(layout.size)
        chosen = [[model.new_bool_var("") for _ in digits] for _ in range(layout.cell_count)]
        for literals in chosen:
            model.add_exactly_one(literals)
        for house in layout.houses:
            for digit in digits:
                model.add_exactly_one([chosen[cell][digit] for cell in house.cells])
        return model

    def say(self, cell: int, digit: int) -> None:
        """Sets the domains of a cell that holds a digit, or any when it is 0."""
        for other, domain in enumerate(self.domains[cell * self.size : (cell + 1) * self.size], 1):
            domain[0], domain[1] = int(other == digit), int(digit in (0, other))

    def grid(self, values: Sequence[int]) -> Grid:
        """The grid that the values of the variables mean."""
        n = self.size
        return tuple([number % n + 1 for number, value in enumerate(values) if value])

    def forbid(self, grid: Grid) -> bool:
        """Adds the nogood that the open cells are not all as in the grid; says whether there are open cells."""
        cells = self.open_cells
        # The literal −v − 1 is the negation of variable v.
        self.nogood.bool_or.literals.extend([-(cell * self.size + grid[cell]) for cell in cells])
        return bool(cells)

    def forgive(self) -> None:
        """Takes the nogood back."""
        self.nogood.clear_bool_or()

    def search_at_random(self, order: Sequence[int]) -> None:
        """Adds the strategy of one cell after another, each trying its digits from another one on."""
        n, strategy = self.size, self.proto.search_strategy.add()
        strategy.variables.extend([cell * n + (cell + turn) % n for cell in order for turn in range(n)])
        strategy.variable_selection_strategy = strategy.CHOOSE_FIRST
        strategy.domain_reduction_strategy = strategy.SELECT_MAX_VALUE
