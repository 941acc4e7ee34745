"""How is one CP-SAT solve run? With a wrapper of its own, so that Ctrl-C is heard and nothing is left behind."""

from __future__ import annotations

from typing import Any

from ortools.sat.python import cp_model_helper

from cpgen.oracles.aside import aside


class Counter(cp_model_helper.SolutionCallback):
    """Counts the solutions of an enumeration, keeps the first two, and stops it at the limit."""

    def __init__(self, limit: int | None) -> None:
        super().__init__()
        self.limit, self.found = limit, 0
        self.first: list[list[int]] = []

    def OnSolutionCallback(self) -> None:  # noqa: N802
        """Counts one solution more; the name is CP-SAT's."""
        self.found += 1
        if self.found <= 2:
            self.first.append(list(self.Response().solution))  # type: ignore[no-untyped-call]
        if self.found == self.limit:
            self.StopSearch()


class Solve:
    """One solve, with a wrapper of its own: a second solve with the same one aborts the process."""

    def __init__(self, proto: Any, parameters: Any, counter: Counter | None) -> None:
        self.proto = proto
        self.wrapper: Any = cp_model_helper.SolveWrapper()
        self.wrapper.set_parameters(parameters)
        if counter:
            self.wrapper.add_solution_callback(counter)

    def inside(self) -> Any:
        """CP-SAT's response, from this thread: no Ctrl-C is heard before it is there."""
        return self.wrapper.solve(self.proto)

    def aside(self) -> Any:
        """CP-SAT's response, from another thread; a Ctrl-C stops the search before it is passed on."""
        return aside(self.inside, self.wrapper.stop_search)
